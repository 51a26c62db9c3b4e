"""Which mistake explains what is wrong with an answer's arrays.

A mistake may be named only where it explains every array that is wrong, or at least every one that
it would change: a coincidence in one case of four would mislead.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .cases import Case, Definition
from .entries import Entry, part_of
from .guess import Guess

Place = tuple[int, int, int]
Mistakes = Mapping[str, Definition | Sequence[Definition]]


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
            return part_of(self._known[case][call], entry.part)
        except (LookupError, TypeError, ValueError):
            return None

    def _follow(self, case: Case) -> list[Any]:
        """What it returns call by call, up to where it raises: a mistake may."""
        values: list[Any] = []
        with contextlib.suppress(Exception):
            for value in case.follow(self._definition):
                values.append(value)
        return values


def of_problem(
    entries: Sequence[Entry], cases: Sequence[Case], mistakes: Mistakes
) -> Iterator[Guess]:
    """The mistakes that a problem's text names, as guesses."""
    for label, ways in mistakes.items():
        for mistaken in (ways,) if callable(ways) else ways:
            values = Values(cases, mistaken)
            arrays = [values.at(entry) for entry in entries]
            yield Guess(label, arrays, definition=mistaken, everywhere=True)


@dataclass(frozen=True)
class Candidate:
    """A guess, by the entries that it would change and those of them that it explains.

    solid: those that it explains by numbers, and not merely as NaN or by raising too.
    numbers: how many these are.
    """

    guess: Guess
    changed: frozenset[Place]
    explained: frozenset[Place]
    solid: frozenset[Place]
    numbers: int

    @property
    def label(self) -> str:
        return self.guess.label

    @classmethod
    def of(cls, guess: Guess, entries: Sequence[Entry]) -> Candidate:
        changed, explained, solid, numbers = set(), set(), set(), 0
        for entry, array in zip(entries, guess.arrays, strict=True):
            if entry.hides(array):
                continue
            changed.add(entry.place)
            if entry.is_right or not entry.agrees(array, undefined=True):
                continue
            explained.add(entry.place)
            if array is not None and np.isfinite(array).any():
                solid.add(entry.place)
                numbers += array.size
        return cls(guess, *map(frozenset, (changed, explained, solid)), numbers)

    def explains(self, wrong: set[Place], among: set[Place]) -> bool:
        """Whether it explains all that is wrong among some entries, and no right one among them
        speaks against it. Any single number is something times the right one.
        """
        if not wrong <= self.explained:
            return False
        if self.guess.definition is None and self.numbers < 2:
            return False
        return not self.guess.everywhere or self.changed & among <= self.explained

    @property
    def is_likely(self) -> bool:
        """Whether no right array of any output speaks against it."""
        return not self.guess.everywhere or self.changed == self.explained

    @property
    def is_whole(self) -> bool:
        """Whether all that it would change, everywhere, is as it would be, and numbers show it."""
        known = self.guess.definition is not None
        return known and self.changed == self.explained and bool(self.solid)


class Explanations:
    """The candidates for one answer, the best first: those explaining all that is wrong, then those
    that explain all they would change. What raises where the answer raises too explains nothing.

    wrong: the places of what is wrong.
    """

    def __init__(self, entries: Sequence[Entry], wrong: set[Place]) -> None:
        self.entries, self.wrong = entries, wrong
        self.candidates: list[Candidate] = []
        differing = {entry.place for entry in entries if not entry.is_right}
        self._judged = {entry.place for entry in entries} - (differing - wrong)

    def add(self, guesses: Iterable[Guess]) -> None:
        text = {entry.place for entry in self.entries if isinstance(entry.answer, str)}
        found = [Candidate.of(guess, self.entries) for guess in guesses]
        self.candidates += [c for c in found if c.explained - text]
        self.candidates.sort(
            key=lambda c: (self.wrong <= c.explained, c.is_likely, c.is_whole),
            reverse=True,
        )

    def of_all(self) -> Candidate | None:
        """The mistake that explains everything that is wrong; None if nothing is.

        In outputs without anything wrong it need not show: what is right there may have been
        computed in another way.
        """
        if not self.wrong:
            return None
        among = self._outputs_of(self.wrong)
        return next((c for c in self.candidates if c.explains(self.wrong, among)), None)

    def of_group(self, group: set[Place]) -> Candidate | None:
        """The mistake that explains what is wrong in a group: everything that is wrong, or that is
        wrong in its outputs, or all that the mistake would change.
        """
        if everything := self.of_all():
            return everything
        among = self._outputs_of(group)
        for candidate in self.candidates:
            if candidate.explains(self.wrong & among, among):
                return candidate
        wrong = self.wrong & group
        return next((c for c in self.candidates if c.is_whole and wrong <= c.solid), None)

    def _outputs_of(self, places: set[Place]) -> set[Place]:
        """All entries of the outputs that these places belong to, but those that are allowed."""
        outputs = {place[2] for place in places}
        return {place for place in self._judged if place[2] in outputs}
