"""Submission status: submissions compared with the roster, and misplaced notebooks."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

from nbgrader.api import Grade, Gradebook, SubmittedAssignment, SubmittedNotebook

from ..intake.folders import unreadable_folders, unreadable_message
from ..notebook_names import is_notebook_name
from ..quoting import quoted_name
from ..student.files import Folder
from ..wording import names, nearest_name
from .plan import ClassFolder


def read_submission_status(folder: ClassFolder, gradebook: Gradebook) -> list[str]:
    """Compare the submissions with the roster, and find misplaced notebooks.

    In a course without a roster, no student is unknown or missing.

    Args:
        folder: The course folder with the assignment.
        gradebook: The open gradebook.

    Returns:
        One line for all students of the roster without a submission. Then one line for each
        misplaced or unreadable folder, each student who is not in the roster, and each graded
        student whose submission is gone.
    """
    autograded = folder.coursedir.autograded_directory
    submitted, graded = (
        set(folder.students(step)) for step in (folder.coursedir.submitted_directory, autograded)
    )
    roster, has_names = _roster(gradebook)
    missing = sorted(roster.difference(submitted, folder.coursedir.student_id_exclude.split(",")))
    numbers = {each.lms_user_id: each.id for each in gradebook.students if each.lms_user_id}
    by_hand = _marks_by_hand(gradebook)
    unknown = (submitted | graded) - roster if roster else set()
    lines = _misplaced(folder)
    if missing:
        names_of_missing = ", ".join(map(quoted_name, missing))
        lines.insert(0, f"in the roster, but nothing submitted: {names_of_missing}")
    for student in sorted(unknown):
        if student not in submitted:
            advice = _forget(folder, student, by_hand.get(student, ""))
        elif student in numbers:
            advice = _rename_number(student, numbers[student], numbers[student] in missing)
        elif near := nearest_name(student, missing):
            advice = f". Did you mean {near}? Then rename {_submitted(student)}."
        else:
            # In a roster with names, a graded student without a name doesn't count as entered.
            name = ["--first-name", student] if has_names else []
            add = shlex.join(["nbgrader", "db", "student", "add", student, *name])
            advice = f". Move {_submitted(student)} away, or run `{add}`."
        lines.append(f"{quoted_name(student)}: not in the roster{advice}")
    lines += [
        f"{quoted_name(student)}: graded, but gone from submitted/{by_hand.get(student, '')}"
        for student in sorted(graded - submitted - unknown)
    ]
    return lines


def _submitted(student: str) -> str:
    return shlex.quote(f"submitted/{student}")


def _forget(folder: ClassFolder, student: str, by_hand: str) -> str:
    """Say how to remove a student who is neither in the roster nor in submitted/."""
    remove = shlex.join(["nbgrader", "db", "student", "remove", student, "--force"])
    tops = folder.coursedir.autograded_directory, folder.coursedir.feedback_directory
    paths = (f"{top}/{student}" for top in tops)
    rest = [shlex.quote(path) for path in paths if (folder.course.root / path).is_dir()]
    run = "Once that is done, run" if by_hand else "Run"
    return (
        f", and gone from submitted/{by_hand}. {run} `{remove}`, and delete {' and '.join(rest)}."
    )


def _rename_number(number: str, student: str, is_missing: bool) -> str:
    """Say what to do with a folder that has a student's number as its name."""
    if is_missing:
        return f", but {student}'s number: rename {_submitted(number)} to {student}."
    return (
        f", but {student}'s number, and there is a submission of {student} as well: keep one in "
        f"submitted/{student}, and move {_submitted(number)} away."
    )


def _marks_by_hand(gradebook: Gradebook) -> dict[str, str]:
    """Say, for each student with marks by hand, how to keep them if the folder was renamed."""
    rows = gradebook.db.query(SubmittedAssignment.student_id).join(
        SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id
    )
    rows = rows.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
    counts = Counter(student for (student,) in rows.filter(Grade.manual_score.isnot(None)))
    offer = "if the folder was renamed, `examiner mark` offers them for the same answers"
    return {
        student: f", with marks by hand ({count}): {offer} under the new name"
        for student, count in counts.items()
    }


def _roster(gradebook: Gradebook) -> tuple[set[str], bool]:
    """Find the students that a person entered in the gradebook.

    Grading enters every student with a folder in submitted/, under the folder's name and without
    other data. So a student belongs to the roster if there is other data, or if nothing of the
    student was graded. If no student has other data, all students count, because grading and a
    person leave the same rows.

    Returns:
        The ids of the roster, which is empty if the course has none; and whether any student has
        more than an id.
    """
    known, graded = gradebook.students, gradebook.db.query(SubmittedAssignment.student_id)
    ungraded = {each.id for each in known}.difference(student for (student,) in graded)
    described = {s.id for s in known if s.first_name or s.last_name or s.email or s.lms_user_id}
    if described:
        return described | ungraded, True
    return {each.id for each in known} if ungraded else set(), False


def _misplaced(folder: ClassFolder) -> list[str]:
    """Return a line for each folder in submitted/ that is unreadable or has misplaced notebooks.

    A notebook of another assignment is not misplaced.
    """
    top, name = folder.course.root / folder.coursedir.submitted_directory, folder.assignment.name
    short, right_path = folder.course.short, folder.course.short(folder.submitted("<student>"))
    sources = (folder.course.root / folder.coursedir.source_directory).glob("*")
    others = {*folder.course.assignments, *(path.name for path in sources)} - {name}
    student_folders = sorted(path for path in top.glob("*") if path.is_dir())
    misplaced = [sorted(path for path in top.glob("*") if is_notebook_name(path.name))]
    for student_folder in student_folders:
        paths = (Path(path) for path, _ in Folder(student_folder, untrusted_parts=1).files())
        notebooks = [
            path
            for path in paths
            if is_notebook_name(path.name) and not any(part[0] == "." for part in path.parts)
        ]
        if student_folder.name[0] == ".":  # nbgrader ignores such a student
            notebooks = [path for path in notebooks if path.parts[0] == name]
        elif any(path.parent == Path(name) for path in notebooks):  # others may be in subfolders
            notebooks = [path for path in notebooks if path.parts[0] != name]
        misplaced.append([student_folder / p for p in notebooks if p.parts[0] not in others])
    unreadable = unreadable_folders(folder.coursedir, folder.coursedir.submitted_directory)
    listed = [names([quoted_name(short(p)) for p in each]) for each in misplaced if each]
    return [
        *(f"{each}: ignored; move notebooks of {name} to {right_path}" for each in listed),
        *(unreadable_message(short(path)) for path in unreadable.values()),
    ]
