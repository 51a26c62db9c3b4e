"""Attempts: the submissions that `examiner watch` graded, and the feedback that they allow so far.

attempts/ in the course folder has three files for each assignment. The first has a line of JSON
for each attempt, in the order of grading. The second has the feedback levels of all pages that were
written. The third has digests of the texts of all releases (see `earlier_releases`). A day is a day
in this machine's time zone.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ..cell_kinds import is_test_name, question_of
from ..course import CourseError
from ..digests import digest_of
from ..findings.feedback_level import Level
from ..findings.finding import Unit
from ..findings.hints import MAX_HINTED_ANSWERS
from ..grading.fingerprint import digest_of_work
from ..grading.record import VerdictRecord
from ..grading.submission import Submission
from ..intake import folders
from ..output_files import write_atomically
from ..pages.feedback import AttemptSummary, Marks, round_to_halves
from .lateness import Due, is_free, read_due, time_changed, time_submitted
from .plan import ClassFolder
from .settings import Examine

FOLDER = "attempts"
PAGES_SUFFIX = ".pages"  # of the file that records which pages were written
EARLIER_FOLDER = "tries"  # the name of the folder before it was called attempts/
RENAME_SECONDS = 2.0  # how long to wait while another command renames the folder
SHARED_SETS = 2  # case sets of a class
WHOLE_ON_REQUEST = "asked for"  # begins the digest of a whole page that was requested early


# --- the folder of attempts ----------------------------------------------------------------------


def attempts_folder(root: Path) -> Path:
    """Return the folder of attempts in a course folder; the folder need not exist.

    If the folder still has its earlier name, tries/, the function renames it. If both folders
    exist, it moves the files of tries/ to attempts/ and merges files of the same name. While a
    command uses attempts/, it leaves both folders as they are.

    Args:
        root: The course folder.

    Raises:
        CourseError: A command of an earlier version still uses tries/, or the files can't be moved.
    """
    earlier, folder = root / EARLIER_FOLDER, root / FOLDER
    if not earlier.is_dir():
        return folder
    try:
        with _lock(earlier, RENAME_SECONDS) as is_locked:
            if not is_locked:
                raise CourseError(
                    "an `examiner watch` or `examiner autograde` of an earlier version is at work "
                    f"in {earlier}: end it, then run the same command again. The folder then "
                    f"becomes {folder}."
                )
            if earlier.is_dir() and not os.path.lexists(folder):
                earlier.rename(folder)
            elif earlier.is_dir():  # otherwise another command has just renamed it
                with _lock(folder, 0.0) as is_locked:
                    if is_locked:
                        _move_files(earlier, folder)
    except OSError as error:
        raise CourseError(
            f"{earlier} can't be renamed to {FOLDER}/ ({error.strerror}): move its files to "
            f"{folder} yourself, then run the same command again. No attempt was lost."
        ) from None
    return folder


@contextmanager
def _lock(folder: Path, seconds: float) -> Iterator[bool]:
    """Lock a folder that may be gone by now; yield False if another process keeps it locked."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        yield True
        return
    deadline = time.monotonic() + seconds
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    yield False
                    return
                time.sleep(0.02)
            else:
                yield True
                return
    finally:
        os.close(descriptor)


def _move_files(earlier: Path, folder: Path) -> None:
    """Move the files of the earlier folder to the new one, then remove the earlier folder."""
    for source in sorted(earlier.iterdir()):
        target = folder / source.name
        if not os.path.lexists(target):
            source.rename(target)
        elif source.suffix == ".jsonl" and source.is_file() and target.is_file():
            write_atomically(target, _merged(target, source).encode())
            source.unlink()
        else:
            raise CourseError(
                f"{source} can't be moved to {folder}, which has a {source.name} already: move one "
                "of the two away, then run the same command again. No attempt was lost."
            )
    earlier.rmdir()


def _merged(first: Path, second: Path) -> str:
    """Return the attempts in two files, in the order of their times and each attempt once."""
    lines = first.read_text("utf-8").splitlines()
    lines += [line for line in second.read_text("utf-8").splitlines() if line not in lines]
    try:
        times = {line: datetime.fromisoformat(json.loads(line)["when"]) for line in lines}
        return "".join(f"{line}\n" for line in sorted(lines, key=times.__getitem__))
    except (ValueError, TypeError, KeyError) as error:
        raise CourseError(
            f"{first} and {second} can't be merged ({type(error).__name__}: {error}): repair the "
            "damaged file or move it away, then run the same command again. No attempt was lost."
        ) from None


