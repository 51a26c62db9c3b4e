"""The overrides of nbgrader: its commands and formgrader's buttons call the examiner instead.

nbgrader_config.py calls `apply` once, so that the command line and formgrader behave alike.
OVERRIDES lists everything in nbgrader 0.9.6 that the examiner overrides; the docstring of each
function says what nbgrader does and why the examiner differs. A test fails if nbgrader changes an
overridden function.
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
from nbgrader import api
from nbgrader.api import Grade, Gradebook, InvalidEntry, MissingEntry
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
from ..gradebook.further_cells import count_further, possible_points
from ..gradebook.gradebook_file import (
    back_up_book,
    check_not_lost,
    explain_failure,
    explain_file_trouble,
    sqlite_file,
)
from ..gradebook.reference_agreement import check_same_cells, is_built
from ..gradebook.scores import waiting_line
from ..guard import ORIGINALS, original_of
from ..intake import exchange, roster, times, zip_collect
from ..intake.folders import folder_of, kept_on_failure
from ..output_files import file_trouble
from ..quoting import printable
from ..startup import STOPPED_STATUS, private_course, umask
from ..workers import executors
from ..workers.executors import Pool
from ..workers.worker import Worker, WorkerSettings
from .autograde import Autograde
from .class_feedback import Feedback
from .class_runner import GRADES, PAGES, OpenPool, Progress
from .earlier_releases import record_release
from .plan import ClassFolder
from .settings import Examine, check_settings

ASSIGNMENT_COMMANDS = {  # commands that take the name of an assignment as an argument
    *("nbgrader-generate-assignment", "nbgrader-autograde", "nbgrader-generate-feedback"),
    *("nbgrader-release-assignment", "nbgrader-release-feedback", "nbgrader-collect"),
    "nbgrader-zip-collect",
}
OPEN = 0o022  # umask for folders that students may enter
OVERRIDES: dict[str, Callable] = {}  # "module:name" in nbgrader -> the examiner's function


def _overrides(*names: str) -> Callable[[Callable], Callable]:
    """Return a decorator: the function overrides these names, each given as "module:name"."""

    def register(function: Callable) -> Callable:
        OVERRIDES.update(dict.fromkeys(names, function))
        return function

    return register


def apply() -> None:
    """Put the overrides into all loaded modules of nbgrader (see `original_of`).

    Calling it again does no harm.
    """
    for full_name, function in OVERRIDES.items():
        module, _, path = full_name.partition(":")
        if module not in sys.modules:
            continue
        owner, name = sys.modules[module], path
        if "." in path:
            class_name, name = path.split(".")
            owner = getattr(owner, class_name)
        if (original := getattr(owner, name)) is not function:
            ORIGINALS[function] = ORIGINALS.get(original, original)  # not the guard's function
            setattr(owner, name, function)
    guard.enter_course()
    logging.setLogRecordFactory(PrintableRecord)


# --- grading, pages and releases -----------------------------------------------------------------


@_overrides("nbgrader.converters.autograde:Autograde.start")
def autograde(self: AutogradeConverter) -> None:
    """Override Autograde.start: grade the students that the command or the button names.

    nbgrader runs students' code where it can read the solutions and the gradebook. It grades one
    submission at a time, and a failure removes the earlier result. The class runner has none of
    these problems. With --force it also grades unchanged submissions.
    """
    folder = _folder_of(self)
    students = _named(folder, folder.coursedir.submitted_directory)
    _run(self, Autograde(folder, students, self.force, open_pool=_open_pool(self, students)))


@_overrides("nbgrader.converters.generate_feedback:GenerateFeedback.start")
def generate_feedback(self: GenerateFeedback) -> None:
    """Override GenerateFeedback.start: make pages for the students that the command names.

    nbgrader's pages contain hidden tests, and HTML by students without any filter.
    """
    folder = _folder_of(self)
    students = _named(folder, folder.coursedir.autograded_directory)
    pool = _open_pool(self, students)
    _run(self, Feedback(folder, students, force=self.force, open_pool=pool))


def _run(converter: Any, run: Autograde | Feedback) -> None:
    """Run and log the progress.

    Raises:
        CourseError: The run failed for at least one student.
    """
    words = GRADES if isinstance(run, Autograde) else PAGES
    progress = Progress(lambda line, level: converter.log.log(level, "%s", line), words)
    done = run.run(progress.on_plan, progress.on_result)
    for line in filter(None, (done.newer_python, done.hints)):
        converter.log.warning("%s", line)
    if done.failures:
        problem = "not graded" if words == GRADES else "no new page"
        students = ", ".join(sorted(done.failures))
        raise CourseError(f"{problem}: {students}. The lines above say why.")


def _folder_of(converter: Any) -> ClassFolder:
    """Return the course folder with the assignment of a converter or plugin of nbgrader.

    It checks the settings, because formgrader starts no command that would check them.

    Raises:
        CourseError: The course doesn't have the assignment, or a setting is wrong.
    """
    check_settings(converter.config)
    course = Course(Path(converter.coursedir.root))
    refuse_foreign(course, converter.coursedir.assignment_id, built_counts=True)
    table = course.assignment(converter.coursedir.assignment_id)
    return ClassFolder.configured(course, table, converter.config, converter.coursedir)


def _named(folder: ClassFolder, step: str) -> tuple[str, ...]:
    """Return the students that a command or a button names, or that match its pattern.

    Args:
        folder: The course folder with the assignment.
        step: The top folder that has the students, such as "submitted".

    Returns:
        The students' ids; empty for all students.
    """
    named = folder.coursedir.student_id
    if named in ("", "*"):
        return ()
    known = folder.students(step)
    found = (named,) if named in known else tuple(fnmatch.filter(known, named))
    return found or (named,)  # the run reports an unknown student


def _open_pool(converter: Any, students: Sequence[str]) -> OpenPool:
    """Return a function that opens workers, at most as many as there are students.

    formgrader grades one student at a time. It keeps one worker, since starting a worker takes
    longer than grading a submission.
    """
    if len(students) == 1 and not isinstance(converter.parent, Application):
        return lambda: nullcontext(Pool(_thread(), lambda: 1))
    return partial(executors.local, min(len(students), executors.processors()) or None)


@cache
def _thread() -> Executor:
    return ThreadPoolExecutor(1, "worker")


@_overrides("nbgrader.converters.generate_assignment:GenerateAssignment.start")
def generate_assignment(self: GenerateAssignment) -> None:
    """Override GenerateAssignment.start: build an outdated source/ and back up the gradebook.

    nbgrader releases source/ even if the notebook source has changed since. It also replaces the
    reference notebook in the gradebook without keeping a copy, and deletes release/ if it fails.
    The examiner refuses assignments that it could not grade, and other cells than the submissions
    in the gradebook have. It lets further problems count as the setting says.
    """
    refuse_foreign(Course(Path(self.coursedir.root)), self.coursedir.assignment_id)
    _record_release(self)  # one that an earlier version of the examiner did not record
    if not self.no_database:
        check_not_lost(sqlite_file(self.coursedir.db_url))
        problem, has_submissions = _problem_of(self), False
        with gradebook_if_there(self.coursedir) as gradebook, suppress(MissingEntry):
            name = self.coursedir.assignment_id
            if gradebook and gradebook.find_assignment(name).num_submissions:
                has_submissions = True
                if problem:
                    check_same_cells(gradebook, problem)
        if problem:
            if is_built(problem) is False:
                build.build(Course(problem.root), problem.name)
            elif not problem.source.is_file():
                Course(problem.root).assignment(problem.name)  # raises an error with the repair
        if has_submissions:
            _back_up_gradebook(self)
    release = folder_of(self.coursedir, self.coursedir.release_directory, ".")
    with kept_on_failure(release):
        original_of(generate_assignment)(self)
    _record_release(self)
    if not self.no_database and (problem := _problem_of(self)) and problem.further_note:
        folder = _folder_of(self)
        with folder.gradebook() as book, book.transaction():
            count_further(book, folder.assignment)


def _problem_of(converter: Any) -> Assignment | None:
    """Return the problem set, or None if the table of the course doesn't have the assignment."""
    root, name = Path(converter.coursedir.root), converter.coursedir.assignment_id
    assignments = Course(root).assignments if (root / TABLE).is_file() else {}
    return assignments.get(name)


