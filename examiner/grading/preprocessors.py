"""What nbgrader_config.py puts in the place of nbgrader's own steps."""

from __future__ import annotations

import atexit
import os
from contextlib import closing
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import is_grade, is_solution
from traitlets import Bool, Float, Integer

from ..regions import split
from ..student import Limits, Sandbox
from . import hand_in
from .examination import Given, examine, is_given
from .report import what_is_wrong


class HandInExporter(NotebookExporter):
    """Reads what a student handed in, whatever it is, as a notebook that can be examined.

    nbgrader reads each hand-in twice: first from submitted/, where this builds the notebook anew
    (see `hand_in`), then from autograded/, where that notebook is.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._masters: dict[tuple[str, str], tuple[hand_in.Master, set[str]]] = {}

    def from_filename(
        self, filename: str, resources: dict | None = None, **kwargs: Any
    ) -> tuple[str, dict]:
        if not self.parent._sanitizing:
            return super().from_filename(filename, resources, **kwargs)
        about = resources["nbgrader"]
        path = Path(filename)
        master, known = self._master(about["db_url"], about["assignment"], about["notebook"])
        where = f"{about['student']}, {path.name}"
        try:
            found = hand_in.find(path, known)
            if found != path:
                self.log.warning("%s: not there; %s is read in its place", where, found.name)
            notebook, remarks = hand_in.rebuild(hand_in.parse(hand_in.read_bytes(found)), master)
            for remark in remarks:
                self.log.warning("%s: %s", where, remark)
        except hand_in.Unreadable as reason:
            self.log.error("%s: nothing to grade: %s", where, reason)
            notebook = hand_in.unreadable(str(reason), master)
        return self.from_notebook_node(notebook, resources, **kwargs)

    def _master(self, db_url: str, assignment: str, name: str) -> tuple[hand_in.Master, set[str]]:
        """The master of a notebook, and the names of all the assignment's notebooks.

        Read once in a run of nbgrader, for each of which there is a new exporter: what is released
        meanwhile counts from the next run on.
        """
        key = (assignment, name)
        if key not in self._masters:
            coursedir = self.parent.coursedir
            folder = coursedir.format_path(coursedir.source_directory, ".", assignment)
            with Gradebook(db_url) as gradebook:
                master = hand_in.Master.load(
                    gradebook, assignment, name, Path(folder) / f"{name}.ipynb"
                )
                known = {n.name for n in gradebook.find_assignment(assignment).notebooks}
            self._masters[key] = master, known
        return self._masters[key]


class Examine(NbGraderPreprocessor):
    """Runs the student's cells in the student process and the test cells here.

    Its settings (c.Examine.… in nbgrader_config.py) are the limits of docs/security.md.
    """

    trusted = Bool(
        False, help="Run submissions without the sandbox: only where you trust every student."
    ).tag(config=True)
    cell_seconds = Float(Limits.cell_seconds, help="Seconds for a cell or a check.").tag(
        config=True
    )
    notebook_seconds = Float(
        Limits.notebook_seconds, help="Seconds of student code for a whole notebook."
    ).tag(config=True)
    memory = Integer(Limits.memory, help="Bytes of memory for a process.").tag(config=True)
    processes = Integer(Limits.processes, help="Processes and threads.").tag(config=True)
    files = Integer(Limits.files, help="Bytes of files that it may write.").tag(config=True)
    output = Integer(Limits.output, help="Bytes of output of a cell.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        about = resources["nbgrader"]
        coursedir = self.parent.parent.coursedir
        folder = Path(
            coursedir.format_path(
                coursedir.submitted_directory, about["student"], about["assignment"]
            )
        )
        sandbox = _warm_sandbox(self._limits(), self.trusted)
        given = _given(tuple(cell.source for cell in nb.cells if is_given(cell)))
        with closing(sandbox.student(None if hand_in.is_linked(folder) else folder)) as student:
            examine(nb, student, given, self.log)
        return nb, resources

    def _limits(self) -> Limits:
        return Limits(
            cell_seconds=self.cell_seconds,
            notebook_seconds=self.notebook_seconds,
            memory=self.memory,
            processes=self.processes,
            files=self.files,
            output=self.output,
        )


_sandboxes: dict[tuple, Sandbox] = {}
_givens: dict[tuple[str, ...], Given] = {}


def _warm_sandbox(limits: Limits, trusted: bool) -> Sandbox:
    """One sandbox for all the hand-ins that this process grades."""
    key = (os.getpid(), limits, trusted)  # a forked worker process needs a sandbox of its own
    if key not in _sandboxes:
        _sandboxes[key] = Sandbox(limits=limits, trusted=trusted)
        atexit.register(_sandboxes[key].close)
    return _sandboxes[key]


def _given(sources: tuple[str, ...]) -> Given:
    if sources not in _givens:
        _givens[sources] = Given.run(sources)
    return _givens[sources]


class SaveVerdicts(SaveAutoGrades):
    """Saves the points, and leaves to a person what a failed check could not grade."""

    def _add_score(self, cell: NotebookNode, resources: dict) -> None:
        super()._add_score(cell, resources)
        if cell.metadata.get("examiner", {}).get("failed"):
            grade = self.gradebook.find_grade(
                cell.metadata.nbgrader.grade_id,
                self.notebook_id,
                self.assignment_id,
                self.student_id,
            )
            grade.auto_score = None
            grade.needs_manual_grade = True
            self.gradebook.db.commit()


class GetMarks(GetGrades):
    """Brings the marks from the grade book, and a summary by question for the top of the page."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        self._marks: list[dict[str, Any]] = []
        nb, resources = super().preprocess(nb, resources)
        resources["marks"] = self._marks
        return nb, resources

    def _get_score(self, cell: NotebookNode, resources: dict) -> None:
        super()._get_score(cell, resources)
        about = cell.metadata.nbgrader
        grade = self.gradebook.find_grade(
            about.grade_id, self.notebook_id, self.assignment_id, self.student_id
        )
        examined = cell.metadata.setdefault("examiner", NotebookNode())
        examined.pending = bool(grade.needs_manual_grade)
        question = about.grade_id.removesuffix("_test")
        self._marks.append(
            {
                "cell": about.grade_id,
                "question": question,
                "points": about.score,
                "possible": about.points,
                "pending": examined.pending,
                "findings": list(what_is_wrong(examined)),
                "comment": about.get("comment"),
            }
        )


class HideTests(NbGraderPreprocessor):
    """Takes the hidden tests and the mark schemes out of the pages that students get."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        nb.cells = [
            cell
            for cell in nb.cells
            if not cell.metadata.get("examiner", {}).get(hand_in.FOR_GRADERS)
        ]
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        if is_grade(cell) and not is_solution(cell):
            cell.source = split(cell.source, "hidden tests")[0]
        return cell, resources
