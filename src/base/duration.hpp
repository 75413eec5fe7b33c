// Predicted times as text, the same in the messages of the library and of the program.
#pragma once

#include <string>

namespace nqueens::base {

/// Two significant digits: "0.52", "5.2", "52", "520", "5200"; "5.2e+06" from a million on.
std::string two_digits(double number);
/// A predicted time: "12 ms", "5.2 s", "3.3 min", "2.1 h", "12 d", "1.5 years"; "less than 1 ms"
/// for what is noise.
std::string rough_duration(double seconds);
/// "about 5.2 s", "less than 1 ms".
std::string about(double seconds);

}  // namespace nqueens::base
