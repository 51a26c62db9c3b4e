"""`nbgrader db student import`, for the files that spreadsheets really write."""

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
    """DbStudentImportApp.start: nbgrader's doesn't find the column `id` behind the mark that Excel
    puts first, nor where columns are separated by semicolons; it passes over a column whose name is
    misspelt, and says so among other things."""
    generic: Any = type(self).__mro__[1]
    if len(self.extra_args) != 1 or not Path(self.extra_args[0]).is_file():
        generic.start(self)  # it says what is missing
        return
    self.log.info("Reading %s", self.extra_args[0])
    rows = read_rows(Path(self.extra_args[0]))
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", suffix=".csv") as file:
        csv.writer(file).writerows(rows)
        file.flush()
        self.extra_args = [file.name]
        generic.start(self)


def read_rows(path: Path) -> list[list[str]]:
    """The rows of a roster, the first with the names of columns. CourseError for what is none."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        why = "it is not in UTF-8; save it as CSV UTF-8" if isinstance(error, ValueError) else error
        raise CourseError(f"{path} can't be read: {why}.") from None
    separator = max(SEPARATORS, key=text.split("\n", 1)[0].count)
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if row]
    names = [name.strip().lower().replace(" ", "_") for name in rows[0]] if rows else []
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or "id" not in names:
        what = (
            f"there is no column {quoted_name(unknown[0])}" if unknown else "no column is called id"
        )
        near = did_you_mean(unknown[0], COLUMNS) if unknown else ""
        wanted = f"columns are {', '.join(COLUMNS)}, and all but id may be left out"
        raise CourseError(f"{path}: {what}; {wanted}.{near}")
    holders: dict[tuple[str, str], str] = {}
    for number, row in enumerate(rows[1:], 2):
        row[:] = [nfc(cell.strip()) for cell in row]
        if why := _why_not(row, names, holders):
            raise CourseError(f"{path}, row {number}: {why}. Nothing was imported.")
    return [names, *rows[1:]]


def _why_not(row: list[str], names: list[str], holders: dict[tuple[str, str], str]) -> str:
    """What is wrong with a row; "" if nothing is. holders: what only one student may have -> the
    student who has it in the rows before."""
    if "\n" in "".join(row):  # the rest of the file would be one name
        return "a cell goes over several lines, as where a quotation mark is not closed"
    if len(row) != len(names):
        return f"it has {len(row)} cells, and there are {len(names)} columns"
    cells = dict(zip(names, row, strict=True))
    student, lms_id = cells["id"], cells.get("lms_user_id")
    if not student:
        return "it has no id"
    if ("id", student) in holders:
        return f"{quoted_name(student)} stands there a second time"
    if "/" in student or "+" in student or student.startswith(".") or not student.isprintable():
        return f"{quoted_name(student)} can't be the name of a folder; leave out / + and a first ."
    holders["id", student] = student
    if lms_id and (holder := holders.setdefault(("lms_user_id", lms_id), student)) != student:
        two = f"{quoted_name(holder)} and {quoted_name(student)}"
        return f"{two} have one lms_user_id, {quoted_name(lms_id)}"
    return ""
