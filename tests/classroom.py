"""A course folder of its own for tests, in which hand-ins are graded by nbgrader's own commands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from examiner.course import Course, Problem

ROOT = Path(__file__).parent.parent


class Classroom:
    """A copy of the course with one assignment in its grade book, and no hand-ins yet.

    config: lines that nbgrader_config.py gets in addition.
    """

    def __init__(self, folder: Path, assignment: str, config: str = "") -> None:
        (self.problem,) = Course(ROOT).problems(assignment)
        self.course = Course(folder)
        text = (ROOT / "nbgrader_config.py").read_text()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "nbgrader_config.py").write_text(f"{text}\n{config}\n")
        for part in ("problems", "source", "release"):
            shutil.copytree(ROOT / part, folder / part)
        self.nbgrader("generate_assignment", assignment)

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.course.root / 'gradebook.db'}"

    def released(self) -> NotebookNode:
        """The notebook that students get."""
        return nbformat.read(self.problem.release, as_version=4)

    def hand_in(self, student: str, answers: Mapping[str, str], *, figures: bool = True) -> Path:
        """Submit the released notebook with `answers` (question -> source) in it; its path.

        figures: with the cells that are no part of a question; most of them draw something.
        """
        notebook = self.released()
        if not figures:
            notebook.cells = [c for c in notebook.cells if "nbgrader" in c.metadata]
        for cell in notebook.cells:
            cell.source = answers.get(cell.id, cell.source)
        path = self.path_of(student)
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
        return path

    def path_of(self, student: str) -> Path:
        return self.course.root / "submitted" / student / self.problem.assignment / self._file

    def graded(self, student: str) -> NotebookNode:
        """A student's autograded notebook."""
        path = self.course.root / "autograded" / student / self.problem.assignment / self._file
        return nbformat.read(path, as_version=4)

    @property
    def _file(self) -> str:
        return self.problem.release.name

    def nbgrader(self, *words: str, status: int = 0) -> str:
        """Run nbgrader in the course folder as an instructor does; its log."""
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *words],
            cwd=self.course.root,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stderr
        return done.stderr

    def autograde(self, *words: str) -> str:
        return self.nbgrader("autograde", self.problem.assignment, *words)

    def marks(self, student: str) -> dict[str, tuple[float | None, bool]]:
        """Per test cell: the automatic score, and whether a person has to mark it."""
        with Gradebook(self.db_url) as book:
            return marks_of(book, self.problem, student)


def marks_of(
    book: Gradebook, problem: Problem, student: str
) -> dict[str, tuple[float | None, bool]]:
    notebook = book.find_submission_notebook(problem.notebook, problem.assignment, student)
    return {g.name: (g.auto_score, g.needs_manual_grade) for g in notebook.grades}
