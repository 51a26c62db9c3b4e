"""Safe reading of a submission's files: each file is opened once, and examined by its descriptor.

A student's process may replace a file by a link between a check of the file and its use. So no code
here uses the path of a student's file twice. `Folder` opens each part of a path relative to its
parent folder, follows no links, and both examines and reads the file through its descriptor.
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
MAX_SIZE = 32 * MIB  # bytes of all files together
MAX_COUNT = 1000
MAX_FOLDERS = 1000
MAX_SEEN = 10_000  # files and folders that are listed
MAX_DEPTH = 32  # of nested folders
MAX_NAME = 255  # bytes of one part of a path, the kernel's limit
MAX_PATH = 2000  # bytes of a path, which leaves space for the path of the folder above
MAX_REPORTED = 20  # skipped files that are listed by name
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # opening a pipe would block


class SkippedFile(NamedTuple):
    """A file that was left out.

    Attributes:
        name: The name of the file, printable in one line.
        reason: The reason why the file was left out.
    """

    name: str
    reason: str


class UnreadableFile(SkippedFile):
    """A file that exists but can't be read, so that its archive must be made again."""


class FileRejected(Exception):
    """A file is left out; the message gives the reason."""


class FileMissing(FileRejected):
    """The file does not exist."""


class FileDenied(FileRejected):
    """The permissions of the file forbid reading it, which need not be the student's fault."""


class FileTooLarge(FileRejected):
    """The file exceeds the size limit.

    Attributes:
        size: The size of the file in bytes.
    """

    def __init__(self, size: int) -> None:
        super().__init__("it is too large")
        self.size = size


# Returns the content of a file of at most the given number of bytes, or raises FileRejected.
ReadFile = Callable[[int], bytes]


