"""Variants: what the arrays of a right answer become by known errors.

A question names its own; several that are edits of one text may come together. The usual ones,
which need no line in a question, are in `usual`.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...findings.known_error import KnownError
from ..edits import edited_together, is_edit, listed
from .cases import Case, Definition
from .entries import Entry, Place, part_of

MAX_PAIRS = 500  # of known errors that are tried together, the likeliest
NOT_THERE = np.empty((0,) * 6)  # agrees with no answer: the variant makes no sense for this array

Mistakes = Mapping[KnownError, Any]  # error -> the function that it leads to, or several


@dataclass(frozen=True)
class Variant:
    """The right arrays changed by one known error, or by several together.

    array: for an entry the array that stands in its place then, of any shape; None if it raises.
    earns: whether it is an error in an answer that is otherwise right.
    definition: the function that the error leads to; None where that is unknown.
    everywhere: whether a right array speaks against it, if it would be changed. A factor, say, may
        be in some arrays alone.
    changed: of several errors, the places of the entries that each changes alone.
    by_question: whether the question names it, so that even a constant may be an answer with it.
    """

    errors: tuple[KnownError, ...]
    array: Callable[[Entry], np.ndarray | None]
    earns: bool = True
    definition: Definition | None = None
    everywhere: bool = False
    changed: Sequence[frozenset[Place]] = ()
    by_question: bool = False

    @classmethod
    def of(
        cls,
        error: KnownError,
        definition: Definition,
        cases: Sequence[Case],
        *,
        by_question: bool = False,
        earns: bool = True,
    ) -> Variant:
        """The variant that a definition gives in place of the right one."""
        values = Values(cases, definition).at
        return cls(
            (error,),
            values,
            definition=definition,
            everywhere=True,
            by_question=by_question,
            earns=earns,
        )

    def errors_in(self, outputs: Set[int]) -> tuple[KnownError, ...]:
        """Those that show in these outputs; all, where that is unknown."""
        pairs = zip(self.errors, self.changed, strict=False)
        shown = tuple(e for e, places in pairs if outputs & {place[2] for place in places})
        return shown or self.errors


class Values:
    """What another definition gives, worked out for a case when it is first asked about."""

    def __init__(self, cases: Iterable[Case], definition: Definition) -> None:
        self._cases, self._definition = list(cases), definition
        self._known: dict[int, list[Any]] = {}

    def at(self, entry: Entry) -> np.ndarray | None:
        """The array in the place of an entry, of any shape; None where the definition raises."""
        case, call, _ = entry.place
        if case not in self._known:
            self._known[case] = values = []
            with contextlib.suppress(Exception):  # call by call, up to where it raises
                for value in self._cases[case].follow(self._definition):
                    values.append(value)
        try:
            return numbers_of(part_of(self._known[case][call], entry.part))
        except (LookupError, TypeError, ValueError):
            return None


def numbers_of(array: np.ndarray) -> np.ndarray:
    """An array of numbers: integers beyond 64 bits as floats. What no float can be agrees with
    nothing.
    """
    if array.dtype.kind in "biufc":
        return array
    try:
        return array.astype(float)
    except (TypeError, ValueError, OverflowError):
        return NOT_THERE


def of_question(
    mistakes: Mistakes | None, cases: Sequence[Case], guesses: Collection[str] = ()
) -> list[Variant]:
    """The variants that a question names: one for each way to make an error.

    guesses: the ids of those that leave nothing of what is asked.
    """
    return [
        Variant.of(error, way, cases, by_question=True, earns=error.id not in guesses)
        for error, ways in (mistakes or {}).items()
        for way in listed(ways)
    ]


def in_pairs(
    variants: Sequence[Variant],
    cases: Sequence[Case],
    entries: Sequence[Entry],
    wrong: set[Place],
    *,
    or_three: bool,
) -> Iterator[Variant]:
    """Two errors in different places that together explain all that is wrong in usual cases, each
    of them in outputs that are wrong; or_three: else two beside the one that explains most outputs.
    """
    usual = [entry for entry in entries if not entry.is_limited]
    differing = {entry.place: entry for entry in usual if entry.place in wrong}
    outputs = {place[2] for place in differing}
    if not outputs or not all(entry.is_there for entry in differing.values()):
        return
    parts = [_Part.of(each, usual, differing) for each in variants if is_edit(each.definition)]
    fitting = [part for part in parts if part.outputs and part.outputs <= outputs]
    bases: list[list[_Part]] = [[]]
    if or_three and fitting:
        most = max(fitting, key=lambda part: len(part.explained_of(outputs, differing)))
        bases += [[most]] if most.explained_of(outputs, differing) else []
    explained = False
    for base in bases:
        if explained:
            return
        pairs = [[*base, *pair] for pair in itertools.combinations(fitting, 2)]
        pairs = [several for several in pairs if _go_together(several, outputs)]
        pairs.sort(key=lambda several: _unlikely(several, differing))
        for several in pairs[:MAX_PAIRS]:
            definition = edited_together([part.variant.definition for part in several])
            if definition is None:
                continue
            values = Values(cases, definition).at
            if all(entry.agrees(values(entry), undefined=True) for entry in differing.values()):
                errors = tuple(error for part in several for error in part.variant.errors)
                changed = tuple(part.changed for part in several)
                yield Variant(
                    errors, values, True, definition, True, changed=changed, by_question=True
                )
                explained = True


@dataclass(frozen=True)
class _Part:
    """An error that may be one of several.

    changed: the usual entries that it changes alone. agrees: those of the wrong ones that are as it
    makes them. outputs: the numbers of the outputs that it changes.
    """

    variant: Variant
    changed: frozenset[Place]
    agrees: frozenset[Place]
    outputs: frozenset[int]

    @classmethod
    def of(
        cls, variant: Variant, usual: Sequence[Entry], differing: Mapping[Place, Entry]
    ) -> _Part:
        changed = frozenset(e.place for e in usual if not e.hides(variant.array(e)))
        agrees = frozenset(
            place
            for place, entry in differing.items()
            if entry.agrees(variant.array(entry), undefined=True)
        )
        return cls(variant, changed, agrees, frozenset(place[2] for place in changed))

    def explained_of(self, outputs: set[int], differing: Mapping[Place, Entry]) -> set[int]:
        """The numbers of the outputs that it explains alone."""
        return outputs - {place[2] for place in differing.keys() - self.agrees}


def _go_together(several: Sequence[_Part], outputs: set[int]) -> bool:
    """Whether errors are several, and show in all of these outputs together."""
    errors = {part.variant.errors for part in several}
    shown = frozenset().union(*(part.outputs for part in several))
    return len(errors) == len(several) and shown == outputs


def _unlikely(several: Sequence[_Part], differing: Mapping[Place, Entry]) -> int:
    """In how many places errors explain nothing that each would explain alone."""
    found = 0
    for place in differing:
        there = [part for part in several if place in part.changed]
        found += not there or (len(there) == 1 and place not in there[0].agrees)
    return found
