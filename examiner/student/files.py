"""The files of a submission: each is opened once, by descriptor, and is what that says it is.

A student's process may exchange a file for a link between two looks at it. So nothing that comes
from a student is looked at by a path: `Folder` opens each name below the folder before, follows no
link, asks the descriptor what it is, and reads from it.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..quoting import quoted_name

MIB = 2**20
MAX_SIZE = 32 * MIB  # bytes of all of them
MAX_COUNT = 1000
MAX_FOLDERS = 1000
MAX_SEEN = 10_000  # files and folders that are looked at
MAX_DEPTH = 32  # of folders in folders
MAX_NAME = 255  # bytes of a part of a path, as the kernel has it
MAX_PATH = 2000  # bytes of a path: it has to fit below other folders
MAX_REPORTED = 20  # of the files that are left out
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # a pipe would be waited for


class Skipped(NamedTuple):
    """A file that was left out, by a name that can be printed in a line, and the reason."""

    name: str
    why: str


class Broken(Skipped):
    """One that is there, and can't be read: whoever made the archive has to make it again."""


class LeftOut(Exception):
    """Why a file is not copied in."""


class Missing(LeftOut):
    """There is no such file."""


class Denied(LeftOut):
    """Its permissions don't allow to read it, which need not be the student's doing."""


class TooLarge(LeftOut):
    """There is no room for it."""

    def __init__(self) -> None:
        super().__init__("it is too large")


Read = Callable[[int], bytes]  # the content, if it has at most so many bytes; else raises LeftOut


class Folder:
    """A folder that somebody else has filled, and may still change.

    own: how many names at the end of its path are theirs as well. shared: whether others can write
    where it is; a file with a second name is then left out, unless the owner of the folder has it.
    """

    def __init__(self, path: Path, own: int = 0, *, shared: bool = False) -> None:
        self.path, self._held, self._shared = path, -1, shared
        self._top = path.parents[own - 1] if own else path
        self._names = path.parts[len(path.parts) - own :]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Inside, it is the same folder, whatever is put in its place. OSError."""
        with self._opened() as self._held:
            try:
                yield
            finally:
                self._held = -1

    @contextmanager
    def _opened(self, name: str = "") -> Iterator[int]:
        """A descriptor of the folder, or of what is called so in it. OSError."""
        names = list(filter(None, name.split("/")))
        if self._held >= 0:
            descriptor = os.dup(self._held)
        else:
            descriptor = os.open(self._top, os.O_RDONLY | os.O_DIRECTORY)
            names[:0] = self._names
        try:
            for part in names:
                if part == "..":
                    raise FileNotFoundError(part)
                outer, descriptor = descriptor, os.open(part, _OPEN, dir_fd=descriptor)
                os.close(outer)
            yield descriptor
        finally:
            os.close(descriptor)

    def owner(self) -> int:
        """The id of the user whose folder it is, read without opening it. OSError.

        A link belongs to whoever made it, and so does a folder that only its owner can open.
        """
        status = os.fstat(self._held) if self._held >= 0 else os.lstat(self.path)
        return status.st_uid

    def changed(self) -> float:
        """When it, or what is in it, was last changed, in seconds since 1970: by the clock of its
        file system, which no user can set back. OSError.

        Folders count as well: a file that was read and is gone has changed the one it was in.
        """
        with self._opened() as descriptor:
            times = [os.fstat(descriptor).st_ctime]
        for path, _ in self._walk(MAX_SEEN):
            inside, _, name = path.rstrip("/").rpartition("/")
            with suppress(OSError), self._opened(inside) as descriptor:
                times.append(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_ctime)
        return max(times)

    def entries(self, inside: str = "", most: int | None = MAX_SEEN) -> list[tuple[str, bool]]:
        """The names in a folder, sorted, and whether each is a folder again. OSError."""
        with self._opened(inside) as descriptor, os.scandir(descriptor) as found:
            return sorted((e.name, e.is_dir(follow_symlinks=False)) for e in islice(found, most))

    def read(self, name: str, room: int) -> bytes:
        """The content of an ordinary file, if it has at most so many bytes. LeftOut."""
        try:
            with self._opened(name) as descriptor:
                about = os.fstat(descriptor)
                if not stat.S_ISREG(about.st_mode):
                    raise LeftOut("not an ordinary file")
                if self._shared and about.st_nlink > 1 and about.st_uid != self.owner():
                    raise LeftOut("a link")
                if about.st_size > room:
                    raise TooLarge
                with open(descriptor, "rb", closefd=False) as file:
                    return _fitting(file.read(room + 1), room)
        except FileNotFoundError:
            raise Missing("it isn't there") from None
        except OSError as error:
            kind = Denied if isinstance(error, PermissionError) else LeftOut
            raise kind(why_not(error)) from None

    def files(self, most: int = MAX_SEEN) -> Iterator[tuple[str, Read]]:
        """The files in it and in the folders in it, sorted; none is opened yet.

        Of so many files and folders that are seen no more are looked for.
        """
        for path, why in self._walk(most):
            if why:
                yield path, partial(_fail, why)
            elif not path.endswith("/"):
                yield path, partial(self.read, path)

    def _walk(self, most: int) -> Iterator[tuple[str, str]]:
        """What is in it and in the folders in it, up to so many: the path, of a folder with a /
        behind it; once more where it can't be looked into, and why."""
        waiting, room = [""], most
        while waiting and room > 0:
            inside = waiting.pop()
            if inside.count("/") > MAX_DEPTH:
                yield inside, "its folders lie too deep in one another"
                continue
            try:
                entries = self.entries(inside, room)
            except OSError as error:
                yield inside or "its folder", why_not(error)
                continue
            room -= len(entries)
            paths = [f"{inside}{name}{'/' if is_folder else ''}" for name, is_folder in entries]
            yield from ((path, "") for path in paths)
            waiting += [path for path in reversed(paths) if path.endswith("/")]
        if room <= 0:
            yield "all the others", f"there are more than {most}"


