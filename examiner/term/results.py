"""Where the results of a class go: each is written whole, or not at all.

A graded submission is put together in a folder of its own first. Then its rows are committed, in
one transaction, and last the folder takes the place of the earlier one. So a result in autograded/
is always in the grade book as well; whatever ends a run before that, the next run grades the
submission again and comes to the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.api import (
    Assignment,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter
from nbgrader.preprocessors import AssignLatePenalties

from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.scores import asked_in, save_scores
from ..grading.grade import Graded
from .folders import new_folder, put_in_place
from .nbgrader_patches import find_files_without_links
from .plan import ClassFolder


class Penalty(NamedTuple):
    """What lateness costs a student, in points, before and after.

    seconds: how late the submission is now.
    """

    student: str
    before: float
    after: float
    seconds: float


class Changed(NamedTuple):
    """What saving a graded submission changes in a student's marks, besides automatic points.

    penalty: None where lateness costs what it did. asked_again: the cells whose mark, settled by a
    person, a person has to look at again.
    """

    penalty: Penalty | None
    asked_again: frozenset[str]


class FilesBeside(BaseConverter):
    """nbgrader's way of copying what lies beside a notebook, into a folder that is given."""

    destination = ""

    def _format_dest(self, assignment_id: str, student_id: str, escape: bool = False) -> str:
        return self.destination

    def put(self, assignment: str, student: str, folder: Path) -> None:
        self.destination = str(folder)
        BaseConverter.init_assignment(self, assignment, student)


class _FilesToGrade(FilesBeside, Autograde):
    """The student's files, then the course's over them."""

    def put(self, assignment: str, student: str, folder: Path) -> None:
        super().put(assignment, student, folder)
        source = Path(self.coursedir.format_path(self.coursedir.source_directory, ".", assignment))
        kept = {str(source / name) for name in self.exclude_overwriting.get(assignment, [])}
        ignored = [*self.coursedir.ignore, "*.ipynb"]
        for file in find_files_without_links(str(source), ignored):
            if file not in kept:
                place = folder / Path(file).relative_to(source)
                make_way(place, folder)
                shutil.copy(file, place)


def make_way(place: Path, folder: Path) -> None:
    """Make the folders that a file goes into. Whatever a student put in its way goes."""
    for parent in reversed(place.parents[: len(place.relative_to(folder).parents) - 1]):
        if not parent.is_dir():
            parent.unlink(missing_ok=True)
            parent.mkdir()
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)


class Results:
    """Writes what became of a class's submissions."""

    def __init__(self, folder: ClassFolder, gradebook: ClassGradebook) -> None:
        self._folder, self._gradebook = folder, gradebook
        self._files = _FilesToGrade(coursedir=folder.coursedir, config=folder.config)
        self._penalties = AssignLatePenalties(parent=self._files)
        self._penalties.init_plugin()

    def save(self, student: str, graded: Graded, earlier: NotebookNode | None) -> Changed:
        """Put a graded submission into the grade book and autograded/; what that changed.

        earlier: the notebook that is in autograded/ so far.
        CannotSave where no other could be saved either; OSError, ValueError and what nbgrader
        raises where it is this submission's matter. An earlier result is then as it was.
        """
        place = self._folder.autograded(student)
        with new_folder(place.parent) as new:
            self._write_files(student, graded, new)
            with self._gradebook.transaction():
                changed = self._save_rows(student, graded.notebook, asked_in(earlier))
            put_in_place(new, place.parent)
        return changed

    def would_save(self, student: str, graded: Graded, earlier: NotebookNode | None) -> Changed:
        """What `save` would change, and raises; nothing is written."""
        with self._gradebook.trial():
            return self._save_rows(student, graded.notebook, asked_in(earlier))

    def _write_files(self, student: str, graded: Graded, new: Path) -> None:
        assignment = self._folder.assignment
        self._files.put(assignment.name, student, new)
        (new / f"{assignment.notebook}.ipynb").write_bytes(graded.file)
        self._files.set_permissions(assignment.name, student)

    def _save_rows(self, student: str, notebook: NotebookNode, earlier: dict[str, str]) -> Changed:
        """The rows that `nbgrader autograde` writes, with nbgrader's own functions."""
        gradebook, assignment = self._gradebook, self._folder.assignment
        gradebook.check_course(gradebook.course_id)
        if self._files.create_student:
            gradebook.update_or_create_student(student)
        else:
            gradebook.find_student(student)
        submitted = str(self._folder.submitted(student).parent)
        timestamp = self._folder.coursedir.get_existing_timestamp(submitted)
        when = {"timestamp": timestamp} if timestamp else {}
        submission = gradebook.update_or_create_submission(assignment.name, student, **when)
        (row,) = (n for n in submission.notebooks if n.name == assignment.notebook)
        before = row.late_submission_penalty
        asked_again = save_scores(gradebook, row, notebook.cells, earlier)
        row.late_submission_penalty = after = self._penalty(row, submission)
        return Changed(_compared(submission, before, after), asked_again)

    def _penalty(self, row: SubmittedNotebook, submission: SubmittedAssignment) -> float | None:
        late, student = submission.total_seconds_late, submission.student_id
        if late <= 0:
            return None
        self._gradebook.db.flush()
        self._gradebook.db.refresh(row, ["score"])
        plugin = self._penalties.plugin_inst
        penalty = plugin.late_submission_penalty(student, row.score, late)
        return None if penalty is None else self._penalties._check_late_penalty(row, penalty)

    def save_penalties(self, students: Collection[str]) -> list[Penalty]:
        """What lateness costs these students, who are graded already: worked out again, as a
        regrade would, for the due date, an extension or the rule may be another now.

        Gives what has changed, and writes it. CannotSave where it can't.
        """
        with self._gradebook.transaction():
            return list(self._changed_penalties(students))

    def would_save_penalties(self, students: Collection[str]) -> list[Penalty]:
        """The same, but nothing is written."""
        with self._gradebook.trial():
            return list(self._changed_penalties(students))

    def _changed_penalties(self, students: Collection[str]) -> Iterator[Penalty]:
        wanted, assignment = set(students), self._folder.assignment
        rows = (
            self._gradebook.db.query(SubmittedNotebook, SubmittedAssignment)
            .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
            .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
            .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
            .filter(Assignment.name == assignment.name, Notebook.name == assignment.notebook)
            .order_by(SubmittedAssignment.student_id)
        )
        for row, submission in rows.all():
            if submission.student_id in wanted:
                before, after = row.late_submission_penalty, self._penalty(row, submission)
                row.late_submission_penalty = after
                if penalty := _compared(submission, before, after):
                    yield penalty


def _compared(
    submission: SubmittedAssignment, before: float | None, after: float | None
) -> Penalty | None:
    """None where it is what it was."""
    if (before or 0.0) == (after or 0.0):
        return None
    late = submission.total_seconds_late
    return Penalty(submission.student_id, before or 0.0, after or 0.0, late)
