"""What a graded notebook was made from, in its metadata: what has changed since is graded again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

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
    "detail.py",
    "regions.py",
    "wording.py",
    "findings/**/*.py",
    "checks/**/*.py",
    "student/**/*.py",
    "grading/**/*.py",
)
_KEY, _PART = "examiner", "fingerprint"


@dataclass(frozen=True)
class Fingerprint:
    """Digests of what a notebook was graded from.

    submission: the student's files. frame: the master without its tests. tests: name of a test cell
    -> the test, with all the code that decides on its points.
    """

    submission: str
    frame: str
    tests: Mapping[str, str]

    @classmethod
    def of(cls, submission: Submission, master: Master) -> Fingerprint:
        return cls(_of_files(submission), master.frame, digests_of_tests(master))

    def write(self, notebook: NotebookNode) -> None:
        """Put it into the notebook's metadata."""
        notebook.metadata.setdefault(_KEY, {})[_PART] = asdict(self)

    @classmethod
    def read(cls, notebook: Mapping[str, Any]) -> Fingerprint | None:
        """The fingerprint in a notebook's metadata; None where there is none."""
        about = notebook["metadata"].get(_KEY, {}).get(_PART)
        return about and cls(about["submission"], about["frame"], dict(about["tests"]))

    def fits(self, earlier: Fingerprint | None) -> bool:
        """Whether what was graded earlier differs in nothing but tests."""
        same = earlier and (earlier.submission, earlier.frame) == (self.submission, self.frame)
        return bool(same)

    def changed(self, earlier: Fingerprint | None) -> frozenset[str]:
        """The tests that have to be run, if the notebook was graded as `earlier` says."""
        if not self.fits(earlier):
            return frozenset(self.tests)
        return frozenset(n for n, test in self.tests.items() if earlier.tests.get(n) != test)


def digests_of_tests(master: Master) -> dict[str, str]:
    """Name of a test cell -> digest of all that decides on its points, and on what is
    said of them, but the submission."""
    digests = {}
    for name, others in master.rests_on.items():
        cells = [asdict(master[n]) for n in (name, *sorted(others))]
        digests[name] = digest_of([rules(), master.frame, master.key, master.level, cells])
    return digests


def _of_files(submission: Submission) -> str:
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
