"""What a class got on one assignment, and what it got wrong: the same for every form of report.

Marks count by the same rules as on a feedback page: what a person has yet to grade counts nothing
so far, and what lateness costs is taken off, down to no points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from ..checks.verdict import format_points
from ..course import Assignment
from ..grading.record import Misconception
from ..pages.feedback import total
from ..quoting import named, quoted_name

MIN_SHARED = 2  # students whose answers compute the same, to be listed


@dataclass(frozen=True)
class Row:
    """One student's marks.

    points: question -> points; None where a person has yet to grade. penalty: points that lateness
    costs. hours_late: after the due date, with the student's extension. name: as in the roster.
    found: question -> what is wrong. unnamed: (question, line of a
    ledger or "") -> the formula that was answered, where no finding names the mistake.
    left_open: the questions without an answer. unread: those at which nobody has looked, for no
    notebook could be read. waiting: question -> why a person has to look.
    remark: why nothing of it could be graded. read_as: the file read under another name.
    noted: what there was to know of the submission when it was graded. of_time: what a person
    has to decide on when it came in. tries: the points so far of each try that `examiner watch`
    graded.
    """

    student: str
    points: dict[str, float | None]
    penalty: float = 0.0
    hours_late: float = 0.0
    name: str = ""
    found: dict[str, list[Misconception]] = field(default_factory=dict)
    unnamed: dict[tuple[str, str], str] = field(default_factory=dict)
    left_open: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    waiting: dict[str, str] = field(default_factory=dict)
    remark: str = ""
    read_as: str = ""
    noted: tuple[str, ...] = ()
    of_time: str = ""
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
    def gained(self) -> float:
        """What the points of the last try are more than those of the first."""
        return self.tries[-1] - self.tries[0] if self.tries else 0.0

    @property
    def complete(self) -> bool:
        """Whether no question waits for a person."""
        return None not in self.points.values()


@dataclass(frozen=True)
class Shared:
    """What several students have in common. line: of a ledger, where it is about one."""

    question: str
    text: str
    students: tuple[str, ...]
    line: str = ""

    @property
    def what(self) -> str:
        """The text, with the line before it."""
        return f"{self.line}: {self.text}" if self.line else self.text


@dataclass(frozen=True)
class ClassReport:
    """The marks of a class on one assignment. ungraded: who submitted, but is not graded yet."""

    assignment: Assignment
    rows: list[Row]
    ungraded: tuple[str, ...] = ()

    def looked_at(self, question: str) -> list[Row]:
        """Whose answer there was, be it an empty one: a file that can't be read says nothing of
        what its author knows."""
        return [row for row in self.rows if question not in row.unread]

    def marks(self, question: str) -> list[float]:
        """The points of those whose answer there was and whose mark is known."""
        marks = [row.points[question] for row in self.looked_at(question)]
        return [mark for mark in marks if mark is not None]

    def total_of(self, row: Row) -> str:
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
    def tried(self) -> list[Row]:
        """Whose tries were graded by `examiner watch`, those who tried most first."""
        return sorted((row for row in self.rows if row.tries), key=lambda row: -len(row.tries))

    @property
    def unread(self) -> int:
        """How many submissions could not be read: they count in no question."""
        return sum(bool(row.unread) for row in self.rows)

    @property
    def findings(self) -> list[Shared]:
        """What is wrong, the most frequent first; questions left open are not in it."""
        return _shared(
            (question, each, row.student, "")
            for row in self.rows
            for question, found in row.found.items()
            if question not in row.left_open
            for each in found
        )

    @property
    def unnamed(self) -> list[Shared]:
        """The formulas that several students answered and no finding names."""
        found = _shared(
            (question, formula, row.student, line)
            for row in self.rows
            for (question, line), formula in row.unnamed.items()
        )
        return [each for each in found if len(each.students) >= MIN_SHARED]

    @property
    def left_open(self) -> list[Shared]:
        """Questions without an answer."""
        return _shared(
            (question, "left open", row.student, "")
            for row in self.rows
            for question in row.left_open
        )

    @property
    def waiting(self) -> list[Shared]:
        """What needs a person: by question and reason; "" for a whole submission."""
        found = [(q, why, row.student, "") for row in self.rows for q, why in row.waiting.items()]
        found += [("", row.remark, row.student, "") for row in self.rows if row.remark]
        found += [("", "submitted, but not graded yet", student, "") for student in self.ungraded]
        return _shared(found)


def _shared(found: Iterable[tuple[str, str | Misconception, str, str]]) -> list[Shared]:
    """One for each question, line, and text or misconception, which is known by its key."""
    students: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    words: dict[str, str] = {}
    for question, what, student, line in found:
        key, text = what if isinstance(what, Misconception) else (what, what)
        words.setdefault(key, text)
        students[question, key, line].append(student)
    listed = [Shared(q, words[key], tuple(who), line) for (q, key, line), who in students.items()]
    return sorted(listed, key=lambda s: (-len(s.students), s.question, s.line, s.text))


def mistakes_line(shared: Shared) -> str:
    """The entry for the question's known errors that would name one which nothing names yet."""
    line = "" if not shared.line or shared.line.endswith("()") else f"{shared.line} = "
    return f"an-id-for-it: what went wrong, in words :: {line}{shared.text}"
