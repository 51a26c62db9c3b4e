"""Where the results of a class go: each is written whole, or not at all.

A graded submission is put together in a folder of its own first. Then its rows are committed, in
one transaction, and last the folder takes the place of the earlier one. So a result in autograded/
is always in the grade book as well; whatever ends a run before that, the next run grades the
submission again and comes to the same.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook, InvalidEntry, SubmittedNotebook
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy import create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session, scoped_session, sessionmaker

from ..course import CourseError
from .grade import Graded
from .nbgrader_patches import find_files_without_links
from .plan import ClassFolder
from .scores import asked_earlier, save_scores

LOCK_SECONDS = 30.0  # that the grade book may be in use by somebody else
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)  # no other submission will fare better


class CannotSave(CourseError):
    """Nothing can be saved any more; what was saved before stays."""


class _OneTransaction(Session):
    """A session in which nbgrader's functions, which all commit, can be parts of a transaction."""

    def commit(self) -> None:
        self.flush()

    def commit_all(self) -> None:
        super().commit()


class ClassGradebook(Gradebook):
    """nbgrader's grade book, opened once for a class; never made anew. Use it with `with`.

    Raises CourseError where there is none or it can't be used.
    """

    def __init__(self, db_url: str, course_id: str) -> None:
        self.course_id, self.authenticator = course_id, None
        self._file = _file_of(db_url)
        if self._file and not self._file.is_file():
            raise CourseError(
                f"there is no grade book {self._file}: run `nbgrader generate_assignment`."
            )
        self._inode = self._file and self._file.stat().st_ino
        try:
            self.engine = _engine(db_url)
            tables = inspect(self.engine).get_table_names()
        except (ImportError, ArgumentError, NoSuchModuleError) as error:
            raise CourseError(
                f"the grade book {db_url.partition(':')[0]}:… can't be opened ({error}). For "
                "PostgreSQL: pip install 'examiner[postgres]', and postgresql+psycopg://…"
            ) from None
        except SQLAlchemyError as error:
            raise CourseError(f"the grade book can't be opened: {_in_a_line(error)}") from None
        if "submitted_assignment" not in tables:
            raise CourseError("the grade book is empty: run `nbgrader generate_assignment`.")
        # nbgrader's functions commit, which is to flush here, where it has to be done.
        maker = sessionmaker(class_=_OneTransaction, bind=self.engine, autoflush=False, future=True)
        self.db = scoped_session(maker)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A transaction that changes nothing. CourseError where the grade book can't be read."""
        try:
            yield
        except SQLAlchemyError as error:
            raise CourseError(
                f"the grade book can't be read ({_in_a_line(error)}). If nbgrader was updated: "
                "make a copy of it, then run `nbgrader db upgrade`."
            ) from None
        finally:
            self.db.remove()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of what is done inside, or nothing. CannotSave where nothing can be saved."""
        try:
            self._check_file()
            yield
            self.db().commit_all()
            self._check_file()
        except (SQLAlchemyError, InvalidEntry) as error:
            raise CannotSave(f"the grade book can't be written: {_in_a_line(error)}") from None
        finally:
            self.db.remove()  # and with it what was not committed

    def _check_file(self) -> None:
        """SQLite writes on into a file that was deleted or replaced, for nobody to read."""
        if self._file is not None:
            with suppress(OSError):
                if self._file.stat().st_ino == self._inode:
                    return
            raise CannotSave(f"the grade book {self._file} is gone, or another one is there now")


def _file_of(db_url: str) -> Path | None:
    """The file of an SQLite database; None for another database."""
    try:
        url = make_url(db_url)
    except ArgumentError as error:
        raise CourseError(f"CourseDirectory.db_url is no address of a database: {error}") from None
    is_file = url.get_backend_name() == "sqlite" and url.database
    return Path(url.database) if is_file else None


def _engine(db_url: str) -> Any:
    if _file_of(db_url) is None:
        return create_engine(db_url, future=True, pool_pre_ping=True)
    engine = create_engine(db_url, future=True, connect_args={"timeout": LOCK_SECONDS})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we begin transactions, not the driver
        connection.execute("PRAGMA journal_mode=WAL")  # formgrader can read meanwhile

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # One that begins by reading can't wait for its turn to write.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _in_a_line(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())[:300]


class _FilesBeside(Autograde):
    """nbgrader's way of copying what lies beside a notebook, into a folder that is given."""

    destination = ""

    def _format_dest(self, assignment_id: str, student_id: str, escape: bool = False) -> str:
        return self.destination

    def put(self, assignment: str, student: str, folder: Path) -> None:
        """Copy the student's files, then the course's over them."""
        self.destination = str(folder)
        BaseConverter.init_assignment(self, assignment, student)
        source = Path(self.coursedir.format_path(self.coursedir.source_directory, ".", assignment))
        kept = {str(source / name) for name in self.exclude_overwriting.get(assignment, [])}
        ignored = [*self.coursedir.ignore, "*.ipynb"]
        for file in find_files_without_links(str(source), ignored):
            if file not in kept:
                place = folder / Path(file).relative_to(source)
                make_way(place, folder)
                shutil.copy(file, place)


