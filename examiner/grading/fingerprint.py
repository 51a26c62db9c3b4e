"""The origin of a graded notebook, in its metadata: what comes from another one is graded again."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from ..digests import digest_of, digest_of_bytes
from .reference_notebook import ReferenceNotebook
from .submission import COLLECTION_FILES, Submission

PACKAGE = Path(__file__).parents[1]
# The modules that a mark depends on: all that `grade` imports.
MARKING_CODE = [
    f"{name}.py" for name in ("alarm", "cell_code", "cells", "course_modules", "digests")
]
MARKING_CODE += [
    f"{name}.py" for name in ("notebook_names", "pictures", "quoting", "regions", "wording")
]
MARKING_CODE += [f"{name}/**/*.py" for name in ("findings", "checks", "student", "grading")]
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
        """Put it into the notebook's metadata."""
        notebook.metadata.setdefault(_KEY, {})[_FINGERPRINT] = self._asdict()

    @classmethod
    def read(cls, notebook: Mapping[str, Any]) -> Fingerprint | None:
        """Read the fingerprint from a notebook's metadata; None if it has none of this version."""
        about = notebook["metadata"].get(_KEY, {}).get(_FINGERPRINT)
        return (
            cls(about["submission"], about["reference"]) if about and "reference" in about else None
        )


def write_work_digest(notebook: NotebookNode, submission: Submission) -> None:
    """Put the digest of a student's work into a graded notebook's metadata."""
    notebook.metadata.setdefault(_KEY, {})[_WORK] = digest_of_work(submission)


def read_work_digest(notebook: Mapping[str, Any]) -> str:
    """The digest of the work in a graded notebook; "" if there is none."""
    return str(notebook["metadata"].get(_KEY, {}).get(_WORK, ""))


def write_marking_digest(cell: NotebookNode, digest: str) -> None:
    """Put the digest of what marks a question into the metadata of its test cell."""
    if digest:
        cell.metadata.setdefault(_KEY, {})[_MARKING] = digest


def read_marking_digest(cell: Mapping[str, Any]) -> str:
    """The digest of what marked the question of a test cell; "" if there is none."""
    return str(cell["metadata"].get(_KEY, {}).get(_MARKING, ""))


def digest_of_reference(reference: ReferenceNotebook) -> str:
    """The digest of all that decides on marks, and on what is said of them, but the submission."""
    content = asdict(reference)
    del content["elsewhere"]  # by which a notebook of another problem set is called that
    content["figures"] = [[figure.source, figure.outputs] for figure in reference.figures]
    return digest_of([digest_of_marking_code(), content])


def digest_of_files(submission: Submission) -> str:
    """The digest of what a student submitted, and of how it was collected."""
    return digest_of([*_contents(submission), submission.remarks, submission.problem])


def case_generation_key(key: str, submission: Submission) -> str:
    """What the inputs of hidden tests are drawn from: the course's key, and what was submitted.

    The same work meets the same inputs whenever it is submitted, another one others: whoever
    reads them on a page and tabulates them has a table of what is not asked again. Under a fixed
    key, "", nothing is added.
    """
    if not key:
        return ""
    return hmac.digest(key.encode(), digest_of_work(submission).encode(), "sha256").hex()


def shared_case_generation_key(key: str) -> str:
    """What inputs are drawn from that all submissions of a course share. No mark rests on them."""
    return hmac.digest(key.encode(), b"common", "sha256").hex() if key else ""


def digest_of_work(submission: Submission) -> str:
    """The digest of what a student made: the same however often it is submitted."""
    notebook, files = _contents(submission)
    return digest_of([notebook, {n: d for n, d in files.items() if n not in COLLECTION_FILES}])


def _contents(submission: Submission) -> tuple[str, dict[str, str]]:
    """Digests of the notebook, and of the files beside it."""
    files = {name: digest_of_bytes(data) for name, data in submission.files.items()}
    return digest_of_bytes(submission.notebook), files


@cache
def digest_of_marking_code() -> str:
    """The digest of the examiner's own code as far as marks depend on it."""
    return digest_of_code(MARKING_CODE)


def digest_of_code(patterns: Iterable[str]) -> str:
    """The digest of those files of the examiner's that fit one of the patterns."""
    files = sorted({path for pattern in patterns for path in PACKAGE.glob(pattern)})
    return digest_of([(p.relative_to(PACKAGE).as_posix(), p.read_text("utf-8")) for p in files])
