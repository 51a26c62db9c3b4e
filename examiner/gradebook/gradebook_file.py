"""The file of the grade book: copies of it in backups/, and what to say when it is gone.

git passes over backups/. A copy has the time in its name; nothing removes it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from ..course import CourseError
from ..output_files import DISK_FULL_ERRORS, full_disk_message, is_disk_full

FOLDER = "backups"
LOCK_SECONDS = 30.0  # that the grade book may be in use by somebody else
IN_USE = "another program is writing to it. Wait until that is done, then try again."
DAMAGED = ("malformed", "not a database", "disk I/O error")  # what SQLite says of such a file
BROKEN = "broken"  # what a copy of a file that is no grade book any more is called
REPLACED = "replaced"  # what a copy of a grade book is called in whose place another was put
BOOK = "gradebook.db"  # what the grade book is called in a backup of a term
ENDING = ".zip"  # of such a backup
ALWAYS_FILLED = ("alembic_version", "course")  # tables that nbgrader makes with a row in them
BY_HAND = """
    SELECT assignment.name, notebook.name, student_id, base_cell.name, said.what, said.extra
    FROM (
        SELECT cell_id, notebook_id, manual_score AS what, extra_credit AS extra FROM grade
        WHERE manual_score IS NOT NULL OR extra_credit IS NOT NULL
        UNION ALL
        SELECT cell_id, notebook_id, manual_comment, NULL FROM comment WHERE manual_comment != ''
    ) AS said
    JOIN base_cell ON base_cell.id = said.cell_id
    JOIN submitted_notebook ON submitted_notebook.id = said.notebook_id
    JOIN notebook ON notebook.id = submitted_notebook.notebook_id
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
"""


def file_of(db_url: str) -> Path | None:
    """The file of an SQLite database; None for another database."""
    try:
        url = make_url(db_url)
    except ArgumentError as error:
        raise CourseError(f"CourseDirectory.db_url is no address of a database: {error}") from None
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return Path(url.database)


# --- what is wrong with it -----------------------------------------------------------------------


def short_error(error: Exception) -> str:
    """An error of a database, in a line."""
    said = " ".join(str(getattr(error, "orig", None) or error).split())[:300]
    return IN_USE if said == "database is locked" else said


def trouble_with_file(book: Path | None, error: Exception) -> str:
    """A repair, where the file itself is why a grade book can't be used; "" where it isn't."""
    if book is None or not book.is_file():
        return ""
    if not (os.access(book, os.W_OK) and os.access(book.parent, os.W_OK)):
        return f"{book}, or the disk it is on, is read-only: make it writable, then try again."
    if "disk is full" in short_error(error) or is_disk_full(book.parent):
        return full_disk_message(book.parent)
    if not any(word in short_error(error) for word in DAMAGED):
        return ""
    known = copies(book.parent)
    then = f"run `examiner restore {FOLDER}/{known[0]}`" if known else "put back a copy of it"
    return f"{book} is damaged ({short_error(error)}): {then}."


def diagnosis(book: Path | None, error: Exception) -> str:
    """The reason why a grade book can't be used, with the next step."""
    said = short_error(error)
    of_nbgrader = "" if said == IN_USE else ". If nbgrader was updated, run `nbgrader db upgrade`."
    return trouble_with_file(book, error) or f"the grade book can't be used: {said}{of_nbgrader}"


def is_there(book: Path) -> bool:
    """True where there is a grade book; one without a row is none, and a damaged one is one.

    Nothing is written: SQLite makes a file of pages of an empty one when it is looked at.
    """
    if not book.is_file() or not book.stat().st_size:
        return False
    try:
        with closing(_read_only(book, 0.0)) as found:  # one that is in use is there
            tables = found.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            kept = [name for (name,) in tables if name not in ALWAYS_FILLED]
            return any(found.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in kept)
    except sqlite3.Error:
        return True


def check_book(file: Path) -> None:
    """CourseError for a file that is no grade book."""
    try:
        with closing(_read_only(file)) as book:
            sound = book.execute("PRAGMA quick_check").fetchone() == ("ok",)
            book.execute("SELECT count(*) FROM submitted_assignment")
    except sqlite3.Error:
        sound = False
    if not sound:
        raise CourseError(f"{file} is no grade book, or a broken one.")


