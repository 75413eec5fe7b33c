// Enumerations and the words for their values: one table each, from which both directions and the
// error that lists the valid words are made.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/error.hpp"

namespace nqueens::base {

template <typename Value>
struct Word {
  Value value;
  std::string_view text;
};

/// The word for a value; the first one for a value that is not in the table.
template <typename Value, std::size_t size>
constexpr std::string_view word_of(const Word<Value> (&words)[size], Value value) {
  for (const Word<Value>& word : words) {
    if (word.value == value) return word.text;
  }
  return words[0].text;
}

template <typename Value, std::size_t size>
constexpr std::optional<Value> find_word(const Word<Value> (&words)[size], std::string_view text) {
  for (const Word<Value>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

/// Throws InvalidArgument, which lists the words, for another one; `what` says what they name.
template <typename Value, std::size_t size>
Value parse_word(const Word<Value> (&words)[size], std::string_view text, std::string_view what) {
  if (const std::optional<Value> value = find_word(words, text)) return *value;
  std::string valid;
  for (const Word<Value>& word : words) {
    valid += fmt::format("{}{}", valid.empty() ? "" : ", ", word.text);
  }
  throw InvalidArgument(fmt::format("unknown {}: '{}'; one of {} is expected", what, text, valid));
}

template <typename Value, std::size_t size>
std::vector<std::string> texts_of(const Word<Value> (&words)[size]) {
  std::vector<std::string> texts;
  for (const Word<Value>& word : words) texts.emplace_back(word.text);
  return texts;
}

}  // namespace nqueens::base
