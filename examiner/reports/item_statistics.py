"""How a class did, question by question, in the terms of classical item analysis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from .report import ClassReport

MIN_STUDENTS = 10  # for a correlation that says something
MAX_BARS = 10  # of a distribution


@dataclass(frozen=True)
class Item:
    """One question in numbers.

    mean: of the known marks. difficulty: its share of the points, from 0 (nobody earned any) to 1.
    discrimination: the correlation of this question's points with the share earned of the others.
    full, none: how many earned all and nothing. waiting: how many marks a person has yet to give.
    What no mark is known for, or too few, is None.
    """

    question: str
    max_points: float
    mean: float | None
    difficulty: float | None
    discrimination: float | None
    full: int
    none: int
    waiting: int


def items_of(report: ClassReport) -> list[Item]:
    """The questions of a report in their order."""
    return [_item(report, question) for question in report.assignment.questions]


def _item(report: ClassReport, name: str) -> Item:
    question, marks = report.assignment.questions[name], report.marks(name)
    mean = sum(marks) / len(marks) if marks else None
    return Item(
        question=name,
        max_points=question.points,
        mean=mean,
        difficulty=None if mean is None else mean / question.points,
        discrimination=_discrimination(report, name),
        full=sum(mark >= question.points for mark in marks),
        none=marks.count(0.0),
        waiting=len(report.rows) - len(marks),
    )


def _discrimination(report: ClassReport, name: str) -> float | None:
    questions, here, rest = report.assignment.questions, [], []
    for row in report.rows:
        others = {q: p for q, p in row.points.items() if q != name and p is not None}
        if row.points[name] is not None and others:
            here.append(row.points[name])
            rest.append(sum(others.values()) / sum(questions[q].points for q in others))
    return correlation(here, rest)


def correlation(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Pearson's, of at least MIN_STUDENTS pairs; None where one of the two never changes."""
    if len(xs) < MIN_STUDENTS:
        return None
    mean_x, mean_y = math.fsum(xs) / len(xs), math.fsum(ys) / len(ys)
    dx, dy = [x - mean_x for x in xs], [y - mean_y for y in ys]
    products = ((dx, dx), (dy, dy), (dx, dy))
    xx, yy, xy = (math.fsum(map(mul, a, b)) for a, b in products)
    spread = math.sqrt(xx * yy)
    return xy / spread if spread > 1e-12 else None


@dataclass(frozen=True)
class Bar:
    """How many students have a total from `low` up to, but for the last bar not with, `high`."""

    low: float
    high: float
    count: int


def distribution(report: ClassReport) -> list[Bar]:
    """The totals in at most MAX_BARS bars of equal, round width; all of them, complete or not."""
    most = max([report.assignment.points, *(row.total for row in report.rows)])
    width = _round_width(most / MAX_BARS)
    count = max(math.ceil(most / width), 1)
    counts = [0] * count
    for row in report.rows:
        counts[min(int(row.total / width), count - 1)] += 1
    return [Bar(i * width, (i + 1) * width, n) for i, n in enumerate(counts)]


def _round_width(least: float) -> float:
    """The least of 1, 2, 2.5, 5, times a power of ten that is not less."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= least * (1 - 1e-9))


def quartiles(totals: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper one (by linear interpolation)."""
    ordered = sorted(totals)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (place - low) * (ordered[high] - ordered[low])

    return at(0.25), at(0.5), at(0.75)
