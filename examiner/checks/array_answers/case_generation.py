"""Case generation: random cases in which the question's misconceptions show.

Random numbers can hide a misconception. A maximum without absolute values, for example, is right if
the largest magnitude happens to belong to a positive number. But an answer must earn the same
points under every seed, so the same misconceptions must show in a case under every seed.

A misconception shows at a place if its mutant differs from the right array there. From some fixed
sample draws, the generator learns the places at which the misconceptions can show in a case. It
chooses the largest set of places that several samples share. Then it draws the case for a seed up
to 50 times, until misconceptions show at exactly these places. If no draw is ideal, it takes the
draw with the fewest differences. The build refuses a question if this happens with one of the keys
that the build tries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from ..calls import Outcome
from .cases import Case
from .entries import ArrayComparison, Entry
from .mutants import Mutant
from .saved_choices import Choice, MutantPlace, SavedChoices, described

SAMPLES = 8  # sample draws, which decide where a misconception can show
MAX_DRAWS = 50  # draws of one case
MAX_SEEDS = 256  # seeds for which one check remembers its choices

Cases = Mapping[str, Case]


@dataclass(frozen=True)
class CaseReview:
    """The callbacks by which a build reviews the cases of a check. Grading needs none.

    Attributes:
        check_samples: Called once for each check, with the names of the misconceptions and the
            sample draws.
        report_difference: Called with a sentence for each misconception that shows in more or fewer
            places of a case than it should.
    """

    check_samples: Callable[[Sequence[str], Sequence[Sequence[GeneratedCase]]], object]
    report_difference: Callable[[str], object]


@dataclass(frozen=True)
class GeneratedCase:
    """A generated case, with the question's mutants in it.

    Attributes:
        name: The name of the case.
        case: The case.
        make_comparison: As in `CaseGenerator`.
        make_mutants: As in `CaseGenerator`.
    """

    name: str
    case: Case
    make_comparison: Callable[[Cases], ArrayComparison]
    make_mutants: Callable[[Sequence[Case]], Sequence[Mutant]]

    @cached_property
    def entries(self) -> list[Entry]:
        """The right arrays; empty if the case has its own time limit, since a mutant may be slow
        there."""
        if self.case.seconds is not None:
            return []
        question = self.make_comparison({"": self.case})
        return question.entries([[Outcome(value) for value in question.truth[0]]])

    @cached_property
    def mutants(self) -> Sequence[Mutant]:
        return self.make_mutants([self.case])

    def differing(
        self, wanted: Set[MutantPlace], numbers: Iterable[int] | None = None
    ) -> Iterator[MutantPlace]:
        """Find the places that are wanted and don't show, or show and aren't wanted.

        Args:
            wanted: The places at which mutants should show.
            numbers: The numbers of the mutants, in the order in which to compare them. All by
                default.

        Yields:
            The places.
        """
        existing = {entry.place[1:] for entry in self.entries}
        yield from (place for place in wanted if place[1:] not in existing)
        for n in range(len(self.mutants)) if numbers is None else numbers:
            for entry in self.entries:
                place = (n, *entry.place[1:])
                if entry.hides(self.mutants[n].array(entry)) == (place in wanted):
                    yield place


@dataclass(eq=False)
class CaseGenerator:
    """A generator of a check's cases. It remembers its choices from one answer to the next.

    Attributes:
        cases: A function of a random generator that draws the cases.
        make_comparison: A function that makes the comparison with the oracle for given cases.
        make_mutants: A function that makes the question's mutants for given cases.
        effects: The effects of the misconceptions as JSON, in the order of the mutants.
    """

    cases: Callable[[np.random.Generator], Cases]
    make_comparison: Callable[[Cases], ArrayComparison]
    make_mutants: Callable[[Sequence[Case]], Sequence[Mutant]]
    effects: Sequence[Any] = ()
    _reviewed: bool = False
    # Seeds of numpy -> the cases drawn from them; cleared after each answer.
    _drawn: dict[tuple[int, ...], list[GeneratedCase]] = field(default_factory=dict)

    def draw(self, seed: int, review: CaseReview | None = None) -> Cases:
        """Draw the cases of a seed.

        Args:
            seed: The seed.
            review: The callbacks of a build; None in grading.

        Returns:
            Name -> case.

        Raises:
            ValueError: A misconception shows in no case.
        """
        try:
            return self._cases(seed, review)
        finally:
            self._drawn.clear()

    def _cases(self, seed: int, review: CaseReview | None) -> Cases:
        if not self.names:
            return {each.name: each.case for each in self._from_seeds(seed)}
        if review and not self._reviewed:
            review.check_samples(self.names, self._samples)
            self._reviewed = True
        visible = {self.names[place[0]] for wanted in self._wanted for place in wanted}
        if never := sorted({*self.names} - visible):
            raise ValueError(
                f"{never[0]}: this misconception shows in no case. Add a case, or remove the "
                "misconception. Perhaps its mutation sets a name that nothing reads."
            )
        choices = self._saved.choices
        if seed not in choices:
            if len(choices) >= MAX_SEEDS:
                choices.clear()
            choices[seed] = [self._choose(seed, *each) for each in enumerate(self._wanted)]
            self._saved.write()
        found = {}
        for i, (draw, places) in enumerate(choices[seed]):
            generated = self._from_draw(seed, draw)[i]
            found[generated.name] = generated.case
            if review is None:
                continue
            for n in sorted({place[0] for place in places}):
                is_hidden = any(place[0] == n for place in self._wanted[i] & places)
                state = "is hidden" if is_hidden else "shows by chance"
                review.report_difference(f"{self.names[n]} {state} in {generated.name!r}")
        return found

    @cached_property
    def names(self) -> list[str]:
        """The name of the misconception of each mutant. Several mutants may share a name."""
        return [error.key for each in self.make_mutants([]) for error in each.errors]

    @property
    def _samples(self) -> list[list[GeneratedCase]]:
        return [self._from_seeds(number) for number in range(SAMPLES)]

    @cached_property
    def _wanted(self) -> Sequence[Set[MutantPlace]]:
        """For each case, the places at which mutants should show in it."""
        if self._saved.wanted is None:
            columns = zip(*self._samples, strict=True)
            visible = ([frozenset(each.differing(frozenset())) for each in c] for c in columns)
            self._saved.wanted = [_most_that_repeat(each) for each in visible]
        return self._saved.wanted

    @cached_property
    def _saved(self) -> SavedChoices:
        """The saved choices of this generator, which its first sample draw identifies."""
        sample = [
            [each.name, described(each.case.arguments), described(each.case.keywords)]
            + [[described(entry.expected), entry.place] for entry in each.entries]
            for each in self._from_seeds(0)
        ]
        return SavedChoices.read([self.names, self.effects, sample])

    def _from_seeds(self, *seeds: int) -> list[GeneratedCase]:
        if seeds not in self._drawn:
            cases = self.cases(np.random.default_rng(seeds))
            functions = (self.make_comparison, self.make_mutants)
            self._drawn[seeds] = [GeneratedCase(n, case, *functions) for n, case in cases.items()]
        return self._drawn[seeds]

    def _from_draw(self, seed: int, number: int) -> list[GeneratedCase]:
        """Return the cases of a seed's draw with this number, counted from 0."""
        return self._from_seeds(seed, number) if number else self._from_seeds(seed)

    def _choose(self, seed: int, i: int, wanted: Set[MutantPlace]) -> Choice:
        """Choose a draw for case `i`: the first ideal one, or the one with the fewest differences.

        In an ideal draw, mutants show exactly at the wanted places.
        """
        chosen, fewest = 0, {*self._from_seeds(seed)[i].differing(wanted)}
        numbers: Collection[int] = range(len(self.names))
        found = fewest
        for number in range(1, MAX_DRAWS):
            if not fewest:
                break
            # Start with the mutants that differed in the last draw: most draws fail quickly then.
            numbers = dict.fromkeys([*(place[0] for place in found), *numbers])
            places = self._from_draw(seed, number)[i].differing(wanted, numbers)
            found = {*islice(places, len(fewest))}  # a draw with as many is no better
            if len(found) < len(fewest):
                chosen, fewest = number, found
        return chosen, fewest


def _most_that_repeat(draws: Sequence[Set[MutantPlace]]) -> Set[MutantPlace]:
    """Return the largest set of places that several draws share, or the largest of all if none
    repeats."""
    counts = Counter(draws)
    repeated = [places for places, times in counts.items() if times > 1]
    return max(repeated or counts, key=len)
