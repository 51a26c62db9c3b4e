"""The key of a course: what the inputs of hidden tests are drawn from.

Everybody may read this repository, with the seeds that stand in hidden tests. What is drawn in a
course follows from the seed and the course's key, so that nobody who has no key knows it; and the
same key draws the same, so that a submission that is graded again gets the same marks.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from pathlib import Path

from .course import CourseError

KEY_FILE = "course.key"  # in the course folder; git passes over it, and nothing releases it
FIXED = "fixed"  # what stands in it where inputs are those of the seeds alone: tests, the demo


def course_key(root: Path) -> str:
    """The key of the course in this folder, made now if there is none; "" for a fixed one.

    CourseError where the file holds no key, or none can be written; and where one was lost.
    """
    path = root / KEY_FILE
    check_key_not_lost(root)
    try:
        if not path.exists():
            _make(path)
        key = path.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        raise CourseError(f"{path}: no key can be read or written there ({error}).") from None
    if key == FIXED:
        return ""
    if not re.fullmatch(r"[0-9a-f]{64}", key):
        raise CourseError(
            f"{path} holds no key. Put back the one that this course was graded with, or delete "
            "the file: then a new key is made, which draws other inputs for hidden tests."
        )
    return key


def check_key_not_lost(root: Path) -> None:
    """CourseError where the key is gone: there are results that were graded with it, or backups.

    With a new one, hidden tests would draw other inputs, and marks would move.
    """
    path = root / KEY_FILE
    graded = any(root.glob("autograded/*/*/*.ipynb"))
    if path.exists() or not (graded or any(root.glob("backups/term-*"))):
        return
    why = "autograded/ has results that were graded with it" if graded else "backups/ has a term"
    raise CourseError(
        f"{path} is missing, but {why}: put it back, or run `examiner restore` with a backup of "
        "the term. Or, to draw other inputs for hidden tests, move autograded/ and backups/ away."
    )


def _make(path: Path) -> None:
    """Write a new key, whole and for its owner's eyes only, unless somebody else just did."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{secrets.token_hex(32)}\n")
        with contextlib.suppress(FileExistsError):
            os.link(name, path)
    finally:
        os.unlink(name)
