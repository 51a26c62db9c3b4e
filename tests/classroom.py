"""A course folder in which submissions are graded by nbgrader's own commands.

`nbgrader generate_assignment` runs once for an assignment in a test session: every classroom is a
copy of the course that it made.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import nbformat
from jupyter_core.application import NoStart
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderApp
from nbgrader.utils import notebook_hash
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from examiner import cli
from examiner.course import Assignment, Course
from examiner.course_key import FIXED, KEY_FILE
from examiner.term.autograde import Autograde
from examiner.term.plan import ClassFolder
from examiner.workers import executors

ROOT = Path(__file__).parent.parent
COURSE_ID = "transformer_arithmetic"  # in nbgrader_config.py
MINUTES = 15  # after which a command of nbgrader hangs, however busy the machine is

# Each gradebook that is opened would compile its SQL anew: a third of what a small class costs.
DIALECTS: dict[str, Any] = {}
COMPILED: dict[Any, Any] = {}


@event.listens_for(Engine, "engine_connect")
def share_compiled_statements(connection: Connection) -> None:
    """Let all gradebooks of a kind share their compiled statements, which belong to a dialect."""
    connection.dialect = DIALECTS.setdefault(connection.dialect.name, connection.dialect)
    connection.execution_options(compiled_cache=COMPILED)


def run_nbgrader(
    folder: Path,
    *words: str,
    environment: Mapping[str, str] | None = None,
    around: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run nbgrader in a course folder as an instructor does who has activated the environment.

    environment: variables that are set in addition. around: a command that runs the command.
    """
    return run_in(folder, [*around, sys.executable, "-m", "nbgrader", *words], environment)


def run_in(
    folder: Path, command: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a course folder, with this checkout and its programs at hand."""
    return subprocess.run(
        command,
        cwd=folder,
        env={
            **os.environ,
            "PATH": _path_with_programs(),
            "PYTHONPATH": str(ROOT),
            **(environment or {}),
        },
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60 * MINUTES,
        check=False,
    )


def _path_with_programs() -> str:
    """With those of this environment first: nbgrader starts `alembic` by its name."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def nbgrader_here(folder: Path, *words: str) -> tuple[int, str]:
    """Run a command of nbgrader in this process, which saves a second or two.

    Returns:
        The exit status and the log.
    """
    app, said, path = NbGraderApp(), io.StringIO(), list(sys.path)
    with contextlib.chdir(folder), contextlib.redirect_stderr(said):
        try:
            app.initialize(list(words))
            app.start()
        except NoStart:  # the command is done
            return 0, said.getvalue()
        except SystemExit as end:
            return int(end.code or 0), said.getvalue()
        finally:
            app.reset()
            sys.path[:] = path  # to which the course's settings add
    return 0, said.getvalue()


class Courses:
    """The courses that classrooms are copies of, in a folder that all test processes share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def built(self, name: str, assignment: str, write: Callable[[Path], None]) -> Path:
        """Return the course folder `name` with the assignment; the first call makes it.

        Args:
            name: The name of the folder.
            assignment: The assignment.
            write: Writes a course folder with the assignment's source.
        """

        def make(new: Path) -> None:
            write(new)
            (new / KEY_FILE).write_text(FIXED)
            status, said = nbgrader_here(new, "generate_assignment", assignment)
            if status:
                raise RuntimeError(said)

        return self.once(name, make)

    def once(self, name: str, make: Callable[[Path], None]) -> Path:
        """Return a folder that `make` fills when the first process asks for it."""
        made = self.folder / name
        with (self.folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                new = self.folder / f"{name}.new"
                shutil.rmtree(new, ignore_errors=True)
                new.mkdir()
                make(new)
                new.rename(made)
        return made

    def classroom(self, folder: Path, assignment: str, config: str = "") -> Classroom:
        """A new classroom in `folder` for an assignment of this course."""
        built = self.built(assignment, assignment, _copy_of_the_course)
        return Classroom(folder, built, Course(ROOT).assignments[assignment], config)


def _copy_of_the_course(folder: Path) -> None:
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    # The texts include some of the checks' modules.
    for part in ("problems", "source", "release", "examiner/checks"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))


class Exchange:
    """The exchange of a course for students: they submit there and find their pages there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.inbound = root / COURSE_ID / "inbound"
        self.inbound.mkdir(parents=True)

    @property
    def config(self) -> str:
        """The line of nbgrader_config.py that names it."""
        return f"c.Exchange.root = {str(self.root)!r}\n"

    def hand_in(
        self, made: Path, student: str, assignment: str, secret: str, when: datetime
    ) -> None:
        """Move a folder with a notebook into the exchange, as `nbgrader submit` would leave it."""
        stamp = f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} UTC"
        (made / "timestamp.txt").write_text(stamp)
        (made / "submission_secret.txt").write_text(secret)
        made.rename(self.inbound / f"{student}+{assignment}+{stamp}")

    def page(self, secret: str, notebook: str) -> Path:
        """Return the path of the released page for a submission with this secret."""
        name = notebook_hash(secret=secret, notebook_id=notebook)
        return self.root / COURSE_ID / "feedback" / f"{name}.html"


