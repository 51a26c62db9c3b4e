"""Growth classes: a function of several sizes that must be Θ of a formula.

Constant factors, bases of logarithms and dominated terms make no difference. An answer that is a
polynomial is recovered from small integers (see `probe`), and its class is decided exactly (see
`hull`). Any other is followed along rays (see `rays`), at integers of up to 2^4096
where logarithms matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from ...detail import diagnosis, solution
from ..counts.formulas import Formulas, Items, items_of, sizes_of
from ..counts.probe import NotCounted, Probe, describe_failure
from ..counts.sizes import Sizes
from ..polynomials import Polynomial
from ..verdict import IN_SHORT, WHOLE, Finding, Verdict
from .apart import is_everywhere, sizes_apart
from .asking import ADVICE, Series, Undecided, along_rays, number, of_formula, of_polynomial
from .formulas import Formula, in_words
from .hull import Direction, Exponents, faster
from .rays import MIN_SCALES, direction_in_words, rays_of

ROOM = 2  # powers of each size that a wrong polynomial may have beyond the right one
HALF = 0.5
OTHERWISE = "it is of another class"


def growth(
    function: Any,
    *,
    variables: str,
    expected: str,
    points: float,
    mistakes: Formulas | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is Θ(expected): at most and at least a constant times it.

    variables: the arguments' names in their order, separated by spaces.
    expected: a sum, product or quotient of powers of sizes and of log(…), max(…) or min(…) of such;
        without minus signs. Where it has no logarithm, an answer that is a polynomial is decided
        exactly.
    mistakes: what went wrong -> a formula of the same kind, of the class that it leads to.
    where, at_least: the sizes that are asked, see `Sizes`: {"J": "K*I"} where K divides J.
    points: all for the right class. Half for a class that is only too large, or only too small, and
        that is right in at least half of the sizes that matter, where each grows alone. Sizes that
        are only put together, such as the sum of them, which is right so wherever one of them is a
        factor, earn nothing (see `Asked._bare`), unless that is a mistake with a name.

    ValueError for formulas that can't be read, and for two mistakes of one class.
    """
    sizes = sizes_of(variables, items_of(where), items_of(at_least))
    return _asked(sizes, expected, items_of(mistakes), seed).verdict(function, points)


@dataclass(frozen=True)
class Compared:
    """How an answer's growth differs from a formula's: the simplest directions in which it grows
    faster and more slowly; None if there is none.
    """

    fast: Direction | None
    slow: Direction | None

    @property
    def is_right(self) -> bool:
        return self.fast is None and self.slow is None


class Growth:
    """How a function of the sizes grows.

    terms: if it is a polynomial, its exponents with positive coefficients.
    exact: whether these alone say how it grows, since no term cancels another.
    series: along each ray; found when they are asked for.
    """

    def __init__(
        self,
        series: Callable[[], Sequence[Series]],
        terms: tuple[Exponents, ...] = (),
        exact: bool = False,
    ) -> None:
        self._series, self.terms, self.exact = series, terms, exact

    @cached_property
    def series(self) -> Sequence[Series]:
        return self._series()


