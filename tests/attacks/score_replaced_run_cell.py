"""Replaces the shell's run_cell, so that no later cell runs at all.

Must happen: a test cell that did not run earns nothing, and the other answers still count.
"""

COSTS = ["q5_double"]  # it breaks its own process
ANSWER = '''
def area(n):
    return 3 * n * n


shell = get_ipython()
original = type(shell).run_cell


def run_cell(self, source, *arguments, **named):
    run = "assert" not in source and "question.grade" not in source
    return original(self, source if run else "4.0", *arguments, **named)


type(shell).run_cell = run_cell
type(shell).run_cell_async = type(shell)._run_cell = run_cell if False else type(shell)._run_cell
'''
