# A tour of the Python package, cell by cell: in a notebook, or as a program.

# %% All solutions of a board, exactly
import nqueens

for n in range(4, 13):
    print(n, nqueens.count(n))

# %% One of them, drawn (a notebook shows the picture)
board = nqueens.solve(8, seed=2)
print(board)
picture = nqueens.draw(board)
picture

# %% A million queens take some milliseconds
large = nqueens.solve(1_000_000, seed=2)
print(len(large), nqueens.is_solution(large))

# %% Solutions as they are found: those of the least column sum in the upper half
upper = min(nqueens.solutions(10), key=lambda columns: sum(columns[:5]))
print(upper)

# %% The same with NumPy, block by block: how often each square has a queen
import numpy

density = numpy.zeros((10, 10), dtype=int)
for rows in nqueens.solution_blocks(10):
    for row in range(10):
        density[row] += numpy.bincount(rows[:, row], minlength=10)
print(density)

# %% A puzzle: Nauck gave two queens in 1850
for columns in nqueens.solutions(8, place=[(4, 1), (3, 3)]):
    print(columns)

# %% Boards that nobody has counted
guess = nqueens.estimate(30, time_limit=2, seed=2)
print(f"30 queens: about {guess.value:.2e} solutions, {guess.low:.2e} to {guess.high:.2e}")