# --- attempts ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """A submission that was graded.

    Attributes:
        student: The student's id.
        when: The time of grading: ISO 8601 with a time zone.
        points: Question -> points; None if the question needs manual grading.
        work: The digest of the submission (see `fingerprint.digest_of_work`).
        chosen: Question with choices -> a digest of the student's choices.
    """

    student: str
    when: str
    points: Mapping[str, float | None]
    work: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def day(self) -> str:
        return self.when[:10]

    def total(self, uncounted: Collection[str] = ()) -> float:
        """Return the sum of the points so far.

        Args:
            uncounted: Questions whose points don't count.
        """
        return sum(p for q, p in self.points.items() if p is not None and q not in uncounted)


class Attempts:
    """The attempts of a class at one assignment.

    Attributes:
        by_student: The student's id -> the attempts in the order of grading.
        is_counting: Whether attempts are counted: an `examiner watch` has begun.
    """

    def __init__(self, root: Path, assignment: str) -> None:
        """Read the attempts.

        Args:
            root: The course folder.
            assignment: The name of the assignment.

        Raises:
            CourseError: The file of the attempts can't be read.
        """
        self._file = attempts_folder(root) / f"{assignment}.jsonl"
        self.by_student: dict[str, list[Attempt]] = defaultdict(list)
        self.is_counting = self._file.exists()
        try:
            for line in self._file.read_text("utf-8").splitlines() if self.is_counting else ():
                found = Attempt(**json.loads(line))
                self.by_student[found.student].append(found)
        except (OSError, ValueError, TypeError) as error:
            raise CourseError(
                f"{self._file} can't be read ({error}): repair it; or move it away, and the "
                "examiner counts attempts from the start."
            ) from None

    def begin(self) -> None:
        """Count attempts from now on. Raises OSError if the file can't be created."""
        self._file.parent.mkdir(mode=0o700, exist_ok=True)
        self._file.touch()

    def add(
        self,
        student: str,
        points: Mapping[str, float | None],
        now: datetime,
        work: str = "",
        chosen: Mapping[str, str] | None = None,
    ) -> Attempt:
        """Record an attempt, in the file too.

        Args:
            student: The student's id.
            points: See `Attempt`.
            now: The time of grading, with a time zone.
            work: See `Attempt`.
            chosen: See `Attempt`.
        """
        when = now.isoformat(timespec="seconds")
        attempt = Attempt(student, when, dict(points), work, dict(chosen or {}))
        self.begin()
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(attempt)) + "\n")
        self.by_student[student].append(attempt)
        return attempt

    def is_last(self, student: str, work: str) -> bool:
        """Return whether a student's last attempt has this digest of the submission."""
        attempts = self.by_student.get(student)
        return bool(work and attempts and attempts[-1].work == work)

    def on_day(self, student: str, day: str) -> int:
        """Return the number of a student's attempts on a day, such as "2026-10-30"."""
        return sum(each.day == day for each in self.by_student.get(student, ()))

    def without_hints(self, student: str) -> set[str]:
        """Return the questions with choices for which a student gets no more hints.

        Hints are only for a limited number of different choices (`MAX_HINTED_ANSWERS`). A question
        is in the result if the choices of the last attempt came after that limit.
        """
        attempts = self.by_student.get(student, [])
        questions = set()
        for question, last in attempts[-1].chosen.items() if attempts else ():
            seen = dict.fromkeys(a.chosen[question] for a in attempts if question in a.chosen)
            if list(seen).index(last) >= MAX_HINTED_ANSWERS:
                questions.add(question)
        return questions

    def last_number(self, student: str, limit: int) -> str:
        """Return the number of a student's last attempt on its day, such as "2 of 5 today".

        Args:
            student: The student's id; the student has an attempt.
            limit: The number of attempts a day. The text leaves it out if the number is higher:
                submissions that waited for the due date exceed the limit.
        """
        number = self.on_day(student, self.by_student[student][-1].day)
        return f"{number} of {limit} today" if number <= limit else f"{number} today"


