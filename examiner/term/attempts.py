"""Tries: what a student handed in while `examiner watch` ran; and what a page tells meanwhile.

They stand in tries/ in the course folder, a line of JSON each, in the order in which they were
graded. Days are those of the machine's own zone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ..cell_kinds import is_test_name, question_of
from ..course import CourseError
from ..digests import digest_of
from ..findings.feedback_level import Level
from ..findings.finding import Unit
from ..findings.hints import MAX_HINTED_ANSWERS
from ..grading.record import VerdictRecord
from ..intake import folders
from ..pages.feedback import AttemptSummary, Marks, round_to_halves
from .lateness import Due, is_free, read_due, time_changed, time_submitted
from .plan import ClassFolder
from .settings import Examine

FOLDER = "tries"
ASKED = "asked for"  # of a page that tells all before its time


@dataclass(frozen=True)
class Attempt:
    """A submission that was graded.

    when: ISO 8601, with a zone. points: question -> points; None where a person has to grade.
    work: The digest of what was submitted (see `fingerprint.digest_of_work`).
    chosen: question with choices -> a digest of what was chosen there.
    """

    student: str
    when: str
    points: Mapping[str, float | None]
    work: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def day(self) -> str:
        return self.when[:10]

    @property
    def total(self) -> float:
        """The points that there are so far."""
        return sum(filter(None, self.points.values()))


class Attempts:
    """The tries of a class at one assignment. CourseError for a file that can't be read."""

    def __init__(self, root: Path, assignment: str) -> None:
        self._file = root / FOLDER / f"{assignment}.jsonl"
        self.by_student: dict[str, list[Attempt]] = defaultdict(list)
        self.begun = self._file.exists()  # tries are counted, since a watch has begun
        try:
            for line in self._file.read_text("utf-8").splitlines() if self.begun else ():
                found = Attempt(**json.loads(line))
                self.by_student[found.student].append(found)
        except (OSError, ValueError, TypeError) as error:
            raise CourseError(
                f"{self._file} can't be read ({error}): move it away, and tries are counted anew."
            ) from None

    def begin(self) -> None:
        """Count them from now on. OSError."""
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
        """A try, noted, on disk as well. work, chosen: see `Attempt`."""
        when = now.isoformat(timespec="seconds")
        done = Attempt(student, when, dict(points), work, dict(chosen or {}))
        self.begin()
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(done)) + "\n")
        self.by_student[student].append(done)
        return done

    def is_last(self, student: str, work: str) -> bool:
        """Whether a student's last try was of this work."""
        tries = self.by_student.get(student)
        return bool(work and tries and tries[-1].work == work)

    def on_day(self, student: str, day: str) -> int:
        """The number of a student's tries on a day, such as "2026-10-30"."""
        tries = self.by_student.get(student, ())
        return sum(each.day == day for each in tries)

    def spent(self, student: str) -> set[str]:
        """The questions whose hints on choices a student used up before the last try."""
        tries = self.by_student.get(student, [])
        spent = set()
        for question, last in tries[-1].chosen.items() if tries else ():
            seen = dict.fromkeys(t.chosen[question] for t in tries if question in t.chosen)
            if list(seen).index(last) >= MAX_HINTED_ANSWERS:
                spent.add(question)
        return spent

    def which(self, student: str, most: int) -> str:
        """Which of the tries of its day a student's last one is: "2 of 5 today". What waited for
        the due date comes after the last that a day has."""
        number = self.on_day(student, self.by_student[student][-1].day)
        return f"{number} of {most} today" if number <= most else f"{number} today"


def is_whole_out(folder: ClassFolder) -> bool:
    """Whether there is a page that says what is right, for any student."""
    top = folder.coursedir.feedback_directory
    made = (made_from(folder.folder(top, student)) for student in folder.students(top))
    return any(text.startswith((ASKED, Level.ANSWER.value)) for text in made)


def made_from(page: Path) -> str:
    """The digest of what a page was made from, which begins with how much the page tells; "" if
    there is none. page: the folder of the page."""
    with suppress(OSError, ValueError):
        return folders.hidden_sibling(page, "made_from").read_text()
    return ""


