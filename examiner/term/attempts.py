"""Attempts: the submissions that `examiner watch` graded.

attempts/ in the course folder has three files for each assignment. The first has a line of JSON
for each attempt, in the order of grading. The second has the feedback levels of all pages that were
written (see `feedback_rule`). The third has digests of the texts of all releases (see
`earlier_releases`). A day is a day in this machine's time zone.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from ..course import CourseError
from ..digests import digest_of
from ..findings.finding import Unit
from ..findings.hints import MAX_HINTED_ANSWERS
from ..grading.record import VerdictRecord
from ..output_files import write_atomically

FOLDER = "attempts"
EARLIER_FOLDER = "tries"  # the name of the folder before it was called attempts/
RENAME_SECONDS = 2.0  # how long to wait while another command renames the folder


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
