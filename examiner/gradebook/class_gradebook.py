"""The grade book, opened once for a class: one transaction for each submission."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import create_engine, event, inspect
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session, scoped_session, sessionmaker

from ..course import CourseError
from .gradebook_file import LOCK_SECONDS, check_not_lost, diagnosis, file_of, is_there
from .reference_agreement import generate_hint
from .scores import OwnTable


class _OneTransaction(Session):
    """A session in which nbgrader's functions, which all commit, can be parts of a transaction."""

    def commit(self) -> None:
        self.flush()

    def commit_all(self) -> None:
        super().commit()


class ClassGradebook(Gradebook):
    """nbgrader's grade book, opened once for a class; never made anew. Use it with `with`.

    assignment: the class's, for what to run. Raises CourseError where there is no grade book or it
    can't be used.
    """

    def __init__(self, coursedir: CourseDirectory, assignment: str) -> None:
        db_url, self.course_id, self.authenticator = coursedir.db_url, coursedir.course_id, None
        self._file = file_of(db_url)
        check_not_lost(self._file)
        if self._file and not self._file.is_file():
            raise CourseError(f"there is no grade book {self._file}: {generate_hint(assignment)}.")
        self._inode = self._file and self._file.stat().st_ino
        try:
            self.engine = _engine(db_url)
            with self.engine.begin() as connection:
                if not inspect(connection).has_table("submitted_assignment"):
                    raise CourseError(f"the grade book is empty: {generate_hint(assignment)}.")
                OwnTable.metadata.create_all(connection)
        except (ImportError, ArgumentError, NoSuchModuleError) as error:
            raise CourseError(
                f"the grade book {db_url.partition(':')[0]}:… can't be opened ({error}). For "
                "PostgreSQL: pip install 'examiner[postgres]', and postgresql+psycopg://…"
            ) from None
        except SQLAlchemyError as error:
            raise CourseError(diagnosis(self._file, error)) from None
        # nbgrader's functions commit, which is to flush here, where it has to be done.
        maker = sessionmaker(class_=_OneTransaction, bind=self.engine, autoflush=False, future=True)
        self.db = scoped_session(maker)

    def reading(self) -> AbstractContextManager[None]:
        """A transaction that changes nothing. CourseError where the grade book can't be read."""
        return self.transaction(undone=True)

    @contextmanager
    def transaction(self, *, undone: bool = False) -> Iterator[None]:
        """All of what is done inside, or nothing; undone: nothing in any case, for a dry run.
        CourseError where nothing can be saved."""
        try:
            self._check_file()
            yield
            if not undone:
                self.db().commit_all()
                self._check_file()
        except (SQLAlchemyError, InvalidEntry) as error:
            raise CourseError(diagnosis(self._file, error)) from None
        finally:
            self.db.remove()  # and with it what was not committed

    def _check_file(self) -> None:
        """SQLite writes on into a file that was deleted or replaced, for nobody to read."""
        if self._file is not None:
            with suppress(OSError):
                if self._file.stat().st_ino == self._inode:
                    return
            raise CourseError(f"the grade book {self._file} is gone, or another one is there now")


@contextmanager
def gradebook_if_there(coursedir: CourseDirectory) -> Iterator[Gradebook | None]:
    """nbgrader's grade book, open; None where there is none yet, which opening it would make."""
    book = file_of(coursedir.db_url)
    if book is not None and not is_there(book):
        yield None
    else:
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            yield gradebook


def _engine(db_url: str) -> Any:
    if file_of(db_url) is None:
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
