"""Random boards in every command and the Python package, against a search of its own.
Environment: NQUEENS_BOARDS (default 40), NQUEENS_BOARDS_SEED (default random; failures name it),
NQUEENS_WITH_PACKAGE (1 to test the Python package of PYTHONPATH too)."""

import json
import os
import random

import program

BOARDS = int(os.environ.get("NQUEENS_BOARDS") or (10 if program.INSTRUMENTED else 40))
SEED = int(os.environ.get("NQUEENS_BOARDS_SEED") or int.from_bytes(os.urandom(4), "little"))
PACKAGE = os.environ.get("NQUEENS_WITH_PACKAGE", "") == "1"
if PACKAGE:
    import nqueens

# Whether row and column change places, and which of the two is then counted from the other side.
SYMMETRIES = {"identity": (0, 0, 0), "half turn": (0, 1, 1), "mirror columns": (0, 0, 1),
              "mirror rows": (0, 1, 0), "transpose": (1, 0, 0), "antitranspose": (1, 1, 1),
              "quarter turn": (1, 0, 1), "three quarter turn": (1, 1, 0)}
ENGINES = [row["name"] for row in json.loads(program.run("info", "--json").stdout)["engines"]
           if not row["needs_device"]]


def text_of(placements, between=" "):
    return "".join(between.join(map(str, one)) + "\n" for one in placements)


class Board:
    def __init__(self, rows, columns, variant="queens", place=(), block=(), exclude=()):
        self.rows, self.columns, self.variant = rows, columns, variant
        self.shape = (rows, columns)
        self.given = {"variant": variant, "place": place, "block": block, "exclude": exclude}
        squares = {(r, c) for r in range(rows) for c in range(columns)}
        self.closed = {at for at in squares if at in block or any(self.on(at, k) for k in exclude)}
        self.allowed = {(r, c) for r, c in squares - self.closed if
                        all(r != row or c == column for row, column in place)}
        self.is_sound = not self.closed & set(place) and not any(
            self.attack(one, other) for one in place for other in place if one != other)
        rows_of = [row for row, _ in self.allowed]
        single = [at for at in self.allowed if rows_of.count(at[0]) == 1]
        free = {at for at in self.allowed
                if not any(self.attack(at, one) for one in single if one != at)}
        self.kept = [name for name, (swap, row, column) in SYMMETRIES.items()
                     if (rows == columns or not swap) and (variant != "semi" or row == column) and
                     self.image(name, free) == free]

    def on(self, square, line):
        away = (square[1] + square[0] if line[0] == "a" else square[1] - square[0]) - int(line[2:])
        return away % self.rows == 0 if self.variant == "torus" else away == 0

    def attack(self, one, other):
        down, right = other[0] - one[0], other[1] - one[1]
        wrap = self.columns if self.variant == "torus" else 1 << 30
        return (down == 0 or right == 0 or (right - down) % wrap == 0 or
                self.variant != "semi" and (right + down) % wrap == 0 or
                self.variant == "superqueens" and abs(down * right) == 2)

    def solve(self, most=1 << 30):
        """All solutions in order; None where the search places more queens than `most`."""
        attacked = {one: {other for other in self.allowed if self.attack(one, other)}
                    for one in self.allowed}
        found, queens = [], 0

        def search(columns, free):
            nonlocal queens
            if len(columns) == self.rows:
                found.append(columns)
            for square in sorted(square for square in free if square[0] == len(columns)):
                queens += 1
                if queens > most or not search(columns + (square[1],), free - attacked[square]):
                    return False
            return True
        return found if search((), self.allowed) else None

    def image(self, name, squares):
        swap, *far = SYMMETRIES[name]
        return {tuple(side - 1 - at if other else at for at, side, other in
                      zip(square[::-1] if swap else square, (self.rows, self.columns), far))
                for square in squares}

    def fundamental(self, solutions):
        return sorted({min(tuple(c for _, c in sorted(self.image(name, enumerate(one))))
                           for name in self.kept) for one in solutions})

    def drawing(self, columns=None):
        given = set(self.given["place"])
        queens = given if columns is None else set(enumerate(columns))

        def letter(at):
            if at not in queens:
                return "?" if at in given else "x" if at in self.closed else "."
            if at in self.closed or any(self.attack(at, one) for one in queens if one != at):
                return "!"
            return "G" if at in given and queens - given else "Q"
        return "".join("".join(letter((r, c)) for c in range(self.columns)) + "\n"
                       for r in range(self.rows))


