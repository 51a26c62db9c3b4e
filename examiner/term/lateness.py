"""When an assignment is due, for whom later, and what each started day costs.

Due dates and extensions are in the grade book, in UTC. The rule is a setting of nbgrader_config.py
(`settings.StartedDays`). What lateness costs is worked out again for everybody whenever a class is
graded.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Config

from ..course import CourseError
from ..intake.times import read_time, read_timestamp
from .plan import ClassFolder, student_meant

FORM = 'write it as "2026-10-30 23:59", for UTC, or with a zone: "2026-10-30 23:59 +0200"'


@dataclass(frozen=True)
class Due:
    """The due date of an assignment (None: never), in UTC; student -> how much later."""

    date: datetime | None
    extensions: dict[str, timedelta]

    def of(self, student: str) -> datetime | None:
        """The due date of a student, in UTC without a zone. None: never."""
        return self.date and self.date + self.extensions.get(student, timedelta(0))

    @property
    def last(self) -> datetime | None:
        """The due date of the student who may submit last. None: never."""
        return self.date and self.date + max([timedelta(0), *self.extensions.values()])

    def is_open(self, now: datetime) -> bool:
        """Whether anybody may still submit for full points. now: with a zone.

        As long as an assignment is open, pages of a watch are hints. See docs/instructor.md.
        """
        return self.last is None or now.astimezone(UTC).replace(tzinfo=None) <= self.last


def read_due(folder: ClassFolder) -> Due:
    """Read the grade book. CourseError where it doesn't have the assignment."""
    with folder.reading() as gradebook:
        assignment = folder.find_in(gradebook)
        extended = [s for s in assignment.submissions if s.extension is not None]
        extended.sort(key=lambda submission: submission.student_id)
        return Due(assignment.duedate, {s.student_id: s.extension for s in extended})


def is_free(config: Config) -> bool:
    """Whether a submission one second late can still earn full points."""
    penalties = AssignLatePenalties(config=config)
    penalties.init_plugin()
    with suppress(Exception):  # a plugin of the course's own may want a student it knows
        return not penalties.plugin_inst.late_submission_penalty("", 100.0, 1.0)
    return True


def time_submitted(folder: ClassFolder, student: str) -> datetime | None:
    """When a submission came in, in UTC without a zone; None if its timestamp.txt doesn't say."""
    with suppress(ValueError):
        return read_timestamp(folder.submitted(student).parent)[0]
    return None


def time_changed(folder: ClassFolder, student: str) -> datetime | None:
    """When a submitted notebook was last written, in UTC without a zone; None if there is none."""
    with suppress(OSError):
        changed = os.lstat(folder.submitted(student)).st_mtime
        return datetime.fromtimestamp(changed, UTC).replace(tzinfo=None)
    return None


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
