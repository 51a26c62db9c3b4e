"""Manual grading: questions from source/, answers from autograded/, marks from the gradebook.

Graders mark equal answers together, and all empty answers together. A request to save marks names
the version of each answer that the grader saw. If an answer has another version by then, because
somebody else marked it or it was graded again, nothing is saved.
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

from ..cell_kinds import grade_id_of, name_of, question_of, statement_of
from ..course import CourseError, CourseQuestion
from ..digests import digest_of
from ..gradebook.class_gradebook import ClassGradebook
from ..gradebook.decisions import CheckedAnswer, Decision, QueueState, checked_answers
from ..gradebook.further_cells import given_extra
from ..gradebook.scores import (
    DecisionRow,
    UnmetItems,
    is_left_open,
    is_saved,
    read_notebook,
    read_saved,
    records_by_question,
    replace_unmet,
    rows_of,
    work_digests,
)
from ..grading.attachments import beside_cell
from ..grading.picture_links import replace_pictures_by_digests, replace_pictures_by_word
from ..grading.rebuild import answers_in, is_elsewhere, is_unread
from ..pages.feedback import without_released
from ..pages.titles import read_titles
from ..pictures import UNREAD
from ..regions import RUBRIC_MARK, split, visible
from ..rubric import Rubric, read_rubric
from ..term.plan import ClassFolder
from ..wording import full_name

# --- questions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class QuestionContent:
    """A question with everything that a grader needs to see.

    Attributes:
        folder: The folder of the class.
        question: The question in the course.
        title: The title.
        statement: The Markdown that states the question.
        solution: The reference answer, as Markdown or code.
        rubric: The rubric; empty if the question has none.
        released: The content of the answer's cell as released to students.
    """

    folder: ClassFolder
    question: CourseQuestion
    title: str
    statement: str
    solution: str
    rubric: Rubric
    released: str

    @property
    def name(self) -> str:
        return self.question.name

    def written_in(self, source: str) -> str:
        """Return the student's part of an answer's source, with a word instead of each picture."""
        if not self.question.written:
            return source
        return replace_pictures_by_word(without_released(source, self.released))


def read_questions(folder: ClassFolder) -> dict[str, QuestionContent]:
    """Read the questions of an assignment from its notebook in source/.

    Args:
        folder: The folder of the class.

    Returns:
        The questions by their names, in the order of the assignment.

    Raises:
        CourseError: The notebook is missing or broken.
    """
    questions, source = folder.assignment.questions, folder.source
    notebook = read_notebook(source)
    if notebook is None:
        path = f"source/{folder.assignment.name}/{source.name}"
        raise CourseError(f"{path} is missing or no notebook: run `make build`.")
    titles = read_titles(source).questions
    stub = folder.config.ClearSolutions.get("text_stub", "")
    found = {}
    for place, cell in enumerate(notebook.cells):
        question = questions.get(name_of(cell) or "")
        if question is None:
            continue
        # `split` takes the name in nbgrader's delimiter.
        solution, rubric = split(split(cell.source, "solution")[1], "mark scheme")
        if not question.written:  # remove the delimiters of solutions from code
            lines = cell.source.split("\n")
            solution = "\n".join(line for line in lines if not line.strip().startswith("### "))
        found[question.name] = QuestionContent(
            folder,
            question,
            title=titles.get(question.name, question.name),
            statement=statement_of(notebook.cells[: place + 1]).replace(RUBRIC_MARK, ""),
            solution=solution.strip(),
            rubric=read_rubric(rubric),
            released=f"{visible(cell.source).strip()}\n\n{stub}",
        )
    return {name: found[name] for name in questions if name in found}


# --- answers -------------------------------------------------------------------------------------


class AnswerText(NamedTuple):
    """The text of an answer.

    Attributes:
        equality_key: The same key for equal answers.
        digest: Digest of the answer and its question (see `scores.work_digests`).
        source: The source of the answer's cell.
        empty: True if the student wrote nothing.
        checked: The result of the check, if a check marked the answer.
        unread: True if no notebook of the student could be read.
    """

    equality_key: str
    digest: str
    source: str = ""
    empty: bool = False
    checked: CheckedAnswer | None = None
    unread: bool = False


@dataclass(frozen=True)
class StudentAnswer:
    """A student's answer, with its mark in the gradebook.

    Attributes:
        id: The id of the row with its points.
        student: The id of the student.
        name: The name of the student; "" if unknown.
        text: The text of the answer.
        max_points: The most points.
        auto: The points of the check; None without a check.
        manual: The points that a grader gave; None if no grader did.
        extra: Extra credit, given in formgrader.
        needs_grading: True if the answer needs manual grading.
        comment: The comment for the student.
        unmet: The rubric lines that are not ticked; None if unknown.
        decided: The decision in the queue (see `decisions`).
    """

    id: str
    student: str
    name: str
    text: AnswerText
    max_points: float
    auto: float | None
    manual: float | None
    extra: float | None
    needs_grading: bool
    comment: str
    unmet: str | None = None
    decided: Decision | None = None

    @property
    def state(self) -> QueueState:
        """The state of the answer in the queue."""
        if self.text.checked is None:
            return QueueState.NO
        return self.text.checked.state(self.manual, self.decided, open=self.needs_grading)

    @property
    def is_queued(self) -> bool:
        """True if the answer waits in the main part of the queue."""
        if (checked := self.text.checked) is None:
            return False
        return checked.is_queued(self.manual, self.decided, open=self.needs_grading)

    @property
    def points(self) -> float | None:
        """The points that count now; None if there are none."""
        return self.auto if self.manual is None else self.manual

    @property
    def version(self) -> str:
        """Digest of the answer and its mark. It changes with a new mark or a new grading."""
        mark = [self.auto, self.manual, self.extra, self.needs_grading, self.comment, self.unmet]
        return f"{digest_of([mark, self.decided])[:32]}-{self.text.digest[:32]}"

    def differs_from(self, version: str) -> bool:
        """Check whether the answer or its test, not only the mark, differs from a version."""
        return version.partition("-")[2] != self.text.digest[:32]


AnswerGroup = tuple[StudentAnswer, ...]  # equal answers with the same mark, or without a mark


def read_texts(path: Path) -> Mapping[str, AnswerText]:
    """Read the answers in a graded notebook.

    Args:
        path: The path of the notebook.

    Returns:
        The answers by question; empty if the notebook is missing or broken.
    """
    try:
        stat = path.stat()
    except OSError:
        return {}
    return _read_texts(path, (stat.st_ino, stat.st_mtime_ns, stat.st_size))


@cache  # until the file changes
def _read_texts(path: Path, state: tuple) -> Mapping[str, AnswerText]:
    if (notebook := read_notebook(path)) is None:
        return {}
    found = {}
    try:
        cells = notebook.cells
        digests, beside = work_digests(cells), beside_cell(cells)
        checked = checked_answers(cells)
        records = records_by_question(cells)
        for cell in filter(is_solution, cells):
            question = question_of(grade_id_of(cell))
            record = records.get(question)
            is_blank = is_left_open(cell, record)
            parts = [c for c in cells if question in answers_in(c)] + ([] if is_blank else [cell])
            words = "\n".join(comparable(part, None)[0] for part in parts)
            pictures = None if is_blank else comparable(cell, beside)[1]
            empty = not (words or pictures)
            wrong = record.wrong if record else None
            other = [comparable(c, None) for c in cells if is_elsewhere(c, question)]
            # An unreadable picture equals no other picture.
            unique = str(path) if UNREAD in (pictures or ()) else ""
            parts_of_key = [words, pictures, wrong, unique, *other]
            found[question] = AnswerText(
                equality_key="empty" if empty else digest_of(parts_of_key),
                digest=digests[question],
                source="\n".join(part.source for part in parts) or cell.source,
                empty=empty,
                checked=checked.get(question),
                unread=is_unread(cells),
            )
    except (TypeError, AttributeError, KeyError, ValueError):  # another program broke the notebook
        return {}
    return found


def comparable(cell: NotebookNode, beside: NotebookNode | None) -> tuple[str, list[str] | None]:
    """Normalise an answer, so that equal answers compare equal.

    Line breaks in a text, spaces at the end of a line of code, and names of pictures don't count.

    Args:
        cell: The answer's cell.
        beside: The cell that shows the files beside the notebook, which may contain a written
            answer.

    Returns:
        The text, and the digests of the pictures (None without pictures).
    """
    if cell.cell_type != "markdown":
        lines = (line.rstrip() for line in cell.source.split("\n"))
        return "\n".join(lines).strip("\n"), None
    words, pictures = replace_pictures_by_digests(cell.source, cell.get("attachments", {}))
    if beside is not None:
        pictures += replace_pictures_by_digests(beside.source, beside.get("attachments", {}))[1]
    return " ".join(words.split()), pictures or None


def read_student_answers(
    gradebook: Gradebook, folder: ClassFolder, only: str | None = None
) -> dict[str, list[StudentAnswer]]:
    """Read the answers of a class, except those in notebooks that are missing or broken.

    Args:
        gradebook: The gradebook.
        folder: The folder of the class.
        only: The question to read; None for all questions.

    Returns:
        The answers by question.
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
        for row, student, first, last, most, auto, manual, extra, *others in rows:
            needs_grading, comment, unmet, decided = others
            if text := read_texts(folder.autograded(student)).get(name):
                found[name].append(
                    StudentAnswer(
                        id=row,
                        student=student,
                        name=full_name(first, last),
                        text=text,
                        max_points=question.points if question.further else float(most),
                        auto=auto,
                        manual=manual,
                        extra=given_extra(extra),
                        needs_grading=bool(needs_grading),
                        comment=comment or "",
                        unmet=unmet,
                        decided=Decision.of(decided),
                    )
                )
    return found