class Classroom:
    """A copy of a course with one assignment in its gradebook, and no submissions yet.

    Args:
        folder: The folder of the copy.
        built: The course to copy (see `Courses`).
        assignment: The assignment.
        config: Lines to add to nbgrader_config.py.
        environment: As for `run_nbgrader`.
        around: As for `run_nbgrader`.
    """

    def __init__(
        self,
        folder: Path,
        built: Path,
        assignment: Assignment,
        config: str = "",
        *,
        environment: Mapping[str, str] | None = None,
        around: Sequence[str] = (),
    ) -> None:
        shutil.copytree(built, folder)
        with (folder / "nbgrader_config.py").open("a") as file:
            file.write(f"\n{config}\n")
        self.course, self.problem = Course(folder), replace(assignment, root=folder)
        self._environment, self._around = environment, around

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.course.root / 'gradebook.db'}"

    # --- before grading --------------------------------------------------------------------------

    def released(self) -> NotebookNode:
        """The notebook that students get."""
        return nbformat.read(self.problem.release, as_version=4)

    def submit(
        self,
        student: str,
        answers: Mapping[str, str],
        *,
        figures: bool = True,
        change: Callable[[NotebookNode], object] | None = None,
    ) -> Path:
        """Submit the released notebook with `answers` (question -> source) in it; its path.

        figures: with the cells that are no part of a question; most of them draw something.
        change: called with the notebook before it is written; may make it invalid.
        """
        notebook = self.released()
        if not figures:
            notebook.cells = [c for c in notebook.cells if "nbgrader" in c.metadata]
        for cell in notebook.cells:
            cell.source = answers.get(cell.id, cell.source)
        if change:
            change(notebook)
        path = self.submitted(student)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook))
        return path

    def submitted(self, student: str) -> Path:
        return self._folder("submitted", student) / f"{self.problem.notebook}.ipynb"

    # --- nbgrader --------------------------------------------------------------------------------

    def nbgrader(self, *words: str) -> str:
        """Run a command of nbgrader in this process, check that it succeeds, and return its log."""
        status, said = self.nbgrader_here(*words)
        assert status == 0, said
        return said

    def nbgrader_here(self, *words: str) -> tuple[int, str]:
        """Run a command of nbgrader in this process, and return its exit status and its log."""
        with mock.patch.dict(os.environ, self._environment or {}):
            return nbgrader_here(self.course.root, *words)

    def try_nbgrader(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of nbgrader in a process of its own, which may fail."""
        return run_nbgrader(
            self.course.root, *words, environment=self._environment, around=self._around
        )

    def examiner_here(self, *words: str) -> None:
        """Run a command of the examiner in this process, which must succeed."""
        assert cli.main(["--course", str(self.course.root), *words]) == 0

    def examiner(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the examiner in a process of its own, which may fail."""
        command = [sys.executable, "-m", "examiner.cli", *words]
        return run_in(self.course.root, command, self._environment)

    def autograde(self, *words: str) -> str:
        """`nbgrader autograde` in a process of its own, which must succeed; its log."""
        done = self.try_nbgrader("autograde", self.problem.name, *words)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def grade_class(self) -> None:
        """Grade who is new, in one worker, as `examiner autograde` does."""
        assignment = self.problem.name
        folder = ClassFolder.of(self.course, assignment)
        done = Autograde(folder, open_pool=partial(executors.local, 1)).run()
        assert done.complete, done

    # --- after grading ---------------------------------------------------------------------------

    def autograded(self, student: str) -> Path:
        return self._folder("autograded", student) / f"{self.problem.notebook}.ipynb"

    def graded(self, student: str) -> NotebookNode:
        """A student's autograded notebook."""
        return nbformat.read(self.autograded(student), as_version=4)

    def feedback(self, student: str) -> Path:
        return self._folder("feedback", student) / f"{self.problem.notebook}.html"

    def marks(self, student: str) -> dict[str, tuple[float | None, bool]]:
        """Per test cell: the automatic score, and whether a person has to mark it.

        nbgrader's MissingEntry for a student who was not graded.
        """
        problem = self.problem
        with Gradebook(self.db_url) as book:
            notebook = book.find_submission_notebook(problem.notebook, problem.name, student)
            return {g.name: (g.auto_score, g.needs_manual_grade) for g in notebook.grades}

    def _folder(self, step: str, student: str) -> Path:
        return self.course.root / step / student / self.problem.name