class Folder:
    """A folder that an untrusted user has filled, and may still change.

    `held_open`, `owner`, `last_changed` and `entries` may raise OSError.

    Args:
        path: The path of the folder.
        untrusted_parts: The number of parts at the end of `path` that the untrusted user controls.
            They are opened one by one, without following links.
        shared: True if other users can write to the parent folder. A file with several hard links
            is then left out, unless it belongs to the owner of the folder.
    """

    def __init__(self, path: Path, untrusted_parts: int = 0, *, shared: bool = False) -> None:
        self.path, self._descriptor, self._shared = path, -1, shared
        self._top = path.parents[untrusted_parts - 1] if untrusted_parts else path
        self._names = path.parts[len(path.parts) - untrusted_parts :]

    @contextmanager
    def held_open(self) -> Iterator[None]:
        """Keep the folder open, so that all reads use it even if another takes its place."""
        with self._opened() as self._descriptor:
            try:
                yield
            finally:
                self._descriptor = -1

    @contextmanager
    def _opened(self, name: str = "") -> Iterator[int]:
        """Open the folder, or the file or folder `name` in it, and yield the descriptor."""
        names = list(filter(None, name.split("/")))
        if self._descriptor >= 0:
            descriptor = os.dup(self._descriptor)
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
        """Return the user id of the folder's owner, without opening the folder.

        This also works for a link, and for a folder that only its owner can open.
        """
        status = os.fstat(self._descriptor) if self._descriptor >= 0 else os.lstat(self.path)
        return status.st_uid

    def last_changed(self) -> float:
        """Return the time of the last change to the folder or its content, in seconds since 1970.

        The time is the inode change time, which users can't set back. Folders count as well,
        because removing a file changes the folder that contained it.
        """
        with self._opened() as descriptor:
            times = [os.fstat(descriptor).st_ctime]
        for path, _ in self._walk(MAX_SEEN):
            inside, _, name = path.rstrip("/").rpartition("/")
            with suppress(OSError), self._opened(inside) as descriptor:
                times.append(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_ctime)
        return max(times)

    def entries(self, inside: str = "", limit: int | None = MAX_SEEN) -> list[tuple[str, bool]]:
        """Return the sorted names in a folder, each with True if it is a folder itself.

        Args:
            inside: The path of the folder, relative to this one.
            limit: The number of names after which to stop; None for no limit.
        """
        with self._opened(inside) as descriptor, os.scandir(descriptor) as found:
            return sorted((e.name, e.is_dir(follow_symlinks=False)) for e in islice(found, limit))

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the content of an ordinary file of at most `max_bytes` bytes.

        Raises:
            FileRejected: The file is missing, too large, unreadable, or not an ordinary file.
        """
        try:
            with self._opened(name) as descriptor:
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):
                    raise FileRejected("not an ordinary file")
                if self._shared and status.st_nlink > 1 and status.st_uid != self.owner():
                    raise FileRejected("a link")
                if status.st_size > max_bytes:
                    raise FileTooLarge(status.st_size)
                with open(descriptor, "rb", closefd=False) as file:
                    return _require_fit(file.read(max_bytes + 1), max_bytes)
        except FileNotFoundError:
            raise FileMissing("it isn't there") from None
        except OSError as error:
            raise _rejection(error) from None

    def files(self, limit: int = MAX_SEEN) -> Iterator[tuple[str, ReadFile]]:
        """Yield each file below the folder in sorted order, with a function that reads it.

        No file is opened until its function is called. A folder that can't be listed comes with a
        function that raises FileRejected.

        Args:
            limit: The number of files and folders after which the search stops.
        """
        for path, rejection in self._walk(limit):
            if rejection:
                yield path, partial(_reject, rejection)
            elif not path.endswith("/"):
                yield path, partial(self.read, path)

    def _walk(self, limit: int) -> Iterator[tuple[str, FileRejected | None]]:
        """Yield the path of everything below the folder, with None.

        Paths of folders end in a slash. If a folder can't be listed, its path comes a second time,
        with the error.
        """
        waiting, remaining = [""], limit
        while waiting and remaining > 0:
            inside = waiting.pop()
            if inside.count("/") > MAX_DEPTH:
                yield inside, FileRejected("its folders are nested too deeply")
                continue
            try:
                entries = self.entries(inside, remaining)
            except OSError as error:
                yield inside or "its folder", _rejection(error)
                continue
            remaining -= len(entries)
            paths = [f"{inside}{name}{'/' if is_folder else ''}" for name, is_folder in entries]
            yield from ((path, None) for path in paths)
            waiting += [path for path in reversed(paths) if path.endswith("/")]
        if remaining <= 0:
            yield "all the others", FileRejected(f"there are more than {limit}")


def collect_files(
    files: Mapping[str, bytes] | Folder, max_size: int = MAX_SIZE
) -> tuple[dict[str, bytes], tuple[SkippedFile, ...]]:
    """Return the contents of the usable files by relative path, and the skipped files.

    If more than MAX_REPORTED files are skipped, the last entry gives the number of the others.

    Args:
        files: The contents by relative path, or a folder.
        max_size: Bytes that all files together may have.
    """
    contents: dict[str, bytes] = {}
    folders: set[PurePosixPath] = set()
    skipped: list[SkippedFile] = []
    budget, unreported = max_size, 0
    limit_text = f"{max_size // MIB} MiB" if max_size % MIB == 0 else f"{max_size} bytes"
    if isinstance(files, Folder):
        found = files.files()
    else:
        found = ((name, partial(_require_fit, content)) for name, content in files.items())
    for name, read in found:
        try:
            parents = set(checked_path(name).parents) - folders
            if len(contents) == MAX_COUNT or len(folders) + len(parents) > MAX_FOLDERS:
                raise FileRejected(
                    f"a submission may have {MAX_COUNT} files, in {MAX_FOLDERS} folders"
                )
            contents[name] = read(budget)
            budget -= len(contents[name])
            folders |= parents
        except FileRejected as error:
            reason = str(error)
            if isinstance(error, FileTooLarge):  # the size shows graders that the file has changed
                reason = f"with its {error.size} bytes, the files would take more than {limit_text}"
            if len(skipped) < MAX_REPORTED:
                skipped.append(SkippedFile(quoted_name(name), reason))
            else:
                unreported += 1
    if unreported:
        skipped.append(SkippedFile(f"{unreported} more", "left out for similar reasons"))
    return contents, tuple(skipped)


def checked_path(name: str) -> PurePosixPath:
    """Return a relative path that is safe to create and to print in logs and pages.

    Raises:
        FileRejected: The path leads out of its folder, no file can have it, or it can't be printed.
    """
    path = PurePosixPath(name)
    try:
        longest = max((len(os.fsencode(part)) for part in path.parts), default=0)
        encoded = os.fsencode(name)
    except UnicodeEncodeError:
        encoded, longest = b"\0", 0
    usable = path.parts and not path.is_absolute() and ".." not in path.parts
    short = longest <= MAX_NAME and len(encoded) <= MAX_PATH
    if usable and short and encoded.decode("utf-8", "replace").isprintable():
        return path
    raise FileRejected("its name can't be used")


def read_error_reason(error: OSError) -> str:
    """Return the reason why a student's file can't be read, in words."""
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return "a link"
    if error.errno == errno.EACCES:
        return "its permissions don't allow to read it: `chmod -R u+rwX` changes them"
    return "it can't be read"


def _rejection(error: OSError) -> FileRejected:
    kind = FileDenied if isinstance(error, PermissionError) else FileRejected
    return kind(read_error_reason(error))


def _reject(rejection: FileRejected, max_bytes: int) -> bytes:
    raise rejection


def _require_fit(content: bytes, max_bytes: int) -> bytes:
    if len(content) > max_bytes:
        raise FileTooLarge(len(content))
    return content
