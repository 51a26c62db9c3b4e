"""Growth classes: a function of several sizes that must be Θ of a formula.

The check calls an answer along rays. On a ray, one size grows or several grow together. If
logarithms matter, all growing sizes grow at the same speed, up to 2^4096. Otherwise some sizes grow
as the square of others.

Then the check compares the answer with the classes that the question names. Two functions are in
one class along a ray if their ratio stays between two constants. The check samples the ratio at a
few scales (logarithms of sizes), each about two to four times the one before. A ratio that grows as
a power of the scale, even a small power, never settles. A constant factor or a dominated term loses
its effect at large scales.

The check can't distinguish classes that differ only if one size grows faster than the square of
another. Nor can it distinguish classes that differ by less than the power 0.1 of a logarithm.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial, reduce
from operator import add, mul
from typing import Any

import numpy as np

from ..findings.diagnosis import Diagnosis, Message
from ..findings.finding import WHOLE, Finding, Unit
from .calls import NoAnswer, Outcome, ask, ends_asking, failure_message, value_message
from .counts.cost_terms import Sizes, sizes_of
from .credit import COSTS, Assessment, cost_of
from .formulas import Formula, FormulaLike, formula_of, log, sizes
from .grading import GradingContext
from .misconceptions import Misconception, MisconceptionKind, kinds_of, one_effect
from .numbers import real_number
from .question import Check, RubricRow
from .verdict import Verdict

# A size that doesn't grow is FIXED in the first draw. In other draws, it is between FIXED and
# LARGEST_FIXED.
FIXED, LARGEST_FIXED = 3, 6
# A growing size is 2^scale or its square, times a factor over 8. The first draw uses FACTOR; other
# draws choose from FACTORS.
FACTOR, FACTORS = 12, range(9, 16)
DRAWS = 8  # number of different draws; the check computes the classes of a draw only once
# The scales if logarithms matter. 64-bit integers overflow after the fifth, floats after the 7th.
FAR_SCALES = (4, 8, 15, 30, 60, 240, 960, 4096)
SCALES = (2, 4, 8, 16, 32, 64)  # if only powers matter
MIN_SCALES = 3  # fewer values say nothing about a ray
LATER_SECONDS = 2.0  # time limit in seconds for each scale after the first MIN_SCALES
# From scale to scale, a ratio changes as a power of the scale. It counts as bounded if this power
# is at most STEADY, or falls below FADING times the previous power.
STEADY, FADING = 0.1, 0.75
TOO_LARGE = (OverflowError, MemoryError)  # the errors of calls with numbers beyond all bounds
HIGHEST = 64  # the calls end if a value exceeds the product of its arguments to this power


@dataclass(frozen=True, eq=False)
class Growth(Check):
    """A growth class: a function of sizes that must be Θ of a formula.

    The check calls the answer at sizes that grow, alone and together, up to 2^4096 if logarithms
    matter, and compares it with each class. The growth in each size of the class is an item. Growth
    in a size that doesn't matter is an extra.

    Attributes:
        sizes: The arguments of the answer, in order. Include one that doesn't matter, to expose
            answers that treat all sizes alike.
        expected: The class: a formula with `+ * / **`, `log`, `maximum`, `minimum`.
        misconceptions: Misconceptions of the question. The effect is the formula of a class.
        where: Argument -> its formula in the other sizes. The check calls the answer only with
            arguments that satisfy this formula.
        seed: Distinguishes this check's draws from other checks' draws.

    Raises:
        ValueError: A formula has an unknown size. When the check first marks an answer: a formula
            isn't positive, or two formulas share a class.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import Growth, log, misconception, sizes
        >>> SIZES = T, J, B = sizes("T J B")
        >>> question = Growth(
        ...     SIZES,
        ...     log(T) + log(J),
        ...     misconceptions=[misconception("work", T**2 * J, "This is the work.")],
        ... )
        >>> question.grade(lambda T, J, B: 3 * np.log(float(T)) + 2 * np.log(float(J)), points=2)
        2.0
    """

    sizes: Sequence[Formula]
    expected: Formula
    misconceptions: Sequence[Misconception] = field(default=(), kw_only=True)
    where: Mapping[Formula, FormulaLike] = field(default_factory=dict, kw_only=True)
    seed: int = field(default=0, kw_only=True)

    @cached_property
    def _sizes(self) -> Sizes:
        return sizes_of(self.sizes, self.where)

    @cached_property
    def _classes(self) -> Callable[[int], Classes]:
        """A function that makes the classes for a draw, from the number of the draw."""
        wrong = tuple((each.error, _effect(each)) for each in self.misconceptions)
        return lru_cache(maxsize=DRAWS)(partial(Classes, self._sizes, self.expected, wrong))

    def __post_init__(self) -> None:
        for formula in (self.expected, *map(_effect, self.misconceptions)):
            known = (*self._sizes.names, *self._sizes.arguments)
            if unknown := [name for name in formula.sizes if name not in known]:
                raise ValueError(f"{formula}: no size {unknown[0]}; the sizes are {known}")

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return self.misconceptions

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        classes = self._classes(grading.seed(self.seed) % DRAWS)
        try:
            curves = _curves_of_answer(answer, classes.rays, classes.arguments)
        except NoAnswer as unusable:
            return Verdict.nothing(WHOLE, unusable.message, points)
        fast, slow = _differences(curves, classes.right)
        # An answer that grows too fast ends in overflow. This is no second fault.
        endings = (
            series.stopped
            for series in curves
            if not (fast and series.overflow and series.count > MIN_SCALES)
        )
        how = next(filter(None, endings), None)
        stopped = Message("growth-stopped", {"how": how}) if how else None
        if not fast and not slow:
            so_far = Message("growth-right-so-far", {"stopped": stopped})
            return Verdict.all_right(WHOLE, so_far if stopped else Message("growth-right"), points)
        error = next((e for e, known in classes.errors.items() if _is_alike(curves, known)), None)
        facts: dict[str, Any] = {"right": str(self.expected), "stopped": stopped}
        for name, ray in (("fast", fast), ("slow", slow)):
            facts[name] = {size: ray.speeds[size] for size in classes.arguments} if ray else {}
        share = points / len(classes.sizes)
        items = [
            Finding.of(
                size,
                Message("growth-in-size", {"wrong": wrong}),
                points=0.0 if wrong else share,
                max_points=share,
                passed=not wrong,
                unit=Unit.SIZE,
            )
            for size, wrong in classes.wrong_in(curves).items()
        ]
        extras = [
            Finding.of(size, Message("growth-in-idle-size"), unit=Unit.SIZE)
            for size in classes.idle_sizes(curves)
        ]
        cost = (
            cost_of(error, kinds_of(self.misconceptions))
            if error
            else COSTS[MisconceptionKind.IDEA]
        )
        # A class that treats all sizes alike is trivial, unless the question lists it as a slip.
        trivial = cost == COSTS[MisconceptionKind.IDEA] and any(
            _is_alike(curves, b) for b in classes.symmetric
        )
        assessment = Assessment(
            points,
            tuple(items),
            extras=tuple(extras),
            named={error: cost} if error else None,
            summary=Message("explained-by", {"error": error}) if error else None,
            remarks=(Finding.of(WHOLE, Message("growth-differs", facts)),),
            trivial=Message("takes-sizes-alike") if trivial else None,
        )
        return Verdict.of_assessments([assessment])

    def items(self, points: float) -> list[RubricRow]:
        return [RubricRow("the growth with each size that matters", points, 0)]

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Describe how fast the answer grows along each ray that all submissions share."""
        classes = self._classes(grading.common_seed(self.seed) % DRAWS)
        try:
            curves = _curves_of_answer(answer, classes.rays, classes.arguments)
        except NoAnswer as unusable:
            return unusable.message.id
        return "; ".join(series.speed for series in curves)

    @property
    def effect_template(self) -> str:
        return "formula"

    def shown(self, solution: Any) -> Iterator[str]:
        yield f"{solution.__name__} grows as {self.expected}"


