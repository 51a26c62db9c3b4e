"""Twice every product of two or three sizes: both right terms are among eighteen others.

finding: seq_len·d_in: wrong-term
"""

from itertools import combinations
from math import prod


def feedforward_flops(*sizes):
    return 2 * sum(prod(some) for count in (2, 3) for some in combinations(sizes, count))
