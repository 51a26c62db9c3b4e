"""Drawing cases in which the known errors of a question show, whatever they are drawn from.

Random numbers can hide an error: a largest difference without absolute values is right where the
largest one happens to be positive. So that an answer earns the same under every draw, each case is
drawn until the same errors show in it in every course: the most that show in more than one of some
draws which are always the same. An error that can't show in a case is none there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import numpy as np

from ..calls import Outcome
from .cases import Case
from .entries import ArrayComparison, Entry
from .mutants import Mutant

SAMPLES = 8  # draws by which it is known where an error can show
TRIES = 50  # draws of a case
MAX_KNOWN = 256  # seeds of a check

Cases = Mapping[str, Case]
ErrorPlace = tuple[int, int, int]  # the numbers of an error, a call and an output
Choice = tuple[int, Set[ErrorPlace]]  # which of the draws of a case, and where that one differs


@dataclass(frozen=True)
class CaseReview:
    """What a build wants to know of the cases that a check draws. No submission needs it.

    samples: gets the names of the misconceptions and sample draws, once for each check.
    differs: gets a sentence on a misconception that shows in fewer places than it can, or in more.
    """

    samples: Callable[[Sequence[str], Sequence[Sequence[GeneratedCase]]], object]
    differs: Callable[[str], object]


@dataclass(frozen=True)
class GeneratedCase:
    """A case that was drawn; the rest as in `CaseGenerator`."""

    name: str
    case: Case
    question_of: Callable[[Cases], ArrayComparison]
    variants: Callable[[Sequence[Case]], Sequence[Mutant]]

    @cached_property
    def entries(self) -> list[Entry]:
        """The right arrays; none where the case has a limit of its own, and definitions may be
        slow."""
        if self.case.seconds is not None:
            return []
        question = self.question_of({"": self.case})
        return question.entries([[Outcome(value) for value in question.truth[0]]])

    @cached_property
    def errors(self) -> Sequence[Mutant]:
        """The known errors in this case."""
        return self.variants([self.case])

    def differing(
        self, wanted: Set[ErrorPlace], numbers: Iterable[int] | None = None
    ) -> Iterator[ErrorPlace]:
        """The places where an answer with an error would be wrong and that are not wanted, or that
        are and it wouldn't. numbers: of the errors, in the order in which they are looked at."""
        there = {entry.place[1:] for entry in self.entries}
        yield from (place for place in wanted if place[1:] not in there)
        for n in range(len(self.errors)) if numbers is None else numbers:
            for entry in self.entries:
                place = (n, *entry.place[1:])
                if entry.hides(self.errors[n].array(entry)) == (place in wanted):
                    yield place


@dataclass(eq=False)
class CaseGenerator:
    """Draws the cases of a check from seeds, and keeps what is known of them, answer after answer.

    cases: draws them. question_of: what an answer is compared with in cases, by the oracle.
    variants: the misconceptions, in cases.
    """

    cases: Callable[[np.random.Generator], Cases]
    question_of: Callable[[Cases], ArrayComparison]
    variants: Callable[[Sequence[Case]], Sequence[Mutant]]
    _reviewed: bool = False
    _chosen: dict[int, list[Choice]] = field(default_factory=dict)  # by seed, for each case
    _drawn: dict[tuple[int, ...], list[GeneratedCase]] = field(
        default_factory=dict
    )  # for one answer

    def draw(self, seed: int, review: CaseReview | None = None) -> Cases:
        """The cases that are drawn from a seed. review: what a build wants to know of them.

        Raises:
            ValueError: A misconception never shows in any.
        """
        try:
            return self._cases(seed, review)
        finally:
            self._drawn.clear()

    def _cases(self, seed: int, review: CaseReview | None) -> Cases:
        if not self.names:
            return {each.name: each.case for each in self._of(seed)}
        if review and not self._reviewed:
            review.samples(self.names, self._samples)
            self._reviewed = True
        shown = {self.names[place[0]] for wanted in self._wanted for place in wanted}
        if never := sorted({*self.names} - shown):
            raise ValueError(
                f"{never[0]}: this error shows in no case: add one, or leave it out, unless it "
                "sets a name that nothing reads"
            )
        if seed not in self._chosen:
            if len(self._chosen) >= MAX_KNOWN:
                self._chosen.clear()
            self._chosen[seed] = [self._choose(seed, *each) for each in enumerate(self._wanted)]
        found = {}
        for i, (number, places) in enumerate(self._chosen[seed]):
            drawn = self._of_try(seed, number)[i]
            found[drawn.name] = drawn.case
            if review is None:
                continue
            for n in sorted({place[0] for place in places}):
                hidden = any(place[0] == n for place in self._wanted[i] & places)
                how = "is hidden" if hidden else "shows by chance"
                review.differs(f"{self.names[n]} {how} in {drawn.name!r}")
        return found

    @cached_property
    def names(self) -> list[str]:
        """The names of the misconceptions; all ways to have one have its name."""
        return [error.key for each in self.variants([]) for error in each.errors]

    @property
    def _samples(self) -> list[list[GeneratedCase]]:
        return [self._of(number) for number in range(SAMPLES)]

    @cached_property
    def _wanted(self) -> list[Set[ErrorPlace]]:
        """For each case what is to show in it."""
        columns = zip(*self._samples, strict=True)
        shown = ([frozenset(each.differing(frozenset())) for each in c] for c in columns)
        return [_usual(each) for each in shown]

    def _of(self, *seeds: int) -> list[GeneratedCase]:
        """Those of these seeds, drawn once for an answer."""
        if seeds not in self._drawn:
            cases, by = self.cases(np.random.default_rng(seeds)), (self.question_of, self.variants)
            self._drawn[seeds] = [GeneratedCase(name, case, *by) for name, case in cases.items()]
        return self._drawn[seeds]

    def _of_try(self, seed: int, number: int) -> list[GeneratedCase]:
        """Those of a seed that are drawn after so many others."""
        return self._of(seed, number) if number else self._of(seed)

    def _choose(self, seed: int, i: int, wanted: Set[ErrorPlace]) -> Choice:
        """Which of the draws of a case is the first in which no place differs from what is to show
        there, or else the fewest do; and these places."""
        chosen, fewest = 0, {*self._of(seed)[i].differing(wanted)}
        numbers: Collection[int] = range(len(self.names))
        found = fewest
        for number in range(1, TRIES):
            if not fewest:
                break
            # Errors by which draws differ are looked at first, the latest first of all.
            numbers = dict.fromkeys([*(place[0] for place in found), *numbers])
            places = self._of_try(seed, number)[i].differing(wanted, numbers)
            found = {*islice(places, len(fewest))}  # so many are too many
            if len(found) < len(fewest):
                chosen, fewest = number, found
        return chosen, fewest


def _usual(column: Sequence[Set[ErrorPlace]]) -> Set[ErrorPlace]:
    """Of what shows in some draws of a case, the most that shows in more than one of them; in one,
    where no two are alike."""
    counts = Counter(column)
    repeated = [shown for shown, times in counts.items() if times > 1]
    return max(repeated or counts, key=len)
