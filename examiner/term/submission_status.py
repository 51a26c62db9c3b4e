"""Who handed in, held against the roster; and what lies where nothing looks for it."""

from __future__ import annotations

import errno
import os
import shlex
from collections import Counter
from pathlib import Path

from nbgrader.api import Grade, Gradebook, SubmittedAssignment, SubmittedNotebook

from ..notebook_names import is_notebook_name
from ..quoting import quoted_name
from ..student.files import Folder, read_error_reason
from ..wording import names, nearest_name
from .plan import MAX_NAMES, ClassFolder


def read_submission_status(folder: ClassFolder, gradebook: Gradebook) -> list[str]:
    """A line for whoever of the roster handed nothing in, is not in it, or was graded and has
    nothing in submitted/ any more; and for what is there and not where it belongs. In a course
    without a roster, nobody is unknown or missing."""
    results = folder.coursedir.autograded_directory, folder.coursedir.feedback_directory
    steps = folder.coursedir.submitted_directory, results[0]
    found, graded = (set(folder.students(step)) for step in steps)
    roster, named = _roster(gradebook)
    missing = sorted(roster.difference(found, folder.coursedir.student_id_exclude.split(",")))
    numbers = {each.lms_user_id: each.id for each in gradebook.students if each.lms_user_id}
    shown, lines = ", ".join(map(quoted_name, missing)), _out_of_place(folder)
    unknown, by_hand = (found | graded) - roster if roster else set(), _by_hand(gradebook)
    for student in sorted(unknown):
        place, owner = shlex.quote(f"submitted/{student}"), numbers.get(student)
        if student not in found:
            remove = shlex.join(["nbgrader", "db", "student", "remove", student, "--force"])
            places = (f"{step}/{student}" for step in results)
            rest = [shlex.quote(p) for p in places if (folder.course.root / p).is_dir()]
            run = "Once that is done, run" if student in by_hand else "Run"
            what = f", and gone from submitted/{by_hand.get(student, '')}. {run} `{remove}`, "
            what += f"and delete {' and '.join(rest)}."
        elif owner in missing:
            what = f", but {owner}'s number: rename {place} to {owner}."
        elif owner:
            what = (
                f", but {owner}'s number, who handed in as {owner} as well: keep one in "
                f"submitted/{owner}, and move {place} away."
            )
        elif near := nearest_name(student, missing):
            what = f". Did you mean {near}? Then rename {place}."
        else:  # without names, grading will have entered it just so
            name = ["--first-name", student] if named else []
            add = shlex.join(["nbgrader", "db", "student", "add", student, *name])
            what = f". Move {place} away, or run `{add}`."
        lines.append(f"{quoted_name(student)}: not in the roster{what}")
    gone = sorted(graded - found - unknown)
    lines += [
        f"{quoted_name(student)}: graded, but gone from submitted/{by_hand.get(student, '')}"
        for student in gone
    ]
    return [*([f"in the roster, and nothing handed in: {shown}"] if missing else []), *lines]


def _by_hand(gradebook: Gradebook) -> dict[str, str]:
    """Whose marks a person gave -> what becomes of these where their folder has another name."""
    rows = gradebook.db.query(SubmittedAssignment.student_id).join(
        SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id
    )
    rows = rows.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    marked = Counter(student for (student,) in rows.filter(Grade.manual_score.isnot(None)))
    offered = "where the folder was renamed, `examiner mark` offers them for the same answers"
    return {
        student: f", with marks by hand ({count}): {offered} under the new name"
        for student, count in marked.items()
    }


def _roster(gradebook: Gradebook) -> tuple[set[str], bool]:
    """The students whom a person entered, if any; and whether anybody has more than an id.

    Grading enters whoever has a folder in submitted/, with nothing but the folder's name. So those
    count that have more than that, or nothing that was graded. Where ids are all that there is,
    nobody can tell who was entered by whom, and all count.
    """
    known, graded = gradebook.students, gradebook.db.query(SubmittedAssignment.student_id)
    entered = {each.id for each in known}.difference(student for (student,) in graded)
    described = {s.id for s in known if s.first_name or s.last_name or s.email or s.lms_user_id}
    if described:
        return described | entered, True
    return {each.id for each in known} if entered else set(), False


def _out_of_place(folder: ClassFolder) -> list[str]:
    """A line for each folder in submitted/ with notebooks where nothing looks for them, or that
    can't be looked at."""
    top, name = folder.course.root / folder.coursedir.submitted_directory, folder.assignment.name
    short, belongs = folder.course.short, folder.course.short(folder.submitted("<student>"))
    sources = (folder.course.root / folder.coursedir.source_directory).glob("*")
    others = {*folder.course.assignments, *(place.name for place in sources)} - {name}
    places, found = (
        sorted(p for p in top.glob("*") if p.is_dir()),
        [sorted(p for p in top.glob("*") if is_notebook_name(p.name))],
    )
    for place in places:
        paths = (Path(path) for path, _ in Folder(place, untrusted_parts=1).files())
        here = [
            p for p in paths if is_notebook_name(p.name) and not any(s[0] == "." for s in p.parts)
        ]
        if place.name[0] == ".":  # nbgrader finds no such student
            here = [path for path in here if path.parts[0] == name]
        elif any(path.parent == Path(name) for path in here):  # it may have others further in
            here = [path for path in here if path.parts[0] != name]
        found.append([place / path for path in here if path.parts[0] not in others])
    lost = [names([quoted_name(short(p)) for p in each], MAX_NAMES) for each in found if each]
    unread = [p for p in places if not os.access(p, os.R_OK | os.X_OK)]
    why = read_error_reason(PermissionError(errno.EACCES, ""))
    return [
        *(f"{each}: not looked at; what is of {name} belongs at {belongs}" for each in lost),
        *(f"{short(p)}: not looked at: {why}" for p in unread),
    ]
