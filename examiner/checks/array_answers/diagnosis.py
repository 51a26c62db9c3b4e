"""Diagnosis: which misconceptions explain the errors in an answer's arrays.

`Explanations.of` tries mutants in this order: the question's own mutants; combinations of two of
them, or of three if the question asks for it; answers that compute nothing; generic mutants. It
tries combinations only if no single mutant of the question explains all errors. It stops at a
mutant that explains all errors, if no right array contradicts that mutant.

The check names a misconception for an item only if the mutant explains all wrong arrays of the
answer, all wrong arrays of the item's output, or all arrays that the mutant changes. A match in one
case of four is probably a coincidence, and would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from ...findings.diagnosis import Diagnosis
from .case_sets import CaseSet
from .cases import Definition
from .entries import ArrayComparison, Entry, Place
from .generic import generic_mutants
from .mutants import Mutant, Uncomputed, combined_mutants

# Alternative explanations, the best first. Each is a tuple of misconceptions that occur together.
Readings = Sequence[tuple[Diagnosis, ...]]


@dataclass(frozen=True)
class MutantMatch:
    """The match of a mutant with an answer.

    Attributes:
        mutant: The mutant.
        changed: The places that the mutant changes.
        explained: The wrong places at which the answer has the mutant's array.
        numeric: The explained places with numbers in them, not only NaN or an exception.
        number_count: The size of all arrays at the numeric places.
    """

    mutant: Mutant
    changed: Set[Place]
    explained: Set[Place]
    numeric: Set[Place]
    number_count: int

    @classmethod
    def of(cls, mutant: Mutant, entries: Sequence[Entry]) -> MutantMatch | None:
        """Compare a mutant with an answer.

        A mutant may be slow in a case with a time limit. Such a case counts only if the mutant
        explains an error elsewhere, or if nothing else is wrong.

        Args:
            mutant: The mutant.
            entries: All entries of the answer.

        Returns:
            The match; None if the mutant explains no array.
        """
        wrong = sorted((e for e in entries if not e.is_right), key=lambda e: e.is_limited)
        if not any(entry.is_there for entry in wrong):
            return None
        explained: set[Place] = set()
        numeric: set[Place] = set()
        number_count = 0
        for entry in wrong:
            if entry.is_limited and not (explained or wrong[0].is_limited):
                break
            array = mutant.array(entry)
            if not entry.agrees(array, undefined=True) or not mutant.shows(entry):
                continue
            explained.add(entry.place)
            if array is not None and np.isfinite(array).any():
                numeric.add(entry.place)
                number_count += array.size
        if not any(e.place in explained and e.is_there for e in wrong):
            return None
        others = (e for e in entries if e.place not in explained)
        changed = explained | {e.place for e in others if mutant.shows(e)}
        return cls(mutant, changed, explained, numeric, number_count)

    def explains(self, wrong: Set[Place], among: Set[Place]) -> bool:
        """Check whether the mutant explains all wrong places, and no right one contradicts it.

        A generic mutant must explain at least two numbers: any single number is a multiple of the
        right one.

        Args:
            wrong: The wrong places to explain.
            among: The places that may contradict the mutant.
        """
        if not wrong <= self.explained:
            return False
        if not self.mutant.by_question and self.number_count < 2:
            return False
        return not self.mutant.everywhere or self.changed & among <= self.explained

    @property
    def is_likely(self) -> bool:
        """True if no array of any output contradicts the mutant."""
        return not self.mutant.everywhere or self.changed == self.explained

    @property
    def is_whole(self) -> bool:
        """True if this is a mutant of the question, and the answer has all its changes."""
        return self.mutant.by_question and self.changed == self.explained and bool(self.numeric)

    @property
    def function(self) -> Definition | None:
        """The mutant's function; None if the answer may be another function."""
        is_certain = self.mutant.by_question or self.changed == self.explained
        return self.mutant.definition if is_certain else None


