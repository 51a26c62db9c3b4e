"""A backup of a term in one file, and the way back.

What can't be made again is the grade book (points by hand, comments, due dates), the course's key,
what was submitted, the tries at it, and what a learning platform calls each student. autograded/
could be graded again; with it, nobody has to look again at what was marked by hand, unless the
grade book says that it was marked in another form. All else is in the repository, or made from
these.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from nbgrader.coursedir import CourseDirectory

from .. import course_key as keys
from ..course import TABLE, Course, CourseError
from ..gradebook import gradebook_file as books
from ..intake import archives
from ..intake.folders import exclusive_access
from ..intake.lms_names import NAMES, check_student
from ..output_files import DISK_FULL_ERRORS, full_disk_message
from ..quoting import quoted_name
from ..student.files import FileRejected, Folder, UnreadableFile
from ..wording import names, several
from .attempts import FOLDER as TRIES
from .settings import read_settings

MAX_NAMES = 8  # of what was put back, and of what is not committed
IN_GIT = (f"{TABLE.parent}/", "nbgrader_config.py")  # what marks depend on besides
# Of the files of a submission, as large as they say they are; a sparse one takes no room, and would
# fill a disk when it is restored. Beyond it, the smaller ones that still fit are kept.
MAX_SUBMISSION = 256 * 2**20
MAX_BOOK = 2 * 2**30  # bytes
MAX_FILES = 10**6  # and folders, of a student; and of all that is restored
NOTES = (f"{TRIES}/*.jsonl", f"downloaded/*/{NAMES}")  # files that stand alone
MIB = 2**20
Tell = Callable[[str], None]


@dataclass(frozen=True)
class TermFiles:
    """The parts of a course folder that are a term's.

    book: None where the grade book is no file. folders: of what was submitted and autograded.
    """

    root: Path
    book: Path | None
    folders: tuple[str, ...]

    @classmethod
    def of(cls, course: Course) -> TermFiles:
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
        with (
            books.new_backup(self.root, "term", books.ENDING) as (new, place),
            zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            if self.book is not None:
                with tempfile.NamedTemporaryFile(dir=new.parent, prefix=".book-") as copy:
                    books.copy_book(self.book, Path(copy.name), alone=True)
                    archive.write(copy.name, books.BOOK)
            key = [self.root / keys.KEY_FILE] if keys.has_key(self.root) else []
            for path in (*key, *sorted(p for notes in NOTES for p in self.root.glob(notes))):
                archive.writestr(path.relative_to(self.root).as_posix(), path.read_bytes())
            for name in self.folders:
                top = self.root / name
                for each in sorted(top.iterdir()) if top.is_dir() else ():
                    if each.is_dir() or each.is_symlink():  # else it is nobody's, as a README
                        _add_files(archive, self.root, f"{name}/{each.name}", tell)
        return place

    def left_out(self) -> list[str]:
        """A line for each thing that marks depend on and a backup doesn't have, with what to do."""
        found = []
        if self.book is None:
            found.append(
                "it has no grade book, which is no file here: back that up with its own programs"
            )
        try:
            keys.raise_if_key_lost(self.root)
        except CourseError as error:
            found.append(f"it has no key: {error}")
        return found + _uncommitted(self.root)

    def restore(self, file: Path, *, key_only: bool = False, force: bool = False) -> list[str]:
        """Put back what a backup has, or a copy of the grade book; a line for each thing done.

        The grade book becomes what it was; the one that is there is kept in backups/ first. Of all
        else, only what is missing is put back. key_only: nothing but the key. force: even though
        marks by a person go back. CourseError where the file is no backup, where marks would go
        back without that, and where the disk has too little room.
        """
        if not file.is_file():
            raise CourseError(f"there is no file {file}: {books.backup_hint(self.root)}.")
        with exclusive_access(
            self.root / self.folders[-1], "`examiner autograde` is grading: wait for it."
        ):
            try:
                if key_only:
                    return self._restore_key(file)
                if file.suffix != books.ENDING:
                    replaced = self._check_book(file, file, force)
                    return self._restore_book(file, replaced, file)
                backups = self.root / books.FOLDER
                backups.mkdir(mode=0o700, exist_ok=True)
                with tempfile.TemporaryDirectory(dir=backups, prefix=".restore-") as found:
                    left_out = self._unpack(file, Path(found))
                    return left_out + self._put_back(Path(found), file, force)
            except (archives.UnreadableArchive, FileRejected, OSError) as error:
                if isinstance(error, OSError) and error.errno in DISK_FULL_ERRORS:
                    raise CourseError(full_disk_message(self.root)) from None
                raise CourseError(
                    f"{file} can't be restored: {books.short_error(error)}. If it is none, "
                    f"{books.backup_hint(self.root)}."
                ) from None

    def _unpack(self, file: Path, found: Path) -> list[str]:
        """Take what is part of a term out of a backup; a line for each file that is none."""
        sizes = (member.file_size for member, _ in archives.members(file, MAX_FILES))
        needed, free = 2 * sum(sizes), shutil.disk_usage(self.root).free
        if needed > free:
            raise CourseError(
                f"the disk that {self.root} is on has too little room to restore {file}: "
                f"{-(-needed // MIB)} MiB must be free, twice what is in it, and "
                f"{free // MIB} MiB are. Nothing was put back: make room there (`df -h`), "
                "then run the same command again."
            )
        left_out = archives.unpack(file, found, self._check_part, MAX_FILES)
        if left_out and isinstance(left_out[0], UnreadableFile):
            raise archives.UnreadableArchive(": ".join(left_out[0]))
        return [f"left out of the backup: {name}: {why}" for name, why in left_out]

    def _check_part(self, name: str, size: int) -> None:
        """FileRejected for what is no part of a backup, or is larger than such a part may be."""
        path, most = PurePosixPath(name), MAX_SUBMISSION
        if name in (books.BOOK, keys.KEY_FILE):
            most = MAX_BOOK if name == books.BOOK else keys.MAX_KEY_BYTES
        elif not (
            (path.parts[0] in self.folders and len(path.parts) > 3)
            or any(path.match(notes) and len(path.parts) == notes.count("/") + 1 for notes in NOTES)
        ):
            raise FileRejected("no part of a backup")
        elif path.parts[0] in self.folders:
            check_student(path.parts[1])
        if size > most:
            raise FileRejected(f"it has more than {most / MIB:.3g} MiB")

    def _put_back(self, found: Path, file: Path, force: bool) -> list[str]:
        """found: where the backup was unpacked. A submission is put back as a whole."""
        book, replaced = found / books.BOOK, None
        if book.is_file():
            replaced = self._check_book(book, file, force)
        elif self.book is not None:
            raise CourseError(
                f"there is no grade book in {file}, and nothing was changed: "
                f"{books.backup_hint(self.root)}."
            )
        done = self._restore_key(file) if (found / keys.KEY_FILE).is_file() else []
        for pattern in sorted([*(f"{folder}/*/*" for folder in self.folders), *NOTES]):
            parts = [path.relative_to(found) for path in sorted(found.glob(pattern))]
            missing = [part for part in parts if not os.path.lexists(self.root / part)]
            for part in missing:
                (self.root / part).parent.mkdir(parents=True, exist_ok=True)
                (found / part).rename(self.root / part)
            shown = names([quoted_name("/".join(p.parts[1:])) for p in missing], MAX_NAMES)
            what = f"put back what was missing: {shown}" if missing else "all there"
            done += [f"{pattern.partition('/')[0]}/: {what}"] if parts else []
        return done if replaced is None else done + self._restore_book(book, replaced, file)

    def _restore_key(self, file: Path) -> list[str]:
        found = keys.read_backup_key(file)
        if not found:
            raise CourseError(
                f"there is no key in {file}, and nothing was changed: name a backup of the term "
                f"({books.FOLDER}/term-<time>{books.ENDING}) that was made while there was one."
            )
        there = keys.has_key(self.root)
        other = there and (self.root / keys.KEY_FILE).read_bytes().strip() != found.strip()
        if other and any((self.root / self.folders[-1]).glob("*/*/*.ipynb")):
            raise CourseError(
                f"{keys.KEY_FILE} here is not the one in {file}, and draws other inputs for hidden "
                "tests. Move it away and restore again; nothing was changed."
            )
        if other or not there:  # with the key of a new clone nothing was graded yet
            keys.restore_key(self.root, found)
        return [f"{keys.KEY_FILE}: as in the backup"]

    def _check_book(self, found: Path, file: Path, force: bool) -> Path:
        """The grade book that it replaces. CourseError where a grade book can't be put back, or
        takes marks by a person with it.

        file: that it came in.
        """
        if self.book is None:
            raise CourseError("the grade book is no SQLite file: restore it with its own programs.")
        try:
            books.check_book(found)
        except CourseError as error:
            raise CourseError(f"{error} To restore, {books.backup_hint(self.root)}.") from None
        if force or not (since := books.by_hand_since(self.book, found)):
            return self.book
        whose = [quoted_name(student) for student in dict.fromkeys(since)]
        key = f" For the key alone: `{keys.RESTORE_KEY_COMMAND} {file}`."
        raise CourseError(
            f"{several(len(since), 'mark')} by a person, points or a comment, would go back to "
            f"what {file} has: of {names(whose, MAX_NAMES)}. Nothing was changed. "
            f"`examiner restore --force {file}` restores it even so, and keeps the grade book of "
            f"now in {books.FOLDER}/.{'' if keys.has_key(self.root) else key}"
        )

    def _restore_book(self, found: Path, book: Path, file: Path) -> list[str]:
        try:
            kept = books.back_up_book(book, self.root, books.REPLACED)
        except CourseError:
            kept = books.move_away(book, self.root)
        books.copy_book(found, book)
        if books.copies(self.root)[:1] != [file.name]:
            books.back_up_book(book, self.root)  # what to restore, should it be lost again
        done = [f"{book.name}: as in the backup"]
        return [*done, f"the grade book of before is {books.FOLDER}/{kept.name}"] if kept else done