def _record_release(converter: Any) -> None:
    """Record the texts of the release, because students may submit it after a correction."""
    if problem := _problem_of(converter):
        folder = _folder_of(converter)
        record_release(folder.course.root, problem.name, folder.release)


def _back_up_gradebook(converter: Any) -> None:
    """Copy the gradebook into backups/."""
    book = sqlite_file(converter.coursedir.db_url)
    if book and (copy := back_up_book(book, Path(converter.coursedir.root))):
        converter.log.info("Copied the gradebook to %s", copy)


class ReleaseAssignment(ExchangeReleaseAssignment):
    """The plugin for `nbgrader release_assignment`, set in nbgrader_config.py.

    It raises CourseError if submissions could not be graded, because release/ or the gradebook is
    older than the notebook source.
    """

    def ensure_root(self) -> None:
        """Create the folder of the exchange."""
        with umask(OPEN):  # nbgrader may create parent folders of the exchange too
            super().ensure_root()

    def init_src(self) -> None:
        """Find the files to release, and check that submissions can be graded."""
        super().init_src()
        refuse_foreign(Course(Path(self.coursedir.root)), self.coursedir.assignment_id)
        if _problem_of(self):
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
                _folder_of(self).load_reference_notebook(gradebook)


class ReleaseFeedback(exchange.ReleaseFeedback):
    """The plugin for `nbgrader release_feedback` and formgrader's button.

    nbgrader_config.py sets it. If whole pages were made before the first watch, it replaces them by
    pages with hints until the due date. It warns if answers still need manual grading.
    """

    def init_src(self) -> None:
        """Find the pages to release, and replace pages that show too much."""
        super().init_src()
        if isinstance(self.parent, ExchangeFactory):  # a watch makes the pages itself
            return
        with gradebook_if_there(self.coursedir) as gradebook:
            if not (gradebook and (problem := _problem_of(self))):
                return
            waiting = waiting_line(gradebook, problem)
        folder = _folder_of(self)
        named = _named(folder, folder.coursedir.feedback_directory)
        early = Feedback(folder).students_with_early_answers()
        if early := [student for student in early if not named or student in named]:
            _run(self, Feedback(folder, early, open_pool=_open_pool(self, early)))
        if waiting:
            self.log.warning("%s", waiting)


