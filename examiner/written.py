"""Files that a command was asked to write. One that it didn't write, as it is now, stays."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .course import CourseError
from .digests import digest_of_bytes

NOTED = ".written"  # in the course folder: the digests of all that was written


def write(root: Path, file: Path, content: str | bytes) -> None:
    """Write a file that was asked for, and say so.

    root: the course folder. CourseError where it can't be written, and where another is there that
    was not written so, or was changed since: grades that were typed into it are nowhere else.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if file.exists() and not file.is_file():  # /dev/stdout, say; of a folder it fails
            file.write_bytes(data)
        else:
            _check_ours(root, file)
            with (root / NOTED).open("a") as noted:
                noted.write(f"{digest_of_bytes(data)}\n")
            _put(file, data)
    except OSError as error:
        raise CourseError(f"{file} can't be written: {error.strerror}.") from None
    print(f"wrote {file}")


def _check_ours(root: Path, file: Path) -> None:
    if not file.exists():
        return
    noted = (root / NOTED).read_text() if (root / NOTED).exists() else ""
    if digest_of_bytes(file.read_bytes()) not in noted.split():
        raise CourseError(
            f"{file} is there, and is not as a command of examiner's wrote it: name another file, "
            "or move that one away. Nothing was written."
        )


def _put(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, with the permissions of a new one."""
    file = file.resolve()  # where a link leads
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:50]}.")
    try:
        with os.fdopen(descriptor, "wb") as new:
            new.write(data)
        os.umask(mask := os.umask(0o077))
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, file)
    finally:
        Path(name).unlink(missing_ok=True)
