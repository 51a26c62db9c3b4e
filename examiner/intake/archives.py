"""Unpacking of zips from outside, within limits: downloads of a learning platform, and backups.

A download can hold the submissions of a whole class, and some of these are zips again. Students
control the inner zips, so an inner zip can be a bomb, contain links, write outside its folder, or
have a false table of contents. The unpacker reports each member that it leaves out and unpacks the
others. It starts with the smallest member, so that an oversized one can't use up the budget of the
rest.
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
# The members of a zip may have MAX_RATIO times its size in total, and EXTRA bytes more. All zips of
# a download share EXTRA_FOR_ALL.
MAX_RATIO = 20
EXTRA = 16 * MIB
EXTRA_FOR_ALL = 1024 * MIB
# A zip may have MAX_MEMBERS members, and one more for each BYTES_PER_MEMBER of its size.
MAX_MEMBERS, BYTES_PER_MEMBER = 1000, 10 * 2**10
# Python reads the table of contents as a whole, so its size is limited: bytes per member.
MAX_ENTRY = 300
MAX_NESTING = 2  # a zip, and the zips inside it
MAX_REPORTED = 20  # members that are reported as left out, for each zip
CHUNK = 2**16


class UnreadableArchive(Exception):
    """A zip, or a member of it, can't be read."""


@contextmanager
def _reading() -> Iterator[None]:
    """Turn each exception raised inside into UnreadableArchive, except FileRejected.

    Python's reader can raise any exception at a forged zip, for example an IndexError. It can also
    raise an OSError, which must not look like a full disk.
    """
    try:
        yield
    except (FileRejected, UnreadableArchive):
        raise
    except Exception as error:
        raise UnreadableArchive(f"it can't be read ({str(error)[:100]})") from None


class UnpackBudget:
    """The bytes that may still be unpacked from a download, and from its current zip."""

    def __init__(self) -> None:
        self._extra_for_all, self._by_ratio, self._extra = EXTRA_FOR_ALL, 0, 0

    def begin(self, size: int) -> None:
        """Begin the next zip, which has `size` bytes."""
        self._by_ratio, self._extra = MAX_RATIO * size, min(EXTRA, self._extra_for_all)

    def take(self, name: str, size: int) -> None:
        """Take `size` bytes for the member `name`.

        Raises:
            FileRejected: The budget doesn't suffice, or the member is too large or too deep.
        """
        if name.count("/") > MAX_DEPTH:
            raise FileRejected("its folders are nested too deeply")
        if size > MAX_FILE:
            raise FileRejected(f"it has more than {MAX_FILE / MIB:.3g} MiB")
        if size > self._by_ratio + self._extra:
            raise FileRejected("with this file, the contents of the archive would be too large")
        beyond_ratio = max(size - self._by_ratio, 0)
        self._by_ratio -= size - beyond_ratio
        self._extra -= beyond_ratio
        self._extra_for_all -= beyond_ratio


