"""Drawing cases in which the known errors of a question show, whatever they are drawn from.

Random numbers can hide an error: a largest difference without absolute values is right where the
largest one happens to be positive. So that an answer earns the same under every draw, each case is
drawn until the same errors show in it in every course: the most that show in more than one of some
draws which are always the same. An error that can't show in a case is none there.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np

from ..calls import Outcome
from ..tolerances import close
from .cases import Case, Definition
from .entries import Entry, Question
from .variants import Variant

SAMPLES = 8  # draws by which it is known where an error can show
TRIES = 50  # draws of a case
MAX_KNOWN = 256  # questions

Cases = Mapping[str, Case]
ErrorPlace = tuple[int, int, int]  # the numbers of a variant, a call and an output


@dataclass(frozen=True)
class Known:
    """What is known of the cases of a question, answer after answer.

    wanted: for each case what is to show in it. chosen: by seed, for each case which of the draws
        it is, and where that differs.
    """

    wanted: list[Set[ErrorPlace]]
    chosen: dict[int, list[tuple[int, set[ErrorPlace]]]] = field(default_factory=dict)


_known: dict[Hashable, Known] = {}


def tell(said: str) -> None:
    """Gets what is said of a known error that shows in fewer places than it can, or in more. Who
    tries a question puts something else in the place of this: no submission needs it."""


def draw(
    cases: Callable[[np.random.Generator], Cases],
    seed: int,
    oracle: Definition,
    outputs: Mapping[str, float] | None,
    float32: bool,
    variants: Callable[[Sequence[Case]], Sequence[Variant]],
) -> Cases:
    """The cases that are drawn from a seed. variants: the known errors, in these cases.

    Tells of errors that are hidden in a case after so many tries. ValueError for one that never
    shows in any, that raises in all, or that has the effect of another one in all.
    """
    draws: dict[tuple[int, ...], list[tuple[str, Case]]] = {}

    def drawn(*seeds: int) -> list[tuple[str, Case]]:
        if seeds not in draws:
            rng = np.random.default_rng(seeds if len(seeds) > 1 else seeds[0])
            draws[seeds] = list(cases(rng).items())
        return draws[seeds]

    def one_of(number: int) -> list[tuple[str, Case]]:
        return drawn(seed, number) if number else drawn(seed)

    def differing(
        case: Case,
        wanted: Set[ErrorPlace] = frozenset(),
        fewer_than: int | None = None,
        first: Iterable[int] = (),
    ) -> set[ErrorPlace]:
        """The places in a case where an answer with an error would be wrong and that are not
        wanted, or that are and it wouldn't.

        fewer_than: as soon as there are so many, no more are looked for. first: the numbers of
        errors that are looked at first.
        """
        if case.seconds is not None:
            return set(wanted)  # definitions may be slow there
        errors = variants([case])
        question = Question.of(oracle, {"": case}, outputs, float32)
        entries = question.entries([[Outcome(value) for value in question.truth[0]]])
        there = {entry.place[1:] for entry in entries}
        found = {place for place in wanted if place[1:] not in there}
        for n in dict.fromkeys([*first, *range(len(errors))]):
            for entry in entries:
                if fewer_than is not None and len(found) >= fewer_than:
                    return found
                place = (n, *entry.place[1:])
                if entry.hides(errors[n].array(entry)) == (place in wanted):
                    found.add(place)
        return found

    def chosen(i: int, wanted: Set[ErrorPlace]) -> tuple[int, set[ErrorPlace]]:
        """Which of the draws of a case is the first in which no place differs from what is to show
        there, or else the fewest do; and these places."""
        best = (0, differing(one_of(0)[i][1], wanted))
        first = [*{place[0] for place in best[1]}]  # errors by which draws differ, the latest first
        for number in range(1, TRIES):
            if not best[1]:
                break
            places = differing(one_of(number)[i][1], wanted, len(best[1]), first)
            first = [*dict.fromkeys([*(place[0] for place in places), *first])]
            if len(places) < len(best[1]):
                best = (number, places)
        return best

    def effects(sample: Iterable[tuple[str, Case]]) -> Effects:
        usual = {name: case for name, case in sample if case.seconds is None}
        question, errors = Question.of(oracle, usual, outputs, float32), variants([*usual.values()])
        entries = question.entries([[*map(Outcome, values)] for values in question.truth])
        return [(entry, [each.array(entry) for each in errors]) for entry in entries]

    known_errors = variants([case for _, case in drawn(seed)])
    names = [error.key for each in known_errors for error in each.errors]
    if not names:
        return dict(drawn(seed))
    # What is the same each time that a hidden test runs, of what cases are drawn by.
    drawn_by = [cases, oracle, *(cell.cell_contents for cell in cases.__closure__ or ())]
    plain = (int, float, str)
    same = (e if isinstance(e, plain) else getattr(e, "__code__", None) for e in drawn_by)
    key = (*same, *names)
    if key not in _known:
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        samples = [drawn(number) for number in range(SAMPLES)]
        columns = zip(*samples, strict=True)
        shown = ([frozenset(differing(case)) for _, case in column] for column in columns)
        _raise_if_senseless(names, map(effects, samples))
        _known[key] = Known([_usual(each) for each in shown])
    known = _known[key]
    seen = {names[place[0]] for shown in known.wanted for place in shown}
    if never := sorted({*names} - seen):
        raise ValueError(
            f"{never[0]}: this error shows in no case: add one, or leave it out, unless it sets a "
            "name that nothing reads"
        )
    if seed not in known.chosen:
        if len(known.chosen) >= MAX_KNOWN:
            known.chosen.clear()
        known.chosen[seed] = [chosen(i, wanted) for i, wanted in enumerate(known.wanted)]
    best = {}
    for i, (number, places) in enumerate(known.chosen[seed]):
        name, case = one_of(number)[i]
        best[name] = case
        for n in sorted({place[0] for place in places}):
            hidden = any(place[0] == n for place in known.wanted[i] & places)
            how = "is hidden" if hidden else "shows by chance"
            tell(f"{names[n]} {how} in {name!r}")
    return best


Effects = list[tuple[Entry, list[np.ndarray | None]]]  # and what each error makes of an entry


def _raise_if_senseless(names: Sequence[str], draws: Iterable[Effects]) -> None:
    """ValueError for an error that raises in every case of all draws, and for two that no answer
    tells apart there. names: of the errors; all ways to make one have its name."""
    raising = range(len(names))
    alike = [(i, j) for i, j in itertools.combinations(raising, 2) if names[i] != names[j]]
    of_one_effect: list[tuple[str, str]] = []
    for effects in draws:
        for entry, arrays in effects:
            raising = [i for i in raising if arrays[i] is None]
            alike = [(i, j) for i, j in alike if _same(entry.case, arrays[i], arrays[j])]
        of_one_effect = _of_one_effect(names, alike)
        if not raising and not of_one_effect:
            return
    if raising:
        raise ValueError(f"{names[raising[0]]}: its effect raises in every case: correct it")
    one, other = of_one_effect[0]
    raise ValueError(
        f"{other}: its effect is that of {one} in every case: no answer tells them apart, so write "
        "one message that covers both, or add a case in which they differ"
    )


def _of_one_effect(names: Sequence[str], alike: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """Two errors of which each way to make one has the effect of a way to make the other.

    alike: the numbers of two ways with one effect.
    """
    has = {(i, names[j]) for pair in alike for i, j in (pair, pair[::-1])}
    return [
        (one, other)
        for one, other in itertools.combinations(dict.fromkeys(names), 2)
        if all(
            (i, other if name == one else one) in has
            for i, name in enumerate(names)
            if name in (one, other)
        )
    ]


def _same(case: Case, array: np.ndarray | None, other: np.ndarray | None) -> bool:
    if array is None or other is None:
        return array is other
    near = array.shape == other.shape and close(array, other, atol=case.atol, rtol=case.rtol)
    return bool(np.all(near))


def _usual(column: Sequence[Set[ErrorPlace]]) -> Set[ErrorPlace]:
    """Of what shows in some draws of a case, the most that shows in more than one of them; in one,
    where no two are alike."""
    counts = Counter(column)
    repeated = [shown for shown, times in counts.items() if times > 1]
    return max(repeated or counts, key=len)
