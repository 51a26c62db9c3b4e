"""Doors: where nbgrader's commands and formgrader's buttons lead to the examiner.

`apply` is called once, by nbgrader_config.py, so that the command line and formgrader behave alike.
REPLACED is all of nbgrader 0.9.6 that it replaces; each function says what and why. A test fails
where nbgrader has changed one of these.
"""

from __future__ import annotations

import atexit
import fnmatch
import logging
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry
from nbgrader.converters import Autograde as AutogradeConverter
from nbgrader.converters import GenerateAssignment, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from nbgrader.exchange.default import ExchangeReleaseAssignment
from sqlalchemy.exc import SQLAlchemyError
from traitlets import TraitError
from traitlets.config import Application

from .. import guard
from ..authoring import build
from ..authoring.foreign_assignments import refuse_foreign
from ..course import TABLE, Assignment, Course, CourseError
from ..gradebook.class_gradebook import gradebook_if_there
from ..gradebook.gradebook_file import (
    back_up_book,
    check_not_lost,
    diagnosis,
    file_of,
    trouble_with_file,
)
from ..gradebook.reference_agreement import is_built
from ..gradebook.scores import waiting_line
from ..guard import ORIGINALS, original_of
from ..intake import exchange, roster, times, zip_collect
from ..output_files import FULL, full_disk
from ..quoting import printable
from ..startup import STOPPED, closed, umask
from ..workers import executors
from ..workers.executors import Pool
from ..workers.worker import Settings, Worker
from .autograde import Autograde
from .class_feedback import Feedback
from .class_runner import GRADES, PAGES, Follow, OpenPool
from .plan import ClassFolder
from .settings import Examine, check_settings

OF_AN_ASSIGNMENT = {  # commands that have its name as an argument
    *("nbgrader-generate-assignment", "nbgrader-autograde", "nbgrader-generate-feedback"),
    *("nbgrader-release-assignment", "nbgrader-release-feedback", "nbgrader-collect"),
    "nbgrader-zip-collect",
}
OPEN = 0o022  # umask of folders that students go through
REPLACED: dict[str, Callable] = {}  # module:name -> what takes its place


def _instead_of(*places: str) -> Callable[[Callable], Callable]:
    def note(function: Callable) -> Callable:
        REPLACED.update(dict.fromkeys(places, function))
        return function

    return note


def apply() -> None:
    """Put the functions of this module into what is loaded of nbgrader (see `original_of`).
    Calling it twice does no harm."""
    for place, function in REPLACED.items():
        module, _, names = place.partition(":")
        if module not in sys.modules:
            continue
        owner, name = sys.modules[module], names
        if "." in names:
            of_class, name = names.split(".")
            owner = getattr(owner, of_class)
        if (original := getattr(owner, name)) is not function:
            ORIGINALS[function] = ORIGINALS.get(original, original)  # not the guard's
            setattr(owner, name, function)
    guard.enter_course()
    logging.setLogRecordFactory(PrintableRecord)


# --- grading, pages and releases -----------------------------------------------------------------


@_instead_of("nbgrader.converters.autograde:Autograde.start")
def autograde(self: AutogradeConverter) -> None:
    """Autograde.start: nbgrader's runs students' code beside solutions and grade book, one
    submission after the other, and loses an earlier result where it fails. Instead the class runner
    grades whom the command or the button names; as `--force`, also who has not changed."""
    folder = _folder_of(self)
    students = _named(folder, folder.coursedir.submitted_directory)
    _run(self, Autograde(folder, students, self.force, open_pool=_open_pool(self, students)))


@_instead_of("nbgrader.converters.generate_feedback:GenerateFeedback.start")
def generate_feedback(self: GenerateFeedback) -> None:
    """GenerateFeedback.start: nbgrader's makes pages with hidden tests in them, of what students
    wrote as they wrote it. Instead the page maker makes them, for whom the command names."""
    folder = _folder_of(self)
    students = _named(folder, folder.coursedir.autograded_directory)
    pool = _open_pool(self, students)
    _run(self, Feedback(folder, students, force=self.force, open_pool=pool))


