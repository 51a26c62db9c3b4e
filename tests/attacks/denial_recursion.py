"""Recurses without end, in Python and, with the limit lifted, down to the end of the C stack.

Must happen: a RecursionError or a crash, in that question only.
"""

ANSWER = '''
import sys


def area(n):
    return area(n + 1)
'''
ANSWERS = {"q3_total": "def total(values):\n    sys.setrecursionlimit(10**9)\n    return repr(eval('[' * 50 + ']' * 50)) + total(values)"}
