"""The files of a submission beside its notebook, read without following links."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..quoting import quoted_name

MIB = 2**20
MAX_SIZE = 32 * MIB  # bytes of all of them
MAX_COUNT = 1000
MAX_FOLDERS = 1000
MAX_SEEN = 10_000  # files and folders that are looked at
MAX_NAME = 255  # bytes of a part of a path, as the kernel has it
MAX_PATH = 2000  # bytes of a path: it has to fit below other folders
MAX_REPORTED = 20  # of the files that are left out


class Skipped(NamedTuple):
    """A file that was left out, by a name that can be printed in a line, and the reason."""

    name: str
    why: str


class LeftOut(Exception):
    """Why a file is not copied in."""


class _TooLarge(LeftOut):
    """There is no room for it."""


Read = Callable[[int], bytes]  # the content, if it has at most so many bytes; else raises LeftOut


def collect_files(
    files: Mapping[str, bytes] | Path | None, max_size: int = MAX_SIZE
) -> tuple[dict[str, bytes], tuple[Skipped, ...]]:
    """The files to copy in, by relative path, and what is left out.

    `files`: contents by relative path, or a folder. Of more than MAX_REPORTED that are left out,
    the last entry gives the number.
    """
    taken: dict[str, bytes] = {}
    folders: set[PurePosixPath] = set()
    skipped: list[Skipped] = []
    count, room = 0, max_size
    limit = f"{max_size // MIB} MiB" if max_size % MIB == 0 else f"{max_size} bytes"
    too_large = f"with it, the files would take more than {limit}"
    for name, read in _found(files):
        try:
            parents = set(checked_path(name).parents) - folders
            if len(taken) == MAX_COUNT or len(folders) + len(parents) > MAX_FOLDERS:
                raise LeftOut(f"a submission may have {MAX_COUNT} files, in {MAX_FOLDERS} folders")
            content = read(room)
        except LeftOut as error:
            why = too_large if isinstance(error, _TooLarge) else str(error)
            count += 1
            if len(skipped) < MAX_REPORTED:
                skipped.append(Skipped(quoted_name(name), why))
            continue
        taken[name] = content
        folders |= parents
        room -= len(content)
    if count > len(skipped):
        skipped.append(Skipped(f"{count - len(skipped)} more", "left out for such reasons as well"))
    return taken, tuple(skipped)


def checked_path(name: str) -> PurePosixPath:
    """Raises LeftOut for a path that leads elsewhere, that no file can have, or that can't be
    printed: logs and pages name it."""
    path = PurePosixPath(name)
    try:
        longest = max((len(os.fsencode(part)) for part in path.parts), default=0)
        written = os.fsencode(name)
    except UnicodeEncodeError:
        written, longest = b"\0", 0
    usable = path.parts and not path.is_absolute() and ".." not in path.parts
    short = longest <= MAX_NAME and len(written) <= MAX_PATH
    if usable and short and written.decode("utf-8", "replace").isprintable():
        return path
    raise LeftOut("its name can't be used")


def _found(files: Mapping[str, bytes] | Path | None) -> Iterator[tuple[str, Read]]:
    if isinstance(files, Mapping):
        for name, content in files.items():
            yield name, lambda room, content=content: _fitting(content, room)
    elif files is not None:
        yield from in_folder(files)


def in_folder(folder: Path) -> Iterator[tuple[str, Read]]:
    """The files in a folder and the folders in it, sorted; none is opened yet.

    Of MAX_SEEN files and folders that are seen no more are looked for.
    """
    waiting, room = [""], MAX_SEEN
    while waiting and room > 0:
        inside = waiting.pop()
        if len(os.fsencode(inside)) > MAX_PATH:
            yield inside, _failing("its folders lie too deep in one another")
            continue
        try:
            with os.scandir(folder / inside) as found:
                entries = sorted(islice(found, room), key=lambda entry: entry.name)
        except OSError:
            yield inside or str(folder), _failing("it can't be read")
            continue
        room -= len(entries)
        folders = [e for e in entries if e.is_dir(follow_symlinks=False)]
        for entry in entries:
            if entry not in folders:
                yield f"{inside}{entry.name}", lambda room, path=entry.path: _read(path, room)
        waiting += [f"{inside}{entry.name}/" for entry in reversed(folders)]
    if room <= 0:
        yield "all the others", _failing(f"there are more than {MAX_SEEN}")


def _failing(why: str) -> Read:
    def read(room: int) -> bytes:
        raise LeftOut(why)

    return read


def _read(path: str, room: int) -> bytes:
    if os.path.islink(path):
        raise LeftOut("a link")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise LeftOut("not an ordinary file")
            if status.st_size > room:
                raise _TooLarge
            return _fitting(file.read(room + 1), room)
    except OSError:
        raise LeftOut("it can't be read") from None


def _fitting(content: bytes, room: int) -> bytes:
    if len(content) > room:
        raise _TooLarge
    return content
