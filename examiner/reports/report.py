"""What a class got on one assignment, and what it got wrong: the same for every form of report.

Marks count by the same rules as on a feedback page: what a person has yet to grade counts nothing
so far, and what lateness costs is taken off, down to no points. Questions are told in the terms of
classical item analysis.
"""

from __future__ import annotations

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..checks.verdict import format_points
from ..course import Assignment
from ..gradebook.decisions import queue_line
from ..grading.record import ReportedMisconception
from ..pages.feedback import total
from ..quoting import named, quoted_name

MIN_SHARED = 2  # students whose answers compute the same, to be listed
MIN_STUDENTS = 10  # for a correlation that says something
MAX_BARS = 10  # of a distribution
DECIMALS = 9  # of a share, so that equal ones are equal


@dataclass(frozen=True)
class StudentRow:
    """One student's marks.

    points: question -> points; None where a person has yet to grade. penalty: points that lateness
    costs. hours_late: after the due date, with the student's extension. name: as in the roster.
    found: question -> what is wrong. unnamed: (question, line of a ledger or "") -> the formula
    that was answered, where no finding names the mistake. left_open: the questions without an
    answer. unread: those at which nobody has looked, for no notebook could be read. waiting:
    question -> why a person has to look. remark: why nothing of it could be graded. noted: what
    else there is to know of the submission. queued: question -> the group of the answer, if a
    person should look at it, for it lost more than half for no named reason. tries: the points so
    far of each try that `examiner watch` graded.
    """

    student: str
    points: dict[str, float | None]
    penalty: float = 0.0
    hours_late: float = 0.0
    name: str = ""
    found: dict[str, list[ReportedMisconception]] = field(default_factory=dict)
    unnamed: dict[tuple[str, str], str] = field(default_factory=dict)
    left_open: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    waiting: dict[str, str] = field(default_factory=dict)
    remark: str = ""
    noted: tuple[str, ...] = ()
    queued: dict[str, str] = field(default_factory=dict)
    tries: tuple[float, ...] = ()

    @property
    def who(self) -> str:
        """Whose they are, in words."""
        return named(self.student, self.name)

    @property
    def total(self) -> float:
        """The points there are so far."""
        return total(self.points.values(), self.penalty)

    @property
    def late(self) -> bool:
        """Whether it came late, or cost points for that."""
        return bool(self.hours_late or self.penalty)

    @property
    def gained(self) -> float:
        """What the points of the last try are more than those of the first."""
        return self.tries[-1] - self.tries[0] if self.tries else 0.0

    @property
    def complete(self) -> bool:
        """Whether no question waits for a person."""
        return None not in self.points.values()


class SharedResult(NamedTuple):
    """What several students have in common. line: of a ledger, where it is about one."""

    question: str
    text: str
    students: tuple[str, ...]
    line: str = ""

    @property
    def what(self) -> str:
        """The text, with the line before it."""
        return f"{self.line}: {self.text}" if self.line else self.text

    @property
    def offered(self) -> str:
        """The entry for the question's misconceptions that names it, where nothing names it yet.
        The name of a line stands in capitals for its `Term`."""
        effect = self.text
        if self.line and not self.line.endswith("()"):
            term = re.sub(r"\W+", "_", self.line).upper()
            effect = f"{{{term}: {self.text}}}"
        return f'misconception("an-id-for-it", {effect}, "What went wrong, in words."),'


class Item(NamedTuple):
    """One question in numbers.

    mean: of the known marks. difficulty: its share of the points, from 0 (nobody earned any) to 1.
    discrimination: the correlation of this question's points with the share earned of the others.
    full, none: how many earned all and nothing. waiting: how many marks a person has yet to give.
    What no mark is known for, or too few, is None; where a person marks, until all is marked: of
    empty answers the mark is known before that.
    """

    question: str
    max_points: float
    mean: float | None
    difficulty: float | None
    discrimination: float | None
    full: int
    none: int
    waiting: int


class Bar(NamedTuple):
    """How many students have a total from `low` up to, but for the last bar not with, `high`."""

    low: float
    high: float
    students: int


