"""Which mistake explains what is wrong with an answer's arrays.

A mistake may be named only where it explains every array that is wrong, or at least every one that
it would change: a coincidence in one case of four would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .entries import Entry, Place
from .guess import Guess


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

    @classmethod
    def of(cls, guess: Guess, entries: Sequence[Entry]) -> Candidate | None:
        """None where it explains nothing but that the answer raises.

        Cases with a limit of their own, where a definition may be slow, are looked at only if it
        explains something elsewhere, or nothing else is wrong.
        """
        wrong = sorted((e for e in entries if not e.is_right), key=lambda e: e.is_limited)
        if all(isinstance(entry.answer, str) for entry in wrong):
            return None
        explained, solid, numbers = set(), set(), 0
        for entry in wrong:
            if entry.is_limited and not (explained or wrong[0].is_limited):
                break
            array = guess.array(entry)
            if not entry.agrees(array, undefined=True) or entry.hides(array):
                continue
            explained.add(entry.place)
            if array is not None and np.isfinite(array).any():
                solid.add(entry.place)
                numbers += array.size
        if not any(e.place in explained and not isinstance(e.answer, str) for e in wrong):
            return None
        others = (e for e in entries if e.place not in explained)
        changed = explained | {e.place for e in others if not e.hides(guess.array(e))}
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

    allowed: the places of what differs from the definition and is right all the same, and why.
    """

    def __init__(self, entries: Sequence[Entry], allowed: Mapping[Place, str]) -> None:
        self.entries, self.allowed = entries, allowed
        self.candidates: list[Candidate] = []
        differing = {entry.place for entry in entries if not entry.is_right}
        self.wrong: set[Place] = differing - allowed.keys()
        self._judged = {entry.place for entry in entries} - allowed.keys()

    def add(self, guesses: Iterable[Guess]) -> None:
        found = (Candidate.of(guess, self.entries) for guess in guesses)
        self.candidates += filter(None, found)
        self.candidates.sort(
            key=lambda c: (self.wrong <= c.explained, c.is_likely, c.is_whole),
            reverse=True,
        )

    @property
    def is_hopeless(self) -> bool:
        """Whether every output is wrong somewhere, by no mistake in an answer otherwise right."""
        wrong, mistake = {place[2] for place in self.wrong}, self.of_all()
        earns = mistake is not None and mistake.guess.earns
        return wrong == {entry.place[2] for entry in self.entries} and not earns

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
