"""Whose file it is that was downloaded from Canvas or Moodle, for `nbgrader zip_collect`.

Canvas puts all files into one folder, and the student's name and number before each:
`kingada_LATE_4711_90210_flops-1.ipynb`. Moodle has a folder for each student, or puts its name
before each file: `Ada King_815_assignsubmission_file_/flops.ipynb`; the number is another one in
each assignment. Who that is, the roster in the grade book says.

What is inside of that, in a folder or an archive, the student has named, perhaps as if it was
somebody else's: the outermost name counts.
"""

from __future__ import annotations

import glob
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path, PurePath
from typing import Any

from nbgrader.api import Student
from nbgrader.plugins import FileNameCollectorPlugin

from ..course import CourseError
from ..gradebook.class_gradebook import ClassGradebook
from ..quoting import printable
from ..student.files import LeftOut, checked_path
from .archives import is_archive
from .times import TIMESTAMP, read_time

_CANVAS = re.compile(
    r"(?P<name>[^_]+)(?P<late>_late)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.IGNORECASE
)
_MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)")
_TEXT = re.compile(r".+_\d+_assignsubmission_onlinetext.*")
BY_NUMBER = "number"
_OF_PROGRAMS = (".", "__MACOSX", "__pycache__")
SECRET = "submission_secret.txt"  # by which the exchange knows a submission
_OF_THE_COLLECTOR = (TIMESTAMP, SECRET)
_FOR_FORMGRADER = frozenset('<>"#%\\')
_HANDED_IN_AGAIN = re.compile(r"-\d+$")  # what Canvas adds to a name that it has already


class LmsCollector(FileNameCollectorPlugin):
    """Finds the student and the file in a path of a download from Canvas or Moodle.

    With `c.FileNameCollectorPlugin.named_regexp` set, that is used instead.
    """

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """nbgrader's: student_id and file_id, of a notebook its name, of other files the path from
        the notebook on; also the platform's number of who handed it in, by what the roster knows
        them (see `_whose`), and what the platform put before the file's name. LeftOut for what is
        no student's, or nobody knows whose.
        """
        path = PurePath(submitted_file)
        if self.named_regexp:
            return super().collect(submitted_file)
        places = self._places(path)
        found = [
            (at, each)
            for at, p in enumerate(places)
            if (each := self._whose(nfc(p), nfc(path.name)))
        ]
        if not found and any(map(_TEXT.fullmatch, places)):
            raise LeftOut(
                "a text that was typed into Moodle, which is not graded: if it is an answer, ask "
                'for the notebook, and switch "Online text" off in the assignment'
            )
        if not found:
            raise LeftOut("its name is neither of Canvas' form nor of Moodle's")
        (at, (students, known, file, number)), *inner = found
        before = _before(places[at])
        others = [each for _, (each, in_roster, *_) in inner if in_roster and each != students]
        if others and not known:
            raise LeftOut(
                f"it is in what {students[0]} handed in, who is not in the roster; put it into "
                "submitted/ by hand, or give the archive another name"
            )
        if len(students) > 1:
            what = (
                "have this number: correct the roster"
                if known == BY_NUMBER
                else "have this name; put it into submitted/ by hand"
            )
            raise LeftOut(f"{' and '.join(students)} {what}")
        name = _beside(path, len(places) - at - 1, file)
        about = {"number": number, "known": known, "before": before}
        return {"student_id": students[0], "file_id": name, **about}

    def check(self) -> None:
        """CourseError where students aren't known: there is no grade book."""
        if self.named_regexp:
            return
        try:
            self._roster  # noqa: B018
        except CourseError as error:
            raise CourseError(
                f"{error} Then, for the names of students, `nbgrader db student import roster.csv`."
            ) from None

    def _places(self, path: PurePath) -> tuple[str, ...]:
        """The parts of a path that come from the download, the outermost first."""
        extracted = self.parent._format_collect_path(self.parent.extracted_directory)
        return path.relative_to(extracted).parts if path.is_relative_to(extracted) else path.parts

    def _whose(self, place: str, file: str) -> tuple[list[str], str, str, str] | None:
        """By a part of a path: the students who are called so, by what the roster knows them ("":
        it doesn't), the name of the file, and the number. Who isn't in it is called as in the
        download.

        A student is found by Canvas' number, else by name. file: the last part.
        """
        if found := _MOODLE.fullmatch(place):
            own, name = "_".join(found["name"].split()), found["file"] if place == file else file
            by_number = []  # it is another one in each assignment
        elif found := _CANVAS.fullmatch(place):
            own, path = found["number"], PurePath(found["file"] if place == file else file)
            name = _HANDED_IN_AGAIN.sub("", path.stem) + path.suffix
            by_number = [s for s, lms_id, _ in self._roster if lms_id == own]
        else:
            return None
        by_name = [s for s, _, names in self._roster if _letters(found["name"]) in names]
        known = BY_NUMBER if by_number else "name" if by_name else ""
        return by_number or by_name or [own], known, name, found["number"]

    @cached_property
    def _roster(self) -> list[tuple[str, str, set[str]]]:
        """Each student's id, Canvas' number, and the names that a download may give."""
        coursedir = self.parent.coursedir
        columns = Student.id, Student.lms_user_id, Student.first_name, Student.last_name
        gradebook = ClassGradebook(coursedir, coursedir.assignment_id)
        with gradebook, gradebook.reading():
            rows = gradebook.db.query(*columns).all()
        return [(s, number or "", _names(s, first, last)) for s, number, first, last in rows]