class Explanations:
    """The mutants that match an answer, the best first.

    Attributes:
        entries: All entries of the answer.
        allowed: Place that is right although it differs from the definition -> the reason.
        uncomputed: The outputs in which the answer computes nothing.
        matches: The matches. Those that explain all errors come first. Then come those without a
            contradiction.
        wrong: The wrong places.
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
        case_set: CaseSet,
        entries: Sequence[Entry],
        allowed: Mapping[Place, str],
        mutants: Sequence[Mutant],
        *,
        or_three: bool,
    ) -> Explanations:
        """Find the mutants that explain an answer.

        Args:
            case_set: The cases.
            entries: All entries of the answer.
            allowed: Place that is right although it differs from the definition -> the reason.
            mutants: The question's mutants, with those made with the student's earlier answers.
            or_three: True to try three of them together as well.

        Returns:
            The explanations.
        """
        question = case_set.question
        found = cls(question, entries, allowed)
        if not found.wrong:
            return found
        found.add(mutants)
        if not found.full_match() and not found.is_uncomputed:
            combine, wrong = case_set.combine, found.wrong
            found.add(combined_mutants(mutants, combine, entries, wrong, or_three=or_three))
        generic = (
            found.uncomputed.mutants(),
            case_set.swapped,
            generic_mutants(question, entries),
        )
        for more in generic:
            best = found.full_match()
            if not best or not best.is_likely:
                found.add(more)
        return found

    def add(self, mutants: Iterable[Mutant]) -> None:
        """Add the mutants that match the answer."""
        self.matches += filter(None, (MutantMatch.of(each, self.entries) for each in mutants))
        self.matches.sort(
            key=lambda m: (self.wrong <= m.explained, m.is_likely, m.is_whole), reverse=True
        )

    @property
    def is_uncomputed(self) -> bool:
        """True if the answer computes nothing in any wrong output."""
        return {place[2] for place in self.wrong} <= self.uncomputed.worthless

    def full_match(self) -> MutantMatch | None:
        """Return the match that explains all errors; None if there is none.

        An output without errors doesn't contradict it: the answer may compute that output in
        another way.
        """
        among = self._outputs_of(self.wrong)
        matches = self.matches if self.wrong else []
        return next((m for m in matches if m.explains(self.wrong, among)), None)

    def match_for(self, group: set[Place]) -> MutantMatch | None:
        """Return the match that explains the errors in a group of places; None if there is none.

        It explains all errors of the answer, or all errors in the outputs of the group. Or the
        answer has all changes of its mutant. If these errors are only zeros, they show no
        misconception: many lead to 0. An output that is 0 everywhere may be a choice.
        """
        if everything := self.full_match():
            return everything
        among, wrong = self._outputs_of(group), self.wrong & group
        zeros = {e.place for e in self.entries if e.is_there and not e.array.any()}
        only_zeros = self.wrong & among <= zeros and not among <= zeros
        for match in self.matches:
            may_explain = not (only_zeros and match.mutant.earns)
            if may_explain and match.explains(self.wrong & among, among):
                return match
        return next((m for m in self.matches if m.is_whole and wrong <= m.numeric), None)

    def _outputs_of(self, places: set[Place]) -> set[Place]:
        """Return all places of the outputs to which these places belong, without allowed ones."""
        outputs = {place[2] for place in places}
        return {place for place in self._judged if place[2] in outputs}

    def readings(self, match: MutantMatch, outputs: Set[int] = frozenset()) -> Readings:
        """List the misconceptions of a match, and the misconceptions of equally good matches.

        Args:
            match: The match.
            outputs: If given, list only the misconceptions that show in these outputs.

        Returns:
            The misconceptions of each match. A mutant of the question has alternatives only among
            the question's other mutants.
        """
        alternatives = [match.mutant.errors_in(outputs)]
        for other in self.matches if match.mutant.by_question else ():
            is_equal = (other.explained, other.changed) == (match.explained, match.changed)
            if other.mutant.by_question and is_equal:
                alternatives.append(other.mutant.errors_in(outputs))
        return list(dict.fromkeys(alternatives))
