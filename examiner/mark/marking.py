"""What the page of `examiner mark` shows and does, request by request, without the web in it.

Not for several threads at once: the grade book is opened for each request, what students wrote is
made HTML of in a worker process.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup
from nbgrader.api import MissingEntry

from ..course import Course, CourseError
from ..gradebook.class_gradebook import ClassGradebook
from ..term.plan import ClassFolder
from ..workers.worker import CannotGrade, Worker
from . import saving
from .answers import Answer, Group, grouped, read_answers, texts_in
from .looking import look_at, looked_at
from .questions import AskedQuestion, read_questions
from .saving import NewMark, Saving


class NotThere(CourseError):
    """There is no such page; the message says so in a line."""


@dataclass(frozen=True)
class Pile:
    """The answers to a question, with those together that say the same.

    elsewhere: the ids of those that are open in other browsers. opened: the id of the one that was
    opened in this.
    """

    groups: list[Group]
    elsewhere: set[str]
    opened: str | None = None

    def place_of(self, answer: str) -> int:
        """The place of the group with the answer of this id. NotThere where there is none."""
        for place, group in enumerate(self.groups):
            if any(each.id == answer for each in group):
                return place
        raise NotThere("There is no such answer. It may have been graded again meanwhile.")

    def is_elsewhere(self, group: Group) -> bool:
        """Whether somebody else looks at one of these answers."""
        return any(each.id in self.elsewhere for each in group)

    def open_from(self, answer: str | None, *, back: bool = False) -> str | None:
        """The id of the next answer that waits for a person, and at which nobody else looks: from
        this one on (None: the first), or back, and round to it."""
        place = -1 if answer is None else self.place_of(answer)
        groups = [*self.groups[place + 1 :], *self.groups[: max(place, 0)]]
        free = [g[0].id for g in groups if g[0].open and not self.is_elsewhere(g)]
        return free[-1 if back else 0] if free else None


class Marking:
    """A course whose answers are marked by a person. Close it.

    only: an assignment; None for all. worker: makes HTML of answers; None for a process of its own.
    CourseError where there is no such assignment.
    """

    def __init__(
        self, course: Course, only: str | None = None, worker: Worker | None = None
    ) -> None:
        self._course, self.only, self.root = course, only, course.root
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

    # --- what there is ---------------------------------------------------------------------------

    @property
    def assignments(self) -> list[str]:
        """The names of the assignments that can be marked."""
        return [self.only] if self.only else list(self._course.assignments)

    def _folder(self, assignment: str) -> ClassFolder:
        if assignment not in self.assignments:
            raise NotThere(f"{assignment} is not marked here.")
        return ClassFolder.of(self._course, assignment)

    def unreadable(self, assignment: str) -> int:
        """The number of graded notebooks that are missing or broken: they are not shown."""
        folder = self.folder(assignment)
        students = folder.students(folder.coursedir.autograded_directory)
        return sum(not texts_in(folder.autograded(student)) for student in students)

    @contextmanager
    def _gradebook(self, folder: ClassFolder) -> Iterator[ClassGradebook]:
        """The grade book, opened. CourseError where it is not there, or lacks the assignment."""
        name = folder.assignment.name
        self.unreadable(name)  # notebooks are read before the grade book is locked for others
        with ClassGradebook(folder.coursedir, name) as gradebook:
            try:
                yield gradebook
            except MissingEntry as error:
                raise CourseError(f"{error}: run `examiner autograde` again.") from None

    def answers(self, assignment: str) -> dict[str, list[Answer]]:
        """The answers to each question. CourseError where nothing can be marked."""
        folder = self.folder(assignment)
        with self._gradebook(folder) as gradebook, gradebook.reading():
            folder.find_in(gradebook)
            found = read_answers(gradebook, folder)
        if not any(found.values()):
            raise CourseError(
                f"nothing of {assignment} is graded yet: run `examiner autograde {assignment}`, or "
                "begin this again when `examiner watch` has graded somebody."
            )
        return found

    def check(self) -> None:
        """CourseError where there is nothing to show: say it before anything is served."""
        if all(whys := [why for *_, why in self.waiting()]):
            raise CourseError(whys[0])

    def waiting(self) -> list[tuple[str, str, int, str]]:
        """Of each assignment: name, title, how many answers wait, or why it can't be marked."""
        found = []
        for name in self.assignments:
            waits, why = 0, ""
            try:
                waits = sum(
                    each.open for answers in self.answers(name).values() for each in answers
                )
            except CourseError as error:
                why = str(error)
            found.append((name, self._course.assignments[name].title, waits, why))
        return found

    def questions(self, assignment: str) -> list[tuple[AskedQuestion, list[Answer]]]:
        """The questions that a person marks, or has marked, with all answers."""
        answers = self.answers(assignment)
        return [
            (asked, answers[name])
            for name, asked in read_questions(self.folder(assignment)).items()
            if asked.question.written or any(a.open or a.manual is not None for a in answers[name])
        ]

    def question(self, assignment: str, name: str) -> AskedQuestion:
        """A question, as whoever marks it needs it."""
        asked = read_questions(self.folder(assignment))
        if name not in asked:
            raise NotThere(f"{assignment} has no question {name}.")
        return asked[name]

    def pile(
        self,
        asked: AskedQuestion,
        browser: str,
        opens: Callable[[Pile], str | None] = lambda pile: None,
    ) -> Pile:
        """The answers to a question. opens: which of them is opened in this browser now."""
        with self._gradebook(asked.folder) as gradebook, gradebook.transaction():
            groups = grouped(read_answers(gradebook, asked.folder, asked.name)[asked.name])
            pile = Pile(groups, looked_at(gradebook, browser))
            if opened := opens(pile):
                look_at(gradebook, browser, opened)
        return replace(pile, opened=opened)

    def shown(self, asked: AskedQuestion, student: str) -> Markup:
        """The HTML of an answer, made in a process of its own. CourseError where none can be."""
        try:
            notebook = asked.folder.autograded(student).read_bytes()
        except OSError:
            raise NotThere("This answer was graded again meanwhile.") from None
        try:
            return Markup(self._worker.answer_part(notebook, asked.question.test, asked.released))
        except CannotGrade as error:
            raise CourseError(str(error)) from None

    # --- what a person does ----------------------------------------------------------------------

    def save(
        self, asked: AskedQuestion, versions: Mapping[str, str], given: NewMark, *, named: bool
    ) -> str:
        """Give answers a mark (see `saving.save`); the key of the saving, to undo it."""
        with self._gradebook(asked.folder) as gradebook:
            saved = saving.save(gradebook, asked, versions, given)
        key = secrets.token_hex(8)
        self._savings[key] = replace(saved, named=named)
        return key

    def saved(self, key: str) -> Saving | None:
        """A saving that can still be undone."""
        return self._savings.get(key)

    def undo(self, key: str) -> Saving:
        """Take back a saving (see `saving.undo`). CourseError where it can't be."""
        saved = self._savings.get(key)
        if saved is None:
            raise CourseError("this was undone already, or was saved before the page was started.")
        with self._gradebook(saved.asked.folder) as gradebook:
            saving.undo(gradebook, saved)
        return self._savings.pop(key)