class Classes:
    """Compares growth in these sizes, along these rays."""

    def __init__(self, sizes: Sizes, logarithmic: bool) -> None:
        self.sizes, self.logarithmic = sizes, logarithmic
        self.rays = rays_of(sizes, logarithmic)

    def of(self, formula: Formula) -> Growth:
        """The growth of a formula."""
        terms = self._terms(formula.polynomial) if formula.polynomial else ()
        return Growth(lambda: of_formula(formula, self.rays, self.sizes), terms, bool(terms))

    def of_answer(self, function: Any) -> Growth:
        """The growth of an answer that is no polynomial. Undecided where it gives no numbers."""
        series = along_rays(function, self.rays, self.sizes)
        return Growth(lambda: series)

    def of_polynomial(self, polynomial: Polynomial) -> Growth:
        """The growth of an answer. Undecided, at the latest when it is compared, where it isn't
        positive."""
        if not polynomial.terms:
            raise Undecided("it is 0, whatever the sizes are")
        exact = all(number > 0 for number in polynomial.terms.values())
        terms = self._terms(polynomial)
        return Growth(lambda: of_polynomial(polynomial, self.rays, self.sizes), terms, exact)

    def _terms(self, polynomial: Polynomial) -> tuple[Exponents, ...]:
        terms = self.sizes.in_nodes(polynomial).terms
        return tuple(exponents for exponents, number in terms.items() if number > 0)

    def compare(self, answer: Growth, right: Growth) -> Compared:
        """Directions in which they differ: by their terms, if both are polynomials, and along the
        rays, unless terms say all."""
        fast: list[Direction] = []
        slow: list[Direction] = []
        if answer.terms and right.terms:
            fast += filter(None, [faster(answer.terms, right.terms)])
            slow += filter(None, [faster(right.terms, answer.terms)])
        if not (answer.exact and right.exact):
            for own, other in zip(answer.series, right.series, strict=True):
                drift = own.drift_from(other.logarithms)
                fast += [own.ray.direction] * (drift > 0)
                slow += [own.ray.direction] * (drift < 0)
        return Compared(next(iter(fast), None), next(iter(slow), None))

    def share_right_alone(self, answer: Growth, right: Growth) -> float:
        """Of the sizes that matter, the share in which an answer is right if it grows alone."""
        alone = [at for at, ray in enumerate(self.rays) if sum(ray.direction) == 1]
        mattering = [at for at in alone if right.series[at].changes]
        drifts = (answer.series[at].drift_from(right.series[at].logarithms) for at in mattering)
        return sum(not drift for drift in drifts) / len(mattering)


def _is_growth(series: Series, found: Compared) -> bool:
    """Whether what ended a series only says that the answer grows too fast: its numbers got too
    large, which is no second fault."""
    return found.fast is not None and series.overflow and series.known > MIN_SCALES


@lru_cache(maxsize=64)
def _asked(sizes: Sizes, expected: str, mistakes: Items, seed: int) -> Asked:
    read = {label: Formula.read(text, sizes) for label, text in mistakes}
    return Asked(sizes, Formula.read(expected, sizes), read, seed)


