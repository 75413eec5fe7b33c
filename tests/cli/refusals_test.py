"""Bad input of every command is refused: by an exit code and one line on standard error, which has
the words that help. Nothing is printed, no file is written or changed. A new case is one line."""

import os
import shlex
import shutil

import program
from program import ProgramTest

MOST = 18446744073709551615
ENDLESS = " ".join(program.ENDLESS_BOARD)
LONG_WORD = "a" * 100_000
LARGE = "only a square board without variant and excluded diagonals may have more than 64 rows"

# Lines that write files for the cases; setUp() makes others of them.
FILES = ["8 --journal run.nqj", "8 --place 0:3 --journal given.nqj",
         "8 --place 0:3 --block 7:0 --journal two.nqj",
         "count 12 --engine bitmask --depth 3 --shard 1/2 --journal part.nqj",
         "puzzle 8 --unique --count 3 --solution -o puzzles", "solve 4 -o four",
         "draw 2x4 --block 1:3 -o board"]

# Words of the line, and command lines that are refused with them: exit code 2.
REFUSED = [
    # Commands and options.
    ("did you mean count?", "cuont 8", "help cuont"),
    ("did you mean verify?", "ver"),
    ("nqueens --help lists all", "guess", "''", "-x"),
    ("did you mean --engine?", "count 8 --engin bitmask", "--engin=x"),
    ("did you mean --threads?", "count 8 --thread 2"),
    ("did you mean --samples?", "estimate 40 --sample 20"),
    ("did you mean --journal?", "count 8 --jurnal x"),
    ("nqueens verify --help lists all", "verify x -n 8"),
    ("nqueens count --help lists all", "count 8 --parallel 2"),
    ("nqueens solve --help lists all", "solve 8 -x", "solve 8 -qx"),
    ("unknown option '---'", "count 8 ---"),
    ("the size stands alone: nqueens count 8", "count --n 8", "count --size 8"),
    ("the size stands alone: nqueens solve 8", "solve -n8 --seed 1"),
    ("the size stands alone: nqueens 8", "-n 8", "--n=8 count"),
    ("--size is an option of bench, not of", "count 8 --size 9", "audit run.nqj --size 8"),
    ("as in: nqueens puzzle --count NUM", "list 8 --count"),
    ("as in: nqueens estimate --seed SEED", "count 8 --seed 1"),
    ("as in: nqueens count -t NUM", "draw x -t 1"),
    ("as in: nqueens count --symmetry", "--symmetry solve 8"),
    # Arguments and values that are missing, left over or repeated.
    ("a command is missing", "-q"),
    ("for example: nqueens count 16", "count"),
    ("placement file is missing; for example: ", "verify"),
    ("shell is missing; for example: ", "completions"),
    ("journal is missing; for example: ", "merge", "audit"),
    ("usage: nqueens count [OPTION]... [N|MxN|A..B]", "8 9", "8 -- --"),
    ("usage: nqueens info [OPTION]...", "info x"),
    ("usage: nqueens help ", "help count 8"),
    ("write -t NUM", "8 -t"),
    ("write --journal FILE", "8 --journal --check", "8 --journal -t 2"),
    ("must be a file name, not ''", "8 --journal=", "count --board ''", "merge run.nqj -o ''"),
    ("--json has no value; leave out '=yes'", "8 --json=yes"),
    ("--threads is given twice", "8 -t 1 --threads 2"),
    ("--time is given twice", "estimate 8 --time 1 --time-limit 1"),
    ("a board is given twice: 8 and 8x12", "draw 8 8x12"),
    # Words that are none of a few.
    ("--engine must be auto, ", "8 --engine="),
    ("not 'bitmsk'; did you mean bitmask?", "8 --engine bitmsk", "audit run.nqj --engine bitmsk"),
    ("did you mean avx2?", "8 --isa avx"),
    ("not 'mmx'", "bench --isa mmx"),
    ("did you mean qs4?", "solve 8 --algorithm qs5"),
    ("columns, npy, board, svg or png, not 'text'", "solve 8 --format text"),
    ("must be bash, zsh or fish, not 'tcsh'", "completions tcsh"),
    ("torus, superqueens or semi, not 'toru'; did you mean torus?", "count 7 --variant toru"),
    ("did you mean scaling?", "bench scalin"),
    ("did you mean algorithms?", "bench algorithm 8"),
    ("did you mean qs4?", "bench algorithms 8 --algorithm qs5"),
    ("--algorithm qs4 is given twice", "bench algorithms 8 --algorithm qs4 --algorithm qs4"),
    ("a board of 3 has no solution", "bench algorithms 8 3"),
    ("or steepest, not 'max-free'", "list 8 --by max-free"),
    # Control characters are shown, not sent; long words take one line.
    (r"'a\nb\x1b[2J'", "'a\nb\x1b[2J'"),
    (r"'\xff\x9b'", "\udcff\udc9b"),
    (r"not '1\r2'", "8 -t '1\r2'"),
    (r"\x1b[2J", "audit odd.nqj"),
    (LONG_WORD, f"count {LONG_WORD}", f"count 8 --engine {LONG_WORD}", LONG_WORD,
     f"count 8 --{LONG_WORD}", f"verify {LONG_WORD}", f"merge {LONG_WORD}"),

    # Board sizes.
    ("did you mean 4..9?", "9..4"),
    ("write a range of sizes as 8..12", "8-12", "count 8,12", "8:12 --fundamental"),
    ("whole number from 0 to 32, not ", "-3", "1e30", "-- -5", "4..", "4..-5", "1..2..3",
     "count ''", "count eight", "count ..4", "count 5x"),
    ("from 0 to 32, not '65'", "9..65", "count 65"),
    ("on larger boards nqueens solve finds a solution", "33", "100", "1e9"),
    ("from 0 to 64, not '65'", "list 65", "estimate 65", "draw 65", "count --variant torus 65",
     "count --place 0:0 65"),
    ("from 1 to 64, not ", "list 0 --by qs4", "list 100 --by qs4", "puzzle 65 --unique",
     "count 0x5", "count 5x65"),
    ("from 1 to 100000000000, not ", "solve 0", "solve 100000000001", "solve 1.5"),
    ("from 0 to 100000000000, not '-1'", "verify x -1"),
    ("from 1 to 100000000, not ", "tour 8x", "tour 0", "tour 8x8x8", "tour eight"),
    ("valid are 1 to 100000000 squares", "tour 1e5"),
    ("5000000000; valid are 1 to 4294967295", "solve 5e9 --json", "solve 5e9 --algorithm qs4"),
    ("a board of size 0 has nothing to draw", "draw 0"),
    ("too large for a drawing: 10001", "solve 10001 --format board"),
    ("board is too large to draw: 201 x 201", "tour 201 --format png"),
    ("a torus is square", "count 4x5 --variant torus"),
    (LARGE, "solve 100 --exclude d:0"),
    ("100 queens is too large for --unique", "solve 100 --unique"),
    ("needs one board size, not the range 4..8", "4..8 --journal x", "4..8 --symmetry",
     "4..8 --place 0:0", "count 4..8 --exclude a:3"),
    ("--journal needs one board size", "count 12..13 --shard 1/2 --journal x"),
    # Numbers.
    ("whole number from 1 to 4096, not ", "8 --threads 0", "8 --threads two", "8 --threads 4097",
     "verify x --threads 0", "verify x --threads two", "verify x --threads 4097",
     "bench scaling -t 1,x", "bench scaling -t 1,,2"),
    (f"whole number from 1 to {MOST}, not ", "solve 8 --max-moves 0", "solve 8 --max-moves two",
     f"solve 8 --max-moves {MOST + 1}", "solve 8 --max-starts 0", "solve 8 --max-starts two",
     f"solve 8 --max-starts {MOST + 1}", "list 8 --limit 0", "list 8 --limit two",
     f"list 8 --limit {MOST + 1}"),
    (f"whole number from 0 to {MOST}, not ", "solve 8 --seed -1", f"solve 8 --seed {MOST + 1}"),
    (f"whole number from 10 to {MOST}, not '9'", "estimate 20 --samples 9"),
    ("--depth must be a whole number from 0 to 32, not ", "8 --depth -1", "8 --depth 33"),
    ("depth out of range: 9", "8 --dry-run --engine bitmask --depth 9",
     "8 -t 4096 --engine bitmask --depth 9"),
    ("number of seconds from 0.001 to 1e9, not ", "8 --time-limit 0", "8 --time-limit -1",
     "8 --time-limit soon", "audit run.nqj --time 0", "audit run.nqj --time -1",
     "audit run.nqj --time soon", "audit run.nqj --time 1e10"),
    ("above 0 and below 1, such as 0.01 or 1%, not ", "estimate 20 --error 1",
     "estimate 20 --error 0", "estimate 20 --error %", "estimate 20 --error x"),
    ("--progress must be", "16 --progress -1"),
    ("number of given queens out of range: 9", "puzzle 8 --unique --given 9"),
    ("too few queens: 10", "bench scaling -t 1 --queens 10 --size 8"),
    ("--isa are of the usual count", "bench scaling --size 9 -- list 8",
     "bench scaling --engine simd -- count 8", "bench scaling --isa portable -- count 8"),
    ("write -- count 14, or --size", "bench scaling 14"),
    ("--queens needs QUEENS", "bench scaling --queens 1000000 -- count 8"),
    ("failed: nqueens: unknown option '--chek'",
     "bench scaling -t 1 --pin none -- list 8 --chek"),
    # Options that exclude or need each other, or the board.
    ("--fundamental and --symmetry exclude each other", "8 --fundamental --symmetry"),
    ("--dry-run and --check exclude each other", "8 --dry-run --check"),
    ("--progress and --no-progress exclude each other", "16 --progress 1 --no-progress"),
    ("--by and --limit exclude each other", "list 8 --by steepest --limit 1"),
    ("--details and scaling exclude each other", "bench scaling --details"),
    ("--engine and --samples=0 exclude", "audit run.nqj --samples 0 --engine bitmask"),
    ("--seed and --samples=0 exclude each other", "audit x --samples 0 --seed 1",
     "audit run.nqj --samples 0 --seed 1"),
    ("--dry-run and --samples=0 exclude", "audit run.nqj --dry-run --samples 0"),
    ("--time and --samples", "audit run.nqj --time 60 --samples 0",
     "audit run.nqj --time 60 --samples 5"),
    ("--except and --check exclude each other", "count 12 --journal x --check --except y"),
    ("--shard and --fundamental exclude", "count 12 --shard 1/2 --journal x --fundamental"),
    ("--shard and --symmetry exclude", "count 12 --shard 1/2 --journal x --symmetry"),
    ("--shard and --check exclude", "count 12 --shard 1/2 --journal x --check"),
    ("needs --by; add it", "list 8 --seed 1", "list 8 --starts 1"),
    ("needs --journal; add it", "count 12 --shard 1/2", "count 12 --except part.nqj"),
    ("needs scaling; add it", "bench --threads 2", "bench algorithms 8 --threads 2"),
    ("needs algorithms; add it", "bench --seed 2", "bench scaling --max-moves 2"),
    ("needs scaling or algorithms; add it", "bench --runs 2"),
    ("board size is missing; for example: nqueens bench algorithms", "bench algorithms"),
    ("whole number from 1 to 4294967295, not ", "bench algorithms 0", "bench algorithms 8 eight"),
    ("--give-up must be", "bench algorithms 8 --give-up 0"),
    ("--unique or --given NUM is missing", "puzzle 8"),
    ("plain boards only, not of Q(torus 7)", "count 7 --variant torus --check"),
    ("--symmetry has no table for Q(semi 6)", "count 6 --variant semi --symmetry"),
    ("--by needs a plain board, not Q(8x9)", "list 8x9 --by steepest"),
    ("to count it all the same, add --force", "29", "count 4..30", "28 --time-limit 0.1",
     "count 30 --journal x", "count 28 --depth 0 --journal x",
     "count 29 --shard 1/2 --journal x"),
    ("rows is predicted to take ", "count 5..40 --variant torus"),
    ("engine simd cannot count", "count 6..8 --variant torus --engine simd"),
    ("algorithm mrv takes at most 64 rows", "solve 100 --algorithm mrv"),
    ("algorithm windowed takes no given queens", "solve 1000 --place 0:3 --algorithm windowed"),
    ("algorithm qs4 does not apply to this board", "solve 8 --exclude d:0 --algorithm qs4"),
    ("takes no seed: nothing is random", "solve 20 --algorithm explicit --seed 1",
     "solve 20 --algorithm max-free --seed 1", "solve 500 --algorithm max-free --seed 1"),
    ("a limit of moves needs another algorithm than qs4: one of min-conflicts, ",
     "solve 8 --algorithm qs4 --max-moves 3", "bench algorithms 8 --algorithm qs4 --max-moves 3"),
    ("a given start needs another algorithm than ", "solve 4 --algorithm qs4 --start four",
     "solve 4 --start four", "solve 4 --algorithm explicit --start four"),
    ("a given start does not apply: algorithm mrv", "solve 4 --algorithm mrv --start four",
     "solve 5 --variant torus --start four"),
    ("a board of 5 does not fit 4 queens", "solve 5 --algorithm steepest --start four"),
    ("--unique and --start exclude each other", "solve 4 --unique --start four"),
    ("this is a journal, not a placement", "solve 9 --algorithm steepest --start run.nqj"),
    ("cannot read missing: ", "solve 4 --algorithm steepest --start missing"),
    ("a limit of starts does not apply: algorithm mrv", "solve 5 --variant torus --max-starts 3"),
    ("not enough memory for a board of 100000000000 queens", "solve 1e11 -o /dev/null",
     "solve 1e11 -q -o /dev/null"),

    # Squares and diagonals.
    ("outside the board, which has a1 to h8", "count 8 --place a9", "count 8 --place i1",
     "count 8 --place a0"),
    ("outside the board, which has a1 to z30", "count 30 --block a99999999999999999999"),
    ("a board of size 0 has no square 0:0", "count 0 --place 0:0"),
    ("a square must be ROW:COLUMN", "count 8 --place 0:1,", "count 8 --block 1:2:3",
     "tour 8 --start 1"),
    ("the column of square 0:-1 must be", "count 8 --place 0:-1"),
    ("the row of square a:1 must be", "count 8 --place a:1"),
    ("from 0 to 7, not '8'", "count 8 --block 8:0", "tour 8 --start 8:0"),
    ("from 0 to 8, not '9'", "count 8x9 --block 0:9"),
    ("from 0 to 99, not '100'", "solve 100 --place 0:3,100:4"),
    ("'abc4' is no file, and no list of squares", "count 8 --block abc4"),
    ("begins with one small letter, a to z", "count 8 --block b4,B5", "count 30 --place aa1"),
    ("is no file, and no list of diagonals such as d:0,a:7", "count 8 --exclude d",
     "count 8 --exclude 3"),
    ("an excluded diagonal must be d:K", "count 8 --exclude d:", "count 8 --exclude d:1x", "count 8 --exclude d:1,"),
    ("this board has -7 to 7", "count 8 --exclude d:8"),
    ("this board has 0 to 14", "count 8 --exclude a:15"),
    ("queens 1:1 and 4:1 attack each other in a column", "count 8 --place b4,b7"),
    ("queens 0:3 and 0:5 attack each other in a row", "count 8 --place 0:3 --place 0:5"),
    ("queens 7:7 and 7:9 attack each other in a row", "solve 100 --place 0:3,7:7,7:9"),
    ("attack each other in a row; leave one out", "solve 2e6 --place 0:0,0:1"),
    ("attack each other on a diagonal", "count 8 --place 0:0,3:3", "solve 100 --place 0:3,7:10",
     "count 5 --variant torus --place 0:3,2:0"),
    ("attack each other on an antidiagonal", "count 8 --place 0:3,3:0"),
    ("by a knight's move", "count 9 --variant superqueens --place 0:0,2:1"),
    ("which is blocked or excluded; leave one out", "count 8 --place b4 --block 4:1",
     "count 8 --place 2:3 --exclude d:1"),

    # Files that cannot be read, and what they are instead.
    ("no such journal: missing", "merge part.nqj missing", "audit missing"),
    ("no such journal: none", "count 12 --journal x --except none"),
    ("cannot read missing: No such file", "draw missing", "count --board missing",
     "verify missing --json"),
    ("cannot read -t: ", "verify -- -t"),
    ("cannot read --help: ", "verify -- --help"),
    ("cannot read --: ", "verify -- --"),
    ("cannot read .: Is a directory", "count --board .", "solve 1000 --place ."),
    ("not a regular file", "merge .", "audit .", "audit /dev/zero"),
    ("no board in standard input: it is empty", "count --board -"),
    ("this is a journal, not a placement: run.nqj", "verify run.nqj", "draw run.nqj",
     "verify run.nqj 8"),
    ("this is a journal, not a board: run.nqj", "solve --board run.nqj"),
    ("line 19 of puzzles: a second board begins", "solve --board puzzles", "draw --board puzzles",
     "count --board puzzles"),
    ("of board 1 of puzzles; a placement has one in each", "draw puzzles"),
    # Journals.
    ("no journal in x; check the name", "count --journal x", "count --shard 1/1 --journal x"),
    ("journal of another plan: given.nqj", "count --journal given.nqj --block 7:0"),
    ("journal of another plan: two.nqj", "count --journal two.nqj --place 0:3"),
    ("journal of another plan: run.nqj", "merge part.nqj run.nqj",
     "count 12 --journal x --except part.nqj run.nqj"),
    ("asks for depth 2", "count 12 --journal x --depth 2 --except part.nqj"),
    ("journal of another plan: part.nqj", "count 12 --journal x --place 0:0 --except part.nqj"),
    ("this run is board 13", "count --journal x --except part.nqj -- 13"),
    ("write --except FILE...", "count 12 --journal x --except"),
    ("damaged journal header: damaged.nqj", "merge damaged.nqj part.nqj"),
    ("journal without a record: ", "audit fresh.nqj"),
    ("4294967296 bytes for 1 task: restore a copy", "8 --journal sparse.nqj",
     "merge sparse.nqj", "audit sparse.nqj"),
    ("a journal is a file, not standard output", "count 8 --journal -",
     "count 8 --shard 1/1 --journal -", "merge run.nqj -o -"),
    ("cannot create journal missing/x: No such file", "merge run.nqj -o missing/x",
     "count 8 --shard 1/1 --journal missing/x"),
    ("Is a directory", "count 8 --shard 1/1 --journal ."),
    ("it is not a regular file", "count 8 --shard 1/1 --journal /dev/full"),
    ("--shard must be I/K, ", "count 12 --shard 3 --journal x", "count 12 --shard '' --journal x",
     "count 12 --shard 1/2/3 --journal x", "count 12 --shard 0/3 --journal x",
     "count 12 --shard /8 --journal x", "count 12 --shard 1/4194305 --journal x"),
    ("the plan at depth 0 has 1 task; take fewer", "count 8 --shard 1/100000 --journal x"),
    ("--depth 2 allows more", "count 8 --engine bitmask --shard 1/5 --journal x"),

    # Output.
    ("cannot write missing/x: No such file", "solve 1e9 -o missing/x",
     "list 8 --by steepest --starts 1e12 --time-limit 0.3 -o missing/x"),
    ("cannot write /nowhere/puzzle: ", "puzzle 8 --unique -o /nowhere/puzzle"),
    ("cannot write .: Is a directory", "solve 1e9 -o ."),
    ("cannot write run.nqj/below: Not a directory", "solve 1e9 -o run.nqj/below"),
    ("cannot write /dev/full: No space left on device", "list 8 -o /dev/full"),
    ("to find the solution again: --seed 7", "solve 100 --seed 7 -t 1 -o /dev/full"),
    ("too little room on disk", "list 24 -o x", "list 24 --fundamental --format board -o x",
     "list 27 --limit 1e17 -o x"),
    ("no format has the suffix .csv", "solve 1e9 -o x.csv", "puzzle 8 --unique --seed 5 -o x.csv"),
    ("no format has the suffix .jpg", "tour 6 -o x.jpg"),
    ("no format has the suffix .txt: x.txt; use .csv", "count 8 -o x.txt", "estimate 8 -o x.txt",
     "bench scaling -o x.txt"),
    ("does not go into x.json; use .csv", "count 8 --format csv -o x.json"),
    ("cannot write missing/x.csv: ", "count 16 -o missing/x.csv", "estimate 20 -o missing/x.csv"),
    ("--format needs scaling", "bench --format csv"),
    ("--format and --shard exclude", "count 9 --shard 1/2 --journal x --format csv"),
    ("does not go into JSON; leave out --json", "count 8 --json --format csv",
     "estimate 8 --json --format csv", "list 8 --json --format csv"),
    ("no format has the suffix .dat", "list 9 -o x.dat"),
    ("nqueens draw makes pictures", "list 9 -o x.svg"),
    ("does not go into x.npy; use .txt", "solve 8 --format columns -o x.npy"),
    ("does not go into x.PNG; use .svg", "draw 8 --format svg -o x.PNG"),
    ("does not go into x.txt; use .npy", "list 8 --format npy -o x.txt"),
    ("does not go into x.json; use .txt", "tour 8 --format text -o x.json"),
    ("does not go into x.svg; use .txt", "puzzle 8 --unique --format squares -o x.svg"),
    ("does not go into JSON; leave out --json, or give --output FILE",
     "solve 8 --json --format npy", "solve 8 --json --format svg", "solve 8 --json --format board",
     "list 6 --json --format board", "list 6 --by qs4 --json --format board",
     "tour 5 --json --format text", "tour --json --format svg",
     "puzzle 6 --unique --json --format squares"),
    ("an array tells its length first", "list 8 --format npy"),
    ("--pixels 100 does not apply to text", "tour 8 --pixels 100"),
    ("--unique", "solve 8 --unique --format svg", "solve 8 --unique --output x"),
]

