"""Marks that a person gives, on their way into the grade book: the same rows as formgrader's.

Whoever saves says which version of each answer was looked at. Where somebody else has marked it
meanwhile, or it was graded again, nothing is saved.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from nbgrader.api import Comment, Grade, MissingEntry, SolutionCell

from ..course import CourseError
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.own_tables import replace_unmet
from .answers import Answer, read_answers
from .questions import AskedQuestion

MAX_COMMENT = 20_000  # characters


class MarkedMeanwhile(Exception):
    """Somebody else was quicker. answers: what is there now; gone: how many are there no more."""

    def __init__(self, answers: list[Answer], gone: int) -> None:
        super().__init__("marked meanwhile")
        self.answers, self.gone = answers, gone


@dataclass(frozen=True)
class NewMark:
    """A mark that a person gives.

    points: None for a question that waits for a person (again). unmet: see `Answer`.
    """

    points: float | None
    comment: str
    unmet: str | None = None
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


def own_lines_apart(comment: str, words: Collection[str]) -> str:
    """A comment in which what follows the words of a mark scheme is a paragraph of its own, and not
    the end of their last line, as Markdown would have it."""
    lines = comment.split("\n")
    own = [bool(line.strip()) and line not in words for line in lines]
    ends = [before in words and is_own for before, is_own in zip(lines, own[1:], strict=False)]
    return "\n".join(line + "\n" * end for line, end in zip(lines, [*ends, False], strict=True))


@dataclass(frozen=True)
class Saving:
    """A mark that was saved for answers to a question. before: as they were. after: the versions
    that they have now, by their ids. named: it was chosen by name whose they are."""

    asked: AskedQuestion
    given: NewMark
    before: Sequence[Answer]
    after: Mapping[str, str]
    named: bool = False


def save(
    gradebook: ClassGradebook, asked: AskedQuestion, versions: Mapping[str, str], given: NewMark
) -> Saving:
    """The saving of a mark for these answers: for all of them or none.

    versions: by the ids of the answers, what was looked at. MarkedMeanwhile where one is another
    now; CourseError for a mark that can't be given, or that can't be written.
    """
    if not versions:
        raise CourseError("no answer was named: load the page again.")
    with gradebook.transaction():
        answers = _looked_at(gradebook, asked, versions)
        for answer in answers:
            given.check(answer.max_points)
        _write(gradebook, asked, dict.fromkeys(versions, given))
        marked = read_answers(gradebook, asked.folder, asked.name)[asked.name]
        after = {answer.id: answer.version for answer in marked if answer.id in versions}
    return Saving(asked, given, answers, after)


def undo(gradebook: ClassGradebook, saving: Saving) -> None:
    """Give the answers the marks that they had. MarkedMeanwhile where one has another now."""
    with gradebook.transaction():
        _looked_at(gradebook, saving.asked, saving.after)
        before = {a.id: NewMark(a.manual, a.comment, a.unmet, a.open) for a in saving.before}
        _write(gradebook, saving.asked, before)


def _looked_at(
    gradebook: ClassGradebook, asked: AskedQuestion, versions: Mapping[str, str]
) -> list[Answer]:
    answers = read_answers(gradebook, asked.folder, asked.name)[asked.name]
    there = [answer for answer in answers if answer.id in versions]
    others = [answer for answer in there if versions[answer.id] != answer.version]
    if others or len(there) < len(versions):
        raise MarkedMeanwhile(others, len(versions) - len(there))
    return there


def _write(gradebook: ClassGradebook, asked: AskedQuestion, marks: Mapping[str, NewMark]) -> None:
    """What formgrader writes: a grade and a comment (`GradeHandler`, `CommentHandler`); and which
    lines were unmet."""
    db = gradebook.db
    grades = db.query(Grade).filter(Grade.id.in_(list(marks))).all()
    found = db.query(Comment).join(SolutionCell, SolutionCell.id == Comment.cell_id)
    found = found.filter(Comment.notebook_id.in_([row.notebook_id for row in grades]))
    comments = {row.notebook_id: row for row in found.filter(SolutionCell.name == asked.name)}
    for row in grades:
        mark = marks[row.id]
        if row.notebook_id not in comments:
            raise MissingEntry(f"the grade book has no row for comments on {row.name}")
        row.manual_score, row.needs_manual_grade = mark.points, mark.open
        comments[row.notebook_id].manual_comment = mark.comment or None
    replace_unmet(gradebook, {row: (mark.points, mark.unmet) for row, mark in marks.items()})
    db.flush()
