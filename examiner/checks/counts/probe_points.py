"""Probe points: small integer points at which a check calls a counting answer.

From the values at these points, the check recovers the polynomial that the answer computes.
Students write loops, so the sizes are never large. There are three stages. Each is tried only if
the random points contradict the polynomial of the stage before:

1. Points that determine a polynomial of the terms in the right formula and in the misconceptions,
   and random points that confirm it. Nearly every answer has only such terms.
2. More points, which determine any polynomial that is linear in each size.
3. The rest of the grid, which determines any polynomial with the allowed powers of each size. If
   the grid has many points, this stage leaves out each term whose total degree exceeds the largest
   total degree of a named term by more than 1.

Confirmation is a polynomial identity test. Suppose that the answer is another polynomial than the
recovered one, of total degree D. A random point with S possible values per variable misses the
difference with probability D / S at most (Schwartz 1980, Zippel 1979). With 16 points, 23 values
and D = 6, that is (6/23)^16 < 1e-9.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ...findings.diagnosis import Message
from ..calls import NoAnswer, Outcome, ask, failure_message, value_message
from ..numbers import real_number, whole_number
from ..polynomials import Exponents, Polynomial
from .cost_terms import Sizes

FIRST_NODE = 2  # sizes of 1 hide errors and invite special cases
CONFIRMATIONS = 16
CONFIRMATION_RANGE = (2, 24)
REPEATS = 5  # points at which the answer is called twice, to see whether it gives the same count
MANY_POINTS = 750  # of a grid: calls at more points take a noticeable time
MAX_COUNT = 10**60  # far above every count of the course at the probe points
# A few counts must not fit into 16 bits, to reveal integers that wrap around. A loop that counts
# one by one reaches 2**16 in hundredths of a second. For 2**32 it would take minutes.
WIDE = 2**16
WIDE_POINTS = 2
MAX_RECOVERED = 64  # counts for which a probe remembers the polynomial; most answers are right
GROWTH, MAX_STEPS = 1.25, 60  # the sizes of a wide point grow step by step; enough for 16 bits


# --- exact interpolation at small integer points -------------------------------------------------
# A set of exponents is downward closed if it contains all smaller exponents of each member: with
# n·d, also 1, n and d. Given values at the points FIRST_NODE + exponents determine exactly one
# polynomial with the terms of such a set. Newton's divided differences never leave the set.


def exponents_up_to(degrees: Iterable[int]) -> tuple[Exponents, ...]:
    """List all exponents up to these degrees: a downward closed set."""
    return tuple(itertools.product(*(range(degree + 1) for degree in degrees)))


def downward_closure(exponents: Iterable[Exponents]) -> tuple[Exponents, ...]:
    """Return the smallest downward closed set that contains the exponents, in order."""
    return tuple(sorted(set(itertools.chain.from_iterable(map(exponents_up_to, exponents)))))


def interpolation_nodes(exponents: Iterable[Exponents]) -> list[tuple[int, ...]]:
    """Return the points that determine a polynomial with a downward closed set of terms."""
    return [tuple(FIRST_NODE + power for power in each) for each in exponents]


def interpolate(
    variables: Sequence[str], exponents: Sequence[Exponents], values: Sequence[int]
) -> Polynomial:
    """Interpolate: find the polynomial with given values at the `interpolation_nodes`.

    Args:
        variables: The names of the variables.
        exponents: The terms of the polynomial, a downward closed set.
        values: The value at the node of each term.

    Returns:
        The polynomial, with exact rational coefficients.
    """
    lines, divisors = _lines(tuple(exponents))
    numbers: list[Fraction | int] = [*values]
    for line in lines:  # values -> differences
        along = [numbers[place] for place in line]
        for order in range(1, len(line)):
            for at in range(len(line) - 1, order - 1, -1):
                along[at] -= along[at - 1]
        for place, number in zip(line, along, strict=True):
            numbers[place] = number
    for place, divisor in enumerate(divisors):  # -> coefficients of products (x − 2)(x − 3)…
        if divisor > 1:
            number = numbers[place]
            numbers[place] = Fraction(number, divisor) if number % divisor else number // divisor
    for line in lines:  # -> of powers of x
        along = [numbers[place] for place in line]
        for order in range(len(line) - 2, -1, -1):
            for at in range(order, len(line) - 1):
                if along[at + 1]:
                    along[at] -= (FIRST_NODE + order) * along[at + 1]
        for place, number in zip(line, along, strict=True):
            numbers[place] = number
    return Polynomial(variables, dict(zip(exponents, numbers, strict=True)))


@lru_cache(maxsize=256)  # the submissions of a class have the same terms
def _lines(exponents: tuple[Exponents, ...]) -> tuple[list[list[int]], list[int]]:
    """Group the terms into lines along each variable, by ascending power.

    Returns:
        The places of the terms of each line, and for each term the product of the factorials of its
        powers.
    """
    places = sorted(range(len(exponents)), key=lambda place: exponents[place])
    lines: dict[tuple, list[int]] = {}
    for at in range(len(exponents[0])):
        for place in places:
            each = exponents[place]
            lines.setdefault((at, *each[:at], *each[at + 1 :]), []).append(place)
    divisors = [math.prod(map(math.factorial, each)) for each in exponents]
    return [line for line in lines.values() if len(line) > 1], divisors


# --- calling an answer ---------------------------------------------------------------------------


class Point(NamedTuple):
    """A probe point: its sizes, the answer's arguments, and their names."""

    sizes: tuple[int, ...]
    arguments: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """The arguments as text, "(n=2, d=3)". Few points need it."""
        named = zip(self.names, self.arguments, strict=True)
        return f"({', '.join(f'{name}={value}' for name, value in named)})"


