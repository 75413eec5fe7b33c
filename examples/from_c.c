/* Counts the completions of a board with the C interface and shows progress. */
#include <nqueens/nqueens.h>
#include <stdio.h>

static int show(double fraction, double seconds, void* context) {
  (void)context;
  fprintf(stderr, "%.0f %% after %.1f s\n", 100 * fraction, seconds);
  return 0; /* anything else would end the count */
}

int main(void) {
  nqueens_board* board = NULL;
  const nqueens_options options = {.on_progress = show};
  nqueens_wide completions;
  char text[NQUEENS_WIDE_TEXT];

  nqueens_status status = nqueens_board_new(14, 14, NULL, &board);
  if (status == NQUEENS_OK) status = nqueens_board_place(board, 0, 3);
  if (status == NQUEENS_OK) status = nqueens_board_block(board, 13, 0);
  if (status == NQUEENS_OK) status = nqueens_count(board, &options, &completions);
  nqueens_board_free(board);
  if (status != NQUEENS_OK) {
    fprintf(stderr, "error: %s\n", nqueens_error_text());
    return 1;
  }
  printf("%s completions\n", nqueens_wide_text(completions, text));
  return 0;
}
