"""The mistakes that a problem's text names: each alone, and two of them together."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .cases import Case, Definition
from .entries import Entry, Place, part_of
from .guess import AND, NOT_THERE, Guess

MAX_PAIRS = 1000  # of mistakes that are tried together

Steps = Mapping[str, Callable[..., Any]]
Way = Definition | Steps
Mistakes = Mapping[str, Way | Sequence[Way]]


class Values:
    """What another definition gives, worked out for a case when it is first asked about."""

    def __init__(self, cases: Iterable[Case], definition: Definition) -> None:
        self._cases, self._definition = list(cases), definition
        self._known: dict[int, list[Any]] = {}

    def at(self, entry: Entry) -> np.ndarray | None:
        """The array in the place of an entry; None where the definition raises."""
        case, call, _ = entry.place
        if case not in self._known:
            self._known[case] = self._follow(self._cases[case])
        try:
            return _numbers(part_of(self._known[case][call], entry.part))
        except (LookupError, TypeError, ValueError):
            return None

    def _follow(self, case: Case) -> list[Any]:
        """What it returns call by call, up to where it raises: a mistake may."""
        values: list[Any] = []
        with contextlib.suppress(Exception):
            for value in case.follow(self._definition):
                values.append(value)
        return values


def _numbers(array: np.ndarray) -> np.ndarray:
    """An array of numbers: integers beyond 64 bits as floats. What no float can be agrees with
    nothing.
    """
    if array.dtype.kind in "biufc":
        return array
    try:
        return array.astype(float)
    except (TypeError, ValueError, OverflowError):
        return NOT_THERE


@dataclass(frozen=True)
class Slip:
    """One mistake. steps: those that it replaces in the definition; {} if it isn't given so."""

    label: str
    definition: Definition
    values: Values
    steps: Steps

    def changes(self, entries: Iterable[Entry]) -> set[int]:
        """The numbers of the outputs that it changes in some of these."""
        changed: set[int] = set()
        for entry in entries:
            if entry.place[2] not in changed and not entry.hides(self.values.at(entry)):
                changed.add(entry.place[2])
        return changed


class Slips:
    """The mistakes of a problem, as guesses.

    walk: the definition as a walk in steps that have names: walk(**changed) is the definition with
        these steps replaced. Then a mistake may be given as the steps that it replaces.
    """

    def __init__(
        self, mistakes: Mistakes, cases: Sequence[Case], walk: Callable[..., Definition] | None
    ) -> None:
        self.cases, self.walk = cases, walk
        self.slips = [
            self._slip(label, way) for label, ways in mistakes.items() for way in _as_sequence(ways)
        ]

    def _slip(self, label: str, way: Way) -> Slip:
        """ValueError for steps of a definition that doesn't come in steps."""
        if callable(way):
            return Slip(label, way, Values(self.cases, way), {})
        if self.walk is None:
            raise ValueError(f"{label}: steps are replaced; `walk=` is missing")
        definition = self.walk(**way)
        return Slip(label, definition, Values(self.cases, definition), way)

    def alone(self) -> Iterator[Guess]:
        for slip in self.slips:
            yield Guess(slip.label, slip.values.at, definition=slip.definition, everywhere=True)

    def in_pairs(self, entries: Sequence[Entry], wrong: set[Place]) -> Iterator[Guess]:
        """Two mistakes in different steps that together explain all that is wrong in usual cases,
        each of them in outputs that are wrong.
        """
        usual = [entry for entry in entries if not entry.is_limited]
        differing = [entry for entry in usual if entry.place in wrong]
        outputs = {entry.place[2] for entry in differing}
        if not outputs or any(isinstance(entry.answer, str) for entry in differing):
            return
        found = [(slip, slip.changes(usual)) for slip in self.slips if slip.steps]
        fitting = [(slip, changed) for slip, changed in found if changed and changed <= outputs]
        pairs = (
            ((a, changed_by_a), (b, changed_by_b))
            for (a, changed_by_a), (b, changed_by_b) in itertools.combinations(fitting, 2)
            if a.label != b.label
            and not a.steps.keys() & b.steps.keys()
            and changed_by_a | changed_by_b == outputs
        )
        for pair in itertools.islice(pairs, MAX_PAIRS):
            (a, _), (b, _) = pair
            definition = self.walk(**a.steps, **b.steps)
            values = Values(self.cases, definition)
            if all(entry.agrees(values.at(entry), undefined=True) for entry in differing):
                slips = [(slip.label, changed) for slip, changed in pair]
                yield Guess(
                    AND.join(label for label, _ in slips),
                    values.at,
                    definition=definition,
                    everywhere=True,
                    slips=slips,
                )


def _as_sequence(ways: Way | Sequence[Way]) -> Sequence[Way]:
    return (ways,) if callable(ways) or isinstance(ways, Mapping) else ways
