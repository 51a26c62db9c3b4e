"""The feedback page of a student: the marks and the main problems first, then each question."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from textwrap import shorten
from types import SimpleNamespace

import nbformat
from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup, escape
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from ..cell_code import alternative_text, alternative_texts, with_empty_lines
from ..cell_kinds import CellKind, cell_kind, is_locked, is_test, name_of, question_of
from ..checks.verdict import format_points
from ..findings.diagnosis import Message
from ..findings.feedback_level import Level
from ..findings.finding import RenderedFinding
from ..findings.sentences import render
from ..grading.attachments import beside_cell
from ..grading.cell_texts import defining_statements
from ..grading.rebuild import (
    NOT_GRADED,
    NOTICE,
    UNREADABLE,
    answers_in,
    is_elsewhere,
    is_for_graders,
    is_lost,
    is_unread,
    is_unused,
)
from ..grading.record import NO_RESPONSE, VerdictRecord
from ..grading.reference_notebook import new_cell
from ..quoting import named
from ..regions import split
from ..wording import several, time_span
from .markdown import formula_styles, render_markdown
from .page_budget import limit_notebook
from .sanitizer import TERMINAL_CODE, clean

NOTE = "note"  # id of a cell with the reason why the notebook is not shown
_NOTES = (UNREADABLE, NOT_GRADED, NOTICE, NOTE)
MAX_FIRST = 3  # questions to look at first
MAX_OPEN = 5  # unfolded questions, besides those with a comment
MAX_LINES = 2  # lines on each question at the top of the page
MAX_LINE = 160  # characters of such a line
MAX_WRONG = 5  # findings of a question that are not folded
MAX_REMEMBERED = 2**14  # characters of code whose colours are remembered from page to page
MAX_ALTERNATIVE = 1000  # characters of an alternative text
PICTURE = "A picture that the cell above drew"  # its alternative text, if its cell has none
GONE = "your notebook has no cell for this answer"
TEMPLATES = Path(__file__).parent / "templates" / "feedback"
# Types of an output in order of preference: a page shows the first one that the output has.
_SHOWN = ("image/png", "image/jpeg", "text/html", "text/markdown", "text/latex", "text/plain")
_CODE, _SIGN = re.compile(r"`([^`\n]+)`"), re.compile(r" ([=≤≥<>×]) ")


@dataclass(frozen=True)
class Mark:
    """The mark of one cell that carries points.

    Attributes:
        points: The points earned.
        max_points: The points to be earned.
        pending: Whether the answer needs manual grading and has no mark yet.
        withheld: Whether the page shows the mark only after the due date.
        further: Whether the question is a further problem.
        adds_points: Whether the points are part of the total.
        adds_to_maximum: Whether the points to be earned are part of the maximum of the total.
    """

    points: float
    max_points: float
    pending: bool = False
    withheld: bool = False
    further: bool = False
    adds_points: bool = True
    adds_to_maximum: bool = True

    @property
    def level(self) -> str:
        """Return "pending", "withheld", "full", "some" or "none", a class in the style sheet."""
        if self.pending or self.withheld:
            return "pending" if self.pending else "withheld"
        full = self.points >= self.max_points
        return "full" if full else "some" if self.points > 0 else "none"

    @property
    def percent(self) -> float:
        """Return the filled part of the bar."""
        share = self.points / self.max_points if self.max_points else float(self.points > 0)
        return round(100 * min(max(share, 0.0), 1.0), 1)

    def as_hint(self, *, spent: bool = False) -> Mark:
        """Return the mark as a page of hints shows it: rounded down to none, half or all points.

        Args:
            spent: Whether the student has used up the hints on the question's choices. The page
                then withholds the mark.
        """
        if self.pending or spent:
            return replace(self, points=0.0, withheld=not self.pending)
        return replace(self, points=round_to_halves(self.points, self.max_points))


def round_to_halves(points: float, max_points: float) -> float:
    """Round points down to none, half or all of `max_points`."""
    if points >= max_points:
        return max_points
    return max_points / 2 if 2 * points >= max_points else 0.0


@dataclass(frozen=True)
class AttemptSummary:
    """The attempt that a page belongs to.

    Attributes:
        label: The number of the attempt on its day (see `Attempts.last_number`).
        number: The same number as an int.
        total: The number of the student's attempts on all days.
        changed: Question -> its points in the previous attempt and now, if they differ; None
            stands for an answer without a mark.
        is_last: Whether no more attempts are graded on this day.
    """

    label: str
    number: int
    total: int
    changed: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    is_last: bool = False


@dataclass(frozen=True)
class Marks:
    """The data in the gradebook on one student's notebook.

    Attributes:
        assignment: The name of the assignment.
        student: The student's id.
        cells: Name of a cell -> its mark.
        comments: Name of an answer cell -> the grader's comment.
        penalty: The points taken off for lateness. The marks still contain them.
        title: The title of the problem set.
        titles: Name of a question -> its title.
        unmet: Name of a cell -> the rubric items that were not met, in Markdown.
        level: The level of detail that the page may have.
        attempt: The attempt; None if attempts are not counted.
        name: The student's name in the roster.
        further_note: A sentence on how further problems count; "" if there are none.
    """

    assignment: str
    student: str
    cells: Mapping[str, Mark]
    comments: Mapping[str, str] = field(default_factory=dict)
    penalty: float = 0.0
    title: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    unmet: Mapping[str, str] = field(default_factory=dict)
    level: Level = Level.ANSWER
    attempt: AttemptSummary | None = None
    name: str = ""
    further_note: str = ""

    @property
    def who(self) -> str:
        """Return the student's id and name."""
        return named(self.student, self.name)

    @property
    def earned(self) -> float:
        """Return the points before the penalty for lateness."""
        return sum(m.points for m in self.cells.values() if m.adds_points and not m.pending)

    @property
    def points(self) -> float:
        """Return the points after the penalty for lateness, as nbgrader computes them."""
        return total_points([self.earned], self.penalty)

    @property
    def max_points(self) -> float:
        return sum(mark.max_points for mark in self.cells.values() if mark.adds_to_maximum)

    @property
    def max_graded(self) -> float:
        """Return the maximum of the questions that are graded so far."""
        return sum(
            mark.max_points
            for mark in self.cells.values()
            if mark.adds_to_maximum and not mark.pending
        )

    @property
    def pending(self) -> float:
        """Return the most points that manual grading can still add."""
        return sum(m.max_points for m in self.cells.values() if m.adds_points and m.pending)


