"""`nbgrader db student import`, for the files that spreadsheets really write."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ..course import CourseError
from ..quoting import quoted_name
from ..wording import did_you_mean

COLUMNS = ("id", "first_name", "last_name", "email", "lms_user_id")
SEPARATORS = ",;\t"


def import_students(self: Any) -> None:
    """DbStudentImportApp.start: nbgrader's doesn't find the column `id` behind the mark that Excel
    puts first, nor where columns are separated by semicolons; it passes over a column whose name is
    misspelt, and says so among other things."""
    generic = type(self).__mro__[1]
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
    first = text.split("\n", 1)[0]
    separator = max(SEPARATORS, key=first.count)
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if row]
    names = [name.strip().lower().replace(" ", "_") for name in rows[0]] if rows else []
    _check_names(path, names)
    place, seen, holders = names.index("id"), set(), {}
    for number, row in enumerate(rows[1:], 2):
        student = row[place].strip() if len(row) == len(names) else ""
        if "\n" in "".join(row):  # the rest of the file would be one name
            raise CourseError(
                f"{path}, row {number}: a cell goes over several lines. Is a quotation mark not "
                "closed? Nothing was imported."
            )
        if why := _why_not(student, seen, len(row), len(names)):
            raise CourseError(f"{path}, row {number}: {why}. Nothing was imported.")
        lms_id = row[names.index("lms_user_id")].strip() if "lms_user_id" in names else ""
        if lms_id and (holder := holders.setdefault(lms_id, student)) != student:
            two = f"{quoted_name(holder)} and {quoted_name(student)}"
            raise CourseError(
                f"{path}, row {number}: {two} have one lms_user_id, {quoted_name(lms_id)}. "
                "Nothing was imported."
            )
        row[place] = student
        seen.add(student)
    return [names, *rows[1:]]


def _check_names(path: Path, names: list[str]) -> None:
    wanted = f"columns are {', '.join(COLUMNS)}, and all but id may be left out"
    if unknown := [name for name in names if name not in COLUMNS]:
        shown = ", ".join(quoted_name(name) or '""' for name in unknown)
        near = did_you_mean(unknown[0], COLUMNS)
        if "id" not in names and any("id" in name for name in unknown):
            near = " Did you mean id?"  # student_id, say
        raise CourseError(f"{path}: there is no column {shown}; {wanted}.{near}")
    if "id" not in names:
        raise CourseError(f"{path} has no column id; {wanted}.")


def _why_not(student: str, seen: Collection[str], cells: int, columns: int) -> str:
    """What is wrong with a row; "" if nothing is."""
    if cells != columns:
        return f"it has {cells} cells, and there are {columns} columns"
    if not student:
        return "it has no id"
    if student in seen:
        return f"{quoted_name(student)} stands there a second time"
    if "/" in student or "+" in student or student.startswith(".") or not student.isprintable():
        return f"{quoted_name(student)} can't be the name of a folder; leave out / + and a first ."
    return ""
