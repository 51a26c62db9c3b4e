"""Fingerprints of graded notebooks: digests, in the metadata, of everything that affects a mark.

If the fingerprint of a submission changes, the submission is graded again.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from ..digests import digest_of, digest_of_bytes, digest_of_code
from .reference_notebook import ReferenceNotebook
from .submission import COLLECTION_FILES, Submission

PACKAGE = Path(__file__).parents[1]
# Patterns of the modules that affect marks: all modules that `grade` imports.
MARKING_CODE = (
    "cache_folder.py",
    "cell_code.py",
    "cell_kinds.py",
    "course_modules.py",
    "digests.py",
    "notebook_names.py",
    "pictures.py",
    "quoting.py",
    "regions.py",
    "time_limit.py",
    "wording.py",
    "findings/**/*.py",
    "checks/**/*.py",
    "student/**/*.py",
    "grading/**/*.py",
)
_KEY, _FINGERPRINT, _WORK, _MARKING = "examiner", "fingerprint", "work", "marking"


class Fingerprint(NamedTuple):
    """Digests of everything a notebook was graded from.

    Attributes:
        submission: Digest of the student's files.
        reference: Digest of the reference notebook and of all code that affects points.
    """

    submission: str
    reference: str

    def write(self, notebook: NotebookNode) -> None:
        """Write the fingerprint into a notebook's metadata."""
        notebook.metadata.setdefault(_KEY, {})[_FINGERPRINT] = self._asdict()

    @classmethod
    def read(cls, notebook: Mapping[str, Any]) -> Fingerprint | None:
        """Read the fingerprint from a notebook's metadata.

        Returns:
            The fingerprint; None if there is none, or if another version's format lacks a field.
        """
        about = notebook["metadata"].get(_KEY, {}).get(_FINGERPRINT)
        if not about or "reference" not in about:
            return None
        return cls(about["submission"], about["reference"])


def write_work_digest(notebook: NotebookNode, submission: Submission) -> None:
    """Write the digest of a student's work into the metadata of a graded notebook."""
    notebook.metadata.setdefault(_KEY, {})[_WORK] = digest_of_work(submission)


def read_work_digest(notebook: Mapping[str, Any]) -> str:
    """Return the digest of the student's work in a graded notebook; "" if there is none."""
    return str(notebook["metadata"].get(_KEY, {}).get(_WORK, ""))


def write_marking_digest(cell: NotebookNode, digest: str) -> None:
    """Write the digest of the code that marks a question into the metadata of its test cell."""
    if digest:
        cell.metadata.setdefault(_KEY, {})[_MARKING] = digest


def read_marking_digest(cell: Mapping[str, Any]) -> str:
    """Return the digest of the code that marked a test cell's question; "" if there is none."""
    return str(cell["metadata"].get(_KEY, {}).get(_MARKING, ""))


def digest_of_reference(reference: ReferenceNotebook) -> str:
    """Return the digest of everything that affects marks and messages, except the submission."""
    content = asdict(reference)
    del content["elsewhere"]  # only for a message on notebooks of other problem sets
    content["figures"] = [[figure.source, figure.outputs] for figure in reference.figures]
    return digest_of([digest_of_marking_code(), content])


def digest_of_files(submission: Submission) -> str:
    """Return the digest of all submitted files and of the remarks from their collection."""
    return digest_of([*_contents(submission), submission.remarks, submission.problem])


def case_generation_key(key: str, submission: Submission) -> str:
    """Return the source of randomness for the generated inputs of hidden tests.

    The source depends on the course key and on the student's work. Grading the same work again uses
    the same inputs, and any change of the work changes them. So a student who tabulates the inputs
    that a feedback page shows gains nothing.

    Args:
        key: The course key; "" for inputs that are the same for all work.
        submission: The submission.

    Returns:
        A hexadecimal digest; "" if the key is "".
    """
    if not key:
        return ""
    return hmac.digest(key.encode(), digest_of_work(submission).encode(), "sha256").hex()


def case_set_key(key: str, number: int) -> str:
    """Return the source of randomness for the cases that many submissions share.

    Args:
        key: The course key; "" for cases that are the same for all work.
        number: The number of the case set (see `Submission.case_set`).

    Returns:
        A hexadecimal digest; "" if the key is "".
    """
    return hmac.digest(key.encode(), f"case set {number}".encode(), "sha256").hex() if key else ""


def shared_case_generation_key(key: str) -> str:
    """Return the source of randomness for the inputs that all submissions of a course share.

    No mark depends on these inputs.
    """
    return hmac.digest(key.encode(), b"common", "sha256").hex() if key else ""


def digest_of_work(submission: Submission) -> str:
    """Return the digest of a student's own files; it is the same each time they are submitted."""
    notebook, files = _contents(submission)
    return digest_of([notebook, {n: d for n, d in files.items() if n not in COLLECTION_FILES}])


def _contents(submission: Submission) -> tuple[str, dict[str, str]]:
    """Return the digest of the notebook, and the digests of the files beside it by their names."""
    files = {name: digest_of_bytes(data) for name, data in submission.files.items()}
    return digest_of_bytes(submission.notebook), files


@cache
def digest_of_marking_code() -> str:
    """Return the digest of the part of the examiner's own code that affects marks."""
    return digest_of_code(MARKING_CODE)