def collect_files(
    files: Mapping[str, bytes] | Folder, max_size: int = MAX_SIZE
) -> tuple[dict[str, bytes], tuple[Skipped, ...]]:
    """The files to copy in, by relative path, and what is left out.

    `files`: contents by relative path, or a folder. Of more than MAX_REPORTED that are left out,
    the last entry gives the number.
    """
    taken: dict[str, bytes] = {}
    folders: set[PurePosixPath] = set()
    skipped: list[Skipped] = []
    room, more = max_size, 0
    limit = f"{max_size // MIB} MiB" if max_size % MIB == 0 else f"{max_size} bytes"
    if isinstance(files, Folder):
        found = files.files()
    else:
        found = ((name, partial(_fitting, content)) for name, content in files.items())
    for name, read in found:
        try:
            parents = set(checked_path(name).parents) - folders
            if len(taken) == MAX_COUNT or len(folders) + len(parents) > MAX_FOLDERS:
                raise LeftOut(f"a submission may have {MAX_COUNT} files, in {MAX_FOLDERS} folders")
            taken[name] = read(room)
            room -= len(taken[name])
            folders |= parents
        except LeftOut as error:
            too_large = f"with it, the files would take more than {limit}"
            why = too_large if isinstance(error, TooLarge) else str(error)
            if len(skipped) < MAX_REPORTED:
                skipped.append(Skipped(quoted_name(name), why))
            else:
                more += 1
    if more:
        skipped.append(Skipped(f"{more} more", "left out for such reasons as well"))
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


def why_not(error: OSError) -> str:
    """What keeps something of a student's from being read."""
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return "a link"
    if error.errno == errno.EACCES:
        return "its permissions don't allow to read it: `chmod -R u+rwX` changes them"
    return "it can't be read"


def _fail(why: str, room: int) -> bytes:
    raise LeftOut(why)


def _fitting(content: bytes, room: int) -> bytes:
    if len(content) > room:
        raise TooLarge
    return content
