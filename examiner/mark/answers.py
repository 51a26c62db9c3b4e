"""What a person marks: questions from source/, answers from autograded/, marks from the grade book.

Answers that say the same are marked together, as are those that say nothing. Whoever saves a mark
says which version of each answer was looked at: where somebody else has marked it meanwhile, or it
was graded again, nothing is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader import api
from nbgrader.api import Comment, Grade, Gradebook, GradeCell, SolutionCell, SubmittedNotebook
from nbgrader.utils import is_solution
from sqlalchemy import and_
from sqlalchemy.orm import aliased

from ..cell_kinds import grade_id_of, is_test, name_of, question_of, statement_of
from ..course import CourseError, CourseQuestion
from ..digests import digest_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.decisions import CheckedAnswer, Decision, QueueState, checked_answers
from ..gradebook.scores import (
    DecisionRow,
    UnmetItems,
    is_left_open,
    read_notebook,
    replace_unmet,
    rows_of,
    work_digests,
)
from ..grading.attachments import beside_cell
from ..grading.picture_links import pictures_apart, pictures_named
from ..grading.rebuild import answers_in, is_elsewhere
from ..grading.record import VerdictRecord
from ..pages.feedback import without_released
from ..pages.titles import read_titles
from ..pictures import UNREAD
from ..regions import split, visible
from ..rubric import Rubric, read_rubric
from ..term.plan import ClassFolder
from ..wording import full_name

# --- questions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class AskedQuestion:
    """A question of a class, as whoever marks it needs it.

    statement: the Markdown that asks it. solution: the instructor's answer, Markdown or code.
    released: what stood in the cell of a written answer when it was handed out.
    """

    folder: ClassFolder
    question: CourseQuestion
    title: str
    statement: str
    solution: str
    scheme: Rubric
    released: str

    @property
    def name(self) -> str:
        return self.question.name

    def written_in(self, source: str) -> str:
        """What a student wrote in the cell of an answer, with a word in place of each picture."""
        if not self.question.written:
            return source
        return pictures_named(without_released(source, self.released))


def read_questions(folder: ClassFolder) -> dict[str, AskedQuestion]:
    """The questions of an assignment by their names, in order.

    CourseError where the instructor's notebook can't be read.
    """
    questions, source = folder.assignment.questions, folder.source
    notebook = read_notebook(source)
    if notebook is None:
        where = f"source/{folder.assignment.name}/{source.name}"
        raise CourseError(f"{where} is missing or no notebook: run `make build`.")
    titles = read_titles(source).of_questions
    stub = folder.config.ClearSolutions.get("text_stub", "")
    found = {}
    for place, cell in enumerate(notebook.cells):
        question = questions.get(name_of(cell) or "")
        if question is None:
            continue
        solution, scheme = split(split(cell.source, "solution")[1], "mark scheme")
        if not question.written:  # code, with the lines that begin and end a solution
            lines = cell.source.split("\n")
            solution = "\n".join(line for line in lines if not line.strip().startswith("### "))
        found[question.name] = AskedQuestion(
            folder,
            question,
            title=titles.get(question.name, question.name),
            statement=statement_of(notebook.cells[: place + 1]),
            solution=solution.strip(),
            scheme=read_rubric(scheme),
            released=f"{visible(cell.source).strip()}\n\n{stub}",
        )
    return {name: found[name] for name in questions if name in found}


# --- answers -------------------------------------------------------------------------------------


class AnswerText(NamedTuple):
    """The text of an answer. same: equal for answers that say the same. asked: the digest of the
    answer and of what was asked (see `scores.work_digests`). source: of its cell. checked: what a
    check made of it, if one marked it."""

    same: str
    asked: str
    source: str = ""
    empty: bool = False
    checked: CheckedAnswer | None = None


@dataclass(frozen=True)
class StudentAnswer:
    """A student's answer, with its mark in the grade book.

    id: of its row of points. name: the student's, "" where none is known. auto, manual, extra:
    points. open: a person has yet to mark it. unmet: the lines that were left unticked; None where
    nobody knows. decided: what was decided in the queue (see `decisions`).
    """

    id: str
    student: str
    name: str
    text: AnswerText
    max_points: float
    auto: float | None
    manual: float | None
    extra: float | None
    open: bool
    comment: str
    unmet: str | None = None
    decided: Decision | None = None

    @property
    def state(self) -> QueueState:
        """Whether it waits in the queue."""
        if self.text.checked is None:
            return QueueState.NO
        return self.text.checked.state(self.manual, self.decided, open=self.open)

    @property
    def is_queued(self) -> bool:
        """Whether it waits in the main part of the queue."""
        checked = self.text.checked
        return self.state is QueueState.WAITS and checked is not None and checked.is_unexplained

    @property
    def points(self) -> float | None:
        """The points that count now; None where none do."""
        return self.auto if self.manual is None else self.manual

    @property
    def version(self) -> str:
        """A digest: another one once anybody has marked the answer, or it was graded again."""
        mark = [self.auto, self.manual, self.extra, self.open, self.comment, self.unmet]
        return f"{digest_of([mark, self.decided])[:32]}-{self.text.asked[:32]}"

    def is_another(self, version: str) -> bool:
        """Whether the answer itself, or its test, is another one than in this version."""
        return version.partition("-")[2] != self.text.asked[:32]


Group = tuple[StudentAnswer, ...]  # they say the same and have the same mark, or none yet


def texts_in(path: Path) -> Mapping[str, AnswerText]:
    """The answers in a graded notebook, by question; none where it is missing or broken."""
    try:
        about = path.stat()
    except OSError:
        return {}
    return _texts_in(path, (about.st_ino, about.st_mtime_ns, about.st_size))


@cache  # until the file has changed
def _texts_in(path: Path, state: tuple) -> Mapping[str, AnswerText]:
    if (notebook := read_notebook(path)) is None:
        return {}
    found = {}
    try:
        cells = notebook.cells
        digests, beside = work_digests(cells), beside_cell(cells)
        checked = checked_answers(cells)
        records = {question_of(grade_id_of(c)): VerdictRecord.read(c) for c in cells if is_test(c)}
        for cell in filter(is_solution, cells):
            question = question_of(grade_id_of(cell))
            record, is_blank = records.get(question), is_left_open(cell)
            parts = [c for c in cells if question in answers_in(c)] + ([] if is_blank else [cell])
            words = "\n".join(shown_by(part, None)[0] for part in parts)
            pictures = None if is_blank else shown_by(cell, beside)[1]
            empty = not (words or pictures)
            wrong = record.wrong if record else None
            other = [shown_by(c, None) for c in cells if is_elsewhere(c, question)]
            # A picture that nobody could read equals no other.
            alone = str(path) if UNREAD in (pictures or ()) else ""
            same = "empty" if empty else digest_of([words, pictures, wrong, alone, *other])
            source = "\n".join(part.source for part in parts) or cell.source
            about = digests[question], source, empty, checked.get(question)
            found[question] = AnswerText(same, *about)
    except (TypeError, AttributeError, KeyError, ValueError):  # whoever has written to it
        return {}
    return found


def shown_by(cell: NotebookNode, beside: NotebookNode | None) -> tuple[str, list[str] | None]:
    """The text of an answer, and digests of its pictures; None if it has none.

    Both are without what makes no difference: how a text is broken into lines, what stands behind a
    line of code, what a picture is called.

    Args:
        cell: The answer's cell.
        beside: The cell that shows files beside the notebook; a written answer may be in these.
    """
    if cell.cell_type != "markdown":
        lines = (line.rstrip() for line in cell.source.split("\n"))
        return "\n".join(lines).strip("\n"), None
    words, pictures = pictures_apart(cell.source, cell.get("attachments", {}))
    if beside is not None:
        pictures += pictures_apart(beside.source, beside.get("attachments", {}))[1]
    return " ".join(words.split()), pictures or None


def read_answers(
    gradebook: Gradebook, folder: ClassFolder, only: str | None = None
) -> dict[str, list[StudentAnswer]]:
    """The answers of a class, by question. One whose notebook is missing or broken is left out.

    only: the question to read; None for all.
    """
    answer_cell = aliased(SolutionCell, flat=True)
    of_comment = Comment.notebook_id == SubmittedNotebook.id, Comment.cell_id == answer_cell.id
    of_unmet = UnmetItems.grade == Grade.id, UnmetItems.points == Grade.manual_score
    columns = (
        *(Grade.id, api.Student.id, api.Student.first_name, api.Student.last_name),
        *(GradeCell.max_score, Grade.auto_score, Grade.manual_score, Grade.extra_credit),
        *(Grade.needs_manual_grade, Comment.manual_comment, UnmetItems.lines, DecisionRow),
    )
    found: dict[str, list[StudentAnswer]] = {}
    for name, question in folder.assignment.questions.items():
        if only not in (None, name):
            continue
        found[name] = []
        rows = (
            rows_of(gradebook, folder.assignment, *columns)
            .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .join(GradeCell, GradeCell.id == Grade.cell_id)
            .join(api.Student, api.Student.id == api.SubmittedAssignment.student_id)
            .join(answer_cell, answer_cell.notebook_id == api.Notebook.id)
            .outerjoin(Comment, and_(*of_comment))
            .outerjoin(UnmetItems, and_(*of_unmet))
            .outerjoin(DecisionRow, DecisionRow.grade == Grade.id)
            .filter(GradeCell.name == question.test, answer_cell.name == name)
        )
        for row, student, first, last, most, auto, manual, extra, waits, *said, decided in rows:
            if text := texts_in(folder.autograded(student)).get(name):
                comment, unmet = said
                mark = float(most), auto, manual, extra, bool(waits), comment or "", unmet
                about = text, *mark, Decision.of(decided)
                found[name].append(StudentAnswer(row, student, full_name(first, last), *about))
    return found


# --- marks that a person gives -------------------------------------------------------------------


class MarkedMeanwhile(Exception):
    """Somebody else was quicker. answers: what is there now; gone: how many are there no more.
    others: the ids of those that are other answers now."""

    def __init__(self, answers: list[StudentAnswer], gone: int, others: set[str]) -> None:
        super().__init__("marked meanwhile")
        self.answers, self.gone, self.others = answers, gone, others


class NewMark(NamedTuple):
    """A mark that a person gives.

    points: None for a question that waits for a person (again), or has the check's points. unmet,
    decided: see `StudentAnswer`.
    """

    points: float | None
    comment: str
    unmet: str | None = None
    open: bool = False
    decided: Decision | None = None

    @classmethod
    def as_it_was(cls, answer: StudentAnswer) -> NewMark:
        """The mark that an answer had."""
        return cls(answer.manual, answer.comment, answer.unmet, answer.open, answer.decided)


class Saving(NamedTuple):
    """A mark that was saved for answers to a question. before: as they were. after: the versions
    that they have now, by their ids. named: it was chosen by name whose they are. said: what was
    done, if that was in the queue."""

    asked: AskedQuestion
    given: NewMark
    before: Sequence[StudentAnswer]
    after: Mapping[str, str]
    named: bool
    said: str = ""


def own_lines_apart(comment: str, words: Collection[str]) -> str:
    """A comment in which what follows the words of a mark scheme is a paragraph of its own, and not
    the end of their last line, as Markdown would have it."""
    lines: list[str] = []
    for line in comment.split("\n"):
        if lines and lines[-1] in words and line.strip() and line not in words:
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def give(
    gradebook: ClassGradebook,
    asked: AskedQuestion,
    versions: Mapping[str, str],
    mark_of: Callable[[StudentAnswer], NewMark],
) -> tuple[list[StudentAnswer], dict[str, str]]:
    """Give answers marks, all of them or none: as they were, and the versions they have now.

    versions: by the ids of the answers, what was looked at. MarkedMeanwhile where one is another
    now; CourseError where it can't be written.
    """
    if not versions:
        raise CourseError("no answer was named: load the page again.")
    db = gradebook.db
    with gradebook.transaction():
        answers = read_answers(gradebook, asked.folder, asked.name)[asked.name]
        there = {answer.id: answer for answer in answers if answer.id in versions}
        others = [each for each in there.values() if versions[each.id] != each.version]
        if others or len(there) < len(versions):
            changed = {each.id for each in others if each.is_another(versions[each.id])}
            raise MarkedMeanwhile(others, len(versions) - len(there), changed)
        # What formgrader writes: a grade and a comment (`GradeHandler`, `CommentHandler`).
        grades = db.query(Grade).filter(Grade.id.in_([*there])).all()
        cells = db.query(Comment).join(SolutionCell, SolutionCell.id == Comment.cell_id)
        cells = cells.filter(Comment.notebook_id.in_([row.notebook_id for row in grades]))
        comments = {row.notebook_id: row for row in cells.filter(SolutionCell.name == asked.name)}
        db.query(DecisionRow).filter(DecisionRow.grade.in_([*there])).delete()
        unmet = {}
        for row in grades:
            mark = mark_of(there[row.id])
            if row.notebook_id not in comments:
                raise api.MissingEntry(f"the grade book has no row for comments on {row.name}")
            row.manual_score, row.needs_manual_grade = mark.points, mark.open
            comments[row.notebook_id].manual_comment = mark.comment or None
            unmet[row.id] = mark.points, mark.unmet
            if mark.decided is not None:
                db.add(DecisionRow(grade=row.id, **mark.decided._asdict()))
        replace_unmet(gradebook, unmet)
        db.flush()
        now = read_answers(gradebook, asked.folder, asked.name)[asked.name]
    return [*there.values()], {each.id: each.version for each in now if each.id in versions}
