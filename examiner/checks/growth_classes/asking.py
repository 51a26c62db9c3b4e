"""What a function of sizes is along rays: its values, as far as it gives any."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from ..calls import Outcome, ask, describe_error, describe_value, ends_asking
from ..counts.sizes import Sizes
from ..polynomials import Polynomial
from ..tolerances import SAME_COUNT
from .formulas import Formula
from .rays import MIN_SCALES, Ray

TOO_LARGE = (OverflowError, MemoryError)  # what ends a call whose numbers grow beyond all bounds
OF_LARGE_INTS = (TypeError, AttributeError, OverflowError)  # raised where floats may be taken
MAX_EXPONENT = 1000  # of 2, of a number that is a float
MAX_FLOAT = 2**MAX_EXPONENT
HIGHEST = 64  # power of its arguments that an answer may be, so as to be asked at larger ones
ALIKE = 0.1  # steps whose ratio changes by no more than this power of the scale are in proportion
LATER = 2.0  # seconds for each scale beyond those that are needed
REPEATS = 5  # rays asked twice at the first scale: an answer must not depend on when it is asked
ADVICE = "math.log takes ints of any size; floats and numpy's numbers end"


class Undecided(Exception):
    """The answer gave too few numbers; the message says what it gave instead."""


@dataclass
class Series:
    """The logarithms of a function's values along one ray, scale by scale; None where it gave none.

    error: what ended it, and at which arguments. overflow: whether too large numbers did.
    """

    ray: Ray
    logarithms: list[float | None] = field(default_factory=list)
    error: str = ""
    overflow: bool = False

    @property
    def changes(self) -> bool:
        """Whether the function has another class along this ray than a constant."""
        return self.ray.drift(self.logarithms) != 0

    @property
    def known(self) -> int:
        """At how many scales there is a value."""
        return sum(value is not None for value in self.logarithms)

    def drift_from(self, others: Sequence[float]) -> int:
        """How the ratio to another function with these logarithms changes, see `Ray.drift`."""
        if self.known < MIN_SCALES:
            return 1  # it overflowed
        if self.known < self.ray.needs:
            return 0
        missing = [None] * (len(others) - len(self.logarithms))
        pairs = list(zip([*self.logarithms, *missing], others, strict=True))
        drift = self.ray.drift([None if own is None else own - other for own, other in pairs])
        # A large constant makes a ratio shrink until it doesn't matter any more.
        return 0 if drift < 0 and self._rises_with(pairs) else drift

    def _rises_with(self, pairs: Sequence[tuple[float | None, float]]) -> bool:
        """Whether the last steps of the two functions are in proportion."""
        pairs_at = zip(self.ray.scales, pairs, strict=True)
        known = [(scale, *pair) for scale, pair in pairs_at if pair[0] is not None]
        (first, f1, g1), (_, f2, g2), (last, f3, g3) = known[-3:]
        if max(f3, g3) > MAX_EXPONENT:
            return False
        steps = [(2**b - 2**a) for a, b in ((f1, f2), (f2, f3), (g1, g2), (g2, g3))]
        if min(steps) <= 0:
            return False
        f_steps, g_steps = steps[1] / steps[0], steps[3] / steps[2]
        return abs(math.log2(f_steps / g_steps)) <= ALIKE * math.log2(last / first)


def along_rays(function: Any, rays: Sequence[Ray], sizes: Sizes) -> list[Series]:
    """The series of an answer along each ray. Undecided where there are too few numbers.

    It is asked at the smallest scales first, and no further along a ray where it ended.
    """
    series = [Series(ray) for ray in rays]
    for at in range(max(len(ray.scales) for ray in rays)):
        open_ones = [each for each in series if not each.error and at < len(each.ray.scales)]
        again = open_ones[-REPEATS:] if at == 0 else []
        calls = [each.ray.arguments[at] for each in (*open_ones, *again)]
        outcomes = _answers(function, calls, None if at < MIN_SCALES else LATER) if calls else []
        for each, outcome in zip(open_ones, outcomes, strict=False):
            _add(each, outcome, at, sizes)
        for each, outcome in zip(again, outcomes[len(open_ones) :], strict=False):
            _check_again(each, outcome, sizes)
        ended = any(outcome.error and ends_asking(outcome.error) for outcome in outcomes)
        if ended and at + 1 >= MIN_SCALES:
            break
    for each in series:
        if each.known < MIN_SCALES and not each.overflow:
            raise Undecided(each.error or "it has to be positive, and is not, at most sizes")
    return series


def _answers(function: Any, calls: Sequence[tuple], limit: float | None) -> list[Outcome]:
    """The outcomes of calls with ints; with floats where it is floats that the answer takes, as
    numpy's functions do beyond 64 bits."""
    outcomes = ask(function, calls, time_limit=limit)
    refused = [
        at
        for at, outcome in enumerate(outcomes)
        if isinstance(outcome.error, OF_LARGE_INTS) and max(calls[at]) < MAX_FLOAT
    ]
    if refused:
        again = [tuple(map(float, calls[at])) for at in refused]
        for at, outcome in zip(refused, ask(function, again, time_limit=limit), strict=True):
            if outcome.error is None:
                outcomes[at] = outcome
    return outcomes


