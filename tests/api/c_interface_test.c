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

static nqueens_problem* board(int rows, int columns) {
  nqueens_problem* problem = NULL;
  CHECK(nqueens_problem_new(rows, columns, NULL, &problem) == NQUEENS_OK);
  return problem;
}

static uint64_t count(const nqueens_problem* problem) {
  nqueens_wide solutions = {1, 1};
  CHECK(nqueens_count(problem, NULL, &solutions) == NQUEENS_OK);
  CHECK(solutions.high == 0);
  return solutions.low;
}

static void counts(void) {
  static const uint64_t known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
  for (int n = 0; n <= 12; ++n) {
    nqueens_problem* plain = board(n, n);
    CHECK(count(plain) == known[n]);
    nqueens_problem_free(plain);
  }
  nqueens_problem* problem = NULL;
  CHECK(nqueens_problem_new(13, 13, "torus", &problem) == NQUEENS_OK);
  CHECK(count(problem) == 4524);
  nqueens_problem_free(problem);

  problem = board(8, 8);
  CHECK(nqueens_problem_place(problem, 0, 0) == NQUEENS_OK);
  CHECK(count(problem) == 4);
  CHECK(nqueens_problem_block(problem, 1, 4) == NQUEENS_OK);
  const uint64_t fewer = count(problem);
  CHECK(fewer < 4);
  CHECK(nqueens_problem_exclude_diagonal(problem, 0) == NQUEENS_OK);
  CHECK(nqueens_problem_exclude_antidiagonal(problem, 7) == NQUEENS_OK);
  CHECK(count(problem) == 0); /* the given queen stands on the excluded diagonal */
  nqueens_problem_free(problem);
  nqueens_problem_free(NULL);
}

static void wide_numbers(void) {
  char text[NQUEENS_WIDE_TEXT];
  CHECK(strcmp(nqueens_wide_text((nqueens_wide){92, 0}, text), "92") == 0);
  CHECK(strcmp(nqueens_wide_text((nqueens_wide){UINT64_MAX, UINT64_MAX}, text),
               "340282366920938463463374607431768211455") == 0);
}

