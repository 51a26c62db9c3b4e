"""The texts of all releases of an assignment.

A student may submit a notebook that was released before a correction. Its text that is no longer in
the course must not pass for the student's own. So the digests of the texts of each release go into
a file in attempts/, one in a line.
"""

from __future__ import annotations

from pathlib import Path

from ..course import CourseError
from ..gradebook.scores import read_notebook
from ..grading.cell_texts import digests_of_texts
from ..output_files import write_atomically
from .attempts import attempts_folder

RELEASED_SUFFIX = ".released"


def record_release(root: Path, assignment: str, release: Path) -> None:
    """Record the texts of a release.

    Args:
        root: The course folder.
        assignment: Name of the assignment.
        release: The students' notebook in release/; a missing or damaged one has no texts.

    Raises:
        CourseError: The record can't be read or written.
    """
    if (notebook := read_notebook(release)) is None:
        return
    known = earlier_texts(root, assignment)
    new = digests_of_texts(cell.source for cell in notebook.cells) - known
    if not new:
        return
    file = _file(root, assignment)
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomically(file, "".join(f"{digest}\n" for digest in sorted(known | new)).encode())
    except OSError as error:
        raise CourseError(
            f"{file} can't be written ({error.strerror}): make it writable, then run the same "
            "command again."
        ) from None


def earlier_texts(root: Path, assignment: str) -> frozenset[str]:
    """Return the digests of the texts of all releases so far.

    Args:
        root: The course folder.
        assignment: Name of the assignment.

    Raises:
        CourseError: The record can't be read.
    """
    file = _file(root, assignment)
    try:
        return frozenset(file.read_text("utf-8").split())
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError) as error:
        raise CourseError(
            f"{file} can't be read ({error}): restore it from a backup, or move it away if no "
            "student has an earlier release."
        ) from None


def _file(root: Path, assignment: str) -> Path:
    return attempts_folder(root) / f"{assignment}{RELEASED_SUFFIX}"
