"""What nbgrader's commands and formgrader check before they act, and keep where they fail.

Each function says which method of nbgrader 0.9.6 it replaces and what that one does wrong.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import autograde, base, generate_assignment, generate_feedback
from sqlalchemy.exc import SQLAlchemyError
from traitlets import TraitError

from ..authoring import build
from ..course import TABLE, Course, CourseError
from ..gradebook.current import is_built, mend
from ..gradebook.gradebook_file import (
    IN_USE,
    back_up_book,
    check_not_lost,
    file_of,
    in_a_line,
    what_ails,
)
from ..intake import roster
from ..workers.worker import CannotGrade
from . import nbgrader_hand_out, nbgrader_patches
from .agreement import check_marks
from .folders import beside
from .nbgrader_hand_out import check_current, folder_of, problem_of
from .nbgrader_steps import worker_of
from .settings import check_settings

OF_AN_ASSIGNMENT = {  # commands that have its name as an argument
    *("nbgrader-generate-assignment", "nbgrader-autograde", "nbgrader-generate-feedback"),
    *("nbgrader-release-assignment", "nbgrader-release-feedback", "nbgrader-collect"),
    "nbgrader-zip-collect",
}
REPLACED = "examiner_replaced"  # an attribute of nbgrader's converters
_open_gradebook = Gradebook.__init__
_start = base.BaseConverter.start
_init_destination = base.BaseConverter.init_destination
_init_release = generate_assignment.GenerateAssignment.init_notebooks


def apply() -> None:
    """Put the functions of this module into nbgrader. Calling it twice does no harm."""
    Gradebook.__init__ = open_gradebook
    base.BaseConverter.start = start
    base.BaseConverter.init_destination = init_destination
    generate_assignment.GenerateAssignment.init_notebooks = init_release
    autograde.Autograde.init_notebooks = init_grading
    generate_feedback.GenerateFeedback.init_notebooks = init_feedback
    nbgrader_hand_out.apply()
    if app := sys.modules.get("nbgrader.apps.nbgraderapp"):
        _replace(app.NbGraderApp, "start", start_command)
    if app := sys.modules.get("nbgrader.apps.dbapp"):
        app.DbUpgradeApp._backup_db_file = back_up_before_upgrade
        roster.apply(app)
    if api := sys.modules.get("nbgrader.apps.api"):
        _replace(api, "capture_log", capture_log)


def _replace(owner: Any, name: str, function: Any) -> None:
    original = getattr(owner, name)
    if original is not function:
        function.replaces = original
        setattr(owner, name, function)


# --- the grade book ------------------------------------------------------------------------------


def open_gradebook(self: Gradebook, db_url: str, *others: Any, **named: Any) -> None:
    """Gradebook.__init__: nbgrader's makes a new grade book, without a word, where one was lost."""
    check_not_lost(file_of(db_url))
    _open_gradebook(self, db_url, *others, **named)


def back_up_before_upgrade(self: Any, db_file: str) -> None:
    """DbUpgradeApp._backup_db_file: nbgrader's copies the file and not what is in the log beside
    it (-wal), where the latest points are."""
    check_not_lost(Path(db_file))
    if copy := back_up_book(Path(db_file), Path(self.coursedir.root)):
        self.log.info("The grade book as it was: %s", copy)


# --- what they say -------------------------------------------------------------------------------


