"""What a course needs of nbgrader 0.9.6 and no setting gives. `apply` is called once, by
nbgrader_config.py, so that the command line and formgrader behave alike.

Each function says which method it replaces and what that one does wrong.
"""

from __future__ import annotations

import fnmatch
import glob
import logging
import os
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import autograde, base
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import exchange
from nbgrader.utils import find_all_files, ignore_patterns
from traitlets.log import get_logger

from ..gradebook.scores import EARLIER, asked_earlier
from ..intake import times
from ..student.files import MAX_SEEN, collect_files, printable_name

MAX_DEPTH = 100  # of folders in folders that are collected
MAX_TIMESTAMP = 100  # bytes of a timestamp.txt
_NO_DATE = (
    "%s/timestamp.txt holds no date; taken as submitted in time. Write it as "
    "2026-10-30 21:00 UTC, or with +0200 in the place of UTC."
)
UNDATED = (
    "its timestamp.txt holds no date: taken as in time; write it as 2026-10-30 21:00 UTC, and "
    "autograde again"
)
_convert_notebooks = base.BaseConverter.convert_notebooks
_init_notebooks = autograde.Autograde.init_notebooks


def apply() -> None:
    """Put the functions of this module into nbgrader. Calling it twice does no harm."""
    autograde.Autograde.init_destination = init_destination
    times.apply()
    CourseDirectory.get_existing_timestamp = get_existing_timestamp
    base.BaseConverter.convert_notebooks = convert_notebooks
    base.find_all_files = files_to_copy
    exchange.ignore_patterns = files_to_leave_out
    logging.setLogRecordFactory(PrintableRecord)
    autograde.utils.find_all_files = find_files_without_links
    zip_collect = sys.modules.get("nbgrader.apps.zipcollectapp")
    if zip_collect:
        from ..intake import zip_collect as bounded

        bounded.apply(zip_collect)
    formgrader = sys.modules.get("nbgrader.server_extensions.formgrader.formgrader")
    if formgrader:  # it is what reads the settings, then
        from .nbgrader_steps import FormgraderExporter

        formgrader.HTMLExporter = FormgraderExporter


def init_notebooks(self: autograde.Autograde) -> None:
    """Autograde.init_notebooks: which notebooks of which students to grade.

    nbgrader's takes a folder's name for a pattern, so that a student "[x]" is never found, and
    leaves out a notebook that was submitted under another name or not at all. Here every notebook
    of the assignment is graded for every folder; `GradingExporter` finds out what is there.
    """
    coursedir = self.coursedir
    pattern = self._format_source(coursedir.assignment_id, coursedir.student_id)
    folders = [pattern] if os.path.isdir(pattern) else sorted(glob.glob(pattern))
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        try:
            notebooks = gradebook.find_assignment(coursedir.assignment_id).notebooks
        except MissingEntry:
            notebooks = []
        names = [n.name for n in notebooks if glob.fnmatch.fnmatch(n.name, coursedir.notebook_id)]
    if not folders or not names:
        _init_notebooks(self)  # it says what is missing
        return
    self.notebooks = []
    self.assignments = {
        folder: [os.path.join(folder, f"{name}.ipynb") for name in names] for folder in folders
    }


def init_destination(self: autograde.Autograde, assignment_id: str, student_id: str) -> bool:
    """Autograde.init_destination: nbgrader's deletes the graded notebooks of a submission that is
    graded again. What was answered in them decides on marks that were given by hand."""
    folder = Path(self._format_dest(assignment_id, student_id))
    names = [Path(notebook).stem for notebook in self.notebooks]
    setattr(self, EARLIER, {name: asked_earlier(folder / f"{name}.ipynb") for name in names})
    return base.BaseConverter.init_destination(self, assignment_id, student_id)


def convert_notebooks(self: base.BaseConverter) -> None:
    """BaseConverter.convert_notebooks: nbgrader's ends the run for all at the first folder with a
    line break in its name, which it can't read a student's name from."""
    odd = [folder for folder in self.assignments if "\n" in folder]
    for folder in odd:
        del self.assignments[folder]
        name = printable_name(os.path.relpath(folder, self.coursedir.root))
        self.log.error("%s was left out: its name has a line break, rename it", name)
    _convert_notebooks(self)
    if odd:
        raise base.NbGraderException("some folders were left out")


