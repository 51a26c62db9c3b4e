"""`nbgrader db student import` for CSV files as spreadsheets write them."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path
from typing import Any

from ..course import CourseError
from ..quoting import quoted_name
from ..wording import did_you_mean
from .lms_names import nfc

COLUMNS = ("id", "first_name", "last_name", "email", "lms_user_id")
SEPARATORS = ",;\t"


def import_students(self: Any) -> None:
    """Override DbStudentImportApp.start: read the file with `read_rows`, then import its rows.

    nbgrader's own method doesn't find the column `id` after Excel's byte order mark, or if
    semicolons separate the columns. It also ignores a column with a misspelt name, with no more
    than a line in the log.
    """
    generic: Any = type(self).__mro__[1]
    if len(self.extra_args) != 1 or not Path(self.extra_args[0]).is_file():
        generic.start(self)  # nbgrader's method reports the missing file
        return
    self.log.info("Reading %s", self.extra_args[0])
    rows = read_rows(Path(self.extra_args[0]))
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", suffix=".csv") as file:
        csv.writer(file).writerows(rows)
        file.flush()
        self.extra_args = [file.name]
        generic.start(self)


def read_rows(path: Path) -> list[list[str]]:
    """Read a roster.

    Args:
        path: A CSV file in UTF-8 with commas, semicolons or tabs between its columns.

    Returns:
        The rows. The first one contains the names of the columns.

    Raises:
        CourseError: The file can't be read, or something in it is wrong. The message names the row.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        why = "it is not in UTF-8; save it as CSV UTF-8" if isinstance(error, ValueError) else error
        raise CourseError(f"{path} can't be read: {why}.") from None
    separator = max(SEPARATORS, key=text.split("\n", 1)[0].count)
    try:
        rows = [r for r in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if r]
    except csv.Error as error:
        raise CourseError(
            f"{path} can't be read as a table ({error}): look for a quotation mark without its end."
        ) from None
    names = [name.strip().lower().replace(" ", "_") for name in rows[0]] if rows else []
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or "id" not in names:
        problem = f"unknown column {quoted_name(unknown[0])}" if unknown else "no column id"
        hint = did_you_mean(unknown[0], COLUMNS) if unknown else ""
        wanted = f"the columns are {', '.join(COLUMNS)}; only id is required"
        raise CourseError(f"{path}: {problem}; {wanted}.{hint}")
    holders: dict[tuple[str, str], str] = {}
    for number, row in enumerate(rows[1:], 2):
        row[:] = [nfc(cell.strip()) for cell in row]
        if problem := _problem_of(row, names, holders):
            raise CourseError(f"{path}, row {number}: {problem}. Nothing was imported.")
    return [names, *rows[1:]]


def _problem_of(row: list[str], names: list[str], holders: dict[tuple[str, str], str]) -> str:
    """Return the problem with a row; "" if there is none.

    Args:
        row: The cells.
        names: The names of the columns.
        holders: (column, value) -> the student with this unique value in an earlier row. The
            values of this row are added.
    """
    if "\n" in "".join(row):  # the rest of the file would become one name
        return "a cell has several lines; is a quotation mark not closed?"
    if len(row) != len(names):
        return f"it has {len(row)} cells, but there are {len(names)} columns"
    cells = dict(zip(names, row, strict=True))
    student, lms_id = cells["id"], cells.get("lms_user_id")
    if not student:
        return "it has no id"
    if ("id", student) in holders:
        return f"the id {quoted_name(student)} is already in an earlier row"
    if "/" in student or "+" in student or student.startswith(".") or not student.isprintable():
        return (
            f"{quoted_name(student)} can't be the name of a folder; leave out /, + and a leading ."
        )
    holders["id", student] = student
    if lms_id and (holder := holders.setdefault(("lms_user_id", lms_id), student)) != student:
        students = f"{quoted_name(holder)} and {quoted_name(student)}"
        return f"{students} have the same lms_user_id, {quoted_name(lms_id)}"
    return ""
