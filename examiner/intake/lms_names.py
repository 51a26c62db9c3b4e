"""Names of students' files in Canvas and Moodle: read in a download, written in a zip of pages.

Canvas puts all files into one folder and begins each name with the student's name and number:
`kingada_LATE_4711_90210_flops-1.ipynb`. Moodle has a folder for each student, or begins each file's
name in the same way: `Ada King_815_assignsubmission_file_/flops.ipynb`. Moodle's number differs
from assignment to assignment. The roster in the gradebook tells which student has a name or number.

Students choose the names inside their own folder or archive, and could imitate another student's.
Therefore the outermost name counts.

Pages go back under the same names ("Upload multiple feedback files in a zip" in Moodle, "Upload
Submissions" in Canvas). Moodle finds a student by the number in a folder's name, Canvas by the
first two numbers in a file's name. Only a download contains these numbers, so collecting stores
them beside it.
"""

from __future__ import annotations

import glob
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path, PurePath
from typing import NamedTuple

from nbgrader.coursedir import CourseDirectory

from ..course import CourseError
from ..gradebook.class_gradebook import ClassGradebook
from ..notebook_names import is_notebook_name
from ..output_files import write_atomically
from ..quoting import printable
from ..student.files import FileRejected, checked_path
from .archives import is_archive
from .times import TIMESTAMP

_CANVAS = re.compile(
    r"(?P<name>[^_]+)(?P<late>_late)?_(?P<number>\d+)_\d+_(?P<file>.*)", re.IGNORECASE
)
_MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)")
_ONLINE_TEXT = re.compile(r".+_\d+_assignsubmission_onlinetext.*")
_COPY_NUMBER = re.compile(r"-\d+$")  # Canvas adds it to the name of a repeated submission
_MADE_BY_PROGRAMS = (".", "__MACOSX", "__pycache__")  # names of such files begin so
_SPECIAL_IN_FORMGRADER = frozenset('<>"#%\\')
SECRET = "submission_secret.txt"  # the exchange identifies a submission by this file
# A file in downloaded/<assignment>/: platform -> student -> the beginning of their files' names.
NAMES = "names.json"


class KnownBy(StrEnum):
    """The entry of the roster that identifies a student; NOTHING if the student isn't in it."""

    NUMBER = "number"
    NAME = "name"
    NOTHING = ""


class LmsName(NamedTuple):
    """A platform's name for a submitted file or folder.

    Attributes:
        platform: "canvas" or "moodle".
        name: The student's name.
        number: The student's number.
        file: The name of the file, without the student's name and number.
        prefix: The part before the file's name, as the platform wrote it.
        late: Whether Canvas marks the submission as late.
    """

    platform: str
    name: str
    number: str
    file: str
    prefix: str
    late: bool

    @classmethod
    def read(cls, part: str, file: str) -> LmsName | None:
        """Read a part of a path; return None if no platform wrote it.

        Args:
            part: The part of the path.
            file: The last part of the path.
        """
        platform, found = "moodle", _MOODLE.fullmatch(part)
        if not found:
            platform, found = "canvas", _CANVAS.fullmatch(part)
        if not found:
            return None
        name = PurePath(nfc(found["file"] if part == file else file))
        if platform == "canvas":
            name = PurePath(_COPY_NUMBER.sub("", name.stem) + name.suffix)
        prefix = part[: found.start("file")].removesuffix("_")
        late = bool(found.groupdict().get("late"))
        return cls(platform, nfc(found["name"]), found["number"], str(name), prefix, late)

    def find_students(self, roster: Roster) -> tuple[list[str], KnownBy]:
        """Find the students with this number (Canvas only), or else with this name.

        Returns:
            The ids of the students, and the entry of the roster that matches. If the roster knows
            no such student, the only id is made from the number (Canvas) or the name (Moodle).
        """
        number_is_stable = self.platform == "canvas"
        if number_is_stable and (found := [s for s, number, _ in roster if number == self.number]):
            return found, KnownBy.NUMBER
        if found := [student for student, _, names in roster if _letters(self.name) in names]:
            return found, KnownBy.NAME
        new_id = self.number if number_is_stable else "_".join(self.name.split())
        return [new_id], KnownBy.NOTHING