def chosen_in(records: Mapping[str, VerdictRecord | None]) -> dict[str, str]:
    """Return a digest of the student's choices for each question with choices.

    Args:
        records: Question -> the verdict on its answer; None if there is none.
    """
    entries = {
        question: [each.as_json() for each in record.findings if each.unit == Unit.ENTRY]
        for question, record in records.items()
        if record
    }
    return {question: digest_of(found) for question, found in entries.items() if found}


# --- the feedback that a page may give -----------------------------------------------------------


def record_pages(folder: ClassFolder, levels: Collection[Level]) -> None:
    """Record that pages of an assignment are about to be written.

    The record is beside the attempts, so it outlives the folder of the pages and is in backups.

    Args:
        folder: The course folder with the assignment.
        levels: The feedback levels of the pages.

    Raises:
        CourseError: The record can't be written.
    """
    file, known = _pages_file(folder), recorded_pages(folder)
    if known.issuperset(levels):
        return
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        text = "".join(f"{level}\n" for level in sorted({*known, *levels}))
        write_atomically(file, text.encode())
    except OSError as error:
        raise CourseError(
            f"{file} can't be written ({error.strerror}): no page was made."
        ) from None


def recorded_pages(folder: ClassFolder) -> set[Level]:
    """Return the feedback levels of all pages of an assignment that were ever written.

    Raises:
        CourseError: The record can't be read.
    """
    file = _pages_file(folder)
    try:
        return {Level(line) for line in file.read_text("utf-8").splitlines()}
    except FileNotFoundError:
        return set()
    except (OSError, ValueError) as error:
        raise CourseError(
            f"{file} can't be read ({error}): write the levels of the pages that students have "
            f"into it, one a line ({', '.join(Level)}); or move it away, if no student has a page."
        ) from None


def _pages_file(folder: ClassFolder) -> Path:
    return attempts_folder(folder.course.root) / f"{folder.assignment.name}{PAGES_SUFFIX}"


def are_answers_out(folder: ClassFolder) -> bool:
    """Return whether any student's page shows right answers, or ever did.

    Raises:
        CourseError: The record of the pages can't be read.
    """
    if Level.ANSWER in recorded_pages(folder):
        return True
    # Pages of an earlier version have no record.
    top = folder.coursedir.feedback_directory
    digests = (read_page_digest(folder.folder(top, student)) for student in folder.students(top))
    return any(text.startswith((WHOLE_ON_REQUEST, Level.ANSWER.value)) for text in digests)


def read_page_digest(page: Path) -> str:
    """Return the digest of everything that a page was made from; "" if there is none.

    The digest begins with the page's feedback level.

    Args:
        page: The folder of the page.
    """
    with suppress(OSError, ValueError):
        return folders.hidden_sibling(page, "made_from").read_text("utf-8")
    return ""


@dataclass(frozen=True)
class CaseSetChoice:
    """The choice of the case set that a submission meets (see `Submission.case_set`).

    Submissions share case sets, because a case set takes longer to generate than an answer to mark.
    That is safe only while no student has a page. A page shows everything that the student's own
    cells print, and these cells can print the arguments of each call. Another student who meets
    the same cases could then submit a table of their values.

    Attributes:
        are_shared: Whether submissions share case sets. Otherwise, each one meets cases that no
            other submission has.
    """

    are_shared: bool

    @classmethod
    def of(cls, folder: ClassFolder) -> CaseSetChoice:
        """Choose by the first page, or by the first watch, which releases pages at once.

        Raises:
            CourseError: The attempts or the record of the pages can't be read.
        """
        attempts = Attempts(folder.course.root, folder.assignment.name)
        has_pages = bool(
            recorded_pages(folder) or folder.students(folder.coursedir.feedback_directory)
        )
        return cls(are_shared=not (attempts.is_counting or has_pages))

    def number(self, submission: Submission) -> int | None:
        """Return the number of the case set for a submission; None for cases of its own."""
        return int(digest_of_work(submission)[:8], 16) % SHARED_SETS if self.are_shared else None


