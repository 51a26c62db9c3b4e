"""Writing the files that a teacher asks a command for, and detecting full disks.

A command never overwrites a file that a person made or changed.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from .course import CourseError
from .digests import digest_of_bytes

DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT)
# Errors of a file or folder that somebody can repair, such as a folder without permissions.
FILE_ERRORS = (
    *(errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO, errno.ESTALE, errno.EFBIG),
    *(errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENOTEMPTY, errno.ELOOP, errno.ENAMETOOLONG),
)
PROBE_BYTES = 64 * 1024  # if a disk can't store so many bytes, it is full; SQLite needs fewer
WRITTEN_DIGESTS = ".written"  # a file in the course folder: digests of all files written so far


def write_output(root: Path, file: Path, content: str | bytes) -> None:
    """Write a file that a teacher asked for, and print its path.

    Args:
        root: The course folder.
        file: Path of the file.
        content: Text or bytes of the file.

    Raises:
        CourseError: The file can't be written; or a file of that name exists that no command
            wrote, or that a person has changed. It may hold grades that exist nowhere else.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if file.exists() and not file.is_file():  # a device such as /dev/stdout; a folder raises
            file.write_bytes(data)
        else:
            with (root / WRITTEN_DIGESTS).open("a+") as digests:
                digests.seek(0)
                written = digests.read().split()
                if file.exists() and digest_of_bytes(file.read_bytes()) not in written:
                    raise CourseError(
                        f"{file} exists, and examiner did not write it, or somebody has changed it "
                        "since. Nothing was written: name another file, or move that one away."
                    )
                digests.write(f"{digest_of_bytes(data)}\n")
            write_atomically(file, data)
    except OSError as error:
        if error.errno in DISK_FULL_ERRORS:
            raise CourseError(full_disk_message(file.parent)) from None
        raise CourseError(f"{file} can't be written: {error.strerror}.") from None
    print(f"wrote {file}")


def write_atomically(file: Path, data: bytes, *, private: bool = False, new: bool = False) -> None:
    """Write a whole file or nothing, with the permissions of a new file.

    Args:
        file: Path of the file. If it is a link, the target of the link is written.
        data: The content.
        private: Whether only the owner may read and write the file.
        new: Whether an existing file is an error.

    Raises:
        FileExistsError: The file exists, though `new` is set.
        OSError: The file can't be written.
    """
    file = file.resolve()
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
    """Return the message that a disk is full, with the next step."""
    return (
        f"the disk that holds {folder.resolve()} is full. Free some space (`df -h` shows how full "
        "each disk is), then run the same command again. All files saved earlier are intact."
    )


def file_trouble(error: OSError) -> str:
    """Return the message for an error that the instructor can repair, with the next step.

    The message is "" for any other error, which a programming mistake may have caused.
    """
    if error.errno in DISK_FULL_ERRORS:
        return full_output_message(error)
    if error.filename is None or error.errno not in FILE_ERRORS:
        return ""
    return (
        f"{os.fsdecode(error.filename)} can't be used: {error.strerror}. Check what is there, who "
        "owns it and its permissions, then run the same command again."
    )


def full_output_message(error: OSError) -> str:
    """Return the message for an error in `DISK_FULL_ERRORS`, with the next step."""
    if error.filename is None and not is_disk_full(Path()):
        return "the output can't be written: the disk that it goes to is full."
    return full_disk_message(Path(error.filename or ".").parent)


def is_disk_full(folder: Path) -> bool:
    """Check whether a folder's disk, or the user's quota on it, is full.

    SQLite reports a full disk only as "disk I/O error", so this function tries to write a file.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in DISK_FULL_ERRORS
    return False