# --- the gradebook -------------------------------------------------------------------------------


@_overrides("nbgrader.api:Gradebook.__init__")
def open_gradebook(self: Gradebook, db_url: str, *others: Any, **named: Any) -> None:
    """Override Gradebook.__init__: nbgrader silently replaces a lost gradebook by an empty one."""
    check_not_lost(sqlite_file(db_url))
    original_of(open_gradebook)(self, db_url, *others, **named)


@_overrides("nbgrader.api:get_alembic_version")
def newest_schema() -> str:
    """Override get_alembic_version: nbgrader starts the program alembic, which takes a second."""
    from alembic.script import ScriptDirectory  # only a new gradebook needs it

    return ScriptDirectory(Path(api.__file__).parent / "alembic").get_heads()[0]


@_overrides("nbgrader.api:Grade.to_dict")
def grade_to_dict(self: Grade) -> dict[str, Any]:
    """Override Grade.to_dict: give the maximum of a further problem, even if it doesn't count.

    formgrader takes no more points than this maximum. nbgrader gives the one that counts, which can
    be 0.
    """
    return original_of(grade_to_dict)(self) | {"max_score": possible_points(self)}


@_overrides("nbgrader.apps.dbapp:DbUpgradeApp.start")
def upgrade(self: Any) -> None:
    """Override DbUpgradeApp.start: copy the gradebook together with its log file (-wal).

    nbgrader copies the main file only, and the latest points are in the log file.
    """
    check_not_lost(sqlite_file(self.coursedir.db_url))
    _back_up_gradebook(self)
    original_of(upgrade)(self)


# --- error messages and logs ---------------------------------------------------------------------


@_overrides("nbgrader.apps.nbgraderapp:NbGraderApp.start")
def start_command(self: Any) -> None:
    """Override NbGraderApp.start: show an error that the instructor can repair as one line.

    nbgrader shows a traceback, also after Ctrl-C.
    """
    try:
        check_assignment(self.subapp)
        check_settings(self.config)
        with closed_for(self.subapp):
            original_of(start_command)(self)
    except (Exception, KeyboardInterrupt) as error:
        if not (line := _line_of(error, self.subapp)):
            raise
        print(f"nbgrader: {line}", file=sys.stderr)
        sys.exit(STOPPED_STATUS if isinstance(error, KeyboardInterrupt) else 1)


def _line_of(error: BaseException, app: Any) -> str:
    """Return a line for an error that the instructor can repair, or "" for a bug."""
    match error:
        case CourseError() | guard.Refused():
            return str(error)
        case KeyboardInterrupt():
            return "stopped: run the same command again"
        case OSError():
            return file_trouble(error)
        case TraitError():
            return f"nbgrader_config.py: {error}"
        case InvalidEntry():
            return explain_file_trouble(sqlite_file(app.coursedir.db_url), error)
        case SQLAlchemyError():
            return explain_failure(sqlite_file(app.coursedir.db_url), error)
    return ""