EIGHT = "0 4 7 5 2 6 1 3\n"
FROM_ONE = "1 5 8 6 3 7 2 4"
FOUR = "1 3 0 2\n"
FIVES = "0 2 4 1 3\n0 3 1 4 2\n"
# Nauck, 1850: b4 and d5 are given.
PUZZLE = "........\n........\n........\n...Q....\n.Q......\n........\n........\n........\n"
SOLUTION = "Q.......\n....Q...\n.......Q\n.....Q..\n..Q.....\n......Q.\n.Q......\n...Q....\n"
FIRST_FIVE = "".join(SOLUTION.splitlines(True)[:5])
THREE = "Q....\n..Q..\n....Q\n"
HUNDRED = " ".join(map(str, range(100)))
THOUSAND = " ".join(map(str, range(1000)))

# The same with what is on standard input, and in the file `input`.
REFUSED_INPUT = [
    ("standard input can be read only once", "0:0", "solve 8 --place - --block -",
     "count 8 --place - --place -"),
    ("standard input can be read only once", EIGHT, "draw - --board -", "verify - --place -"),
    # Board files, and lists of squares.
    ("input is a board of 8x8, not ", PUZZLE, "count 9 --board input", "count 8x9 --board input",
     "draw 5 --board -"),
    ("--board needs one board size, not the range 4..8", PUZZLE, "count 4..8 --board input"),
    ("line 2 of input: 4 squares, where the rows above have 3", "...\n....\n",
     "count --board input"),
    (r"line 1 of input: '\x00' is no square", "".join(map(chr, range(256))), "count --board input"),
    ("too large for a board file: input; at most 1048576 bytes", "#" * (1 << 20) + "\n",
     "count --board input"),
    ("queens 0:0 and 1:1 attack each other on a diagonal", "Q..\n.Q.\n...\n",
     "count --board input"),
    ("'!' is no square; ", "!...\n.!..\n...!\n..!.\n", "count --board -"),
    ("'!' is no square; ", "Q...\n.!..\n...!\n..!.\n", "count --board -"),
    ("'!' is no square; ", ".!..\n...Q\nG...\nx.Q?\n", "solve --board -"),
    ("two queens in column 2 at the start; algorithm first-choice", "2 1 2 0\n",
     "solve 4 --algorithm first-choice --start -"),
    ("column out of range: 4", "2 1 4 0\n", "solve 4 --algorithm min-conflicts --start input"),
    ("line 3 of input: ", "0:3\n\n5:6,x\n", "solve 1000 --place input"),
    ("line 2 of input: ", "0:3\n5:1000", "solve 1000 --place input"),
    ("line 2 of input: ", "0:3\n\x89PNG\r\n\x1a\n\0\0\0", "solve 1000 --place input"),
    ("line 2 of input: ", "0:3\n1 5\n", "solve 1000 --place input"),
    ("line 1 of input: ", "\0" * 100_000, "solve 1000 --place input"),
    ("line 1 of input: ", "7" * 100_000, "solve 1000 --place input"),
    (r"line 1 of input: the row of square 0\x00:3 must be", "0\0:3", "count 8 --place input"),
    ("no squares in input", "", "solve 1000 --place input"),
    ("no squares in input", "\n", "solve 1000 --place input"),
    ("no squares in input", "# nothing\n", "solve 1000 --place input"),
    # Placements as text.
    ("it is empty", "", "draw input", "draw -"),
    ("it is empty", "row0,row1\n", "draw -"),
    ("it is empty", '{"board_size": 3, "solutions": []}', "draw -"),
    ("it is empty", "# nothing\n", "verify input", "verify -", "draw -"),
    ("it is empty", "\n", "draw -"),
    ("unexpected character: 'x'", "0 4 x 5", "verify input", "verify -"),
    ("unexpected character: '.'", "1.5 0", "verify input", "verify -"),
    ("unexpected character: 'x' at byte 2, row 1 of line 3 of", "1 3 0 2\n2 0 3 1\n1 x\n",
     "verify -"),
    ("unexpected character: 'x' at byte 6, row 3 of line 2 of", "1 3 0 2\n1 3 0 x\n", "verify -",
     "draw -"),
    ("unexpected character: 'x' at byte 2, row 1 of line 1 of", "1 x 0 2\n1 3 0 2\n", "verify -",
     "draw -"),
    ("column out of range: 4", "0 4 8 5", "verify input", "verify -"),
    ("column out of range: 99999999999...", "0 99999999999999999999", "verify input", "verify -"),
    ("unexpected character: '-'", "-1 0", "verify input", "verify -"),
    ("", "\x7fELF\x02\x01\x01\x00\xff\xfe", "verify input"),
    ("", "\x93NUMPY", "verify input"),
    ("column out of range: 9 in row 5 of line 2 of standard input; a board of 6 has columns 0 to 5",
     "1 3 5 0 2 4\n1 3 5 0 2 9\n1 3 5 0 2 4\n", "verify -"),
    ("column out of range: 5 in row 1 of line 2 of", "0 4 7 5 2 6 3 1\n0 5\n", "draw -"),
    ("for a rectangle give rows and columns, as in 8x12", "0 9", "draw -"),
    ("for a rectangle give rows and columns, as in 8x12", "3", "verify -"),
    ("for a rectangle give rows and columns, as in 8x12", "0 2 9", "draw input --variant semi"),
    ("column out of range: 2 in row 1", "0 2", "draw - --style density"),
    ("a board of 3x5 has columns 0 to 4", "0 5 1", "verify - 3x5"),
    ("counted from 1? then give base 1", FROM_ONE, "verify -", "draw -", "verify input",
     "verify - --block 7:0"),
    ("counted from 1? then give base 1", FROM_ONE.replace(" ", "\n"), "draw -"),
    ("of line 2 of standard input; a board of 8 has columns 0 to 7; counted from 1?",
     EIGHT + FROM_ONE + "\n", "verify -"),
    ("columns 0 to 7; for a rectangle", "0 5 8 6 3 7 2 4", "verify -", "draw -"),
    ("columns 0 to 7; for a rectangle", "1 5 9 6 3 7 2 4", "verify -", "draw -"),
    ("counted from 0? then give base 0", "2 0 1 3", "verify - --base 1"),
    ("a board of 4 has columns 1 to 4", "2 5 1 3", "verify - --base 1"),
    ("number from 0 to 100000000000, not ", EIGHT, "verify - x", "verify - 3x", "verify - y"),
    # Placements and boards that do not fit each other.
    ("a board of 8 does not fit 4 queens in line 2 of", EIGHT + FOUR + "0\n", "verify -",
     "verify - -q", "verify - --json"),
    ("a board of 8 does not fit 1 queen in line 3 of", EIGHT + EIGHT + "0", "verify -",
     "verify - -q", "verify - --json"),
    ("a board of 5 does not fit 4 queens in line 3 of", FIVES + FOUR, "verify - 5",
     "verify - 5 -q", "verify - 5 --json", "verify - --block 1:1", "verify - --block 1:1 -q",
     "verify - --block 1:1 --json"),
    ("a board of 4 does not fit 5 queens in line 1 of", FIVES.replace(" ", ","), "verify - 4",
     "verify - 4 -q", "verify - 4 --json"),
    ("a board of 9 does not fit 8 queens in standard input", EIGHT[:-1], "verify - 9",
     "verify - 9 -q", "verify - 9 --json"),
    ("does not fit 5 queens and 8 columns in board 2 of", f"{SOLUTION}\n{FIRST_FIVE}", "verify -",
     "verify - -q", "verify - --json"),
    ("a board of 5 does not fit 5 queens and 8 columns in", FIRST_FIVE, "verify - 5",
     "verify - 5 -q", "verify - 5 --json"),
    ("is a blank line missing between two boards?", f"{SOLUTION}\n{SOLUTION}{SOLUTION}",
     "verify -", "verify - -q", "verify - --json"),
    ("does not fit 3 queens and 5 columns in standard input", THREE, "verify - 2", "verify - 3x6"),
    ("a board of 4x5 does not fit 3 queens in line 1", "0 2 4\n0 3 1\n", "draw - 4x5"),
    ("a board of 3x4 has columns 0 to 3", "0 2 4\n0 3 1\n", "draw - 3x4"),
    ("a board of 3x5 does not fit 2 queens and 3 columns in board 1", "Q..\n..Q\n\nQ..\n..Q\n",
     "draw - 3x5"),
    ("a board of 2x4 does not fit 3 queens", "0 2 4", "verify - --board board"),
    ("board is a board of 2x4, not 2x5; leave out the size", "0 2", "verify - --board board 2x5"),
    ("a board of 5x6 does not fit 4 queens in input", FOUR, "draw input 5x6"),
    ("a board of 2 does not fit 4 queens in four", "..\n..\n",
     "draw four --variant torus --board input"),
    ("a board of 999 does not fit 1000 queens", THOUSAND, "verify - --place 0:0 999"),
    (LARGE, THOUSAND, "verify - --variant semi", "verify - --variant semi 1000"),
    ("--threads and --place exclude each other", EIGHT, "verify - --place 0:2 --threads 2"),
    # Drawings, and drawings of placements.
    ("no queen in row 1 of standard input", "Q..\n...\n", "verify -", "draw -"),
    ("two queens in row 0 of standard input", "Q.Q\n", "verify -", "draw -"),
    ("line 2 of standard input: 3 squares, where the rows above have 2", "Q.\n..Q\n", "verify -",
     "draw -"),
    ("line 2 of standard input: '1' is no square", ".Q\n1 2\n", "verify -", "draw -"),
    ("line 4 of board 3 of standard input: ", ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n\n"
     ".Q..\n...Q\nQ...\n..\n", "verify -"),
    ("no format has the suffix .jpg", EIGHT, "draw - -o x.jpg"),
    ("cannot write missing/x: ", "0", "draw - -o missing/x"),
    ("--pixels 100 does not apply to text", "0", "draw - --pixels 100"),
    ("--pixels must be a whole number from 64 to 16384, not '10'", "0", "draw - --pixels 10"),
    ("squares of 2.8 pixels have no room for --labels", HUNDRED,
     "draw - --labels chess --format svg --pixels 300"),
    ("a density of 101 queens has no labels", HUNDRED + " 100", "draw - --labels chess"),
    ("board is too large for --style board: 20001", " ".join(map(str, range(20001))),
     "draw - --style board --format svg"),
    ("--style density is for placements on plain square boards", FOUR,
     "draw input --style density --place 0:1"),
    ("--style density is for one placement", EIGHT + EIGHT, "draw - --style density"),
    ("too many placements for a sheet", "0\n" * 5001, "draw - 1"),
    ("too many placements for a sheet: more than 5000; ", EIGHT * 5001, "draw -"),
    ("more than 500000 up to line 501", (" ".join(["1"] * 1000) + "\n") * 501, "draw -"),
    # What is no placement and no journal.
    ("seems to be a list with brackets", "[0, 2]", "verify -"),
    # JSON that is no placement.
    ("this JSON has no columns and no list of solutions", '{"a": 1}', "verify -", "draw -"),
    ("this JSON has no columns", '{"command": "count", "solutions": "92"}', "verify -"),
    ("damaged JSON at byte 12 of input", '{"columns": ', "verify input", "draw input"),
    ("damaged JSON at byte 16 of", '{"columns": [1]}}', "verify -"),
    ("placement 1 of standard input is no list of column numbers", '{"columns": [1, -3]}',
     "verify -"),
    ("is no list of column numbers", '{"columns": [1, "3"]}', "verify -"),
    ("is no list of column numbers", '{"columns": [1, [3]]}', "verify -"),
    ("is no list of column numbers", '{"solutions": [1, 3]}', "verify -"),
    ("placement 2 of standard input is no list", '{"solutions": [[0], {"a": [0]}]}', "verify -"),
    ("placement 2 of standard input has 1 queen, the first one 4",
     '{"solutions": [[1, 3, 0, 2], [1]]}', "verify -"),
    ("no list of column numbers, 0 to 2147483647", '{"columns": [0, 2147483648]}', "verify -"),
    ("it is empty", '{"columns": []}', "verify -"),
    ("unknown variant: 'quens'", '{"variant": "quens", "columns": [0]}', "verify -"),
    ("a board of 9 does not fit 8 queens", '{"columns": [0, 4, 7, 5, 2, 6, 1, 3]}', "verify - 9"),
    ("damaged JSON: a number of standard input is too large", '{"a": 1e999, "columns": [0]}',
     "verify -"),
    ("damaged JSON: a byte 0 in standard input", '{"columns": [0]}\0', "verify -"),
    ("line 2 of standard input has 4 numbers under 5 names",
     "row0,row1,row2,row3,row4\n1,3,0,2\n", "verify -", "draw -"),
    ("", "row0xyz\n0\n", "verify -"),
    ("", "row0,row1,row2,row3\r1,3,0,2\r", "verify -"),
    ("line 3 of input: an excluded diagonal must be d:K", "d:0\n\na:1 b:2", "8 --exclude input"),
    ("no diagonals in input", "# none\n", "8 --exclude input"),
    ("more diagonals than the board takes", "d:0\n" * 100, "8 --exclude input"),
    ("seems to be an SVG or HTML file", "<svg>", "verify -"),
    ("seems to be a PNG picture", "\x89PNG", "verify -"),
    ("seems to be a zip archive", "PK\3\4", "verify -"),
    ("not a journal: input", EIGHT, "merge input", "audit input"),
    ("not a journal: input", "", "audit input"),
    ("not a journal: input", "nqueens-journal 1 board=8", "audit input"),
    ("not a journal: input", "x", "8 --journal input"),
    ("no journal in input; check the name", "", "count --journal input"),
]

