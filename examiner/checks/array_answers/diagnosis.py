"""Which known errors explain what is wrong with an answer's arrays.

Tried are those that the question names, then two of them together (or three), then the usual ones,
until one explains all that is wrong: `Explanations.of`.

An error may be named only where it explains every array that is wrong, or at least every one that
it would change: a coincidence in one case of four would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from ...findings.diagnosis import Diagnosis
from .cases import Definition
from .entries import ArrayComparison, Entry, Place
from .generic import exchanges, generic_mutants
from .mutants import Mutant, Uncomputed, in_pairs

Readings = Sequence[tuple[Diagnosis, ...]]  # the best first; each explains all by itself


@dataclass(frozen=True)
class MutantMatch:
    """A variant beside an answer: the entries that it would change, and those of them that it
    explains.

    solid: those that it explains by numbers, and not merely as NaN or by raising too.
    numbers: how many these are.
    """

    variant: Mutant
    changed: Set[Place]
    explained: Set[Place]
    solid: Set[Place]
    numbers: int

    @classmethod
    def of(cls, variant: Mutant, entries: Sequence[Entry]) -> MutantMatch | None:
        """None where it explains nothing but that the answer raises.

        Cases with a limit of their own, where a definition may be slow, are looked at only if it
        explains something elsewhere, or nothing else is wrong.
        """
        wrong = sorted((e for e in entries if not e.is_right), key=lambda e: e.is_limited)
        if not any(entry.is_there for entry in wrong):
            return None
        explained: set[Place] = set()
        solid: set[Place] = set()
        numbers = 0
        for entry in wrong:
            if entry.is_limited and not (explained or wrong[0].is_limited):
                break
            array = variant.array(entry)
            if not entry.agrees(array, undefined=True) or entry.hides(array):
                continue
            explained.add(entry.place)
            if array is not None and np.isfinite(array).any():
                solid.add(entry.place)
                numbers += array.size
        if not any(e.place in explained and e.is_there for e in wrong):
            return None
        others = (e for e in entries if e.place not in explained)
        changed = explained | {e.place for e in others if not e.hides(variant.array(e))}
        return cls(variant, changed, explained, solid, numbers)

    def explains(self, wrong: Set[Place], among: Set[Place]) -> bool:
        """Whether it explains all that is wrong among some entries, and no right one among them
        speaks against it. Any single number is something times the right one.
        """
        if not wrong <= self.explained:
            return False
        if not self.variant.by_question and self.numbers < 2:
            return False
        return not self.variant.everywhere or self.changed & among <= self.explained

    @property
    def is_likely(self) -> bool:
        """Whether no right array of any output speaks against it."""
        return not self.variant.everywhere or self.changed == self.explained

    @property
    def is_whole(self) -> bool:
        """Whether all that it would change, everywhere, is as it would be, and numbers show it."""
        return self.variant.by_question and self.changed == self.explained and bool(self.solid)

    @property
    def mistaken(self) -> Definition | None:
        """The function that an answer with this error is; None where that is unknown, or another
        one in some of what was asked.
        """
        sure = self.variant.by_question or self.changed == self.explained
        return self.variant.definition if sure else None


class Explanations:
    """The matches of one answer, the best first: those explaining all that is wrong, then those
    that explain all they would change. What raises where the answer raises too explains nothing.

    allowed: the places of what differs from the definition and is right all the same, and why.
    """

    def __init__(
        self, question: ArrayComparison, entries: Sequence[Entry], allowed: Mapping[Place, str]
    ) -> None:
        self.entries, self.allowed = entries, allowed
        self.uncomputed = Uncomputed.of(entries, question.cases)
        self.matches: list[MutantMatch] = []
        self.wrong = {e.place for e in entries if not e.is_right} - allowed.keys()
        self._judged = {entry.place for entry in entries} - allowed.keys()

    @classmethod
    def of(
        cls,
        question: ArrayComparison,
        entries: Sequence[Entry],
        allowed: Mapping[Place, str],
        named: Sequence[Mutant],
        *,
        or_three: bool,
    ) -> Explanations:
        """By the errors that a question names, two of them together (or three), the usual ones. As
        soon as one explains all that is wrong, no others are tried.
        """
        found = cls(question, entries, allowed)
        if not found.wrong:
            return found
        found.add(named)
        if not found.of_all() and not found.is_uncomputed:
            found.add(in_pairs(named, question.cases, entries, found.wrong, or_three=or_three))
        more = (
            found.uncomputed.variants(),
            exchanges(question),
            generic_mutants(question, entries),
        )
        for variants in more:
            best = found.of_all()
            if not best or not best.is_likely:
                found.add(variants)
        return found

    def add(self, variants: Iterable[Mutant]) -> None:
        self.matches += filter(None, (MutantMatch.of(each, self.entries) for each in variants))
        self.matches.sort(
            key=lambda m: (self.wrong <= m.explained, m.is_likely, m.is_whole), reverse=True
        )

    @property
    def is_uncomputed(self) -> bool:
        """Whether nothing is computed in all outputs that are wrong."""
        return {place[2] for place in self.wrong} <= self.uncomputed.worthless

    def of_all(self) -> MutantMatch | None:
        """The match that explains everything that is wrong; None if nothing is.

        In outputs without anything wrong it need not show: what is right there may have been
        computed in another way.
        """
        among = self._outputs_of(self.wrong)
        matches = self.matches if self.wrong else []
        return next((m for m in matches if m.explains(self.wrong, among)), None)

    def of_group(self, group: set[Place]) -> MutantMatch | None:
        """The match that explains what is wrong in a group: everything that is wrong, or that is
        wrong in its outputs, or all that the error would change.
        """
        if everything := self.of_all():
            return everything
        among, wrong = self._outputs_of(group), self.wrong & group
        for match in self.matches:
            if match.explains(self.wrong & among, among):
                return match
        return next((m for m in self.matches if m.is_whole and wrong <= m.solid), None)

    def _outputs_of(self, places: set[Place]) -> set[Place]:
        """All entries of the outputs that these places belong to, but those that are allowed."""
        outputs = {place[2] for place in places}
        return {place for place in self._judged if place[2] in outputs}

    def readings(self, match: MutantMatch, outputs: Set[int] = frozenset()) -> Readings:
        """The errors of a match, and those of others that a question names and that explain as much
        as well. outputs: those of each that show in these alone, if any are given.
        """
        alike = [match.variant.errors_in(outputs)]
        for other in self.matches if match.variant.by_question else ():
            as_much = (other.explained, other.changed) == (match.explained, match.changed)
            if other.variant.by_question and as_much:
                alike.append(other.variant.errors_in(outputs))
        return list(dict.fromkeys(alike))
