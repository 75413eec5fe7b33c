// The nearest valid word to one that is not, for error lines.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nqueens::cli {

/// Insertions, deletions, replacements and exchanges of neighbours that turn one word into the
/// other (optimal string alignment distance). O(a b).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that was probably meant: it begins with the word, or differs from it in at most a
/// third of its letters. nullopt when none is that near.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// "unknown engine: bitmsk; did you mean bitmask? valid are auto, reference, bitmask"
std::string unknown_word(std::string_view subject, std::string_view word,
                         std::span<const std::string> valid);

}  // namespace nqueens::cli