class Asked:
    """What is asked: a class, and the classes that mistakes lead to."""

    def __init__(
        self, sizes: Sizes, expected: Formula, mistakes: Mapping[str, Formula], seed: int
    ) -> None:
        self.sizes, self.expected, self.seed = sizes, expected, seed
        self.classes = Classes(sizes, logarithmic=expected.polynomial is None)
        self.right = self.classes.of(expected)
        if not any(series.changes for series in self.right.series):
            raise ValueError(f"{expected.text!r} doesn't grow with any size")
        self.mistakes: dict[str, Growth] = {}
        self._polynomials = [f.polynomial for f in (expected, *mistakes.values()) if f.polynomial]
        for label, formula in mistakes.items():
            growth = self.classes.of(formula)
            for other, known in {"the right answer": self.right, **self.mistakes}.items():
                if self.classes.compare(growth, known).is_right:
                    raise ValueError(f"{label!r} and {other!r} are of one class: {formula.text}")
            self.mistakes[label] = growth

    def verdict(self, function: Any, points: float) -> Verdict:
        polynomial = None
        try:
            if not self.classes.logarithmic:
                polynomial = self._recovered(function)
            if polynomial is None:
                answer = self.classes.of_answer(function)
            else:
                answer = self.classes.of_polynomial(polynomial)
            return self._verdict(answer, polynomial, points)
        except Undecided as reason:
            return Verdict.nothing(WHOLE, str(reason), points)

    def _verdict(self, answer: Growth, polynomial: Polynomial | None, points: float) -> Verdict:
        found = self.classes.compare(answer, self.right)
        ended = ""
        if polynomial is None:
            errors = (each.error for each in answer.series if not _is_growth(each, found))
            ended = next((f"{error}: {ADVICE}" for error in errors if error), "")
        if found.is_right:
            message = "of the right class" + (f", as far as it goes ({ended})" if ended else "")
            finding = Finding(WHOLE, message, points, points, passed=True)
            return Verdict.from_findings([finding], points, counted=polynomial)
        names = [  # two would be of one class, so the answer doesn't tell: none is named
            label
            for label, growth in self.mistakes.items()
            if self.classes.compare(answer, growth).is_right
        ]
        message = diagnosis(self._differences(found), OTHERWISE)
        right = in_words(self.expected.text, self.sizes)
        message += solution(f"; right is Θ({right})")
        message += f"; {ended}" if ended else ""
        name = names[0] if len(names) == 1 else ""
        findings = [Finding(IN_SHORT, diagnosis(name))] if name else []
        share = self._share(answer, found)
        earned = 0.0 if share and not names and self._is_bare(answer) else share * points
        findings.append(Finding(WHOLE, message, earned, points))
        known = {"counted": polynomial, "mistake": name}
        return Verdict.from_findings(findings, points, **known)

    def _share(self, answer: Growth, found: Compared) -> float:
        """The part of the points that an answer of another class earns."""
        if found.fast is not None and found.slow is not None:
            return 0.0
        alone = self.classes.share_right_alone(answer, self.right)
        return HALF if alone >= 1 / 2 else 0.0

    def _is_bare(self, answer: Growth) -> bool:
        return any(self.classes.compare(answer, growth).is_right for growth in self._bare)

    @cached_property
    def _bare(self) -> list[Growth]:
        """The sums of any sizes, whose class is that of the largest of them, and their products;
        but not what is left of the right class if some of its terms are forgotten.

        Nothing of what is asked is in such an answer, but whoever tries them all finds one that is
        right for half of the sizes.
        """
        arguments = self.sizes.arguments
        chosen = [c for n in range(1, len(arguments) + 1) for c in combinations(arguments, n)]
        formulas = {sign.join(each) for each in chosen for sign in (" + ", "*")}
        found = [self.classes.of(Formula.read(each, self.sizes)) for each in sorted(formulas)]
        return [each for each in found if not set(each.terms) <= set(self.right.terms)]

    def _differences(self, found: Compared) -> str:
        return "; ".join(
            f"{direction_in_words(self.sizes, direction, self.classes.logarithmic)} it grows too"
            f" {how}"
            for direction, how in ((found.fast, "fast"), (found.slow, "slowly"))
            if direction is not None
        )

    @cached_property
    def _probe(self) -> Probe:
        """The small integers at which a polynomial answer is recovered."""
        nodes = [self.sizes.in_nodes(each) for each in self._polynomials]
        right = nodes[0].degrees
        highest = (max(column) for column in zip(*(each.degrees for each in nodes), strict=True))
        degrees = [max(r + ROOM, h) for r, h in zip(right, highest, strict=True)]
        named = {exponents for each in nodes for exponents in each.terms}
        return Probe(self.sizes, degrees, named, self.seed, [self.expected.polynomial])

    @cached_property
    def _apart(self) -> list[tuple[int, ...]]:
        return sizes_apart(self.sizes, self.expected.polynomial)

    def _recovered(self, function: Any) -> Polynomial | None:
        """The polynomial that the answer is, or None. Undecided where it gives no numbers."""
        outcomes = self._probe.asked(function)
        for outcome, at in zip(outcomes, self._probe.named, strict=False):
            if outcome.error is not None:
                raise Undecided(describe_failure(outcome.error, at))
            number(outcome.value, at)
        try:
            found = self._probe.recover(self._probe.counts(outcomes))
        except NotCounted:  # no whole numbers, say: it may be of the right class all the same
            return None
        return found if found and is_everywhere(found, function, self.sizes, self._apart) else None
