"""Drawing cases in which the known errors of a question show, whatever they are drawn from.

Random numbers can hide an error: a largest difference without absolute values is right where the
largest one happens to be positive. So that an answer earns the same under every draw, each case is
drawn until the same errors show in it in every course: the most that show in more than one of some
draws which are always the same. An error that can't show in a case is none there.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls import Outcome
from .cases import Case, Definition
from .entries import Question
from .variants import Variant

SAMPLES = 8  # draws by which it is known where an error can show
TRIES = 50  # draws of a case
MAX_KNOWN = 256  # questions

Cases = Mapping[str, Case]
ErrorPlace = tuple[int, int, int]  # the numbers of a variant, a call and an output
Shown = frozenset[ErrorPlace]


@dataclass(frozen=True)
class Known:
    """What is known of the cases of a question, answer after answer.

    wanted: for each case what is to show in it. chosen: by seed, for each case which of the draws
        it is, and where that differs.
    """

    wanted: list[Shown]
    chosen: dict[int, list[tuple[int, set[ErrorPlace]]]] = field(default_factory=dict)


_known: dict[Hashable, Known] = {}


class Hidden(UserWarning):
    """A known error that shows in fewer places than it can: for who writes the question."""


warnings.simplefilter("ignore", Hidden)  # no submission is graded worse or better for it being said


def draw(
    cases: Callable[[np.random.Generator], Cases],
    seed: int,
    oracle: Definition,
    outputs: Mapping[str, float] | None,
    float32: bool,
    variants: Callable[[Sequence[Case]], Sequence[Variant]],
) -> Cases:
    """The cases that are drawn from a seed. variants: the known errors, in these cases.

    Warns of errors that are hidden in a case after so many tries. ValueError for one that never
    shows in any.
    """

    def differs(case: Case, wanted: Shown = frozenset(), **how: Any) -> set[ErrorPlace]:
        return _differing(case, wanted, oracle, outputs, float32, variants([case]), **how)

    first = _listed(cases, seed)
    names = [error.id for each in variants([case for _, case in first]) for error in each.errors]
    if not names:
        return dict(first)
    drawn_by = [cases, oracle, *(cell.cell_contents for cell in cases.__closure__ or ())]
    key = (*map(_what, drawn_by), *names)
    if key not in _known:
        samples = [_listed(cases, number) for number in range(SAMPLES)]
        columns = zip(*samples, strict=True)
        wanted = [_usual([frozenset(differs(case)) for _, case in column]) for column in columns]
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        _known[key] = Known(wanted)
    known = _known[key]
    seen = {names[place[0]] for shown in known.wanted for place in shown}
    if never := sorted({*names} - seen):
        raise ValueError(f"{never[0]}: this error shows in no case: add one, or leave it out")
    draws = {0: first}

    def drawn(number: int) -> list[tuple[str, Case]]:
        if number not in draws:
            draws[number] = _listed(cases, seed, number)
        return draws[number]

    if seed not in known.chosen:
        if len(known.chosen) >= MAX_KNOWN:
            known.chosen.clear()
        known.chosen[seed] = _chosen(known, lambda number, i: drawn(number)[i][1], differs)
    best = []
    for i, (number, differing) in enumerate(known.chosen[seed]):
        name, case = drawn(number)[i]
        best.append((name, case))
        for n in sorted({place[0] for place in differing}):
            hidden = any(place[0] == n for place in known.wanted[i] & differing)
            how = "is hidden" if hidden else "shows by chance"
            warnings.warn(f"{names[n]} {how} in {name!r}", Hidden, stacklevel=2)
    return dict(best)


def _what(each: Any) -> Hashable:
    """What is the same each time that a hidden test runs, of what cases are drawn by."""
    return each if isinstance(each, (int, float, str)) else getattr(each, "__code__", None)


def _chosen(
    known: Known, drawn: Callable[[int, int], Case], differs: Callable[..., set[ErrorPlace]]
) -> list[tuple[int, set[ErrorPlace]]]:
    """For each case which of the draws is the first in which no place differs from what is to show
    there, or else the fewest do; and these places. drawn(number, i): the case i of a draw."""
    found: list[tuple[int, set[ErrorPlace]]] = []
    for i, wanted in enumerate(known.wanted):
        best = (0, differs(drawn(0, i), wanted))
        first = [*{place[0] for place in best[1]}]  # errors by which draws differ, the latest first
        for number in range(1, TRIES):
            if not best[1]:
                break
            differing = differs(drawn(number, i), wanted, fewer_than=len(best[1]), first=first)
            first = [*dict.fromkeys([*(place[0] for place in differing), *first])]
            if len(differing) < len(best[1]):
                best = (number, differing)
        found.append(best)
    return found


def _listed(cases: Callable[[np.random.Generator], Cases], *seeds: int) -> list[tuple[str, Case]]:
    return list(cases(np.random.default_rng(seeds if len(seeds) > 1 else seeds[0])).items())


def _usual(column: Sequence[Shown]) -> Shown:
    """Of what shows in some draws of a case, the most that shows in more than one of them; in one,
    where no two are alike."""
    counts = Counter(column)
    repeated = [shown for shown, times in counts.items() if times > 1]
    return max(repeated or counts, key=len)


def _differing(
    case: Case,
    wanted: Shown,
    oracle: Definition,
    outputs: Mapping[str, float] | None,
    float32: bool,
    variants: Sequence[Variant],
    *,
    fewer_than: int | None = None,
    first: Iterable[int] = (),
) -> set[ErrorPlace]:
    """The places in a case where an answer with an error would be wrong and that are not wanted,
    or that are and it wouldn't.

    fewer_than: as soon as there are so many, no more are looked for. first: the numbers of errors
    that are looked at first.
    """
    if case.seconds is not None:
        return set(wanted)  # definitions may be slow there
    question = Question.of(oracle, {"": case}, outputs, float32)
    entries = question.entries([[Outcome(value) for value in question.truth[0]]])
    there = {entry.place[1:] for entry in entries}
    found = {place for place in wanted if place[1:] not in there}
    for n in dict.fromkeys([*first, *range(len(variants))]):
        for entry in entries:
            if fewer_than is not None and len(found) >= fewer_than:
                return found
            place = (n, *entry.place[1:])
            if entry.hides(variants[n].array(entry)) == (place in wanted):
                found.add(place)
    return found
