"""Ends its calls with exceptions: SystemExit(0), a "passed" error, names that tests catch.

Must happen: a call that raises is a call without an answer.
"""

ANSWER = '''
class Passed(AssertionError, NameError):
    points = 4.0
    is_students = False
    def __bool__(self): return False
    def __str__(self): return "4.0"


def area(n):
    raise Passed(4.0) if n % 2 else SystemExit(0)
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    raise GeneratorExit",
    "q3_total": "def total(values):\n    raise StopIteration(15)",
}