Roster = list[tuple[str, str, set[str]]]  # id, Canvas' number, names that a download may contain


def read_roster(coursedir: CourseDirectory) -> Roster:
    """Read the students in the gradebook.

    Raises:
        CourseError: There is no gradebook.
    """
    try:
        gradebook = ClassGradebook(coursedir, coursedir.assignment_id)
    except CourseError as error:
        raise CourseError(
            f"{error} Then run `nbgrader db student import roster.csv` to import the students' "
            "names."
        ) from None
    found = []
    with gradebook, gradebook.reading():
        for student in gradebook.students:
            first, last = student.first_name or "", student.last_name or ""
            names = {_letters(student.id), _letters(first + last), _letters(last + first)}
            found.append((student.id, student.lms_user_id or "", names - {""}))
    return found


class SubmittedFile(NamedTuple):
    """An unpacked file of a download, and its place in a student's submission.

    Attributes:
        student: The student's id.
        place: A notebook's name; for other files the path relative to the notebook.
        lms_name: The platform's name for the submission.
        known_by: The entry of the roster that identifies the student.
    """

    student: str
    place: str
    lms_name: LmsName
    known_by: KnownBy


def read_path(path: Path, parts: Sequence[str], roster: Roster) -> SubmittedFile:
    """Find the student that an unpacked file belongs to, and its place in the submission.

    Args:
        path: The file.
        parts: The last parts of the path, which come from the download.
        roster: The students.

    Raises:
        FileRejected: The file is no student's work, or its student can't be determined.
    """
    read = [(at, LmsName.read(part, path.name)) for at, part in enumerate(parts)]
    found = [(at, lms_name) for at, lms_name in read if lms_name]
    # A student chooses the names of files embedded in such a text.
    if any(map(_ONLINE_TEXT.fullmatch, parts[: found[0][0]] if found else parts)):
        raise FileRejected(
            "a text that was typed into Moodle is not graded; if it is an answer, ask for the "
            'notebook, and switch "Online text" off in the assignment'
        )
    if not found:
        raise FileRejected("its name has neither Canvas' form nor Moodle's")
    (at, lms_name), *inner = found
    students, known_by = lms_name.find_students(roster)
    known_inside = [ids for ids, known in (n.find_students(roster) for _, n in inner) if known]
    if not known_by and any(ids != students for ids in known_inside):
        raise FileRejected(
            f"it belongs to another student, but is in the submission of {students[0]}, who is not "
            "in the roster; put it into submitted/ by hand, or rename the archive"
        )
    if len(students) > 1:
        problem = (
            "have this number; correct the roster"
            if known_by is KnownBy.NUMBER
            else "have this name; put it into submitted/ by hand"
        )
        raise FileRejected(f"{' and '.join(students)} {problem}")
    numbers = {student: number for student, number, _ in roster}
    if known_by is KnownBy.NAME and lms_name.platform == "canvas" and numbers[students[0]]:
        # Anyone can change their name on a platform, but not their number.
        raise FileRejected(
            f"it has the name of {students[0]}, but not the number in the roster "
            f"({lms_name.number}, not {numbers[students[0]]}); correct the roster, or put it into "
            "submitted/ by hand"
        )
    place = _place_in_submission(path, len(parts) - at - 1, lms_name.file)
    return SubmittedFile(students[0], place, lms_name, known_by)


def _place_in_submission(path: Path, depth: int, name: str) -> str:
    """Return the place of a file in the submission.

    A notebook goes to the top. A file beside it, or in a folder beside it, stays there.

    Args:
        path: The unpacked file.
        depth: The number of the student's own folders above the file.
        name: The name of the file, without the student's name and number.

    Raises:
        FileRejected: The file is nobody's work, or only a time or a secret of the exchange.
    """
    own_parts = path.parts[len(path.parts) - depth :]
    if any(part.startswith(_MADE_BY_PROGRAMS) for part in own_parts):
        raise FileRejected("a program made this file")
    if is_archive(path):
        raise FileRejected("the archive itself is not collected, only the files in it")
    above = () if is_notebook_name(path.name) else path.parents[:depth]
    if parent := next(filter(_has_notebook, above), None):
        name = str(path.relative_to(parent))
    if name.casefold() in (TIMESTAMP, SECRET):
        raise FileRejected("the time of submission is set when it is collected, not by the student")
    return name


