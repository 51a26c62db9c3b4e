"""The file of the gradebook: its copies in backups/, and advice if it is lost or damaged.

git ignores backups/. The name of a copy contains the time. No command removes a copy.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from ..course import CourseError
from ..output_files import DISK_FULL_ERRORS, full_disk_message, is_disk_full

FOLDER = "backups"
LOCK_SECONDS = 30.0  # how long to wait while another program writes to the gradebook
IN_USE = "another program is writing to it. Wait until that program is done, then try again."
DAMAGED = ("malformed", "not a database")  # SQLite's words for a damaged file
BROKEN = "broken"  # name of the copy of a damaged gradebook
REPLACED = "replaced"  # name of the copy of a gradebook that `examiner restore` replaced
BOOK = "gradebook.db"  # name of the gradebook in a backup of a term
ENDING = ".zip"  # of a backup of a term
ALWAYS_FILLED = ("alembic_version", "course")  # tables that nbgrader creates with a row in them
# Everything that people set by hand. Each row has an assignment, a notebook, a student, the name of
# a cell or another name, and the content. A due date has no student.
MARKS = """
    SELECT assignment.name, notebook.name, student_id, base_cell.name, manual.what, manual.extra
    FROM (
        SELECT cell_id, notebook_id, manual_score AS what,
            CASE WHEN extra_credit >= 0 THEN extra_credit END AS extra
        FROM grade WHERE manual_score IS NOT NULL OR extra_credit >= 0
        UNION ALL
        SELECT cell_id, notebook_id, manual_comment, NULL FROM comment WHERE manual_comment != ''
    ) AS manual
    JOIN base_cell ON base_cell.id = manual.cell_id
    JOIN submitted_notebook ON submitted_notebook.id = manual.notebook_id
    JOIN notebook ON notebook.id = submitted_notebook.notebook_id
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
"""
DATES = """
    SELECT name, '', '', 'due date', duedate, NULL FROM assignment WHERE duedate IS NOT NULL
    UNION ALL
    SELECT assignment.name, '', student_id, 'extension', extension, NULL FROM submitted_assignment
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
    WHERE extension IS NOT NULL
"""
DECISIONS = """
    SELECT assignment.name, '', student_id, base_cell.name, decided.points, decided.comment
    FROM examiner_decided AS decided
    JOIN grade ON grade.id = decided.grade
    JOIN base_cell ON base_cell.id = grade.cell_id
    JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
