"""Following functions along rays: sizes that grow, alone or together, some as squares of others.

Two functions are of one class along a ray if their ratio stays between two constants. It is seen at
a few scales, each about twice the one before. A ratio that grows as a power of the scale, however
small, goes on changing by that power; what a constant or a dominated term adds fades away.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import NoAnswer, Outcome, ask, ends_asking, failure_said, value_said
from ..counts.interpolation import box, interpolate, nodes
from ..counts.sizes import Sizes

# The value of a size that doesn't grow; others are a multiple of 2^scale, or about its square. In
# eighths: the first, and what may be drawn.
FIXED, LARGEST_FIXED = 3, 6
FACTOR, FACTORS = 12, range(9, 16)
DRAWS = 8  # of all these, each worked out once
# Where logarithms matter. Numbers of 64 bits end after the fifth, floats after the seventh.
FAR_SCALES = (4, 8, 15, 30, 60, 240, 960, 4096)
SCALES = (2, 4, 8, 16, 32, 64)  # where powers do
MIN_SCALES = 3  # that say something of a ray
LATER = 2.0  # seconds for each scale beyond the first
STEADY = 0.1  # a ratio that changes by less than this power of the scale is bounded …
FADING = 0.75  # … and so is one whose power gets smaller by this factor from scale to scale
TOO_LARGE = (OverflowError, MemoryError)  # what ends a call whose numbers grow beyond all bounds
HIGHEST = 64  # power of its arguments that an answer may be, so as to be asked at larger ones
MAX_POWER = 3  # of a size, in an answer that counts one by one


@dataclass(frozen=True, eq=False)
class Ray:
    """Sizes that grow at some speeds.

    speeds: of each size; 0 of one that is fixed, 2 of one that grows as the square of others.
    values: all sizes and arguments by their names, at each scale.
    """

    speeds: Mapping[str, int]
    scales: tuple[int, ...]
    values: tuple[Mapping[str, int], ...]

    @classmethod
    def of(
        cls, sizes: Sizes, speeds: tuple[int, ...], scales: tuple[int, ...], draw: int = 0
    ) -> Ray:
        rng, count = random.Random(draw), len(speeds)
        fixed = [rng.randint(FIXED, LARGEST_FIXED) if draw else FIXED for _ in range(count)]
        factors = [rng.choice(FACTORS) if draw else FACTOR for _ in range(count)]
        values = []
        for scale in scales:
            point = [
                factor << speed * scale >> 3 if speed else alone
                for speed, factor, alone in zip(speeds, factors, fixed, strict=True)
            ]
            arguments = zip(sizes.arguments, sizes.arguments_at(point), strict=True)
            values.append(dict(zip(sizes.names, point, strict=True)) | dict(arguments))
        return cls(dict(zip(sizes.names, speeds, strict=True)), scales, tuple(values))

    def grows(self, name: str) -> bool:
        """Whether a size or an argument grows along it."""
        return self.values[0][name] != self.values[-1][name]

    def speeds_of(self, arguments: Sequence[str]) -> dict[str, int]:
        """The speeds of arguments, which are the sizes or are made of them."""
        (first, *_, last), span = self.values, self.scales[-1] - self.scales[0]
        rises = {name: math.log2(last[name]) - math.log2(first[name]) for name in arguments}
        return {name: round(rise / span) for name, rise in rises.items()}


def rays_of(sizes: Sizes, logarithmic: bool, draw: int = 0) -> list[Ray]:
    """The rays that an answer in these sizes is followed along, the simplest first.

    draw: the number of what is drawn; 0 draws nothing.
    logarithmic: whether logarithms matter, of which those of a size and of its square are alike.
    """
    fastest, scales = (1, FAR_SCALES) if logarithmic else (2, SCALES)
    every = itertools.product(range(fastest + 1), repeat=len(sizes.names))
    chosen = (speeds for speeds in every if 1 in speeds)
    simplest_first = sorted(chosen, key=lambda s: (max(s), sum(map(bool, s)), s[::-1]))
    return [Ray.of(sizes, speeds, scales, draw) for speeds in simplest_first]


@dataclass
class Series:
    """The logarithms of a function's values along a ray, scale by scale; None where it isn't > 0.

    stopped: what ended it. overflow: whether too large numbers did.
    """

    ray: Ray
    logarithms: list[float | None] = field(default_factory=list)
    stopped: Says | None = None
    overflow: bool = False

    @property
    def known(self) -> int:
        """At how many scales there is a value."""
        return sum(value is not None for value in self.logarithms)

    def drift_from(self, other: Series) -> int:
        """1 where the ratio to another function grows along the ray, −1 where it shrinks, 0 where
        it stays bounded."""
        if self.known < MIN_SCALES:
            return 1  # it overflowed
        both = zip(self.ray.scales, self.logarithms, other.logarithms, strict=False)
        ratios = [(math.log2(scale), f - g) for scale, f, g in both if f is not None]
        earlier, last = (
            (b - a) / (t - s) for (s, a), (t, b) in itertools.pairwise(ratios[-MIN_SCALES:])
        )
        if abs(last) <= STEADY or abs(last) < FADING * abs(earlier):
            return 0
        return 1 if last > 0 else -1


def of_formula(formula: str, rays: Sequence[Ray]) -> list[Series]:
    """The series of a formula along each ray. ValueError for what is none."""
    return [Series(ray, [magnitude_of(formula, each) for each in ray.values]) for ray in rays]


def of_answer(function: Any, rays: Sequence[Ray], arguments: Sequence[str]) -> list[Series]:
    """The series of an answer along each ray. NoAnswer where there are too few numbers.

    It is asked at the smallest scales first, and no further along a ray where it ended.
    """
    found = [Series(ray) for ray in rays]
    for at in range(len(rays[0].scales)):
        going_on = [series for series in found if not series.stopped]
        calls = [{name: series.ray.values[at][name] for name in arguments} for series in going_on]
        limit = LATER if at else None
        outcomes = ask(function, [tuple(call.values()) for call in calls], time_limit=limit)
        ended = any(outcome.error and ends_asking(outcome.error) for outcome in outcomes)
        if ended and (polynomial := _counted(function, arguments)):
            return of_answer(polynomial, rays, arguments)
        if ended and at >= MIN_SCALES:
            break
        for series, outcome, call in zip(going_on, outcomes, calls, strict=True):
            _add(series, outcome, call)
    for series in found:
        if series.known < MIN_SCALES and not series.overflow:
            raise NoAnswer(series.stopped)
    return found


def _counted(function: Any, arguments: Sequence[str]) -> Callable[..., int] | None:
    """The polynomial that an answer is at small sizes, which takes too long at large ones: it may
    count one by one. None if it is none."""
    terms = box([MAX_POWER] * len(arguments))
    further = [tuple(7 + step * n % 5 for n, _ in enumerate(arguments, 1)) for step in range(1, 5)]
    points = [*nodes(terms), *further]
    values = [outcome.value for outcome in ask(function, points)]
    if not all(type(value) is int for value in values):
        return None
    found = interpolate(arguments, terms, values[: len(terms)])
    is_it = all(found(*point) == value for point, value in zip(points, values, strict=True))
    return (lambda *sizes: int(found(*sizes))) if is_it else None


def _add(series: Series, outcome: Outcome, call: Mapping[str, int]) -> None:
    """One more value of a series, or why there is none."""
    error, value = outcome.error, outcome.value
    if isinstance(value, (np.generic, np.ndarray)) and np.ndim(value) == 0:
        value = value.item()
    where = f"({', '.join(f'{name}={_short(size)}' for name, size in call.items())})"
    facts = {"at": where, "value": value_said(value)}
    if isinstance(error, NotImplementedError):
        raise NoAnswer(failure_said(error, where))
    if error is not None:
        series.stopped = failure_said(error, where)
        series.overflow = isinstance(error, TOO_LARGE)
    elif type(value) not in (int, float) or value != value:
        raise NoAnswer(Says("growth-is-no-number", facts))
    elif value > 0 and math.log2(value) > HIGHEST * sum(map(math.log2, call.values())):
        series.stopped, series.overflow = Says("growth-beyond-powers", facts), True
    elif value > 0:
        series.logarithms.append(math.log2(value))
    elif len(series.logarithms) + 1 < MIN_SCALES:
        series.logarithms.append(None)  # log2(T) - 2, say
    else:
        raise NoAnswer(Says("growth-not-positive", facts))


def _short(size: int) -> str:
    zeros = (size & -size).bit_length() - 1
    return str(size) if size < 10**6 else f"{size >> zeros}*2**{zeros}"


# --- formulas ------------------------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class Magnitude:
    """A positive number by its logarithm, a float of moderate size where the number itself (2^4096,
    say) is beyond all floats.
    """

    log2: float

    def __add__(self, other: Magnitude | float) -> Magnitude:
        low, high = sorted((self, _magnitude(other)))
        return Magnitude(high.log2 + math.log2(1 + 2 ** max(low.log2 - high.log2, -1000)))

    def __mul__(self, other: Magnitude | float) -> Magnitude:
        return Magnitude(self.log2 + _magnitude(other).log2)

    def __truediv__(self, other: Magnitude | float) -> Magnitude:
        return Magnitude(self.log2 - _magnitude(other).log2)

    def __pow__(self, power: float) -> Magnitude:
        return Magnitude(self.log2 * power)

    __radd__, __rmul__ = __add__, __mul__


def _magnitude(value: Magnitude | float) -> Magnitude:
    return value if isinstance(value, Magnitude) else Magnitude(math.log2(value))


def magnitude_of(formula: str, values: Mapping[str, int]) -> float:
    """The logarithm of a formula's value. values: of its names, larger than 1.

    ValueError for what is no sum, product, quotient or power of these, of positive numbers, and of
    log(…), max(…) and min(…) of such.
    """
    names = {name: _magnitude(value) for name, value in values.items()}
    functions = {"log": lambda x: _magnitude(x.log2), "max": max, "min": min}
    try:
        return _magnitude(eval(formula, {"__builtins__": functions}, names)).log2
    except (SyntaxError, NameError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(
            f"{formula!r} is no formula of growth in {set(values)}: {error}"
        ) from error