def closed_for(app: Any) -> AbstractContextManager[None]:
    """Keep the files that an nbgrader command writes private (see `private_course`)."""
    coursedir = getattr(app, "coursedir", None)
    return private_course(Path(coursedir.root)) if coursedir else nullcontext()


def check_assignment(app: Any) -> None:
    """Raise CourseError if an nbgrader command names an unknown assignment."""
    if app is None or app.name not in ASSIGNMENT_COMMANDS:
        return
    root, name = Path(app.coursedir.root), (app.extra_args or [app.coursedir.assignment_id])[0]
    has_source = (root / app.coursedir.source_directory / name).is_dir()
    if (root / TABLE).is_file() and not has_source and name not in Course(root).assignments:
        Course(root).assignment(name)  # raises an error that lists the assignments


@_overrides("nbgrader.apps.api:capture_log")
def capture_log(app: Any, *others: Any, **named: Any) -> dict[str, Any]:
    """Override capture_log: formgrader shows its result, in which nbgrader puts a traceback."""
    errors, original_start = [], app.start

    def start() -> None:
        try:
            with closed_for(app):
                original_start()
        except CourseError as error:
            errors.append(str(error))
            raise

    app.start = start
    result = original_of(capture_log)(app, *others, **named)
    return {**result, "error": errors[0]} if errors else result


class PrintableRecord(logging.LogRecord):
    """A log record without control characters, and without text that looks like another line.

    A message may contain text by a student, such as the name of a file.
    """

    def getMessage(self) -> str:
        """Return the message; its further lines are indented."""
        return "\n    ".join(map(printable, super().getMessage().splitlines()))


@_overrides("nbgrader.server_extensions.formgrader.formgrader:HTMLExporter")
class FormgraderExporter(HTMLExporter):
    """Override formgrader's HTMLExporter: a worker makes the page.

    nbgrader renders text by a student in the server's own process.
    """

    def from_filename(
        self, filename: str, resources: dict | None = None, **kwargs: Any
    ) -> tuple[str, dict]:
        """Return the page of a notebook, and the resources."""
        resources = resources or {}
        worker = _worker(Examine(parent=self).settings(), os.getpid())
        page, problem = worker.formgrader_page(Path(filename).read_bytes(), resources)
        if problem:
            student = resources.get("student")
            self.log.error("%s: a reduced page, with plain text only: %s", student, problem)
        return page, resources


@cache
def _worker(settings: WorkerSettings, process: int) -> Worker:
    """Return this process's worker for formgrader's pages.

    Args:
        settings: The limits of the worker.
        process: The id of this process; after a fork, the new process needs its own worker.
    """
    worker = Worker(settings)
    atexit.register(worker.close)
    return worker


# --- submissions ---------------------------------------------------------------------------------


@_overrides("nbgrader.coursedir:CourseDirectory.get_existing_timestamp")
def get_existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime | None:
    """Override CourseDirectory.get_existing_timestamp: read timestamp.txt safely.

    nbgrader stops the whole run if the file holds no date, and it hangs on a pipe or a link to a
    device.
    """
    try:
        return times.read_timestamp(Path(dest_path))[0]
    except ValueError:
        self.log.error(
            "%s/timestamp.txt holds no date, so the submission counts as on time. Write the time "
            "as 2026-10-30 21:00 UTC, or with +0200 instead of UTC.",
            dest_path,
        )
        return None


@_overrides("nbgrader.utils:parse_utc", "nbgrader.apps.api:parse_utc")
def parse_utc(time: datetime | str | None) -> datetime | None:
    """Override utils.parse_utc: accept only complete dates.

    nbgrader reads "+0100" as seconds and an unknown zone as UTC. It also takes each missing part of
    a date from today.
    """
    if isinstance(time, str):
        try:
            return times.read_time(time)
        except ValueError as error:
            raise CourseError(
                f"{error}: write it as 2026-10-30 23:59 +0200, or with UTC or Europe/Vienna "
                "instead of +0200. A time without a zone is in UTC."
            ) from None
    if time is None or time.tzinfo is None:
        return time
    return time.astimezone(UTC).replace(tzinfo=None)


_overrides("nbgrader.apps.dbapp:DbStudentImportApp.start")(roster.import_students)
_overrides("nbgrader.apps.zipcollectapp:ZipCollectApp._clear_existing_files")(zip_collect.clear)
_overrides("nbgrader.apps.zipcollectapp:ZipCollectApp.process_extracted_files")(
    zip_collect.process_extracted_files
)
_overrides("nbgrader.exchange.default.exchange:Exchange.start")(exchange.start)
