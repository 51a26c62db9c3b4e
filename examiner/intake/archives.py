"""Unpacking what a learning platform gave: zip and tar.gz archives, within bounds.

An archive may hold a whole class's submissions, some of them archives again, and what is in those
is the students' doing: bombs, links, paths that lead elsewhere. Each member that can't be had is
reported; the others are unpacked, the smallest first where the archive can be read in any order, so
that what is too large takes no room from what is not.
"""

from __future__ import annotations

import errno
import gzip
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from ..grading.submission import MAX_FILE
from ..quoting import quoted_name
from ..student.files import MAX_DEPTH, Broken, LeftOut, Skipped, checked_path

MIB = 2**20
RATIO = 20  # what is in an archive may have so many times its size, ...
FREE = 16 * MIB  # ... and so many bytes more,
FREE_FOR_ALL = 1024 * MIB  # of which there are so many for all archives together
MAX_MEMBERS, SIZE_OF_MEMBER = 1000, 10 * 2**10  # of an archive, and one more for so many bytes
MAX_DIRECTORY = 4 * MIB  # of a zip's table of contents, which is read as a whole
DEPTH = 2  # an archive in an archive, and no deeper
MAX_REPORTED = 20  # of what is left out of an archive
CHUNK = 2**16
BROKEN = (  # what reading raises; of what is encrypted, or packed as Python can't read, as well
    *(zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError),
    *(ValueError, KeyError, RuntimeError),
)
Member = tuple[str, int, str, Callable[[], IO[bytes]]]  # name, size, why it is left out, opened


class Room:
    """How much more may be unpacked: of all archives, and of the one that is being unpacked."""

    def __init__(self) -> None:
        self._for_all, self._own, self._free, self.members = FREE_FOR_ALL, 0, 0, 0

    def begin(self, size: int) -> None:
        """The next archive, of so many bytes."""
        self._own, self._free = RATIO * size, min(FREE, self._for_all)
        self.members = MAX_MEMBERS + size // SIZE_OF_MEMBER

    @property
    def left(self) -> int:
        return self._own + self._free

    def take(self, size: int) -> None:
        """LeftOut where there is none for a member of this size."""
        if size > MAX_FILE:
            raise LeftOut(f"it has more than {MAX_FILE / MIB:.3g} MiB")
        if size > self.left:
            raise LeftOut("with it, what is in this archive would be too large")
        beyond = max(size - self._own, 0)
        self._own -= size - beyond
        self._free -= beyond
        self._for_all -= beyond


def unpack(archive: Path, folder: Path, room: Room, depth: int = DEPTH) -> list[Skipped]:
    """Unpack into a folder, with the archives in there; what was left out, and why.

    OSError where nothing can be written.
    """
    skipped: list[Skipped] = []
    outermost = Broken if depth == DEPTH else Skipped
    try:
        room.begin(archive.stat().st_size)
        members = _of_zip if archive.suffix == ".zip" else _of_tar
        for number, (name, size, why, opened) in enumerate(members(archive, room)):
            if number == room.members:
                raise LeftOut(f"it has more than {room.members} members")
            try:
                if name.count("/") > MAX_DEPTH:
                    why = "its folders lie too deep in one another"
                if why:
                    raise LeftOut(why)
                place = folder / checked_path(name)
                room.take(size)
                _write(opened(), size, place)
            except LeftOut as reason:
                skipped.append(Skipped(quoted_name(name), str(reason)))
            except BROKEN as error:
                skipped.append(Broken(quoted_name(name), _unread(error)))
    except LeftOut as reason:
        skipped.append(outermost(f"the rest of {quoted_name(archive.name)}", str(reason)))
    except BROKEN as error:
        skipped.append(outermost(quoted_name(archive.name), _unread(error)))
    if more := skipped[MAX_REPORTED:]:
        skipped[MAX_REPORTED:] = [Skipped(f"{len(more)} more", "for such reasons as well")]
    for inner in sorted(path for path in folder.rglob("*") if is_archive(path) and path.is_file()):
        if depth == 1:
            why = "an archive in an archive in an archive"
            skipped.append(Skipped(quoted_name(inner.name), why))
        else:
            skipped += unpack(inner, folder_for(inner), room, depth - 1)
    return skipped


def _unread(error: Exception) -> str:
    return f"it can't be read ({str(error)[:100]})"


def is_archive(path: Path) -> bool:
    return path.suffix == ".zip" or path.name.endswith(".tar.gz")


def folder_for(archive: Path) -> Path:
    """Where nbgrader puts what is in an archive: beside it, under its name."""
    return archive.with_name(archive.name.removesuffix(".zip").removesuffix(".tar.gz") or "archive")


def _of_zip(archive: Path, room: Room) -> Iterator[Member]:
    with archive.open("rb") as file:
        end = zipfile._EndRecData(file)  # there is no public way to know before it is read
        if end and end[zipfile._ECD_SIZE] > MAX_DIRECTORY:
            raise LeftOut("it has too many members")
        with zipfile.ZipFile(file) as opened:
            for member in sorted(opened.infolist(), key=lambda member: member.file_size):
                why = "a link" if stat.S_ISLNK(member.external_attr >> 16) else ""
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    why = "packed in a way that is not read"
                if not member.is_dir():
                    yield member.filename, member.file_size, why, partial(opened.open, member)


def _of_tar(archive: Path, room: Room) -> Iterator[Member]:
    with gzip.open(archive) as packed:
        stream = _Bounded(packed, room.left + CHUNK * room.members)
        with tarfile.open(fileobj=stream, mode="r|") as opened:
            for member in opened:
                ordinary = member.isreg() and not member.issparse()
                why = "" if ordinary else "not an ordinary file"
                if not member.isdir():
                    yield member.name, member.size, why, partial(opened.extractfile, member)
                opened.members.clear()  # it keeps them all


class _Bounded:
    """A stream that ends the reading of what is longer."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream, self._left = stream, limit

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise LeftOut("what is in this archive is too large")
        return data


def _write(content: IO[bytes], size: int, place: Path) -> None:
    """Write a member of this size, as it says; LeftOut where it isn't, or can't be there."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            while size > 0 and (part := content.read(min(CHUNK, size))):
                file.write(part)
                size -= len(part)
            if content.read(1):
                raise LeftOut("it is larger than it says")
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise LeftOut("another file stands in its way") from None
    except (LeftOut, *BROKEN):
        place.unlink(missing_ok=True)  # what can't be read to its end isn't what was submitted
        raise
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise LeftOut("its name is too long here") from None