def random_board(draw):
    variant = draw.choice(["queens", "queens", "torus", "superqueens", "semi"])
    columns = draw.randint(1, 12)
    rows = columns if variant == "torus" else draw.choice(
        [1, columns, columns, *(draw.randint(1, most) for most in (columns, columns, 12))])
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    lines = [f"d:{k}" for k in range(1 - rows, columns)]
    lines += [f"a:{k}" for k in range(rows + columns - 1)]
    place = draw.sample(squares, draw.choice([0, 0, 0, 0, 1, min(2, len(squares))]))
    block = draw.sample(squares, draw.choice([0, 0, 1, len(squares) // 9, len(squares) // 3]))
    exclude = draw.sample(lines, draw.choice([0, 0, 1, min(4, len(lines))]))
    if draw.random() < 0.3:  # a board that keeps a symmetry
        plain, place, exclude = Board(rows, columns, variant), [], []
        for name in draw.choice(plain.kept), "half turn":
            block = sorted({*block, *plain.image(name, block)})
    while True:
        board = Board(rows, columns, variant, place, block, exclude)
        if not board.is_sound or board.solve(5000) is not None:
            return board
        place = [*place, draw.choice([square for square in sorted(board.allowed) if not any(
            board.attack(square, queen) for queen in place)])]


class Boards(program.ProgramTest):
    def words(self):
        board, words = self.board, ["--variant", self.board.variant]
        if board.is_sound and self.random.random() < 0.3:
            return ["--board", self.file("board", board.drawing()), *words]
        for option in "place", "block", "exclude":
            texts = [item if option == "exclude" else self.random.choice(
                [f"{item[0]}:{item[1]}", f"{chr(97 + item[1])}{board.rows - item[0]}"])
                for item in board.given[option]]
            words += [f"--{option}", ",".join(texts)] if texts else []
        return [f"{board.rows}x{board.columns}", *words]

    def check_counts(self, board, solutions, fundamental):
        words, engine = ["count", *self.words(), "--fundamental"], self.random.choice(ENGINES)
        can_count = "cannot count" not in program.run(*words, "--engine", engine).stderr
        answer = self.json_of(*words, "--engine", engine if can_count else "auto")
        half, quarter = (sum(board.image(name, enumerate(one)) == set(enumerate(one))
                             for one in solutions) for name in ("half turn", "quarter turn"))
        self.assertEqual([int(answer["solutions"]), int(answer["fundamental"]),
                          int(answer["point_symmetric"]), int(answer["quarter_turn_symmetric"])],
                         [len(solutions), len(fundamental), half,
                          quarter if board.rows == board.columns else 0])
        if solutions:  # else queens that stand alone in their rows may attack each other
            self.assertEqual(set(answer["symmetries"]), set(board.kept))

    def check_verify(self, solutions, placements, text):
        right, number = sum(one in solutions for one in placements), len(placements)
        said = (f"{right} solutions of " if right == number else f"{right} of {number} placements "
                ) if number > 1 else "solution: " if right else "not a solution: "
        done = program.run("verify", "-", *self.words(), input=text)
        self.assertTrue(done.stdout.splitlines()[-1].startswith(said), (text, done))
        self.assertEqual(done.returncode, int(right < number), (text, done))

    def check_package(self, board, solutions, fundamental, others):
        shape, given = board.shape, board.given
        for engine in ENGINES:
            try:
                self.assertEqual(nqueens.count(shape, engine=engine, **given), len(solutions), engine)
            except ValueError as error:
                self.assertIn("cannot count", str(error))
        for only, listed in (False, solutions), (True, fundamental):
            self.assertEqual(nqueens.count(shape, fundamental=only, **given), len(listed))
            self.assertEqual([*nqueens.solutions(shape, fundamental=only, **given)], listed)
        for one in [*others, *solutions[:3]]:
            self.assertEqual(nqueens.is_solution(one, board=shape, **given), one in solutions)
        if solutions:
            self.assertIn((*nqueens.solve(shape, **given).tolist(),), solutions)

    def check(self, board):
        if not board.is_sound:
            for command in "count", "list", "solve", "draw", "estimate":
                self.refuse([command, *self.words()])
            return self.refuse(["verify", "-", *self.words()], input="0 " * board.rows)
        solutions = board.solve()
        fundamental = board.fundamental(solutions)
        self.check_counts(board, solutions, fundamental)
        drawings = "\n".join(Board(*board.shape, board.variant).drawing(one) for one in solutions)
        for words, listed in (([], text_of(solutions)), (["--format", "board"], drawings),
                              (["--fundamental"], text_of(fundamental))):
            self.assertTrue(self.succeed("list", *self.words(), *words) == listed, words)
        others = [tuple(self.random.choices(range(board.columns), k=board.rows)) for _ in "123"]
        for placements in filter(None, (solutions, others[:1], [*others, *solutions[:3]])):
            self.check_verify(solutions, placements, text_of(placements, self.random.choice(" ,")))
        if solutions:
            self.check_verify(solutions, solutions, drawings)
        for one in [*others[:1], *solutions[-1:]]:
            done = program.run("draw", "-", *self.words(), input=text_of([one]))
            self.assertEqual(done.stdout, board.drawing(one), done)
            self.assertEqual(", a solution" in done.stderr, one in solutions, done)
        for more in [], ["--unique"]:
            done = program.run("solve", *self.words(), "-q", *more)
            found = {tuple(map(int, line.split())) for line in done.stdout.splitlines()}
            self.assertEqual((len(found), found - set(solutions), done.returncode),
                             (min(len(solutions), 1 + len(more)), set(), len(found) != 1), done)
        return self.check_package(board, solutions, fundamental, others) if PACKAGE else None

    def test_every_path_agrees_with_a_search_of_its_own(self):
        for number in range(BOARDS):
            self.random = random.Random(f"{SEED} {number}")
            self.board = board = random_board(self.random)
            with self.subTest(SEED=SEED, number=number, rows=board.rows, columns=board.columns,
                              **board.given):
                self.check(board)


if __name__ == "__main__":
    print(f"NQUEENS_BOARDS_SEED={SEED}, {BOARDS} boards", flush=True)
    program.main()
