"""The gradebook of a class, opened once for a run: one transaction for each submission."""

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
from .gradebook_file import LOCK_SECONDS, check_not_lost, explain_failure, has_rows, sqlite_file
from .own_table import OwnTable
from .reference_agreement import generate_hint


class _OneTransaction(Session):
    """A session that lets several nbgrader functions, which all commit, share a transaction."""

    def commit(self) -> None:
        self.flush()

    def commit_all(self) -> None:
        super().commit()


class ClassGradebook(Gradebook):
    """nbgrader's gradebook, opened once for a class. Use it in a `with` statement.

    It never creates a gradebook.
    """

    def __init__(self, coursedir: CourseDirectory, assignment: str) -> None:
        """Open the gradebook.

        Args:
            coursedir: The settings of the course; they name the database.
            assignment: The name of the class's assignment, for the hints in error messages.

        Raises:
            CourseError: The gradebook is missing or empty, or can't be opened.
        """
        db_url, self.course_id, self.authenticator = coursedir.db_url, coursedir.course_id, None
        self._file = sqlite_file(db_url)
        check_not_lost(self._file)
        if self._file and not self._file.is_file():
            raise CourseError(f"there is no gradebook {self._file}: {generate_hint(assignment)}.")
        self._inode = self._file and self._file.stat().st_ino
        try:
            self.engine = _engine(db_url)
            with self.engine.begin() as connection:
                if not inspect(connection).has_table("submitted_assignment"):
                    raise CourseError(f"the gradebook is empty: {generate_hint(assignment)}.")
                OwnTable.metadata.create_all(connection)
        except (ImportError, ArgumentError, NoSuchModuleError) as error:
            raise CourseError(
                f"the gradebook {db_url.partition(':')[0]}:… can't be opened ({error}). For "
                "PostgreSQL, run `pip install 'examiner[postgres]'` and write "
                "c.CourseDirectory.db_url as postgresql+psycopg://…"
            ) from None
        except SQLAlchemyError as error:
            raise CourseError(explain_failure(self._file, error)) from None
        # nbgrader's functions commit wherever they need a flush, and here a commit is a flush.
        maker = sessionmaker(class_=_OneTransaction, bind=self.engine, autoflush=False, future=True)
        self.db = scoped_session(maker)

    def reading(self) -> AbstractContextManager[None]:
        """Return a transaction that changes nothing.

        Raises:
            CourseError: The gradebook can't be read.
        """
        return self.transaction(roll_back=True)

    @contextmanager
    def transaction(self, *, roll_back: bool = False) -> Iterator[None]:
        """Save everything that the `with` block changes, or nothing if it fails.

        Args:
            roll_back: Save nothing in any case, as for a dry run.

        Raises:
            CourseError: The changes can't be saved.
        """
        try:
            self._check_file()
            yield
            if not roll_back:
                self.db().commit_all()
                self._check_file()
        except (SQLAlchemyError, InvalidEntry) as error:
            raise CourseError(explain_failure(self._file, error)) from None
        finally:
            self.db.remove()  # discards everything that was not committed

    def _check_file(self) -> None:
        """Raise CourseError if the SQLite file was deleted or replaced since it was opened.

        SQLite would go on writing to the deleted file, and nobody could read it.
        """
        if self._file is not None:
            with suppress(OSError):
                if self._file.stat().st_ino == self._inode:
                    return
            raise CourseError(
                f"the gradebook {self._file} was removed or replaced during this run: put it back, "
                "then run the same command again."
            )


@contextmanager
def gradebook_if_there(coursedir: CourseDirectory) -> Iterator[Gradebook | None]:
    """Open nbgrader's gradebook, or yield None if there is none yet.

    nbgrader itself would create a missing gradebook.
    """
    book = sqlite_file(coursedir.db_url)
    if book is not None and not has_rows(book):
        yield None
    else:
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            yield gradebook


def _engine(db_url: str) -> Any:
    if sqlite_file(db_url) is None:
        return create_engine(db_url, future=True, pool_pre_ping=True)
    engine = create_engine(db_url, future=True, connect_args={"timeout": LOCK_SECONDS})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
        connection.execute("PRAGMA journal_mode=WAL")  # formgrader can read during a run

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A transaction that begins with a read can't wait for its turn to write.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
