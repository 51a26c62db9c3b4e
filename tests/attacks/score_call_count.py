"""Answers differently each time it is asked: the test sees it right once, it hopes.

Must happen: an answer is asked many times, some points twice, and must be one polynomial.
"""

ANSWER = '''
calls = 0


def area(n):
    global calls
    calls += 1
    return 3 * n * n + (2 * n if calls % 2 else 0)
'''
ANSWERS = {"q3_total": "def total(values):\n    global calls\n    calls += 1\n    return (3, 15, 0)[calls % 3]"}
