"""Class reports: the marks and the errors of a class on one assignment, for every form of report.

Marks follow the rules of a feedback page. A mark that needs manual grading counts as 0 so far. The
late penalty is subtracted, down to 0 points. The statistics of a question come from classical item
analysis: mean, difficulty and discrimination.
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
from ..further import STAR
from ..gradebook.decisions import queue_line
from ..grading.record import ReportedMisconception
from ..pages.feedback import total_points
from ..quoting import named, quoted_name

MIN_SHARED = 2  # a wrong formula is listed if at least as many students gave it
MIN_STUDENTS = 10  # a correlation of fewer students means little
MAX_BARS = 10  # bars of the distribution of totals
DECIMALS = 9  # of a share: rounded, equal shares compare as equal


@dataclass(frozen=True)
class StudentRow:
    """The marks of one student.

    Attributes:
        student: The student's id.
        points: Question -> points; None if the answer needs manual grading.
        penalty: The late penalty, in points.
        hours_late: Hours after the due date, with the student's extension.
        name: The student's name in the roster.
        findings: Question -> its errors.
        unnamed: (question, line of a ledger or "") -> the student's formula, if it is wrong and no
            finding names the misconception.
        left_open: The questions without an answer.
        unread: The questions that nobody has seen, because no notebook could be read.
        waiting: Question -> the reason why it needs manual grading.
        remark: The reason why nothing could be graded; "" if something was.
        notes: Further remarks on the submission.
        queued: Question -> group of the answer, for answers that lost more than half of the points
            for no named reason.
        attempts: The points of each attempt that `examiner watch` graded, the first one first.
        uncounted: The questions whose points are not part of the total.
    """

    student: str
    points: dict[str, float | None]
    penalty: float = 0.0
    hours_late: float = 0.0
    name: str = ""
    findings: dict[str, list[ReportedMisconception]] = field(default_factory=dict)
    unnamed: dict[tuple[str, str], str] = field(default_factory=dict)
    left_open: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    waiting: dict[str, str] = field(default_factory=dict)
    remark: str = ""
    notes: tuple[str, ...] = ()
    queued: dict[str, str] = field(default_factory=dict)
    attempts: tuple[float, ...] = ()
    uncounted: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """The student's id, and beside it the name."""
        return named(self.student, self.name)

    @property
    def total(self) -> float:
        """The points so far, less the late penalty."""
        return total_points(self.counted.values(), self.penalty)

    @property
    def counted(self) -> dict[str, float | None]:
        """The points of the questions that are part of the total."""
        return {name: each for name, each in self.points.items() if name not in self.uncounted}

    @property
    def late(self) -> bool:
        """True if the submission was late, or has a late penalty."""
        return bool(self.hours_late or self.penalty)

    @property
    def gained(self) -> float:
        """The difference in points between the last attempt and the first."""
        return self.attempts[-1] - self.attempts[0] if self.attempts else 0.0

    @property
    def complete(self) -> bool:
        """True if the total is final: no question in it needs manual grading."""
        return None not in self.counted.values()


def suggested_entry(effect: str, line: str = "") -> str:
    """Write the code of a misconception, for an author to complete.

    Args:
        effect: The effect as code, such as the formula of a wrong count.
        line: The line of a ledger with this formula; its name in capitals stands for its `Term`.
    """
    if line and not line.endswith("()"):
        term = re.sub(r"\W+", "_", line).upper()
        effect = f"{{{term}: {effect}}}"
    return f'misconception("an-id-for-it", {effect}, "what went wrong, as a clause"),'


class SharedResult(NamedTuple):
    """A result that several students share: an error, a wrong formula, or a reason.

    Attributes:
        question: The question; "" for the whole submission.
        text: The result, in words or as a formula.
        students: The ids of the students.
        line: The line of a ledger that the result is about; "" if it is about no line.
    """

    question: str
    text: str
    students: tuple[str, ...]
    line: str = ""

    @property
    def description(self) -> str:
        """The text, with the name of the line before it."""
        return f"{self.line}: {self.text}" if self.line else self.text

    @property
    def suggested_entry(self) -> str:
        """The code of a misconception with this formula."""
        return suggested_entry(self.text, self.line)


class QuestionStatistics(NamedTuple):
    """The statistics of one question.

    The mean, the difficulty and the discrimination are None if too few marks are known. In a
    manually graded question they are None until all answers are graded: before that, only the
    marks of empty answers are known.

    Attributes:
        question: The question.
        max_points: The points of the question.
        further: True if the question is a further problem.
        mean: The mean of the known marks.
        difficulty: The mean as a share of the points, from 0 (nobody earned any) to 1.
        discrimination: The correlation between the points of this question and the share of the
            points that a student earned in the others.
        full: The number of students who earned all points.
        none: The number of students who earned nothing.
        waiting: The number of answers that need manual grading.
    """

    question: str
    max_points: float
    further: bool
    mean: float | None
    difficulty: float | None
    discrimination: float | None
    full: int
    none: int
    waiting: int

    @property
    def starred(self) -> str:
        """The question, with a star if it is a further problem."""
        return f"{self.question} {STAR}" if self.further else self.question


class Bar(NamedTuple):
    """A bar of the distribution: the number of students with a total from `low` to `high`.

    A total of exactly `high` belongs to the next bar, if there is one.
    """

    low: float
    high: float
    students: int


