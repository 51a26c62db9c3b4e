"""nbgrader's exchange, made robust: no submission in it can affect another student.

nbgrader_config.py makes nbgrader use `Collect`. The function `start` overrides `Exchange.start`.
`ReleaseFeedback` below is the base class of the plugin of that name in `term.nbgrader_overrides`.
"""

from __future__ import annotations

import fnmatch
import logging
import os
import pwd
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
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
from .folders import exclusive_access, folder_of, folders_of_students, is_ignored, put_submission
from .lms_names import SECRET, check_student
from .times import TIMESTAMP, TOLERANCE, exchange_timestamp, time_in_name

MAX_SECRET = 1000  # bytes


class ExchangeSubmission(NamedTuple):
    """A submission in the exchange.

    Attributes:
        student: The student, according to the name of the folder.
        path: The folder.
        time: The time of submission according to the name of the folder, in UTC, without a zone.
        owner: The user who owns the folder; "" if unknown.
    """

    student: str
    path: Path
    time: datetime
    owner: str

    @classmethod
    def of(cls, path: Path, assignment: str) -> ExchangeSubmission:
        """Read the name and the owner of a folder in the exchange.

        Raises:
            FileRejected: The folder is no submission to this assignment.
        """
        student, assignment_in_name, time, *_ = [*path.name.rsplit("+", 3), "", ""]
        check_student(student)
        when = time_in_name(time) if assignment_in_name == assignment else None
        if when is None:
            raise FileRejected("its name is not of the form student+assignment+time")
        return cls(student, path, when, owner_of(Folder(path, untrusted_parts=1)))


class Refusal(NamedTuple):
    """The reason why a submission doesn't count, and the level of its log line."""

    level: int
    reason: str


def owner_of(folder: Folder) -> str:
    """Return the user who owns a folder; "" if unknown."""
    try:
        return user_name(folder.owner())
    except OSError:
        return ""


