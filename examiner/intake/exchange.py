"""nbgrader's exchange, where what one student puts into it is nobody else's matter.

nbgrader_config.py sets `Collect` as a plugin; `start` is put in the place of nbgrader's, and
`ReleaseFeedback` is what the plugin of that name does with pages (see `term.nbgrader_doors`).
"""

from __future__ import annotations

import fnmatch
import os
import pwd
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import NamedTuple

from nbgrader.api import MissingEntry
from nbgrader.exchange.default import Exchange, ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash

from .. import guard
from ..course import CourseError
from ..gradebook.class_gradebook import gradebook_if_there
from ..grading.submission import Submission
from ..quoting import quoted_name
from ..student.files import FileMissing, FileRejected, Folder
from ..wording import several
from .folders import alone, folder_of, folders_of_students, is_ignored, put_submission
from .lms_names import SECRET, check_student
from .times import TIMESTAMP, TOLERANCE, time_of, timestamp_of

MAX_SECRET = 1000  # bytes


class ExchangeSubmission(NamedTuple):
    """A submission in the exchange: whose and of when, by its name; and who made it."""

    student: str
    path: Path
    time: datetime
    owner: str

    @classmethod
    def of(cls, path: Path, assignment: str) -> ExchangeSubmission:
        """FileRejected where a folder is nobody's submission of this assignment."""
        student, of, time, *_ = [*path.name.rsplit("+", 3), "", ""]
        check_student(student)
        when = time_of(time) if of == assignment else None
        if when is None:
            raise FileRejected("its name says neither what it is nor of when")
        return cls(student, path, when, owner_of(Folder(path, untrusted_parts=1)))


def owner_of(folder: Folder) -> str:
    """The user who made a folder; "" if that isn't known."""
    try:
        return user_name(folder.owner())
    except OSError:
        return ""


def user_name(uid: int) -> str:
    """The name of a user of this machine, or a text that names the id alone."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def start(self: Exchange) -> None:
    """Exchange.start: where no exchange was set, nbgrader's makes one in /usr/local."""
    if self.root == Exchange.root.default_value and not Path(self.root).is_dir():
        self.fail(
            "there is no exchange: set c.Exchange.root in nbgrader_config.py to a folder that "
            "students can write to, or hand files out and in by your LMS."
        )
    if not Path(self.root).is_absolute():  # students' programs would look for it elsewhere
        self.fail(f"c.Exchange.root is {self.root!r}: write the whole path, from / on.")
    guard.original_of(start)(self)