def make_way(place: Path, folder: Path) -> None:
    """Make the folders that a file goes into. Whatever a student put in its way goes."""
    for parent in reversed(place.parents[: len(place.relative_to(folder).parents) - 1]):
        if not parent.is_dir():
            parent.unlink(missing_ok=True)
            parent.mkdir()
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)


class Results:
    """Writes what became of a class's submissions."""

    def __init__(self, folder: ClassFolder, gradebook: ClassGradebook) -> None:
        self._folder, self._gradebook = folder, gradebook
        self._files = _FilesBeside(coursedir=folder.coursedir, config=folder.config)
        self._penalties = AssignLatePenalties(parent=self._files)
        self._penalties.init_plugin()

    def save(self, student: str, graded: Graded) -> None:
        """Put a graded submission into the grade book and autograded/.

        CannotSave where no other could be saved either; OSError, ValueError and what nbgrader
        raises where it is this submission's matter. An earlier result is then as it was.
        """
        place = self._folder.autograded(student)
        new, old = _beside(place.parent, "new"), _beside(place.parent, "old")
        try:
            self._write_files(student, graded, new)
            with self._gradebook.transaction():
                self._save_rows(student, graded.notebook, asked_earlier(place))
            _replace(place.parent, new, old)
        except OSError as error:
            if error.errno in FULL:
                raise CannotSave(f"nothing can be written: {error.strerror}") from None
            raise
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def _write_files(self, student: str, graded: Graded, new: Path) -> None:
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        assignment = self._folder.assignment
        self._files.put(assignment.name, student, new)
        (new / f"{assignment.notebook}.ipynb").write_bytes(graded.file)
        self._files.set_permissions(assignment.name, student)

    def _save_rows(self, student: str, notebook: NotebookNode, earlier: dict[str, str]) -> None:
        """The rows that `nbgrader autograde` writes, with nbgrader's own functions."""
        gradebook, assignment = self._gradebook, self._folder.assignment
        gradebook.check_course(gradebook.course_id)
        if self._files.create_student:
            gradebook.update_or_create_student(student)
        else:
            gradebook.find_student(student)
        submitted = str(self._folder.submitted(student).parent)
        timestamp = self._folder.coursedir.get_existing_timestamp(submitted)
        when = {"timestamp": timestamp} if timestamp else {}
        submission = gradebook.update_or_create_submission(assignment.name, student, **when)
        (row,) = (n for n in submission.notebooks if n.name == assignment.notebook)
        save_scores(gradebook, row, notebook.cells, earlier)
        row.late_submission_penalty = self._penalty(student, row, submission.total_seconds_late)

    def _penalty(self, student: str, row: SubmittedNotebook, late: float) -> float | None:
        if late <= 0:
            return None
        self._gradebook.db.flush()
        self._gradebook.db.refresh(row, ["score"])
        plugin = self._penalties.plugin_inst
        penalty = plugin.late_submission_penalty(student, row.score, late)
        return None if penalty is None else self._penalties._check_late_penalty(row, penalty)

    def recover(self, students: list[str]) -> None:
        """Put right what a run that was killed left lying about."""
        for student in students:
            place = self._folder.autograded(student).parent
            new, old = _beside(place, "new"), _beside(place, "old")
            shutil.rmtree(new, ignore_errors=True)
            if old.is_dir():
                if place.exists():
                    shutil.rmtree(old, ignore_errors=True)
                else:
                    old.rename(place)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """CourseError if another run grades the same class."""
        top = self._folder.course.root / self._folder.coursedir.autograded_directory
        top.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CourseError("another `examiner autograde` is grading here.") from None
            yield
        finally:
            os.close(descriptor)


def _beside(folder: Path, what: str) -> Path:
    """A folder beside `folder` that no pattern of nbgrader's finds."""
    return folder.with_name(f".{folder.name}.{what}")


def _replace(folder: Path, new: Path, old: Path) -> None:
    shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):
        folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
