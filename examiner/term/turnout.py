"""Who handed in, held against the roster; and what lies where nothing looks for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nbgrader.api import Gradebook, Student, SubmittedAssignment
from sqlalchemy import or_

from ..wording import nearest
from .plan import ClassFolder

OF_THE_ROSTER = (Student.first_name, Student.last_name, Student.email, Student.lms_user_id)


@dataclass(frozen=True)
class Turnout:
    """What there is to say of a class before it is graded.

    unknown: student who is not in the roster -> who of it may be meant, or "". numbers: those of
    them that are somebody's number in the LMS -> whose. missing: who of the roster handed nothing
    in. gone: who was graded, and has nothing in submitted/ any more. misplaced: a path in
    submitted/ -> where it belongs. named: whether the roster has more of anybody than an id.
    """

    unknown: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    misplaced: dict[str, str] = field(default_factory=dict)
    named: bool = False


def read_turnout(folder: ClassFolder, gradebook: Gradebook) -> Turnout:
    """The turnout of an assignment; in a course without a roster, nobody is unknown or missing."""
    steps = folder.coursedir.submitted_directory, folder.coursedir.autograded_directory
    found, graded = (set(folder.students(step)) for step in steps)
    gone, place = tuple(sorted(graded - found)), dict(_misplaced(folder))
    described = _described(gradebook)
    if not (roster := _roster(gradebook, described)):
        return Turnout(gone=gone, misplaced=place)
    left_out = folder.coursedir.student_id_exclude.split(",")
    missing = sorted(roster.difference(found, left_out))
    unknown = {student: nearest(student, missing) for student in sorted((found | graded) - roster)}
    rows = gradebook.db.query(Student.lms_user_id, Student.id)
    numbers = {number: student for number, student in rows if number in unknown}
    return Turnout(unknown, numbers, tuple(missing), gone, place, bool(described))


def _described(gradebook: Gradebook) -> set[str]:
    """Who has more than an id."""
    known = or_(*(column.is_not(None) for column in OF_THE_ROSTER))
    return {student for (student,) in gradebook.db.query(Student.id).filter(known)}


def _roster(gradebook: Gradebook, described: set[str]) -> set[str]:
    """Who was entered by a person; empty where nobody was.

    Grading enters whoever has a folder in submitted/, with nothing but the folder's name. So those
    count that have more than that, or nothing that was graded. Where ids are all that there is,
    nobody can tell who was entered by whom, and all count.
    """
    ids = {student for (student,) in gradebook.db.query(Student.id)}
    graded = {s for (s,) in gradebook.db.query(SubmittedAssignment.student_id)}
    if described:
        return described | (ids - graded)
    return ids if ids - graded else set()


def _misplaced(folder: ClassFolder) -> Iterator[tuple[str, str]]:
    """Folders swapped, misspelt or left out in submitted/<student>/<assignment>/<notebook>."""
    name, notebook = folder.assignment.name, f"{folder.assignment.notebook}.ipynb"
    top = folder.course.root / folder.coursedir.submitted_directory
    others = set(folder.course.assignments) - {name}
    short = folder.course.short
    for file in sorted(top.glob("[!.]*.ipynb")):
        yield short(file), short(folder.submitted("<student>"))
    for there in sorted(path for path in top.glob("[!.]*") if path.is_dir()):
        inside = [each.name for each in sorted(there.iterdir()) if each.is_dir()]
        if there.name == name:
            yield from ((short(there / s), short(top / s / name)) for s in inside if s != name)
        elif name not in inside:
            if near := nearest(name, set(inside) - others):
                yield short(there / near), short(there / name)
            elif (there / notebook).is_file():
                yield short(there / notebook), short(there / name / notebook)
