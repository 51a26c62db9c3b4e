"""Tries: what a student handed in while `examiner watch` ran; and what a page tells meanwhile.

They stand in tries/ in the course folder, a line of JSON each, in the order in which they were
graded. Days are those of the machine's own zone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from ..cells import question_of
from ..course import CourseError
from ..findings.level import Level
from ..pages.feedback import Marks, Tried
from .lateness import Due, read_due
from .plan import ClassFolder
from .settings import Examine

FOLDER = "tries"


@dataclass(frozen=True)
class Try:
    """A submission that was graded. when: ISO 8601, with a zone. points: question -> points; None
    where a person has to grade.

    work: The digest of what was submitted (see `fingerprint.digest_of_work`).
    is_free: It had been graded before, and counts as no try.
    """

    student: str
    when: str
    points: Mapping[str, float | None]
    work: str = ""
    is_free: bool = False

    @property
    def day(self) -> str:
        return self.when[:10]

    @property
    def total(self) -> float:
        """The points that there are so far."""
        return sum(filter(None, self.points.values()))


class Tries:
    """The tries of a class at one assignment. CourseError for a file that can't be read."""

    def __init__(self, root: Path, assignment: str) -> None:
        self._file = root / FOLDER / f"{assignment}.jsonl"
        self.by_student: dict[str, list[Try]] = defaultdict(list)
        self.begun = self._file.exists()  # tries are counted, since a watch has begun
        try:
            for line in self._file.read_text("utf-8").splitlines() if self.begun else ():
                found = Try(**json.loads(line))
                self.by_student[found.student].append(found)
        except (OSError, ValueError, TypeError) as error:
            raise CourseError(
                f"{self._file} can't be read ({error}): move it away, and tries are counted anew."
            ) from None

    def begin(self) -> None:
        """Count them from now on. OSError."""
        self._file.parent.mkdir(mode=0o700, exist_ok=True)
        self._file.touch()

    def add(
        self, student: str, points: Mapping[str, float | None], now: datetime, work: str = ""
    ) -> Try:
        """A try, noted, on disk as well."""
        is_free = self.was_graded(student, work)
        done = Try(student, now.isoformat(timespec="seconds"), dict(points), work, is_free)
        self.begin()
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(done)) + "\n")
        self.by_student[student].append(done)
        return done

    def was_graded(self, student: str, work: str) -> bool:
        """Whether a student had the same work graded before: to submit it again costs no try."""
        return bool(work) and any(each.work == work for each in self.by_student.get(student, ()))

    def on_day(self, student: str, day: str) -> int:
        """The number of a student's tries on a day, such as "2026-10-30"."""
        tries = self.by_student.get(student, ())
        return sum(each.day == day and not each.is_free for each in tries)

    def which(self, student: str, most: int) -> str:
        """Which of the tries of its day a student's last one is: "2 of 5 today". What waited for
        the due date comes after the last that a day has."""
        number = self.on_day(student, self.by_student[student][-1].day)
        return f"{number} of {most} today" if number <= most else f"{number} today"


@dataclass(frozen=True)
class Telling:
    """The rule for what a page tells a student at a time (with a zone), whatever command makes it.

    As long as an assignment is watched and a student's due date is to come, who may hand in again,
    a page is at the level "hint". Else it tells all.

    most: tries a day. whole: tell all in any case.
    """

    tries: Tries
    most: int
    due: Due
    now: datetime
    whole: bool = False

    @classmethod
    def of(cls, folder: ClassFolder, now: datetime, *, whole: bool = False) -> Telling:
        """By what is on disk. CourseError for what can't be read."""
        tries = Tries(folder.course.root, folder.assignment.name)
        due = read_due(folder) if tries.begun else Due(None, {})
        return cls(tries, Examine(config=folder.config).tries_a_day, due, now, whole)

    def is_early(self, student: str) -> bool:
        """True where a page gives hints, unless whole ones are asked for."""
        return self.tries.begun and self.due.is_to_come(self.now, student)

    def level(self, student: str) -> Level:
        """The most that a student's page says."""
        return Level.HINT if self.is_early(student) and not self.whole else Level.ANSWER

    def told(self, marks: Marks) -> Marks:
        """A student's marks as a page shows them, with the try that they are of, if they are of
        one."""
        marks = replace(marks, level=self.level(marks.student))
        tries = self.tries.by_student.get(marks.student)
        if not tries:
            return marks
        before = tries[-2].points if tries[1:] else {}
        now = {  # it may have been regraded since, or marked by a person
            question_of(cell): None if mark.pending else mark.points
            for cell, mark in marks.cells.items()
        }
        changed = {
            question: (before[question], now.get(question))
            for question in tries[-1].points
            if question in before and before[question] != now.get(question)
        }
        which = self.tries.which(marks.student, self.most)
        number = self.tries.on_day(marks.student, tries[-1].day)
        tried = Tried(which, number, len(tries), changed, is_last=number >= self.most)
        return replace(marks, tried=tried)
