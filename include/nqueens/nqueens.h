/* The N-Queens problem from C, and from every language that can call C.
 *
 *   #include <nqueens/nqueens.h>
 *   #include <stdio.h>
 *
 *   int main(void) {
 *     nqueens_board *board = NULL;
 *     nqueens_wide solutions;
 *     char text[NQUEENS_WIDE_TEXT];
 *     if (nqueens_board_new(14, 14, NULL, &board) != NQUEENS_OK ||
 *         nqueens_count(board, NULL, &solutions) != NQUEENS_OK) {
 *       fprintf(stderr, "%s\n", nqueens_error_text());
 *       return 1;
 *     }
 *     puts(nqueens_wide_text(solutions, text));
 *     nqueens_board_free(board);
 *   }
 *
 * A function that can fail returns a status, and sets its results only if that is NQUEENS_OK.
 * Functions may be called from several threads at once, but no board may be changed meanwhile.
 * Rows and columns are counted from 0. The C++ headers (count.hpp, solve.hpp, ...) say more.
 */
#ifndef NQUEENS_NQUEENS_H
#define NQUEENS_NQUEENS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nqueens_status {
  NQUEENS_OK = 0,
  NQUEENS_INVALID_ARGUMENT = 1, /* a value outside its range, an unknown name, a null pointer */
  NQUEENS_INVALID_PLACEMENT = 2,
  NQUEENS_NO_SOLUTION = 3,         /* it is proved that there is none */
  NQUEENS_STOPPED = 4,             /* a callback, time_limit or a limit of the search did it */
  NQUEENS_INSUFFICIENT_MEMORY = 5, /* seen before the work began, or during it */
  NQUEENS_FAILED = 6               /* anything else; the text says what */
} nqueens_status;

/* Why the last call of this thread that failed did so, in one line; valid until the next call.
 * "" if none has failed. */
const char* nqueens_error_text(void);

/* A member of the result of this thread's last count, estimate, search, list, puzzle or tour, as
 * text, also if it was stopped: "seed", "statistics.moves"; JSON.md in the sources lists the names.
 * NULL if there is none of that name, if another call has failed since, or without memory. Valid
 * until this thread's next call of another function. */
const char* nqueens_result(const char* name);

const char* nqueens_version(void); /* "1.2.3" */

/* ---- boards: one queen in each row */

typedef struct nqueens_board nqueens_board;

/* A board of 1 to 64 rows and columns (or 0 x 0: one empty placement), or a square board of up to
 * 100000000000 rows, of "queens". `variant` says what a queen attacks: "queens", "torus",
 * "superqueens" or "semi"; NULL is "queens". */
nqueens_status nqueens_board_new(uint64_t rows, uint64_t columns, const char* variant,
                                 nqueens_board** board);
void nqueens_board_free(nqueens_board* board); /* NULL is allowed */

/* Requires, or forbids, a queen on a square. */
nqueens_status nqueens_board_place(nqueens_board* board, uint64_t row, uint64_t column);
nqueens_status nqueens_board_block(nqueens_board* board, uint64_t row, uint64_t column);
/* Forbids queens on the squares with column - row = difference, or with row + column = sum; on
 * boards of up to 64 rows and columns. */
nqueens_status nqueens_board_exclude_diagonal(nqueens_board* board, int difference);
nqueens_status nqueens_board_exclude_antidiagonal(nqueens_board* board, int sum);

/* ---- options of a call; all zero, or NULL instead of the struct, takes the defaults */

/* Called about five times a second, by one thread of the library at a time. `fraction` is the part
 * of the work that is done, 0 to 1, or below 0 if unknown. A result other than 0 ends the call with
 * NQUEENS_STOPPED within about 100 ms (opencl: longer). It must not throw. */
typedef int (*nqueens_progress)(double fraction, double seconds, void* context);

typedef struct nqueens_options {
  int threads;          /* 1 to 4096; 0 lets the library choose */
  const uint64_t* seed; /* of what is random; NULL: the system gives one, but not to tours */
  const char* method;   /* engine of nqueens_count, algorithm of nqueens_solve; NULL: the fastest */
  nqueens_progress on_progress;
  void* context;     /* handed to on_progress */
  double time_limit; /* seconds after which the call ends with NQUEENS_STOPPED; 0: none */
  int fundamental; /* not 0: nqueens_count and nqueens_list count rotations and reflections once */
  int force;       /* not 0: nqueens_count starts even if it may take years */
  int device;      /* of engine "opencl", by its number in nqueens info; 0: the first GPU */
} nqueens_options;

/* ---- counting */

typedef struct nqueens_wide {
  uint64_t low;
  uint64_t high; /* times 2^64 */
} nqueens_wide;

/* Bytes of the longest nqueens_wide as text, with the closing zero. */
#define NQUEENS_WIDE_TEXT 40
/* Writes the decimal digits, and returns `text`. */
const char* nqueens_wide_text(nqueens_wide value, char text[NQUEENS_WIDE_TEXT]);

/* Counts all solutions exactly, of plain boards to 32 queens, of restricted ones to 64. Its time is
 * exponential in the size of the board. */
nqueens_status nqueens_count(const nqueens_board* board, const nqueens_options* options,
                             nqueens_wide* solutions);

/* An estimated number of solutions; about 95 of 100 runs give an interval with the true one. */
typedef struct nqueens_estimate {
  double value;
  double low;
  double high;
  int is_exact; /* not 0: `value` is the number itself */
  uint64_t samples;
} nqueens_estimate;

/* Ends after options->time_limit, with the estimate as it is then, or when half the interval is
 * `error` of the value (0: no limit), whichever comes first; without limits after ten seconds. */
nqueens_status nqueens_estimate_count(const nqueens_board* board, double error,
                                      const nqueens_options* options, nqueens_estimate* estimate);

/* ---- finding and listing solutions */

/* Finds one solution of a board of 1 to 4294967295 rows. `columns` has room for one per row. */
nqueens_status nqueens_solve(const nqueens_board* board, const nqueens_options* options,
                             uint32_t* columns);

/* Called with consecutive solutions in lexicographic order: of each the columns of all rows, one
 * solution after the other. Called by one thread of the library at a time. A result other than 0
 * ends the list, which is no error. */
typedef int (*nqueens_take)(const uint8_t* columns, size_t solutions, void* context);

/* Hands over every solution. It does not call options->on_progress. */
nqueens_status nqueens_list(const nqueens_board* board, const nqueens_options* options,
                            nqueens_take take, void* context);

/* Sets *answer to 1 if the columns, one for each row of the board, solve it, else to 0. */
nqueens_status nqueens_is_solution(const nqueens_board* board, const uint32_t* columns,
                                   int* answer);

/* ---- puzzles and knight's tours; they do not call options->on_progress */

/* Makes a puzzle on a square board of 1 to 64 rows without restrictions: sets columns[row] to a
 * solution, and is_given[row] to 1 where its queen is given, else to 0. If `unique` is not 0, these
 * queens have no other completion. `given` is their number; below 0, with `unique`, none can be
 * left out. */
nqueens_status nqueens_puzzle(const nqueens_board* board, int unique, int given,
                              const nqueens_options* options, uint32_t* columns, uint8_t* is_given);

/* Finds a knight's tour of at most 100000000 squares that begins at `first` and, if `closed` is not
 * 0, ends a move from it. `squares` has room for all of them, in their order; they are numbers as
 * `first` is: row * columns + column. */
nqueens_status nqueens_tour(uint64_t rows, uint64_t columns, uint64_t first, int closed,
                            const nqueens_options* options, uint32_t* squares);

#ifdef __cplusplus
}
#endif

#endif