class Collect(ExchangeCollect):
    """`nbgrader collect`: nbgrader's ends the run at one odd name, file or mode of a student's; and
    it copies what a link leads to, as the instructor who collects: the solutions, say.

    accepts: whether a submission is collected, before the latest of a student's is chosen.
    """

    accepts: Callable[[ExchangeSubmission], bool] = staticmethod(lambda record: True)

    def init_src(self) -> None:
        """Each student's latest submission, or the latest in time, if that is asked for and there
        is one. nbgrader's takes ".." for a student, and the latest that anybody handed in under a
        student's name. Here a student's own count; where there are none, what somebody else made,
        but for another student: whoever is in the roster, or handed in under the own name. Else the
        first to use a name would stand in its owner's place. Nor does one user's count who made
        submissions under several names: that would be several students' attempts. (Where all files
        belong to the user who collects, owners say nothing.)"""
        name, pattern = self.coursedir.assignment_id, self.coursedir.student_id or "*"
        self.inbound_path = os.path.join(self.root, self.coursedir.course_id, "inbound")
        if not os.access(self.inbound_path, os.R_OK | os.X_OK):
            self.fail(f"nothing was released yet, or {self.inbound_path} can't be read.")
        students, self._due = set(), None
        with gradebook_if_there(self.coursedir) as gradebook, suppress(MissingEntry):
            if gradebook:
                students = {student.id for student in gradebook.students}
                self._due = gradebook.find_assignment(name).duedate
        records: list[ExchangeSubmission] = []
        refused: list[ExchangeSubmission] = []
        found: dict[str, list[ExchangeSubmission]] = defaultdict(list)
        for path in sorted(Path(self.inbound_path).glob(f"{pattern}+{name}+*")):
            try:
                record = ExchangeSubmission.of(path, name)
                (records if self.accepts(record) else refused).append(record)
            except FileRejected as why:
                self.log.warning("%s was left out: %s", quoted_name(path.name), why)
        self.refused = refused
        with_own = {record.student for record in records if record.owner == record.student}
        names_of: dict[str, set[str]] = defaultdict(set)
        for record in records:
            names_of[record.owner] |= {record.student} - with_own
        for record in records:
            shown, owner = quoted_name(record.path.name), record.owner
            foreign = self.check_owner and owner != record.student
            if foreign and owner in students | with_own:
                self.log.error("%s was left out: it is %s who made it", shown, owner)
            elif foreign and record.student in with_own:
                self.log.warning("%s was left out: it is somebody else's", shown)
            elif foreign and self._is_stranger(owner) and len(names_of[owner]) > 1:
                said = "%s was left out: %s submitted under several names: %s"
                listed = ", ".join(map(quoted_name, sorted(names_of[owner])))
                self.log.error(said, shown, owner, listed)
            else:
                found[record.student].append(record)
        due, self.src_records = self._due if self.before_duedate else None, []
        for of_student in found.values():
            in_time = [record for record in of_student if due is None or record.time <= due]
            latest = max(in_time or of_student, key=lambda record: record.time)
            self.src_records.append(latest)

    def _is_stranger(self, owner: str) -> bool:
        """Whether an owner is known, and not the user who collects."""
        return self.check_owner and owner not in ("", user_name(os.geteuid()))

    def copy_files(self) -> None:
        """CourseError where a record could not be collected, after all the others were."""
        self.log.info("%s to collect", several(len(self.src_records), "submission"))
        failed: list[str] = []
        self._doubted: list[str] = []
        self._undated: list[str] = []
        top = Path(self.coursedir.root, self.coursedir.submitted_directory)
        with alone(top, "`examiner watch` or another `nbgrader collect` is collecting right now."):
            for record in self.src_records:
                try:
                    self._collect(record)
                except (OSError, FileRejected) as why:
                    self.log.error("%s is not collected: %s", record.path.name, why)
                    if record.owner == record.student or not self._is_stranger(record.owner):
                        failed.append(quoted_name(record.student))
        if self._doubted:
            self.log.warning(
                "changed in the exchange after the due date, and later than the names of their "
                "folders say: %s. The names count until you write another time, as `examiner "
                "report` says; where the exchange was copied or restored since, let them.",
                ", ".join(self._doubted),
            )
        if self._undated:
            self.log.warning(
                "kept, though the exchange has a submission as well: %s. What is in %s/ says no "
                "time, as after `nbgrader zip_collect`: write when it came in into its "
                "timestamp.txt, and the later one counts; or remove the student's %s there, and "
                "the exchange's is collected.",
                ", ".join(self._undated),
                self.coursedir.submitted_directory,
                self.coursedir.assignment_id,
            )
        if failed:
            raise CourseError(
                f"not collected: {', '.join(failed)}. See above; what there was of them is kept. "
                "If they can't be read, ask for them to be handed in again."
            )

    def _collect(self, record: ExchangeSubmission) -> None:
        """Put a student's submission into submitted/, if it is to take the place of what is there.
        FileRejected where it can't be read, OSError where it can't be written."""
        student, coursedir, name = record.student, self.coursedir, record.path.name
        place = folder_of(coursedir, coursedir.submitted_directory, student)
        if os.path.lexists(place) and not self._is_wanted(place, record):
            hint = "" if self.update else "; with --update, a newer one takes its place"
            self.log.info("%s: collected before%s", student, hint)
            return
        folder = Folder(record.path, untrusted_parts=1, shared=True)
        with folder.held_open():
            if (owner := owner_of(folder)) != record.owner:
                raise FileRejected("another folder was put in its place")
            if self.check_owner and owner != student:
                said = "%s claims to be submitted by %s but is owned by %s; cheating attempt?"
                self.log.warning(said, name, student, owner or "somebody unknown")
            put_submission(self._files(folder, record), place, coursedir)
        self.log.info("%s: collected", student)

    def _is_wanted(self, place: Path, record: ExchangeSubmission) -> bool:
        """A submission takes the place of what is there, which may have come in another way, only
        if it is later, or that came too late for `--before-duedate`. OSError."""
        if not (self.update or self.before_duedate):
            return False
        folder, time = Folder(place, untrusted_parts=2), record.time
        before = self.coursedir.get_existing_timestamp(str(place))
        if before is None and folder.entries():  # in a download, which has no times, say
            later = time > _changed(folder) + TOLERANCE  # so what is there was handed in before
            self._undated += [] if later else [quoted_name(record.student)]
            return later
        in_time = self.before_duedate and self._due is not None and time <= self._due
        return before is None or time > before or (in_time and self._due < before)

    def _files(self, folder: Folder, record: ExchangeSubmission) -> Iterator[tuple[str, bytes]]:
        """The files of a submission, as far as nbgrader's settings let them be copied, and last of
        all its timestamp.txt: a student's own would be one of any time. OSError."""
        coursedir = self.coursedir
        room, largest = 1000 * coursedir.max_dir_size, 1000 * coursedir.max_file_size
        for path, read in folder.files():
            kept = any(fnmatch.fnmatch(PurePath(path).name, glob) for glob in coursedir.include)
            if is_ignored(path, coursedir.ignore) or not kept:
                continue
            try:
                content = read(min(room, largest))
            except FileRejected as why:
                said = "%s: %s was left out: %s"
                self.log.warning(said, record.path.name, quoted_name(path), why)
                continue
            room -= len(content)
            yield path, content
        changed = _changed(folder)
        yield TIMESTAMP, timestamp_of(record.time, changed).encode()
        if self._due is not None and changed > max(self._due, record.time + TOLERANCE):
            self._doubted.append(quoted_name(record.student))


