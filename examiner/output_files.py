"""Files that a command was asked to write, and disks that are full.

A file that no command wrote, as it is now, stays.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from .course import CourseError
from .digests import digest_of_bytes

DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT)
PROBE_BYTES = (
    64 * 1024
)  # bytes that a disk has room for, if it isn't full: more than SQLite asks for
WRITTEN_DIGESTS = ".written"  # in the course folder: the digests of all that was written


def write_output(root: Path, file: Path, content: str | bytes) -> None:
    """Write a file that was asked for, and say so.

    root: the course folder. CourseError where it can't be written, and where another is there that
    was not written so, or was changed since: grades that were typed into it are nowhere else.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if file.exists() and not file.is_file():  # /dev/stdout, say; of a folder it fails
            file.write_bytes(data)
        else:
            with (root / WRITTEN_DIGESTS).open("a+") as noted:
                noted.seek(0)
                ours = noted.read().split()
                if file.exists() and digest_of_bytes(file.read_bytes()) not in ours:
                    raise CourseError(
                        f"{file} is there, and is not as a command of examiner's wrote it: name "
                        "another file, or move that one away. Nothing was written."
                    )
                noted.write(f"{digest_of_bytes(data)}\n")
            write_atomically(file, data)
    except OSError as error:
        if error.errno in DISK_FULL_ERRORS:
            raise CourseError(full_disk_message(file.parent)) from None
        raise CourseError(f"{file} can't be written: {error.strerror}.") from None
    print(f"wrote {file}")


def write_atomically(file: Path, data: bytes, *, private: bool = False, new: bool = False) -> None:
    """Write a file whole or not at all, with the permissions of a new one. OSError.

    private: for its owner alone. new: FileExistsError where it is there, also since a moment ago.
    """
    file = file.resolve()  # where a link leads
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:50]}.")
    try:
        with os.fdopen(descriptor, "wb") as written:
            written.write(data)
        if not private:
            os.umask(mask := os.umask(0o077))
            os.chmod(name, 0o666 & ~mask)
        (os.link if new else os.replace)(name, file)
    finally:
        Path(name).unlink(missing_ok=True)


def full_disk_message(folder: Path) -> str:
    """What to say where there is no room."""
    return (
        f"the disk that {folder.resolve()} is on is full: make room there (`df -h`), then run the "
        "same command again. What was saved before is as it was."
    )


def is_disk_full(folder: Path) -> bool:
    """Whether nothing more can be written to a folder: a disk, or what a user may have of it.

    SQLite says no more of it than "disk I/O error".
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in DISK_FULL_ERRORS
    return False
