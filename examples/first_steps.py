# First steps with the Python package. VS Code, Spyder and PyCharm run it cell by cell and show pictures;
# `jupytext --to ipynb first_steps.py` makes a notebook; `python3 first_steps.py` runs it all.

# %% All solutions of a board, exactly
import nqueens

for n in range(4, 13):
    print(n, nqueens.count(n))

# %% One solution, drawn: a notebook shows the picture, save() writes it
board = nqueens.solve(8, seed=2)
print(board)
picture = nqueens.draw(board)
picture

# %% Two queens change rows: which attack each other now?
board[[0, 1]] = board[[1, 0]]
print(nqueens.is_solution(board))
for attack in nqueens.conflicts(board):
    print(attack)
nqueens.draw(board)  # attacked queens are red

# %% A million queens take some milliseconds
large = nqueens.solve(1_000_000, seed=2)
print(len(large), nqueens.is_solution(large))

# %% Solutions one by one: the first of 227,514,171,973,736 of 24 queens
print(next(nqueens.solutions(24)))

# %% The same as NumPy arrays, block by block: how often has each square a queen?
import numpy

density = numpy.zeros((10, 10), dtype=int)
for rows in nqueens.solution_blocks(10):
    for row in range(10):
        density[row] += numpy.bincount(rows[:, row], minlength=10)
print(density)

# %% Nauck's puzzle of 1850: two queens are given
for columns in nqueens.solutions(8, place=["b4", "d5"]):
    print(columns)

# %% A board without a solution
try:
    nqueens.solve(8, block=[(row, 0) for row in range(8)])
except nqueens.NoSolution as error:
    print(error)

# %% Long calls report progress; Ctrl-C ends them
def progress(fraction, seconds):
    print(f"{100 * fraction:3.0f} % after {seconds:.1f} s")

print(nqueens.count(18, progress=progress))

# %% Boards that nobody has counted
guess = nqueens.estimate(30, time_limit=2, seed=2)
print(f"30 queens: about {guess.value:.2e} solutions, {guess.low:.2e} to {guess.high:.2e}")
