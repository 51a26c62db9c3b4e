"""What a course needs of nbgrader 0.9.6 and no setting gives. `close_gaps` is called once, by
nbgrader_config.py, so that the command line and formgrader behave alike.

Each function says which method it replaces and what that one does wrong.
"""

from __future__ import annotations

import glob
import os
from datetime import datetime

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import autograde, base
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import find_all_files

_init_notebooks = autograde.Autograde.init_notebooks
_get_existing_timestamp = CourseDirectory.get_existing_timestamp


def close_gaps() -> None:
    """Put the functions of this module into nbgrader. Calling it twice does no harm."""
    autograde.Autograde.init_notebooks = init_notebooks
    CourseDirectory.get_existing_timestamp = get_existing_timestamp
    base.find_all_files = find_files_without_links
    autograde.utils.find_all_files = find_files_without_links


def init_notebooks(self: autograde.Autograde) -> None:
    """Autograde.init_notebooks: which notebooks of which students to grade.

    nbgrader's takes a folder's name for a pattern, so that a student "[x]" is never found, and
    leaves out a notebook that was handed in under another name or not at all. Here every notebook
    of the assignment is graded for every folder; `HandInExporter` finds out what is there.
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


def get_existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime | None:
    """CourseDirectory.get_existing_timestamp: nbgrader's ends the whole run at a file that holds
    no date."""
    try:
        return _get_existing_timestamp(self, dest_path)
    except (SystemExit, AttributeError, ValueError, OverflowError, OSError):
        self.log.error("%s/timestamp.txt holds no date; taken as handed in in time", dest_path)
        return None


def find_files_without_links(path: str, exclude: list[str] | None = None) -> list[str]:
    """utils.find_all_files, for the files beside a notebook: nbgrader copies what a link in a
    hand-in points to, be it the grade book."""
    if os.path.islink(path) or os.path.islink(os.path.dirname(path)):
        return []
    return [file for file in find_all_files(path, exclude) if _ordinary(file)]


def _ordinary(file: str) -> bool:
    return os.path.isfile(file) and not os.path.islink(file)
