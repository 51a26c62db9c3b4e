"""`examiner feedback`: the pages of a class, made in parallel, and none that would be the same.

Beside the folder that a page lies in stands what it was made from, in a file that no pattern of
nbgrader's finds: a page is made again where that has changed, or the page is gone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import MissingEntry
from nbgrader.converters import GenerateFeedback

from ..digests import digest_of, digest_of_bytes
from ..findings.feedback_level import Level
from ..gradebook.scores import read_marks, waiting_line
from ..grading.fingerprint import digest_of_code
from ..grading.grade import Remark
from ..intake import folders
from ..intake.lms_names import zip_of_pages
from ..pages.feedback import Marks
from ..pages.markdown import FONT
from ..pages.titles import read_titles
from ..quoting import quoted_name
from ..wording import names as listed
from ..workers.executors import local, page_one
from .attempts import ASKED, FeedbackRule, made_from
from .class_runner import OnPlan, OnResult, OpenPool, Summary, ignore_progress, run_tasks
from .plan import ClassFolder, Plan

# What turns a notebook into a page, beside this package.
LIBRARIES = (
    "nbconvert", "nbformat", "nbgrader", "jinja2", "mistune", "pygments", "nh3", "math-core",
)  # fmt: skip


class Content(NamedTuple):
    """All that the folder of a page is made from. files: beside the page, by relative path. asked:
    that it tells all was asked for."""

    notebook: bytes
    marks: Marks
    files: dict[str, bytes]
    asked: bool

    @property
    def digest(self) -> str:
        """Begins with how much the page tells."""
        told = ASKED if self.asked else self.marks.level.value
        files = {name: digest_of_bytes(data) for name, data in self.files.items()}
        made = [_maker(), digest_of_bytes(self.notebook), asdict(self.marks), files]
        return f"{told} {digest_of(made)}"


class Feedback:
    """Pages about to be made for a class that is graded.

    students: for whom (default: all). force: also those that would be the same. open_pool: opens
    the executor that makes them. telling: how much they tell (default: see `FeedbackRule.of`).
    """

    def __init__(
        self,
        folder: ClassFolder,
        students: Collection[str] = (),
        *,
        force: bool = False,
        open_pool: OpenPool = local,
        telling: FeedbackRule | None = None,
    ) -> None:
        self.folder, self._students, self._force = folder, students, force
        self._open_pool, self._telling = (
            open_pool,
            telling or FeedbackRule.of(folder, datetime.now(UTC)),
        )
        self._settings = GenerateFeedback(coursedir=folder.coursedir, config=folder.config)
        self._titles = read_titles(folder.source)
        self._contents: dict[str, Content] = {}  # of the pages that are being made

    def run(self, began: OnPlan = ignore_progress, tell: OnResult = ignore_progress) -> Summary:
        """Make the pages. CourseError where none can be made or written any more."""
        start, folder, name = time.monotonic(), self.folder, self.folder.assignment.name
        top = folder.course.root / folder.coursedir.feedback_directory
        with folder.gradebook() as self._gradebook:
            students = folder.chosen(self._students, folder.coursedir.autograded_directory)
            with self._gradebook.reading():
                plan = Plan(left_out=self._without_marks(students))
                students = [student for student in students if student not in plan.left_out]
                folder.check_marks(self._gradebook, students)
            with folders.alone(top, "another `examiner feedback` is making pages here."):
                folders.recover(self._page(student).parent for student in students)
                for student in students:
                    made = not self._force and self._is_there(student)
                    (plan.unchanged if made else plan.tasks).append(student)
                summary = Summary(plan)
                began(plan)
                run_tasks(self._open_pool, summary, tell, self._submit, self._save)
            with self._gradebook.reading():
                summary.waiting = waiting_line(self._gradebook, folder.assignment, students)
        there = sorted([*summary.seconds, *plan.unchanged])
        if early := [s for s in there if self._telling.level(s) is Level.HINT]:
            summary.hints = (
                "hints only, as `examiner watch` gives them, until the due date: "
                f"{listed([*map(quoted_name, early)], 10)}. Make pages again after it, or whole "
                f"ones now: `examiner feedback {name} --whole`"
            )
        summary.elapsed = time.monotonic() - start
        return summary

    def _submit(self, executor: Executor, student: str) -> Future:
        content = self._contents[student] = self._content(student)
        return executor.submit(page_one, content.notebook, content.marks, self.folder.settings)

    def _save(self, student: str, html: str, problem: str) -> tuple[Remark, ...]:
        """Write a page, with what goes beside it. An earlier one is lost only to a whole new one.
        CourseError where there is no room. problem: why it is one in short, worth another try."""
        page, content = self._page(student), self._contents.pop(student)
        note = folders.beside(page.parent, "made_from")
        files = [*content.files.items(), (page.name, html.encode())]
        coursedir, mode = self.folder.coursedir, self._settings.permissions
        with folders.replacing(page.parent, files, coursedir, mode):
            note.unlink(missing_ok=True)
        if problem:
            return (Remark(f"a page in short: {problem}", serious=True),)
        note.write_text(content.digest)
        return ()

    def tell_too_much(self) -> list[str]:
        """The students whose pages tell more than they would now, though nobody asked for it: pages
        that were made before the first watch."""
        there = self.folder.students(self.folder.coursedir.feedback_directory)
        as_meant = ASKED, Level.HINT.value  # what a page for before the due date was made from
        early = [student for student in there if self._telling.is_early(student)]
        return [s for s in early if not self._made_from(s).startswith(as_meant)]

    def zipped(
        self, done: Summary, platform: str, names: Mapping[str, str]
    ) -> tuple[bytes, dict[str, Path]]:
        """The pages of a run as a zip that a platform takes, and those of whom it doesn't know
        (student -> page). What failed is in neither. names: as from `lms_names.names_of`."""
        pages = {s: self._page(s) for s in sorted([*done.seconds, *done.plan.unchanged])}
        known = {s: page.read_bytes() for s, page in pages.items() if s in names}
        others = {s: page for s, page in pages.items() if s not in names}
        return zip_of_pages(platform, names, known), others

    def _without_marks(self, students: list[str]) -> dict[str, str]:
        """Student -> why there can be no page."""
        name, found = (
            self.folder.assignment.name,
            self.folder.find_assignment(self._gradebook).submissions,
        )
        entered, left_out = {submission.student_id for submission in found}, {}
        for student in students:
            if not os.path.isfile(self.folder.autograded(student)):
                left_out[student] = f"not graded yet: run `examiner autograde {name}` first"
            elif student not in entered:
                left_out[student] = (
                    f"no marks in the grade book. Delete autograded/{student}/{name}, or run "
                    f"`examiner autograde {name} --student {student}`"
                )
        return left_out

    def _is_there(self, student: str) -> bool:
        """True where a page is there, of what it would be made from now."""
        earlier = self._made_from(student) if self._page(student).is_file() else ""
        with suppress(OSError, ValueError, MissingEntry):
            return earlier != "" and earlier == self._content(student).digest
        return False

    def _made_from(self, student: str) -> str:
        """The digest of what a page was made from; "" where there is none."""
        return made_from(self._page(student).parent)

    def _page(self, student: str) -> Path:
        folder = self.folder.folder(self.folder.coursedir.feedback_directory, student)
        return folder / f"{self.folder.assignment.notebook}.html"

    def _content(self, student: str) -> Content:
        path, assignment = self.folder.autograded(student), self.folder.assignment
        notebook = path.read_bytes()
        with self._gradebook.reading():
            key = assignment.name, assignment.notebook, student
            marks = self._telling.told(read_marks(self._gradebook, *key, self._titles))
        files = folders.files_of_student(path.parent, self.folder.coursedir.ignore)
        asked = self._telling.whole and self._telling.is_early(student)
        return Content(notebook, marks, files, asked)


@cache
def _maker() -> str:
    """A digest of what makes pages."""
    code = digest_of_code(["**/*.py", "pages/templates/**/*.*"])
    return digest_of(
        [code, digest_of_bytes(FONT.read_bytes()), {name: version(name) for name in LIBRARIES}]
    )
