"""Unpacking zips that somebody else made, within bounds: of a learning platform, or of a term.

One may hold a whole class's submissions, some of them zips again, and what is in those is the
students' doing: bombs, links, paths that lead elsewhere, tables of contents that lie. Each member
that can't be had is reported; the others are unpacked, the smallest first, so that what is too
large takes no room from what is not.
"""

from __future__ import annotations

import errno
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from ..grading.submission import MAX_FILE
from ..quoting import quoted_name
from ..student.files import MAX_DEPTH, FileRejected, SkippedFile, UnreadableFile, checked_path

MIB = 2**20
RATIO = 20  # what is in a zip may have so many times its size, ...
FREE = 16 * MIB  # ... and so many bytes more,
FREE_FOR_ALL = 1024 * MIB  # of which there are so many for all together
MAX_MEMBERS, SIZE_OF_MEMBER = 1000, 10 * 2**10  # of a zip, and one more for so many bytes
ENTRY = 300  # bytes of a member in the table of contents, which is read as a whole
DEPTH = 2  # a zip in a zip, and no deeper
MAX_REPORTED = 20  # of what is left out of a zip
CHUNK = 2**16


class Unread(Exception):
    """A zip, or a member of one, can't be read."""


@contextmanager
def _reading() -> Iterator[None]:
    """Unread for whatever is raised inside: at a zip that somebody made up, Python's reader raises
    an IndexError as well as an OSError, which must not look like one of a full disk."""
    try:
        yield
    except (FileRejected, Unread):
        raise
    except Exception as error:
        raise Unread(f"it can't be read ({str(error)[:100]})") from None


class UnpackBudget:
    """A budget of bytes: for all that was handed in, and for one zip of it."""

    def __init__(self) -> None:
        self._for_all, self._own, self._free = FREE_FOR_ALL, 0, 0

    def begin(self, size: int) -> None:
        """The next zip, of so many bytes."""
        self._own, self._free = RATIO * size, min(FREE, self._for_all)

    def take(self, name: str, size: int) -> None:
        """FileRejected where there is none for a member of this size, or it lies too deep."""
        if name.count("/") > MAX_DEPTH:
            raise FileRejected("its folders lie too deep in one another")
        if size > MAX_FILE:
            raise FileRejected(f"it has more than {MAX_FILE / MIB:.3g} MiB")
        if size > self._own + self._free:
            raise FileRejected("with it, what is in this archive would be too large")
        beyond = max(size - self._own, 0)
        self._own -= size - beyond
        self._free -= beyond
        self._for_all -= beyond


def unpack_submissions(
    archive: Path, folder: Path, room: UnpackBudget, depth: int = DEPTH
) -> list[SkippedFile]:
    """Unpack what was handed in into a folder, with the zips in there; what was left out, and why.

    It is `UnreadableFile` where the outermost can't be read. OSError where nothing can be written.
    """
    size = archive.stat().st_size
    room.begin(size)
    skipped = unpack(archive, folder, room.take, MAX_MEMBERS + size // SIZE_OF_MEMBER)
    if depth < DEPTH:
        skipped = [SkippedFile(*each) for each in skipped]  # as a student packed it
    for inner in sorted(path for path in folder.rglob("*") if is_archive(path) and path.is_file()):
        if depth == 1:
            why = "an archive in an archive in an archive"
            skipped.append(SkippedFile(quoted_name(inner.name), why))
        else:
            skipped += unpack_submissions(inner, folder_for(inner), room, depth - 1)
    return skipped


def unpack(
    archive: Path, folder: Path, check: Callable[[str, int], object], most: int
) -> list[SkippedFile]:
    """Unpack the files in a zip into a folder, of at most so many members; what was left out, and
    why: `UnreadableFile` what can't be read.

    check: is called with a member's name and size, and raises FileRejected for what is not wanted.
    OSError where nothing can be written.
    """
    skipped: list[SkippedFile] = []
    try:
        for member, opened in members(archive, most):
            name, size = member.filename, member.file_size
            try:
                if stat.S_ISLNK(member.external_attr >> 16):
                    raise FileRejected("a link")
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise FileRejected("packed in a way that is not read")
                place = folder / checked_path(name)
                check(name, size)
                _write(opened(), size, place)
            except FileRejected as reason:
                skipped.append(SkippedFile(quoted_name(name), str(reason)))
            except Unread as error:
                skipped.append(UnreadableFile(quoted_name(name), str(error)))
    except FileRejected as reason:
        skipped.append(UnreadableFile(f"the rest of {quoted_name(archive.name)}", str(reason)))
    except Unread as error:
        skipped.append(UnreadableFile(quoted_name(archive.name), str(error)))
    skipped.sort(key=lambda each: not isinstance(each, UnreadableFile))
    if (more := len(skipped) - MAX_REPORTED) > 0:
        skipped[MAX_REPORTED:] = [SkippedFile(f"{more} more", "for such reasons as well")]
    return skipped


def members(archive: Path, most: int) -> Iterator[tuple[zipfile.ZipInfo, Callable[[], IO[bytes]]]]:
    """The files in a zip, the smallest first, and how each is opened before the last was given.

    Unread, also of how it is opened; FileRejected after so many members.
    """
    too_many = FileRejected(f"it has more than {most} members")
    with _reading(), archive.open("rb") as file:
        # There is no public way to know before it is read, so its types don't have this.
        end = zipfile._EndRecData(file)  # type: ignore[attr-defined]
        if end and end[zipfile._ECD_SIZE] > ENTRY * most:  # type: ignore[attr-defined]
            raise too_many
        with zipfile.ZipFile(file) as found:
            files = [member for member in found.infolist() if not member.filename.endswith("/")]
            for member in sorted(files, key=lambda member: member.file_size)[:most]:
                yield member, partial(_reading()(found.open), member)
            if len(files) > most:
                raise too_many


def is_archive(path: Path) -> bool:
    return path.suffix.casefold() == ".zip"


def folder_for(archive: Path) -> Path:
    """The folder that a zip is unpacked to: beside it, under its name, be that "...zip"."""
    return archive.with_name(archive.stem.lstrip(".") or "archive")


def _write(content: IO[bytes], size: int, place: Path) -> None:
    """Write a member of this size, as it says; FileRejected where it isn't, or can't be there;
    Unread; OSError where nothing can be written."""
    read = _reading()(content.read)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            while size > 0 and (part := read(min(CHUNK, size))):
                file.write(part)
                size -= len(part)
            if read(1):
                raise FileRejected("it is larger than it says")
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise FileRejected("another file stands in its way") from None
    except (FileRejected, Unread):
        place.unlink(missing_ok=True)  # what can't be read to its end isn't what was submitted
        raise
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise FileRejected("its name is too long here") from None