"""


def sqlite_file(db_url: str) -> Path | None:
    """Return the file of an SQLite database, or None for a database of another kind.

    Raises:
        CourseError: The text is not the address of a database.
    """
    try:
        url = make_url(db_url)
    except ArgumentError as error:
        raise CourseError(f"CourseDirectory.db_url is no address of a database: {error}") from None
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return Path(url.database)


# --- damaged and missing gradebooks --------------------------------------------------------------


def short_error(error: Exception) -> str:
    """Return a database error as one line of text."""
    line = " ".join(str(getattr(error, "orig", None) or error).split())[:300]
    return IN_USE if line == "database is locked" else line


def explain_file_trouble(book: Path | None, error: Exception) -> str:
    """Say how to repair the gradebook if its file caused an error.

    Args:
        book: The file of the gradebook; None if the database is not SQLite.
        error: The error that the database raised.

    Returns:
        The file, the trouble with it and the repair; "" if the file is not the cause.
    """
    if book is None or not book.is_file():
        return ""
    if not (os.access(book, os.W_OK) and os.access(book.parent, os.W_OK)):
        return f"{book}, or the disk it is on, is read-only: make it writable, then try again."
    if "disk is full" in short_error(error) or is_disk_full(book.parent):
        return full_disk_message(book.parent)
    if "disk I/O error" in short_error(error):
        return (
            f"{book} can't be read or written (disk I/O error), but it need not be damaged. Check "
            "its disk, the connection to the disk, and the limit on the size of files "
            "(`ulimit -f`), then try again."
        )
    if not any(word in short_error(error) for word in DAMAGED):
        return ""
    known = copies(book.parent)
    repair = f"run `examiner restore {FOLDER}/{known[0]}`" if known else "put back a copy of it"
    return f"{book} is damaged ({short_error(error)}): {repair}."


def explain_failure(book: Path | None, error: Exception) -> str:
    """Say why the gradebook can't be used, and what to do next.

    Args:
        book: The file of the gradebook; None if the database is not SQLite.
        error: The error that the database raised.
    """
    line = short_error(error)
    upgrade = "" if line == IN_USE else ". If nbgrader was updated, run `nbgrader db upgrade`."
    return explain_file_trouble(book, error) or f"the gradebook can't be used: {line}{upgrade}"


def has_rows(book: Path) -> bool:
    """Return whether a file holds a gradebook with rows in it, or a damaged gradebook.

    A gradebook without rows counts as missing. The function opens the file for reading only:
    otherwise SQLite would fill an empty file with the pages of a database.
    """
    if not book.is_file() or not book.stat().st_size:
        return False
    try:
        with closing(_read_only(book, 0.0)) as found:  # a locked gradebook exists: don't wait
            tables = found.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            kept = [name for (name,) in tables if name not in ALWAYS_FILLED]
            return any(found.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in kept)
    except sqlite3.Error:
        return True


def check_book(file: Path) -> None:
    """Raise CourseError if a file is not a gradebook or is damaged."""
    try:
        with closing(_read_only(file)) as book:
            sound = book.execute("PRAGMA quick_check").fetchone() == ("ok",)
            book.execute("SELECT count(*) FROM submitted_assignment")
    except sqlite3.Error:
        sound = False
    if not sound:
        raise CourseError(f"{file} is not a gradebook, or is damaged.")


def check_not_lost(book: Path | None) -> None:
    """Raise CourseError if the gradebook is gone although a class was graded.

    Results in autograded/, or copies in backups/, show that a class was graded. A new gradebook
    would lack its points by hand, comments and due dates.
    """
    if book is None or has_rows(book):
        return
    root, known = book.parent, copies(book.parent)
    graded = any((root / "autograded").glob("*/*/*.ipynb"))
    if not (graded or known):
        return
    why = "but autograded/ has results" if graded else f"but {FOLDER}/ has copies of it"
    latest = f"{FOLDER}/{known[0]}" if known else "FILE"
    raise CourseError(
        f"{book} is missing or empty, {why}: run `examiner restore {latest}`. To start over "
        f"without its points and comments, move autograded/ and {FOLDER}/ away instead."
    )


def entries_since(book: Path, earlier: Path) -> list[str]:
    """List the student of each entry by hand that an earlier gradebook lacks or has differently.

    Entries are points, comments, decisions, due dates and extensions.

    Args:
        book: The present gradebook. If it can't be read, the list is empty.
        earlier: The earlier gradebook.

    Returns:
        The students, sorted; a student occurs once for each entry. A due date has "".

    Raises:
        CourseError: Another program is writing to one of the gradebooks.
    """
    since = {row[:4] for row in _entries(book) - _entries(earlier)}
    return sorted(student for _, _, student, _ in since)


def _entries(book: Path) -> set[tuple]:
    entries: set[tuple] = set()
    for query in (MARKS, DATES, DECISIONS):  # each fails if there is no such table yet
        try:
            with closing(_read_only(book)) as found:
                entries.update(found.execute(query))
        except sqlite3.Error as error:
            if short_error(error) == IN_USE:
                raise CourseError(f"{book}: {IN_USE}") from None
    return entries


def _read_only(book: Path, wait: float = LOCK_SECONDS) -> sqlite3.Connection:
    return sqlite3.connect(f"{book.resolve().as_uri()}?mode=ro", uri=True, timeout=wait)


# --- copies --------------------------------------------------------------------------------------


def copy_book(source: Path, target: Path, *, as_one_file: bool = False) -> None:
    """Copy an SQLite database, even while another program uses it.

    Args:
        source: The file to copy.
        target: The file to write.
        as_one_file: Write no log files beside the copy; for a copy that nobody opens yet.

    Raises:
        CourseError: The file can't be copied.
    """
    try:
        with (
            closing(sqlite3.connect(source, timeout=LOCK_SECONDS)) as old,
            closing(sqlite3.connect(target, timeout=LOCK_SECONDS)) as new,
        ):
            old.backup(new)
            if as_one_file:
                new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if is_disk_full(target.parent):
            raise CourseError(full_disk_message(target.parent)) from None
        raise CourseError(f"{source} can't be copied to {target}: {error}.") from None


@contextmanager
def new_backup(root: Path, name: str, suffix: str) -> Iterator[tuple[Path, Path]]:
    """Create a file in backups/ that appears under its name only once it is complete.

    Args:
        root: The course folder.
        name: The first part of the file's name; the time follows it.
        suffix: The end of the file's name, such as ".zip".

    Yields:
        The temporary file to write to, readable by its owner only, and its final path.

    Raises:
        CourseError: The file can't be written.
    """
    folder = root / FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        when = datetime.now()
        while (place := folder / f"{name}-{when:%Y-%m-%d-%H%M%S}{suffix}").exists():
            when += timedelta(seconds=1)  # so that their names are in the order of their times
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
    """Copy the gradebook into backups/.

    Args:
        book: The file of the gradebook.
        root: The course folder.
        name: The first part of the copy's name; "" for the gradebook's own name.

    Returns:
        The copy, or None if there is no gradebook yet.

    Raises:
        CourseError: The copy can't be written.
    """
    if not has_rows(book):
        return None
    with new_backup(root, name or book.stem, book.suffix) as (new, place):
        copy_book(book, new, as_one_file=True)
    return place


def move_away(book: Path, root: Path) -> Path:
    """Move a damaged gradebook into backups/ with the log files beside it; return its new path."""
    with new_backup(root, BROKEN, book.suffix) as (new, place):
        for suffix in ("-wal", "-shm"):
            if (file := Path(f"{book}{suffix}")).exists():
                shutil.move(file, f"{place}{suffix}")
        shutil.move(book, new)
    return place


def copies(root: Path) -> list[str]:
    """List the files in backups/ that contain a gradebook, the latest first.

    Copies of gradebooks that `examiner restore` replaced come last: nobody should restore one of
    these by default.
    """
    paths = [path for path in (root / FOLDER).glob("[!.]*") if path.is_file()]
    names = [p.name for p in paths if not p.name.startswith(BROKEN) and _contains_book(p)]
    names.sort(key=lambda name: name.partition("-")[2], reverse=True)
    return sorted(names, key=lambda name: name.startswith(REPLACED))


def _contains_book(backup: Path) -> bool:
    if backup.suffix != ENDING:
        return has_rows(backup)
    with suppress(Exception), zipfile.ZipFile(backup) as archive:  # raises errors of many kinds
        return BOOK in archive.namelist()
    return False


def backup_hint(root: Path) -> str:
    """Return the advice to name a backup, with the latest backups that there are."""
    known = "; ".join(copies(root)[:3])
    return f"name a backup ({FOLDER}/ has {known or 'none'})"
