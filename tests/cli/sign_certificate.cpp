// For tests of forgeries: gives a certificate that was changed the check sum of its new text, as
// anybody could who knows the format. Usage: sign_certificate FILE.
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "base/checksum.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  std::ostringstream read;
  read << std::ifstream(argv[1], std::ios::binary).rdbuf();
  std::string text = read.str();
  text.resize(text.rfind("\nsum ") + 1);
  text += "sum " + nqueens::base::to_hex(nqueens::base::checksum(text)) + "\n";
  std::ofstream(argv[1], std::ios::binary) << text;
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
