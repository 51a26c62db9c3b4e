"""A backup of a term in one file, and the way back.

What can't be made again is the grade book (points by hand, comments, due dates), the course's key,
what was submitted, the tries at it, and what a learning platform calls each student. autograded/
could be graded again; with it, nobody has to look again at what was marked by hand, unless the
grade book says that it was marked in another form. All else is in the repository, or made from
these.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from nbgrader.coursedir import CourseDirectory

from ..course import TABLE, Course, CourseError
from ..course_key import (
    KEY_FILE,
    MAX_KEY,
    PUT_BACK_KEY,
    check_key_not_lost,
    key_in,
    key_is_there,
    put_back_key,
)
from ..gradebook import gradebook_file as books
from ..intake.archives import Room, in_short, unpack_tar
from ..intake.folders import alone
from ..intake.lms_names import NAMES
from ..quoting import quoted_name
from ..student.files import Folder, LeftOut, why_not
from ..wording import names, several
from ..written import FULL, full_disk
from . import tries
from .settings import read_settings

MAX_NAMES = 8  # of what was put back, and of what is not committed
IN_GIT = (f"{TABLE.parent}/", "nbgrader_config.py")  # what marks depend on besides
# Of the files of a submission, as large as they say they are; a sparse one takes no room, and would
# fill a disk when it is restored. Beyond it, the smaller ones that still fit are kept.
MAX_SUBMISSION = 256 * 2**20
MAX_BOOK = 2 * 2**30  # bytes
MAX_MEMBERS = 10**6
NOTES = (f"{tries.FOLDER}/*.jsonl", f"downloaded/*/{NAMES}")  # files that stand alone
MIB = 2**20
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Term:
    """What a course folder has of a term.

    book: None where the grade book is no file. folders: of what was submitted and autograded.
    """

    root: Path
    book: Path | None
    folders: tuple[str, ...]

    @classmethod
    def of(cls, course: Course) -> Term:
        coursedir = CourseDirectory(config=read_settings(course))
        folders = coursedir.submitted_directory, coursedir.autograded_directory
        return cls(course.root, books.file_of(coursedir.db_url), folders)

    def back_up(self, tell: Tell = lambda line: None) -> Path:
        """Write what a term can be restored from to a new file in backups/; its path.

        tell: gets a line on each file that is left out; nothing that a student submitted ends it.
        CourseError where the grade book is lost, or there is none yet, or nothing can be written.
        """
        books.check_not_lost(self.book)
        if self.book is not None and not books.is_there(self.book):
            raise CourseError("there is nothing to back up yet: no grade book.")

        def write(new: Path) -> None:
            with tarfile.open(new, "w:gz", compresslevel=6) as archive:
                if self.book is not None:  # first: see `holds_book`
                    copy = new.with_name(f"{new.name}.db")
                    try:
                        books.copy_book(self.book, copy, alone=True)
                        archive.add(copy, books.BOOK)
                    finally:
                        copy.unlink(missing_ok=True)
                notes = sorted(path for notes in NOTES for path in self.root.glob(notes))
                keys = [self.root / KEY_FILE] if key_is_there(self.root) else []
                for path in (*keys, *notes):
                    _add(archive, path.relative_to(self.root).as_posix(), path.read_bytes())
                for name in self.folders:
                    for student in _folders_in(self.root, name, tell):
                        for submission in _folders_in(self.root, student, tell):
                            _add_files(archive, self.root, submission, tell)

        return books.new_backup(self.root, "term", books.ENDING, write)

    def left_out(self) -> list[str]:
        """A line for each thing that marks depend on and a backup doesn't have, with what to do."""
        found = []
        if self.book is None:
            found.append(
                "it has no grade book, which is no file here: back that up with its own programs"
            )
        try:
            check_key_not_lost(self.root)
        except CourseError as error:
            found.append(f"it has no key: {error}")
        return found + uncommitted(self.root)

    def restore(self, file: Path, *, key_only: bool = False, force: bool = False) -> list[str]:
        """Put back what a backup has, or a copy of the grade book; a line for each thing done.

        The grade book becomes what it was; the one that is there is kept in backups/ first. Of all
        else, only what is missing is put back. key_only: nothing but the key. force: even though
        marks by a person go back. CourseError where the file is no backup, where marks would go
        back without that, and where the disk has too little room.
        """
        if not file.is_file():
            raise CourseError(f"there is no file {file}: {books.name_a_backup(self.root)}.")
        with alone(self.root / self.folders[-1], "`examiner autograde` is grading: wait for it."):
            try:
                if key_only:
                    return self._restore_key(key_in(file), file)
                if file.name.endswith(books.ENDING):
                    return self._restore_term(file, force)
                return self._restore_book(file, file, force)
            except (tarfile.TarError, zlib.error, EOFError, OSError, LeftOut) as error:
                if isinstance(error, OSError) and error.errno in FULL:
                    raise CourseError(full_disk(self.root)) from None
                raise CourseError(
                    f"{file} can't be restored: {books.in_a_line(error)}. If it is none, "
                    f"{books.name_a_backup(self.root)}."
                ) from None

    def _restore_term(self, file: Path, force: bool) -> list[str]:
        (self.root / books.FOLDER).mkdir(mode=0o700, exist_ok=True)
        free = shutil.disk_usage(self.root).free
        room = Room(self._largest)
        room.left, room.members = free // 2, MAX_MEMBERS
        with tempfile.TemporaryDirectory(dir=self.root / books.FOLDER, prefix=".restore-") as found:
            left_out = list(in_short(unpack_tar(file, Path(found), room)))
            if room.wanted > free // 2:
                raise CourseError(
                    f"the disk that {self.root} is on has too little room to restore {file}: "
                    f"{-(-2 * room.wanted // MIB)} MiB must be free, twice what is in it, and "
                    f"{free // MIB} MiB are. Nothing was put back: make room there (`df -h`), "
                    "then run the same command again."
                )
            done = self._put_back(Path(found), file, dict(left_out).get(books.BOOK, ""), force)
        return [
            *(f"left out of the backup: {name}: {why}" for name, why in left_out),
            *done,
        ]

    def _part_of(self, name: str) -> str:
        """What is put back as a whole of all that a file belongs to: a submission, or a note; ""
        where it is no part of a term."""
        path = PurePosixPath(name)
        if path.parts[0] in self.folders and len(path.parts) > 3:
            return "/".join(path.parts[:3])
        depth = path.as_posix().count("/")
        return name if any(path.match(n) and n.count("/") == depth for n in NOTES) else ""

    def _largest(self, name: str) -> int:
        """How many bytes a part of a backup may have. LeftOut for what is none."""
        if name in (books.BOOK, KEY_FILE):
            return MAX_BOOK if name == books.BOOK else MAX_KEY
        if not self._part_of(name):
            raise LeftOut("no part of a backup")
        return MAX_SUBMISSION

    def _put_back(self, found: Path, file: Path, why: str, force: bool) -> list[str]:
        """found: where the backup was unpacked. why: there is no grade book, if it was left out."""
        book, key = found / books.BOOK, found / KEY_FILE
        if book.is_file():
            self._check_book(book, file, force)
        elif self.book is not None:
            raise CourseError(
                f"there is no grade book in {file}, and nothing was changed: "
                f"{why or books.name_a_backup(self.root)}."
            )
        done = self._restore_key(key.read_bytes(), file) if key.is_file() else []
        there = (p.relative_to(found).as_posix() for p in sorted(found.rglob("*")) if p.is_file())
        missing: dict[str, list[str]] = {}
        for part in dict.fromkeys(filter(None, map(self._part_of, there))):
            top, _, inside = part.partition("/")
            put_back = missing.setdefault(top, [])
            if not os.path.lexists(self.root / part):
                (self.root / part).parent.mkdir(parents=True, exist_ok=True)
                (found / part).rename(self.root / part)
                put_back.append(quoted_name(inside))
        for top, put_back in missing.items():
            what = f"put back what was missing: {names(put_back, MAX_NAMES)}"
            done.append(f"{top}/: {what if put_back else 'all there'}")
        return done + (self._restore_book(book, file, force) if book.is_file() else [])

    def _restore_key(self, found: bytes, file: Path) -> list[str]:
        if not found:
            raise CourseError(
                f"there is no key in {file}, and nothing was changed: name a backup of the term "
                f"({books.FOLDER}/term-<time>{books.ENDING}) that was made while there was one."
            )
        there = key_is_there(self.root)
        other = there and (self.root / KEY_FILE).read_bytes().strip() != found.strip()
        if other and any((self.root / self.folders[-1]).glob("*/*/*.ipynb")):
            raise CourseError(
                f"{KEY_FILE} here is not the one in {file}, and draws other inputs for hidden "
                "tests. Move it away and restore again; nothing was changed."
            )
        if other or not there:  # with the key of a new clone nothing was graded yet
            put_back_key(self.root, found)
        return [f"{KEY_FILE}: as in the backup"]

    def _check_book(self, found: Path, file: Path, force: bool) -> None:
        """CourseError where a grade book can't be put back, or takes marks by a person with it.

        file: that it came in.
        """
        if self.book is None:
            raise CourseError("the grade book is no SQLite file: restore it with its own programs.")
        try:
            books.check_book(found)
        except CourseError as error:
            raise CourseError(f"{error} To restore, {books.name_a_backup(self.root)}.") from None
        if force or not (since := books.by_hand_since(self.book, found)):
            return
        whose = [quoted_name(student) for student in dict.fromkeys(since)]
        key = f" For the key alone: `{PUT_BACK_KEY} {file}`." * (not key_is_there(self.root))
        raise CourseError(
            f"{several(len(since), 'mark')} by a person, points or a comment, would go back to "
            f"what {file} has: of {names(whose, MAX_NAMES)}. Nothing was changed. "
            f"`examiner restore --force {file}` restores it even so, and keeps the grade book of "
            f"now in {books.FOLDER}/.{key}"
        )

    def _restore_book(self, found: Path, file: Path, force: bool) -> list[str]:
        self._check_book(found, file, force)
        try:
            kept = books.back_up_book(self.book, self.root, books.REPLACED)
        except CourseError:
            kept = books.move_away(self.book, self.root)
        books.copy_book(found, self.book)
        if books.copies(self.root)[:1] != [file.name]:
            books.back_up_book(self.book, self.root)  # what to restore, should it be lost again
        done = [f"{self.book.name}: as in the backup"]
        return [*done, f"the grade book of before is {books.FOLDER}/{kept.name}"] if kept else done