class Stage(NamedTuple):
    """A further stage: the terms that it adds, and their interpolation nodes."""

    terms: tuple[Exponents, ...]
    points: list[Point]


class Nodes:
    """The interpolation nodes of a question, which all submissions share.

    Args:
        sizes: The sizes of the question.
        degrees: The highest power of each size that a probe can recover.
        named: Exponents of the terms to recover in the first stage, within these degrees.

    Attributes:
        first_terms: The terms of the first stage.
        bound_shift: The distance of a bounding size from the sizes that it bounds, for all nodes.
    """

    def __init__(self, sizes: Sizes, degrees: tuple[int, ...], named: Iterable[Exponents]) -> None:
        self._sizes, self._degrees = sizes, degrees
        self.first_terms = downward_closure([*named, (0,) * len(degrees)])
        largest = tuple(FIRST_NODE + degree for degree in degrees)
        self.bound_shift = max(CONFIRMATION_RANGE[1], *self._bounded(largest).values(), 0)

    @cached_property
    def _second(self) -> Stage:
        return self._stage(exponents_up_to(min(degree, 1) for degree in self._degrees))

    @cached_property
    def _third(self) -> Stage:
        grid = exponents_up_to(self._degrees)
        if len(grid) > MANY_POINTS:
            most = max(map(sum, self.first_terms)) + 1
            grid = tuple(each for each in grid if sum(each) <= most)
        return self._stage(grid, {*self._second.terms})

    def _stage(self, terms: Iterable[Exponents], known: Collection[Exponents] = ()) -> Stage:
        """Make a stage of terms that neither the first stage nor `known` has."""
        new = tuple(sorted({*terms} - {*self.first_terms, *known}))
        return Stage(new, [self.point(point) for point in interpolation_nodes(new)])

    def further_stages(self) -> Iterator[Stage]:
        """Yield the second and the third stage. Each is made when it is first needed."""
        yield self._second
        yield self._third

    def _bounded(self, values: tuple[int, ...]) -> dict[str, int]:
        """Map each bounded size to its value at these sizes."""
        sizes = self._sizes
        named = dict(zip(sizes.names, values, strict=True))
        return {
            name: int(sizes.where[name](*values)) if name in sizes.where else named[name]
            for name in sizes.at_most
        }

    def point(self, sizes: tuple[int, ...]) -> Point:
        """Make a point. Sizes that bound others are shifted beyond them, equally for all nodes."""
        if at_most := self._sizes.at_most:
            values, bounded = dict(zip(self._sizes.names, sizes, strict=True)), self._bounded(sizes)
            for bound in {*at_most.values()}:
                below = (bounded[name] for name, other in at_most.items() if other == bound)
                values[bound] += max(self.bound_shift, *below)
            sizes = tuple(values.values())
        return Point(sizes, self._sizes.arguments_at(sizes), self._sizes.arguments)


@lru_cache(maxsize=64)
def _nodes_of(sizes: Sizes, degrees: tuple[int, ...], named: frozenset[Exponents]) -> Nodes:
    return Nodes(sizes, degrees, named)


