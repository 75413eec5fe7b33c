"""The kinds of tables, a module each:

REQUIRED             names of the entries of a definition
cases(definition, processors)                 what is measured, in order
measure(program, definition, case, folder)    the runs of a case, as small flat records

What only some kinds have:
OPTIONAL             names of other entries
table(definition, raw)                        a Table of the raw figures
figures(definition, raw)                      (name, title, matplotlib figure) each
points(raw)                                   comparable figures: label, values
"""

from . import (breaks, counts, estimates, exclusions, pictures, scaling, simulation, solves, success,
               tasks, whole_boards)

KINDS = {"breaks": breaks, "counts": counts, "whole-boards": whole_boards, "tasks": tasks,
         "simulation": simulation, "solves": solves, "scaling": scaling, "exclusions": exclusions,
         "estimates": estimates, "success": success, "pictures": pictures}
