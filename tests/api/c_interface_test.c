/* The C interface, compiled as C11: results, errors as codes and text, callbacks. */
#include <nqueens/nqueens.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                        \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #condition, nqueens_error_text()); \
      exit(1);                                                                                  \
    }                                                                                           \
  } while (0)

static nqueens_board* board(uint64_t rows, uint64_t columns) {
  nqueens_board* problem = NULL;
  CHECK(nqueens_board_new(rows, columns, NULL, &problem) == NQUEENS_OK);
  return problem;
}

static uint64_t count(const nqueens_board* problem) {
  nqueens_wide solutions = {1, 1};
  CHECK(nqueens_count(problem, NULL, &solutions) == NQUEENS_OK);
  CHECK(solutions.high == 0);
  return solutions.low;
}

static void counts(void) {
  static const uint64_t known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
  for (int n = 0; n <= 12; ++n) {
    nqueens_board* plain = board(n, n);
    CHECK(count(plain) == known[n]);
    nqueens_board_free(plain);
  }
  nqueens_board* problem = NULL;
  CHECK(nqueens_board_new(13, 13, "torus", &problem) == NQUEENS_OK);
  CHECK(count(problem) == 4524);
  nqueens_board_free(problem);

  problem = board(8, 8);
  CHECK(nqueens_board_place(problem, 0, 0) == NQUEENS_OK);
  CHECK(count(problem) == 4);
  CHECK(nqueens_board_block(problem, 1, 4) == NQUEENS_OK);
  const uint64_t fewer = count(problem);
  CHECK(fewer < 4);
  CHECK(nqueens_board_exclude_diagonal(problem, 0) == NQUEENS_OK);
  CHECK(nqueens_board_exclude_antidiagonal(problem, 7) == NQUEENS_OK);
  nqueens_wide none;
  CHECK(nqueens_count(problem, NULL, &none) == NQUEENS_INVALID_ARGUMENT);
  CHECK(strstr(nqueens_error_text(), "0:0") != NULL); /* given on the excluded diagonal */
  nqueens_board_free(problem);
  nqueens_board_free(NULL);
}

static void wide_numbers(void) {
  char text[NQUEENS_WIDE_TEXT];
  CHECK(strcmp(nqueens_wide_text((nqueens_wide){92, 0}, text), "92") == 0);
  CHECK(strcmp(nqueens_wide_text((nqueens_wide){UINT64_MAX, UINT64_MAX}, text),
               "340282366920938463463374607431768211455") == 0);
}