def _effect(each: Misconception) -> Formula:
    return formula_of(one_effect(each))


# --- functions along rays ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Ray:
    """A ray: sizes that grow together, each at its own speed.

    Attributes:
        scales: The scales: the logarithms, to base 2, of sizes of speed 1.
        values: The sizes and arguments by name, at each scale.
        speeds: Name of a size or argument -> its speed: 0 if it is fixed, 2 if it grows as the
            square of others.
    """

    scales: tuple[int, ...]
    values: list[dict[str, int]]
    speeds: dict[str, int]


def _rays_of(sizes: Sizes, logarithmic: bool, draw: int) -> list[Ray]:
    """Make the rays for an answer in these sizes, the simplest first.

    Args:
        sizes: The sizes.
        logarithmic: True if logarithms matter. Then no size grows as the square of another, because
            the logarithms of a size and of its square are in one class.
        draw: The number of the draw; 0 uses fixed numbers.
    """
    fastest, scales = (1, FAR_SCALES) if logarithmic else (2, SCALES)
    rng, names = random.Random(draw), sizes.names
    fixed = [rng.randint(FIXED, LARGEST_FIXED) if draw else FIXED for _ in names]
    factors = [rng.choice(FACTORS) if draw else FACTOR for _ in names]
    chosen = (s for s in itertools.product(range(fastest + 1), repeat=len(names)) if 1 in s)
    rays = []
    for speeds in sorted(chosen, key=lambda s: (max(s), sum(map(bool, s)), s[::-1])):
        of_sizes, values = list(zip(speeds, factors, fixed, strict=True)), []
        for scale in scales:
            point = [f << speed * scale >> 3 if speed else alone for speed, f, alone in of_sizes]
            arguments = zip(sizes.arguments, sizes.arguments_at(point), strict=True)
            values.append(dict(zip(names, point, strict=True)) | dict(arguments))
        rises = {
            name: math.log2(last) - math.log2(values[0][name]) for name, last in values[-1].items()
        }
        span = scales[-1] - scales[0]
        rays.append(Ray(scales, values, {name: round(rise / span) for name, rise in rises.items()}))
    return rays


