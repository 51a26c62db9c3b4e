"""Unpacking what a learning platform gave: zip and tar.gz archives, within bounds.

An archive may hold a whole class's submissions, some of them archives again, and what is in those
is the students' doing: bombs, links, paths that lead elsewhere. Each member that can't be had is
reported; the others are unpacked, the smallest first where the archive can be read in any order, so
that what is too large takes no room from what is not.
"""

from __future__ import annotations

import errno
import gzip
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO

from ..grading.submission import MAX_FILE
from ..quoting import quoted_name
from ..student.files import Broken, LeftOut, Skipped, checked_path

MIB = 2**20
RATIO = 20  # what is in an archive may have so many times its size, ...
FREE = 16 * MIB  # ... and so many bytes more,
FREE_FOR_ALL = 1024 * MIB  # of which there are so many for all archives together
MAX_MEMBERS, SIZE_OF_MEMBER = 1000, 10 * 2**10  # of an archive, and one more for so many bytes
MAX_DIRECTORY = 4 * MIB  # of a zip's table of contents, which is read as a whole
DEPTH = 2  # an archive in an archive, and no deeper
MAX_REPORTED = 20  # of what is left out of an archive
CHUNK = 2**16
_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, ValueError, KeyError)
_UNKNOWN = (RuntimeError, NotImplementedError)  # encrypted, or packed as this Python can't read


class Room:
    """How much more may be unpacked, of all archives and of the one that is being unpacked.

    largest: by the name of a member, how many bytes it may have; LeftOut for what isn't wanted.
    wanted: how many bytes were asked for so far.
    """

    def __init__(self, largest: Callable[[str], int] = lambda name: MAX_FILE) -> None:
        self._free, self.largest = FREE_FOR_ALL, largest
        self._own = self.left = self.members = self.wanted = 0

    def begin(self, size: int) -> None:
        """The next archive, of so many bytes."""
        self._own = RATIO * size
        self.left = self._own + min(FREE, self._free)
        self.members = MAX_MEMBERS + size // SIZE_OF_MEMBER

    def take(self, name: str, size: int) -> None:
        """LeftOut where there is none for a member of this name and size."""
        if size > (most := self.largest(name)):
            raise LeftOut(f"it has more than {most / MIB:.3g} MiB")
        self.wanted += size
        if size > self.left:
            raise LeftOut("with it, what is in this archive would be too large")
        own = min(size, self._own)
        self._own -= own
        self._free -= size - own
        self.left -= size


def unpack(archive: Path, folder: Path, room: Room, depth: int = DEPTH) -> Iterator[Skipped]:
    """Unpack into a folder, with the archives in there; yields what was left out, and why.

    OSError where nothing can be written.
    """
    try:
        room.begin(archive.stat().st_size)
        read = _unpack_zip if archive.suffix == ".zip" else unpack_tar
        yield from in_short(read(archive, folder, room))
    except (*_BROKEN, *_UNKNOWN, UnicodeError, gzip.BadGzipFile) as error:
        yield Skipped(quoted_name(archive.name), f"it can't be read ({str(error)[:100]})")
    except LeftOut as why:
        yield Skipped(f"the rest of {quoted_name(archive.name)}", str(why))
    inner = sorted(path for path in _files_below(folder) if is_archive(path))
    for path in inner:
        if depth == 1:
            yield Skipped(quoted_name(path.name), "an archive in an archive in an archive")
        else:
            yield from unpack(path, folder_for(path), room, depth - 1)


def in_short(skipped: Iterator[Skipped]) -> Iterator[Skipped]:
    yield from islice(skipped, MAX_REPORTED)
    if more := sum(1 for _ in skipped):
        yield Skipped(f"{more} more", "for such reasons as well")


def is_archive(path: Path) -> bool:
    return path.suffix == ".zip" or path.name.endswith(".tar.gz")


def folder_for(archive: Path) -> Path:
    """Where nbgrader puts what is in an archive: beside it, under its name."""
    return archive.with_name(archive.name.removesuffix(".zip").removesuffix(".tar.gz") or "archive")


def _files_below(folder: Path) -> Iterator[Path]:
    for top, _, names in os.walk(folder):
        yield from (Path(top) / name for name in names)


def _unpack_zip(archive: Path, folder: Path, room: Room) -> Iterator[Skipped]:
    with archive.open("rb") as file:
        end = zipfile._EndRecData(file)  # there is no public way to know before it is read
        if end and end[zipfile._ECD_SIZE] > MAX_DIRECTORY:
            raise LeftOut("it has too many members")
        with zipfile.ZipFile(file) as opened:
            members = sorted(opened.infolist(), key=lambda member: member.file_size)
            files = (member for member in members if not member.is_dir())
            for member in islice(files, room.members):
                try:
                    if stat.S_ISLNK(member.external_attr >> 16):
                        raise LeftOut("a link")
                    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                        raise LeftOut("packed in a way that is not read")
                    place = _place(folder, member.filename)
                    room.take(member.filename, member.file_size)
                    with opened.open(member) as content:
                        _write(content, member.file_size, place)
                except LeftOut as why:
                    yield Skipped(quoted_name(member.filename), str(why))
                except (*_BROKEN, *_UNKNOWN) as error:
                    why = f"it can't be read ({str(error)[:100]})"
                    yield Broken(quoted_name(member.filename), why)
            if next(files, None):
                raise LeftOut(f"it has more than {room.members} members")


def unpack_tar(archive: Path, folder: Path, room: Room) -> Iterator[Skipped]:
    """The same of one tar.gz: its ordinary files, one after the other."""
    with gzip.open(archive) as packed:
        stream = _Bounded(packed, room.left + CHUNK * room.members)
        with tarfile.open(fileobj=stream, mode="r|") as opened:
            for number, member in enumerate(opened):
                if number >= room.members:
                    raise LeftOut(f"it has more than {room.members} members")
                if member.isdir():
                    continue
                try:
                    if not member.isreg() or member.issparse():
                        raise LeftOut("not an ordinary file")
                    place = _place(folder, member.name)
                    room.take(member.name, member.size)
                    _write(opened.extractfile(member), member.size, place)
                except LeftOut as why:
                    yield Skipped(quoted_name(member.name), str(why))
                opened.members.clear()  # it keeps them all
        while stream.read(CHUNK):  # up to the sum at the end, which says whether all was read as
            pass  # it was written


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


def _place(folder: Path, name: str) -> Path:
    """Where a member goes; LeftOut for a path that leads elsewhere, or can't be printed."""
    return folder / checked_path(name)


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
    except (LeftOut, *_BROKEN):
        place.unlink(missing_ok=True)  # what can't be read to its end isn't what was submitted
        raise
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise LeftOut("its name is too long here") from None
