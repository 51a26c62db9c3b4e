"""`examiner feedback`: make the pages of a class in parallel, except pages that would be the same.

A file beside the folder of each page stores the digest of everything that the page was made from.
No pattern of nbgrader's matches the file's name. A page is made again if the digest has changed or
the page is missing.
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

from ..digests import digest_of, digest_of_bytes, digest_of_code
from ..findings.feedback_level import Level
from ..gradebook.scores import read_marks, waiting_line
from ..grading.grade import Remark
from ..intake import folders
from ..intake.lms_names import zip_of_pages
from ..pages.feedback import Marks
from ..pages.markdown import FONT
from ..pages.titles import read_titles
from ..quoting import quoted_name
from ..wording import names as listed
from ..workers.executors import local, page_one
from .class_runner import OnPlan, OnResult, OpenPool, Summary, ignore_progress, run_tasks
from .feedback_rule import WHOLE_ON_REQUEST, FeedbackRule, read_page_digest, record_pages
from .plan import ClassFolder, Plan

MAX_NAMES = 10  # students in a message

# The libraries that turn a notebook into a page, beside this package.
LIBRARIES = (
    "nbconvert", "nbformat", "nbgrader", "jinja2", "mistune", "pygments", "nh3", "math-core",
)  # fmt: skip


class PageContent(NamedTuple):
    """Everything that the folder of a page is made from.

    Attributes:
        notebook: The graded notebook.
        marks: The marks and comments on the page.
        files: Relative path -> content of a file beside the page.
        on_request: Whether the page is a whole page before the due date, because an instructor
            requested it.
    """

    notebook: bytes
    marks: Marks
    files: dict[str, bytes]
    on_request: bool

    @property
    def digest(self) -> str:
        """The digest of the content; it begins with the feedback level."""
        level = WHOLE_ON_REQUEST if self.on_request else self.marks.level.value
        files = {name: digest_of_bytes(data) for name, data in self.files.items()}
        parts = [_maker(), digest_of_bytes(self.notebook), asdict(self.marks), files]
        return f"{level} {digest_of(parts)}"


class Feedback:
    """A run that makes the pages of a graded class."""

    def __init__(
        self,
        folder: ClassFolder,
        students: Collection[str] = (),
        *,
        force: bool = False,
        open_pool: OpenPool = local,
        rule: FeedbackRule | None = None,
    ) -> None:
        """Prepare a run.

        Args:
            folder: The course folder with the assignment.
            students: The ids of the students; empty for all.
            force: Whether to make pages again that would be the same.
            open_pool: Opens the executor. It is called only if there are pages to make.
            rule: The rule for how much feedback a page gives; None for the rule of the course.

        Raises:
            CourseError: The rule of the course can't be read.
        """
        self.folder, self._students, self._force = folder, students, force
        self._open_pool = open_pool
        self._rule = rule or FeedbackRule.of(folder, datetime.now(UTC))
        self._settings = GenerateFeedback(coursedir=folder.coursedir, config=folder.config)
        self._titles = read_titles(folder.source)
        self._contents: dict[str, PageContent] = {}  # of pages that workers are making

    def run(
        self, on_plan: OnPlan = ignore_progress, on_result: OnResult = ignore_progress
    ) -> Summary:
        """Make the pages.

        Args:
            on_plan: Called with the plan before the first page.
            on_result: Called after each student.

        Raises:
            CourseError: No page can be made, written or recorded any more, or the marks differ
                from the last grading.
        """
        start, folder, name = time.monotonic(), self.folder, self.folder.assignment.name
        top = folder.course.root / folder.coursedir.feedback_directory
        with folder.gradebook() as self._gradebook:
            graded = folder.coursedir.autograded_directory
            students = folder.choose_students(self._students, graded)
            with self._gradebook.reading():
                plan = Plan(left_out=self._without_marks(students))
                students = [student for student in students if student not in plan.left_out]
                folder.check_marks(self._gradebook, students)
            problem = "another `examiner feedback` is making pages here: wait until it is done."
            with folders.exclusive_access(top, problem):
                folders.recover(self._page(student).parent for student in students)
                for student in students:
                    is_done = not self._force and self._is_up_to_date(student)
                    (plan.unchanged if is_done else plan.tasks).append(student)
                record_pages(folder, {*map(self._rule.level, plan.tasks)})
                summary = Summary(plan)
                on_plan(plan)
                run_tasks(self._open_pool, summary, on_result, self._submit, self._save)
            with self._gradebook.reading():
                summary.waiting = waiting_line(self._gradebook, folder.assignment, students)
        with_page = sorted([*summary.seconds, *plan.unchanged])
        if early := [s for s in with_page if self._rule.level(s) is Level.HINT]:
            summary.hints = (
                "pages with hints only until the due date, because the assignment is watched: "
                f"{listed([*map(quoted_name, early)], MAX_NAMES)}. For whole pages, run `examiner "
                f"feedback {name}` after the due date, or now with --whole"
            )
        summary.elapsed = time.monotonic() - start
        return summary

    def _submit(self, executor: Executor, student: str) -> Future:
        content = self._contents[student] = self._content(student)
        return executor.submit(page_one, content.notebook, content.marks, self.folder.settings)

    def _save(self, student: str, html: str, problem: str) -> tuple[Remark, ...]:
        """Write a page and the files beside it; they replace an earlier page once complete.

        Args:
            student: The student's id.
            html: The page.
            problem: The reason why the page is reduced; the next run tries again. "" if
                the page is complete.

        Raises:
            CourseError: The disk is full.
        """
        page, content = self._page(student), self._contents.pop(student)
        digest_file = folders.hidden_sibling(page.parent, "made_from")
        files = [*content.files.items(), (page.name, html.encode())]
        coursedir, mode = self.folder.coursedir, self._settings.permissions
        with folders.replacing(page.parent, files, coursedir, mode):
            digest_file.unlink(missing_ok=True)
        if problem:
            return (Remark(f"a reduced page, with plain text only: {problem}", serious=True),)
        digest_file.write_text(content.digest, "utf-8")
        return ()

    def students_with_early_answers(self) -> list[str]:
        """List the students with pages that show right answers too early, without a request.

        These are pages that were made before the first watch.
        """
        with_page = self.folder.students(self.folder.coursedir.feedback_directory)
        fine = WHOLE_ON_REQUEST, Level.HINT.value  # first words of digests that are fine
        if not self._rule.is_early():
            return []
        return [s for s in with_page if not self._page_digest(s).startswith(fine)]

    def zipped(
        self, done: Summary, platform: str, names: Mapping[str, str]
    ) -> tuple[bytes, dict[str, Path]]:
        """Put the pages of a run into a zip file for a learning platform.

        Args:
            done: The summary of the run. Pages that failed are left out.
            platform: The name of the platform.
            names: Student -> the platform's name of the student's file (`lms_names.read_names`).

        Returns:
            The zip file, and the pages of students whom the platform doesn't know (student ->
            page).
        """
        pages = {s: self._page(s) for s in sorted([*done.seconds, *done.plan.unchanged])}
        known = {s: page.read_bytes() for s, page in pages.items() if s in names}
        others = {s: page for s, page in pages.items() if s not in names}
        return zip_of_pages(platform, names, known), others

    def _without_marks(self, students: list[str]) -> dict[str, str]:
        """Return the students who can't have a page, each with the reason."""
        name = self.folder.assignment.name
        found = self.folder.find_assignment(self._gradebook).submissions
        entered, left_out = {submission.student_id for submission in found}, {}
        for student in students:
            if not os.path.isfile(self.folder.autograded(student)):
                left_out[student] = f"not graded yet: run `examiner autograde {name}` first"
            elif student not in entered:
                left_out[student] = (
                    f"no marks in the gradebook: run `examiner autograde {name} --student "
                    f"{student}`, or delete autograded/{student}/{name}"
                )
        return left_out

    def _is_up_to_date(self, student: str) -> bool:
        """Return whether a page exists and would be the same if it were made again."""
        earlier = self._page_digest(student) if self._page(student).is_file() else ""
        with suppress(OSError, ValueError, MissingEntry):
            return earlier != "" and earlier == self._content(student).digest
        return False

    def _page_digest(self, student: str) -> str:
        return read_page_digest(self._page(student).parent)

    def _page(self, student: str) -> Path:
        folder = self.folder.folder(self.folder.coursedir.feedback_directory, student)
        return folder / f"{self.folder.assignment.notebook}.html"

    def _content(self, student: str) -> PageContent:
        path, assignment = self.folder.autograded(student), self.folder.assignment
        notebook = path.read_bytes()
        with self._gradebook.reading():
            key = assignment.name, assignment.notebook, student
            marks = self._rule.marks_for_page(
                read_marks(self._gradebook, *key, self._titles, assignment)
            )
        files = folders.files_of_student(path.parent, self.folder.coursedir.ignore)
        on_request = self._rule.whole and self._rule.is_early()
        return PageContent(notebook, marks, files, on_request)


@cache
def _maker() -> str:
    """Return a digest of the code that makes pages: the examiner's and its libraries'."""
    code = digest_of_code(["**/*.py", "pages/templates/**/*.*"])
    return digest_of(
        [code, digest_of_bytes(FONT.read_bytes()), {name: version(name) for name in LIBRARIES}]
    )
