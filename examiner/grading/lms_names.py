"""Whose notebook it is that was downloaded from Canvas or Moodle, for `nbgrader zip_collect`.

Canvas puts all files into one folder, and the student's name and number before each:
`kingada_LATE_4711_90210_flops-1.ipynb`. Moodle has a folder for each student, or puts its name
before each file: `Ada King_815_assignsubmission_file_/flops.ipynb`; the number is another one in
each assignment. Who that is, the roster in the grade book says.

What is inside of that, in a folder or an archive, the student has named, perhaps as if it was
somebody else's: the outermost name counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePath

from nbgrader.api import Student
from nbgrader.plugins import FileNameCollectorPlugin

from ..course import CourseError
from .class_gradebook import ClassGradebook

_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_late)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.IGNORECASE)
_MOODLE = re.compile(r"(?P<name>.+)_\d+_assignsubmission_file_?(?P<file>.*)")
_HANDED_IN_AGAIN = re.compile(r"-\d+$")  # what Canvas adds to a name that it has already


class LmsCollector(FileNameCollectorPlugin):
    """Finds the student and the notebook in a path of a download from Canvas or Moodle.

    With `c.FileNameCollectorPlugin.named_regexp` set, that is used instead.
    """

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """nbgrader's: student_id and file_id, or None for what is no student's notebook."""
        path = PurePath(submitted_file)
        if self.named_regexp:
            return super().collect(submitted_file)
        if path.suffix not in self.valid_ext:
            return None
        found = [each for place in self._places(path) if (each := self._whose(place, path.name))]
        if not found:
            self.log.warning(
                "%s: its name is neither of Canvas' form nor of Moodle's", submitted_file
            )
            return None
        (students, known, file), *inner = found
        others = [each for each, in_roster, _ in inner if in_roster and each != students]
        if others and not known:
            self.log.error(
                "%s: it is in what %s handed in, who is not in the roster; put it into submitted/ "
                "by hand, or give the archive another name",
                submitted_file,
                students[0],
            )
            return None
        if len(students) > 1:
            self.log.error(
                "%s: two students have this name; put it into submitted/ by hand", submitted_file
            )
            return None
        return {"student_id": students[0], "file_id": file}

    def _places(self, path: PurePath) -> tuple[str, ...]:
        """The parts of a path that come from the download, the outermost first."""
        extracted = self.parent._format_collect_path(self.parent.extracted_directory)
        return path.relative_to(extracted).parts if path.is_relative_to(extracted) else path.parts

    def _whose(self, place: str, file: str) -> tuple[list[str], bool, str] | None:
        """By a part of a path: the students who are called so, whether that is in the roster, and
        the name of the file. Who isn't in the roster is called as in the download.

        A student is found by Canvas' number, else by name. file: the last part.
        """
        if found := _MOODLE.fullmatch(place):
            number, name = "", found["file"] if place == file else file
        elif found := _CANVAS.fullmatch(place):
            number, name = found["number"], PurePath(found["file"] if place == file else file)
            name = _HANDED_IN_AGAIN.sub("", name.stem) + name.suffix
        else:
            return None
        by_number = [s for s, lms_id, _ in self._roster if number and lms_id == number]
        by_name = [s for s, _, names in self._roster if _letters(found["name"]) in names]
        known = by_number or by_name
        return known or [number or "_".join(found["name"].split())], bool(known), name

    @cached_property
    def _roster(self) -> list[tuple[str, str, set[str]]]:
        """Each student's id, Canvas' number, and the names that a download may give."""
        coursedir = self.parent.coursedir
        columns = Student.id, Student.lms_user_id, Student.first_name, Student.last_name
        try:
            gradebook = ClassGradebook(coursedir, coursedir.assignment_id)
            with gradebook, gradebook.reading():
                rows = gradebook.db.query(*columns).all()
        except CourseError as error:
            self.log.warning("students are called as in the download: %s", error)
            return []
        return [(s, number or "", _names(s, first, last)) for s, number, first, last in rows]


def _names(student: str, first: str | None, last: str | None) -> set[str]:
    """Moodle's order, Canvas', and the id itself."""
    orders: Iterable[tuple] = ((first, last), (last, first))
    return {_letters("".join(filter(None, order))) for order in orders} - {""} | {_letters(student)}


def _letters(name: str) -> str:
    """A name without spaces, signs and case: Canvas leaves them out."""
    return "".join(c for c in name.casefold() if c.isalnum())
