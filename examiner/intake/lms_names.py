"""What Canvas and Moodle call a student's file: read in a download, written in the zip of pages.

Canvas puts all files into one folder, and the student's name and number before each:
`kingada_LATE_4711_90210_flops-1.ipynb`. Moodle has a folder for each student, or puts its name
before each file: `Ada King_815_assignsubmission_file_/flops.ipynb`; the number is another one in
each assignment. Who that is, the roster in the grade book says.

What is inside of that, in a folder or an archive, the student has named, perhaps as if it was
somebody else's: the outermost name counts.

Pages go back under the same names ("Upload multiple feedback files in a zip" in Moodle, "Upload
Submissions" in Canvas): Moodle finds a student by the number in a folder's name, Canvas by the
first two in a file's. Only a download has these: collecting notes them beside it.
"""

from __future__ import annotations

import glob
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import NamedTuple

from nbgrader.coursedir import CourseDirectory

from ..course import CourseError
from ..gradebook.class_gradebook import ClassGradebook
from ..notebook_names import is_notebook_name
from ..output_files import put
from ..quoting import printable
from ..student.files import FileRejected, checked_path
from .archives import is_archive
from .times import TIMESTAMP

_CANVAS = re.compile(
    r"(?P<name>[^_]+)(?P<late>_late)?_(?P<number>\d+)_\d+_(?P<file>.*)", re.IGNORECASE
)
_MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)")
_TEXT = re.compile(r".+_\d+_assignsubmission_onlinetext.*")
_HANDED_IN_AGAIN = re.compile(r"-\d+$")  # what Canvas adds to a name that it has already
_OF_PROGRAMS = (".", "__MACOSX", "__pycache__")
_FOR_FORMGRADER = frozenset('<>"#%\\')
BY_NUMBER = "number"
SECRET = "submission_secret.txt"  # by which the exchange knows a submission
NAMES = "names.json"  # in downloaded/<assignment>/: platform -> student -> what was before a file


class Named(NamedTuple):
    """A platform's name for something that was handed in.

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
        """Read a part of a path, if a platform wrote it. file: the last part of the path."""
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

    def whose(self, roster: Roster) -> tuple[list[str], str]:
        """The students who are called so, by Canvas' number, else by name; and by what the roster
        knows them. Of whom it doesn't know: what they are called here, and ""."""
        is_number = self.platform == "canvas"  # Moodle's is another one in each assignment
        if is_number and (found := [s for s, number, _ in roster if number == self.number]):
            return found, BY_NUMBER
        if found := [student for student, _, names in roster if _letters(self.name) in names]:
            return found, "name"
        return [self.number if is_number else "_".join(self.name.split())], ""


Roster = list[tuple[str, str, set[str]]]  # id, Canvas' number, names that a download may give


def read_roster(coursedir: CourseDirectory) -> Roster:
    """CourseError where students aren't known: there is no grade book."""
    try:
        gradebook = ClassGradebook(coursedir, coursedir.assignment_id)
    except CourseError as error:
        raise CourseError(
            f"{error} Then, for the names of students, `nbgrader db student import roster.csv`."
        ) from None
    found = []
    with gradebook, gradebook.reading():
        for student in gradebook.students:
            first, last = student.first_name or "", student.last_name or ""
            names = {_letters(student.id), _letters(first + last), _letters(last + first)}
            found.append((student.id, student.lms_user_id or "", names - {""}))
    return found


def read_path(path: Path, places: Sequence[str], roster: Roster) -> tuple[str, str, Named, str]:
    """The student and the place of a file that was unpacked: of a notebook its name, of other files
    the path from the notebook on; also what the platform says, and by what the roster knows who
    handed it in. FileRejected for what is no student's, or nobody knows whose.

    places: the parts of the path that come from the download.
    """
    read = [(at, Named.read(place, path.name)) for at, place in enumerate(places)]
    found = [(at, named) for at, named in read if named]
    # What is embedded in such a text has the name that a student gave it.
    if any(map(_TEXT.fullmatch, places[: found[0][0]] if found else places)):
        raise FileRejected(
            "a text that was typed into Moodle, which is not graded: if it is an answer, ask "
            'for the notebook, and switch "Online text" off in the assignment'
        )
    if not found:
        raise FileRejected("its name is neither of Canvas' form nor of Moodle's")
    (at, named), *inner = found
    students, known = named.whose(roster)
    others = [who for who, by in (each.whose(roster) for _, each in inner) if by]
    if not known and any(who != students for who in others):
        raise FileRejected(
            f"it is in what {students[0]} handed in, who is not in the roster; put it into "
            "submitted/ by hand, or give the archive another name"
        )
    if len(students) > 1:
        have = (
            "have this number: correct the roster"
            if known == BY_NUMBER
            else "have this name; put it into submitted/ by hand"
        )
        raise FileRejected(f"{' and '.join(students)} {have}")
    return students[0], _beside(path, len(places) - at - 1, named.file), named, known


