"""Growth classes: a function of several sizes that must be Θ of a formula.

Constant factors, bases of logarithms and dominated terms make no difference. An answer is asked at
sizes that grow along rays (see `rays`), up to 2^4096 where logarithms matter, and compared with the
classes that the question names. What that can't tell apart: classes that differ only where one size
grows faster than the square of another, or by less than a power of 0.1 of a logarithm.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from ...findings.finding import IN_SHORT, WHOLE
from ...findings.known_error import KnownError, Says
from ..calls import NoAnswer
from ..counts.sizes import Sizes, items_of, names_in, sizes_of
from ..verdict import Finding, Verdict
from .rays import DRAWS, MIN_SCALES, Ray, Series, of_answer, of_formula, rays_of

HALF = 0.5
Growth = list[Series]  # of a function, along each ray


def growth(
    function: Any,
    *,
    variables: str,
    expected: str,
    points: float,
    mistakes: Mapping[KnownError, str] | None = None,
    guesses: Collection[str] = (),
    where: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is Θ(expected): at most and at least a constant times it.

    variables: the arguments' names in their order, separated by spaces.
    expected: a sum, product or quotient of powers of arguments and of log(…), max(…) or min(…) of
        such; without minus signs.
    mistakes: known errors: in a marking file a table, `id: words :: formula`, or id -> a formula of
        the same kind, of the class it leads to.
    guesses: the ids of those mistakes whose answer knows nothing of what is asked: they are told,
        and leave nothing.
    where: the sizes that are asked, see `Sizes`: {"J": "K*I"} where K divides J.
    points: all for the right class. Half for a class that is only too large, or only too small, and
        that is right in at least half of the quantities in `expected`, where each grows alone: a
        size, or what is within one log(…). Sizes that are only put together, such as the sum of
        them, which is right so wherever one of them is a factor, earn nothing (see `Classes.bare`),
        nor does what grows with a size that doesn't matter, unless that is a known error.

    Ask with a size that doesn't matter: who takes all alike is told by it.
    ValueError for formulas that can't be read, and for two known errors of one class.
    """
    sizes = sizes_of(variables, items_of(where))
    if sizes.at_most:
        raise ValueError(f"where: a growth class has no {sizes.conditions!r}: sizes grow alone")
    classes = _classes(sizes, expected, items_of(mistakes), seed % DRAWS)
    try:
        answer = of_answer(function, classes.rays, classes.sizes.arguments)
    except NoAnswer as undecided:
        return Verdict.nothing(WHOLE, undecided.said, points)
    return _verdict(answer, classes, guesses, points)


@lru_cache(maxsize=16 * DRAWS)
def _classes(sizes: Sizes, expected: str, mistakes: tuple, draw: int) -> Classes:
    return Classes(sizes, expected, dict(mistakes), draw)