def made_at(record: ExchangeSubmission) -> datetime:
    """The time that a submission's name says, or by which it was last changed, if that is clearly
    later: its owner can write any name, and can't set the file system's times back."""
    with suppress(OSError):
        changed = _changed(Folder(record.path, untrusted_parts=1, shared=True)) - TOLERANCE
        return max(record.time, changed)
    return record.time


def _changed(folder: Folder) -> datetime:
    """The time at which a hand-in was last changed, in UTC, without a zone. OSError."""
    return datetime.fromtimestamp(folder.last_changed(), UTC).replace(tzinfo=None)


class ReleaseFeedback(ExchangeReleaseFeedback):
    """`nbgrader release_feedback`, for every page: see `copy_files`."""

    def copy_files(self) -> None:
        """nbgrader's ends at the first student who submitted in another way; who gave the notebook
        another name finds no page, since the page is looked for by that name; and where there is no
        page, nothing is said. CourseError there.
        """
        coursedir, there, elsewhere = self.coursedir, False, []
        name, named = coursedir.assignment_id, coursedir.student_id
        top = coursedir.feedback_directory
        for student, folder in folders_of_students(coursedir, top).items():
            pages = {page.stem: page for page in sorted(folder.glob("*.html"))}
            is_named = named in ("", student) or fnmatch.fnmatchcase(student, named)
            if not (pages and is_named):
                continue
            there, submitted = True, folder_of(coursedir, coursedir.submitted_directory, student)
            try:  # secret and names are the student's
                secret = Folder(folder, untrusted_parts=2).read(SECRET, MAX_SECRET).decode()
                if not secret:
                    raise FileMissing("it is empty")
                for notebook, page in pages.items():
                    found = Submission.collect(submitted / f"{notebook}.ipynb", pages)
                    others = found.others if found.problem else ()
                    stems = (Path(other).stem for other in (found.name, *others))
                    for each in dict.fromkeys((notebook, *stems)):
                        self.log.info("Releasing feedback for %s on %s/%s", student, name, each)
                        code = notebook_hash(secret=secret, notebook_id=each)
                        new = Path(self.dest_path, f"{code}-tmp.html")  # an earlier one may be read
                        shutil.copy(page, new)
                        new.replace(new.with_name(f"{code}.html"))
            except FileMissing:
                elsewhere.append(student)
            except (OSError, ValueError, FileRejected) as error:
                self.log.error("no page was released to %s: %s", student, error)
        if not there:
            where = f"{top}/<student>/{name}/"
            raise CourseError(
                f"there are no pages at {where}: run `examiner feedback {name}` first."
            )
        if elsewhere:
            self.log.warning(
                "no page was released to %s, whose submission did not come by the exchange: hand "
                "out %s/ yourself",
                ", ".join(elsewhere),
                top,
            )
