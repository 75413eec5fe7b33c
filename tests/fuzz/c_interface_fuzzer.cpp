// Any bytes as calls of the C interface with arguments of every kind. A call that fails says why on
// one line and leaves its results alone. On small boards counting, listing and searching agree.
#include <nqueens/nqueens.h>

#include <cstdint>
#include <cstdlib>
#include <nqueens/info.hpp>
#include <string>
#include <vector>

namespace {

constexpr int kMaxRows = 6;  ///< of boards that are counted, so that an input takes milliseconds
constexpr int kMaxCalls = 12;

void require(bool condition) {
  if (!condition) std::abort();
}

/// The bytes of an input, one after the other; zeros at its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }
  std::uint8_t next() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  int number() { return static_cast<std::int8_t>(next()); }
  std::string text() {
    std::string text;
    for (std::size_t size = next() % 16; size > 0; --size) text += static_cast<char>(next());
    return text;
  }
  /// One of the words, a text of the input, or null.
  const char* word(const std::vector<std::string>& words, std::string& storage) {
    const std::size_t which = next() % (words.size() + 2);
    if (which < words.size()) return words[which].c_str();
    storage = text();
    return which == words.size() ? nullptr : storage.c_str();
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

nqueens_status checked(nqueens_status status) {
  require(status >= NQUEENS_OK && status < NQUEENS_FAILED);
  const std::string text = nqueens_error_text();
  require(status == NQUEENS_OK || (!text.empty() && text.find('\n') == std::string::npos));
  return status;
}

struct Listed {
  std::vector<std::vector<std::uint8_t>> solutions;
  std::size_t rows;
};

int take(const std::uint8_t* columns, std::size_t number, void* context) {
  auto& listed = *static_cast<Listed*>(context);
  for (; number > 0; --number, columns += listed.rows) {
    listed.solutions.emplace_back(columns, columns + listed.rows);
  }
  return 0;
}

struct Options {
  std::string method;
  std::uint64_t seed = 0;
  nqueens_options given{};
};

void draw(Bytes& bytes, Options& options) {
  static constexpr int kThreads[] = {1, 1, 2, 3, -1, 4097};
  static const std::vector<std::string> methods = [] {
    std::vector<std::string> names = {"auto"};
    for (const auto& algorithm : nqueens::algorithms()) names.push_back(algorithm.name);
    for (const auto& engine : nqueens::engines()) {
      if (!engine.needs_device) names.push_back(engine.name);
    }
    return names;
  }();
  options.given.threads = kThreads[bytes.next() % 6];
  options.seed = bytes.next();
  if (bytes.next() % 2 == 0) options.given.seed = &options.seed;
  options.given.method = bytes.word(methods, options.method);
}

/// Negative numbers become very large.
std::uint64_t number_of(int number) {
  return static_cast<std::uint64_t>(number);
}

/// Rows, columns and a board; null where it was refused.
nqueens_board* make_problem(Bytes& bytes, int& rows, int& columns) {
  static const std::vector<std::string> variants = {"queens", "torus", "superqueens", "semi"};
  std::string storage;
  rows = bytes.number();
  columns = bytes.next() % 4 == 0 ? bytes.number() : rows;
  const char* const variant = bytes.word(variants, storage);
  nqueens_board* problem = nullptr;
  const nqueens_status status =
      checked(nqueens_board_new(number_of(rows), number_of(columns), variant, &problem));
  require((status == NQUEENS_OK) == (problem != nullptr));
  return problem;
}

void restrict_board(Bytes& bytes, nqueens_board* problem) {
  const int first = bytes.number();
  switch (bytes.next() % 4) {
    case 0:
      checked(nqueens_board_place(problem, number_of(first), number_of(bytes.number())));
      break;
    case 1:
      checked(nqueens_board_block(problem, number_of(first), number_of(bytes.number())));
      break;
    case 2:
      checked(nqueens_board_exclude_diagonal(problem, first));
      break;
    default:
      checked(nqueens_board_exclude_antidiagonal(problem, first));
  }
}

void count_list_and_solve(const nqueens_board* problem, int rows, const Options& options) {
  Listed listed{{}, static_cast<std::size_t>(rows)};
  if (checked(nqueens_list(problem, nullptr, take, &listed)) != NQUEENS_OK) {
    // Given queens attack each other, or one stands on a forbidden square.
    nqueens_wide none{};
    require(listed.solutions.empty());
    require(checked(nqueens_count(problem, nullptr, &none)) == NQUEENS_INVALID_ARGUMENT);
    return;
  }
  const std::size_t all = listed.solutions.size();

  nqueens_wide number{77, 77};
  if (checked(nqueens_count(problem, &options.given, &number)) == NQUEENS_OK) {
    require(number.high == 0 && number.low == all);
  } else {
    require(number.low == 77 && number.high == 77);
  }
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(rows), 99);
  const nqueens_status status = checked(nqueens_solve(problem, &options.given, columns.data()));
  if (status == NQUEENS_OK) {
    const std::vector<std::uint8_t> found(columns.begin(), columns.end());
    bool is_listed = false;
    for (const std::vector<std::uint8_t>& one : listed.solutions) is_listed |= one == found;
    require(is_listed);
  } else {
    require(status != NQUEENS_NO_SOLUTION || all == 0);
    for (const std::uint32_t column : columns) require(column == 99);
  }
}

void estimate(Bytes& bytes, const nqueens_board* problem, const Options& options) {
  static constexpr double kValues[] = {0, 0.001, -1, 1e300, 0.01};
  const double limit = kValues[1 + bytes.next() % 2];  // 0 is ten seconds
  nqueens_estimate result{-5, -5, -5, -5, 5};
  nqueens_options limited = options.given;
  limited.time_limit = limit;
  const nqueens_status status =
      checked(nqueens_estimate_count(problem, kValues[bytes.next() % 5], &limited, &result));
  if (status == NQUEENS_OK) {
    require(result.low <= result.value && result.value <= result.high);
  } else {
    require(result.value == -5 && result.samples == 5);
  }
}

void solve_plain(Bytes& bytes, const Options& options) {
  const std::uint64_t high = bytes.next() % 4 == 0 ? bytes.next() : 0;
  const std::uint64_t size = high << 32 | bytes.next() % 32;
  std::vector<std::uint32_t> columns(32, 99);
  nqueens_board* board = nullptr;
  if (checked(nqueens_board_new(size, size, nullptr, &board)) != NQUEENS_OK) return;
  const nqueens_status status = checked(nqueens_solve(board, &options.given, columns.data()));
  int answer = -1;
  if (status == NQUEENS_OK) {
    require(checked(nqueens_is_solution(board, columns.data(), &answer)) == NQUEENS_OK);
    require(answer == 1);
  } else {
    for (const std::uint32_t column : columns) require(column == 99);
  }
  nqueens_board_free(board);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  int rows = 0;
  int columns = 0;
  nqueens_board* const problem = make_problem(bytes, rows, columns);
  if (problem == nullptr) return 0;
  const bool is_small = rows <= kMaxRows && columns <= kMaxRows + 2;
  for (int calls = 0; calls < kMaxCalls && !bytes.empty(); ++calls) {
    Options options;
    switch (bytes.next() % 5) {
      case 0:
        draw(bytes, options);
        if (is_small) count_list_and_solve(problem, rows, options);
        break;
      case 1:
        draw(bytes, options);
        if (is_small) estimate(bytes, problem, options);
        break;
      case 2:
        draw(bytes, options);
        solve_plain(bytes, options);
        break;
      default:
        restrict_board(bytes, problem);
    }
  }
  nqueens_board_free(problem);
  return 0;
}