def total_points(points: Iterable[float | None], penalty: float) -> float:
    """Return the points of a notebook, at least 0.

    Args:
        points: The points of each question; None if it is not graded yet.
        penalty: The points taken off for lateness.
    """
    return max(sum(mark for mark in points if mark is not None) - penalty, 0.0)


def feedback_page(notebook: bytes, marks: Marks, *, plain: bool = False) -> str:
    """Make the feedback page of a graded notebook, without hidden tests and rubrics.

    Args:
        notebook: The content of the notebook's file.
        marks: The student's marks.
        plain: Whether to show everything by the student as text.

    Returns:
        HTML in which nothing by the student can act.
    """
    return _page(nbformat.reads(notebook.decode(), as_version=4), marks, plain)


def answer_part(notebook: bytes, name: str, released: str = "", *, plain: bool = False) -> str:
    """Make the part of a page with one answer of a graded notebook and the findings on it.

    Args:
        notebook: The content of the notebook's file.
        name: The name of the cell that carries the points.
        released: The released text of a written answer, which is left out.
        plain: Whether to show everything by the student as text.

    Returns:
        HTML in which nothing by the student can act.
    """
    node = nbformat.reads(notebook.decode(), as_version=4)
    for cell in node.cells:
        if name_of(cell) == name and cell.cell_type == "markdown":
            cell.source = without_released(cell.source, released)
    question = question_of(name)
    elsewhere = [cell for cell in node.cells if is_elsewhere(cell, question)]
    cells = [
        c
        for c in node.cells
        if question_of(name_of(c) or "") == question or question in answers_in(c)
    ]
    is_written = any(cell_kind(cell) is CellKind.WRITTEN for cell in cells)
    # The cell that lists the files beside the notebook.
    beside = beside_cell(node.cells) if is_written else None
    others = elsewhere if beside is None else [*elsewhere, beside]
    node.cells = [*_for_students(cells), *others]
    limit_notebook(node, plain=plain)
    node.cells = [cell for cell in node.cells if not any(cell is each for each in others)]
    (section,), _ = _sections(node.cells, Marks("", "", {name: Mark(0.0, 0.0, pending=True)}))
    return _template("answer.html.j2").render(section=section, beside=beside, elsewhere=elsewhere)