static void errors(void) {
  nqueens_board* problem = NULL;
  CHECK(nqueens_board_new(65, 64, NULL, &problem) == NQUEENS_INVALID_ARGUMENT);
  CHECK(problem == NULL);
  CHECK(strlen(nqueens_error_text()) > 0 && strchr(nqueens_error_text(), '\n') == NULL);
  CHECK(nqueens_board_new(8, 8, "kings", &problem) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_board_new(8, 8, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_count(NULL, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);

  uint32_t columns[8];
  nqueens_board* three = board(3, 3);
  nqueens_board* none = board(0, 0);
  nqueens_board* plain = board(8, 8);
  CHECK(nqueens_solve(three, NULL, columns) == NQUEENS_NO_SOLUTION);
  CHECK(nqueens_solve(none, NULL, columns) == NQUEENS_INVALID_ARGUMENT);
  const nqueens_options unknown = {.method = "magic"};
  CHECK(nqueens_solve(plain, &unknown, columns) == NQUEENS_INVALID_ARGUMENT);
  CHECK(strstr(nqueens_error_text(), "magic") != NULL);
  nqueens_wide solutions;
  const nqueens_options no_device = {.device = 1};
  CHECK(nqueens_count(plain, &no_device, &solutions) == NQUEENS_INVALID_ARGUMENT);
  CHECK(strstr(nqueens_error_text(), "takes no device") != NULL);
  const nqueens_options two_lines = {.method = "ma\ngic\033"};
  CHECK(nqueens_solve(plain, &two_lines, columns) == NQUEENS_INVALID_ARGUMENT);
  CHECK(strstr(nqueens_error_text(), "ma?gic?") != NULL);
  nqueens_board_free(three);
  nqueens_board_free(none);
  nqueens_board_free(plain);

  problem = board(8, 8);
  CHECK(nqueens_board_place(problem, 8, 0) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_board_block(problem, 0, UINT64_MAX) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_board_exclude_diagonal(problem, 8) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_board_exclude_antidiagonal(problem, 15) == NQUEENS_INVALID_ARGUMENT);
  CHECK(count(problem) == 92); /* no refused call has changed it */
  CHECK(nqueens_list(problem, NULL, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);
  nqueens_board_free(problem);
}

static void solutions(void) {
  enum { LARGE = 100000 };
  uint32_t* columns = malloc(LARGE * sizeof *columns);
  uint32_t* again = malloc(LARGE * sizeof *again);
  CHECK(columns != NULL && again != NULL);
  const uint64_t seed = 7;
  const nqueens_options options = {.seed = &seed, .threads = 1};
  nqueens_board* large = board(LARGE, LARGE);
  int answer = 0;
  CHECK(nqueens_solve(large, &options, columns) == NQUEENS_OK);
  CHECK(nqueens_is_solution(large, columns, &answer) == NQUEENS_OK && answer == 1);
  CHECK(nqueens_solve(large, &options, again) == NQUEENS_OK);
  CHECK(memcmp(columns, again, LARGE * sizeof *columns) == 0);
  columns[0] = columns[1];
  CHECK(nqueens_is_solution(large, columns, &answer) == NQUEENS_OK && answer == 0);
  CHECK(nqueens_board_block(large, LARGE - 1, again[LARGE - 1]) == NQUEENS_OK);
  CHECK(nqueens_is_solution(large, again, &answer) == NQUEENS_OK && answer == 0);
  columns[0] = LARGE;
  CHECK(nqueens_is_solution(large, columns, &answer) == NQUEENS_INVALID_PLACEMENT);
  nqueens_board_free(large);
  free(columns);
  free(again);

  nqueens_board* rectangle = board(8, 12);
  CHECK(nqueens_board_place(rectangle, 2, 11) == NQUEENS_OK);
  uint32_t small[8];
  CHECK(nqueens_solve(rectangle, NULL, small) == NQUEENS_OK);
  CHECK(small[2] == 11);
  CHECK(nqueens_is_solution(rectangle, small, &answer) == NQUEENS_OK && answer == 1);
  nqueens_board_free(rectangle);
}

struct seen {
  size_t all;
  size_t end; /* after so many blocks the list is ended */
  uint8_t first[8];
};

static int take(const uint8_t* columns, size_t number, void* context) {
  struct seen* seen = context;
  if (seen->all == 0) memcpy(seen->first, columns, sizeof seen->first);
  seen->all += number;
  return seen->end != 0 && --seen->end == 0;
}

static void lists(void) {
  static const uint8_t first[8] = {0, 4, 7, 5, 2, 6, 1, 3};
  nqueens_board* plain = board(8, 8);
  struct seen seen = {0};
  CHECK(nqueens_list(plain, NULL, take, &seen) == NQUEENS_OK);
  CHECK(seen.all == 92);
  CHECK(memcmp(seen.first, first, sizeof first) == 0);
  struct seen least = {0};
  const nqueens_options fundamental = {.fundamental = 1};
  CHECK(nqueens_list(plain, &fundamental, take, &least) == NQUEENS_OK);
  CHECK(least.all == 12);
  CHECK(strcmp(nqueens_result("listed"), "12") == 0);
  nqueens_board_free(plain);

  nqueens_board* larger = board(12, 12);
  struct seen some = {.end = 1};
  CHECK(nqueens_list(larger, NULL, take, &some) == NQUEENS_OK);
  CHECK(some.all > 0 && some.all <= 14200);
  CHECK(nqueens_result("listed") == NULL); /* not that of the list before */
  nqueens_board_free(larger);
}

static int stop_at_once(double fraction, double seconds, void* context) {
  CHECK(fraction <= 1 && seconds >= 0);
  ++*(int*)context;
  return 1;
}

static void results_by_name(void) {
  const uint64_t seed = UINT64_MAX;
  const nqueens_options options = {.seed = &seed, .threads = 1, .fundamental = 1};
  nqueens_board* plain = board(8, 8);
  nqueens_wide number;
  CHECK(nqueens_count(plain, &options, &number) == NQUEENS_OK);
  CHECK(number.low == 12 && number.high == 0);
  CHECK(strcmp(nqueens_result("solutions"), "92") == 0);
  CHECK(strcmp(nqueens_result("fundamental"), "12") == 0);
  CHECK(strcmp(nqueens_result("threads"), "1") == 0);
  /* Several at a time, as in one call of printf(). */
  const char* all = nqueens_result("solutions");
  CHECK(strcmp(nqueens_result("fundamental"), "12") == 0 && strcmp(all, "92") == 0);
  CHECK(all == nqueens_result("solutions") && strcmp(all, "92") == 0);
  uint32_t columns[8];
  CHECK(nqueens_solve(plain, &options, columns) == NQUEENS_OK);
  const char* long_text = nqueens_result("seed");
  CHECK(nqueens_result("seed") == long_text);
  CHECK(strcmp(long_text, "18446744073709551615") == 0);
  CHECK(strcmp(nqueens_result("verified"), "true") == 0);
  CHECK(nqueens_result("statistics.moves") != NULL);
  CHECK(nqueens_result("statistics.none") == NULL && nqueens_result("fundamental") == NULL);
  CHECK(nqueens_result(NULL) == NULL && nqueens_result("seed.x") == NULL);
  nqueens_board_free(plain);
}

static void time_limits_stop(void) {
  const nqueens_options short_time = {.time_limit = 0.05, .threads = 1};
  const nqueens_options negative = {.time_limit = -1};
  nqueens_board* large = board(25, 25);
  nqueens_wide number;
  CHECK(nqueens_count(large, &short_time, &number) == NQUEENS_STOPPED);
  CHECK(strcmp(nqueens_result("threads"), "1") == 0);
  CHECK(nqueens_count(large, &negative, &number) == NQUEENS_INVALID_ARGUMENT);
  nqueens_board_free(large);
  nqueens_board* uncounted = board(28, 28);
  CHECK(nqueens_count(uncounted, &short_time, &number) == NQUEENS_INVALID_ARGUMENT);
  const nqueens_options forced = {.time_limit = 0.05, .force = 1};
  CHECK(nqueens_count(uncounted, &forced, &number) == NQUEENS_STOPPED);
  nqueens_board_free(uncounted);
}

static void progress_can_stop(void) {
  int calls = 0;
  const nqueens_options options = {.on_progress = stop_at_once, .context = &calls};
  nqueens_board* large = board(25, 25);
  nqueens_wide number;
  CHECK(nqueens_count(large, &options, &number) == NQUEENS_STOPPED);
  CHECK(calls > 0);
  nqueens_estimate estimate;
  calls = 0;
  CHECK(nqueens_estimate_count(large, 0, &options, &estimate) == NQUEENS_STOPPED);
  CHECK(calls > 0);
  nqueens_board_free(large);
}

static void estimates(void) {
  const uint64_t seed = 1;
  const nqueens_options options = {.seed = &seed};
  nqueens_board* plain = board(20, 20);
  nqueens_estimate estimate;
  CHECK(nqueens_estimate_count(plain, 0.1, &options, &estimate) == NQUEENS_OK);
  CHECK(estimate.low <= estimate.value && estimate.value <= estimate.high);
  CHECK(estimate.value > 3e10 && estimate.value < 5e10); /* 39,029,188,884 */
  CHECK(nqueens_estimate_count(plain, -1, &options, &estimate) == NQUEENS_INVALID_ARGUMENT);
  const nqueens_options negative = {.time_limit = -1};
  CHECK(nqueens_estimate_count(plain, 0, &negative, &estimate) == NQUEENS_INVALID_ARGUMENT);
  nqueens_board_free(plain);
}

static void puzzles(void) {
  const uint64_t seed = 4;
  const nqueens_options options = {.seed = &seed};
  nqueens_board* plain = board(10, 10);
  nqueens_board* given = board(10, 10);
  uint32_t columns[10];
  uint8_t is_given[10];
  int answer = 0;
  CHECK(nqueens_puzzle(plain, 1, 6, &options, columns, is_given) == NQUEENS_OK);
  CHECK(nqueens_is_solution(plain, columns, &answer) == NQUEENS_OK && answer == 1);
  CHECK(strcmp(nqueens_result("seed"), "4") == 0 && strcmp(nqueens_result("made"), "1") == 0);
  int number = 0;
  for (int row = 0; row < 10; ++row) {
    number += is_given[row];
    if (is_given[row] != 0) nqueens_board_place(given, row, columns[row]);
  }
  CHECK(number == 6 && count(given) == 1);
  CHECK(nqueens_puzzle(plain, 1, 11, NULL, columns, is_given) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_puzzle(given, 1, -1, NULL, columns, is_given) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_puzzle(plain, 1, -1, NULL, columns, NULL) == NQUEENS_INVALID_ARGUMENT);
  nqueens_board_free(plain);
  nqueens_board_free(given);
}

static void tours(void) {
  uint32_t squares[54];
  int seen[54] = {0};
  CHECK(nqueens_tour(6, 9, 21, 1, NULL, squares) == NQUEENS_OK);
  CHECK(squares[0] == 21 && strcmp(nqueens_result("closed"), "true") == 0);
  for (int i = 0; i < 54; ++i) {
    CHECK(squares[i] < 54 && !seen[squares[i]]++);
    const int from = (int)squares[i];
    const int to = (int)squares[(i + 1) % 54];
    CHECK(abs(from / 9 - to / 9) * abs(from % 9 - to % 9) == 2);
  }
  CHECK(nqueens_tour(3, 3, 0, 0, NULL, squares) == NQUEENS_NO_SOLUTION);
  CHECK(nqueens_tour(6, 0, 0, 0, NULL, squares) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_tour(6, 9, 54, 0, NULL, squares) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_tour(UINT64_MAX, 9, 0, 0, NULL, squares) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_tour(6, 9, 0, 0, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);
}

int main(void) {
  CHECK(strcmp(nqueens_error_text(), "") == 0);
  CHECK(strchr(nqueens_version(), '.') != NULL);
  counts();
  wide_numbers();
  errors();
  solutions();
  lists();
  results_by_name();
  time_limits_stop();
  progress_can_stop();
  estimates();
  puzzles();
  tours();
  return 0;
}
