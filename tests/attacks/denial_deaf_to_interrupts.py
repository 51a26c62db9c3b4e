"""Cells that never end and that no interrupt reaches, so that each is killed: with its process, what
the processors did for it could be forgotten.

Must happen: the notebook's time ends as it does for cells that can be interrupted.
"""

COSTS = ["q5_double"]
CELLS = ["import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True:\n    pass"] * 60
