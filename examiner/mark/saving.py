"""Marks that a person gives, on their way into the grade book: the same rows as formgrader's.

Whoever saves says which version of each answer was looked at. Where somebody else has marked it
meanwhile, or it was graded again, nothing is saved.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from nbgrader.api import Grade, MissingEntry

from ..course import CourseError, Question
from ..gradebook.class_gradebook import ClassGradebook
from ..term.plan import ClassFolder
from .answers import Answer, Notebooks, read_answers, read_comments

MAX_COMMENT = 20_000  # characters


class MarkedMeanwhile(Exception):
    """Somebody else was quicker. answers: what is there now; gone: how many are there no more."""

    def __init__(self, answers: list[Answer], gone: int) -> None:
        super().__init__("marked meanwhile")
        self.answers, self.gone = answers, gone


@dataclass(frozen=True)
class NewMark:
    """What a person gives. points: None for a question that waits for a person (again)."""

    points: float | None
    comment: str
    open: bool = False

    def check(self, max_points: float) -> None:
        """CourseError for points that there are not, or a comment that is too long."""
        points = self.points
        if points is None or not math.isfinite(points) or not 0 <= points <= max_points:
            raise CourseError(f"give 0 to {max_points:g} points.")
        if round(points, 2) != points:
            raise CourseError("give points with two decimals at most.")
        if len(self.comment) > MAX_COMMENT:
            raise CourseError(f"a comment has {MAX_COMMENT} characters at most: shorten it.")


@dataclass(frozen=True)
class Saving:
    """What was saved. before: the marks that the answers had, by the ids of their rows. after: the
    versions that they have now."""

    assignment: str
    question: str
    given: NewMark
    before: Mapping[str, NewMark]
    after: Mapping[str, str]


class Marker:
    """Marks the answers to one question of a class."""

    def __init__(
        self,
        gradebook: ClassGradebook,
        folder: ClassFolder,
        question: Question,
        notebooks: Notebooks,
    ) -> None:
        self._gradebook, self._folder = gradebook, folder
        self._question, self._notebooks = question, notebooks

    def answers(self) -> list[Answer]:
        """All answers to the question, in one transaction with what else is done in it."""
        return read_answers(self._gradebook, self._folder, self._question, self._notebooks)

    def save(self, versions: Mapping[str, str], given: NewMark) -> Saving:
        """Give these answers a mark: all of them or none.

        versions: by the ids of their rows, what was looked at. MarkedMeanwhile where one is another
        now; CourseError for a mark that can't be given, or that can't be written.
        """
        if not versions:
            raise CourseError("no answer was named: load the page again.")
        with self._gradebook.transaction():
            looked_at = self._looked_at(versions)
            for answer in looked_at:
                given.check(answer.max_points)
            self._write(dict.fromkeys(versions, given))
            after = {a.grade: a.version for a in self.answers() if a.grade in versions}
        before = {
            answer.grade: NewMark(answer.mark.manual, answer.mark.comment, answer.mark.open)
            for answer in looked_at
        }
        return Saving(self._folder.assignment.name, self._question.name, given, before, dict(after))

    def undo(self, saving: Saving) -> None:
        """Give the answers the marks that they had. MarkedMeanwhile where one has another now."""
        with self._gradebook.transaction():
            self._looked_at(saving.after)
            self._write(saving.before)

    def _looked_at(self, versions: Mapping[str, str]) -> list[Answer]:
        there = [answer for answer in self.answers() if answer.grade in versions]
        others = [answer for answer in there if versions[answer.grade] != answer.version]
        gone = len(versions) - len(there)
        if others or gone:
            raise MarkedMeanwhile(others, gone)
        return there

    def _write(self, marks: Mapping[str, NewMark]) -> None:
        """What formgrader writes: a grade and a comment (`GradeHandler`, `CommentHandler`)."""
        db = self._gradebook.db
        comments = read_comments(self._gradebook, self._folder, self._question)
        for row in db.query(Grade).filter(Grade.id.in_(list(marks))).all():
            mark = marks[row.id]
            if row.notebook_id not in comments:
                raise MissingEntry(f"the grade book has no row for comments on {row.name}")
            row.manual_score, row.needs_manual_grade = mark.points, mark.open
            comments[row.notebook_id].manual_comment = mark.comment or None
        db.flush()
