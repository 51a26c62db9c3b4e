"""The rules for feedback: how much a page may show, and which submissions share hidden cases.

A file in attempts/ records the feedback levels of all pages that were ever written.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ..cell_kinds import is_test_name, question_of
from ..course import CourseError
from ..findings.feedback_level import Level
from ..grading.fingerprint import digest_of_work
from ..grading.submission import Submission
from ..intake import folders
from ..output_files import write_atomically
from ..pages.feedback import AttemptSummary, Marks, round_to_halves
from .attempts import Attempts, attempts_folder
from .lateness import Due, is_free, read_due, time_changed, time_submitted
from .plan import ClassFolder
from .settings import Examine

PAGES_SUFFIX = ".pages"  # of the file that records which pages were written
SHARED_SETS = 2  # case sets of a class
WHOLE_ON_REQUEST = "asked for"  # begins the digest of a whole page that was requested early


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