def _before(place: str) -> str:
    """A part of a path without the file's name at its end, as the platform wrote it."""
    found = _MOODLE.fullmatch(place) or _CANVAS.fullmatch(place)
    return place[: found.start("file")].removesuffix("_") if found else ""


def platform_of(before: str) -> str:
    """Who puts this before a file's name: "canvas" or "moodle"."""
    return "moodle" if before.endswith("_assignsubmission_file") else "canvas"


def is_late(file: Path) -> bool:
    """Whether a path has Canvas' word for it."""
    return any(found and found["late"] for found in map(_CANVAS.fullmatch, PurePath(file).parts))


def _beside(path: PurePath, depth: int, name: str) -> str:
    """Where a file goes in a student's folder; depth: in so many folders of the student's.

    A notebook lies at the top, and what was beside it or in folders there, as it did. LeftOut for
    what is nobody's work, and for what only says when something was submitted.
    """
    inside = path.parts[len(path.parts) - depth :]
    if any(part.startswith(_OF_PROGRAMS) for part in inside):
        raise LeftOut("a program's own file")
    if is_archive(Path(path)):
        raise LeftOut("an archive; what could be read of it was looked at")
    if path.suffix != ".ipynb":
        for parent in path.parents[:depth]:
            if _has_notebook(parent):
                name = str(path.relative_to(parent))
                break
    if name.casefold() in _OF_THE_COLLECTOR:
        raise LeftOut("whoever collects says when something was submitted")
    return name


@cache
def _has_notebook(folder: PurePath) -> bool:
    return any(Path(folder).glob("*.ipynb"))


def _names(student: str, first: str | None, last: str | None) -> set[str]:
    """Moodle's order, Canvas', and the id itself."""
    orders: Iterable[tuple] = ((first, last), (last, first))
    return {_letters("".join(filter(None, order))) for order in orders} - {""} | {_letters(student)}


def _letters(name: str) -> str:
    """A name without spaces, signs and case: Canvas leaves them out."""
    return "".join(c for c in nfc(name).casefold() if c.isalnum())


def nfc(name: str) -> str:
    """A name as it is compared: a Mac writes é as two characters, others as one."""
    return unicodedata.normalize("NFC", name)


def check_student(name: str) -> None:
    """LeftOut for what can't be a student's name here."""
    usable = (
        printable(name) == name and not name.startswith(".") and len(checked_path(name).parts) == 1
    )
    # nbgrader looks for folders by patterns: the student "*" would be graded, and nobody else. And
    # formgrader puts names into addresses, into scripts and, where one fails, into HTML.
    if not usable or glob.has_magic(name) or not _FOR_FORMGRADER.isdisjoint(name):
        raise LeftOut("its name says no student's")


def time_of(text: Any) -> datetime | None:
    """LeftOut for what is no time."""
    if not text or not isinstance(text, str):
        return text or None
    try:
        return read_time(text)
    except ValueError:
        raise LeftOut("the time in its name is none") from None