@dataclass
class Series:
    """The values of a function along a ray.

    Attributes:
        ray: The ray.
        logarithms: The logarithm of each value, scale by scale; None if a value isn't positive.
        stopped: The message about the end of the series, if it ended early.
        overflow: True if it ended because the numbers became too large.
    """

    ray: Ray
    logarithms: list[float | None] = field(default_factory=list)
    stopped: Message | None = None
    overflow: bool = False

    @property
    def count(self) -> int:
        """The number of scales with a value."""
        return sum(value is not None for value in self.logarithms)

    def drift_from(self, other: Series) -> int:
        """Compare the growth with another function's along the ray.

        Returns:
            1 if the ratio to the other function grows, −1 if it shrinks, 0 if it stays bounded.
        """
        if self.count < MIN_SCALES:
            return 1  # it overflowed
        both = zip(self.ray.scales, self.logarithms, other.logarithms, strict=False)
        ratios = [
            (math.log2(scale), f - g) for scale, f, g in both if f is not None and g is not None
        ]
        earlier, last = (
            (b - a) / (t - s) for (s, a), (t, b) in itertools.pairwise(ratios[-MIN_SCALES:])
        )
        if abs(last) <= STEADY or abs(last) < FADING * abs(earlier):
            return 0
        return 1 if last > 0 else -1

    @property
    def speed(self) -> str:
        """The growth at the last two scales: the powers of a size and of its logarithm, as text."""
        known = [
            (scale, value)
            for scale, value in zip(self.ray.scales, self.logarithms, strict=False)
            if value is not None
        ]
        stopped = f", stopped at {len(self.logarithms)}" if self.stopped else ""
        if len(known) < 2:
            return f"unknown{stopped}"
        (scale, before), (last, value) = known[-2:]
        power = round((value - before) / (last - scale), 1)
        rest = value - before - power * (last - scale)
        logarithms = round(4 * rest / math.log2(last / scale)) / 4
        return f"{power + 0.0} {logarithms + 0.0}{stopped}"


Curves = list[Series]  # the series of one function along each ray


def _differences(answer: Curves, right: Curves) -> tuple[Ray | None, Ray | None]:
    """Find the simplest ray on which an answer grows too fast, and one on which it is too slow.

    Either is None if there is no such ray.
    """
    drifts = [own.drift_from(other) for own, other in zip(answer, right, strict=True)]
    fast, slow = (answer[drifts.index(d)].ray if d in drifts else None for d in (1, -1))
    return fast, slow


def _is_alike(answer: Curves, right: Curves) -> bool:
    return not any(own.drift_from(other) for own, other in zip(answer, right, strict=True))


def _curves_of_answer(function: Any, rays: Sequence[Ray], arguments: Sequence[str]) -> Curves:
    """Call an answer along each ray, at the smallest scales first, until its series ends.

    Raises:
        NoAnswer: There are too few numbers, or a value is no number.
    """
    found = [Series(ray) for ray in rays]
    for at in range(len(rays[0].scales)):
        active = [series for series in found if not series.stopped]
        calls = [{name: series.ray.values[at][name] for name in arguments} for series in active]
        limit = LATER_SECONDS if at >= MIN_SCALES else None  # a verdict needs the first scales
        outcomes = ask(function, [tuple(call.values()) for call in calls], time_limit=limit)
        ended = any(outcome.error and ends_asking(outcome.error) for outcome in outcomes)
        if ended and at >= MIN_SCALES:
            break
        for series, outcome, call in zip(active, outcomes, calls, strict=True):
            _add(series, outcome, call)
    for series in found:
        if series.stopped and series.count < MIN_SCALES and not series.overflow:
            raise NoAnswer(series.stopped)
    return found