@dataclass(frozen=True)
class FeedbackRule:
    """The rule for how much feedback a page gives at a time; all commands share it.

    While an assignment is watched and anybody may still submit for full points, a page gives
    hints. Otherwise it is a whole page, with right answers.

    Attributes:
        attempts: The attempts of the class.
        attempts_a_day: The number of attempts that are graded on one day.
        due: The due date, with extensions.
        now: The time for which the rule holds, with a time zone.
        whole: Whether all pages are whole pages regardless of the due date.
        closed: Whether whole pages are out although lateness costs nothing. A late submission is
            then graded only if an instructor names the student.
    """

    attempts: Attempts
    attempts_a_day: int
    due: Due
    now: datetime
    whole: bool = False
    closed: bool = False

    @classmethod
    def of(cls, folder: ClassFolder, now: datetime, *, whole: bool = False) -> FeedbackRule:
        """Read the rule for an assignment from the files of the course.

        Args:
            folder: The course folder with the assignment.
            now: The time for which the rule holds, with a time zone.
            whole: Whether all pages are whole pages regardless of the due date.

        Raises:
            CourseError: The attempts or the gradebook can't be read.
        """
        attempts = Attempts(folder.course.root, folder.assignment.name)
        due = read_due(folder) if attempts.is_counting else Due(None, {})
        attempts_a_day = Examine(config=folder.config).attempts_a_day
        closed = attempts.is_counting and is_free(folder.config) and are_answers_out(folder)
        return cls(attempts, attempts_a_day, due, now, whole, closed)

    def is_early(self) -> bool:
        """Return whether pages give hints unless whole pages are requested.

        The answer is the same for all students: as long as anybody may submit for full points,
        one student could pass a page on to another.
        """
        return self.attempts.is_counting and self.due.is_open(self.now)

    def is_late(self, student: str, when: datetime | None) -> bool:
        """Return whether a time (in UTC, without a zone) is after a student's due date."""
        due = self.due.of(student)
        return due is not None and when is not None and when > due

    def why_not(self, folder: ClassFolder, student: str) -> str:
        """Return why a submission is graded only if an instructor names the student.

        Args:
            folder: The course folder with the assignment.
            student: The student's id.

        Returns:
            The reason and the command that grades it; "" if the submission is graded anyway.
        """
        if not self.closed:
            return ""
        command = f"run `examiner autograde {folder.assignment.name} --student {student}`"
        when = time_submitted(folder, student)
        if self.is_late(student, when):
            return (
                "the submission is late, and pages with right answers are out. To grade it "
                f"anyway, {command}"
            )
        changed = time_changed(folder, student) if when is None else None
        if student in self.attempts.by_student and self.is_late(student, changed):
            return (
                "the notebook changed after the due date, and timestamp.txt gives no time of "
                f"submission. Write the time there, or {command}"
            )
        return ""

    def level(self, student: str) -> Level:
        """Return the highest feedback level that a student's page may have."""
        return Level.HINT if self.is_early() and not self.whole else Level.ANSWER

    def marks_for_page(self, marks: Marks) -> Marks:
        """Return a student's marks as a page may show them, with the number of the attempt.

        Args:
            marks: All marks of the student.

        Returns:
            The marks at the page's feedback level. If attempts are counted, the result also has
            the number of the last attempt and the questions whose points it changed.
        """
        marks = replace(marks, level=self.level(marks.student))
        in_halves = marks.level is Level.HINT
        if in_halves:
            spent = self.attempts.without_hints(marks.student)
            cells = {  # a mark by hand of a written answer doesn't help a guessing program
                name: mark.as_hint(spent=question_of(name) in spent) if is_test_name(name) else mark
                for name, mark in marks.cells.items()
            }
            marks = replace(marks, cells=cells)
        attempts = self.attempts.by_student.get(marks.student)
        if not attempts:
            return marks
        before = attempts[-2].points if attempts[1:] else {}
        now = {  # the marks, not the attempt: the class may have been regraded or marked by hand
            question_of(cell): mark for cell, mark in marks.cells.items() if not mark.withheld
        }
        changed = {}
        for question in [q for q in attempts[-1].points if q in before and q in now]:
            mark, earlier = now[question], before[question]
            if in_halves and earlier is not None:
                earlier = round_to_halves(earlier, mark.max_points)
            pair = earlier, None if mark.pending else mark.points
            if pair[0] != pair[1]:
                changed[question] = pair
        label = self.attempts.last_number(marks.student, self.attempts_a_day)
        number = self.attempts.on_day(marks.student, attempts[-1].day)
        is_last = number >= self.attempts_a_day
        tried = AttemptSummary(label, number, len(attempts), changed, is_last=is_last)
        return replace(marks, attempt=tried)
