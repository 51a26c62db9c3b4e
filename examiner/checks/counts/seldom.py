"""Rarer mistakes with a count, which are named where nothing more usual explains an answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ..polynomials import Polynomial
from .causes import Cause, Effects, note
from .parts import Part, flops


def seldom(parts: Sequence[Part]) -> Effects:
    """The effects of rarer mistakes with one part, and of one that is made with all parts that cost
    the same.
    """
    effects: Effects = {}
    places: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts):
        places.setdefault(part.cost(), []).append(place)
        for label, altered in part.altered_seldom():
            cause = Cause(label, part.name, frozenset([place]), common=False)
            note(effects, altered - part.cost(), cause)
    for cost, alike in places.items():
        if len(alike) < 2:
            continue
        part = parts[alike[0]]
        name = " and ".join(parts[place].name for place in alike)
        ways = part.altered(flops), part.altered_seldom(), part.with_other_sizes(alone=False)
        for label, altered in chain(*ways):
            cause = Cause(label, name, frozenset(alike), common=False)
            note(effects, (altered - cost) * len(alike), cause)
    return effects