static void errors(void) {
  nqueens_problem* problem = NULL;
  CHECK(nqueens_problem_new(65, 65, NULL, &problem) == NQUEENS_INVALID_ARGUMENT);
  CHECK(problem == NULL);
  CHECK(strlen(nqueens_error_text()) > 0 && strchr(nqueens_error_text(), '\n') == NULL);
  CHECK(nqueens_problem_new(8, 8, "kings", &problem) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_problem_new(8, 8, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_count(NULL, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);

  uint32_t columns[8];
  CHECK(nqueens_solve(3, NULL, columns) == NQUEENS_NO_SOLUTION);
  CHECK(nqueens_solve(0, NULL, columns) == NQUEENS_INVALID_ARGUMENT);
  const nqueens_options unknown = {.method = "magic"};
  CHECK(nqueens_solve(8, &unknown, columns) == NQUEENS_INVALID_ARGUMENT);
  CHECK(strstr(nqueens_error_text(), "magic") != NULL);
  const nqueens_options two_lines = {.method = "ma\ngic\033"};
  CHECK(nqueens_solve(8, &two_lines, columns) == NQUEENS_INVALID_ARGUMENT);
  CHECK(strstr(nqueens_error_text(), "ma?gic?") != NULL);

  problem = board(8, 8);
  CHECK(nqueens_problem_place(problem, 8, 0) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_problem_block(problem, 0, -1) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_problem_exclude_diagonal(problem, 8) == NQUEENS_INVALID_ARGUMENT);
  CHECK(nqueens_problem_exclude_antidiagonal(problem, 15) == NQUEENS_INVALID_ARGUMENT);
  CHECK(count(problem) == 92); /* no refused call has changed it */
  CHECK(nqueens_list(problem, 0, NULL, NULL, NULL) == NQUEENS_INVALID_ARGUMENT);
  nqueens_problem_free(problem);
}

static void solutions(void) {
  enum { LARGE = 100000 };
  uint32_t* columns = malloc(LARGE * sizeof *columns);
  uint32_t* again = malloc(LARGE * sizeof *again);
  CHECK(columns != NULL && again != NULL);
  const uint64_t seed = 7;
  const nqueens_options options = {.seed = &seed, .threads = 1};
  int answer = 0;
  CHECK(nqueens_solve(LARGE, &options, columns) == NQUEENS_OK);
  CHECK(nqueens_is_solution(columns, LARGE, &answer) == NQUEENS_OK && answer == 1);
  CHECK(nqueens_solve(LARGE, &options, again) == NQUEENS_OK);
  CHECK(memcmp(columns, again, LARGE * sizeof *columns) == 0);
  columns[0] = columns[1];
  CHECK(nqueens_is_solution(columns, LARGE, &answer) == NQUEENS_OK && answer == 0);
  columns[0] = LARGE;
  CHECK(nqueens_is_solution(columns, LARGE, &answer) == NQUEENS_INVALID_PLACEMENT);
  free(columns);
  free(again);

  nqueens_problem* rectangle = board(8, 12);
  CHECK(nqueens_problem_place(rectangle, 2, 11) == NQUEENS_OK);
  uint32_t small[8];
  CHECK(nqueens_solve_problem(rectangle, NULL, small) == NQUEENS_OK);
  CHECK(small[2] == 11);
  nqueens_problem_free(rectangle);
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
  nqueens_problem* plain = board(8, 8);
  struct seen seen = {0};
  CHECK(nqueens_list(plain, 0, NULL, take, &seen) == NQUEENS_OK);
  CHECK(seen.all == 92);
  CHECK(memcmp(seen.first, first, sizeof first) == 0);
  struct seen unique = {0};
  CHECK(nqueens_list(plain, 1, NULL, take, &unique) == NQUEENS_OK);
  CHECK(unique.all == 12);
  nqueens_problem_free(plain);

  nqueens_problem* larger = board(12, 12);
  struct seen some = {.end = 1};
  CHECK(nqueens_list(larger, 0, NULL, take, &some) == NQUEENS_OK);
  CHECK(some.all > 0 && some.all <= 14200);
  nqueens_problem_free(larger);
}

static int stop_at_once(double fraction, double seconds, void* context) {
  CHECK(fraction <= 1 && seconds >= 0);
  ++*(int*)context;
  return 1;
}

static void progress_can_stop(void) {
  int calls = 0;
  const nqueens_options options = {.on_progress = stop_at_once, .context = &calls};
  nqueens_problem* large = board(25, 25);
  nqueens_wide number;
  CHECK(nqueens_count(large, &options, &number) == NQUEENS_STOPPED);
  CHECK(calls > 0);
  nqueens_estimate estimate;
  calls = 0;
  CHECK(nqueens_estimate_count(large, 60, 0, &options, &estimate) == NQUEENS_STOPPED);
  CHECK(calls > 0);
  nqueens_problem_free(large);
}

static void estimates(void) {
  const uint64_t seed = 1;
  const nqueens_options options = {.seed = &seed};
  nqueens_problem* plain = board(20, 20);
  nqueens_estimate estimate;
  CHECK(nqueens_estimate_count(plain, 0, 0.1, &options, &estimate) == NQUEENS_OK);
  CHECK(estimate.low <= estimate.value && estimate.value <= estimate.high);
  CHECK(estimate.value > 3e10 && estimate.value < 5e10); /* 39,029,188,884 */
  CHECK(nqueens_estimate_count(plain, -1, 0, &options, &estimate) == NQUEENS_INVALID_ARGUMENT);
  nqueens_problem_free(plain);
}

int main(void) {
  CHECK(strcmp(nqueens_error_text(), "") == 0);
  CHECK(strchr(nqueens_version(), '.') != NULL);
  counts();
  wide_numbers();
  errors();
  solutions();
  lists();
  progress_can_stop();
  estimates();
  return 0;
}