def _uncommitted(root: Path) -> list[str]:
    """A line on what of the texts and settings git doesn't have; none where it has all.

    Another text would give other marks, and a new clone has what was committed.
    """
    command = ["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"]
    try:
        asked = subprocess.run([*command, *IN_GIT], cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return [f"{' and '.join(IN_GIT)} are not in it, nor in git: keep a copy of them beside it"]
    files = [entry[3:] for entry in os.fsdecode(asked.stdout).split("\0") if entry]
    which = names([quoted_name(file) for file in files], MAX_NAMES)
    said = f"neither in it nor committed in git: {which}. Commit and push: marks depend on them"
    return [said] if files else []


def _add_files(archive: zipfile.ZipFile, root: Path, student: str, tell: Tell) -> None:
    """Add the ordinary files of a student's submissions, the notebooks first. Students may submit
    other things: links, pipes, files of many gigabytes, folders a thousand deep. OSError where
    nothing can be written.
    """
    left_out, room = [], defaultdict[str, int](lambda: MAX_SUBMISSION)
    files = Folder(root / student, untrusted_parts=1).files(MAX_FILES)
    for name, read in sorted(files, key=lambda file: not file[0].endswith(".ipynb")):
        submission, _, inside = name.partition("/")
        try:
            if os.fsencode(path := f"{student}/{name}").decode(errors="replace") != path:
                raise FileRejected("its name is no text")
            content = read(room[submission])
        except FileRejected as why:
            left_out.append(f"{quoted_name(name)} ({why})")
            continue
        if inside:  # else it is no submission's
            room[submission] -= len(content)
            archive.writestr(path, content)
    if left_out:
        tell(f"{quoted_name(student)}: left out: {names(left_out, MAX_NAMES)}")
