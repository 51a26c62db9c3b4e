"""nbgrader's exchange: only one that was set, and feedback for every submission that has a page.

Each function says which method of nbgrader 0.9.6 it replaces and what that one does wrong.
"""

from __future__ import annotations

import glob
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import Exchange, ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash

from .submission import strays

SECRET = "submission_secret.txt"  # what nbgrader names a student's page in the exchange by
MAX_NAMES = 20  # under which a page is released, beside its own


def apply() -> None:
    """Put the functions of this module into nbgrader. Calling it twice does no harm."""
    ExchangeReleaseFeedback.copy_files = release_feedback
    if Exchange.start is not start:
        start.replaces = Exchange.start
        Exchange.start = start


def start(self: Exchange) -> None:
    """Exchange.start: where no exchange was set, nbgrader's makes one in /usr/local."""
    if self.root == Exchange.root.default_value and not Path(self.root).is_dir():
        self.fail(
            "there is no exchange: set c.Exchange.root in nbgrader_config.py to a folder that "
            "students can write to, or hand files out and in by your LMS."
        )
    if not Path(self.root).is_absolute():  # students' programs would look for it elsewhere
        self.fail(f"c.Exchange.root is {self.root!r}: write the whole path, from / on.")
    start.replaces(self)


def release_feedback(self: ExchangeReleaseFeedback) -> None:
    """ExchangeReleaseFeedback.copy_files: nbgrader's ends at the first student who submitted in
    another way; and who gave the notebook another name finds no page, since the page is looked for
    by that name."""
    coursedir, elsewhere = self.coursedir, []
    for folder in sorted(map(Path, glob.glob(self.src_path))):
        pages = {page.stem: page for page in sorted(folder.glob("*.html"))}
        student = _student_of(folder, coursedir)
        if not pages or student in coursedir.student_id_exclude.split(","):
            continue
        try:
            secret = _secret_of(folder)
            if secret:
                _release(self, student, pages, secret)
            else:
                elsewhere.append(student)
        except (OSError, ValueError) as error:  # the secret and the names are the student's
            self.log.error("no page was released to %s: %s", student, error)
    if elsewhere:
        self.log.warning(
            "no page was released to %s, whose submission did not come by the exchange: hand out "
            "%s/ yourself",
            ", ".join(elsewhere),
            coursedir.feedback_directory,
        )


def _secret_of(folder: Path) -> str:
    """What a submission is known by in the exchange; "" where it did not come by it. ValueError for
    what is no text, OSError."""
    file = folder / SECRET
    return file.read_text("utf-8") if file.is_file() else ""


def _release(
    self: ExchangeReleaseFeedback, student: str, pages: Mapping[str, Path], secret: str
) -> None:
    """Put a student's pages where they are looked for. ValueError for the name of a notebook that
    is no text, OSError."""
    coursedir, assignment = self.coursedir, self.coursedir.assignment_id
    submitted = coursedir.format_path(coursedir.submitted_directory, student, assignment)
    for notebook, page in pages.items():
        others = strays(Path(submitted, f"{notebook}.ipynb"), pages)[:MAX_NAMES]
        for name in (notebook, *(other.stem for other in others)):
            self.log.info("Releasing feedback for %s on %s/%s", student, assignment, name)
            key = notebook_hash(secret=secret, notebook_id=name)
            _put(page, Path(self.dest_path) / f"{key}.html")


def _student_of(folder: Path, coursedir: CourseDirectory) -> str:
    written = coursedir.format_path(
        coursedir.feedback_directory, "(?P<student>.*)", coursedir.assignment_id, escape=True
    )
    return re.fullmatch(written, str(folder), re.DOTALL)["student"]  # it may have a line break


def _put(page: Path, place: Path) -> None:
    """Copy a page to where a student may be reading the earlier one."""
    new = place.with_name(f"{place.stem}-tmp.html")
    shutil.copy(page, new)
    new.replace(place)
