"""When an assignment is due, for whom later, and what each started day costs.

Due dates and extensions are in the grade book, in UTC. The rule is a setting of nbgrader_config.py
(`settings.StartedDays`). What lateness costs is worked out again for everybody whenever a class is
graded.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from ..course import CourseError
from ..intake.times import read_time
from .plan import ClassFolder, student_meant

FORM = 'write it as "2026-10-30 23:59", for UTC, or with a zone: "2026-10-30 23:59 +0200"'


@dataclass(frozen=True)
class Due:
    """The due date of an assignment (None: never), in UTC; student -> how much later."""

    date: datetime | None
    extensions: dict[str, timedelta]

    def is_to_come(self, now: datetime, student: str | None = None) -> bool:
        """True while the due date is to come, of a student or of the class. now: with a zone."""
        if self.date is None:
            return True
        own = self.date + self.extensions.get(student, timedelta(0))
        return now.astimezone(UTC).replace(tzinfo=None) <= own


def read_due(folder: ClassFolder) -> Due:
    """Read the grade book. CourseError where it doesn't have the assignment."""
    with folder.reading() as gradebook:
        assignment = folder.find_in(gradebook)
        extended = [s for s in assignment.submissions if s.extension is not None]
        extended.sort(key=lambda submission: submission.student_id)
        return Due(assignment.duedate, {s.student_id: s.extension for s in extended})


def change_due(
    folder: ClassFolder, date: str | None, students: Collection[str], later: timedelta | None
) -> Due:
    """Set a date, or extend it for students, or neither; what holds then, of these students.

    later: how much more time than the due date, in all; None to change no extension, and no time
    takes one back. It works before anything was submitted. CourseError for what makes no sense,
    and for who is not in the grade book; then nobody gets any.
    """
    if later is not None and not students:
        raise CourseError("say whose extension this is: --student ada.")
    if date is not None and students:
        raise CourseError("a student gets --days and --hours, and no date of their own.")
    when, name = None, folder.assignment.name
    if date is not None:
        try:  # midnight, as it is without a time of day, is a day sooner than meant
            when = read_time(date if ":" in date else "")
        except ValueError:
            raise CourseError(f"{date!r} is no date with a time of day: {FORM}.") from None
    if when is not None or later is not None:
        with folder.gradebook() as gradebook, gradebook.transaction():
            row = folder.find_in(gradebook)
            row.duedate = when or row.duedate
            if row.duedate is None:
                raise CourseError(f"{name} is never due: run `examiner due {name} DATE` first.")
            known = [student.id for student in gradebook.students]
            for student in students:
                if student not in known:
                    raise CourseError(
                        f"there is no student {student}: check the name, or add it with "
                        f"`nbgrader db student add {student}`.{student_meant(student, known)}"
                    )
                submission = gradebook.update_or_create_submission(name, student)
                submission.extension = later or None
    found = read_due(folder)
    theirs = {student: found.extensions.get(student, timedelta(0)) for student in students}
    return replace(found, extensions=theirs) if students else found
