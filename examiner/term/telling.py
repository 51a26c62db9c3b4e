"""What a page tells a student now: one rule, whatever command makes the page.

As long as an assignment is watched (`examiner watch`) and a student's due date is to come, who may
hand in again, a page is at the level "hint". Else it tells all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from ..cells import question_of
from ..findings.level import Level
from ..pages.feedback import Marks, Tried
from .lateness import Due, read_due
from .plan import ClassFolder
from .settings import Examine
from .tries import Tries


@dataclass(frozen=True)
class Telling:
    """The rule at a time, which has a zone.

    tries: None where the assignment is not watched. most: tries a day. whole: tell all in any case.
    """

    tries: Tries | None
    most: int
    due: Due
    now: datetime
    whole: bool = False

    @classmethod
    def of(cls, folder: ClassFolder, now: datetime, *, whole: bool = False) -> Telling:
        """By what is on disk. CourseError for what can't be read."""
        tries = Tries(folder.course.root, folder.assignment.name)
        most = Examine(config=folder.config).tries_a_day
        if not tries.begun:
            return cls(None, most, Due(None, {}), now, whole)
        return cls(tries, most, read_due(folder), now, whole)

    def level(self, student: str) -> Level:
        """How much a student's page says at most."""
        return Level.HINT if self.is_early(student) and not self.whole else Level.ANSWER

    def is_early(self, student: str) -> bool:
        """Whether a page gives hints, unless whole ones are asked for."""
        return self.tries is not None and self.due.is_to_come(self.now, student)

    def told(self, marks: Marks) -> Marks:
        """What a page shows of a student's marks, with the try that they are of, if they are of
        one."""
        marks = replace(marks, level=self.level(marks.student))
        tries = self.tries.by_student.get(marks.student, []) if self.tries else []
        if not tries:
            return marks
        before: Mapping[str, float | None] = tries[-2].points if tries[1:] else {}
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