def uncommitted(root: Path) -> list[str]:
    """A line on what of the texts and settings git doesn't have; none where it has all.

    Another text would give other marks, and a new clone has what was committed.
    """
    command = ["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"]
    try:
        asked = subprocess.run([*command, *IN_GIT], cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return [f"{' and '.join(IN_GIT)} are not in it, nor in git: keep a copy of them beside it"]
    files = [entry[3:] for entry in os.fsdecode(asked.stdout).split("\0") if entry]
    if not files:
        return []
    which = names([quoted_name(file) for file in files], MAX_NAMES)
    return [f"neither in it nor committed in git: {which}. Commit and push: marks depend on them"]


def _folders_in(root: Path, name: str, tell: Tell) -> Iterator[str]:
    """The folders in a folder of the course, by paths below it; none that is a link."""
    try:
        entries = Folder(root / name, own=name.count("/")).entries(most=None)
    except FileNotFoundError:
        return
    except OSError as error:
        tell(f"{quoted_name(name)} was left out: {why_not(error)}")
        return
    yield from (f"{name}/{inside}" for inside, is_folder in entries if is_folder)


def _add_files(archive: tarfile.TarFile, root: Path, submission: str, tell: Tell) -> None:
    """Add the ordinary files of a submission, the notebooks first. Students may submit other
    things: links, pipes, files of many gigabytes, folders a thousand deep. OSError where nothing
    can be written.
    """
    room, left_out = MAX_SUBMISSION, []
    files = Folder(root / submission, own=2).files()
    for name, read in sorted(files, key=lambda file: not file[0].endswith(".ipynb")):
        try:
            content = read(room)
        except LeftOut as why:
            left_out.append(f"{quoted_name(name)} ({why})")
            continue
        room -= len(content)
        _add(archive, f"{submission}/{name}", content)
    if left_out:
        tell(f"{quoted_name(submission)}: left out: {names(left_out, MAX_NAMES)}")


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    about = tarfile.TarInfo(name)
    about.size = len(content)
    archive.addfile(about, io.BytesIO(content))
