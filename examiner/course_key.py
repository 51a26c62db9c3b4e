"""The course key, from which the inputs of hidden tests are generated.

This repository is public, including the seeds of hidden tests. Inputs therefore depend on the seed
and on the secret course key: nobody can predict them without the key. The same key always generates
the same inputs, so a submission gets the same marks when it is graded again.
"""

from __future__ import annotations

import re
import secrets
import zipfile
from contextlib import suppress
from pathlib import Path

from .course import CourseError
from .output_files import write_atomically

KEY_FILE = "course.key"  # in the course folder; git ignores it, and it is never released
RESTORE_KEY_COMMAND = "examiner restore --key-only"
MAX_KEY_BYTES = 1000  # of the key file in a backup
FIXED = "fixed"  # a key file with this word: inputs depend on the seeds alone (tests, the demo)


def course_key(root: Path) -> str:
    """Read the key of a course, and create it if there is none.

    Args:
        root: The course folder.

    Returns:
        The key, 64 hexadecimal digits; "" for a fixed key.

    Raises:
        CourseError: The file holds no valid key or can't be read or written, or the key was lost.
    """
    path = root / KEY_FILE
    raise_if_key_lost(root)
    try:
        if not path.exists():
            with suppress(FileExistsError):  # another process just created it
                write_atomically(
                    path, f"{secrets.token_hex(32)}\n".encode(), private=True, new=True
                )
        key = path.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        raise CourseError(f"{path}: the course key can't be read or written ({error}).") from None
    if key == FIXED:
        return ""
    if not re.fullmatch(r"[0-9a-f]{64}", key):
        next_step = _recovery_advice(root) or "the next command creates a new one."
        remove = "move" if key else "throw"
        raise CourseError(f"{path} holds no key: {remove} it away, and {next_step}")
    return key


def has_key(root: Path) -> bool:
    """Check whether the key file has content or can't be read; an empty file counts as no key."""
    try:
        return bool((root / KEY_FILE).read_bytes().strip())
    except FileNotFoundError:
        return False
    except OSError:
        return True


def raise_if_key_lost(root: Path) -> None:
    """Raise a CourseError if the key is gone although results or backups of this term exist.

    A new key would generate other inputs for hidden tests, and marks could change.
    """
    if not has_key(root) and (advice := _recovery_advice(root)):
        path = root / KEY_FILE
        raise CourseError(f"{path} is {'empty' if path.exists() else 'missing'}: {advice}")


def _recovery_advice(root: Path) -> str:
    """Say how to recover the key of this term; "" if no submission was graded with a key yet."""
    backups = sorted(root.glob("backups/term-*"), reverse=True)
    if backup := next(filter(read_backup_key, backups), None):
        return f"run `{RESTORE_KEY_COMMAND} backups/{backup.name}`."
    if not backups and not any(root.glob("autograded/*/*/*.ipynb")):
        return ""
    return (
        "put back the key of this term. If nobody has it, move autograded/ and backups/ away and "
        "grade all submissions again: a new key generates other inputs."
    )


def read_backup_key(backup: Path) -> bytes:
    """Read the key from a backup of a term; b"" if there is none or the backup can't be read."""
    with suppress(Exception), zipfile.ZipFile(backup) as archive:  # zipfile raises many types
        if archive.getinfo(KEY_FILE).file_size <= MAX_KEY_BYTES:
            key = archive.read(KEY_FILE)
            return key if key.strip() else b""
    return b""


def restore_key(root: Path, key: bytes) -> None:
    """Write the key of a backup; raise OSError if that fails."""
    write_atomically(root / KEY_FILE, key, private=True)