def without_released(answer: str, released: str) -> str:
    """Remove the released paragraphs at the beginning of a written answer.

    Args:
        answer: The answer.
        released: The text of the released cell.

    Returns:
        The rest of the answer; the whole answer if nothing else is in it.
    """
    parts = re.split(r"(\n(?:[ \t]*\n)+)", answer.lstrip("\n"))  # paragraphs and separators
    expected = [" ".join(text.split()) for text in re.split(r"\n(?:[ \t]*\n)+", released.strip())]
    equal = 0
    for paragraph, released_paragraph in zip(parts[::2], expected, strict=False):
        if " ".join(paragraph.split()) != released_paragraph:
            break
        equal += 1
    rest = "".join(parts[2 * equal :])
    return rest if rest.strip() else answer


def page_without_notebook(marks: Marks, why: str) -> str:
    """Make a page with marks and comments only, if the notebook can't be shown.

    Args:
        marks: The student's marks.
        why: The reason, which completes "Your notebook can't be shown here:".
    """
    note = new_cell("markdown", f"*Your notebook can't be shown here: {why}.*", NOTE)
    return _page(nbformat.v4.new_notebook(cells=[note]), marks)


def _page(notebook: NotebookNode, marks: Marks, plain: bool = False) -> str:
    notebook.cells = _for_students(notebook.cells)
    limit_notebook(notebook, plain=plain)
    notes = [cell for cell in notebook.cells if cell.id in _NOTES]
    if is_unread(notes):
        sections, rest = _sections([], marks)
        sections = [s for s in sections if s.comment or s.mark.points or s.mark.pending]
    else:
        sections, rest = _sections([c for c in notebook.cells if c not in notes], marks)
    lost = sorted((s for s in sections if s.lost and not s.blank), key=lambda s: -s.lost)
    opened = [s.name for s in [*lost[:MAX_OPEN], *(s for s in sections if s.comment)]]
    return _template("page.html.j2").render(
        marks=marks,
        sections=sections,
        rest=rest,
        notes=notes,
        gone=[section.title for section in sections if section.gone],
        first=lost[:MAX_FIRST],
        opened=opened,
    )


def _for_students(cells: list[NotebookNode]) -> list[NotebookNode]:
    """Remove rubrics and hidden tests."""
    for cell in cells:
        if is_test(cell):
            cell.source = split(cell.source, "hidden tests")[0]
    return [cell for cell in cells if not is_for_graders(cell)]


def _sections(
    cells: list[NotebookNode], marks: Marks
) -> tuple[list[SimpleNamespace], list[NotebookNode]]:
    """Return the questions in the notebook's order, and the cells after the last question."""
    answers: dict[str, NotebookNode] = {}
    found: dict[str, tuple[NotebookNode | None, NotebookNode | None, list[NotebookNode]]] = {}
    around: list[NotebookNode] = []
    parts: dict[str, list[NotebookNode]] = defaultdict(list)  # question -> code in other cells
    for cell in cells:
        for question, defined in answers_in(cell).items():
            parts[question].append(_part(cell, defined))
    for cell in cells:
        name = name_of(cell)
        if name is not None and name in marks.cells:
            of_test = answers.get(question_of(name)), cell, around
            found[name] = of_test if is_test(cell) else (cell, None, around)
            around = []
        elif name is not None and cell_kind(cell) is CellKind.ANSWER:
            answers[name] = cell
        else:
            around.append(cell)
    names = dict.fromkeys([*found, *marks.cells])
    sections = []
    for name in names:
        answer, test, before = found.get(name, (None, None, []))
        sections.append(_section(name, marks, answer, test, before, parts[question_of(name)]))
    return sections, around


def _part(cell: NotebookNode, defined: Collection[str]) -> NotebookNode:
    """Return a cell that answers a question, without its code for other questions."""
    source = defining_statements(cell.source, defined) if len(answers_in(cell)) > 1 else ""
    return NotebookNode(cell | {"source": source}) if source and cell.cell_type == "code" else cell