def get_existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime | None:
    """CourseDirectory.get_existing_timestamp: nbgrader's ends the whole run at a file that holds
    no date, and waits for ever at a pipe or a link to a device."""
    file = os.path.join(dest_path, "timestamp.txt")
    if not os.path.lexists(file):
        return None
    try:
        return _read_timestamp(file)
    except (OSError, ValueError):
        self.log.error(_NO_DATE, dest_path)
        return None


def undated(folder: Path) -> bool:
    """Whether a submission's timestamp.txt is there and holds no date."""
    file = os.path.join(folder, "timestamp.txt")
    try:
        if os.path.lexists(file):
            _read_timestamp(file)
    except (OSError, ValueError):
        return True
    return False


def _read_timestamp(file: str) -> datetime | None:
    """None for an empty file. OSError, ValueError for what holds no date."""
    if not _ordinary(file) or os.path.getsize(file) > MAX_TIMESTAMP:
        raise ValueError
    with open(file, "rb") as opened:
        text = opened.read(MAX_TIMESTAMP).decode().strip()
    return times.read_time(text) if text else None


def files_to_copy(path: str, exclude: list[str] | None = None) -> list[str]:
    """utils.find_all_files, for the files beside a notebook, which nbgrader copies to autograded/
    and from there to feedback/: as many, as large and with such names as are copied into the
    sandbox, but for those that stand where a page or a notebook must go."""
    if os.path.islink(path) or os.path.islink(os.path.dirname(path)):
        return []
    found = []
    for name in collect_files(Path(path))[0]:
        first, *others = parts = name.split("/")
        if first.endswith(".html") or (others and first.endswith(".ipynb")):
            get_logger().warning("%s/%s was left out: a page or a notebook goes there", path, name)
        elif not any(fnmatch.fnmatch(part, glob) for part in parts for glob in exclude or ()):
            found.append(os.path.join(path, name))
    return found


def find_files_without_links(path: str, exclude: list[str] | None = None) -> list[str]:
    """utils.find_all_files: nbgrader copies what a link points to, be it the grade book."""
    if os.path.islink(path) or os.path.islink(os.path.dirname(path)):
        return []
    try:
        return [file for file in find_all_files(path, exclude) if _ordinary(file)]
    except RecursionError:  # folders in folders, made to end this run
        return []


def files_to_leave_out(**options: Any) -> Callable[[str, list[str]], set[str]]:
    """exchange.ignore_patterns: what is copied neither into the exchange nor out of it. nbgrader
    copies what a link there points to, as the instructor who collects: the solutions, say; and as
    many files as there are, in folders as deep as there are."""
    ignored = ignore_patterns(**options)
    seen, top = 0, ""

    def leave_out(folder: str, names: list[str]) -> set[str]:
        nonlocal seen, top
        seen, top = seen + len(names), top or folder
        depth = os.path.relpath(folder, top).count(os.sep)
        if os.path.islink(folder) or seen > MAX_SEEN or depth > MAX_DEPTH:
            return set(names)
        paths = {name: os.path.join(folder, name) for name in names}
        odd = {n for n, p in paths.items() if os.path.islink(p) or not _ordinary_or_folder(p)}
        return odd | set(ignored(folder, [name for name in names if name not in odd]))

    return leave_out


class PrintableRecord(logging.LogRecord):
    """A line of a log with nothing in it that acts on a terminal, or that looks like another line:
    what it tells of, such as the name of a file, may be a student's."""

    def getMessage(self) -> str:
        before, self.args = self.args, _indented(self.args)
        try:
            text = super().getMessage()
        finally:
            self.args = before
        return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def _indented(value: Any) -> Any:
    """The lines of a text after its first, so that none of them begins a line."""
    if isinstance(value, str):
        return "\n    ".join(value.splitlines())
    return tuple(map(_indented, value)) if type(value) is tuple else value


def _ordinary(file: str) -> bool:
    return os.path.isfile(file) and not os.path.islink(file)


def _ordinary_or_folder(path: str) -> bool:
    return os.path.isfile(path) or os.path.isdir(path)
