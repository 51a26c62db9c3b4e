"""What the page of `examiner mark` shows and does, request by request, without the web in it.

Not for several threads at once: the grade book is opened for each request, what students wrote is
made HTML of in a worker process.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup
from nbgrader.api import MissingEntry

from ..course import Course, CourseError
from ..gradebook.class_gradebook import ClassGradebook
from ..term.plan import ClassFolder
from ..workers.worker import CannotGrade, Worker
from .answers import Counts, Group, Notebooks, grouped, read_counts
from .questions import AskedQuestion, read_questions
from .saving import Marker, NewMark, Saving

MAX_SAVINGS = 200  # that can still be undone


class NotThere(Exception):
    """There is no such page; the message says so in a line."""


@dataclass(frozen=True)
class Place:
    """A group of answers among all to a question. before, behind: the next open ones, if any."""

    group: Group
    number: int
    groups: tuple[Group, ...]
    before: Group | None
    behind: Group | None

    @classmethod
    def of(cls, groups: list[Group], answer: str) -> Place:
        """Where the answer of this id is. NotThere where it isn't."""
        at = next(
            (i for i, g in enumerate(groups) if any(a.grade == answer for a in g.answers)), None
        )
        if at is None:
            raise NotThere("There is no such answer. It may have been graded again meanwhile.")
        others = [*groups[at + 1 :], *groups[:at]]
        waiting = [group for group in others if group.open]
        before, behind = (waiting[-1], waiting[0]) if waiting else (None, None)
        return cls(groups[at], at + 1, tuple(groups), before, behind)


