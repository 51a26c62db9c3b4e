"""Nothing is answered.

finding: not-answered
"""


def expected_tokens(alpha, k):
    raise NotImplementedError


def speedup(alpha, k, cost):
    raise NotImplementedError
