"""Fails in ways that make a traceback show the code around the call, and the hidden test in it.

Must happen: a student sees the traceback of the student's own code.
"""

ANSWER = '''
import sys


def area(n):
    error = ValueError(n)
    frame = sys._getframe()
    while frame:
        error = error.with_traceback(__import__("types").TracebackType(error.__traceback__, frame, 0, 1))
        frame = frame.f_back
    raise error
'''
ANSWERS = {"q3_total": "def total(values):\n    assert False, (values, area(1))"}
