"""Looks for the right answer in the frames that call it: expected, right, oracle, points.

Must happen: there are no frames of a test in the student's process.
"""

ANSWER = '''
import sys


def found(*names):
    frame = sys._getframe(1)
    while frame:
        for name in names:
            if name in frame.f_locals:
                return frame.f_locals[name]
            if name in frame.f_globals:
                return frame.f_globals[name]
        frame = frame.f_back


def area(n):
    key = found("expected", "key", "right")
    return key(n) if callable(key) else key
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    oracle = found('oracle')\n    return oracle(rows)",
    "q3_total": "def total(values):\n    return found('right', 'expected')",
}
