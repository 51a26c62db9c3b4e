"""Outputs that follow from others of the same answer, as the amounts of an audit do: what is wrong
in one of them is not wrong again in those that it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from .cases import Definition
from .entries import Entry, Place, part_of
from .variants import numbers_of


@dataclass(frozen=True)
class FromOwn:
    """What outputs are by the answer's own that stand before them: one way to be right, said in
    `accept=`. `checks.from_own(lambda own, n: {"total": own["first"] + own["second"]})`

    definition: of what the answer gave for these, by name, and of the arguments of the call; a dict
        (or tuple) with the outputs that follow, as the oracle returns it. It raises, as on a key
        that is missing, where nothing follows.
    right: how many of the outputs before it have to be right, or to follow themselves.
    """

    definition: Definition
    right: int = 0

    def value(self, entry: Entry, before: Sequence[Entry]) -> np.ndarray | None:
        """What the output of an entry is by those before it; None where nothing follows."""
        own = {e.output: e.answer[()] for e in before if isinstance(e.answer, np.ndarray)}
        try:
            value = next(entry.case.follow(partial(self.definition, own)))
            return numbers_of(part_of(value, entry.part))
        except Exception:  # whatever the answer gave, nothing can be computed from it
            return None


def following(
    entries: Sequence[Entry], rules: Mapping[str, FromOwn], allowed: Mapping[Place, str]
) -> dict[Place, str]:
    """The entries of first calls that follow from those before them, beside what is allowed, and
    why.
    """
    found = dict(allowed)
    if not rules:
        return found
    calls: dict[int, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.place):
        if entry.place[1]:
            continue
        before = calls.setdefault(entry.place[0], [])
        right = sum(e.is_right or e.place in found for e in before)
        for words, rule in rules.items():
            if entry.is_right or entry.place in found or right < rule.right or not entry.is_there:
                continue
            value = rule.value(entry, before)
            if value is not None and np.isfinite(value).all() and entry.agrees(value):
                found[entry.place] = words
        before.append(entry)
    return found