def _section(
    name: str,
    marks: Marks,
    answer: NotebookNode | None,
    test: NotebookNode | None,
    around: Sequence[NotebookNode],
    parts: Sequence[NotebookNode] = (),
) -> SimpleNamespace:
    """Collect the variables of the templates for a question.

    Args:
        name: The name of the cell that carries the points.
        marks: The student's marks.
        answer: The cell of the answer, if the notebook has it.
        test: The cell of the test; None for a written answer.
        around: The other cells between the previous question and this one.
        parts: Other cells with code that answers the question.
    """
    question, mark = question_of(name), marks.cells[name]
    comment, record = marks.comments.get(question, ""), VerdictRecord.read(test) if test else None
    gone = bool(answer and is_lost(answer)) and not (record and record.has_answer)
    blank = gone or comment == NO_RESPONSE or bool(record and record.is_blank)
    if gone:  # a finding on missing names would hide the real reason
        answer = test = record = None
    shown: list[RenderedFinding] = []
    lines: list[str] = []  # the main problems, for the top of the page
    if record:
        level = Level(record.level).capped_at(marks.level)
        record = replace(record, level=level, spent=mark.withheld)
        shown = record.shown
        problems = record.wrong if mark.level != "full" else []
        lines = [shorten(line, MAX_LINE, placeholder=" …") for line in problems]
        if len(lines) > MAX_LINES + 1:
            lines[MAX_LINES:] = [f"and {len(lines) - MAX_LINES} more, below"]
    wrong = [f for f in shown if f.sign != "✓"]
    not_folded = MAX_WRONG if len(wrong) > MAX_WRONG + 1 else len(wrong)
    outputs = test.outputs if test else []
    # Without findings, which include errors, the answer needs manual grading: show the errors.
    error_outputs = [] if record and record.findings else outputs
    return SimpleNamespace(
        name=name,
        question=question,
        title=marks.titles.get(question, question),
        mark=mark,
        lost=0.0 if mark.pending or mark.withheld else max(mark.max_points - mark.points, 0.0),
        blank=blank,
        comment="" if comment == NO_RESPONSE else comment,
        unmet=marks.unmet.get(name, "") if marks.level is Level.ANSWER and not blank else "",
        gone=gone,
        lines=[GONE if gone else render(Message("not-answered"), Level.ANSWER)] if blank else lines,
        findings=(wrong[:not_folded], wrong[not_folded:], [f for f in shown if f.sign == "✓"]),
        printed=[output for output in outputs if output.output_type == "stream"],
        errors=[output for output in error_outputs if output.output_type == "error"],
        answer=answer,
        parts=[part for part in parts if not is_unused(part)],
        unused=[part for part in parts if is_unused(part)],
        test=test,
        around=around,
    )


# --- templates -----------------------------------------------------------------------------------


def template_environment(*folders: Path) -> Environment:
    """Return a Jinja environment for the templates in folders, with automatic escaping.

    Args:
        folders: The folders in the order in which Jinja searches them for a template.
    """
    environment = Environment(
        loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"points": format_points, "span": time_span, "several": several}
    environment.filters["code"] = coloured
    return environment


def coloured(code: str) -> Markup:
    """Return code as HTML with colours."""
    return _coloured(code) if len(code) <= MAX_REMEMBERED else _coloured.__wrapped__(code)


@lru_cache(maxsize=128)  # all pages of a class show the given code and the tests
def _coloured(code: str) -> Markup:
    lexer = PythonLexer(stripnl=False)
    return Markup(highlight(with_empty_lines(code), lexer, HtmlFormatter(nowrap=True)))


@cache
def _template(name: str) -> Template:
    """Load a template of the feedback page, or of a part of it."""
    environment = template_environment(TEMPLATES)
    environment.filters |= {
        "words": finding_markup,
        "markdown": lambda source: Markup(render_markdown(source, {}, below=3)),
        "cell": lambda cell: Markup(
            render_markdown(
                cell.source, cell.get("attachments", {}), from_course=is_locked(cell), below=3
            )
        ),
        "clean": lambda html: Markup(clean(html)),
        "uncoloured": lambda text: TERMINAL_CODE.sub("", text),
        "kinds": lambda data: [kind for kind in _SHOWN if kind in data],
    }
    environment.filters["described"] = outputs_with_texts
    environment.globals["formulas"] = Markup(formula_styles())
    return environment.get_template(name)


def outputs_with_texts(cell: NotebookNode) -> list[tuple[NotebookNode, str]]:
    """Return the outputs of a cell, each with the alternative text of the picture in it.

    The text comes from the output's metadata, or else from a comment in the cell.
    """
    found, texts, picture = [], alternative_texts(cell.source), 0
    for output in cell.outputs:
        kind = next((k for k in ("image/png", "image/jpeg") if k in output.get("data", {})), "")
        about = output.get("metadata", {}).get(kind)
        text = about.get("alt") if isinstance(about, dict) else None
        if not isinstance(text, str):
            text = alternative_text(texts, picture)
        picture += bool(kind)
        found.append((output, text[:MAX_ALTERNATIVE] or PICTURE))
    return found


def finding_markup(text: str) -> Markup:
    """Return the text of a finding as HTML, with code for `backticks` and no line break at an =."""
    unbroken = _SIGN.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", str(escape(text)))
    return Markup(_CODE.sub(r"<code>\1</code>", unbroken))
