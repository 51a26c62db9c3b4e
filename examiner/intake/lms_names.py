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
from typing import Any, NamedTuple

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


class Named(NamedTuple):
    """What a platform calls something that was handed in.

    name, number: of who did. before: what stands before the file's name, as it was written.
    """

    platform: str
    name: str
    number: str
    file: str
    before: str
    late: bool

    @classmethod
    def read(cls, place: str, file: str) -> Named | None:
        """What a part of a path says, if a platform wrote it. file: the last part of the path."""
        platform, found = "moodle", _MOODLE.fullmatch(place)
        if not found:
            platform, found = "canvas", _CANVAS.fullmatch(place)
        if not found:
            return None
        name = PurePath(nfc(found["file"] if place == file else file))
        if platform == "canvas":
            name = PurePath(_HANDED_IN_AGAIN.sub("", name.stem) + name.suffix)
        before = place[: found.start("file")].removesuffix("_")
        late = bool(found.groupdict().get("late"))
        return cls(platform, nfc(found["name"]), found["number"], str(name), before, late)

    @property
    def student(self) -> str:
        """What somebody is called who is not in the roster. Moodle's number is another one in each
        assignment."""
        return self.number if self.platform == "canvas" else "_".join(self.name.split())


class LmsCollector(FileNameCollectorPlugin):
    """Finds the student and the file in a path of a download from Canvas or Moodle.

    With `c.FileNameCollectorPlugin.named_regexp` set, that is used instead.
    """

    def collect(self, submitted_file: str) -> dict[str, Any] | None:
        """nbgrader's: student_id and file_id, of a notebook its name, of other files the path from
        the notebook on; also what the platform says (`Named`), and by what the roster knows who
        handed it in. LeftOut for what is no student's, or nobody knows whose.
        """
        path = PurePath(submitted_file)
        if self.named_regexp:
            return super().collect(submitted_file)
        places = self._places(path)
        read = (Named.read(place, path.name) for place in places)
        found = [(at, named) for at, named in enumerate(read) if named]
        if not found and any(map(_TEXT.fullmatch, places)):
            raise LeftOut(
                "a text that was typed into Moodle, which is not graded: if it is an answer, ask "
                'for the notebook, and switch "Online text" off in the assignment'
            )
        if not found:
            raise LeftOut("its name is neither of Canvas' form nor of Moodle's")
        (at, named), *inner = found
        students, known = self._whose(named)
        others = [who for who, by in (self._whose(each) for _, each in inner) if by]
        if not known and any(who != students for who in others):
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
        name = _beside(path, len(places) - at - 1, named.file)
        return {"student_id": students[0], "file_id": name, "named": named, "known": known}

    def _places(self, path: PurePath) -> tuple[str, ...]:
        """The parts of a path that come from the download, the outermost first."""
        extracted = self.parent._format_collect_path(self.parent.extracted_directory)
        return path.relative_to(extracted).parts if path.is_relative_to(extracted) else path.parts

    def _whose(self, named: Named) -> tuple[list[str], str]:
        """The students who are called so, by Canvas' number, else by name; and by what the roster
        knows them ("": it doesn't)."""
        is_number = named.platform == "canvas"
        by_number = [s for s, lms_id, _ in self.roster if is_number and lms_id == named.number]
        by_name = [s for s, _, known in self.roster if _letters(named.name) in known]
        known = BY_NUMBER if by_number else "name" if by_name else ""
        return by_number or by_name or [named.student], known

    @cached_property
    def roster(self) -> list[tuple[str, str, set[str]]]:
        """Each student's id, Canvas' number, and the names that a download may give. CourseError
        where students aren't known: there is no grade book."""
        coursedir = self.parent.coursedir
        columns = Student.id, Student.lms_user_id, Student.first_name, Student.last_name
        try:
            gradebook = ClassGradebook(coursedir, coursedir.assignment_id)
        except CourseError as error:
            raise CourseError(
                f"{error} Then, for the names of students, `nbgrader db student import roster.csv`."
            ) from None
        with gradebook, gradebook.reading():
            rows = gradebook.db.query(*columns).all()
        return [(s, number or "", _names(s, first, last)) for s, number, first, last in rows]


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
