"""Drafts behind a rejected one take no time.

points: 1.5
finding: drafts-until-a-rejection
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (cost * sum(alpha**i for i in range(k)) + 1)