def check_not_lost(book: Path | None) -> None:
    """CourseError where the grade book is gone: there are results, or copies of it, without it.

    A new one would have no points by hand, no comments, no due dates.
    """
    if book is None or is_there(book):
        return
    root, known = book.parent, copies(book.parent)
    graded = any((root / "autograded").glob("*/*/*.ipynb"))
    if not (graded or known):
        return
    why = "but autograded/ has results" if graded else f"but {FOLDER}/ has copies of it"
    latest = f"{FOLDER}/{known[0]}" if known else "FILE"
    raise CourseError(
        f"{book} is missing or empty, {why}: run `examiner restore {latest}`. Or, to begin anew "
        f"without its points and comments, move autograded/ and {FOLDER}/ away."
    )


def by_hand_since(book: Path, earlier: Path) -> list[str]:
    """The student of each mark (points or a comment) by a person that another grade book hasn't, or
    has otherwise; none where this one can't be read. CourseError where it is in use."""
    since = {row[:4] for row in _by_hand(book) - _by_hand(earlier)}
    return sorted(student for _, _, student, _ in since)


def _by_hand(book: Path) -> set[tuple]:
    try:
        with closing(_read_only(book)) as found:
            return set(found.execute(BY_HAND))
    except sqlite3.Error as error:
        if short_error(error) == IN_USE:
            raise CourseError(f"{book}: {IN_USE}") from None
        return set()


def _read_only(book: Path, wait: float = LOCK_SECONDS) -> sqlite3.Connection:
    return sqlite3.connect(f"{book.resolve().as_uri()}?mode=ro", uri=True, timeout=wait)


# --- copies --------------------------------------------------------------------------------------


def copy_book(source: Path, target: Path, *, alone: bool = False) -> None:
    """Copy an SQLite database while it may be in use. CourseError where that can't be done.

    alone: leave one file, with nothing beside it; for a copy that nobody uses yet.
    """
    try:
        with (
            closing(sqlite3.connect(source, timeout=LOCK_SECONDS)) as old,
            closing(sqlite3.connect(target, timeout=LOCK_SECONDS)) as new,
        ):
            old.backup(new)
            if alone:
                new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if is_disk_full(target.parent):
            raise CourseError(full_disk_message(target.parent)) from None
        raise CourseError(f"{source} can't be copied to {target}: {error}.") from None


@contextmanager
def new_backup(root: Path, name: str, suffix: str) -> Iterator[tuple[Path, Path]]:
    """A new file, for its owner only, and the place in backups/, with the time in its name, to
    which it goes if it is written whole. CourseError where it can't be written."""
    folder = root / FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        while (place := folder / f"{name}-{datetime.now():%Y-%m-%d-%H%M%S}{suffix}").exists():
            time.sleep(0.1)
        descriptor, path = tempfile.mkstemp(dir=folder, prefix=f".{name}-")
        os.close(descriptor)
        try:
            yield Path(path), place
            os.rename(path, place)
        finally:
            Path(path).unlink(missing_ok=True)
    except OSError as error:
        if error.errno in DISK_FULL_ERRORS:
            raise CourseError(full_disk_message(root)) from None
        raise CourseError(f"no backup can be written to {folder}: {short_error(error)}.") from None


def back_up_book(book: Path, root: Path, name: str = "") -> Path | None:
    """Copy the grade book into backups/; the copy, or None where there is no grade book yet.

    name: what the copy is called instead of what the grade book is.
    """
    if not is_there(book):
        return None
    with new_backup(root, name or book.stem, book.suffix) as (new, place):
        copy_book(book, new, alone=True)
    return place


def move_away(book: Path, root: Path) -> Path:
    """Move a grade book that can't be copied into backups/, with what SQLite has beside it."""
    with new_backup(root, BROKEN, book.suffix) as (new, place):
        for suffix in ("-wal", "-shm"):
            if (file := Path(f"{book}{suffix}")).exists():
                shutil.move(file, f"{place}{suffix}")
        shutil.move(book, new)
    return place


def copies(root: Path) -> list[str]:
    """The files in backups/ that have a grade book, the latest first; last what was replaced
    on purpose."""
    paths = [path for path in (root / FOLDER).glob("[!.]*") if path.is_file()]
    names = [p.name for p in paths if not p.name.startswith(BROKEN) and _holds_book(p)]
    names.sort(key=lambda name: name.partition("-")[2], reverse=True)
    return sorted(names, key=lambda name: name.startswith(REPLACED))


def _holds_book(backup: Path) -> bool:
    """True for a backup of a term, or a copy, with a grade book."""
    if backup.suffix != ENDING:
        return is_there(backup)
    with suppress(Exception), zipfile.ZipFile(backup) as archive:  # it raises what it happens to
        return BOOK in archive.namelist()
    return False


def backup_hint(root: Path) -> str:
    """The next step where a file was named that can't be restored."""
    known = "; ".join(copies(root)[:3])
    return f"name a backup ({FOLDER}/ has {known or 'none'})"
