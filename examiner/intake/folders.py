"""Folders of submissions and results, replaced in one step and with permissions set here.

A new folder is filled beside the old one and then takes its place as a whole. No file keeps the
permissions that it had in a student's submission.
"""

from __future__ import annotations

import errno
import fcntl
import fnmatch
import glob
import os
import re
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.log import get_logger

from ..course import CourseError
from ..output_files import DISK_FULL_ERRORS, full_disk_message
from ..quoting import quoted_name
from ..student.files import Folder, collect_files

DISK_ERRORS = (errno.EROFS, errno.EIO)  # errors that every other submission would meet too
GROUP_MODE = 0o2770  # permissions of folders in a course that a group of instructors shares


def hidden_sibling(folder: Path, suffix: str) -> Path:
    """Return a path beside `folder` that none of nbgrader's patterns matches."""
    return folder.with_name(f".{folder.name}.{suffix}")


@contextmanager
def replacing(
    place: Path, files: Iterable[tuple[str, bytes]], coursedir: CourseDirectory, mode: str | int
) -> Iterator[None]:
    """Replace a folder when the block inside is done; keep the old folder if anything fails.

    Args:
        place: The folder to replace or to make.
        files: The path and content of each file of the new folder.
        coursedir: nbgrader's settings of the course folder.
        mode: The permissions of the files (see `set_permissions`).

    Raises:
        CourseError: The disk is full or can't be written.
        OSError: The folder can't be written for another reason.
    """
    new, old = hidden_sibling(place, "new"), hidden_sibling(place, "old")
    try:
        remove_folder(new)
        new.mkdir(parents=True)
        put_files(files, new)
        set_permissions(new, coursedir, mode)
        yield
        remove_folder(old)
        with suppress(FileNotFoundError):
            place.rename(old)
        new.rename(place)
        remove_folder(old)
    except OSError as error:
        if error.errno in DISK_FULL_ERRORS:
            raise CourseError(full_disk_message(place.parent)) from None
        if error.errno in DISK_ERRORS:
            raise CourseError(f"{place.parent} can't be written: {error.strerror}") from None
        raise
    finally:
        remove_folder(new)


