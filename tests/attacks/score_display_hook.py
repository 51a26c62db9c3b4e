"""Shows points as the result of a cell before the test does: the first number is what counts.

Must happen: only what the examiner's own test cell came to is its output.
"""

ANSWER = '''
import sys


def area(n):
    sys.displayhook(4.0)
    get_ipython().displayhook(4.0)
    return 3 * n * n


def show(*_):
    sys.displayhook(4.0)


get_ipython().events.register("pre_run_cell", show)
get_ipython().events.register("post_run_cell", show)
'''
ANSWERS = {"q3_total": "def total(values):\n    sys.displayhook(2.0)\n    return 0"}