# --- manual marks --------------------------------------------------------------------------------


class MarkConflict(Exception):
    """Answers have changed since the grader saw them, or somebody else has marked them.

    Attributes:
        answers: The answers with another version, as they are now.
        gone: The number of answers that no longer exist.
        changed: The ids of the answers with another text, not only another mark.
    """

    def __init__(self, answers: list[StudentAnswer], gone: int, changed: set[str]) -> None:
        super().__init__("marked meanwhile")
        self.answers, self.gone, self.changed = answers, gone, changed


class NewMark(NamedTuple):
    """A mark to save.

    Attributes:
        points: The points of the grader; None to keep the check's points or to ask for a mark.
        comment: The comment for the student.
        unmet: See `StudentAnswer`.
        needs_grading: See `StudentAnswer`.
        decided: See `StudentAnswer`.
    """

    points: float | None
    comment: str
    unmet: str | None = None
    needs_grading: bool = False
    decided: Decision | None = None

    @classmethod
    def of(cls, answer: StudentAnswer) -> NewMark:
        """Copy the present mark of an answer."""
        mark = answer.manual, answer.comment, answer.unmet, answer.needs_grading, answer.decided
        return cls(*mark)


class SavedMark(NamedTuple):
    """A mark that was saved, with the data to undo it.

    Attributes:
        content: The question.
        mark: The mark.
        before: The answers before it was saved.
        after: The versions of the answers now, by their ids.
        named: True if the grader chose students by their names.
        confirmation: The line that confirms a decision in the queue; "" for an ordinary mark.
    """

    content: QuestionContent
    mark: NewMark
    before: Sequence[StudentAnswer]
    after: Mapping[str, str]
    named: bool
    confirmation: str = ""