class Probe:
    """The probe points of a question, in order, and the polynomials that follow from the counts.

    The first stage has the interpolation nodes of the named terms, random points, and a few nodes
    again. The further stages have the other nodes (see the docstring of the module).

    Args:
        sizes: The sizes of the question.
        degrees: The highest power of each size that a probe can recover.
        named: Exponents of the terms to recover in the first stage, within these degrees.
        seed: The seed of the random points.
        expected: The right count, or the right counts of all lines of a ledger.

    Attributes:
        first_points: The points of the first stage.
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
        self._nodes = _nodes_of(sizes, self.degrees, frozenset(named))
        rng, first = random.Random(seed), interpolation_nodes(self._nodes.first_terms)
        random_points = [
            tuple(rng.randint(*CONFIRMATION_RANGE) for _ in sizes.names)
            for _ in range(CONFIRMATIONS)
        ]
        self._repeated = rng.sample(range(len(first)), min(REPEATS, len(first)))
        random_points += _wide_points(sizes, random_points, expected, rng)
        stage = [*first, *random_points, *(first[at] for at in self._repeated)]
        self.first_points = [self._nodes.point(point) for point in stage]
        self._recovered: dict[tuple[int, ...], Polynomial | None] = {}  # the last counts

    @property
    def points(self) -> Iterator[Point]:
        """The points of all stages."""
        yield from self.first_points
        for stage in self._nodes.further_stages():
            yield from stage.points

    def call(
        self, function: Any, is_enough: Callable[[Sequence[Outcome]], bool] | None = None
    ) -> list[Outcome]:
        """Call an answer at the points.

        Args:
            function: The answer.
            is_enough: Whether the outcomes of the first stage suffice; by default `is_conclusive`.

        Returns:
            The outcomes of the first stage; of more stages, if the first isn't enough.
        """
        outcomes = ask(function, [point.arguments for point in self.first_points])
        stages = self._nodes.further_stages()
        while not any(outcome.error is not None for outcome in outcomes):
            if (is_enough or self.is_conclusive)(outcomes) or not (stage := next(stages, None)):
                break
            if stage.points:
                outcomes += ask(function, [point.arguments for point in stage.points])
        return outcomes

    def is_conclusive(self, outcomes: Sequence[Outcome]) -> bool:
        """Check whether the outcomes show that the answer is a polynomial, or no count at all."""
        try:
            return self.recover(self.counts(outcomes)) is not None
        except NoAnswer:
            return True

    def counts(self, outcomes: Sequence[Outcome]) -> list[int]:
        """Read the outcomes as whole numbers.

        Raises:
            NoAnswer: A call failed, returned no whole number, or two equal calls differ.
        """
        counts = []
        for outcome, point in zip(outcomes, self.points, strict=False):
            if outcome.error is not None:
                raise NoAnswer(failure_message(outcome.error, point.text))
            value = outcome.value
            if type(value) is float and value.is_integer():  # `count_of` is slow
                value = int(value)
            is_plain = type(value) is int and abs(value) <= MAX_COUNT
            counts.append(value if is_plain else count_of(value, point.text))
        repeated = counts[len(self.first_points) - len(self._repeated) : len(self.first_points)]
        for place, again in zip(self._repeated, repeated, strict=True):
            if counts[place] != again:
                facts = {"first": str(counts[place]), "second": str(again)}
                facts |= {"at": self.first_points[place].text}
                raise NoAnswer(Message("asked-twice", facts))
        return counts

    def recover(self, counts: Sequence[int]) -> Polynomial | None:
        """Recover the polynomial that has these counts.

        Args:
            counts: The counts at the points of the first stage, or of more stages.

        Returns:
            The polynomial; None if the random points contradict it.
        """
        key = tuple(counts)
        if key not in self._recovered:
            if len(self._recovered) >= MAX_RECOVERED:
                self._recovered.clear()
            self._recovered[key] = self._recover(counts)
        return self._recovered[key]

    def _recover(self, counts: Sequence[int]) -> Polynomial | None:
        first, rest = counts[: len(self._nodes.first_terms)], counts[len(self.first_points) :]
        terms = self._nodes.first_terms
        for stage in self._nodes.further_stages() if rest else ():
            if len(terms) == len(first) + len(rest):
                break
            terms += stage.terms
        names = self.sizes.names
        found = interpolate(names, terms, [*first, *rest])
        if bounds := self.sizes.at_most.values():  # the points have shifted values of these
            shift = Polynomial.number(self._nodes.bound_shift, names)
            found = found.substitute({n: Polynomial.size(n, names) - shift for n in bounds})
        random_points = slice(len(first), len(self.first_points))
        confirmations = zip(self.first_points[random_points], counts[random_points], strict=True)
        return found if all(found(*point.sizes) == n for point, n in confirmations) else None


def _wide_points(
    sizes: Sizes,
    random_points: Sequence[tuple[int, ...]],
    expected: Sequence[Polynomial],
    rng: random.Random,
) -> Iterator[tuple[int, ...]]:
    """Find more points at which a right count just exceeds 16 bits, if too few do so."""

    def is_wide(point: Sequence[float]) -> bool:
        counts = [formula(*map(int, point)) for formula in expected]
        return any(count >= WIDE or count <= -WIDE for count in counts)

    used = [any(formula.depends_on(name) for formula in expected) for name in sizes.names]
    for _ in range(WIDE_POINTS - sum(map(is_wide, random_points)) if any(used) else 0):
        node = [float(rng.randint(2, 6)) for _ in sizes.names]
        for _ in range(MAX_STEPS):
            if is_wide(node):
                yield tuple(map(int, node))
                break
            node = [n * GROWTH if u else n for n, u in zip(node, used, strict=True)]


def count_of(value: Any, at: str) -> int:
    """Read a value as a count (see `numbers.whole_number`).

    Args:
        value: The value that an answer returned.
        at: The point, as text.

    Returns:
        The count.

    Raises:
        NoAnswer: The value is no whole number, or far too large. The exception has the message.
    """
    count = whole_number(value)
    if count is None:
        is_number = real_number(value) is not None
        issue = "no-whole-number" if is_number else "no-number"
        raise NoAnswer(Message(issue, {"at": at, "value": value_message(value)}))
    if abs(count) > MAX_COUNT:
        raise NoAnswer(Message("far-too-large", {"at": at, "value": value_message(value)}))
    return count
