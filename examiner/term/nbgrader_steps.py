"""What nbgrader_config.py puts in the place of nbgrader's own steps."""

from __future__ import annotations

import atexit
import logging
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter, NotebookExporter
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors.base import NbGraderPreprocessor
from traitlets import Bool, Float, Integer
from traitlets.config import Configurable

from ..course import Course
from ..course_key import course_key
from ..gradebook.reading import load_master, read_marks
from ..gradebook.scores import EARLIER, save_scores
from ..grading.grade import Graded
from ..grading.master import Master
from ..grading.rebuild import notebook_of
from ..grading.submission import Submission
from ..pages.titles import read_titles
from ..student import Limits
from ..workers.worker import Settings, Worker

_DEFAULT = Settings()


class Examine(Configurable):
    """The limits of grading (c.Examine.… in nbgrader_config.py): see docs/security.md."""

    trusted = Bool(
        _DEFAULT.trusted,
        help="Run submissions without the sandbox: only where you trust every student.",
    ).tag(config=True)
    cell_seconds = Float(_DEFAULT.limits.cell_seconds, help="Seconds for a cell or a check.").tag(
        config=True
    )
    notebook_seconds = Float(
        _DEFAULT.limits.notebook_seconds, help="Seconds of student code for a whole notebook."
    ).tag(config=True)
    memory = Integer(_DEFAULT.limits.memory, help="Bytes of memory for a process.").tag(config=True)
    processes = Integer(_DEFAULT.limits.processes, help="Processes and threads.").tag(config=True)
    files = Integer(_DEFAULT.limits.files, help="Bytes of files that it may write.").tag(
        config=True
    )
    output = Integer(_DEFAULT.limits.output, help="Bytes of output of a cell.").tag(config=True)
    worker_memory = Integer(
        _DEFAULT.memory, help="Bytes of memory for marking one submission, outside the sandbox."
    ).tag(config=True)
    worker_page_seconds = Float(_DEFAULT.page_seconds, help="Seconds for making a page.").tag(
        config=True
    )
    worker_seconds = Float(
        _DEFAULT.seconds, help="Seconds for one submission, student code and marking together."
    ).tag(config=True)

    def settings(self) -> Settings:
        """The same, as a worker takes them."""
        limits = Limits(
            cell_seconds=self.cell_seconds,
            notebook_seconds=self.notebook_seconds,
            memory=self.memory,
            processes=self.processes,
            files=self.files,
            output=self.output,
        )
        return Settings(
            limits, self.trusted, self.worker_memory, self.worker_seconds, self.worker_page_seconds
        )


class GradingExporter(NotebookExporter):
    """Grades what a student submitted, whatever it is.

    nbgrader converts each submission twice: first from submitted/, where a worker grades it (see
    `grade`), then from autograded/, where the graded notebook then is, to save the marks. Here it
    reads neither: it writes the worker's file as it is, and the steps that save the marks get the
    cells that carry some.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._masters: dict[tuple[str, str], tuple[Master, set[str]]] = {}
        self._graded: Graded | None = None

    def from_filename(
        self, filename: str, resources: dict | None = None, **kwargs: Any
    ) -> tuple[str, dict]:
        about = resources["nbgrader"]
        master, known = self._master(about["db_url"], about["assignment"], about["notebook"])
        if self.parent._sanitizing:
            path = Path(filename)
            self._graded = worker_of(self).grade(Submission.collect(path, known), master)
            for remark in self._graded.remarks:
                level = logging.ERROR if remark.serious else logging.WARNING
                self.log.log(level, "%s, %s: %s", about["student"], path.name, remark.text)
        else:
            _, resources = self.from_notebook_node(_to_save(self._graded, master), resources)
        resources["output_extension"] = self.file_extension
        return self._graded.file.decode(), resources

    @property
    def graded_cells(self) -> list[NotebookNode]:
        """The cells of what was graded last, with the pictures in them."""
        return self._graded.notebook.cells

    def _master(self, db_url: str, assignment: str, name: str) -> tuple[Master, set[str]]:
        """The master of a notebook, and the names of all the assignment's notebooks.

        Read once in a run of nbgrader, for each of which there is a new exporter: what is released
        meanwhile counts from the next run on.
        """
        key = (assignment, name)
        if key not in self._masters:
            coursedir = self.parent.coursedir
            folder = coursedir.format_path(coursedir.source_directory, ".", assignment)
            source, root = Path(folder) / f"{name}.ipynb", Path(coursedir.root)
            course = Course(root)
            settings = (
                course_key(root),
                course.findings_of(assignment),
                course.elsewhere(assignment),
            )
            with Gradebook(db_url) as gradebook:
                master = load_master(gradebook, assignment, name, source, *settings)
                known = {n.name for n in gradebook.find_assignment(assignment).notebooks}
            self._masters[key] = master, known
        return self._masters[key]


def worker_of(step: Configurable) -> Worker:
    """The worker of this process, with the limits that hold for a step of nbgrader's."""
    return _worker(Examine(parent=step).settings(), os.getpid())


@lru_cache
def _worker(settings: Settings, process: int) -> Worker:
    """One worker for all the submissions that this process has graded with these settings.

    process: its id; a process forked from this one needs a worker of its own.
    """
    worker = Worker(settings)
    atexit.register(worker.close)
    return worker


def _to_save(graded: Graded, master: Master) -> NotebookNode:
    """The cells of a graded notebook that the grade book has rows for, and nothing beside them."""
    named = [NotebookNode(c) for c in graded.notebook.cells if "nbgrader" in c.metadata]
    for cell in named:
        cell.pop("attachments", None)
    return notebook_of(named, master)


class SaveVerdicts(NbGraderPreprocessor):
    """Saves the points of a graded notebook in the grade book."""

    def preprocess(self, notebook: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        about = resources["nbgrader"]
        key = about["notebook"], about["assignment"], about["student"]
        earlier = getattr(self.parent.parent, EARLIER, {}).get(about["notebook"], {})
        with Gradebook(about["db_url"]) as gradebook:
            row = gradebook.find_submission_notebook(*key)
            save_scores(gradebook, row, self.parent.graded_cells, earlier)
            gradebook.db.commit()
        return notebook, resources


class FeedbackExporter(HTMLExporter):
    """Has a worker make the page that a student gets (see `feedback`)."""

    def from_filename(
        self, filename: str, resources: dict | None = None, **kwargs: Any
    ) -> tuple[str, dict]:
        about = resources["nbgrader"]
        key = about["assignment"], about["notebook"], about["student"]
        coursedir = self.parent.coursedir
        folder = coursedir.format_path(coursedir.source_directory, ".", about["assignment"])
        titles = read_titles(Path(folder) / f"{about['notebook']}.ipynb")
        with Gradebook(about["db_url"]) as gradebook:
            marks = read_marks(gradebook, *key, titles)
        page, problem = worker_of(self).feedback_page(Path(filename).read_bytes(), marks)
        if problem:
            self.log.error("%s: a page in short: %s", about["student"], problem)
        resources.setdefault("output_extension", self.file_extension)
        return page, resources


class FormgraderExporter(HTMLExporter):
    """Has a worker make the page on which formgrader shows a graded notebook."""

    def from_filename(
        self, filename: str, resources: dict | None = None, **kwargs: Any
    ) -> tuple[str, dict]:
        resources = resources or {}
        page, problem = worker_of(self).formgrader_page(Path(filename).read_bytes(), resources)
        if problem:
            self.log.error("%s: a page in short: %s", resources.get("student"), problem)
        return page, resources
