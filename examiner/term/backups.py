"""The backup of a term in one file, and its restoration.

A backup has everything that can't be made again: the gradebook (points by hand, comments, due
dates), the course key, the submissions, the attempts, and the names that a learning platform gives
each student's files. It also has autograded/. That folder could be graded again, but then a person
might have to confirm marks by hand again. Everything else is in the repository or is made from it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
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
from ..student.files import FileDenied, FileRejected, Folder, UnreadableFile
from ..wording import names
from .attempts import EARLIER_FOLDER, attempts_folder
from .attempts import FOLDER as ATTEMPTS
from .earlier_releases import RELEASED_SUFFIX
from .feedback_rule import PAGES_SUFFIX
from .settings import read_settings

IN_GIT = (f"{TABLE.parent}/", "nbgrader_config.py")  # marks depend on these files too
# Limit for the files of a submission, by the sizes that they claim: a sparse file takes no room on
# this disk, but would fill the disk on restoring. Smaller files that still fit are kept.
MAX_SUBMISSION = 256 * 2**20
MAX_BOOK = 2 * 2**30  # bytes
MAX_FILES = 10**6  # files and folders: of one student, and of a whole backup
# Files that are restored one by one.
DOWNLOADED = "downloaded"
NOTES = (
    *(f"{ATTEMPTS}/*{suffix}" for suffix in (".jsonl", PAGES_SUFFIX, RELEASED_SUFFIX)),
    f"{DOWNLOADED}/*/{NAMES}",
)
EARLIER_NOTES = f"{EARLIER_FOLDER}/*.jsonl"  # the attempts in a backup by an earlier version
MIB = 2**20
Log = Callable[[str], None]


@dataclass(frozen=True)
class TermFiles:
    """The files of a term in a course folder.

    Attributes:
        root: The course folder.
        book: The file of the gradebook; None if the database is not SQLite.
        folders: The names of the folders with submissions and with graded notebooks.
    """

    root: Path
    book: Path | None
    folders: tuple[str, ...]

    @classmethod
    def of(cls, course: Course) -> TermFiles:
        """Find the files of a course's term by its settings."""
        coursedir = CourseDirectory(config=read_settings(course))
        folders = coursedir.submitted_directory, coursedir.autograded_directory
        return cls(course.root, books.sqlite_file(coursedir.db_url), folders)

    def back_up(self, log: Log = lambda line: None) -> Path:
        """Write a backup of the term to a new file in backups/.

        No file that a student submitted can stop the backup.

        Args:
            log: Called with a line for each student whose files are not all in the backup.

        Returns:
            The path of the backup.

        Raises:
            CourseError: The gradebook is lost, there is none yet, another file or a folder of all
                students can't be read, or the backup can't be written. Or the backup is written,
                but without files of a student that can't be read.
        """
        books.check_not_lost(self.book)
        if self.book is not None and not books.has_rows(self.book):
            raise CourseError("there is nothing to back up yet: no gradebook.")
        try:
            notes = {path: path.read_bytes() for path in self._notes()}
            students = [
                f"{name}/{each.name}"
                for name in self.folders
                for each in _listed(self.root / name)
                if each.is_dir() or each.is_symlink()  # a file here belongs to no student
            ]
        except OSError as error:
            raise CourseError(
                f"{error.filename} can't be read ({error.strerror}), so no backup was written: "
                "make it readable (`chmod -R u+rwX`), then run the same command again."
            ) from None
        with (
            books.new_backup(self.root, "term", books.ENDING) as (new, place),
            zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            if self.book is not None:
                with tempfile.NamedTemporaryFile(dir=new.parent, prefix=".book-") as copy:
                    books.copy_book(self.book, Path(copy.name), as_one_file=True)
                    archive.write(copy.name, books.BOOK)
            for path, content in notes.items():
                archive.writestr(path.relative_to(self.root).as_posix(), content)
            denied = [each for each in students if _add_files(archive, self.root, each, log)]
        if denied:
            who = names([*map(quoted_name, denied)])
            raise CourseError(
                f"{place.relative_to(self.root)} lacks files of {who} that can't be read: make "
                "them readable (`chmod -R u+rwX`), then run the same command again."
            )
        return place

    def _notes(self) -> Iterator[Path]:
        """Yield the course key and the files in NOTES; raise OSError if a folder can't be read."""
        if keys.has_key(self.root):
            yield self.root / keys.KEY_FILE
        downloads = (each for each in _listed(self.root / DOWNLOADED) if each.is_dir())
        for folder in (attempts_folder(self.root), *downloads):
            for path in _listed(folder):
                if any(path.match(notes) for notes in NOTES):
                    yield path

    def missing_from_backup(self) -> list[str]:
        """Return a line for everything that marks depend on and that a backup lacks.

        Each line says what to do about it.
        """
        found = []
        if self.book is None:
            found.append(
                "the backup has no gradebook, because the gradebook is a database on a server: "
                "back it up with the programs of that database"
            )
        try:
            keys.raise_if_key_lost(self.root)
        except CourseError as error:
            found.append(f"the backup has no course key: {error}")
        return found + _uncommitted(self.root)

    def restore(self, file: Path, *, key_only: bool = False, force: bool = False) -> list[str]:
        """Restore a backup of the term, or a copy of the gradebook.

        The gradebook of the backup replaces the present one, and backups/ keeps a copy of the
        present one. All other files are restored only if they are missing.

        Args:
            file: The backup, or a copy of the gradebook.
            key_only: Restore the course key and nothing else.
            force: Restore the gradebook even if entries by hand are lost.

        Returns:
            A line for each step that was done.

        Raises:
            CourseError: The file is not a backup, entries by hand would be lost, another run is
                grading, or the disk has too little room.
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
                with tempfile.TemporaryDirectory(dir=backups, prefix=".restore-") as unpacked:
                    left_out = self._unpack(file, Path(unpacked))
                    attempts_folder(Path(unpacked))  # renames tries/ of an earlier version
                    return left_out + self._restore_files(Path(unpacked), file, force)
            except (archives.UnreadableArchive, FileRejected, OSError) as error:
                if isinstance(error, OSError) and error.errno in DISK_FULL_ERRORS:
                    raise CourseError(full_disk_message(self.root)) from None
                raise CourseError(
                    f"{file} can't be restored: {books.short_error(error)}. If it is not a backup, "
                    f"{books.backup_hint(self.root)}."
                ) from None

    def _unpack(self, file: Path, folder: Path) -> list[str]:
        """Unpack the files of a term from a backup; return a line for each other file in it."""
        sizes = (member.file_size for member, _ in archives.members(file, MAX_FILES))
        needed, free = 2 * sum(sizes), shutil.disk_usage(self.root).free
        if needed > free:
            raise CourseError(
                f"the disk with {self.root} has too little room to restore {file}: "
                f"{-(-needed // MIB)} MiB must be free, twice the size of its files, but only "
                f"{free // MIB} MiB are. Nothing was restored: make room there (`df -h`), "
                "then run the same command again."
            )
        left_out = archives.unpack(file, folder, self._check_member, MAX_FILES)
        if left_out and isinstance(left_out[0], UnreadableFile):
            raise archives.UnreadableArchive(": ".join(left_out[0]))
        return [f"left out of the backup: {name}: {why}" for name, why in left_out]

    def _check_member(self, name: str, size: int) -> None:
        """Raise FileRejected if a file in a backup doesn't belong to a term, or is too large.

        Args:
            name: The path of the file in the backup.
            size: The size of the file in bytes.
        """
        path, limit = PurePosixPath(name), MAX_SUBMISSION
        if name in (books.BOOK, keys.KEY_FILE):
            limit = MAX_BOOK if name == books.BOOK else keys.MAX_KEY_BYTES
        elif not (
            (path.parts[0] in self.folders and len(path.parts) > 3)
            or any(
                path.match(notes) and len(path.parts) == notes.count("/") + 1
                for notes in (*NOTES, EARLIER_NOTES)
            )
        ):
            raise FileRejected("no part of a backup")
        elif path.parts[0] in self.folders:
            check_student(path.parts[1])
        if size > limit:
            raise FileRejected(f"it has more than {limit / MIB:.3g} MiB")

    def _restore_files(self, unpacked: Path, file: Path, force: bool) -> list[str]:
        """Restore the unpacked files of a backup; submissions are restored folder by folder.

        Args:
            unpacked: The folder with the unpacked files.
            file: The backup.
            force: See `restore`.
        """
        book, replaced = unpacked / books.BOOK, None
        if book.is_file():
            replaced = self._check_book(book, file, force)
        elif self.book is not None:
            raise CourseError(
                f"there is no gradebook in {file}, and nothing was changed: "
                f"{books.backup_hint(self.root)}."
            )
        attempts_folder(self.root)  # so that attempts in tries/ count as present
        done = self._restore_key(file) if (unpacked / keys.KEY_FILE).is_file() else []
        for pattern in sorted([*(f"{folder}/*/*" for folder in self.folders), *NOTES]):
            paths = [path.relative_to(unpacked) for path in sorted(unpacked.glob(pattern))]
            missing = [path for path in paths if not os.path.lexists(self.root / path)]
            for path in missing:
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                (unpacked / path).rename(self.root / path)
            shown = names([quoted_name("/".join(p.parts[1:])) for p in missing])
            outcome = f"restored missing files: {shown}" if missing else "nothing was missing"
            done += [f"{pattern.partition('/')[0]}/: {outcome}"] if paths else []
        return done if replaced is None else done + self._restore_book(book, replaced, file)

    def _restore_key(self, file: Path) -> list[str]:
        found = keys.read_backup_key(file)
        if not found:
            raise CourseError(
                f"there is no course key in {file}, and nothing was changed: name a backup of the "
                f"term ({books.FOLDER}/term-<time>{books.ENDING}) that was made when the course "
                "had its key."
            )
        has_key = keys.has_key(self.root)
        differs = has_key and (self.root / keys.KEY_FILE).read_bytes().strip() != found.strip()
        if differs and any((self.root / self.folders[-1]).glob("*/*/*.ipynb")):
            raise CourseError(
                f"{keys.KEY_FILE} here differs from the key in {file}, and generates other inputs "
                "for hidden tests. Move it away and restore again; nothing was changed."
            )
        if differs or not has_key:  # nothing was graded with the key of a new clone yet
            keys.restore_key(self.root, found)
        return [f"{keys.KEY_FILE}: as in the backup"]

    def _check_book(self, found: Path, file: Path, force: bool) -> Path:
        """Check that a gradebook can be restored without losing entries by hand.

        Args:
            found: The gradebook to restore.
            file: The backup that it came in, for messages.
            force: Accept that entries by hand are lost.

        Returns:
            The present gradebook, which the restored one will replace.

        Raises:
            CourseError: The gradebook can't be restored, or entries by hand would be lost.
        """
        if self.book is None:
            raise CourseError(
                "the gradebook is no SQLite file: restore it with the programs of its database."
            )
        try:
            books.check_book(found)
        except CourseError as error:
            raise CourseError(f"{error} To restore, {books.backup_hint(self.root)}.") from None
        if force or not (since := books.entries_since(self.book, found)):
            return self.book
        students = [quoted_name(s) if s else "all students" for s in dict.fromkeys(since)]
        key = f" For the key alone: `{keys.RESTORE_KEY_COMMAND} {file}`."
        raise CourseError(
            f"entries by hand that would be lost: {len(since)} (points, comments, decisions, due "
            f"dates or extensions), of {names(students)}. {file} has an earlier version. Nothing "
            f"was changed. `examiner restore --force {file}` restores it anyway, and keeps the "
            f"present gradebook in {books.FOLDER}/."
            f"{'' if keys.has_key(self.root) else key}"
        )

    def _restore_book(self, found: Path, book: Path, file: Path) -> list[str]:
        try:
            kept = books.back_up_book(book, self.root, books.REPLACED)
        except CourseError:
            kept = books.move_away(book, self.root)
        books.copy_book(found, book)
        if books.copies(self.root)[:1] != [file.name]:
            books.back_up_book(book, self.root)  # the copy to restore if it is lost again
        done = [f"{book.name}: as in the backup"]
        return [*done, f"the earlier gradebook is {books.FOLDER}/{kept.name}"] if kept else done


def _listed(folder: Path) -> list[Path]:
    """Return the files and folders in a folder, sorted; none if there is no such folder."""
    return sorted(folder / name for name in os.listdir(folder)) if folder.is_dir() else []


def _uncommitted(root: Path) -> list[str]:
    """Return a line about course files and settings that git doesn't have, if there are any.

    Other files would give other marks, and a new clone has only the committed files.
    """
    command = ["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"]
    try:
        reply = subprocess.run([*command, *IN_GIT], cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return [
            f"neither the backup nor git has {' and '.join(IN_GIT)}: keep a copy of them with the "
            "backup, because marks depend on them"
        ]
    files = [entry[3:] for entry in os.fsdecode(reply.stdout).split("\0") if entry]
    listed = names([quoted_name(file) for file in files])
    line = f"neither in the backup nor committed to git: {listed}. Commit and push them: marks "
    return [f"{line}depend on them"] if files else []


def _add_files(archive: zipfile.ZipFile, root: Path, student: str, log: Log) -> bool:
    """Add the ordinary files in a student's folder to a backup, notebooks first.

    Students may also submit links, pipes, files of many gigabytes, or folders a thousand levels
    deep.

    Args:
        archive: The backup.
        root: The course folder.
        student: The student's folder, such as "submitted/ada".
        log: Called with one line if any file is left out.

    Returns:
        True if permissions forbid reading a file or a folder.

    Raises:
        OSError: The backup can't be written.
    """
    is_denied, left_out, room = False, [], defaultdict[str, int](lambda: MAX_SUBMISSION)
    files = Folder(root / student, untrusted_parts=1).files(MAX_FILES)
    for name, read in sorted(files, key=lambda file: not file[0].endswith(".ipynb")):
        submission, _, inside = name.partition("/")
        try:
            if os.fsencode(path := f"{student}/{name}").decode(errors="replace") != path:
                raise FileRejected("its name is no text")
            content = read(room[submission])
        except FileRejected as why:
            left_out.append(f"{quoted_name(name)} ({why})")
            is_denied |= isinstance(why, FileDenied)
            continue
        if inside:  # a file outside of a submission's folder belongs to no submission
            room[submission] -= len(content)
            archive.writestr(path, content)
    if left_out:
        log(f"{quoted_name(student)}: left out of the backup: {names(left_out)}")
    return is_denied