# There is no solution, or no total: exit code 1.
NONE = [
    ("no completion exists", "solve 6 --place 0:0", "solve 6 --place 0:0 --unique"),
    ("no solution exists", "solve 8 --variant torus -q", "solve 4 --block 0:1,0:2",
     "puzzle 8 --unique --variant torus", "puzzle 3 --unique", "list 3 --by steepest"),
    ("a queen in each of 9 rows needs as many columns, not 8", "solve 9x8"),
    ("has more than one solution; take more given queens", "puzzle 8 --unique --given 0"),
    ("no closed tour: 3 x 8", "tour 3x8 --closed -o x.json"),
    ("no total yet: ", "merge part.nqj -q --check", "merge part.nqj -q -o x"),
]

# Stopped by a limit: exit code 75.
STOPPED = [
    ("time limit of 0.5 s: Q(20), ", "20 --engine bitmask --time-limit 0.5"),
    ("time limit of 0.3 s: Q(28), ", "28 --force --engine bitmask --time-limit 0.3"),
    ("time limit of 0.3 s: no solution was listed yet", f"list {ENDLESS} -q --time-limit 0.3"),
    ("time limit of 0.3 s: no solution of ", f"solve {ENDLESS} --time-limit 0.3",
     "solve 500 --algorithm max-free --time-limit 0.3 -q"),
    ("found yet; run it again with more time or another seed",
     "solve 2e8 -q -t 1 --algorithm min-conflicts --seed 1 --time-limit 0.5"),
    ("the time limit left time for", "estimate 40 --time 0.002", "estimate 40 --time-limit 0.002"),
    ("no puzzle of 8 queens with 1 given found in 5 attempts",
     "puzzle 8 --unique --given 1 --max-attempts 5 --seed 3"),
]

