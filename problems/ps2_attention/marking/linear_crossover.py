"""The shortest length at which linear attention takes fewer FLOPs."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Polynomial,
    assign,
    carried_forward,
    case,
    convention,
    misconception,
    returns,
)

from ..attention import crossover_length

IN_MACS = ("2 * d_v * r + 3 * r", "2 * d_v * r + 2 * r", "3 * d_v * r + 3 * r")

# fmt: off
MISCONCEPTIONS = [
    misconception("leading-terms",
      [returns("-(-2 * d_v * r // (d_v + r))"), returns("2 * d_v * r // (d_v + r) + 1"),
       returns("2 * d_v * r // (d_v + r) + 0"), returns("round(2 * d_v * r / (d_v + r))")],
      "this comes from the leading terms only, 2 D_v R / (D_v + R)"),
    misconception("leading-terms-not-whole", returns("2 * d_v * r / (d_v + r)"),
      "this comes from the leading terms only, and is not a whole number"),
    misconception("equal-is-not-cheaper", returns("-(-linear // quadratic)"),
      "if both cost the same, linear is not cheaper"),
    misconception("one-too-small", returns("linear // quadratic"),
      "this is the last length at which linear is not cheaper"),
    misconception("not-whole", returns("linear / quadratic"),
      "this is the point at which the costs are equal; a length is a whole number"),
    misconception("rounded-to-nearest", returns("round(linear / quadratic)"),
      "this is rounded to the nearest whole number; the question asks for the smallest L above it"),
    misconception("dv-and-r-exchanged", assign("linear", "4 * d_v * r + 3 * d_v + r"),
      "D_v and R are swapped"),
    misconception("linear-sum-or-division-missing",
      [assign("linear", "4 * d_v * r + 2 * r + d_v"), assign("linear", "4 * d_v * r + 3 * r")],
      "in the linear form, the sum of the keys' features or the divisions are not counted"),
    misconception("quadratic-sums-or-divisions-missing",
      [assign("quadratic", "2 * (r + d_v) + 1"), assign("quadratic", "2 * (r + d_v) + 0")],
      "in the quadratic form, the sums over the keys or the divisions are not counted"),
    convention("multiply-accumulates-here",
      [*[assign("quadratic", "r + 2 + d_v") & assign("linear", f"{linear} + d_v")
         for linear in ("4 * d_v * r + 3 * r", *IN_MACS)],
       *[assign("linear", f"{linear} + d_v") for linear in IN_MACS]],
      "the products of one form or of both are counted in multiply–accumulates (P6)"),
    misconception("holds-for-r-equal-dv", [returns("d_v + 1"), returns("r + 1")],
      "this holds only if R = D_v; count with both"),
    misconception("power-of-two", returns("1 << (linear // quadratic).bit_length()"),
      "this is the next power of two; lengths are whole numbers of any kind"),
]
# fmt: on

COUNTS = ("linear_flops", "quadratic_flops")


def smallest_length(cheaper: Callable[[int], bool]) -> int:
    return next((n for n in range(1, 1000) if cheaper(n)), 0)


def by_definition(d_v: int, r: int) -> int:
    return smallest_length(
        lambda n: 4 * n * d_v * r + 3 * n * r + n * d_v < 2 * n**2 * r + 2 * n**2 + 2 * n**2 * d_v
    )


def carried_count(question: str) -> Polynomial | None:
    """Return the count of an earlier answer; None if it can't be carried forward."""
    verdict = carried_forward(question)
    return verdict.counted if verdict and isinstance(verdict.counted, Polynomial) else None


def by_carried_counts(
    cases: Mapping[str, Case], answer: Any
) -> Mapping[str, Callable[[int, int], int]]:
    """Return the definition with the student's counts, if both are carried forward.

    If all cases have the same crossover, the result is empty, because a constant would match it.
    """
    linear, quadratic = map(carried_count, COUNTS)
    if linear is None or quadratic is None:
        return {}

    def carried_definition(d_v: int, r: int) -> int:
        return smallest_length(lambda n: bool(linear(n, d_v, r) < quadratic(n, d_v, r)))

    if len({carried_definition(*each.arguments) for each in cases.values()}) == 1:
        return {}
    return {f"right, given your answers to {' and '.join(COUNTS)}": carried_definition}


# Pairs (D_v, R). Each case draws one pair from its line; all pairs in a line show the same errors.
PAIRS = [
    [(size, size) for size in range(64, 99)],
    [(3, 53), (4, 86), (5, 127), (6, 54), (9, 117), (11, 67), (17, 79)],  # both cost the same
    [(25, 28), (26, 29), (27, 30), (28, 31), (29, 32), (31, 34), (32, 29), (33, 36), (34, 31)],
    [(7, 28), (8, 36), (9, 46), (10, 42), (10, 57), (11, 51), (12, 61), (13, 56)],
    [(3, 32), (3, 33), (3, 34), (3, 35), (3, 36), (3, 37), (3, 38)],
    [(148, 114), (151, 125), (152, 126), (155, 124), (156, 125), (158, 116), (159, 114)],
]


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    drawn = [rng.choice(pairs).tolist() for pairs in PAIRS]
    return {
        f"D_v = {d_v}, R = {r}": case(d_v, r, weight=2 if i < 2 else 1)
        for i, (d_v, r) in enumerate(drawn)
    }


# No two misconceptions lead to the same six lengths.
question = Arrays(
    oracle=by_definition,
    accept=by_carried_counts,
    cases=cases,
    reference=crossover_length,
    misconceptions=MISCONCEPTIONS,
)
