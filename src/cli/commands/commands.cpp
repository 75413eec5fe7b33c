// The table of commands; and those that only print texts: help, completions, man.
#include "cli/commands/commands.hpp"

#include "cli/docs/documents.hpp"

namespace nqueens::cli {

// Each is defined at the end of the file of its name.
Command count_command(), estimate_command(), list_command(), solve_command(), verify_command(),
    draw_command(), puzzle_command(), merge_command(), audit_command(), tour_command(),
    bench_command(), info_command();

namespace {

std::vector<Option> help_options(std::optional<std::string>& about) {
  std::vector<std::string> words = nqueens_program().command_names();
  words.emplace_back("boards");
  return {{.name = "command",
           .to = &about,
           .help = "a command, or how boards and squares are written; default: the program",
           .value = "COMMAND|boards",
           .words = words}};
}

void print_help(const std::optional<std::string>& about, Session& session) {
  const Program& program = session.program;
  const Paint& paint = session.output.paint();
  session.output.write(!about               ? program_help(program, paint)
                       : *about == "boards" ? boards_help(program, paint)
                                            : command_help(program, *program.find(*about), paint));
}

struct CompletionsArguments {
  std::string shell;
  std::vector<std::string> words;
};

std::vector<Option> completions_options(CompletionsArguments& to) {
  return {{.name = "shell",
           .to = &to.shell,
           .help = "the shell",
           .words = completion_shells(),
           .required = true},
          {"words", &to.words, "print what may stand for the last of these words; for the script",
           "WORD"}};
}

void print_completions(const CompletionsArguments& arguments, Session& session) {
  session.output.write(completions(session.program, arguments.shell, arguments.words));
}

Command help_command() {
  return {"help",
          "Print the full help of the program, of a command, or of boards",
          {{"nqueens help count", "as nqueens count --help"},
           {"nqueens help boards", "how boards and squares are written"}},
          prepare(help_options, print_help)};
}

Command completions_command() {
  return {"completions",
          "Print the completion script for a shell",
          {{"source <(nqueens completions bash)", "for this bash"},
           {"nqueens completions zsh > ~/.zfunc/_nqueens", "for zsh, in a directory of $fpath"},
           {"nqueens completions fish > ~/.config/fish/completions/nqueens.fish", "for fish"}},
          prepare(completions_options, print_completions)};
}

Command man_command() {
  return {"man",
          "Print the manual page",
          {{"nqueens man | man -l -", "read it"},
           {"nqueens man > nqueens.1", "write it to a file, for example in man1 of $MANPATH"}},
          [] {
            return Invocation{
                {}, [](Session& session) { session.output.write(man_page(session.program)); }};
          }};
}

}  // namespace

Program nqueens_program() {
  return {.name = "nqueens",
          .summary = "count and find solutions of the N queens problem",
          .about = {"Place N queens on a board of N x N squares so that no two attack each other: "
                    "nqueens counts all ways to do it, exactly, and finds one on boards of up to "
                    "billions of queens. nqueens SIZE stands for nqueens count SIZE.",
                    "The result goes to standard output, everything else to standard error. "
                    "Numbers may be written 1000000, 1e6 or 1_000_000.",
                    "A placement file is text: one column number for every row, separated by "
                    "white space or commas; # starts a comment. Or it is an array of integers as "
                    "NumPy saves it (.npy): of one dimension, or of two with a placement in each "
                    "row. nqueens writes signed numbers of 4 bytes, of 8 above 2^31 queens, and of "
                    "1 in lists. CSV of list and JSON of list and solve are read too."},
          .boards =
              {"A board is written N, for N rows and N columns, or MxN, for M rows and N columns. "
               "A solution has one queen in each row, so there is none if M is larger than N. "
               "nqueens count also takes a range: 8..12 is every size from 8 to 12. With --board "
               "the size may be left out.",
               "A square is ROW:COLUMN, both counted from 0, with row 0 on top; or a letter and a "
               "number as in chess, where a1 is the lower left corner. So on a board of 8 rows 0:3 "
               "is d8. Commas separate squares: --place 0:3,7:0 or --place d8,a1. A file of "
               "squares or diagonals separates them by white space or commas; # starts a comment.",
               "The options below change the rules. They and MxN work up to 64 rows and columns. "
               "Only nqueens solve, verify, and draw of a placement take --place and --block on "
               "larger square boards. Given queens must not attack each other: exit code 2, and "
               "the line names two that do."},
          .examples = {{"nqueens 16", "count the solutions of 16 queens"},
                       {"nqueens solve 1e6 -o queens.txt", "place a million queens"},
                       {"nqueens verify queens.txt", "check that none attack each other"}},
          .commands = {count_command(), estimate_command(), list_command(), solve_command(),
                       verify_command(), draw_command(), puzzle_command(), merge_command(),
                       audit_command(), tour_command(), bench_command(), info_command(),
                       help_command(), completions_command(), man_command()},
          .default_command = "count"};
}

}  // namespace nqueens::cli