def _add(series: Series, outcome: Outcome, call: Mapping[str, int]) -> None:
    """Add the value of a call to a series, or end the series."""
    error, value = outcome.error, real_number(outcome.value)
    at = f"({', '.join(f'{name}={_short(size)}' for name, size in call.items())})"
    facts = {"at": at, "value": value_message(outcome.value)}
    if isinstance(error, NotImplementedError):
        raise NoAnswer(failure_message(error, at))
    if error is not None:
        series.stopped = failure_message(error, at)
        series.overflow = isinstance(error, TOO_LARGE)
    elif value is None or value != value:
        raise NoAnswer(Message("growth-is-no-number", facts))
    elif value > 0 and _log2(value) > HIGHEST * sum(map(math.log2, call.values())):
        series.stopped, series.overflow = Message("growth-beyond-powers", facts), True
    elif value > 0:
        series.logarithms.append(_log2(value))
    elif len(series.logarithms) + 1 < MIN_SCALES:
        series.logarithms.append(None)  # such as log2(T) - 2 at a small T
    else:
        raise NoAnswer(Message("growth-not-positive", facts))


def _log2(value: int | float | Fraction) -> float:
    """Return the logarithm of a positive number, even if it is too large for a float."""
    if isinstance(value, Fraction):
        return math.log2(value.numerator) - math.log2(value.denominator)
    return math.log2(value)


def _short(size: int) -> str:
    zeros = (size & -size).bit_length() - 1
    return str(size) if size < 10**6 else f"{size >> zeros}*2**{zeros}"


@dataclass(frozen=True)
class _Logs:
    """Numbers as their logarithms to base 2, because 2^4096 is too large for a float.

    Attributes:
        values: The logarithms: -inf for 0, and NaN for a negative number.
    """

    values: np.ndarray

    @classmethod
    def of(cls, number: int | float | Fraction) -> _Logs:
        return cls(np.log2(np.float64(number)))

    def __add__(self, other: _Logs) -> _Logs:
        return _Logs(np.logaddexp2(self.values, other.values))

    def __sub__(self, other: _Logs) -> _Logs:
        return _Logs(self.values + np.log2(1 - np.exp2(other.values - self.values)))

    def __mul__(self, other: _Logs) -> _Logs:
        return _Logs(self.values + other.values)

    def __truediv__(self, other: _Logs) -> _Logs:
        return _Logs(self.values - other.values)

    def __pow__(self, power: int | _Logs) -> _Logs:
        return _Logs(self.values * (power if isinstance(power, int) else np.exp2(power.values)))

    def log(self) -> _Logs:
        return _Logs(np.log2(self.values * math.log(2)))

    @staticmethod
    def largest(*several: _Logs) -> _Logs:
        return _Logs(reduce(np.maximum, [each.values for each in several]))

    @staticmethod
    def smallest(*several: _Logs) -> _Logs:
        return _Logs(reduce(np.minimum, [each.values for each in several]))


_CALLS: Mapping[str, Callable[..., _Logs]] = {
    "log": _Logs.log,
    "max": _Logs.largest,
    "min": _Logs.smallest,
}


def _logs_along(rays: Sequence[Ray]) -> dict[str, _Logs]:
    """Return name of a size or argument -> its values: a row for each ray, a column for each
    scale."""
    return {
        name: _Logs(np.array([[math.log2(at[name]) for at in ray.values] for ray in rays]))
        for name in rays[0].speeds
    }


# --- classes -------------------------------------------------------------------------------------