# Stopped by SIGINT: exit code 130.
INTERRUPTED = [
    ("nothing is kept without --journal FILE", "20 --engine bitmask"),
    ("Q(26)", "estimate 26 --error 1e-9 -q"),
    ("no solution of ", "solve 2e8 -q -t 1 --algorithm min-conflicts -o x"),
    ("no tour found yet; run it again", "tour 10000 -q"),
    ("no series done; run it again", "bench scaling --threads 1 --size 22"),
]


class Refusals(ProgramTest):
    def setUp(self):
        super().setUp()
        for line in FILES:
            self.succeed(*line.split(), cwd=self.folder)
        header = self.read("run.nqj").splitlines(True)[0]
        self.file("fresh.nqj", header)
        self.file("odd.nqj", header.replace("journal 1 ", "journal \x1b[2J "))
        self.file("damaged.nqj", self.read("part.nqj").replace("board", "boxrd", 1))
        shutil.copy(self.path("run.nqj"), self.path("sparse.nqj"))
        os.truncate(self.path("sparse.nqj"), 1 << 32)

    def check(self, says, lines, code=2, **given):
        """Each line is refused, and leaves all files as they are."""
        def times():
            return {path.name: path.stat().st_mtime_ns for path in self.folder.iterdir()}
        before = times()
        for line in lines:
            with self.subTest(line[:200], code=code):
                self.refuse(shlex.split(line), says, code, cwd=self.folder, encoding="latin1",
                            **given)
                self.assertEqual(times(), before)

    def test_command_lines(self):
        for code, table in ((2, REFUSED), (1, NONE), (75, STOPPED)):
            for says, *lines in table:
                self.check(says, lines, code)

    def test_interrupts(self):
        before = self.files()
        for says, line in INTERRUPTED:
            with self.subTest(line):
                process = program.start(*line.split(), cwd=self.folder)
                code, output, errors = program.stop(process, after=program.BEGUN)
                self.assertEqual((code, output, errors.count("\n")), (130, "", 1), errors)
                self.assertTrue(errors.startswith("nqueens: stopped by SIGINT: "), errors)
                self.assertIn(says, errors)
                self.assertEqual(self.files(), before)

    def test_input(self):
        for says, content, *lines in REFUSED_INPUT:
            self.file("input", content.encode("latin1"))
            self.check(says, lines, input=content)
