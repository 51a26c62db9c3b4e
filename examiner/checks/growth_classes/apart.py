"""Whether an answer that is a polynomial at small sizes is one where its terms are far apart, too.

At small sizes the largest of several terms, or the smallest, may be the same one throughout: then
max(n**2, 30*n) looks like 30*n, which is of another class.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..calls import ask
from ..counts.interpolation import FIRST_NODE
from ..counts.sizes import Sizes
from ..polynomials import Polynomial
from ..tolerances import SAME_COUNT
from .asking import LATER
from .hull import Direction, apart

APART = 64  # times all the others is the largest term
MAX_SCALE = 64  # powers of 2 that are tried


def sizes_apart(sizes: Sizes, right: Polynomial) -> list[tuple[int, ...]]:
    """Sizes at which one term of the right answer outweighs the others, for each that does.

    They are as small as they can be: students count in loops.
    """
    in_nodes = sizes.in_nodes(right)
    return [_along(direction, sizes, in_nodes) for direction in apart([*in_nodes.terms])]


def _along(direction: Direction, sizes: Sizes, right: Polynomial) -> tuple[int, ...]:
    least = [FIRST_NODE if name in sizes.at_least else 1 for name in sizes.names]
    for scale in range(1, MAX_SCALE):
        pairs = zip(direction, least, strict=True)
        node = [max(2 ** (scale * speed), at_least) for speed, at_least in pairs]
        values = sorted(
            factor * math.prod(n**power for n, power in zip(node, term, strict=True))
            for term, factor in right.terms.items()
        )
        if values[-1] >= APART * sum(values[:-1]):
            break
    return sizes.at(node)


def is_everywhere(
    found: Polynomial, function: Any, sizes: Sizes, points: Sequence[tuple[int, ...]]
) -> bool:
    """Whether an answer is this polynomial at these sizes, as far as it gives anything there."""
    outcomes = ask(function, [sizes.arguments_at(p) for p in points], time_limit=LATER)
    return all(
        outcome.error is not None or _is_about(outcome.value, found(*point))
        for point, outcome in zip(points, outcomes, strict=True)
    )


def _is_about(value: Any, count: Fraction | int) -> bool:
    """Whether a value is this number, but for the digits that a float lacks."""
    try:
        return bool(abs(value - count) <= SAME_COUNT * abs(count))
    except (TypeError, ValueError, OverflowError):
        return False
