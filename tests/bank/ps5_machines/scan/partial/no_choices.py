"""The functions alone.

points: 2
finding: scannable: whole: nothing-returned
"""


def combine(first, second):
    a_1, b_1 = first
    a_2, b_2 = second
    a = a_1 * a_2
    b = a_2 * b_1 + b_2
    return a, b


def scan_depth(T):
    rounds, step = 0, 1
    while step < T:
        step = 2 * step
        rounds = rounds + 1
    return rounds
