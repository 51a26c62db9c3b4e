"""Who handed in, held against the roster; and what lies where nothing looks for it."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field

from nbgrader.api import Gradebook, Student, SubmittedAssignment
from sqlalchemy import or_

from ..student.files import why_not
from ..wording import nearest
from .plan import ClassFolder

OF_THE_ROSTER = (Student.first_name, Student.last_name, Student.email, Student.lms_user_id)


@dataclass(frozen=True)
class Turnout:
    """What there is to say of a class before it is graded.

    unknown: student who is not in the roster -> who of it may be meant, or "". numbers: those of
    them that are somebody's number in the LMS -> whose. missing: who of the roster handed nothing
    in. gone: who was graded, and has nothing in submitted/ any more. misplaced: a path in
    submitted/ -> where it belongs. unread: a path there -> why it can't be looked at. named:
    whether the roster has more of anybody than an id.
    """

    unknown: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    misplaced: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    named: bool = False


def read_turnout(folder: ClassFolder, gradebook: Gradebook) -> Turnout:
    """The turnout of an assignment; in a course without a roster, nobody is unknown or missing."""
    steps = folder.coursedir.submitted_directory, folder.coursedir.autograded_directory
    found, graded = (set(folder.students(step)) for step in steps)
    gone, (misplaced, unread) = tuple(sorted(graded - found)), _look_around(folder)
    roster, named = _roster(gradebook)
    if not roster:
        return Turnout(gone=gone, misplaced=misplaced, unread=unread)
    left_out = folder.coursedir.student_id_exclude.split(",")
    missing = sorted(roster.difference(found, left_out))
    unknown = {student: nearest(student, missing) for student in sorted((found | graded) - roster)}
    rows = gradebook.db.query(Student.lms_user_id, Student.id)
    numbers = {number: student for number, student in rows if number in unknown}
    return Turnout(unknown, numbers, tuple(missing), gone, misplaced, unread, named)


def _roster(gradebook: Gradebook) -> tuple[set[str], bool]:
    """Who was entered by a person, empty where nobody was; and whether anybody has more than an id.

    Grading enters whoever has a folder in submitted/, with nothing but the folder's name. So those
    count that have more than that, or nothing that was graded. Where ids are all that there is,
    nobody can tell who was entered by whom, and all count.
    """
    known = or_(*(column.is_not(None) for column in OF_THE_ROSTER))
    described = {student for (student,) in gradebook.db.query(Student.id).filter(known)}
    ids = {student for (student,) in gradebook.db.query(Student.id)}
    entered = ids - {s for (s,) in gradebook.db.query(SubmittedAssignment.student_id)}
    if described:
        return described | entered, True
    return ids if entered else set(), False


def _look_around(folder: ClassFolder) -> tuple[dict[str, str], dict[str, str]]:
    """Turnout's `misplaced` and `unread`."""
    top, file = (
        folder.course.root / folder.coursedir.submitted_directory,
        folder.submitted("*").name,
    )
    short, belongs = folder.course.short, folder.course.short(folder.submitted("<student>"))
    unread = [p for p in top.glob("*") if p.is_dir() and not os.access(p, os.R_OK | os.X_OK)]
    misplaced = [
        *top.glob("*.ipynb"),
        *top.glob(f"*/{file}"),
        *(p for p in top.glob(f"*/*/{file}") if p.parts[-2] not in folder.course.assignments),
        *top.glob(f".*/{folder.assignment.name}/{file}"),  # which no pattern of nbgrader's finds
    ]
    why = why_not(PermissionError(errno.EACCES, ""))
    return (
        {short(path): belongs for path in sorted(misplaced)},
        {short(path): why for path in sorted(unread)},
    )
