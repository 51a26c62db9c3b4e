"""Folders of submissions and results: each is put together beside its place, which it then takes
as a whole. Their modes are set here; none is copied from what a student handed in."""

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
from ..output_files import FULL, full_disk
from ..student.files import Folder, collect_files

NO_OTHER_WILL = (errno.EROFS, errno.EIO)  # no other submission will fare better
OF_A_GROUP = 0o2770  # what the folders have that a group shares


def beside(folder: Path, what: str) -> Path:
    """A path beside `folder` that no pattern of nbgrader's finds."""
    return folder.with_name(f".{folder.name}.{what}")


@contextmanager
def replacing(
    place: Path, files: Iterable[tuple[str, bytes]], coursedir: CourseDirectory, mode: str | int
) -> Iterator[None]:
    """A folder with these files takes a place when all that is done inside is done.

    mode: see `set_permissions`. CourseError where there is no room on the disk. What is there stays
    where anything fails.
    """
    new, old = beside(place, "new"), beside(place, "old")
    try:
        remove(new)
        new.mkdir(parents=True)
        put_files(files, new)
        set_permissions(new, coursedir, mode)
        yield
        remove(old)
        with suppress(FileNotFoundError):
            place.rename(old)
        new.rename(place)
        remove(old)
    except OSError as error:
        if error.errno in FULL:
            raise CourseError(full_disk(place.parent)) from None
        if error.errno in NO_OTHER_WILL:
            raise CourseError(f"nothing can be written: {error.strerror}") from None
        raise
    finally:
        remove(new)


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it, whatever its modes; what can't be removed stays."""
    if folder.is_symlink():
        folder.unlink()
    with suppress(OSError):
        folder.chmod(0o700)
    for top, inside, _ in os.walk(folder):  # what is inside gets its modes before it is looked at
        for place in (os.path.join(top, name) for name in inside):
            if not os.path.islink(place):
                os.chmod(place, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def put_submission(
    files: Iterable[tuple[str, bytes]], place: Path, coursedir: CourseDirectory
) -> None:
    """Let what a student handed in take the place of what is there. OSError; CourseError where
    there is no room."""
    with replacing(place, files, coursedir, "660" if coursedir.groupshared else "600"):
        pass


def recover(places: Iterable[Path]) -> None:
    """Put right what a run that was killed left lying about."""
    for place in places:
        old = beside(place, "old")
        remove(beside(place, "new"))
        with suppress(OSError):  # of a folder that can't be entered: its student's grading says it
            if old.is_dir() and not place.exists():
                old.rename(place)
            remove(old)


@contextmanager
def alone(top: Path, otherwise: str) -> Iterator[None]:
    """CourseError with the text `otherwise` if another run is at work in the folder `top`."""
    top.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(otherwise) from None
        yield
    finally:
        os.close(descriptor)


def folder_of(coursedir: CourseDirectory, step: str, student: str) -> Path:
    """A student's folder for the assignment that nbgrader's settings name; step: such as
    "submitted"."""
    return Path(coursedir.format_path(step, student, coursedir.assignment_id))


def folders_of_students(coursedir: CourseDirectory, step: str) -> dict[str, Path]:
    """Everybody's folder for the assignment that nbgrader's settings name, sorted by student, but
    for those whom the settings exclude. step: such as "submitted"."""
    name, excluded = coursedir.assignment_id, coursedir.student_id_exclude.split(",")
    written = coursedir.format_path(step, "(?P<student>.*)", name, escape=True)
    pattern = re.compile(written, re.DOTALL)  # a name may have a line break
    found = sorted(glob.glob(coursedir.format_path(step, "*", glob.escape(name))))
    matches = (pattern.fullmatch(folder) for folder in found if os.path.isdir(folder))
    return {m["student"]: Path(m[0]) for m in matches if m and m["student"] not in excluded}


# --- files beside a notebook ---------------------------------------------------------------------


def files_of_student(folder: Path, ignored: Collection[str]) -> dict[str, bytes]:
    """The files beside a notebook that are handed on, by relative path: as many, as large and
    with such names as are copied into the sandbox; but for what stands where a notebook or a page
    must go, and for what fits one of the patterns `ignored`."""
    kept = {}
    for name, content in collect_files(Folder(folder, untrusted_parts=2))[0].items():
        first, *inner = name.split("/")
        if first.endswith(".html") or (inner and first.endswith(".ipynb")):
            said = "%s/%s was left out: a page or a notebook goes there"
            get_logger().warning(said, folder, name)
        elif not is_ignored(name, (*ignored, "*.ipynb")):
            kept[name] = content
    return kept


def files_of_course(folder: Path, ignored: Collection[str]) -> dict[str, bytes]:
    """The files beside the instructor's notebook, which everybody is given; no links."""
    paths = [p for p in folder.rglob("*") if p.is_file() and not p.is_symlink()]
    found = {path.relative_to(folder).as_posix(): path for path in paths}
    return {
        name: path.read_bytes()
        for name, path in found.items()
        if not is_ignored(name, (*ignored, "*.ipynb"))
    }


def is_ignored(name: str, patterns: Collection[str]) -> bool:
    """True where a file, or a folder that it is in, fits one of the patterns."""
    return any(fnmatch.fnmatch(part, glob) for part in name.split("/") for glob in patterns)


def put_files(files: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Write files, by relative path. What stands in the way of one goes."""
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
    """Give files these permissions, and folders those of a group that shares the course.

    mode: as nbgrader's converters have it, in octal digits.
    """
    for top, _, names in os.walk(folder):
        for name in names:
            os.chmod(os.path.join(top, name), int(str(mode), 8))
        for place in (Path(top), *Path(top).parents[:2]) if coursedir.groupshared else ():
            with suppress(PermissionError):  # of a folder that another of the group has made
                os.chmod(place, os.stat(place).st_mode & 0o7777 | OF_A_GROUP)