@dataclass(frozen=True)
class ClassReport:
    """The marks of a class on one assignment. ungraded: who submitted, but is not graded yet."""

    assignment: Assignment
    rows: list[StudentRow]
    ungraded: tuple[str, ...] = ()

    def total_of(self, row: StudentRow) -> str:
        """A total in words; where a person has yet to grade some of it, out of what is graded."""
        questions = self.assignment.questions.items()
        graded = sum(q.points for name, q in questions if row.points[name] is not None)
        out_of = "" if row.complete else f" of {format_points(graded)}"
        return f"{format_points(row.total)}{out_of}"

    @cached_property
    def who(self) -> dict[str, str]:
        """Student -> the id and beside it the name, in words; of all who submitted."""
        ungraded = {student: quoted_name(student) for student in self.ungraded}
        return ungraded | {row.student: row.who for row in self.rows}

    @property
    def tried(self) -> list[StudentRow]:
        """Whose tries were graded by `examiner watch`, those who tried most first."""
        return sorted((row for row in self.rows if row.tries), key=lambda row: -len(row.tries))

    @property
    def queue_line(self) -> str:
        """A line on the answers that lost more than half for no named reason; "" without any."""
        groups = [group for row in self.rows for group in row.queued.items()]
        return queue_line(self.assignment.name, len(groups), len(set(groups)))

    @property
    def unread(self) -> int:
        """How many submissions could not be read: they count in no question."""
        return sum(bool(row.unread) for row in self.rows)

    @cached_property
    def shared(self) -> dict[str, list[SharedResult]]:
        """What students share, the most frequent first.

        findings: what is wrong; questions left open are not in it. unnamed: formulas that several
        answered and no finding names. left_open: questions without an answer. waiting: what needs a
        person, by question and reason; "" for a whole submission.
        """
        findings, unnamed, left_open, waiting = [], [], [], []
        for row in self.rows:
            answered = (q for q in row.found if q not in row.left_open)
            findings += [(q, each, row.student, "") for q in answered for each in row.found[q]]
            unnamed += [(q, text, row.student, line) for (q, line), text in row.unnamed.items()]
            left_open += [(q, "left open", row.student, "") for q in row.left_open]
            waiting += [(q, why, row.student, "") for q, why in row.waiting.items()]
            waiting += [("", row.remark, row.student, "")] if row.remark else []
        waiting += [("", "submitted, but not graded yet", who, "") for who in self.ungraded]
        return {
            "findings": _shared(findings),
            "unnamed": [s for s in _shared(unnamed) if len(s.students) >= MIN_SHARED],
            "left_open": _shared(left_open),
            "waiting": _shared(waiting),
        }

    # --- numbers ---------------------------------------------------------------------------------

    def _looked_at(self, question: str) -> list[StudentRow]:
        """Whose answer there was, be it an empty one: a file that can't be read says nothing of
        what its author knows."""
        return [row for row in self.rows if question not in row.unread]

    def marks(self, question: str) -> list[float]:
        """The points of those whose answer there was and whose mark is known."""
        marks = [row.points[question] for row in self._looked_at(question)]
        return [mark for mark in marks if mark is not None]

    @property
    def items(self) -> list[Item]:
        """The questions in their order."""
        found = []
        for name, question in self.assignment.questions.items():
            most, marks = question.points, self.marks(name)
            full, waiting = sum(m >= most for m in marks), len(self._looked_at(name)) - len(marks)
            mean = difficulty = discrimination = None
            if marks and not (question.written and waiting):
                mean = sum(marks) / len(marks)
                difficulty, discrimination = mean / most, self._discrimination(name)
            numbers = mean, difficulty, discrimination, full, marks.count(0.0), waiting
            found.append(Item(name, most, *numbers))
        return found

    def _discrimination(self, name: str) -> float | None:
        """None for less than MIN_STUDENTS, and where all have the same."""
        questions, here, rest = self.assignment.questions, [], []
        for row in self._looked_at(name):
            others = {q: p for q, p in row.points.items() if q != name and p is not None}
            if (points := row.points[name]) is not None and others:
                here.append(points)
                most = sum(questions[question].points for question in others)
                rest.append(round(sum(others.values()) / most, DECIMALS))
        if len(here) < MIN_STUDENTS or min(len(set(here)), len(set(rest))) < 2:
            return None
        return statistics.correlation(here, rest)

    @property
    def distribution(self) -> list[Bar]:
        """The totals in at most MAX_BARS bars of equal, round width; all, complete or not."""
        most = max([self.assignment.points, *(row.total for row in self.rows)])
        least = most / MAX_BARS
        power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
        widths = (step * power for step in (1, 2, 2.5, 5, 10))
        width = next(each for each in widths if each >= least * (1 - 1e-9))
        counts = [0] * max(math.ceil(most / width), 1)
        for row in self.rows:
            counts[min(int(row.total / width), len(counts) - 1)] += 1
        return [Bar(i * width, (i + 1) * width, n) for i, n in enumerate(counts)]

    @property
    def quartiles(self) -> Sequence[float]:
        """The lower quartile of totals, the median and the upper one (by linear interpolation)."""
        totals = [row.total for row in self.rows]
        return statistics.quantiles(totals * 2 if len(totals) == 1 else totals, method="inclusive")


def _shared(
    found: Iterable[tuple[str, str | ReportedMisconception, str, str]],
) -> list[SharedResult]:
    """One for each question, line, and text or misconception, which is known by its key."""
    students: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    words: dict[str, str] = {}
    for question, what, student, line in found:
        key, text = what if isinstance(what, ReportedMisconception) else (what, what)
        words.setdefault(key, text)
        students[question, key, line].append(student)
    listed = [
        SharedResult(q, words[key], tuple(who), line) for (q, key, line), who in students.items()
    ]
    return sorted(listed, key=lambda s: (-len(s.students), s.question, s.line, s.text))
