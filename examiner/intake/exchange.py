"""nbgrader's exchange: only one that was set, what students put into it, feedback for every page.

Each function says which method of nbgrader 0.9.6 it replaces and what that one does wrong.
"""

from __future__ import annotations

import glob
import os
import pwd
import re
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import Exchange, ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash

from ..course import CourseError
from ..grading.submission import strays
from ..student.files import LeftOut
from .zip_collect import SECRET, check_student, time_of

MAX_NAMES = 20  # under which a page is released, beside its own
_init_src = ExchangeCollect.init_src
_sort_by_timestamp = ExchangeCollect._sort_by_timestamp
_do_copy = ExchangeCollect.do_copy


def apply() -> None:
    """Put the functions of this module into nbgrader. Calling it twice does no harm."""
    ExchangeReleaseFeedback.copy_files = release_feedback
    ExchangeCollect._path_to_record = record_of
    ExchangeCollect._sort_by_timestamp = own_first
    ExchangeCollect.init_src = find_submissions
    ExchangeCollect.do_copy = copy_submission
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


def record_of(self: ExchangeCollect, path: str) -> dict[str, Any]:
    """ExchangeCollect._path_to_record: nbgrader's ends the run at a name without a time, and takes
    ".." for a student. username: None where the folder is nobody's submission."""
    name = os.path.basename(path)
    try:
        student, assignment, time, *_ = [*name.rsplit("+", 3), "", ""]
        check_student(student)
        when = time_of(time) if assignment == self.coursedir.assignment_id else None
        if when is None:
            raise LeftOut("its name says neither what it is nor of when")
    except LeftOut as why:
        self.log.warning("%s was left out: %s", name, why)
        return {"username": None, "filename": name, "timestamp": datetime.min}
    return {"username": student, "filename": name, "timestamp": when}


def own_first(self: ExchangeCollect, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ExchangeCollect._sort_by_timestamp: nbgrader's gives what anybody handed in under a student's
    name, if it is the latest. What is not the student's own counts only where nothing is."""
    own = [
        record
        for record in records
        if owner_of(os.path.join(self.inbound_path, record["filename"])) == record["username"]
    ]
    for record in records if self.check_owner and own else ():
        if record not in own:
            self.log.warning("%s was left out: it is somebody else's", record["filename"])
    return _sort_by_timestamp(self, own if self.check_owner and own else records)


def owner_of(folder: str) -> str:
    """Who made a folder; "" if that isn't known."""
    try:
        return pwd.getpwuid(os.lstat(folder).st_uid).pw_name
    except (KeyError, OSError):
        return ""


def find_submissions(self: ExchangeCollect) -> None:
    """ExchangeCollect.init_src, without what is nobody's (see `record_of`)."""
    _init_src(self)
    self.src_records = [record for record in self.src_records if record["username"] is not None]


def copy_submission(self: ExchangeCollect, *paths: str, **others: Any) -> None:
    """ExchangeCollect.do_copy: nbgrader's ends the run at a submission that is too large, too deep
    or can't be read, as a whole or in a file."""
    try:
        _do_copy(self, *paths, **others)
    except (OSError, RuntimeError) as error:
        name, why = os.path.basename(paths[0]), str(error)[:300]
        self.log.error("%s is not collected, or not all of it: %s", name, why)


def release_feedback(self: ExchangeReleaseFeedback) -> None:
    """ExchangeReleaseFeedback.copy_files: nbgrader's ends at the first student who submitted in
    another way; who gave the notebook another name finds no page, since the page is looked for by
    that name; and where there is no page, nothing is said. CourseError there.
    """
    coursedir, elsewhere = self.coursedir, []
    if not glob.glob(f"{self.src_path}/*.html"):
        name = coursedir.assignment_id
        where = f"{coursedir.feedback_directory}/<student>/{name}/"
        raise CourseError(f"there are no pages at {where}: run `examiner feedback {name}` first.")
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
