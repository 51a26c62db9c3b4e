"""Counting answers: a function of sizes that must be a certain polynomial.

The answer is called on a grid of small integer points (students write loops: never on large ones),
the polynomial is recovered exactly, confirmed on further random points, and compared term by term.

Confirmation is a polynomial identity test. If the answer is a polynomial of total degree D that
differs from the recovered one, a point drawn from S values per variable misses the difference with
probability at most D / S (Schwartz 1980, Zippel 1979); with 16 points from 23 values and D = 6 that
is (6/23)^16 < 1e-9.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .calls import Outcome, ask, describe_error, describe_value
from .polynomials import Polynomial, interpolate, nodes
from .verdict import IN_SHORT, Finding, Verdict

CONFIRMATIONS = 16
CONFIRMATION_RANGE = (2, 24)
REPEATS = 5  # points asked twice: an answer must not depend on when it is asked
PLAUSIBLE = 10**60  # no count of the course comes near this at the points asked


class NotCounted(Exception):
    """The answer gave no count; the message says what it gave instead."""


def polynomial(
    function: Any,
    *,
    variables: str,
    expected: str,
    points: float,
    terms: Mapping[str, str] | None = None,
    mistakes: Mapping[str, str] | None = None,
    accept: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is the polynomial `expected`, with credit by terms.

    variables: the arguments' names in their order, separated by spaces.
    terms: monomial of `expected` -> what it counts, for the finding.
    mistakes: what went wrong -> the formula that it leads to. A mistake is recognised alone or
        together with one other.
    accept: the convention that allows it -> a formula that earns full points as well.
    points: an equal share for each term of `expected`; a term that doesn't belong costs a share.
    """
    names = tuple(variables.split())
    key = Key.read(names, expected, terms, mistakes, accept)
    probe = Probe(names, key.degrees, seed)
    outcomes = ask(function, probe.points)
    try:
        counts = probe.counts(outcomes)
    except NotCounted as reason:
        return Verdict.nothing("the answer", str(reason), points)
    return Verdict.from_findings(key.compare(probe, counts, points), points)