def user_name(uid: int) -> str:
    """Return the name of a user of this machine, or "user <uid>" if the user has no name."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def start(self: Exchange) -> None:
    """Override Exchange.start: refuse to run without a configured exchange.

    nbgrader's own method would make an exchange in /usr/local.
    """
    if self.root == Exchange.root.default_value and not Path(self.root).is_dir():
        self.fail(
            "there is no exchange: set c.Exchange.root in nbgrader_config.py to a folder that "
            "students can write to, or distribute and collect the files with your LMS."
        )
    if not Path(self.root).is_absolute():  # a student's program has another working directory
        self.fail(f"c.Exchange.root is {self.root!r}: write the absolute path.")
    guard.original_of(start)(self)


class Collect(ExchangeCollect):
    """`nbgrader collect`, robust against the names, files and permissions of students' folders.

    nbgrader's own command stops at the first odd one. It also follows links with the instructor's
    permissions, so that a link could copy the solutions.

    Attributes:
        accepts: A function that decides whether to collect a submission. It is called before the
            latest submission of each student is chosen.
        refused: The submissions that `accepts` refused.
    """

    accepts: Callable[[ExchangeSubmission], bool] = staticmethod(lambda record: True)

    def init_src(self) -> None:
        """Choose a submission for each student: the latest one, or the latest on time.

        With `--before-duedate`, it is the latest on time; if all are late, it is the latest one.
        `_refusals` decides which submissions don't count. (nbgrader's own method takes the latest
        that anybody submitted under a student's name. It also accepts a student called "..".)
        """
        name, pattern = self.coursedir.assignment_id, self.coursedir.student_id or "*"
        self.inbound_path = os.path.join(self.root, self.coursedir.course_id, "inbound")
        if not os.access(self.inbound_path, os.R_OK | os.X_OK):
            self.fail(
                f"{self.inbound_path} is missing or can't be read: release the assignment first, "
                "or change the permissions of this folder."
            )
        students, self._due = set(), None
        with gradebook_if_there(self.coursedir) as gradebook, suppress(MissingEntry):
            if gradebook:
                students = {student.id for student in gradebook.students}
                self._due = gradebook.find_assignment(name).duedate
        records: list[ExchangeSubmission] = []
        self.refused: list[ExchangeSubmission] = []
        for path in sorted(Path(self.inbound_path).glob(f"{pattern}+{name}+*")):
            try:
                record = ExchangeSubmission.of(path, name)
                (records if self.accepts(record) else self.refused).append(record)
            except FileRejected as why:
                self.log.warning("%s was left out: %s", quoted_name(path.name), why)
        found: dict[str, list[ExchangeSubmission]] = defaultdict(list)
        for record, refusal in zip(records, self._refusals(records, students), strict=True):
            if refusal:
                shown = quoted_name(record.path.name)
                self.log.log(refusal.level, "%s was left out: %s", shown, refusal.reason)
            else:
                found[record.student].append(record)
        due, self.src_records = self._due if self.before_duedate else None, []
        for of_student in found.values():
            in_time = [record for record in of_student if due is None or record.time <= due]
            latest = max(in_time or of_student, key=lambda record: record.time)
            self.src_records.append(latest)

    def _refusals(
        self, records: Sequence[ExchangeSubmission], students: Set[str]
    ) -> Iterator[Refusal | None]:
        """Yield a refusal for each submission that doesn't count, and None for the others.

        A student's own submissions always count. A submission that somebody else made under the
        student's name counts only if

        - the student has no submission of their own,
        - the folder's owner is not another student: neither in the roster nor submitting under
          their own name, and
        - the folder's owner submitted under no other such name. This rule doesn't apply if the
          owner is unknown or is the user who collects.

        Without these rules, whoever first submits under a student's name would displace that
        student. One user could also get several students' attempts. The rules apply only with
        `check_owner`: without it, all folders may belong to the user who collects.

        Args:
            records: All submissions to the assignment.
            students: The students in the roster.
        """
        with_own = {record.student for record in records if record.owner == record.student}
        names_used: dict[str, set[str]] = defaultdict(set)
        for record in records:
            names_used[record.owner] |= {record.student} - with_own
        for record in records:
            owner = record.owner
            if not self.check_owner or owner == record.student:
                yield None
            elif owner in students | with_own:
                yield Refusal(logging.ERROR, f"its owner is another student, {owner}")
            elif record.student in with_own:
                yield Refusal(
                    logging.WARNING, f"its owner is not {record.student}, who submitted too"
                )
            elif self._is_stranger(owner) and len(names_used[owner]) > 1:
                names = ", ".join(map(quoted_name, sorted(names_used[owner])))
                yield Refusal(
                    logging.ERROR, f"its owner, {owner}, submitted under several names: {names}"
                )
            else:
                yield None

    def _is_stranger(self, owner: str) -> bool:
        """Return whether an owner is known and is not the user who collects."""
        return self.check_owner and owner not in ("", user_name(os.geteuid()))

    def copy_files(self) -> None:
        """Copy the chosen submissions into submitted/.

        Raises:
            CourseError: A submission could not be collected. All others were.
        """
        self.log.info("%s to collect", several(len(self.src_records), "submission"))
        failed: list[str] = []
        self._changed_late: list[str] = []
        self._kept_undated: list[str] = []
        top = Path(self.coursedir.root, self.coursedir.submitted_directory)
        busy = "`examiner watch` or another `nbgrader collect` is collecting now: wait for it."
        with exclusive_access(top, busy):
            for record in self.src_records:
                try:
                    self._collect(record)
                except (OSError, FileRejected) as why:
                    self.log.error("%s is not collected: %s", record.path.name, why)
                    if record.owner == record.student or not self._is_stranger(record.owner):
                        failed.append(quoted_name(record.student))
        if self._changed_late:
            self.log.warning(
                "changed in the exchange after the due date, although the folder's name has an "
                "earlier time: %s. The time in the name counts; `examiner report` says how to "
                "write another one. Do nothing if the exchange was copied or restored since.",
                ", ".join(self._changed_late),
            )
        if self._kept_undated:
            self.log.warning(
                "kept, although the exchange has a submission too: %s. The submission in %s/ has "
                "no time, as after `nbgrader zip_collect`. Either write its time of submission "
                "into its timestamp.txt: then the later one counts. Or remove the student's %s "
                "there: then the submission in the exchange is collected.",
                ", ".join(self._kept_undated),
                self.coursedir.submitted_directory,
                self.coursedir.assignment_id,
            )
        if failed:
            raise CourseError(
                f"not collected: {', '.join(failed)}. See above; their earlier submissions are "
                "kept. If a submission can't be read, ask the student to submit again."
            )

    def _collect(self, record: ExchangeSubmission) -> None:
        """Copy a student's submission into submitted/, if it replaces the one there.

        Raises:
            FileRejected: The submission can't be read.
            OSError: The submission can't be written.
        """
        student, coursedir, name = record.student, self.coursedir, record.path.name
        place = folder_of(coursedir, coursedir.submitted_directory, student)
        if os.path.lexists(place) and not self._is_wanted(place, record):
            hint = "" if self.update else "; with --update, a newer submission replaces it"
            self.log.info("%s: already collected%s", student, hint)
            return
        folder = Folder(record.path, untrusted_parts=1, shared=True)
        with folder.held_open():
            if (owner := owner_of(folder)) != record.owner:
                raise FileRejected("another folder has replaced it")
            if self.check_owner and owner != student:
                self.log.warning(
                    "%s claims to be submitted by %s but is owned by %s; cheating attempt?",
                    name,
                    student,
                    owner or "an unknown user",
                )
            put_submission(self._files(folder, record), place, coursedir)
        self.log.info("%s: collected", student)

    def _is_wanted(self, place: Path, record: ExchangeSubmission) -> bool:
        """Return whether a submission is to replace the one in submitted/.

        A later submission replaces the other. With `--before-duedate`, a submission on time also
        replaces a late one. A stored submission from a download may have no time. Then the time
        at which its files were written counts.

        Raises:
            OSError: The folder in submitted/ can't be read.
        """
        if not (self.update or self.before_duedate):
            return False
        folder, time = Folder(place, untrusted_parts=2), record.time
        before = self.coursedir.get_existing_timestamp(str(place))
        if before is None and folder.entries():
            # The stored submission was made before its files were written here.
            is_later = time > _change_time(folder) + TOLERANCE
            if not is_later:
                self._kept_undated.append(quoted_name(record.student))
            return is_later
        in_time = self.before_duedate and self._due is not None and time <= self._due
        return before is None or time > before or (in_time and self._due < before)

    def _files(self, folder: Folder, record: ExchangeSubmission) -> Iterator[tuple[str, bytes]]:
        """Yield the path and content of each file that nbgrader's settings allow to copy.

        A new timestamp.txt comes last and replaces the student's own, which could have any time.

        Raises:
            OSError: The folder can't be read.
        """
        coursedir = self.coursedir
        budget, max_file = 1000 * coursedir.max_dir_size, 1000 * coursedir.max_file_size
        for path, read in folder.files():
            kept = any(fnmatch.fnmatch(PurePath(path).name, glob) for glob in coursedir.include)
            if is_ignored(path, coursedir.ignore) or not kept:
                continue
            try:
                content = read(min(budget, max_file))
            except FileRejected as why:
                self.log.warning(
                    "%s: %s was left out: %s", record.path.name, quoted_name(path), why
                )
                continue
            budget -= len(content)
            yield path, content
        changed = _change_time(folder)
        yield TIMESTAMP, exchange_timestamp(record.time, changed).encode()
        if self._due is not None and changed > max(self._due, record.time + TOLERANCE):
            self._changed_late.append(quoted_name(record.student))


def submission_time(record: ExchangeSubmission) -> datetime:
    """Return the time of a submission, in UTC, without a zone.

    It is the time in the folder's name, unless the last change was clearly later. The owner can
    choose any name, but can't set back the change times of the file system.
    """
    with suppress(OSError):
        changed = _change_time(Folder(record.path, untrusted_parts=1, shared=True)) - TOLERANCE
        return max(record.time, changed)
    return record.time


def _change_time(folder: Folder) -> datetime:
    """Return the time of the last change in a folder, in UTC, without a zone. Raise OSError."""
    return datetime.fromtimestamp(folder.last_changed(), UTC).replace(tzinfo=None)


class ReleaseFeedback(ExchangeReleaseFeedback):
    """`nbgrader release_feedback`, for every student with a page (see `copy_files`)."""

    def copy_files(self) -> None:
        """Copy the pages into the exchange, each under the names that the student submitted.

        This overrides nbgrader's method, which

        - stops at the first student who submitted without the exchange,
        - releases no page to a student who renamed the notebook, since a page is found by the
          notebook's name, and
        - doesn't say if there is no page at all.

        Raises:
            CourseError: There is no page.
        """
        coursedir, found_pages, without_exchange = self.coursedir, False, []
        name, pattern = coursedir.assignment_id, coursedir.student_id
        top = coursedir.feedback_directory
        for student, folder in folders_of_students(coursedir, top).items():
            pages = {page.stem: page for page in sorted(folder.glob("*.html"))}
            is_chosen = pattern in ("", student) or fnmatch.fnmatchcase(student, pattern)
            if not (pages and is_chosen):
                continue
            found_pages = True
            submitted = folder_of(coursedir, coursedir.submitted_directory, student)
            try:  # the student chose the secret and the names, so anything can be wrong with them
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
                        # A student may be reading an earlier page, so replace it in one step.
                        new = Path(self.dest_path, f"{code}-tmp.html")
                        shutil.copy(page, new)
                        new.replace(new.with_name(f"{code}.html"))
            except FileMissing:
                without_exchange.append(student)
            except (OSError, ValueError, FileRejected) as error:
                self.log.error("no page was released to %s: %s", student, error)
        if not found_pages:
            raise CourseError(
                f"there are no pages in {top}/<student>/{name}/: run `examiner feedback {name}` "
                "first."
            )
        if without_exchange:
            self.log.warning(
                "no page was released to %s: they did not submit through the exchange. Distribute "
                "their pages in %s/ yourself.",
                ", ".join(without_exchange),
                top,
            )
