// The members of a result by name, listed once. Every interface shows this list: tables and JSON of
// the program, nqueens_result() in C, and `result` in Python.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "nqueens/wide.hpp"

namespace nqueens {

struct Value;
/// It is a template because clang needs it complete within Value.
template <typename Kind>
struct Named {
  std::string name;
  Kind value{};
};
using Field = Named<Value>;
using Fields = std::vector<Field>;

/// JSON shows a WideCount as a string: many readers hold numbers as doubles, exact to 2^53 only.
struct Value {
  using List = std::vector<Value>;

  Value() = default;
  Value(bool truth) : is(truth) {}
  Value(double number) : is(number) {}
  Value(WideCount number) : is(number) {}
  Value(const char* text) : is(std::string(text)) {}
  Value(std::string_view text) : is(std::string(text)) {}
  Value(std::string text) : is(std::move(text)) {}
  Value(List list) : is(std::move(list)) {}
  Value(Fields members) : is(std::move(members)) {}
  /// A result, or a part of one, becomes an object of its fields().
  template <typename Result>
  requires requires(const Result& result) { fields(result); }
  Value(const Result& result) : is(fields(result)) {}
  /// The number must stay below 2^53.
  template <std::integral Whole>
  requires(!std::same_as<Whole, bool>) Value(Whole number)
      : is(static_cast<std::int64_t>(number)) {}
  /// An absent value becomes null.
  template <typename T>
  Value(const std::optional<T>& value) : Value(value ? Value(*value) : Value()) {}
  template <typename T>
  requires(!std::same_as<T, Value> && !std::same_as<T, Field>) Value(const std::vector<T>& values)
      : is(List(values.begin(), values.end())) {}

  std::variant<std::nullptr_t, bool, std::int64_t, double, WideCount, std::string, List, Fields> is;
};

Fields operator+(Fields first, Fields second);  ///< the first list followed by the second

// The results are defined in headers of their own.
Fields fields(const class Board& board);
Fields fields(const struct AuditMismatch& one);
Fields fields(const struct AuditResult& result);
Fields fields(const struct CollectResult& result);
Fields fields(const struct CountPlan& plan);
Fields fields_beside_board(const struct CountPlan& plan);  ///< all but its board's
Fields fields(const struct CountResult& result);
Fields fields(const struct ShardResult& result);
Fields fields(const struct EngineInfo& info);
Fields fields(const struct DeviceInfo& info);
Fields fields(const struct Estimate& result);
Fields fields(const struct JournalFile& file);
Fields fields(const struct ListResult& result);
Fields fields(const struct MergeResult& result);
Fields fields(const struct Orbits& one);
Fields fields(const struct Provenance& one);
Fields fields(const struct PuzzleResult& result);
Fields fields(const struct ShardGap& gap);
Fields fields(const struct SolveResult& result);
Fields fields(const struct SolveStatistics& statistics);
Fields fields(const struct Square& square);
Fields fields(const struct AlgorithmInfo& info);
Fields fields(const struct SymmetryCounts& result);
Fields fields(const struct TimeForecast& forecast);
Fields fields(const struct TourResult& result);
Fields fields(const struct VerifyResult& result);

}  // namespace nqueens
