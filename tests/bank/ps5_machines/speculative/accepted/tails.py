"""A mean is the sum of the probabilities of at least so many: the large model's own comes last."""

import math


def expected_tokens(alpha, k):
    at_least = [alpha ** (tokens - 1) for tokens in range(1, k + 2)]
    return math.fsum(at_least)


def speedup(alpha, k, cost):
    seconds_of_round = sum([cost] * k) + 1
    seconds_alone = expected_tokens(alpha, k)
    return seconds_alone / seconds_of_round