class Classes:
    """The class that is asked for, and those of its known errors."""

    def __init__(
        self, sizes: Sizes, expected: str, mistakes: Mapping[KnownError, str], draw: int = 0
    ) -> None:
        self.sizes, self.expected = sizes, expected
        self.rays = rays_of(sizes, "log(" in expected, draw)
        self.right = of_formula(expected, self.rays)
        constant = of_formula("1", self.rays)
        # the rays along which one size grows, and matters; and those where it doesn't matter
        alone = [n for n, ray in enumerate(self.rays) if sum(ray.speeds.values()) == 1]
        matter = [n for n in alone if self.right[n].drift_from(constant[n])]
        self.idle = [n for n in alone if n not in matter]
        # those along which each quantity that the class is made of grows
        self.quantities = [
            [n for n in matter if any(self.rays[n].grows(name) for name in names)]
            for names in _quantities(expected)
        ]
        if not all(self.quantities):
            raise ValueError(f"{expected!r} doesn't grow with each size that it names")
        self.errors = {e: of_formula(formula, self.rays) for e, formula in mistakes.items()}
        known = {"the right answer": self.right} | {e.words: g for e, g in self.errors.items()}
        for (one, growth), (other, its_growth) in combinations(known.items(), 2):
            if is_alike(growth, its_growth):
                raise ValueError(f"{other!r} and {one!r} are of one class")

    def half_is_right(self, answer: Growth) -> bool:
        """Whether it is right in half of the quantities, each where a size in it grows alone."""
        right = [
            not any(answer[n].drift_from(self.right[n]) for n in rays) for rays in self.quantities
        ]
        return right.count(True) >= len(right) / 2

    @cached_property
    def bare(self) -> list[Growth]:
        """What takes some sizes alike: their sum, whose class is that of the largest, and the sums
        of the products of two, three, … of them.

        Nothing of what is asked is in such an answer, but whoever tries them all finds one that is
        right for half of the sizes.
        """
        arguments = self.sizes.arguments
        chosen = [c for n in range(1, len(arguments) + 1) for c in combinations(arguments, n)]
        formulas = {
            " + ".join(map("*".join, combinations(each, n)))
            for each in chosen
            for n in range(1, len(each) + 1)
        }
        return [of_formula(formula, self.rays) for formula in sorted(formulas)]

    def knows_nothing(self, answer: Growth) -> bool:
        """Whether it takes some sizes alike, or grows with one that doesn't matter."""
        grows = any(answer[n].drift_from(self.right[n]) for n in self.idle)
        return grows or any(is_alike(answer, each) for each in self.bare)


def _quantities(formula: str) -> list[tuple[str, ...]]:
    """The names in each logarithm of a formula, and each that stands alone: what an answer can be
    right or wrong in. Of log(X*Y) + log(J): X and Y; J."""
    found = re.finditer(r"log\(([^()]*)\)|(\w+)(?!\w*\()", formula)
    names = (tuple(names_in(each[1] or each[2])) for each in found)
    return [each for each in dict.fromkeys(names) if each]


def differences(answer: Growth, right: Growth) -> tuple[Ray | None, Ray | None]:
    """The simplest rays along which it grows faster than another, and more slowly; None if there is
    none."""
    drifts = [own.drift_from(other) for own, other in zip(answer, right, strict=True)]
    fast, slow = (drifts.index(drift) if drift in drifts else None for drift in (1, -1))
    return tuple(None if n is None else answer[n].ray for n in (fast, slow))


def is_alike(answer: Growth, right: Growth) -> bool:
    """Whether they are of one class."""
    return differences(answer, right) == (None, None)


def _verdict(answer: Growth, classes: Classes, guesses: Collection[str], points: float) -> Verdict:
    fast, slow = differences(answer, classes.right)
    # That its numbers got too large is no second fault of what grows too fast.
    ends = (
        series.stopped
        for series in answer
        if not (fast and series.overflow and series.known > MIN_SCALES)
    )
    how = next(filter(None, ends), None)
    stopped = Says("growth-stopped", {"how": how}) if how else None
    if not fast and not slow:
        so_far = Says("growth-right-so-far", {"stopped": stopped})
        return Verdict.all_right(WHOLE, so_far if stopped else Says("growth-right"), points)
    error = next((e for e, growth in classes.errors.items() if is_alike(answer, growth)), None)
    is_part = not (fast and slow) and classes.half_is_right(answer)
    is_guess = error.id in guesses if error else classes.knows_nothing(answer)
    arguments = classes.sizes.arguments
    facts = {
        "fast": fast.speeds_of(arguments) if fast else {},
        "slow": slow.speeds_of(arguments) if slow else {},
        "right": classes.expected,
        "stopped": stopped,
    }
    earned = HALF * points if is_part and not is_guess else 0.0
    differs = Says("growth-differs", facts)
    findings = [Finding.of(WHOLE, differs, points=earned, max_points=points)]
    if not error:
        return Verdict.from_findings(findings, points)
    in_short = Finding.of(IN_SHORT, Says("explained-by", {"error": error}), errors=[error])
    return Verdict.from_findings([in_short, *findings], points, mistake=error.key)