def _beside(path: Path, depth: int, name: str) -> str:
    """The place of a file in a student's folder; depth: in so many folders of the student's.

    A notebook lies at the top, and what was beside it or in folders there, as it did. FileRejected
    for what is nobody's work, and for what only says when something was submitted.
    """
    inside = path.parts[len(path.parts) - depth :]
    if any(part.startswith(_OF_PROGRAMS) for part in inside):
        raise FileRejected("a program's own file")
    if is_archive(path):
        raise FileRejected("an archive; what could be read of it was looked at")
    above = () if is_notebook_name(path.name) else path.parents[:depth]
    if parent := next(filter(_has_notebook, above), None):
        name = str(path.relative_to(parent))
    if name.casefold() in (TIMESTAMP, SECRET):
        raise FileRejected("whoever collects says when something was submitted")
    return name


@cache
def _has_notebook(folder: Path) -> bool:
    return any(is_notebook_name(path.name) for path in folder.iterdir())


def _letters(name: str) -> str:
    """A name without spaces, signs and case: Canvas leaves them out."""
    return "".join(c for c in nfc(name).casefold() if c.isalnum())


def nfc(name: str) -> str:
    """A name as it is compared: a Mac writes é as two characters, others as one."""
    return unicodedata.normalize("NFC", name)


def check_student(name: str) -> None:
    """FileRejected for what can't be a student's name here."""
    # A name with a dash in front is an option of any command that is given it.
    usable = printable(name) == name and not name.startswith((".", "-")) and is_one_part(name)
    # nbgrader looks for folders by patterns: the student "*" would be graded, and nobody else. And
    # formgrader puts names into addresses, into scripts and, where one fails, into HTML.
    if not usable or glob.has_magic(name) or not _FOR_FORMGRADER.isdisjoint(name):
        raise FileRejected("its name says no student's")


def is_one_part(name: str) -> bool:
    """Whether a name is that of one file or folder. FileRejected for a path that leads
    elsewhere."""
    return len(checked_path(name).parts) == 1 and "/" not in name


# --- the way back ------------------------------------------------------------------------------


def note_names(root: Path, assignment: str, found: Mapping[str, Mapping[str, str]]) -> None:
    """Keep what a download calls its students (platform -> student -> name); of who isn't in it,
    what an earlier one did."""
    known = _noted(root, assignment)
    for platform, names in found.items():
        known[platform] = {**known.get(platform, {}), **names}
    if found:
        content = json.dumps(known, ensure_ascii=False, indent=1)
        put(root / "downloaded" / assignment / NAMES, content.encode())


def names_of(root: Path, assignment: str, platform: str) -> dict[str, str]:
    """Student -> what a download calls what was handed in. CourseError where there was none."""
    known = _noted(root, assignment)
    if names := known.get(platform):
        return names
    other = f"what was collected came from {' and '.join(map(str.capitalize, sorted(known)))}"
    raise CourseError(
        f"{other if known else 'nothing was collected'}, and the names that {platform.capitalize()}"
        f" knows students by stand in its download alone: put that into "
        f"downloaded/{assignment}/archive/ and run `nbgrader zip_collect {assignment} --force`."
    )


def _noted(root: Path, assignment: str) -> dict[str, dict[str, str]]:
    file = root / "downloaded" / assignment / NAMES
    try:
        known = json.loads(file.read_text("utf-8"))
        if not all(isinstance(names, dict) for names in known.values()):
            raise ValueError("it holds no names")
        return {
            platform: {
                student: name for student, name in names.items() if _is_usable(student, name)
            }
            for platform, names in known.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError) as error:
        raise CourseError(
            f"{file} can't be read ({error}): delete it, and run `nbgrader zip_collect {assignment}"
            " --force` with the download."
        ) from None


def _is_usable(student: str, name: object) -> bool:
    """Whether a student, and a name in a zip of pages, pass the checks of a download: the file may
    have come in an archive of somebody else's."""
    try:
        check_student(student)
        return isinstance(name, str) and is_one_part(name)
    except FileRejected:
        return False


def zip_of_pages(platform: str, names: Mapping[str, str], pages: Mapping[str, bytes]) -> bytes:
    """A zip that the platform takes. names: as from `names_of`. pages: student -> the page."""
    file = io.BytesIO()
    between = "_/" if platform == "moodle" else "_"
    with zipfile.ZipFile(file, "w") as archive:
        for student, page in pages.items():
            # What a student called a file is left out: Canvas passes over one called link….
            place = zipfile.ZipInfo(f"{names[student]}{between}feedback.html")
            place.external_attr = 0o600 << 16
            archive.writestr(place, page, zipfile.ZIP_DEFLATED)
    return file.getvalue()
