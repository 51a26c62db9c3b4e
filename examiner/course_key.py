"""The key of a course: what the inputs of hidden tests are drawn from.

Everybody may read this repository, with the seeds that stand in hidden tests. What is drawn in a
course follows from the seed and the course's key, so that nobody who has no key knows it; and the
same key draws the same, so that a submission that is graded again gets the same marks.
"""

from __future__ import annotations

import re
import secrets
import zipfile
from contextlib import suppress
from pathlib import Path

from .course import CourseError
from .output_files import write_atomically

KEY_FILE = "course.key"  # in the course folder; git passes over it, and nothing releases it
PUT_BACK_KEY = "examiner restore --key-only"
MAX_KEY = 1000  # bytes of it in a backup
FIXED = "fixed"  # what stands in it where inputs are those of the seeds alone: tests, the demo


def course_key(root: Path) -> str:
    """The key of the course in this folder, made now if there is none; "" for a fixed one.

    CourseError where the file holds no key, or none can be written; and where one was lost.
    """
    path = root / KEY_FILE
    check_key_not_lost(root)
    try:
        if not path.exists():
            with suppress(FileExistsError):  # somebody else just made one
                write_atomically(
                    path, f"{secrets.token_hex(32)}\n".encode(), private=True, new=True
                )
        key = path.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        raise CourseError(f"{path}: no key can be read or written there ({error}).") from None
    if key == FIXED:
        return ""
    if not re.fullmatch(r"[0-9a-f]{64}", key):
        way = _way_back(root) or "a new one is made."
        raise CourseError(f"{path} holds no key: {'move' if key else 'throw'} it away, and {way}")
    return key


def key_is_there(root: Path) -> bool:
    """Whether there is a key, or what may be one: an emptied file is none."""
    try:
        return bool((root / KEY_FILE).read_bytes().strip())
    except FileNotFoundError:
        return False
    except OSError:
        return True


def check_key_not_lost(root: Path) -> None:
    """CourseError where the key is gone: there are results that were graded with it, or backups.

    With a new one, hidden tests would draw other inputs, and marks would move.
    """
    if not key_is_there(root) and (way := _way_back(root)):
        path = root / KEY_FILE
        raise CourseError(f"{path} is {'empty' if path.exists() else 'missing'}: {way}")


def _way_back(root: Path) -> str:
    """How the key comes back that results were graded with; "" where nothing was."""
    backups = sorted(root.glob("backups/term-*"), reverse=True)
    if of_key := next(filter(key_in, backups), None):
        return f"run `{PUT_BACK_KEY} backups/{of_key.name}`."
    if not backups and not any(root.glob("autograded/*/*/*.ipynb")):
        return ""
    return (
        "put back the one that this term was graded with. If nobody has it, move autograded/ and "
        "backups/ away, and grade all again: a new key draws other inputs."
    )


def key_in(backup: Path) -> bytes:
    """The key in a backup of a term; b"" where there is none, or the file can't be read."""
    with suppress(Exception), zipfile.ZipFile(backup) as archive:  # it raises what it happens to
        if archive.getinfo(KEY_FILE).file_size <= MAX_KEY:
            key = archive.read(KEY_FILE)
            return key if key.strip() else b""
    return b""


def put_back_key(root: Path, key: bytes) -> None:
    """Write a key of before where there is none, or an emptied file. OSError."""
    write_atomically(root / KEY_FILE, key, private=True)