def unpack_submissions(
    archive: Path, folder: Path, budget: UnpackBudget, nesting: int = MAX_NESTING
) -> list[SkippedFile]:
    """Unpack a zip of submissions, and the zips inside it, into a folder.

    Args:
        archive: The zip.
        folder: The folder to unpack into.
        budget: The bytes that may be unpacked.
        nesting: The levels of zips to unpack: 1 for `archive` only.

    Returns:
        The files that were left out. An entry is `UnreadableFile` only if the download itself or
        one of its members can't be read: an unreadable zip of a student is `SkippedFile`.

    Raises:
        OSError: The files can't be written.
    """
    size = archive.stat().st_size
    budget.begin(size)
    skipped = unpack(archive, folder, budget.take, MAX_MEMBERS + size // BYTES_PER_MEMBER)
    if nesting < MAX_NESTING:
        skipped = [SkippedFile(*each) for each in skipped]  # a student made this zip
    for inner in sorted(path for path in folder.rglob("*") if is_archive(path) and path.is_file()):
        if nesting == 1:
            why = "an archive in an archive in an archive"
            skipped.append(SkippedFile(quoted_name(inner.name), why))
        else:
            skipped += unpack_submissions(inner, folder_for(inner), budget, nesting - 1)
    return skipped


def unpack(
    archive: Path, folder: Path, check: Callable[[str, int], object], max_members: int
) -> list[SkippedFile]:
    """Unpack the files in a zip into a folder.

    Args:
        archive: The zip.
        folder: The folder to unpack into.
        check: A function that gets the name and size of each member. It raises FileRejected to
            leave the member out.
        max_members: The number of members to unpack at most.

    Returns:
        The members that were left out, the unreadable ones (`UnreadableFile`) first.

    Raises:
        OSError: A file can't be written.
    """
    skipped: list[SkippedFile] = []
    try:
        for member, open_member in members(archive, max_members):
            name, size = member.filename, member.file_size
            try:
                if stat.S_ISLNK(member.external_attr >> 16):
                    raise FileRejected("a link")
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise FileRejected("its compression method is not supported")
                place = folder / checked_path(name)
                check(name, size)
                _write(open_member(), size, place)
            except FileRejected as reason:
                skipped.append(SkippedFile(quoted_name(name), str(reason)))
            except UnreadableArchive as error:
                skipped.append(UnreadableFile(quoted_name(name), str(error)))
    except FileRejected as reason:
        skipped.append(UnreadableFile(f"the rest of {quoted_name(archive.name)}", str(reason)))
    except UnreadableArchive as error:
        skipped.append(UnreadableFile(quoted_name(archive.name), str(error)))
    skipped.sort(key=lambda each: not isinstance(each, UnreadableFile))
    if (more := len(skipped) - MAX_REPORTED) > 0:
        skipped[MAX_REPORTED:] = [SkippedFile(f"{more} more", "for similar reasons")]
    return skipped


def members(
    archive: Path, max_members: int
) -> Iterator[tuple[zipfile.ZipInfo, Callable[[], IO[bytes]]]]:
    """Yield the files in a zip, the smallest first, each with a function that opens it.

    Call that function before you ask for the next file.

    Raises:
        UnreadableArchive: The zip can't be read. The function that opens a file raises it too.
        FileRejected: The zip has more than `max_members` members. The smallest ones come first.
    """
    too_many = FileRejected(f"it has more than {max_members} members")
    with _reading(), archive.open("rb") as file:
        # zipfile has no public way to get the size of the table of contents before reading it.
        end = zipfile._EndRecData(file)  # type: ignore[attr-defined]
        if end and end[zipfile._ECD_SIZE] > MAX_ENTRY * max_members:  # type: ignore[attr-defined]
            raise too_many
        with zipfile.ZipFile(file) as found:
            files = [member for member in found.infolist() if not member.filename.endswith("/")]
            for member in sorted(files, key=lambda member: member.file_size)[:max_members]:
                yield member, partial(_reading()(found.open), member)
            if len(files) > max_members:
                raise too_many


def is_archive(path: Path) -> bool:
    return path.suffix.casefold() == ".zip"


def folder_for(archive: Path) -> Path:
    """Return the folder to unpack a zip into: a sibling with its stem ("archive" for "...zip")."""
    return archive.with_name(archive.stem.lstrip(".") or "archive")


def _write(content: IO[bytes], size: int, place: Path) -> None:
    """Write a member to `place`.

    Args:
        content: The open member.
        size: Its size in bytes, according to the table of contents.
        place: The file to write.

    Raises:
        FileRejected: The member is larger than `size`, or no such file can be made.
        UnreadableArchive: The member can't be read to its end.
        OSError: The file can't be written.
    """
    read = _reading()(content.read)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            while size > 0 and (part := read(min(CHUNK, size))):
                file.write(part)
                size -= len(part)
            if read(1):
                raise FileRejected("it is larger than the archive's table of contents says")
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise FileRejected("another file has the same place") from None
    except (FileRejected, UnreadableArchive):
        place.unlink(missing_ok=True)  # a part of the file must not pass for the whole
        raise
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise FileRejected("its name is too long for this file system") from None