def separate_own_lines(comment: str, rubric_lines: Collection[str]) -> str:
    """Start a new paragraph in a comment after each line of the rubric.

    Otherwise Markdown would append the grader's own words to the last rubric line.

    Args:
        comment: The comment.
        rubric_lines: The lines of the rubric, as students read them.

    Returns:
        The comment with empty lines.
    """
    lines: list[str] = []
    for line in comment.split("\n"):
        if lines and lines[-1] in rubric_lines and line.strip() and line not in rubric_lines:
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def _check_shown(gradebook: ClassGradebook, folder: ClassFolder, students: list[str]) -> None:
    """Raise CourseError if the gradebook has marks for other answers than those in autograded/.

    A run that ended between the two leaves them so. Then the page shows an earlier answer.
    """
    for student, saved in read_saved(gradebook, folder.assignment, students).items():
        notebook = read_notebook(folder.autograded(student))
        if notebook is None or not is_saved(notebook, saved):
            raise CourseError(
                "the student submitted again, and this page shows the earlier answer. Nothing was "
                f"saved: run `examiner autograde {folder.assignment.name}`, then load the page."
            )


def save_marks(
    gradebook: ClassGradebook,
    content: QuestionContent,
    versions: Mapping[str, str],
    mark_of: Callable[[StudentAnswer], NewMark],
) -> tuple[list[StudentAnswer], dict[str, str]]:
    """Save the marks of answers to a question, all of them or none.

    Args:
        gradebook: The gradebook.
        content: The question.
        versions: Id of each answer -> the version that the grader saw.
        mark_of: A function that makes the mark of an answer.

    Returns:
        The answers before, and the versions now by the ids of the answers.

    Raises:
        MarkConflict: An answer has another version.
        CourseError: The gradebook can't be written.
    """
    if not versions:
        raise CourseError("the request names no answer: load the page again.")
    db = gradebook.db
    with gradebook.transaction():
        answers = read_student_answers(gradebook, content.folder, content.name)[content.name]
        found = {answer.id: answer for answer in answers if answer.id in versions}
        others = [each for each in found.values() if versions[each.id] != each.version]
        if others or len(found) < len(versions):
            changed = {each.id for each in others if each.differs_from(versions[each.id])}
            raise MarkConflict(others, len(versions) - len(found), changed)
        _check_shown(gradebook, content.folder, [answer.student for answer in found.values()])
        # Write the same rows as formgrader: a grade and a comment (`GradeHandler`,
        # `CommentHandler`).
        grades = db.query(Grade).filter(Grade.id.in_([*found])).all()
        cells = db.query(Comment).join(SolutionCell, SolutionCell.id == Comment.cell_id)
        cells = cells.filter(Comment.notebook_id.in_([row.notebook_id for row in grades]))
        comments = {row.notebook_id: row for row in cells.filter(SolutionCell.name == content.name)}
        db.query(DecisionRow).filter(DecisionRow.grade.in_([*found])).delete()
        unmet = {}
        for row in grades:
            mark = mark_of(found[row.id])
            if row.notebook_id not in comments:
                raise api.MissingEntry(f"the gradebook has no row for comments on {row.name}")
            row.manual_score, row.needs_manual_grade = mark.points, mark.needs_grading
            comments[row.notebook_id].manual_comment = mark.comment or None
            unmet[row.id] = mark.points, mark.unmet
            if mark.decided is not None:
                db.add(DecisionRow(grade=row.id, **mark.decided._asdict()))
        replace_unmet(gradebook, unmet)
        db.flush()
        now = read_student_answers(gradebook, content.folder, content.name)[content.name]
    return [*found.values()], {each.id: each.version for each in now if each.id in versions}