def _run(self: Any, run: Autograde | Feedback) -> None:
    """Follow a run in the log. CourseError where it fails for anybody."""
    words = GRADES if isinstance(run, Autograde) else PAGES
    shown = Follow(lambda line, level: self.log.log(level, "%s", line), words)
    done = run.run(shown.began, shown.tell)
    if done.newer_python:
        self.log.warning("%s", done.newer_python)
    if done.hints:
        self.log.warning("%s", done.hints)
    if done.failures:
        what = "graded" if words == GRADES else "made a page"
        raise CourseError(f"not {what}: {', '.join(sorted(done.failures))}. See above.")


def _folder_of(self: Any) -> ClassFolder:
    """The course folder with the assignment that one of nbgrader's converters or plugins is about,
    by its settings. CourseError for an assignment that the course doesn't have, and for settings
    that there are not: formgrader starts no command that would look."""
    check_settings(self.config)
    course = Course(Path(self.coursedir.root))
    refuse_foreign(course, self.coursedir.assignment_id, built_counts=True)
    table = course.assignment(self.coursedir.assignment_id)
    return ClassFolder(course, table, self.config, self.coursedir)


def _named(folder: ClassFolder, step: str) -> tuple[str, ...]:
    """The students whom a command or a button names, or a pattern that it has; none for all."""
    named = folder.coursedir.student_id
    if named in ("", "*"):
        return ()
    known = folder.students(step)
    found = (named,) if named in known else tuple(fnmatch.filter(known, named))
    return found or (named,)  # who is unknown, as will be said


def _open_pool(self: Any, students: Sequence[str]) -> OpenPool:
    """Workers, no more than there are students; for formgrader, which asks for one student after
    the other, one that stays: to start it takes longer than to grade."""
    if len(students) == 1 and not isinstance(self.parent, Application):
        return lambda: nullcontext(Pool(_thread(), lambda: 1))
    return partial(executors.local, min(len(students), executors.processors()) or None)


@cache
def _thread() -> Executor:
    return ThreadPoolExecutor(1, "worker")


@_instead_of("nbgrader.converters.generate_assignment:GenerateAssignment.start")
def generate_assignment(self: GenerateAssignment) -> None:
    """GenerateAssignment.start: nbgrader's releases what source/ has, be the text another by now;
    and replaces in the grade book what was marked by, of which no copy is kept. What could not be
    graded is refused before anybody works on it."""
    refuse_foreign(Course(Path(self.coursedir.root)), self.coursedir.assignment_id)
    if not self.no_database:
        if problem := _problem_of(self):
            if is_built(problem) is False:
                build.build(Course(problem.root), problem.name)
            elif not problem.source.is_file():
                Course(problem.root).assignment(problem.name)  # which says what is missing
        check_not_lost(file_of(self.coursedir.db_url))
        with gradebook_if_there(self.coursedir) as gradebook, suppress(MissingEntry):
            name = self.coursedir.assignment_id
            if gradebook and gradebook.find_assignment(name).num_submissions:
                _keep_gradebook(self)
    original_of(generate_assignment)(self)


def _problem_of(self: Any) -> Assignment | None:
    """The problem set; None for an assignment that is not in the course's table."""
    root, name = Path(self.coursedir.root), self.coursedir.assignment_id
    assignments = Course(root).assignments if (root / TABLE).is_file() else {}
    return assignments.get(name)


def _keep_gradebook(self: Any) -> None:
    """Copy the grade book into backups/."""
    book = file_of(self.coursedir.db_url)
    if book and (copy := back_up_book(book, Path(self.coursedir.root))):
        self.log.info("The grade book as it was: %s", copy)


