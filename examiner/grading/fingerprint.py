"""The origin of a graded notebook, in its metadata: what comes from another one is graded again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from ..digests import digest_of
from .master import Master
from .submission import Submission

PACKAGE = Path(__file__).parents[1]
# The modules that a mark depends on: all that `grade` imports.
RULES = (
    "alarm.py",
    "cell_code.py",
    "cells.py",
    "digests.py",
    "quoting.py",
    "regions.py",
    "wording.py",
    "findings/**/*.py",
    "checks/**/*.py",
    "student/**/*.py",
    "grading/**/*.py",
)
_KEY, _PART = "examiner", "fingerprint"


class Fingerprint(NamedTuple):
    """Digests of what a notebook was graded from: the student's files; the master, with all the
    code that decides on points."""

    submission: str
    master: str

    @classmethod
    def of(cls, submission: Submission, master: Master) -> Fingerprint:
        return cls(digest_of_files(submission), digest_of_master(master))

    def write(self, notebook: NotebookNode) -> None:
        """Put it into the notebook's metadata."""
        notebook.metadata.setdefault(_KEY, {})[_PART] = self._asdict()

    @classmethod
    def read(cls, notebook: Mapping[str, Any]) -> Fingerprint | None:
        """The fingerprint in a notebook's metadata; None where there is none."""
        about = notebook["metadata"].get(_KEY, {}).get(_PART)
        return about and cls(about["submission"], about.get("master", ""))


def digest_of_master(master: Master) -> str:
    """The digest of all that decides on marks, and on what is said of them, but the submission."""
    content = asdict(master)
    del content["elsewhere"]  # by which a notebook of another problem set is called that
    content["figures"] = [[figure.source, figure.outputs] for figure in master.figures]
    return digest_of([rules(), content])


def digest_of_files(submission: Submission) -> str:
    """The digest of what a student submitted, and of how it was collected."""
    files = {name: hashlib.sha256(data).hexdigest() for name, data in submission.files.items()}
    notebook = hashlib.sha256(submission.notebook).hexdigest()
    return digest_of([notebook, files, submission.remarks, submission.problem])


@cache
def rules() -> str:
    """The digest of the examiner's own code as far as marks depend on it."""
    return digest_of_code(RULES)


def digest_of_code(patterns: Iterable[str]) -> str:
    """The digest of those files of the examiner's that fit one of the patterns."""
    files = sorted({path for pattern in patterns for path in PACKAGE.glob(pattern)})
    return digest_of([(p.relative_to(PACKAGE).as_posix(), p.read_text("utf-8")) for p in files])
