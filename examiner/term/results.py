"""Results of a class: each is written whole, or not at all.

A graded submission is put together in a folder of its own first. Then its rows are committed, in
one transaction, and last the folder takes the place of the earlier one. So a result in autograded/
is always in the grade book as well; whatever ends a run before that, the next run grades the
submission again and comes to the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import SubmittedAssignment, SubmittedNotebook
from nbgrader.converters import Autograde
from nbgrader.preprocessors import AssignLatePenalties

from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.reading import rows_of
from ..gradebook.scores import asked, save_scores
from ..grading.grade import Graded
from ..intake.folders import (
    files_of_course,
    files_of_student,
    put_files,
    replacing,
    set_permissions,
)
from .changes import Move, move_of_penalty, moves
from .plan import ClassFolder, Saved


class Results:
    """Saves the results of a class in the grade book and in autograded/.

    dry_run: whether only to say what would change; then nothing is written.
    """

    def __init__(
        self, folder: ClassFolder, gradebook: ClassGradebook, *, dry_run: bool = False
    ) -> None:
        self._folder, self._gradebook, self._dry_run = folder, gradebook, dry_run
        # What nbgrader is set to: permissions, files of the course that students may change, ...
        self._settings = Autograde(coursedir=folder.coursedir, config=folder.config)
        self._penalties = AssignLatePenalties(config=folder.config)
        self._penalties.init_plugin()

    def save(
        self,
        student: str,
        graded: Graded,
        earlier: NotebookNode | None,
        saved: Mapping[str, Saved],
    ) -> list[Move]:
        """Put a graded submission into the grade book and autograded/; what that moves.

        earlier: the notebook that is in autograded/ so far. saved: the points in the grade book.
        CannotSave where no other could be saved either; OSError, ValueError and what nbgrader
        raises where it is this submission's matter. An earlier result is then as it was.
        """
        place, save_rows = self._folder.autograded(student).parent, self._save_rows
        if self._dry_run:
            return save_rows(student, graded.notebook, earlier, saved)
        with replacing(place) as new:
            self._write_files(student, graded, new)
            return save_rows(student, graded.notebook, earlier, saved)

    def _write_files(self, student: str, graded: Graded, new: Path) -> None:
        """The notebook, and beside it the student's files, with the course's over them."""
        coursedir, assignment = self._folder.coursedir, self._folder.assignment
        ours = files_of_course(self._folder.source.parent, coursedir.ignore)
        for name in self._settings.exclude_overwriting.get(assignment.name, []):
            ours.pop(name, None)
        submitted = self._folder.submitted(student).parent
        put_files(files_of_student(submitted, coursedir.ignore).items(), new)
        put_files(ours.items(), new)
        (new / f"{assignment.notebook}.ipynb").write_bytes(graded.file)
        set_permissions(new, coursedir, self._settings.permissions)

    def _save_rows(
        self,
        student: str,
        notebook: NotebookNode,
        earlier: NotebookNode | None,
        saved: Mapping[str, Saved],
    ) -> list[Move]:
        """The rows that nbgrader writes, with its own functions."""
        gradebook, assignment = self._gradebook, self._folder.assignment
        with gradebook.transaction(undone=self._dry_run):
            gradebook.check_course(gradebook.course_id)
            if self._settings.create_student:
                gradebook.update_or_create_student(student)
            else:
                gradebook.find_student(student)
            submitted = str(self._folder.submitted(student).parent)
            timestamp = self._folder.coursedir.get_existing_timestamp(submitted)
            when = {"timestamp": timestamp} if timestamp else {}
            submission = gradebook.update_or_create_submission(assignment.name, student, **when)
            (row,) = (n for n in submission.notebooks if n.name == assignment.notebook)
            asked_before = asked(earlier.cells if earlier else ())
            asked_again = save_scores(gradebook, row, notebook.cells, asked_before)
            moved = moves(student, notebook, earlier, saved, asked_again)
            return [*moved, *self._save_penalty(row, submission)]

    def save_penalties(self, students: Collection[str]) -> list[Move]:
        """What lateness costs these students, who are graded already: worked out again, as a
        regrade would, for the due date, an extension or the rule may be another now.

        Gives what has changed. CannotSave where it can't be written.
        """
        with self._gradebook.transaction(undone=self._dry_run):
            columns, chosen = (SubmittedNotebook, SubmittedAssignment), set(students)
            rows = rows_of(self._gradebook, self._folder.assignment, *columns).all()
            of_them = [found for found in rows if found[1].student_id in chosen]
            return [move for found in of_them for move in self._save_penalty(*found)]

    def _save_penalty(
        self, row: SubmittedNotebook, submission: SubmittedAssignment
    ) -> Iterator[Move]:
        """What lateness costs, where that is something else than before."""
        student, late, after = submission.student_id, submission.total_seconds_late, None
        if late > 0:
            self._gradebook.db.flush()
            self._gradebook.db.refresh(row, ["score"])
            plugin = self._penalties.plugin_inst
            after = plugin.late_submission_penalty(student, row.score, late)
            after = None if after is None else min(max(after, 0), row.score)
        before, row.late_submission_penalty = row.late_submission_penalty, after
        if (before or 0.0) != (after or 0.0):
            yield move_of_penalty(student, before or 0.0, after or 0.0, late)
