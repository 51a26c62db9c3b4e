"""When an assignment is due, for whom later, and what each started day costs.

Due dates and extensions are in the grade book, in UTC. The rule is a setting of nbgrader_config.py
(`settings.StartedDays`). What lateness costs is worked out again for everybody whenever a class is
graded.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from nbgrader.api import Gradebook, MissingEntry, SubmittedAssignment

from ..course import CourseError
from ..intake.times import read_time, readings
from .plan import ClassFolder, student_meant

FORM = 'write it as "2026-10-30 23:59", for UTC, or with a zone: "2026-10-30 23:59 +0200"'


@dataclass(frozen=True)
class Due:
    """When an assignment is due (None: never), in UTC; student -> how much later."""

    date: datetime | None
    extensions: dict[str, timedelta]

    def is_to_come(self, now: datetime, student: str | None = None) -> bool:
        """Whether the due date is to come, of a student or of the class. now: with a zone."""
        if self.date is None:
            return True
        own = self.date + self.extensions.get(student, timedelta(0))
        return now.astimezone(UTC).replace(tzinfo=None) <= own


def read_due(folder: ClassFolder) -> Due:
    """What the grade book says. CourseError where it doesn't have the assignment."""
    with folder.reading() as gradebook:
        assignment = folder.find_in(gradebook)
        columns = SubmittedAssignment.student_id, SubmittedAssignment.extension
        rows = gradebook.db.query(*columns).filter(
            SubmittedAssignment.assignment_id == assignment.id,
            SubmittedAssignment.extension.is_not(None),
        )
        return Due(assignment.duedate, dict(sorted((student, later) for student, later in rows)))


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
    when, name = None if date is None else _in_utc(date), folder.assignment.name
    if when is not None or later is not None:
        with folder.gradebook() as gradebook, gradebook.transaction():
            row = folder.find_in(gradebook)
            row.duedate = when or row.duedate
            if row.duedate is None:
                raise CourseError(f"{name} is never due: run `examiner due {name} DATE` first.")
            for student in students:
                _check_student(gradebook, student)
                submission = gradebook.update_or_create_submission(name, student)
                submission.extension = later or None
    found = read_due(folder)
    theirs = {s: more for s, more in found.extensions.items() if s in students}
    return replace(found, extensions=theirs) if students else found


def _check_student(gradebook: Gradebook, student: str) -> None:
    try:
        gradebook.find_student(student)
    except MissingEntry:
        near = student_meant(student, [each.id for each in gradebook.students])
        raise CourseError(
            f"there is no student {student}: check the name, or add it with "
            f"`nbgrader db student add {student}`.{near}"
        ) from None


def _in_utc(text: str) -> datetime:
    """A time as the grade book has it. CourseError for what is none, and without a time of day:
    midnight is a day sooner than meant."""
    try:
        read, zone = readings(text)
    except ValueError:
        raise CourseError(f"{text!r} is no date: {FORM}.") from None
    whole = ":" in text
    if whole and len(read) == 1:
        return read_time(text)
    zone = zone or "UTC"
    form = "%Y-%m-%d %H:%M" if whole else "%Y-%m-%d 23:59"
    write = " or ".join(f'"{when:{form}} {zone}"' for when in read)
    if len(read) > 1:
        may_be = " or ".join(f"{when:%B} {when.day}, {when.year}" for when in read)
        raise CourseError(f"{text!r} may be {may_be}: write {write}.")
    means = f"{read[0]:%Y-%m-%d %H:%M} {zone}, when that day begins"
    raise CourseError(f"{text!r} would mean {means}: for its end write {write}.")
