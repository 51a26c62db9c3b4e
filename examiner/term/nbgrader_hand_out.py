"""What nbgrader's commands check before they hand anything out or back.

Each function says which method of nbgrader 0.9.6 it replaces and what that one does wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeReleaseAssignment, ExchangeReleaseFeedback

from ..course import TABLE, Course, Problem
from ..gradebook.gradebook_file import check_not_lost, file_of, is_there
from ..gradebook.reading import said_of_waiting
from .plan import ClassFolder

_init_handing_out = ExchangeReleaseAssignment.init_src
_init_handing_back = ExchangeReleaseFeedback.init_src


def apply() -> None:
    """Put the functions of this module into nbgrader. Calling it twice does no harm."""
    ExchangeReleaseAssignment.init_src = init_handing_out
    ExchangeReleaseFeedback.init_src = init_handing_back


def init_handing_out(self: ExchangeReleaseAssignment) -> None:
    """ExchangeReleaseAssignment.init_src: CourseError where nothing could be graded that is handed
    in, since release/ or the grade book is older than the problem text."""
    _init_handing_out(self)
    if problem := problem_of(self):
        check_current(self, problem)


def init_handing_back(self: ExchangeReleaseFeedback) -> None:
    """ExchangeReleaseFeedback.init_src: which says where answers wait for a person."""
    _init_handing_back(self)
    book = file_of(self.coursedir.db_url)
    if book is not None and not is_there(book):
        return
    with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
        if said := said_of_waiting(gradebook, self.coursedir.assignment_id):
            self.log.warning("%s", said)


def check_current(self: Any, problem: Problem) -> None:
    """CourseError where source/, release/ or the grade book is not what the problem text says.

    self: what nbgrader does something with, as for the functions below.
    """
    check_not_lost(file_of(self.coursedir.db_url))
    with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
        folder_of(self, problem).load_master(gradebook)


def problem_of(self: Any) -> Problem | None:
    """The problem set; None for an assignment that is not in the course's table."""
    root, name = Path(self.coursedir.root), self.coursedir.assignment_id
    assignments = Course(root).assignments if (root / TABLE).is_file() else {}
    return Problem(root, assignments[name]) if name in assignments else None


def folder_of(self: Any, problem: Problem) -> ClassFolder:
    """The course folder with this problem set, by nbgrader's settings."""
    course = Course(problem.root)
    table = course.assignment(problem.assignment)
    return ClassFolder(course, table, self.config, self.coursedir)