def chosen_in(records: Mapping[str, VerdictRecord | None]) -> dict[str, str]:
    """Question with choices -> a digest of what was chosen. records: question -> its verdict."""
    entries = {
        question: [each.as_json() for each in record.findings if each.unit == Unit.ENTRY]
        for question, record in records.items()
        if record
    }
    return {question: digest_of(found) for question, found in entries.items() if found}


@dataclass(frozen=True)
class FeedbackRule:
    """The rule for what a page tells a student at a time (with a zone), whatever command makes it.

    As long as an assignment is watched and anybody may submit for full points, a page is at the
    level "hint". Else it tells all.

    most: tries a day. whole: tell all in any case. closed: whether whole pages are out and lateness
    costs nothing. Then what is late is not graded, unless an instructor names the student.
    """

    tries: Attempts
    most: int
    due: Due
    now: datetime
    whole: bool = False
    closed: bool = False

    @classmethod
    def of(cls, folder: ClassFolder, now: datetime, *, whole: bool = False) -> FeedbackRule:
        """By what is on disk. CourseError for what can't be read."""
        tries = Attempts(folder.course.root, folder.assignment.name)
        due = read_due(folder) if tries.begun else Due(None, {})
        most = Examine(config=folder.config).tries_a_day
        closed = tries.begun and is_free(folder.config) and is_whole_out(folder)
        return cls(tries, most, due, now, whole, closed)

    def is_early(self, student: str) -> bool:
        """True where a page gives hints, unless whole ones are asked for: as long as anybody may
        submit for full points, since pages are passed on."""
        return self.tries.begun and self.due.is_open(self.now)

    def is_late(self, student: str, when: datetime | None) -> bool:
        """Whether a time (in UTC, without a zone) is after a student's due date."""
        due = self.due.of(student)
        return due is not None and when is not None and when > due

    def why_not(self, folder: ClassFolder, student: str) -> str:
        """Why a submission is not graded unless an instructor asks for it; "" if it is."""
        if not self.closed:
            return ""
        again = f"`examiner autograde {folder.assignment.name} --student {student}` grades it"
        when = time_submitted(folder, student)
        if self.is_late(student, when):
            return f"late, and pages that say what is right are out: {again}"
        changed = time_changed(folder, student) if when is None else None
        if student in self.tries.by_student and self.is_late(student, changed):
            return (
                "it changed after the due date, and its timestamp.txt says no time: write when it "
                f"was submitted, or {again}"
            )
        return ""

    def level(self, student: str) -> Level:
        """The most that a student's page says."""
        return Level.HINT if self.is_early(student) and not self.whole else Level.ANSWER

    def told(self, marks: Marks) -> Marks:
        """A student's marks as a page shows them, with the try that they are of, if they are of
        one."""
        marks = replace(marks, level=self.level(marks.student))
        in_halves = marks.level is Level.HINT
        if in_halves:
            spent = self.tries.spent(marks.student)
            cells = {  # a person's mark of a written answer is no use to a program that guesses
                name: mark.as_hint(spent=question_of(name) in spent) if is_test_name(name) else mark
                for name, mark in marks.cells.items()
            }
            marks = replace(marks, cells=cells)
        tries = self.tries.by_student.get(marks.student)
        if not tries:
            return marks
        before = tries[-2].points if tries[1:] else {}
        now = {  # it may have been regraded since, or marked by a person
            question_of(cell): mark for cell, mark in marks.cells.items() if not mark.withheld
        }
        changed = {}
        for question in [q for q in tries[-1].points if q in before and q in now]:
            mark, earlier = now[question], before[question]
            if in_halves and earlier is not None:
                earlier = round_to_halves(earlier, mark.max_points)
            pair = earlier, None if mark.pending else mark.points
            if pair[0] != pair[1]:
                changed[question] = pair
        which = self.tries.which(marks.student, self.most)
        number = self.tries.on_day(marks.student, tries[-1].day)
        tried = AttemptSummary(which, number, len(tries), changed, is_last=number >= self.most)
        return replace(marks, attempt=tried)