class ReleaseAssignment(ExchangeReleaseAssignment):
    """`nbgrader release_assignment`, which nbgrader_config.py sets: CourseError where nothing could
    be graded that is handed in, since release/ or the grade book is older than the problem text."""

    def ensure_root(self) -> None:
        with umask(OPEN):  # for it may make folders above the exchange as well
            super().ensure_root()

    def init_src(self) -> None:
        super().init_src()
        refuse_foreign(Course(Path(self.coursedir.root)), self.coursedir.assignment_id)
        if _problem_of(self):
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
                _folder_of(self).load_reference_notebook(gradebook)


class ReleaseFeedback(exchange.ReleaseFeedback):
    """`nbgrader release_feedback` and formgrader's button, which nbgrader_config.py sets: of pages
    that were made before the first watch, and tell all, hints take the place as long as the due
    date is ahead. It says whose answers wait for a person."""

    def init_src(self) -> None:
        super().init_src()
        if isinstance(self.parent, ExchangeFactory):  # of a watch, which makes the pages itself
            return
        with gradebook_if_there(self.coursedir) as gradebook:
            if not (gradebook and (problem := _problem_of(self))):
                return
            waiting = waiting_line(gradebook, problem)
        folder = _folder_of(self)
        named = _named(folder, folder.coursedir.feedback_directory)
        if early := [s for s in Feedback(folder).tell_too_much() if not named or s in named]:
            _run(self, Feedback(folder, early, open_pool=_open_pool(self, early)))
        if waiting:
            self.log.warning("%s", waiting)


# --- the grade book ------------------------------------------------------------------------------


@_instead_of("nbgrader.api:Gradebook.__init__")
def open_gradebook(self: Gradebook, db_url: str, *others: Any, **named: Any) -> None:
    """Gradebook.__init__: nbgrader's makes a new grade book, without a word, where one was lost."""
    check_not_lost(file_of(db_url))
    original_of(open_gradebook)(self, db_url, *others, **named)


@_instead_of("nbgrader.apps.dbapp:DbUpgradeApp.start")
def upgrade(self: Any) -> None:
    """DbUpgradeApp.start: nbgrader's keeps a copy of the file and not of what is in the log beside
    it (-wal), where the latest points are."""
    check_not_lost(file_of(self.coursedir.db_url))
    _keep_gradebook(self)
    original_of(upgrade)(self)


# --- what they say -------------------------------------------------------------------------------


@_instead_of("nbgrader.apps.nbgraderapp:NbGraderApp.start")
def start_command(self: Any) -> None:
    """NbGraderApp.start: an error that a person can put right is a line, and no traceback, as is
    Ctrl-C."""
    try:
        check_assignment(self.subapp)
        check_settings(self.config)
        with closed_for(self.subapp):
            original_of(start_command)(self)
    except (Exception, KeyboardInterrupt) as error:
        if not (line := _line_of(error, self.subapp)):
            raise
        print(f"nbgrader: {line}", file=sys.stderr)
        sys.exit(STOPPED if isinstance(error, KeyboardInterrupt) else 1)


def _line_of(error: BaseException, app: Any) -> str:
    """A line on an error that a person can put right; "" for a mistake of the program's."""
    match error:
        case CourseError() | guard.Refused():
            return str(error)
        case KeyboardInterrupt():
            return "stopped: run the same command again"
        case OSError() if error.errno in FULL:
            return full_disk(Path(error.filename or ".").parent)
        case TraitError():
            return f"nbgrader_config.py: {error}"
        case InvalidEntry():
            return trouble_with_file(file_of(app.coursedir.db_url), error)
        case SQLAlchemyError():
            return diagnosis(file_of(app.coursedir.db_url), error)
    return ""


def closed_for(app: Any) -> AbstractContextManager[None]:
    """Inside, what a command of nbgrader's writes is for the course's owner (see `closed`)."""
    coursedir = getattr(app, "coursedir", None)
    return closed(Path(coursedir.root)) if coursedir else nullcontext()