@cache
def _has_notebook(folder: Path) -> bool:
    return any(is_notebook_name(path.name) for path in folder.iterdir())


def _letters(name: str) -> str:
    """Return the letters and digits of a name in lower case, as Canvas writes it."""
    return "".join(c for c in nfc(name).casefold() if c.isalnum())


def nfc(name: str) -> str:
    """Normalise a name for comparison: macOS writes é as two characters, others as one."""
    return unicodedata.normalize("NFC", name)


def check_student(name: str) -> None:
    """Raise FileRejected if a name can't be a student's id."""
    # A command would take a name that begins with a dash for an option.
    usable = printable(name) == name and not name.startswith((".", "-")) and is_one_part(name)
    # nbgrader finds folders by patterns, so it would grade the student "*" instead of the others.
    # Formgrader puts names into addresses, scripts and, in error messages, into HTML.
    if not usable or glob.has_magic(name) or not _SPECIAL_IN_FORMGRADER.isdisjoint(name):
        raise FileRejected("its name contains no valid student id")


def is_one_part(name: str) -> bool:
    """Return whether a name is one part of a path. FileRejected if the path leads outside."""
    return len(checked_path(name).parts) == 1 and "/" not in name


# --- names for the zip of pages ------------------------------------------------------------------


def store_names(root: Path, assignment: str, found: Mapping[str, Mapping[str, str]]) -> None:
    """Store the names that a download has for its students; keep the names of absent students.

    Args:
        root: The course folder.
        assignment: The name of the assignment.
        found: Platform -> student -> name.
    """
    known = _stored_names(root, assignment)
    for platform, names in found.items():
        known[platform] = {**known.get(platform, {}), **names}
    if found:
        content = json.dumps(known, ensure_ascii=False, indent=1)
        write_atomically(root / "downloaded" / assignment / NAMES, content.encode())


def read_names(root: Path, assignment: str, platform: str) -> dict[str, str]:
    """Return student -> the name of their submission in the last download that has it.

    Args:
        root: The course folder.
        assignment: The name of the assignment.
        platform: "canvas" or "moodle".

    Raises:
        CourseError: No download of this platform was collected.
    """
    known = _stored_names(root, assignment)
    if names := known.get(platform):
        return names
    others = " and ".join(map(str.capitalize, sorted(known)))
    collected = f"all submissions came from {others}" if known else "nothing was collected"
    raise CourseError(
        f"{collected}. Only a download from {platform.capitalize()} has its names for students: "
        f"put it into downloaded/{assignment}/archive/ and run `nbgrader zip_collect {assignment} "
        "--force`."
    )


def _stored_names(root: Path, assignment: str) -> dict[str, dict[str, str]]:
    file = root / "downloaded" / assignment / NAMES
    try:
        known = json.loads(file.read_text("utf-8"))
        if not all(isinstance(names, dict) for names in known.values()):
            raise ValueError("it contains no names")
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
            f"{file} can't be read ({error}): delete it, and run `nbgrader zip_collect "
            f"{assignment} --force` with the download."
        ) from None


def _is_usable(student: str, name: object) -> bool:
    """Return whether a student and a name pass the checks of a download.

    The file of names may come from a backup that somebody else made.
    """
    try:
        check_student(student)
        return isinstance(name, str) and is_one_part(name)
    except FileRejected:
        return False


def zip_of_pages(platform: str, names: Mapping[str, str], pages: Mapping[str, bytes]) -> bytes:
    """Make a zip of feedback pages that the platform accepts.

    Args:
        platform: "canvas" or "moodle".
        names: Student -> the platform's name (see `read_names`).
        pages: Student -> the page.

    Returns:
        The content of the zip.
    """
    file = io.BytesIO()
    separator = "_/" if platform == "moodle" else "_"
    with zipfile.ZipFile(file, "w") as archive:
        for student, page in pages.items():
            # The name of the student's file is left out: Canvas ignores names that begin with link.
            place = zipfile.ZipInfo(f"{names[student]}{separator}feedback.html")
            place.external_attr = 0o600 << 16
            archive.writestr(place, page, zipfile.ZIP_DEFLATED)
    return file.getvalue()
