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

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import NoAnswer, Outcome, ask, failure_said, value_said
from ..polynomials import Exponents, Polynomial
from .interpolation import box, closed, interpolate, nodes
from .sizes import Sizes

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


class Probe:
    """The points that a counting answer is asked at, in their order.

    In the first stage those that determine a polynomial of the terms that are named, then random
    ones, among them some at which the right count needs more than 16 bits, then a few of the first
    again; in the second the rest of the grid.

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
        rng = random.Random(seed)
        drawn = [
            tuple(rng.randint(*CONFIRMATION_RANGE) for _ in sizes.names)
            for _ in range(CONFIRMATIONS)
        ]
        first = nodes(self._first)
        self._again = rng.sample(range(len(first)), min(REPEATS, len(first)))
        drawn += self._wide_points(drawn, expected, rng)
        stage = [*first, *drawn, *(first[i] for i in self._again)]
        self._stage = [self._beyond(point) for point in stage]
        self._named = self._texts(self._stage)

    @cached_property
    def _rest(self) -> tuple[Exponents, ...]:
        """The terms that are recovered in the second stage, which few answers need, and of these
        there may be ten thousands."""
        return tuple(sorted({*box(self.degrees)} - {*self._first}))

    @cached_property
    def _more(self) -> list[tuple[int, ...]]:
        """The points of the second stage."""
        return [self._beyond(point) for point in nodes(self._rest)]

    @property
    def points(self) -> Iterator[tuple[int, ...]]:
        """The points of both stages; those of the second are made once one is asked for."""
        yield from self._stage
        yield from self._more

    @property
    def named(self) -> Iterator[str]:
        """The points as text, "(seq_len=2, d_in=3)"."""
        yield from self._named
        yield from self._more_named

    @cached_property
    def _more_named(self) -> list[str]:
        return self._texts(self._more)

    def _texts(self, points: Sequence[tuple[int, ...]]) -> list[str]:
        names = self.sizes.arguments
        return [
            f"({', '.join(f'{n}={v}' for n, v in zip(names, values, strict=True))})"
            for values in map(self.sizes.arguments_at, points)
        ]

    def _wide_points(
        self, drawn: Sequence[tuple[int, ...]], expected: Sequence[Polynomial], rng: random.Random
    ) -> Iterator[tuple[int, ...]]:
        """Points at which a right count is just beyond 16 bits, where the others have too few."""

        def largest(point: Sequence[int]) -> int:
            return max(abs(formula(*point)) for formula in expected)

        if not any(any(exponents) for formula in expected for exponents in formula.terms):
            return
        used = [any(f.depends_on(name) for f in expected) for name in self.sizes.names]
        wide = sum(largest(node) >= WIDE for node in drawn)
        for _ in range(WIDE_POINTS - wide):
            node = [float(rng.randint(2, 6)) for _ in self.sizes.names]
            for _ in range(MAX_STEPS):
                if largest([int(n) for n in node]) >= WIDE:
                    yield tuple(int(n) for n in node)
                    break
                node = [n * GROWTH if u else n for n, u in zip(node, used, strict=True)]

    def _beyond(self, point: tuple[int, ...]) -> tuple[int, ...]:
        """The point, where each size that bounds another one is beyond it: by what is the same for
        all that determine a polynomial.
        """
        values = dict(zip(self.sizes.names, point, strict=True))
        at_most = self.sizes.at_most
        for bound in {*at_most.values()}:
            below = (values[name] for name, other in at_most.items() if other == bound)
            values[bound] += max(CONFIRMATION_RANGE[1], *below)
        return tuple(values.values())

    @cached_property
    def _shifts(self) -> dict[str, Polynomial]:
        """Size that bounds another one -> what is interpolated in its place."""
        names = self.sizes.names
        shift = Polynomial.number(CONFIRMATION_RANGE[1], names)
        return {n: Polynomial.size(n, names) - shift for n in self.sizes.at_most.values()}

    def asked(
        self, function: Any, settled: Callable[[Sequence[Outcome]], bool] | None = None
    ) -> list[Outcome]:
        """What the answer gives at the points; only at those of the first stage where that has
        failed or is `settled` (default: see `settles`).
        """
        outcomes = ask(function, [*map(self.sizes.arguments_at, self._stage)])
        failed = any(outcome.error is not None for outcome in outcomes)
        if failed or (settled or self.settles)(outcomes) or not self._rest:
            return outcomes
        return outcomes + ask(function, [*map(self.sizes.arguments_at, self._more)])

    def settles(self, outcomes: Sequence[Outcome]) -> bool:
        """Whether these say what the answer is: a polynomial, or no count."""
        try:
            return self.recover(self.counts(outcomes)) is not None
        except NoAnswer:
            return True

    def counts(self, outcomes: Sequence[Outcome]) -> list[int]:
        """The whole numbers that came back. NoAnswer where something else did."""
        counts = []
        for outcome, at in zip(outcomes, self.named, strict=False):
            if outcome.error is not None:
                raise NoAnswer(failure_said(outcome.error, at))
            counts.append(whole_number(outcome.value, at))
        repeated = counts[len(self._stage) - len(self._again) : len(self._stage)]
        for place, again in zip(self._again, repeated, strict=True):
            if counts[place] != again:
                both = {"first": str(counts[place]), "second": str(again)}
                raise NoAnswer(Says("asked-twice", {"at": self._named[place], **both}))
        return counts

    def recover(self, counts: Sequence[int]) -> Polynomial | None:
        """The polynomial with these counts, of one stage or of both; None where the random points
        contradict it.
        """
        first, rest = counts[: len(self._first)], counts[len(self._stage) :]
        terms = (*self._first, *self._rest) if rest else self._first
        found = interpolate(self.sizes.names, terms, [*first, *rest])
        if self.sizes.at_most:
            found = found.substitute(self._shifts)
        drawn = slice(len(first), len(self._stage))
        confirmations = zip(self._stage[drawn], counts[drawn], strict=True)
        return found if all(found(*point) == count for point, count in confirmations) else None


def whole_number(value: Any, at: str) -> int:
    """`value` as an int: Python and numpy integers, and floats that are whole (n * n / 2).

    NoAnswer, naming the type, for anything else.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) is float and math.isfinite(value) and value.is_integer():
        value = int(value)
    if type(value) is float:
        raise NoAnswer(Says("no-whole-number", {"at": at, "value": repr(value)}))
    if type(value) is not int:
        raise NoAnswer(Says("no-number", {"at": at, "value": value_said(value)}))
    if abs(value) > MAX_COUNT:
        raise NoAnswer(Says("far-too-large", {"at": at, "value": value_said(value)}))
    return value