def start_command(self: Any) -> None:
    """NbGraderApp.start: an error that a person can put right is a line, and no traceback, as is
    Ctrl-C."""
    try:
        check_assignment(self.subapp)
        start_command.replaces(self)
    except CourseError as error:
        print(f"nbgrader: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("nbgrader: stopped: run the same command again", file=sys.stderr)
        sys.exit(130)
    except TraitError as error:
        print(f"nbgrader: nbgrader_config.py: {error}", file=sys.stderr)
        sys.exit(1)
    except SQLAlchemyError as error:
        said = in_a_line(error)
        more = "" if said == IN_USE else ". If nbgrader was updated, run `nbgrader db upgrade`."
        ails = what_ails(file_of(self.subapp.coursedir.db_url), error)
        line = ails or f"the grade book can't be used: {said}{more}"
        print(f"nbgrader: {line}", file=sys.stderr)
        sys.exit(1)


def check_assignment(app: Any) -> None:
    """CourseError where a command is given the name of an assignment that there is not."""
    if app is None or app.name not in OF_AN_ASSIGNMENT:
        return
    root, name = Path(app.coursedir.root), (app.extra_args or [app.coursedir.assignment_id])[0]
    there = (root / app.coursedir.source_directory / name).is_dir()
    if (root / TABLE).is_file() and not there and name not in Course(root).assignments:
        Course(root).assignment(name)  # which says what there is


def capture_log(app: Any, *others: Any, **named: Any) -> dict[str, Any]:
    """What formgrader shows of a run: of such an error the line, no traceback."""
    told, begin = [], app.start

    def start() -> None:
        try:
            begin()
        except CourseError as error:
            told.append(str(error))
            raise

    app.start = start
    result = capture_log.replaces(app, *others, **named)
    return {**result, "error": told[0]} if told else result


# --- before anything is touched ------------------------------------------------------------------


def init_release(self: generate_assignment.GenerateAssignment) -> None:
    """GenerateAssignment.init_notebooks: source/ is built first, where the text has changed; and
    the grade book is copied before what was marked by is replaced in it."""
    if not self.no_database:
        if problem := problem_of(self):
            if is_built(problem) is False:
                build.build(Course(problem.root), problem.assignment)
            elif not problem.is_built:
                Course(problem.root).assignment(problem.assignment)  # which says what is missing
        _keep_gradebook(self)
    _init_release(self)


def _student(self: base.BaseConverter, notebooks: list[str]) -> str:
    return self.init_single_notebook_resources(notebooks[0])["nbgrader"]["student"]


def _keep_gradebook(self: base.BaseConverter) -> None:
    book = file_of(self.coursedir.db_url)
    check_not_lost(book)
    if book is None or not book.is_file():
        return
    with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
        try:
            marked = bool(gradebook.find_assignment(self.coursedir.assignment_id).submissions)
        except MissingEntry:
            marked = False
    if marked and (copy := back_up_book(book, Path(self.coursedir.root))):
        self.log.info("The grade book as it was: %s", copy)


def init_grading(self: autograde.Autograde) -> None:
    """Autograde.init_notebooks: CourseError where nothing can be graded, as of `examiner
    autograde`: what would mark is not what the problem text says, or there is no sandbox."""
    check_settings(self.config)
    if problem := problem_of(self):
        check_current(self, problem)
    try:
        worker_of(self).start()
    except CannotGrade as error:
        raise CourseError(str(error)) from None
    nbgrader_patches.init_notebooks(self)


def init_feedback(self: generate_feedback.GenerateFeedback) -> None:
    """BaseConverter.init_notebooks: without a student's marks, who was removed from the grade book,
    nbgrader's ends with a traceback. CourseError where marks are not of what is asked now."""
    base.BaseConverter.init_notebooks(self)
    coursedir, name = self.coursedir, self.coursedir.assignment_id
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        try:
            found = gradebook.find_assignment(name).submissions
        except MissingEntry:
            raise CourseError(f"{name} is not in the grade book: {mend(name)}.") from None
        entered = {submission.student_id for submission in found}
    for folder, notebooks in list(self.assignments.items()):
        if (student := _student(self, notebooks)) not in entered:
            self.log.error("%s: %s", student, without_marks(name, student))
            del self.assignments[folder]
    if problem := problem_of(self):
        folder = folder_of(self, problem)
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            check_marks(folder, gradebook, {_student(self, n) for n in self.assignments.values()})


def without_marks(assignment: str, student: str) -> str:
    """What to say of a graded notebook that the grade book has no marks of."""
    return (
        f"no marks in the grade book. Delete autograded/{student}/{assignment}, or run `examiner "
        f"autograde {assignment} --student {student}`"
    )


# --- what is there stays until there is another --------------------------------------------------


def start(self: base.BaseConverter) -> None:
    """BaseConverter.start: nbgrader's removes what it made earlier before it makes it anew, so that
    there is nothing where it fails."""
    setattr(self, REPLACED, [])
    try:
        _start(self)
    except BaseException:
        for place in getattr(self, REPLACED):
            _settle(place)
        raise
    for place in getattr(self, REPLACED):
        shutil.rmtree(beside(place, "old"))


def init_destination(self: base.BaseConverter, assignment_id: str, student_id: str) -> bool:
    """BaseConverter.init_destination: a copy of what is there is kept until the run has ended."""
    place = Path(os.path.normpath(self._format_dest(assignment_id, student_id)))
    _settle(place)  # what a run that was killed left
    old = beside(place, "old")
    if place.is_dir():
        shutil.copytree(place, old, symlinks=True)
    wanted = _init_destination(self, assignment_id, student_id)
    if not wanted:
        shutil.rmtree(old, ignore_errors=True)
    elif old.exists():
        getattr(self, REPLACED).append(place)
    return wanted


def _settle(place: Path) -> None:
    """Put the earlier result back where the new one is not whole; else remove it."""
    old = beside(place, "old")
    if old.is_dir() and not _results(old) <= _results(place):
        shutil.rmtree(place, ignore_errors=True)
        old.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def _results(folder: Path) -> set[str]:
    return {file.name for file in folder.glob("*") if file.suffix in (".ipynb", ".html")}