def of_formula(formula: Formula, rays: Sequence[Ray], sizes: Sizes) -> list[Series]:
    """The series of a formula."""
    return [
        Series(ray, [formula.log2(ray.values(sizes, at)) for at in range(len(ray.points))])
        for ray in rays
    ]


def of_polynomial(polynomial: Polynomial, rays: Sequence[Ray], sizes: Sizes) -> list[Series]:
    """The series of a polynomial in the sizes. Undecided where it is not positive."""
    found = []
    for ray in rays:
        series = Series(ray)
        for at, point in enumerate(ray.points):
            outcome = Outcome(polynomial(*point))
            if isinstance(outcome.value, Fraction):
                outcome = Outcome(max(int(outcome.value), 1) if outcome.value > 0 else 0)
            _add(series, outcome, at, sizes)
        found.append(series)
    return found


def _add(series: Series, outcome: Outcome, at: int, sizes: Sizes) -> None:
    """One more value of a series, or why there is none."""
    where = _named(sizes, series.ray.arguments[at])
    error = outcome.error
    if isinstance(error, NotImplementedError):
        raise Undecided(describe_error(error))
    if error is not None:
        series.error = f"at {where} {describe_error(error)}"
        series.overflow = isinstance(error, TOO_LARGE)
        return
    value = number(outcome.value, where)
    if value == math.inf:
        series.error, series.overflow = f"at {where} it returned {value}", True
        return
    late = at + 1 >= MIN_SCALES
    if value <= 0 and late:
        raise Undecided(f"at {where} it returned {describe_value(value)}: it has to be positive")
    series.logarithms.append(math.log2(value) if value > 0 else None)
    if value > 0 and math.log2(value) > HIGHEST * sum(map(math.log2, series.ray.arguments[at])):
        series.error = f"at {where} it returned {describe_value(value)}, larger than any power"
        series.overflow = True


def number(value: Any, where: str) -> int | float:
    """A value as a Python number; Undecided, naming what it is, for anything else."""
    if isinstance(value, (np.generic, np.ndarray)) and np.ndim(value) == 0:
        value = value.item()
    if type(value) not in (int, float):
        raise Undecided(f"expected a number, not {describe_value(value)} (at {where})")
    if type(value) is float and (math.isnan(value) or value == -math.inf):
        raise Undecided(f"at {where} it returned {value}, which is not a number")
    return value


def _check_again(series: Series, outcome: Outcome, sizes: Sizes) -> None:
    """Undecided where it gives something else when it is asked again."""
    before = series.logarithms[0] if series.logarithms else None
    if before is None or outcome.error is not None:
        return
    where = _named(sizes, series.ray.arguments[0])
    value = number(outcome.value, where)
    now = math.log2(value) if 0 < value < math.inf else None
    if now is None or abs(now - before) > SAME_COUNT:
        raise Undecided(f"asked twice at {where} it gave two different numbers")


def _named(sizes: Sizes, arguments: Sequence[int]) -> str:
    """ "(T=2^60, U=3)"."""
    pairs = zip(sizes.arguments, arguments, strict=True)
    return f"({', '.join(f'{name}={_short(value)}' for name, value in pairs)})"


def _short(value: int) -> str:
    if value < 10**6:
        return str(value)
    power = value.bit_length() - 1
    return f"2^{power}" if value == 2**power else f"about 2^{power}"