class Marking:
    """A course whose answers are marked by a person. Close it.

    only: an assignment; None for all. worker: makes HTML of answers; None for a process of its own.
    CourseError where there is no such assignment.
    """

    def __init__(
        self, course: Course, only: str | None = None, worker: Worker | None = None
    ) -> None:
        self._course, self._only = course, only
        self._notebooks = Notebooks()
        self._known: dict[Path, tuple[int, dict[str, AskedQuestion]]] = {}
        self._savings: dict[str, Saving] = {}
        self.folder = cache(self._folder)
        if not self.assignments:
            raise CourseError("the course has no assignment: write one, see adding-a-problem.md.")
        self._worker = worker or Worker(self.folder(self.assignments[0]).settings)

    def start(self) -> None:
        """Start the worker process, which takes seconds; a request that needs it waits for it."""
        with suppress(CannotGrade):  # whoever asks for an answer is told
            self._worker.start()

    def close(self) -> None:
        """End the worker process, whatever it does."""
        self._worker.stop()
        self._worker.close()

    # --- what there is -----------------------------------------------------------------------

    @property
    def assignments(self) -> list[str]:
        """Those that can be marked, by name."""
        return [self._only] if self._only else list(self._course.assignments)

    def _folder(self, assignment: str) -> ClassFolder:
        return ClassFolder.of(self._course, assignment)

    def _chosen(self, assignment: str) -> ClassFolder:
        if assignment not in self.assignments:
            raise NotThere(f"{assignment} is not marked here.")
        return self.folder(assignment)

    def _read_notebooks(self, folder: ClassFolder) -> int:
        """Read what has changed of a class, before the grade book is locked for others; how many
        graded notebooks can't be read."""
        students = folder.students(folder.coursedir.autograded_directory)
        return sum(not self._notebooks.texts(folder.autograded(student)) for student in students)

    def unreadable(self, assignment: str) -> int:
        """How many graded notebooks are missing or broken: their answers are not shown."""
        return self._read_notebooks(self._chosen(assignment))

    @contextmanager
    def _gradebook(self, folder: ClassFolder) -> Iterator[ClassGradebook]:
        """The grade book, opened. CourseError where it is not there, or lacks the assignment."""
        with ClassGradebook(folder.coursedir, folder.assignment.name) as gradebook:
            try:
                yield gradebook
            except MissingEntry as error:
                raise CourseError(f"{error}: run `examiner autograde` again.") from None

    def counts(self, assignment: str) -> dict[str, Counts]:
        """Of each question, how many answers wait. CourseError where nothing can be marked."""
        folder = self._chosen(assignment)
        self._read_notebooks(folder)
        with self._gradebook(folder) as gradebook, gradebook.reading():
            try:
                gradebook.find_assignment(assignment)
            except MissingEntry:
                raise folder.not_entered from None
            counts = read_counts(gradebook, folder, self._notebooks)
        if not any(count.all for count in counts.values()):
            raise CourseError(
                f"nothing of {assignment} is graded yet: run `examiner autograde {assignment}`, "
                "which leaves to a person what a person has to mark."
            )
        return counts

    def check(self) -> None:
        """CourseError where there is nothing to show: say it before anything is served."""
        if self._only is not None:
            self.counts(self._only)
        elif all(whys := [why for *_, why in self.waiting()]):
            raise CourseError(whys[0])

    def waiting(self) -> list[tuple[str, str, int, str]]:
        """Of each assignment: name, title, how many answers wait, or why it can't be marked."""
        found = []
        for name in self.assignments:
            title = self._course.assignments[name].title
            try:
                waits = sum(count.open for count in self.counts(name).values())
                found.append((name, title, waits, ""))
            except CourseError as error:
                found.append((name, title, 0, str(error)))
        return found

    def questions(self, assignment: str) -> list[tuple[AskedQuestion, Counts]]:
        """The questions that a person marks, or has marked, with how many answers wait."""
        counts = self.counts(assignment)
        asked = self._asked(self._chosen(assignment))
        return [
            (question, counts[name])
            for name, question in asked.items()
            if question.question.written or counts[name].open or counts[name].by_hand
        ]

    def question(self, assignment: str, name: str) -> AskedQuestion:
        asked = self._asked(self._chosen(assignment))
        if name not in asked:
            raise NotThere(f"{assignment} has no question {name}.")
        return asked[name]

    def _asked(self, folder: ClassFolder) -> dict[str, AskedQuestion]:
        source = folder.folder(folder.coursedir.source_directory, ".")
        path = source / f"{folder.assignment.notebook}.ipynb"
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        if self._known.get(path, (None,))[0] != changed:
            self._known[path] = changed, read_questions(path, folder.assignment)
        return self._known[path][1]

    def groups(self, assignment: str, name: str) -> list[Group]:
        """The answers to a question, with those together that say the same."""
        folder, asked = self._chosen(assignment), self.question(assignment, name)
        self._read_notebooks(folder)
        with self._gradebook(folder) as gradebook, gradebook.reading():
            return grouped(Marker(gradebook, folder, asked.question, self._notebooks).answers())

    def shown(self, assignment: str, name: str, group: Group) -> Markup:
        """The HTML of an answer, made in a process of its own. CourseError where none can be."""
        folder = self._chosen(assignment)
        asked = self.question(assignment, name)
        stub = folder.config.ClearSolutions.get("text_stub", "")
        released = f"{asked.inside}\n\n{stub}"
        try:
            notebook = folder.autograded(group.first.student).read_bytes()
        except OSError:
            raise NotThere("This answer was graded again meanwhile.") from None
        try:
            return Markup(self._worker.answer_part(notebook, asked.question.test, released))
        except CannotGrade as error:
            raise CourseError(str(error)) from None

    # --- what a person does ----------------------------------------------------------------------

    def save(self, assignment: str, name: str, versions: Mapping[str, str], given: NewMark) -> str:
        """Give answers a mark (see `Marker.save`); what the saving is called, to undo it."""
        with self._marker(assignment, name) as marker:
            saving = marker.save(versions, given)
        key = secrets.token_hex(8)
        self._savings[key] = saving
        for old in list(self._savings)[:-MAX_SAVINGS]:
            del self._savings[old]
        return key

    def saved(self, key: str) -> Saving | None:
        """A saving that can still be undone."""
        return self._savings.get(key)

    def undo(self, key: str) -> Saving:
        """Take back a saving (see `Marker.undo`). CourseError where it can't be."""
        saving = self._savings.get(key)
        if saving is None:
            raise CourseError("this was undone already, or was saved before the page was started.")
        with self._marker(saving.assignment, saving.question) as marker:
            marker.undo(saving)
        del self._savings[key]
        return saving

    @contextmanager
    def _marker(self, assignment: str, name: str) -> Iterator[Marker]:
        folder, asked = self._chosen(assignment), self.question(assignment, name)
        self._read_notebooks(folder)
        with self._gradebook(folder) as gradebook:
            yield Marker(gradebook, folder, asked.question, self._notebooks)

    def next_after(self, assignment: str, name: str, answer: str) -> str | None:
        """The id of the open answer that comes after one; None where all are marked."""
        behind = Place.of(self.groups(assignment, name), answer).behind
        return behind.id if behind else None


def as_number(value: Any) -> float | None:
    """The points that a page sent; None where they are no number."""
    try:
        return float(str(value).strip().replace(",", "."))
    except ValueError:
        return None
