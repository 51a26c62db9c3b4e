"""Computes with rational numbers, and returns them."""

from fractions import Fraction


def expected_tokens(alpha, k):
    return sum(Fraction(alpha) ** accepted for accepted in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * Fraction(cost) + 1)
