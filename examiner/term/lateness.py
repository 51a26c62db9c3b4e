"""When an assignment is due, for whom later, and what each started day costs.

Due dates and extensions are in the grade book, in UTC. The rule is a setting of nbgrader_config.py
(`settings.StartedDays`). What lateness costs is worked out again for everybody whenever a class is
graded.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from nbgrader.api import MissingEntry, SubmittedAssignment

from ..course import CourseError
from ..gradebook.class_gradebook import ClassGradebook
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


def change_due(
    folder: ClassFolder, date: str | None, students: Collection[str], later: timedelta | None
) -> Due:
    """Set a date, or extend it for students, or neither; what holds then, of these students.

    later: None to change no extension; no time takes one back. CourseError for what makes no sense.
    """
    if not students:
        if later is not None:
            raise CourseError("say whose extension this is: --student ada.")
        return read_due(folder) if date is None else set_due(folder, date)
    if date is not None:
        raise CourseError("a student gets --days and --hours, and no date of their own.")
    found = read_due(folder) if later is None else extend(folder, students, later)
    theirs = {s: more for s, more in found.extensions.items() if s in students}
    return Due(found.date, theirs)


def read_due(folder: ClassFolder) -> Due:
    """What the grade book says. CourseError where it doesn't have the assignment."""
    with _opened(folder) as gradebook, gradebook.reading():
        return _due(folder, gradebook)


def set_due(folder: ClassFolder, date: str) -> Due:
    """Let an assignment be due at this time. CourseError for what is none."""
    when = _in_utc(date)
    with _opened(folder) as gradebook:
        with gradebook.transaction():
            folder.find_in(gradebook).duedate = when
        with gradebook.reading():
            return _due(folder, gradebook)


def extend(folder: ClassFolder, students: Collection[str], later: timedelta) -> Due:
    """Give students so much more time than the due date, in all; no time takes it back.

    Works before anything was submitted, for those that are in the grade book. CourseError for who
    is not, when nobody gets any, and where the assignment is never due.
    """
    name = folder.assignment.name
    with _opened(folder) as gradebook:
        with gradebook.transaction():
            if folder.find_in(gradebook).duedate is None:
                raise CourseError(f"{name} is never due: run `examiner due {name} DATE` first.")
            for student in students:
                _check_student(gradebook, student)
                submission = gradebook.update_or_create_submission(name, student)
                submission.extension = later or None
        with gradebook.reading():
            return _due(folder, gradebook)


def _check_student(gradebook: ClassGradebook, student: str) -> None:
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


def _opened(folder: ClassFolder) -> ClassGradebook:
    return ClassGradebook(folder.coursedir, folder.assignment.name)


def _due(folder: ClassFolder, gradebook: ClassGradebook) -> Due:
    assignment = folder.find_in(gradebook)
    columns = SubmittedAssignment.student_id, SubmittedAssignment.extension
    rows = gradebook.db.query(*columns).filter(
        SubmittedAssignment.assignment_id == assignment.id,
        SubmittedAssignment.extension.is_not(None),
    )
    return Due(assignment.duedate, dict(sorted((student, later) for student, later in rows)))