class Classes:
    """The class that the question asks for, and the classes of its misconceptions.

    Args:
        sizes: The arguments of the answer.
        expected: The formula of the right class.
        wrong: The misconceptions and the formulas of their classes.
        draw: The number of the draw.

    Raises:
        ValueError: The right class names a size that doesn't matter, or two classes are equal.
    """

    def __init__(
        self,
        sizes: Sizes,
        expected: Formula,
        wrong: tuple[tuple[Diagnosis, Formula], ...],
        draw: int,
    ) -> None:
        self.arguments, self.sizes = sizes.arguments, expected.sizes
        self.rays = _rays_of(sizes, _has_logarithm(expected), draw)
        self._logs = _logs_along(self.rays)
        self.right = self._curves_of(expected)
        self._ray_at = {self._speeds(ray, sizes): n for n, ray in enumerate(self.rays)}
        # Size of the class -> the indices of the free sizes that it depends on.
        self._free = {
            name: [
                at
                for at, free in enumerate(sizes.names)
                if name == free or (name in sizes.where and sizes.where[name].depends_on(free))
            ]
            for name in (*expected.sizes, *sizes.names)
        }
        constant = self._curves_of(formula_of(1))
        if not all(self.right[n].drift_from(constant[n]) for n in map(self._alone, self.sizes)):
            raise ValueError(f"'{expected}' doesn't grow with each size that it names")
        self._idle = [
            name
            for name in sizes.names
            if not self.right[self._alone(name)].drift_from(constant[self._alone(name)])
        ]
        self.errors = {error: self._curves_of(formula) for error, formula in wrong}
        known = {"the right answer": self.right} | {e.words: g for e, g in self.errors.items()}
        for (one, growth), (other, its_growth) in itertools.combinations(known.items(), 2):
            if _is_alike(growth, its_growth):
                raise ValueError(f"{other!r} and {one!r} are of one class; remove one of them")

    def _curves_of(self, formula: Formula) -> Curves:
        """Evaluate a formula along each ray.

        Raises:
            ValueError: A value isn't positive, or the formula has an unknown size.
        """
        try:
            with np.errstate(all="ignore"):
                values = formula.evaluate(self._logs, _Logs.of, _CALLS).values
        except (TypeError, KeyError) as error:
            raise ValueError(f"'{formula}' is no formula of growth: {error}") from error
        rows = np.broadcast_to(values, self._logs[self.arguments[0]].values.shape)
        if not np.isfinite(rows).all():
            raise ValueError(
                f"'{formula}' is no formula of growth: it isn't positive for all sizes"
            )
        return [Series(ray, row) for ray, row in zip(self.rays, rows.tolist(), strict=True)]

    @staticmethod
    def _speeds(ray: Ray, sizes: Sizes) -> tuple[int, ...]:
        return tuple(ray.speeds[name] for name in sizes.names)

    def _alone(self, name: str) -> int:
        """Return the index of the ray on which only this size grows."""
        first, number = self._free[name][0], len(next(iter(self._ray_at)))
        return self._ray_at[tuple(int(at == first) for at in range(number))]

    def wrong_in(self, answer: Curves) -> dict[str, list[str]]:
        """Find the wrong growth with each size of the class.

        A fault on a ray counts against a size only if the answer is right on the same ray without
        this size. So each fault counts only against the sizes that cause it.

        Returns:
            Size -> "fast", "slow", both, or neither if the growth is right.
        """
        drifts = [a.drift_from(right) for a, right in zip(answer, self.right, strict=True)]
        found = {}
        for name in self.sizes:
            own, wrong = set(self._free[name]), set[int]()
            for speeds, n in self._ray_at.items():
                if not any(speeds[at] for at in own):
                    continue
                others = tuple(0 if at in own else speed for at, speed in enumerate(speeds))
                if 1 not in others:
                    others = tuple(speed // 2 for speed in others)
                if drifts[n] and not (any(others) and drifts[self._ray_at[others]]):
                    wrong.add(drifts[n])
            found[name] = [how for drift, how in ((1, "fast"), (-1, "slow")) if drift in wrong]
        return found

    def idle_sizes(self, answer: Curves) -> list[str]:
        """List the sizes that don't matter but change the growth of the answer."""
        alone = {name: self._alone(name) for name in self._idle}
        return [name for name, n in alone.items() if answer[n].drift_from(self.right[n])]

    @cached_property
    def symmetric(self) -> list[Curves]:
        """The curves of formulas that are symmetric in some sizes.

        These are the elementary symmetric polynomials of each set of sizes: for a, b and c, they
        are a + b + c, ab + ac + bc, and abc. (A sum is in the class of its largest term.) The
        logarithm of the product of all sizes is included. Such an answer needs no understanding,
        but a student who tries all these formulas finds one that is right for half of the sizes.
        """
        counts = range(1, len(self.arguments) + 1)
        arguments = sizes(" ".join(self.arguments))
        formulas = {
            reduce(add, (reduce(mul, each) for each in itertools.combinations(chosen, n)))
            for count in counts
            for chosen in itertools.combinations(arguments, count)
            for n in counts[:count]
        }
        if self._idle:  # else the logarithm of all sizes may be right
            formulas.add(log(reduce(mul, arguments)))
        return [self._curves_of(formula) for formula in sorted(formulas, key=str)]


def _has_logarithm(formula: Formula) -> bool:
    """Check whether a formula contains a logarithm of sizes."""
    if formula.operation == "log":
        return bool(formula.sizes)
    return any(_has_logarithm(part) for part in formula.parts if isinstance(part, Formula))
