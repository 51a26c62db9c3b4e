"""nbgrader's exchange, where what one student puts into it is nobody else's matter.

nbgrader_config.py sets `Collect` and `ReleaseFeedback` as plugins; `start` and `files_to_leave_out`
are put in the place of nbgrader's (see `term.nbgrader_doors`).
"""

from __future__ import annotations

import glob
import os
import pwd
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import Exchange, ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.utils import ignore_patterns, notebook_hash

from ..course import CourseError
from ..gradebook.gradebook_file import file_of, is_there
from ..gradebook.reading import said_of_waiting
from ..grading.submission import strays
from ..student.files import MAX_SEEN, LeftOut
from .lms_names import SECRET, check_student, time_of

MAX_NAMES = 20  # under which a page is released, beside its own
MAX_DEPTH = 100  # of folders in folders that are collected
Record = dict[str, Any]  # of a submission: username, filename, timestamp; as nbgrader has them


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


def files_to_leave_out(**options: Any) -> Callable[[str, list[str]], set[str]]:
    """exchange.ignore_patterns: what is copied neither into the exchange nor out of it. nbgrader
    copies what a link there points to, as the instructor who collects: the solutions, say; and as
    many files as there are, in folders as deep as there are."""
    ignored = ignore_patterns(**options)
    seen, top = 0, ""

    def leave_out(folder: str, names: list[str]) -> set[str]:
        nonlocal seen, top
        seen, top = seen + len(names), top or folder
        depth = os.path.relpath(folder, top).count(os.sep)
        if os.path.islink(folder) or seen > MAX_SEEN or depth > MAX_DEPTH:
            return set(names)
        paths = {name: os.path.join(folder, name) for name in names}
        kept = [n for n, p in paths.items() if not os.path.islink(p) and _is_copied(p)]
        return (set(names) - set(kept)) | set(ignored(folder, kept))

    return leave_out


def _is_copied(path: str) -> bool:
    return os.path.isfile(path) or os.path.isdir(path)


class Collect(ExchangeCollect):
    """`nbgrader collect`: nbgrader's ends the run at one odd name or file of a student's."""

    def init_src(self) -> None:
        """Each student's latest submission. nbgrader's takes ".." for a student, and the latest
        that anybody handed in under a student's name."""
        self.inbound_path = os.path.join(self.root, self.coursedir.course_id, "inbound")
        if not os.access(self.inbound_path, os.R_OK | os.X_OK):
            self.fail(f"nothing was released yet, or {self.inbound_path} can't be read.")
        records: dict[str, list[Record]] = defaultdict(list)
        pattern = f"{self.coursedir.student_id or '*'}+{self.coursedir.assignment_id}+*"
        for path in sorted(Path(self.inbound_path).glob(pattern)):
            try:
                record = _record(path.name, self.coursedir.assignment_id)
                records[record["username"]].append(record)
            except LeftOut as why:
                self.log.warning("%s was left out: %s", path.name, why)
        due = self._due() if self.before_duedate else None
        self.src_records = [self._latest(found, due) for found in records.values()]

    def _due(self) -> datetime | None:
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            try:
                return gradebook.find_assignment(self.coursedir.assignment_id).duedate
            except MissingEntry:
                return None

    def _latest(self, records: list[Record], due: datetime | None) -> Record:
        """The one of a student's records that counts: the latest, if there is one the latest in
        time; what is not the student's own only where nothing is."""
        if self.check_owner:
            own = [record for record in records if self._is_own(record)]
            for record in records if own else ():
                if record not in own:
                    self.log.warning("%s was left out: it is somebody else's", record["filename"])
            records = own or records
        in_time = [r for r in records if due is None or r["timestamp"] <= due]
        return max(in_time or records, key=lambda record: record["timestamp"])

    def _is_own(self, record: Record) -> bool:
        return owner_of(os.path.join(self.inbound_path, record["filename"])) == record["username"]

    def do_copy(self, *paths: str, **others: Any) -> None:
        """nbgrader's raises where a submission is too large, too deep or can't be read."""
        try:
            super().do_copy(*paths, **others)
        except (OSError, RuntimeError) as error:
            name, why = os.path.basename(paths[0]), str(error)[:300]
            self.log.error("%s is not collected, or not all of it: %s", name, why)


def _record(name: str, of: str) -> Record:
    """The record of a folder in the exchange. LeftOut where it is nobody's submission."""
    student, assignment, time, *_ = [*name.rsplit("+", 3), "", ""]
    check_student(student)
    when = time_of(time) if assignment == of else None
    if when is None:
        raise LeftOut("its name says neither what it is nor of when")
    return {"username": student, "filename": name, "timestamp": when}


def owner_of(folder: str) -> str:
    """The user who made a folder; "" if that isn't known."""
    try:
        return pwd.getpwuid(os.lstat(folder).st_uid).pw_name
    except (KeyError, OSError):
        return ""


class ReleaseFeedback(ExchangeReleaseFeedback):
    """`nbgrader release_feedback`, for every page: see `copy_files`."""

    def init_src(self) -> None:
        """Says where answers wait for a person."""
        super().init_src()
        book = file_of(self.coursedir.db_url)
        if book is None or is_there(book):
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
                if said := said_of_waiting(gradebook, self.coursedir.assignment_id):
                    self.log.warning("%s", said)

    def copy_files(self) -> None:
        """nbgrader's ends at the first student who submitted in another way; who gave the notebook
        another name finds no page, since the page is looked for by that name; and where there is no
        page, nothing is said. CourseError there.
        """
        coursedir, elsewhere = self.coursedir, []
        name, top = coursedir.assignment_id, coursedir.feedback_directory
        pages = sorted(map(Path, glob.glob(f"{self.src_path}/*.html")))
        if not pages:
            where = f"{top}/<student>/{name}/"
            raise CourseError(
                f"there are no pages at {where}: run `examiner feedback {name}` first."
            )
        written = coursedir.format_path(top, "(?P<student>.*)", name, escape=True)
        excluded = coursedir.student_id_exclude.split(",")
        for folder in sorted({page.parent for page in pages}):
            student = re.fullmatch(written, str(folder), re.DOTALL)["student"]  # of several lines
            if student in excluded:
                continue
            try:
                file = folder / SECRET
                if secret := file.read_text("utf-8") if file.is_file() else "":
                    own = {page.stem: page for page in pages if page.parent == folder}
                    self._release(student, own, secret)
                else:
                    elsewhere.append(student)
            except (OSError, ValueError) as error:  # the secret and the names are the student's
                self.log.error("no page was released to %s: %s", student, error)
        if elsewhere:
            self.log.warning(
                "no page was released to %s, whose submission did not come by the exchange: hand "
                "out %s/ yourself",
                ", ".join(elsewhere),
                top,
            )

    def _release(self, student: str, pages: Mapping[str, Path], secret: str) -> None:
        """Put a student's pages where they are looked for. ValueError for the name of a notebook
        that is no text, OSError."""
        coursedir, assignment = self.coursedir, self.coursedir.assignment_id
        submitted = coursedir.format_path(coursedir.submitted_directory, student, assignment)
        for notebook, page in pages.items():
            others = strays(Path(submitted, f"{notebook}.ipynb"), pages)[:MAX_NAMES]
            for name in (notebook, *(other.stem for other in others)):
                self.log.info("Releasing feedback for %s on %s/%s", student, assignment, name)
                place = Path(self.dest_path, notebook_hash(secret=secret, notebook_id=name))
                new = place.with_name(f"{place.name}-tmp.html")
                shutil.copy(page, new)
                new.replace(place.with_name(f"{place.name}.html"))  # an earlier one may be read now
