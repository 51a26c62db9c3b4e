"""What is right though it differs from the definition: another definition gives it, or it follows
from other outputs of the same answer, as the amounts of an audit do. What is wrong in one of those
is not wrong again in what it leads to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .cases import Case, Definition
from .entries import Entry, Place, part_of
from .variants import Values, numbers_of


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


def right_too(
    entries: Sequence[Entry], cases: Sequence[Case], ways: Mapping[str, Any]
) -> dict[Place, str]:
    """The entries that differ from the definition and are right all the same, and why.

    ways: what allows it -> a definition, or several, or what follows from own outputs, as in
        `accept=`.
    """
    listed = [
        (words, way if isinstance(way, FromOwn) else Values(cases, way))
        for words, several in ways.items()
        for way in ((several,) if callable(several) or isinstance(several, FromOwn) else several)
    ]
    listed.sort(key=lambda each: isinstance(each[1], FromOwn))  # other answers are said first
    found: dict[Place, str] = {}
    first_calls: dict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.place):
        before = first_calls[entry.place[0]]
        right = sum(e.is_right or e.place in found for e in before)
        for words, way in listed if entry.is_there and not entry.is_right else ():
            if isinstance(way, Values):
                value = way.at(entry)
            else:
                follows = entry.place[1] == 0 and right >= way.right
                value = way.value(entry, before) if follows else None
            numbers = value is not None and np.isfinite(value).any()
            if numbers and entry.agrees(value, undefined=True):
                found[entry.place] = words
                break
        if entry.place[1] == 0:
            before.append(entry)
    return found
