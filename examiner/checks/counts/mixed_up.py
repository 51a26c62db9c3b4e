"""Sizes in the places of others: in the whole count, or in the call of an earlier answer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..polynomials import Polynomial
from .causes import Cause, Effects
from .parts import Part

Calls = Mapping[str, Sequence[str]]  # earlier question -> the parts that its answer counts


def sizes_mixed_up(right: Polynomial, *, alone: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """What it is called, and which size stands for which then.

    alone: whether the count has one part, of which the same is said.
    """
    used = [name for name in right.variables if right.depends_on(name)]
    for old in used:
        for new in right.variables:
            if new == old:
                continue
            if not alone:
                yield f"{new} stands where {old} belongs, throughout", {old: new}
            if new not in used or old < new:
                yield f"{old} and {new} have changed places", {old: new, new: old}


def note_exchanges(effects: Effects, parts: Sequence[Part], calls: Calls) -> None:
    """Add what it leads to if two sizes change places in all parts that an earlier answer counts.

    Where a mistake with one of these parts comes to the same, the call is named first: who calls
    the earlier answer has no such part.
    """
    for effect, cause in _exchanges(parts, calls):
        others = [c for c in effects.get(effect, ()) if c.parts <= cause.parts]
        if others:
            cause = replace(cause, parts=others[0].parts)
        effects[effect] = [cause, *effects.get(effect, ())]


def _exchanges(parts: Sequence[Part], calls: Calls) -> Iterator[tuple[Polynomial, Cause]]:
    places = {part.name: place for place, part in enumerate(parts)}
    for question, names in calls.items():
        inside = frozenset(places[name] for name in names)
        if len(inside) < 2 or len(inside) == len(parts):  # as with one part, and throughout
            continue
        first, *rest = [parts[place].cost() for place in sorted(inside)]
        count = sum(rest, first)
        used = [name for name in count.variables if count.depends_on(name)]
        for one, other in itertools.combinations(used, 2):
            effect = count.renamed({one: other, other: one}) - count
            if effect.terms:
                label = f"{one} and {other} have changed places in {question} (look at the order "
                label += "of the arguments, if you call it)"
                yield effect, Cause(label, parts=inside, common=False)