def ledger(
    function: Any,
    *,
    variables: str,
    lines: Mapping[str, str],
    points: float,
    mistakes: Mapping[str, Mapping[str, str]] | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is a dict with these lines, each a polynomial and an equal share.

    lines: line -> the polynomial expected. mistakes: line -> what went wrong -> its formula.
    """
    names = tuple(variables.split())
    mistakes = mistakes or {}
    keys = {line: Key.read(names, text, {}, mistakes.get(line)) for line, text in lines.items()}
    degrees = [max(column) for column in zip(*(k.degrees for k in keys.values()), strict=True)]
    probe = Probe(names, degrees, seed)
    outcomes = ask(function, probe.points)
    share = points / len(lines)
    try:
        books = [_book(outcome, at) for outcome, at in zip(outcomes, probe.named, strict=True)]
    except NotCounted as reason:
        return Verdict.nothing("the ledger", str(reason), points)
    findings = [_line(line, key, probe, books, share) for line, key in keys.items()]
    others = [name for name in books[0] if name not in lines]
    unknown = sorted(n if isinstance(n, str) else describe_value(n) for n in others)
    if unknown:
        names_text = ", ".join(repr(name[:40]) for name in unknown[:5])
        message = f"not asked for, not counted: {names_text}"
        findings.append(Finding("other lines", message, ok=True))
    return Verdict.from_findings(findings, points)


def _book(outcome: Outcome, at: str) -> dict:
    if outcome.error is not None:
        raise NotCounted(_failure(outcome.error, at))
    if not isinstance(outcome.value, dict):
        raise NotCounted(f"expected a dict with the lines, not {describe_value(outcome.value)}")
    return outcome.value


def _failure(error: BaseException, at: str) -> str:
    where = "" if isinstance(error, NotImplementedError) else f"at {at} "
    return where + describe_error(error)


def _line(line: str, key: Key, probe: Probe, books: list[dict], share: float) -> Finding:
    """A line of a ledger is right or not: its terms share one finding."""
    if not all(line in book for book in books):
        return Finding(line, "this line is missing", 0.0, share)
    try:
        counts = probe.counts([Outcome(book[line]) for book in books])
    except NotCounted as reason:
        return Finding(line, str(reason), 0.0, share)
    findings = list(key.compare(probe, counts, share))
    if all(finding.ok for finding in findings):
        return Finding(line, "right", share, share, ok=True)
    wrong = [f.message if f.asked == IN_SHORT else f.text for f in findings if not f.ok]
    return Finding(line, "; ".join(wrong), 0.0, share)


@dataclass(frozen=True)
class Key:
    """What a counting answer is held against."""

    expected: Polynomial
    terms: dict[tuple[int, ...], str]
    mistakes: dict[str, Polynomial] = field(default_factory=dict)
    accept: dict[str, Polynomial] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        names: Sequence[str],
        expected: str,
        terms: Mapping[str, str] | None = None,
        mistakes: Mapping[str, str] | None = None,
        accept: Mapping[str, str] | None = None,
    ) -> Key:
        """ValueError where a formula can't be read, or a term is none of `expected`."""

        def parse(texts: Mapping[str, str] | None) -> dict[str, Polynomial]:
            return {label: Polynomial.parse(text, names) for label, text in (texts or {}).items()}

        answer = Polynomial.parse(expected, names)
        meanings = {}
        for text, meaning in (terms or {}).items():
            (exponents,) = Polynomial.parse(text, names).terms
            if exponents not in answer.terms:
                raise ValueError(f"{text!r} is no term of {expected!r}")
            meanings[exponents] = meaning
        return cls(answer, meanings, parse(mistakes), parse(accept))

    @property
    def degrees(self) -> list[int]:
        """Per variable, one more than any formula of the key needs: a wrong answer has room."""
        known = [self.expected, *self.mistakes.values(), *self.accept.values()]
        return [max(column) + 1 for column in zip(*(p.degrees for p in known), strict=True)]

    def compare(self, probe: Probe, counts: list[int], points: float) -> Iterator[Finding]:
        """The findings on an answer with these counts at the probe's points."""
        answer = probe.recover(counts)
        if answer is None:
            yield Finding("the answer", self._no_polynomial(probe, counts), 0.0, points)
            return
        for convention, formula in self.accept.items():
            if answer == formula:
                yield Finding("the answer", f"accepted: {convention}", points, points, ok=True)
                return
        if mistake := self._mistake(answer):
            yield Finding(IN_SHORT, mistake)
        yield from self._by_terms(answer, points)

    def _no_polynomial(self, probe: Probe, counts: list[int]) -> str:
        limits = ", ".join(
            f"{n} up to {d}" for n, d in zip(probe.names, probe.degrees, strict=True)
        )
        message = f"no polynomial in the sizes (degrees looked at: {limits})"
        for at, point, count in zip(probe.named, probe.points, counts, strict=True):
            if count != (right := self.expected(*point)):
                return f"{message}; at {at} you have {count}, expected {right}"
        return message

    def _mistake(self, answer: Polynomial) -> str:
        """The named mistake, or the two together, that turn the right answer into this one."""
        wrong_by = answer - self.expected
        if not wrong_by.terms:
            return ""
        deltas = {label: formula - self.expected for label, formula in self.mistakes.items()}
        for label, delta in deltas.items():
            if delta == wrong_by:
                return label
        for (first, a), (second, b) in itertools.combinations(deltas.items(), 2):
            if a + b == wrong_by:
                return f"{first}; and {second}"
        return ""

    def _by_terms(self, answer: Polynomial, points: float) -> Iterator[Finding]:
        # A count of nothing has one term to get right: the constant 0.
        expected = self.expected.terms or {(0,) * len(self.expected.variables): 0}
        share = points / len(expected)
        for exponents, right in expected.items():
            got = answer.terms.get(exponents, 0)
            meaning = self.terms.get(exponents, "")
            name = self.expected.monomial(exponents)
            if got == right:
                reason = f": {meaning}" if meaning else ""
                yield Finding(name, f"{right}, right{reason}", share, share, ok=True)
            else:
                verb = "is missing" if got == 0 else "is counted wrongly"
                reason = f": {meaning} {verb}" if meaning else ""
                yield Finding(name, f"you have {got}, expected {right}{reason}", 0.0, share)
        for exponents, got in answer.terms.items():
            if exponents not in expected:
                message = f"you have {got}, expected 0: this term does not belong"
                yield Finding(answer.monomial(exponents), message, -share)


class Probe:
    """The points that a counting answer is asked at, and what its counts there mean.

    First the grid that determines the polynomial, then random points that confirm it, then a few
    points again.
    """

    def __init__(self, names: Sequence[str], degrees: Sequence[int], seed: int) -> None:
        self.names, self.degrees = tuple(names), tuple(degrees)
        self._grid = nodes(degrees)
        rng = random.Random(seed)
        self._random = [
            tuple(rng.randint(*CONFIRMATION_RANGE) for _ in names) for _ in range(CONFIRMATIONS)
        ]
        self._again = rng.sample(self._grid, min(REPEATS, len(self._grid)))
        self.points = self._grid + self._random + self._again

    @cached_property
    def named(self) -> list[str]:
        """The points as text, "(seq_len=2, d_in=3)"."""
        pairs = [[f"{n}={v}" for n, v in zip(self.names, p, strict=True)] for p in self.points]
        return [f"({', '.join(each)})" for each in pairs]

    def counts(self, outcomes: Sequence[Outcome]) -> list[int]:
        """The whole numbers that came back. NotCounted where something else did."""
        counts = []
        for outcome, at in zip(outcomes, self.named, strict=True):
            if outcome.error is not None:
                raise NotCounted(_failure(outcome.error, at))
            counts.append(whole_number(outcome.value, at))
        first = dict(zip(self._grid, counts, strict=False))
        for point, again in zip(self._again, counts[-len(self._again) :], strict=True):
            if first[point] != again:
                raise NotCounted(
                    f"asked twice at {self._name(point)} it gave {first[point]} and {again}"
                )
        return counts

    def _name(self, point: tuple[int, ...]) -> str:
        return next(at for at, p in zip(self.named, self.points, strict=True) if p == point)

    def recover(self, counts: Sequence[int]) -> Polynomial | None:
        """The polynomial with these counts, or None where the random points contradict it."""
        found = interpolate(self.names, self.degrees, counts[: len(self._grid)])
        confirmations = zip(self._random, counts[len(self._grid) :], strict=False)
        return found if all(found(*point) == count for point, count in confirmations) else None


def whole_number(value: Any, at: str) -> int:
    """`value` as an int: Python and numpy integers, and floats that are whole (n * n / 2).

    NotCounted, naming the type, for anything else.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) is float and math.isfinite(value) and value.is_integer():
        value = int(value)
    if type(value) is float:
        raise NotCounted(f"at {at} it returned the float {value!r}, which is not a whole number")
    if type(value) is not int:
        raise NotCounted(f"expected a whole number, not {describe_value(value)} (at {at})")
    if abs(value) > PLAUSIBLE:
        raise NotCounted(f"at {at} it returned {describe_value(value)}: far too large")
    return value
