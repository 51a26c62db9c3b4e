"""Due dates, extensions, and the points that lateness costs.

The gradebook stores due dates and extensions, in UTC. The rule for lateness is a setting of
nbgrader_config.py (`settings.StartedDays`). Every run of `examiner autograde` computes the cost of
lateness again for all students.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from traitlets.config import Config

from ..course import CourseError
from ..intake.times import read_time, read_timestamp
from .plan import ClassFolder, student_meant
from .settings import lateness_plugin

FORM = 'write it as "2026-10-30 23:59", for UTC, or with a zone: "2026-10-30 23:59 +0200"'


@dataclass(frozen=True)
class Due:
    """The due date of an assignment.

    Attributes:
        date: The due date in UTC, without a zone; None if the assignment is never due.
        extensions: The student's id -> the time that the student gets after the due date.
    """

    date: datetime | None
    extensions: dict[str, timedelta]

    def of(self, student: str) -> datetime | None:
        """Return a student's due date in UTC, without a zone; None if there is no due date."""
        return self.date and self.date + self.extensions.get(student, timedelta(0))

    @property
    def last(self) -> datetime | None:
        """The due date of the student with the longest extension; None if there is none."""
        return self.date and self.date + max([timedelta(0), *self.extensions.values()])

    def is_open(self, now: datetime) -> bool:
        """Return whether any student may still submit for full points.

        While an assignment is open, the pages of a watch give hints only (docs/instructor.md).

        Args:
            now: The present time, with a time zone.
        """
        return self.last is None or now.astimezone(UTC).replace(tzinfo=None) <= self.last


def read_due(folder: ClassFolder) -> Due:
    """Read the due date and the extensions from the gradebook.

    Raises:
        CourseError: The gradebook can't be read, or doesn't have the assignment.
    """
    with folder.reading() as gradebook:
        assignment = folder.find_assignment(gradebook)
        extended = [s for s in assignment.submissions if s.extension is not None]
        extended.sort(key=lambda submission: submission.student_id)
        return Due(assignment.duedate, {s.student_id: s.extension for s in extended})


def is_free(config: Config) -> bool:
    """Return whether a submission that is one second late can still earn full points."""
    plugin = lateness_plugin(config)
    with suppress(Exception):  # a plugin of the course may reject an unknown student
        return not plugin.late_submission_penalty("", 100.0, 1.0)
    return True


def time_submitted(folder: ClassFolder, student: str) -> datetime | None:
    """Return the time of submission in UTC, without a zone.

    Returns:
        None if there is no timestamp.txt, or no valid time in it.
    """
    with suppress(ValueError):
        return read_timestamp(folder.submitted(student).parent)[0]
    return None


def time_changed(folder: ClassFolder, student: str) -> datetime | None:
    """Return the time of the last change of a submitted notebook in UTC, without a zone.

    Returns:
        None if there is no notebook.
    """
    with suppress(OSError):
        changed = os.lstat(folder.submitted(student)).st_mtime
        return datetime.fromtimestamp(changed, UTC).replace(tzinfo=None)
    return None


def change_due(
    folder: ClassFolder, date: str | None, students: Collection[str], later: timedelta | None
) -> Due:
    """Set the due date, or extend it for some students, or change nothing.

    An extension is possible before the student submits anything. If the function raises an error,
    it has changed nothing.

    Args:
        folder: The course folder with the assignment.
        date: The new due date as the instructor typed it; None to keep the present one.
        students: The students to extend the due date for.
        later: The whole time that these students get after the due date. None changes no
            extension; no time at all removes the extension.

    Returns:
        The due date afterwards, with the extensions of these students (of all if none is named).

    Raises:
        CourseError: The arguments contradict each other, the date is wrong, or a student is not in
            the gradebook.
    """
    if later is not None and not students:
        raise CourseError("--days and --hours extend the due date of a student: add --student ada.")
    if date is not None and students:
        raise CourseError(
            "a student can't have a due date of their own: give --days or --hours instead."
        )
    when, name = None, folder.assignment.name
    if date is not None:
        try:  # a date without a time of day would mean midnight, a day sooner than intended
            when = read_time(date if ":" in date else "")
        except ValueError:
            raise CourseError(f"{date!r} is no date with a time of day: {FORM}.") from None
    if when is not None or later is not None:
        with folder.gradebook() as gradebook, gradebook.transaction():
            row = folder.find_assignment(gradebook)
            row.duedate = when or row.duedate
            if row.duedate is None:
                raise CourseError(f"{name} has no due date: run `examiner due {name} DATE` first.")
            known = [student.id for student in gradebook.students]
            for student in students:
                if student not in known:
                    raise CourseError(
                        f"there is no student {student}: check the name, or add the student with "
                        f"`nbgrader db student add {student}`.{student_meant(student, known)}"
                    )
                submission = gradebook.update_or_create_submission(name, student)
                submission.extension = later or None
    found = read_due(folder)
    theirs = {student: found.extensions.get(student, timedelta(0)) for student in students}
    return replace(found, extensions=theirs) if students else found