@dataclass(frozen=True)
class ClassReport:
    """The marks of a class on one assignment.

    Attributes:
        assignment: The assignment.
        rows: A row for each graded student.
        ungraded: The ids of students with a submission that isn't graded yet.
    """

    assignment: Assignment
    rows: list[StudentRow]
    ungraded: tuple[str, ...] = ()

    def total_of(self, row: StudentRow) -> str:
        """Format a student's total: "12", or "12 of 20" if only 20 points are graded so far."""
        known = [name for name in self.assignment.questions if row.points[name] is not None]
        graded = sum(map(self.assignment.maximum_of, known))
        out_of = "" if row.complete else f" of {format_points(graded)}"
        return f"{format_points(row.total)}{out_of}"

    @cached_property
    def labels(self) -> dict[str, str]:
        """Student with a submission -> the id, and beside it the name."""
        ungraded = {student: quoted_name(student) for student in self.ungraded}
        return ungraded | {row.student: row.label for row in self.rows}

    @property
    def with_attempts(self) -> list[StudentRow]:
        """The rows with attempts that `examiner watch` graded, most attempts first."""
        rows = [row for row in self.rows if row.attempts]
        return sorted(rows, key=lambda row: -len(row.attempts))

    @property
    def queue_line(self) -> str:
        """A line on answers that lost more than half for no named reason; "" if there are none."""
        groups = [group for row in self.rows for group in row.queued.items()]
        return queue_line(self.assignment.name, len(groups), len(set(groups)))

    @property
    def unread(self) -> int:
        """The number of submissions that could not be read. No statistics count them."""
        return sum(bool(row.unread) for row in self.rows)

    @cached_property
    def shared(self) -> dict[str, list[SharedResult]]:
        """The results that students share, in four groups, the most frequent result first.

        "findings": the errors, without questions that have no answer. "unnamed": wrong formulas
        that several students gave and no finding names. "left_open": questions without an answer.
        "waiting": the reasons for manual grading.
        """
        findings, unnamed, left_open, waiting = [], [], [], []
        for row in self.rows:
            answered = (q for q in row.findings if q not in row.left_open)
            findings += [(q, each, row.student, "") for q in answered for each in row.findings[q]]
            unnamed += [(q, text, row.student, line) for (q, line), text in row.unnamed.items()]
            left_open += [(q, "no answer", row.student, "") for q in row.left_open]
            waiting += [(q, reason, row.student, "") for q, reason in row.waiting.items()]
            waiting += [("", row.remark, row.student, "")] if row.remark else []
        waiting += [("", "submitted, but not graded yet", student, "") for student in self.ungraded]
        return {
            "findings": _shared(findings),
            "unnamed": [s for s in _shared(unnamed) if len(s.students) >= MIN_SHARED],
            "left_open": _shared(left_open),
            "waiting": _shared(waiting),
        }

    # --- statistics ------------------------------------------------------------------------------

    def _readable_rows(self, question: str) -> list[StudentRow]:
        """Return the rows with an answer to a question, which may be empty.

        A file that can't be read shows nothing about the student's knowledge.
        """
        return [row for row in self.rows if question not in row.unread]

    def marks(self, question: str) -> list[float]:
        """Return the known marks of a question, without unreadable submissions."""
        marks = [row.points[question] for row in self._readable_rows(question)]
        return [mark for mark in marks if mark is not None]

    @property
    def items(self) -> list[QuestionStatistics]:
        """The statistics of each question, in the order of the assignment."""
        found = []
        for name, question in self.assignment.questions.items():
            most, marks = question.points, self.marks(name)
            full = sum(mark >= most for mark in marks)
            waiting = len(self._readable_rows(name)) - len(marks)
            mean = difficulty = discrimination = None
            if marks and not (question.written and waiting):
                mean = sum(marks) / len(marks)
                difficulty, discrimination = mean / most, self._discrimination(name)
            numbers = mean, difficulty, discrimination, full, marks.count(0.0), waiting
            found.append(QuestionStatistics(name, most, question.further, *numbers))
        return found

    def _discrimination(self, name: str) -> float | None:
        """Compute the discrimination; None for fewer than MIN_STUDENTS, or if all marks are equal.

        Args:
            name: The question.
        """
        questions, here, rest = self.assignment.questions, [], []
        for row in self._readable_rows(name):
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
        """The distribution of all totals so far: at most MAX_BARS bars of equal, round width."""
        most = max([self.assignment.points, *(row.total for row in self.rows)])
        min_width = most / MAX_BARS
        power = 10.0 ** math.floor(math.log10(min_width)) if min_width > 0 else 1.0
        widths = (step * power for step in (1, 2, 2.5, 5, 10))
        width = next(each for each in widths if each >= min_width * (1 - 1e-9))
        counts = [0] * max(math.ceil(most / width), 1)
        for row in self.rows:
            counts[min(int(row.total / width), len(counts) - 1)] += 1
        return [Bar(i * width, (i + 1) * width, n) for i, n in enumerate(counts)]

    @property
    def quartiles(self) -> Sequence[float]:
        """The lower quartile, the median and the upper quartile of totals, interpolated."""
        totals = [row.total for row in self.rows]
        return statistics.quantiles(totals * 2 if len(totals) == 1 else totals, method="inclusive")


def _shared(
    found: Iterable[tuple[str, str | ReportedMisconception, str, str]],
) -> list[SharedResult]:
    """Group results by question, line and text, the most frequent first.

    Misconceptions are grouped by their key, since their text may differ.

    Args:
        found: For each result: the question, the text or misconception, the student, and the line
            of a ledger or "".
    """
    students: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    texts: dict[str, str] = {}
    for question, result, student, line in found:
        key, text = result if isinstance(result, ReportedMisconception) else (result, result)
        texts.setdefault(key, text)
        students[question, key, line].append(student)
    grouped = [
        SharedResult(question, texts[key], tuple(sharing), line)
        for (question, key, line), sharing in students.items()
    ]
    return sorted(grouped, key=lambda s: (-len(s.students), s.question, s.line, s.text))
