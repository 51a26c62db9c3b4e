"""How a class did, question by question, in the terms of classical item analysis."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from .report import ClassReport

MIN_STUDENTS = 10  # for a correlation that says something
MAX_BARS = 10  # of a distribution
DECIMALS = 9  # of a share, so that equal ones are equal


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
    most, marks = report.assignment.questions[name].points, report.marks(name)
    mean = sum(marks) / len(marks) if marks else None
    return Item(
        question=name,
        max_points=most,
        mean=mean,
        difficulty=None if mean is None else mean / most,
        discrimination=_discrimination(report, name),
        full=sum(mark >= most for mark in marks),
        none=marks.count(0.0),
        waiting=len(report.looked_at(name)) - len(marks),
    )


def _discrimination(report: ClassReport, name: str) -> float | None:
    """None for less than MIN_STUDENTS, and where all have the same."""
    questions, here, rest = report.assignment.questions, [], []
    for row in report.looked_at(name):
        others = {q: p for q, p in row.points.items() if q != name and p is not None}
        if row.points[name] is not None and others:
            here.append(row.points[name])
            most = sum(questions[question].points for question in others)
            rest.append(round(sum(others.values()) / most, DECIMALS))
    if len(here) < MIN_STUDENTS or min(len(set(here)), len(set(rest))) < 2:
        return None
    return statistics.correlation(here, rest)


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
    if len(totals) == 1:
        return (totals[0],) * 3
    low, middle, high = statistics.quantiles(totals, n=4, method="inclusive")
    return low, middle, high