def remove_folder(folder: Path) -> None:
    """Remove a folder and its contents, even without permissions, as far as possible."""
    if folder.is_symlink():
        folder.unlink()
    with suppress(OSError):
        folder.chmod(0o700)
    for top, subfolders, _ in os.walk(folder):  # os.walk enters a subfolder after this loop
        for place in (os.path.join(top, name) for name in subfolders):
            if not os.path.islink(place):
                os.chmod(place, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def put_submission(
    files: Iterable[tuple[str, bytes]], place: Path, coursedir: CourseDirectory
) -> None:
    """Replace a student's stored submission with a new one.

    Args:
        files: The path and content of each file.
        place: The folder of the submission.
        coursedir: nbgrader's settings of the course folder.

    Raises:
        CourseError: The disk is full or can't be written.
        OSError: The folder can't be written for another reason.
    """
    mode = "660" if coursedir.groupshared else "600"
    busy = f"another command is writing to {place.parent}: wait until it is done."
    with exclusive_access(place.parent, busy), replacing(place, files, coursedir, mode):
        pass


def recover(places: Iterable[Path]) -> None:
    """Clean up after a killed run: remove unfinished folders and restore the ones they replaced."""
    for place in places:
        old = hidden_sibling(place, "old")
        remove_folder(hidden_sibling(place, "new"))
        with suppress(OSError):  # the grading of this student reports a folder without permissions
            if old.is_dir() and not place.exists():
                old.rename(place)
            remove_folder(old)


@contextmanager
def kept_on_failure(place: Path) -> Iterator[None]:
    """Restore a folder to its present state if the block inside fails.

    Args:
        place: The folder, which may be missing.

    Raises:
        OSError: The folder can't be copied.
    """
    recover([place])
    old = hidden_sibling(place, "old")
    if place.is_dir():
        shutil.copytree(place, old, symlinks=True)
    try:
        yield
    except BaseException:
        remove_folder(place)
        recover([place])
        raise
    remove_folder(old)


def recover_all(coursedir: CourseDirectory, step: str) -> None:
    """Clean up the folders of all students after a killed run (see `recover`).

    A folder that another command is replacing (see `put_submission`) stays as it is.

    Args:
        coursedir: nbgrader's settings of the course folder.
        step: The folder of a step of grading, such as "submitted".
    """
    pattern = Path(coursedir.format_path(step, "*", glob.escape(coursedir.assignment_id)))
    for old in glob.glob(str(hidden_sibling(pattern, "old"))):
        place = Path(old).with_name(coursedir.assignment_id)
        with suppress(CourseError), exclusive_access(place.parent, ""):
            recover([place])


@contextmanager
def exclusive_access(top: Path, message: str) -> Iterator[None]:
    """Hold the lock of a folder, which allows one run at a time.

    Args:
        top: The folder. It is made if it doesn't exist.
        message: The text of the CourseError.

    Raises:
        CourseError: Another run holds the lock.
    """
    top.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(message) from None
        yield
    finally:
        os.close(descriptor)


def folder_of(coursedir: CourseDirectory, step: str, student: str) -> Path:
    """Return a student's folder for the assignment in nbgrader's settings.

    Args:
        coursedir: nbgrader's settings of the course folder.
        step: The folder of a step of grading, such as "submitted".
        student: The student's id.
    """
    return Path(coursedir.format_path(step, student, coursedir.assignment_id))


def folders_of_students(coursedir: CourseDirectory, step: str) -> dict[str, Path]:
    """Return the folders of all students for the assignment in nbgrader's settings.

    Args:
        coursedir: nbgrader's settings of the course folder.
        step: The folder of a step of grading, such as "submitted".

    Returns:
        Student -> folder, sorted by path, without the students that the settings exclude.

    Raises:
        CourseError: The folder of all students can't be read.
    """
    if (top := Path(coursedir.root, step)).is_dir() and not _is_readable(top):
        raise CourseError(unreadable_message(step))
    name, excluded = coursedir.assignment_id, coursedir.student_id_exclude.split(",")
    regexp = coursedir.format_path(step, "(?P<student>.*)", name, escape=True)
    pattern = re.compile(regexp, re.DOTALL)  # a name may contain a line break
    found = sorted(glob.glob(coursedir.format_path(step, "*", glob.escape(name))))
    matches = (pattern.fullmatch(folder) for folder in found if os.path.isdir(folder))
    return {m["student"]: Path(m[0]) for m in matches if m and m["student"] not in excluded}


def unreadable_folders(coursedir: CourseDirectory, step: str) -> dict[str, Path]:
    """Return the folders of students that can't be read.

    Args:
        coursedir: nbgrader's settings of the course folder.
        step: The folder of a step of grading, such as "submitted".

    Returns:
        Student -> folder, sorted by path.
    """
    found = sorted(path for path in Path(coursedir.root, step).glob("*") if path.is_dir())
    return {path.name: path for path in found if not _is_readable(path)}


def unreadable_message(folder: str) -> str:
    """Return a message on a folder that can't be read."""
    why = "because its permissions forbid it"
    return f"{quoted_name(folder)} can't be read, {why}: run `chmod -R u+rwX` on it."


def _is_readable(folder: Path) -> bool:
    return os.access(folder, os.R_OK | os.X_OK)


# --- files beside a notebook ---------------------------------------------------------------------


def files_of_student(folder: Path, ignored: Collection[str]) -> dict[str, bytes]:
    """Read the files beside a student's notebook, with the limits of the sandbox.

    Files at a place that a notebook or a page needs are left out.

    Args:
        folder: The folder of the submission.
        ignored: Patterns of the names of files and folders to leave out.

    Returns:
        Relative path -> content.
    """
    kept = {}
    for name, content in collect_files(Folder(folder, untrusted_parts=2))[0].items():
        first, *inner = name.split("/")
        if first.endswith(".html") or (inner and first.endswith(".ipynb")):
            get_logger().warning(
                "%s/%s was left out: its place is reserved for a page or a notebook", folder, name
            )
        elif not is_ignored(name, (*ignored, "*.ipynb")):
            kept[name] = content
    return kept


def files_of_course(folder: Path, ignored: Collection[str]) -> dict[str, bytes]:
    """Read the files beside the instructor's notebook, which all students get, without links.

    Args:
        folder: The folder of the instructor's notebook.
        ignored: Patterns of the names of files and folders to leave out.

    Returns:
        Relative path -> content.
    """
    paths = [p for p in folder.rglob("*") if p.is_file() and not p.is_symlink()]
    found = {path.relative_to(folder).as_posix(): path for path in paths}
    return {
        name: path.read_bytes()
        for name, path in found.items()
        if not is_ignored(name, (*ignored, "*.ipynb"))
    }


def is_ignored(name: str, patterns: Collection[str]) -> bool:
    """Return whether a file, or a folder above it, matches one of the patterns."""
    return any(fnmatch.fnmatch(part, glob) for part in name.split("/") for glob in patterns)


def put_files(files: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Write files into a folder, and remove a file or folder that is in the way.

    Args:
        files: The relative path and content of each file.
        folder: The folder to write into.
    """
    for name, content in files:
        place = folder / name
        for parent in reversed(place.parents[: len(Path(name).parents) - 1]):
            if not parent.is_dir():
                parent.unlink(missing_ok=True)
                parent.mkdir()
        if place.is_dir():
            shutil.rmtree(place)
        place.write_bytes(content)


def set_permissions(folder: Path, coursedir: CourseDirectory, mode: str | int) -> None:
    """Set the permissions of the files in a folder, and of folders if a group shares the course.

    Args:
        folder: The folder. In a shared course, its two parents get the group's permissions too.
        coursedir: nbgrader's settings of the course folder.
        mode: The permissions of files in octal digits, as in nbgrader's converters.
    """
    for top, _, names in os.walk(folder):
        for name in names:
            os.chmod(os.path.join(top, name), int(str(mode), 8))
        for place in (Path(top), *Path(top).parents[:2]) if coursedir.groupshared else ():
            with suppress(PermissionError):  # another member of the group owns the folder
                os.chmod(place, os.stat(place).st_mode & 0o7777 | GROUP_MODE)
