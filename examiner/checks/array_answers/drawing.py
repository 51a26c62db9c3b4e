"""Drawing cases in which the known errors of a question show, whatever they are drawn from.

Random numbers can hide an error: a largest difference without absolute values is right where the
largest one happens to be positive. So that an answer earns the same under every draw, each case is
drawn until the same errors show in it in every course: the most that show in more than one of some
draws which are always the same. An error that can't show in a case is none there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import numpy as np

from ..calls import Outcome
from .cases import Case, Definition
from .entries import Entry, Question
from .variants import Variant

SAMPLES = 8  # draws by which it is known where an error can show
TRIES = 50  # draws of a case
MAX_KNOWN = 256  # questions

Cases = Mapping[str, Case]
ErrorPlace = tuple[int, int, int]  # the numbers of an error, a call and an output


@dataclass(frozen=True)
class Known:
    """What is known of the cases of a question, answer after answer.

    wanted: for each case what is to show in it. chosen: by seed, for each case which of the draws
        it is, and where that differs.
    """

    wanted: list[Set[ErrorPlace]]
    chosen: dict[int, list[tuple[int, Set[ErrorPlace]]]] = field(default_factory=dict)


_known: dict[Hashable, Known] = {}


# Who tries a question puts something else in the place of these two: no submission needs them.


def tell(said: str) -> None:
    """Gets what is said of a known error that shows in fewer places than it can, or in more."""


def look(names: Sequence[str], samples: Sequence[Sequence[Drawn]]) -> None:
    """Gets the names of a question's known errors, and the draws by which it is known where these
    can show, when it is drawn for the first time."""


@dataclass(frozen=True)
class Drawn:
    """A case that was drawn; the rest as in `Draws`."""

    name: str
    case: Case
    question_of: Callable[[Cases], Question]
    variants: Callable[[Sequence[Case]], Sequence[Variant]]

    @cached_property
    def entries(self) -> list[Entry]:
        """The right arrays; none where the case has a limit of its own, and definitions may be
        slow."""
        if self.case.seconds is not None:
            return []
        question = self.question_of({"": self.case})
        return question.entries([[Outcome(value) for value in question.truth[0]]])

    @cached_property
    def errors(self) -> Sequence[Variant]:
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


@dataclass(frozen=True)
class Draws:
    """The cases of a question, as they are drawn from seeds.

    cases: draws them. question_of: what an answer is compared with in cases, by the oracle.
    variants: the known errors, in cases.
    """

    cases: Callable[[np.random.Generator], Cases]
    oracle: Definition
    question_of: Callable[[Cases], Question]
    variants: Callable[[Sequence[Case]], Sequence[Variant]]
    by: Hashable = None  # the check that draws, by which it is known again
    _drawn: dict[tuple[int, ...], list[Drawn]] = field(default_factory=dict)

    @cached_property
    def names(self) -> list[str]:
        """The names of the known errors; all ways to make one have its name."""
        return [error.key for each in self.variants([]) for error in each.errors]

    @property
    def key(self) -> Hashable:
        """What is the same each time that a hidden test runs, of what cases are drawn by."""
        if self.by is not None:
            return self.by, *self.names
        drawn_by = [self.cases, self.oracle]
        drawn_by += (cell.cell_contents for cell in self.cases.__closure__ or ())
        plain = (int, float, str)
        same = (e if isinstance(e, plain) else getattr(e, "__code__", None) for e in drawn_by)
        return (*same, *self.names)

    def of(self, *seeds: int) -> list[Drawn]:
        """Those of these seeds, drawn once."""
        if seeds not in self._drawn:
            cases, by = self.cases(np.random.default_rng(seeds)), (self.question_of, self.variants)
            self._drawn[seeds] = [Drawn(name, case, *by) for name, case in cases.items()]
        return self._drawn[seeds]

    def of_try(self, seed: int, number: int) -> list[Drawn]:
        """Those of a seed that are drawn after so many others."""
        return self.of(seed, number) if number else self.of(seed)

    def known(self) -> Known:
        """What is known of them; what shows in them is looked at when they are drawn first."""
        if (key := self.key) not in _known:
            if len(_known) >= MAX_KNOWN:
                _known.clear()
            samples = [self.of(number) for number in range(SAMPLES)]
            look(self.names, samples)
            columns = zip(*samples, strict=True)
            shown = ([frozenset(each.differing(frozenset())) for each in c] for c in columns)
            _known[key] = Known([_usual(each) for each in shown])
        return _known[key]

    def choose(self, seed: int, i: int, wanted: Set[ErrorPlace]) -> tuple[int, Set[ErrorPlace]]:
        """Which of the draws of a case is the first in which no place differs from what is to show
        there, or else the fewest do; and these places."""
        chosen, fewest = 0, {*self.of(seed)[i].differing(wanted)}
        numbers: Collection[int] = range(len(self.names))
        found = fewest
        for number in range(1, TRIES):
            if not fewest:
                break
            # Errors by which draws differ are looked at first, the latest first of all.
            numbers = dict.fromkeys([*(place[0] for place in found), *numbers])
            places = self.of_try(seed, number)[i].differing(wanted, numbers)
            found = {*islice(places, len(fewest))}  # so many are too many
            if len(found) < len(fewest):
                chosen, fewest = number, found
        return chosen, fewest


def draw(draws: Draws, seed: int) -> Cases:
    """The cases that are drawn from a seed.

    Tells of errors that are hidden in a case after so many tries. ValueError for one that never
    shows in any.
    """
    names = draws.names
    if not names:
        return {each.name: each.case for each in draws.of(seed)}
    known = draws.known()
    shown = {names[place[0]] for wanted in known.wanted for place in wanted}
    if never := sorted({*names} - shown):
        raise ValueError(
            f"{never[0]}: this error shows in no case: add one, or leave it out, unless it sets a "
            "name that nothing reads"
        )
    if seed not in known.chosen:
        if len(known.chosen) >= MAX_KNOWN:
            known.chosen.clear()
        known.chosen[seed] = [draws.choose(seed, *each) for each in enumerate(known.wanted)]
    found = {}
    for i, (number, places) in enumerate(known.chosen[seed]):
        drawn = draws.of_try(seed, number)[i]
        found[drawn.name] = drawn.case
        for n in sorted({place[0] for place in places}):
            hidden = any(place[0] == n for place in known.wanted[i] & places)
            how = "is hidden" if hidden else "shows by chance"
            tell(f"{names[n]} {how} in {drawn.name!r}")
    return found


def _usual(column: Sequence[Set[ErrorPlace]]) -> Set[ErrorPlace]:
    """Of what shows in some draws of a case, the most that shows in more than one of them; in one,
    where no two are alike."""
    counts = Counter(column)
    repeated = [shown for shown, times in counts.items() if times > 1]
    return max(repeated or counts, key=len)
