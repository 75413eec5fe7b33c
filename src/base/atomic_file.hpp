// A file that is there as a whole or not at all, whatever ends the process or the machine.
#pragma once

#include <filesystem>
#include <string_view>

namespace nqueens::base {

/// Gives the name to a file of these bytes, in the place of any that had it; symbolic links are
/// followed. On disk when it returns. Throws IoError; there is then what was there before.
void replace_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace nqueens::base
