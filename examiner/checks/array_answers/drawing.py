"""Drawing cases in which the known errors of a question show, whatever they are drawn from.

Random numbers can hide an error: a largest difference without absolute values is right where the
largest one happens to be positive. So that an answer earns the same under every draw, each case is
drawn until the same errors show in it in every course: the most that show in more than one of some
draws which are always the same. An error that can't show in a case is none there.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from ..calls import Outcome
from .cases import Case, Definition
from .entries import Layout, entries_of
from .variants import Variant

SAMPLES = 8  # draws by which it is known where an error can show
TRIES = 50  # draws of a case
MAX_KNOWN = 256  # questions

Cases = Mapping[str, Case]
Shown = frozenset[tuple[int, int, int]]  # the numbers of a variant, a call and an output
_known: dict[Hashable, list[Shown]] = {}  # what a class is graded by, submission after submission


class Hidden(UserWarning):
    """A known error that shows in fewer places than it can: for who writes the question."""


warnings.simplefilter("ignore", Hidden)  # no submission is graded worse or better for it being said


def draw(
    cases: Callable[[np.random.Generator], Cases],
    seed: int,
    oracle: Definition,
    outputs: Mapping[str, float] | None,
    float32: bool,
    authored: Callable[[Sequence[Case]], Sequence[Variant]],
) -> Cases:
    """The cases that are drawn from a seed. authored: the known errors, in these cases.

    Warns of errors that are hidden in a case after so many tries. ValueError for one that never
    shows in any.
    """

    def shown_in(case: Case) -> Shown:
        return _shown(case, oracle, outputs, float32, authored([case]))

    first = _listed(cases, seed)
    names = [error.id for each in authored([case for _, case in first]) for error in each.errors]
    if not names:
        return dict(first)
    drawn_by = [cases, oracle, *(cell.cell_contents for cell in cases.__closure__ or ())]
    key = (*(getattr(each, "__code__", None) for each in drawn_by), *names)
    if key not in _known:
        samples = [_listed(cases, number) for number in range(SAMPLES)]
        shown = [[shown_in(case) for _, case in sample] for sample in samples]
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        _known[key] = [_usual(column) for column in zip(*shown, strict=True)]
    wanted = _known[key]
    seen = {names[place[0]] for shown in wanted for place in shown}
    if never := sorted({*names} - seen):
        raise ValueError(f"{never[0]}: this error shows in no case: add one, or leave it out")
    best: dict[int, tuple[str, Case]] = {}
    differing: dict[int, Shown] = {}
    for number in range(TRIES):
        missing = [i for i in range(len(wanted)) if differing.get(i, True)]
        drawn = first if number == 0 or not missing else _listed(cases, seed, number)
        for i in missing:
            differs = shown_in(drawn[i][1]) ^ wanted[i]
            if i not in best or len(differs) < len(differing[i]):
                best[i], differing[i] = drawn[i], differs
    for i, (name, _) in best.items():
        for n in sorted({place[0] for place in differing[i]}):
            hidden = any(place[0] == n for place in wanted[i] & differing[i])
            how = "is hidden" if hidden else "shows by chance"
            warnings.warn(f"{names[n]} {how} in {name!r}", Hidden, stacklevel=2)
    return dict(best[i] for i in range(len(wanted)))


def _listed(cases: Callable[[np.random.Generator], Cases], *seeds: int) -> list[tuple[str, Case]]:
    return list(cases(np.random.default_rng(seeds if len(seeds) > 1 else seeds[0])).items())


def _usual(column: Sequence[Shown]) -> Shown:
    """Of what shows in some draws of a case, the most that shows in more than one of them; in one,
    where no two are alike."""
    counts = Counter(column)
    repeated = [shown for shown, times in counts.items() if times > 1]
    return max(repeated or counts, key=len)


def _shown(
    case: Case,
    oracle: Definition,
    outputs: Mapping[str, float] | None,
    float32: bool,
    variants: Sequence[Variant],
) -> Shown:
    """Where in a case an answer with which errors would be wrong."""
    if case.seconds is not None:
        return frozenset()  # definitions may be slow there
    truth: list[Any] = list(case.follow(case.oracle or oracle))
    outcomes = [[Outcome(value) for value in truth]]
    entries = entries_of({"": case}, outcomes, [truth], Layout.of(truth[0], outputs), float32)
    return frozenset(
        (n, *entry.place[1:])
        for n, variant in enumerate(variants)
        for entry in entries
        if not entry.hides(variant.array(entry))
    )
