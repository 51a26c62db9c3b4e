"""The answers to a question: their texts from autograded/, their marks from the grade book.

Those that say the same are marked together, as are those that say nothing.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import (
    Assignment,
    Comment,
    Grade,
    GradeCell,
    Notebook,
    SolutionCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.utils import compute_checksum, is_solution

from ..cells import is_test, name_of, question_of
from ..course import Question
from ..digests import digest_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.scores import asked, read_notebook
from ..grading.rebuild import NO_ANSWER
from ..grading.record import Record
from ..term.plan import ClassFolder


@dataclass(frozen=True)
class AnswerMark:
    """The mark of an answer in the grade book. open: a person has yet to mark it."""

    auto: float | None
    manual: float | None
    extra: float | None
    open: bool
    comment: str

    @property
    def points(self) -> float | None:
        """What counts now; None where nothing does."""
        return self.auto if self.manual is None else self.manual


@dataclass(frozen=True)
class AnswerText:
    """What an answer says. same: equal for answers that say the same. asked: the digest of the
    answer and of what was asked (see `scores.asked`)."""

    same: str
    asked: str
    empty: bool = False


@dataclass(frozen=True)
class Answer:
    """A student's answer. grade: the id of its row of points. name: "" where none is known."""

    grade: str
    student: str
    name: str
    max_points: float
    text: AnswerText
    mark: AnswerMark

    @property
    def version(self) -> str:
        """Another one after anybody has marked the answer, or it was graded again."""
        mark = self.mark
        values = [mark.auto, mark.manual, mark.extra, mark.open, mark.comment, self.text.asked]
        return digest_of(values)[:32]


@dataclass(frozen=True)
class Group:
    """Answers that say the same and have the same mark, or none yet."""

    answers: tuple[Answer, ...]

    @property
    def first(self) -> Answer:
        return self.answers[0]

    @property
    def id(self) -> str:
        return self.first.grade

    @property
    def open(self) -> bool:
        return self.first.mark.open


def grouped(answers: Iterable[Answer]) -> list[Group]:
    """The groups of these answers, in an order that says nothing about students and stays."""
    groups: dict[tuple, list[Answer]] = defaultdict(list)
    for answer in sorted(answers, key=lambda answer: answer.grade):
        mark = answer.mark
        state = (mark.open, mark.points, mark.manual is None, mark.extra, mark.comment)
        groups[answer.text.same, state].append(answer)
    return [Group(tuple(group)) for group in groups.values()]


# --- what answers say ----------------------------------------------------------------------------


class Notebooks:
    """What the answers in graded notebooks say; each is read again when its file has changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple, dict[str, AnswerText]]] = {}

    def texts(self, path: Path) -> Mapping[str, AnswerText]:
        """By question; nothing where there is no notebook, or it is broken."""
        try:
            about = os.stat(path)
        except OSError:
            return {}
        state = (about.st_ino, about.st_mtime_ns, about.st_size)
        if self._known.get(path, (None,))[0] != state:
            notebook = read_notebook(path)
            try:
                texts = dict(_texts(notebook.cells)) if notebook else {}
            except (TypeError, AttributeError, KeyError):  # whoever has written to it
                texts = {}
            self._known[path] = state, texts
        return self._known[path][1]


def _texts(cells: list[NotebookNode]) -> Iterator[tuple[str, AnswerText]]:
    digests = asked(cells)
    wrong = {
        question_of(name_of(cell)): record.wrong
        for cell in cells
        if is_test(cell) and (record := Record.read(cell))
    }
    for cell in cells:
        if not is_solution(cell):
            continue
        question = question_of(name_of(cell))
        untouched = cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
        pictures = cell.get("attachments") or None
        words = "" if untouched or cell.source == NO_ANSWER else _words(cell)
        empty = not (words or pictures)
        same = "empty" if empty else digest_of([words, pictures, wrong.get(question)])
        yield question, AnswerText(same, digests[question], empty)


def _words(cell: NotebookNode) -> str:
    """The text of an answer without what makes no difference: how a text is broken into lines, what
    stands behind a line of code."""
    if cell.cell_type == "markdown":
        return " ".join(cell.source.split())
    return "\n".join(line.rstrip() for line in cell.source.split("\n")).strip("\n")


# --- their marks ---------------------------------------------------------------------------------


def read_answers(
    gradebook: ClassGradebook, folder: ClassFolder, question: Question, notebooks: Notebooks
) -> list[Answer]:
    """The answers of a class to a question. One whose notebook is missing or broken is left out."""
    columns = (
        Grade,
        GradeCell.max_score,
        SubmittedNotebook.id,
        Student.id,
        Student.first_name,
        Student.last_name,
    )
    rows = _of_assignment(gradebook.db.query(*columns).select_from(Grade), Grade, folder)
    rows = (
        rows.join(GradeCell, GradeCell.id == Grade.cell_id)
        .join(Student, Student.id == SubmittedAssignment.student_id)
        .filter(GradeCell.name == question.test)
    )
    comments = read_comments(gradebook, folder, question)
    found = []
    for grade, max_points, notebook, student, first, last in rows.all():
        text = notebooks.texts(folder.autograded(student)).get(question.name)
        if text is None:
            continue
        comment = comments[notebook].manual_comment if notebook in comments else None
        mark = AnswerMark(
            grade.auto_score,
            grade.manual_score,
            grade.extra_credit,
            bool(grade.needs_manual_grade),
            comment or "",
        )
        name = " ".join(filter(None, (first, last)))
        found.append(Answer(grade.id, student, name, float(max_points), text, mark))
    return found


def read_comments(
    gradebook: ClassGradebook, folder: ClassFolder, question: Question
) -> dict[str, Comment]:
    """The rows of comments on a question, by the id of the submitted notebook."""
    rows = _of_assignment(
        gradebook.db.query(Comment.notebook_id, Comment).select_from(Comment), Comment, folder
    )
    rows = rows.join(SolutionCell, SolutionCell.id == Comment.cell_id)
    return dict(rows.filter(SolutionCell.name == question.name).all())


def _of_assignment(rows: object, table: type, folder: ClassFolder) -> object:
    """These rows of a table, of the folder's assignment alone."""
    assignment = folder.assignment
    return (
        rows.join(SubmittedNotebook, SubmittedNotebook.id == table.notebook_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .filter(Assignment.name == assignment.name, Notebook.name == assignment.notebook)
    )


@dataclass(frozen=True)
class Counts:
    """How many answers to a question there are. open: wait for a person. by_hand: were marked by
    one."""

    all: int = 0
    open: int = 0
    by_hand: int = 0


def read_counts(
    gradebook: ClassGradebook, folder: ClassFolder, notebooks: Notebooks
) -> dict[str, Counts]:
    """Of each question of an assignment, those that `read_answers` gives."""
    columns = (
        GradeCell.name,
        Grade.needs_manual_grade,
        Grade.manual_score,
        SubmittedAssignment.student_id,
    )
    rows = _of_assignment(gradebook.db.query(*columns).select_from(Grade), Grade, folder)
    rows = rows.join(GradeCell, GradeCell.id == Grade.cell_id).all()
    there = {student: notebooks.texts(folder.autograded(student)) for *_, student in rows}
    found = {name: [0, 0, 0] for name in folder.assignment.questions}
    for cell, waits, manual, student in rows:
        count = found.get(question_of(cell))
        if count is not None and question_of(cell) in there[student]:
            count[0] += 1
            count[1] += bool(waits)
            count[2] += not waits and manual is not None
    return {name: Counts(*count) for name, count in found.items()}
