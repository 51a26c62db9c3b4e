"""Unpacking what a learning platform gave: zip and tar.gz archives, within bounds.

An archive may hold a whole class's submissions, some of them archives again, and what is in those
is the students' doing: bombs, links, paths that lead elsewhere. Each member that can't be had is
reported; the others are unpacked, the smallest first where the archive can be read in any order, so
that what is too large takes no room from what is not.
"""

from __future__ import annotations

import errno
import gzip
import math
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
HEADERS = 2**16  # bytes between what two members of a tar hold: long names, other attributes
Opened = Callable[[], IO[bytes]]
Member = tuple[str, int, str, Opened]  # name, size, why it is left out


class Unread(Exception):
    """An archive, or a member of one, can't be read."""


@contextmanager
def reading() -> Iterator[None]:
    """Unread for whatever is raised inside: at an archive that somebody made up, Python's readers
    raise an IndexError as well as an OSError, which must not look like one of a full disk."""
    try:
        yield
    except (LeftOut, Unread):
        raise
    except Exception as error:
        raise Unread(f"it can't be read ({str(error)[:100]})") from None


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
                write(opened(), size, place)
            except LeftOut as reason:
                skipped.append(Skipped(quoted_name(name), str(reason)))
            except Unread as error:
                skipped.append(Broken(quoted_name(name), str(error)))
    except LeftOut as reason:
        skipped.append(outermost(f"the rest of {quoted_name(archive.name)}", str(reason)))
    except Unread as error:
        skipped.append(outermost(quoted_name(archive.name), str(error)))
    skipped = in_short(skipped)
    for inner in sorted(path for path in folder.rglob("*") if is_archive(path) and path.is_file()):
        if depth == 1:
            why = "an archive in an archive in an archive"
            skipped.append(Skipped(quoted_name(inner.name), why))
        else:
            skipped += unpack(inner, folder_for(inner), room, depth - 1)
    return skipped


def in_short(skipped: list[Skipped]) -> list[Skipped]:
    """The first of what was left out, and how many more there are."""
    more = len(skipped) - MAX_REPORTED
    rest = [Skipped(f"{more} more", "for such reasons as well")] if more > 0 else []
    return skipped[:MAX_REPORTED] + rest


def is_archive(path: Path) -> bool:
    return path.suffix == ".zip" or path.name.endswith(".tar.gz")


def folder_for(archive: Path) -> Path:
    """Where nbgrader puts what is in an archive: beside it, under its name."""
    return archive.with_name(archive.name.removesuffix(".zip").removesuffix(".tar.gz") or "archive")


def _of_zip(archive: Path, room: Room) -> Iterator[Member]:
    with reading(), archive.open("rb") as file:
        end = zipfile._EndRecData(file)  # there is no public way to know before it is read
        if end and end[zipfile._ECD_SIZE] > MAX_DIRECTORY:
            raise LeftOut("it has too many members")
        with zipfile.ZipFile(file) as opened:
            read = reading()(opened.open)
            for member in sorted(opened.infolist(), key=lambda member: member.file_size):
                why = "a link" if stat.S_ISLNK(member.external_attr >> 16) else ""
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    why = "packed in a way that is not read"
                if not member.filename.endswith("/"):  # a folder
                    yield member.filename, member.file_size, why, partial(read, member)


def _of_tar(archive: Path, room: Room) -> Iterator[Member]:
    for member, why, opened in members_of_tar(archive, room.left + CHUNK * room.members):
        if not member.isdir():
            yield member.name, member.size, why, opened


def members_of_tar(
    archive: Path, most: float = math.inf
) -> Iterator[tuple[tarfile.TarInfo, str, Opened]]:
    """What is in a tar.gz: each member, why it is left out, and how it is opened before the next.

    most: bytes that may be unpacked. LeftOut beyond that; Unread, also of how it is opened.
    """
    with reading(), gzip.open(archive) as packed:
        stream = _Bounded(packed, HEADERS)
        with tarfile.open(fileobj=stream, mode="r|") as opened:
            read = reading()(opened.extractfile)
            for member in opened:
                stream.limit = min(most, opened.offset + HEADERS)  # it is where the next begins
                # a size below zero, which some attributes bring, would make room for others
                ordinary = member.isreg() and not member.issparse() and member.size >= 0
                why = "" if ordinary else "not an ordinary file"
                yield member, why, partial(read, member)
                opened.members.clear()  # it keeps them all,
                opened.pax_headers.clear()  # and what one says of all that follow
        stream.limit = most
        while not stream.ended:  # up to the sum, which says whether all was read as it was written
            stream.read(CHUNK)


class _Bounded:
    """A stream that ends reading beyond a limit, and beyond its end. tarfile takes what a header
    says is a name into memory as a whole, and goes on where it says the next one is."""

    def __init__(self, stream: IO[bytes], limit: float) -> None:
        self._stream, self._position = stream, 0
        self.limit, self.ended = limit, False

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._position += len(data)
        if self._position > self.limit:
            raise LeftOut("what is in this archive is too large")
        if self.ended:
            raise EOFError("it ends before what it says is in it")
        self.ended = not data
        return data


def write(content: IO[bytes], size: int, place: Path) -> None:
    """Write a member of this size, as it says; LeftOut where it isn't, or can't be there; Unread;
    OSError where nothing can be written."""
    read = reading()(content.read)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            while size > 0 and (part := read(min(CHUNK, size))):
                file.write(part)
                size -= len(part)
            if read(1):
                raise LeftOut("it is larger than it says")
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise LeftOut("another file stands in its way") from None
    except (LeftOut, Unread):
        place.unlink(missing_ok=True)  # what can't be read to its end isn't what was submitted
        raise
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise LeftOut("its name is too long here") from None
