"""Asking a counting answer at small integer points, and what its counts there mean.

Students write loops, so the points are never large. There are two stages:

1. The points that determine a polynomial of the terms that the problem names, in the right formula
   or in a mistake, and random points that confirm it. Nearly every answer has such terms.
2. Where that polynomial isn't confirmed, the rest of the grid that determines any polynomial with
   these powers of each size; the same random points confirm it.

Confirmation is a polynomial identity test. If the answer is a polynomial of total degree D that
differs from the recovered one, a point drawn from S values per variable misses the difference with
probability at most D / S (Schwartz 1980, Zippel 1979); with 16 points from 23 values and D = 6 that
is (6/23)^16 < 1e-9.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ...findings.diagnosis import Message
from ..calls import NoAnswer, Outcome, ask, failure_message, value_message
from ..numbers import real_number, whole_number
from ..polynomials import Exponents, Polynomial
from .cost_terms import Sizes

FIRST_NODE = 2  # sizes of 1 hide mistakes and invite special cases
CONFIRMATIONS = 16
CONFIRMATION_RANGE = (2, 24)
REPEATS = 5  # points asked twice: an answer must not depend on when it is asked
MAX_COUNT = 10**60  # no count of the course comes near this at the points asked
# An integer of 16 bits must not fit a few of the counts. Code that counts one by one takes a few
# hundredths of a second for so many; for those that overflow 32 bits it would take minutes, so
# nobody is asked for them.
WIDE = 2**16
WIDE_POINTS = 2
GROWTH, MAX_STEPS = 1.25, 60  # of one size alone: enough for 16 bits


# --- the polynomial that has given values at small integer points, exactly ----------------------
# A set of exponents is closed if it holds, with each member, all that are nowhere larger: 1 and n
# with n·d. There is one polynomial of such terms for any values at the points FIRST_NODE +
# exponents. All that Newton's divided differences use of a closed set is in it.


def box(degrees: Iterable[int]) -> tuple[Exponents, ...]:
    """The closed set of all exponents up to these."""
    return tuple(itertools.product(*(range(degree + 1) for degree in degrees)))


def closed(exponents: Iterable[Exponents]) -> tuple[Exponents, ...]:
    """The smallest closed set that these are in, in order."""
    return tuple(sorted(set(itertools.chain.from_iterable(map(box, exponents)))))


def nodes(exponents: Iterable[Exponents]) -> list[tuple[int, ...]]:
    """The points that determine a polynomial with these terms, a closed set."""
    return [tuple(FIRST_NODE + power for power in each) for each in exponents]


def interpolate(
    variables: Sequence[str], exponents: Sequence[Exponents], values: Sequence[int]
) -> Polynomial:
    """The one polynomial of these terms, a closed set, that has these values at `nodes`."""
    table: dict[Exponents, Fraction | int] = dict(zip(exponents, values, strict=True))
    lines = _lines(tuple(exponents))
    for line in lines:  # values -> differences
        for order in range(1, len(line)):
            for at in range(len(line) - 1, order - 1, -1):
                table[line[at]] -= table[line[at - 1]]
    for each, number in table.items():  # -> coefficients of products (x − 2)(x − 3)…
        divisor = math.prod(map(math.factorial, each))
        table[each] = Fraction(number, divisor) if number % divisor else number // divisor
    for line in lines:  # -> of powers of x
        for order in range(len(line) - 2, -1, -1):
            for each, above in itertools.pairwise(line[order:]):
                table[each] -= (FIRST_NODE + order) * table[above]
    return Polynomial(variables, table)


@lru_cache(maxsize=256)  # a class is asked at the same points, submission by submission
def _lines(exponents: tuple[Exponents, ...]) -> list[list[Exponents]]:
    """The terms that differ in the power of one variable, for each variable, from 0 up."""
    lines: dict[tuple, list[Exponents]] = {}
    for at in range(len(exponents[0])):
        for each in sorted(exponents):
            lines.setdefault((at, *each[:at], *each[at + 1 :]), []).append(each)
    return list(lines.values())


# --- asking --------------------------------------------------------------------------------------


class Point(NamedTuple):
    """Sizes, the arguments of the answer there, and these as text, "(n=2, d=3)"."""

    sizes: tuple[int, ...]
    arguments: tuple[int, ...]
    text: str


class Probe:
    """The points that a counting answer is asked at, in their order: of the first stage those that
    determine a polynomial, random ones, and a few of the first again; then the second stage.

    degrees: the highest power of each size that can be recovered.
    named: exponents of terms within these degrees; with those below them, they are recovered in the
        first stage.
    expected: the right counts; of several (a ledger), all.
    """

    def __init__(
        self,
        sizes: Sizes,
        degrees: Sequence[int],
        named: Iterable[Exponents],
        seed: int,
        expected: Sequence[Polynomial],
    ) -> None:
        self.sizes, self.degrees = sizes, tuple(degrees)
        self._first = closed([*named, (0,) * len(self.degrees)])
        self._beyond = self._shift()
        rng, first = random.Random(seed), nodes(self._first)
        drawn = [
            tuple(rng.randint(*CONFIRMATION_RANGE) for _ in sizes.names)
            for _ in range(CONFIRMATIONS)
        ]
        self._again = rng.sample(range(len(first)), min(REPEATS, len(first)))
        drawn += _wide_points(sizes, drawn, expected, rng)
        stage = [*first, *drawn, *(first[at] for at in self._again)]
        self._stage = [self._point(point) for point in stage]

    @cached_property
    def _rest(self) -> tuple[Exponents, ...]:
        """The terms that are recovered in the second stage, which few answers need, and of these
        there may be ten thousands."""
        return tuple(sorted({*box(self.degrees)} - {*self._first}))

    @cached_property
    def _more(self) -> list[Point]:
        """The points of the second stage."""
        return [self._point(point) for point in nodes(self._rest)]

    @property
    def first_points(self) -> list[Point]:
        """The points of the first stage."""
        return self._stage

    @property
    def points(self) -> Iterator[Point]:
        """The points of both stages; those of the second are made once one is asked for."""
        yield from self._stage
        yield from self._more

    def _shift(self) -> int:
        """By how much a size that bounds others is beyond them at all points that determine a
        polynomial."""
        largest = tuple(FIRST_NODE + degree for degree in self.degrees)
        return max(CONFIRMATION_RANGE[1], *self._bounded(largest).values(), 0)

    def _bounded(self, sizes: tuple[int, ...]) -> dict[str, int]:
        """What is bounded by another size -> its value at these sizes."""
        values = dict(zip(self.sizes.names, sizes, strict=True))
        return {
            name: int(self.sizes.where[name](*sizes)) if name in self.sizes.where else values[name]
            for name in self.sizes.at_most
        }

    def _point(self, sizes: tuple[int, ...]) -> Point:
        """The point with these sizes, where each size that bounds another one is beyond it: by what
        is the same for all that determine a polynomial."""
        values, at_most = dict(zip(self.sizes.names, sizes, strict=True)), self.sizes.at_most
        bounded = self._bounded(sizes)
        for bound in {*at_most.values()}:
            below = (bounded[name] for name, other in at_most.items() if other == bound)
            values[bound] += max(self._beyond, *below)
        sizes = tuple(values.values())
        arguments = self.sizes.arguments_at(sizes)
        named = zip(self.sizes.arguments, arguments, strict=True)
        return Point(sizes, arguments, f"({', '.join(f'{name}={value}' for name, value in named)})")

    def asked(
        self, function: Any, settled: Callable[[Sequence[Outcome]], bool] | None = None
    ) -> list[Outcome]:
        """What the answer gives at the points; only at those of the first stage where that has
        failed or is `settled` (default: see `settles`).
        """
        outcomes = ask(function, [point.arguments for point in self._stage])
        failed = any(outcome.error is not None for outcome in outcomes)
        if failed or (settled or self.settles)(outcomes) or not self._rest:
            return outcomes
        return outcomes + ask(function, [point.arguments for point in self._more])

    def settles(self, outcomes: Sequence[Outcome]) -> bool:
        """Whether these say what the answer is: a polynomial, or no count."""
        try:
            return self.recover(self.counts(outcomes)) is not None
        except NoAnswer:
            return True

    def counts(self, outcomes: Sequence[Outcome]) -> list[int]:
        """The whole numbers that came back. NoAnswer where something else did."""
        counts = []
        for outcome, point in zip(outcomes, self.points, strict=False):
            if outcome.error is not None:
                raise NoAnswer(failure_message(outcome.error, point.text))
            counts.append(count_of(outcome.value, point.text))
        repeated = counts[len(self._stage) - len(self._again) : len(self._stage)]
        for place, again in zip(self._again, repeated, strict=True):
            if counts[place] != again:
                both = {"first": str(counts[place]), "second": str(again)}
                raise NoAnswer(Message("asked-twice", {"at": self._stage[place].text, **both}))
        return counts

    def recover(self, counts: Sequence[int]) -> Polynomial | None:
        """The polynomial with these counts, of one stage or of both; None where the random points
        contradict it.
        """
        first, rest = counts[: len(self._first)], counts[len(self._stage) :]
        terms, names = (*self._first, *self._rest) if rest else self._first, self.sizes.names
        found = interpolate(names, terms, [*first, *rest])
        if bounds := self.sizes.at_most.values():  # which were asked beyond these points
            shift = Polynomial.number(self._beyond, names)
            found = found.substitute({n: Polynomial.size(n, names) - shift for n in bounds})
        drawn = slice(len(first), len(self._stage))
        confirmations = zip(self._stage[drawn], counts[drawn], strict=True)
        return found if all(found(*point.sizes) == n for point, n in confirmations) else None


def _wide_points(
    sizes: Sizes,
    drawn: Sequence[tuple[int, ...]],
    expected: Sequence[Polynomial],
    rng: random.Random,
) -> Iterator[tuple[int, ...]]:
    """Points at which a right count is just beyond 16 bits, where the others have too few."""

    def is_wide(point: Sequence[float]) -> bool:
        counts = [formula(*map(int, point)) for formula in expected]
        return any(count >= WIDE or count <= -WIDE for count in counts)

    used = [any(formula.depends_on(name) for formula in expected) for name in sizes.names]
    for _ in range(WIDE_POINTS - sum(map(is_wide, drawn)) if any(used) else 0):
        node = [float(rng.randint(2, 6)) for _ in sizes.names]
        for _ in range(MAX_STEPS):
            if is_wide(node):
                yield tuple(map(int, node))
                break
            node = [n * GROWTH if u else n for n, u in zip(node, used, strict=True)]


def count_of(value: Any, at: str) -> int:
    """Return a value as a count (see `numbers.whole_number`).

    Raises:
        NoAnswer: it is no whole number, or far too large. `said` tells what it is.
    """
    count = whole_number(value)
    if count is None:
        is_number = real_number(value) is not None
        issue = "no-whole-number" if is_number else "no-number"
        raise NoAnswer(Message(issue, {"at": at, "value": value_message(value)}))
    if abs(count) > MAX_COUNT:
        raise NoAnswer(Message("far-too-large", {"at": at, "value": value_message(value)}))
    return count
