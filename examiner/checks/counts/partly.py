"""Products that are charged without additions while others are not."""

from __future__ import annotations

from collections.abc import Sequence

from ..polynomials import Polynomial
from .parts import MULTIPLY_ACCUMULATES, WITHOUT_ADDITIONS, Part, macs


def without_additions(parts: Sequence[Part], effect: Polynomial) -> frozenset[int]:
    """The places of the products that lack their additions, if that is all of the effect; else
    none.

    Products of one cost can't be told apart: all of them lack theirs, or none does. Where each is
    one of two, it may as well be that one is missing. Only products that cost a single term are
    looked at.
    """
    by_cost: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts):
        if part.product and len((cost := macs(part.product)).terms) == 1:
            by_cost.setdefault(cost, []).append(place)
    found: list[int] = []
    is_clear = False
    for cost, places in by_cost.items():
        ((term, number),) = cost.terms.items()
        if effect.terms.get(term) == -number * len(places):
            effect += cost * len(places)
            found += places
            is_clear |= len(places) % 2 == 1
    return frozenset(found) if is_clear and not effect.terms else frozenset()


def in_words(parts: Sequence[Part], places: frozenset[int]) -> str:
    """What is said where the products in these places lack their additions, and others don't."""
    without = [part.name for place, part in enumerate(parts) if place in places]
    others = [p.name for place, p in enumerate(parts) if p.product and place not in places]
    if len(others) < len(without):
        return f"{MULTIPLY_ACCUMULATES}; only {' and '.join(others)} — with additions"
    return WITHOUT_ADDITIONS.format(" and ".join(without))