def check_assignment(app: Any) -> None:
    """CourseError where a command is given the name of an assignment that there is not."""
    if app is None or app.name not in OF_AN_ASSIGNMENT:
        return
    root, name = Path(app.coursedir.root), (app.extra_args or [app.coursedir.assignment_id])[0]
    there = (root / app.coursedir.source_directory / name).is_dir()
    if (root / TABLE).is_file() and not there and name not in Course(root).assignments:
        Course(root).assignment(name)  # which says what there is


@_instead_of("nbgrader.apps.api:capture_log")
def capture_log(app: Any, *others: Any, **named: Any) -> dict[str, Any]:
    """capture_log, of which formgrader shows what it gives: of such an error nbgrader's gives a
    traceback."""
    told, begin = [], app.start

    def start() -> None:
        try:
            with closed_for(app):
                begin()
        except CourseError as error:
            told.append(str(error))
            raise

    app.start = start
    result = original_of(capture_log)(app, *others, **named)
    return {**result, "error": told[0]} if told else result


class PrintableRecord(logging.LogRecord):
    """A line of a log with nothing in it that acts on a terminal, or that looks like another line:
    what it tells of, such as the name of a file, may be a student's."""

    def getMessage(self) -> str:
        return "\n    ".join(map(printable, super().getMessage().splitlines()))


@_instead_of("nbgrader.server_extensions.formgrader.formgrader:HTMLExporter")
class FormgraderExporter(HTMLExporter):
    """formgrader's HTMLExporter: nbgrader's renders in the server what a student wrote. Here a
    worker makes the page."""

    def from_filename(  # type: ignore[override]  # nbconvert's own classes return text as well
        self, filename: str, resources: dict | None = None, **kwargs: Any
    ) -> tuple[str, dict]:
        resources = resources or {}
        worker = _worker(Examine(parent=self).settings(), os.getpid())
        page, problem = worker.formgrader_page(Path(filename).read_bytes(), resources)
        if problem:
            self.log.error("%s: a page in short: %s", resources.get("student"), problem)
        return page, resources


@cache
def _worker(settings: Settings, process: int) -> Worker:
    """The worker of this process, for all the pages that are looked at.

    process: its id; a process forked from this one needs a worker of its own.
    """
    worker = Worker(settings)
    atexit.register(worker.close)
    return worker


# --- what comes in -------------------------------------------------------------------------------


@_instead_of("nbgrader.coursedir:CourseDirectory.get_existing_timestamp")
def get_existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime | None:
    """CourseDirectory.get_existing_timestamp: nbgrader's ends the whole run at a file that holds
    no date, and waits for ever at a pipe or a link to a device."""
    try:
        return times.read_timestamp(Path(dest_path))[0]
    except ValueError:
        self.log.error(
            "%s/timestamp.txt holds no date; taken as submitted in time. Write it as "
            "2026-10-30 21:00 UTC, or with +0200 in the place of UTC.",
            dest_path,
        )
        return None


@_instead_of("nbgrader.utils:parse_utc", "nbgrader.apps.api:parse_utc")
def parse_utc(time: datetime | str | None) -> datetime | None:
    """utils.parse_utc: nbgrader's takes the 0100 of "+0100" for seconds, a zone that it doesn't
    know for UTC, and what is not said, be it the year, for today's."""
    if isinstance(time, str):
        try:
            return times.read_time(time)
        except ValueError as error:
            raise CourseError(
                f"{error}: write it as 2026-10-30 23:59 +0200, or with UTC or Europe/Vienna in the "
                "place of +0200; without a zone it is in UTC."
            ) from None
    if time is None or time.tzinfo is None:
        return time
    return time.astimezone(UTC).replace(tzinfo=None)


_instead_of("nbgrader.apps.dbapp:DbStudentImportApp.start")(roster.import_students)
_instead_of("nbgrader.apps.zipcollectapp:ZipCollectApp._clear_existing_files")(zip_collect.clear)
_instead_of("nbgrader.apps.zipcollectapp:ZipCollectApp.process_extracted_files")(
    zip_collect.collect
)
_instead_of("nbgrader.exchange.default.exchange:Exchange.start")(exchange.start)
