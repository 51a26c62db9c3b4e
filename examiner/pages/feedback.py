"""The page that a student gets: marks with what to look at first, then each question."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from textwrap import shorten
from types import SimpleNamespace

import nbformat
from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup, escape
from nbformat import NotebookNode
from nbgrader.utils import is_locked
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from ..cell_kinds import CellKind, is_test, kind_of, name_of, question_of
from ..checks.verdict import format_points
from ..findings.diagnosis import Message
from ..findings.feedback_level import Level
from ..findings.finding import Shown
from ..findings.sentences import say
from ..grading.attachments import beside_cell
from ..grading.matching import segments
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
from ..wording import several, span
from .markdown import rendered, styles
from .page_budget import limited
from .sanitizer import CODE_OF_TERMINAL, clean

NOTE = "note"  # id of a cell that says why the notebook is not shown
_NOTES = (UNREADABLE, NOT_GRADED, NOTICE, NOTE)
MAX_FIRST = 3  # questions to look at first
MAX_OPEN = 5  # questions that are not folded, beside those with a comment
MAX_LINES = 2  # of what is wrong about a question, at the top
MAX_LINE = 160  # characters of such a line
MAX_WRONG = 5  # findings that cost something; what is more is folded
GONE = "no cell for the answer in your notebook"
TEMPLATES = Path(__file__).parent / "templates" / "feedback"
# Of the forms that an output comes in, the first is shown.
_SHOWN = ("image/png", "image/jpeg", "text/html", "text/markdown", "text/latex", "text/plain")
_CODE, _SIGN = re.compile(r"`([^`\n]+)`"), re.compile(r" ([=≤≥<>×]) ")


@dataclass(frozen=True)
class Mark:
    """The mark of one cell that carries points.

    pending: a person has yet to grade it. untold: the page doesn't tell it before the due date.
    """

    points: float
    max_points: float
    pending: bool = False
    untold: bool = False

    @property
    def level(self) -> str:
        """In a word: pending, untold, full, some or none."""
        if self.pending or self.untold:
            return "pending" if self.pending else "untold"
        full = self.points >= self.max_points
        return "full" if full else "some" if self.points > 0 else "none"

    @property
    def percent(self) -> float:
        """How much of the bar is filled."""
        share = self.points / self.max_points if self.max_points else float(self.points > 0)
        return round(100 * min(max(share, 0.0), 1.0), 1)

    def as_hint(self, *, spent: bool = False) -> Mark:
        """The mark as a page of hints shows it: no points, half of them or more, or all.

        spent: whether the student has had all hints on the question's choices.
        """
        if self.pending or spent:
            return replace(self, points=0.0, untold=not self.pending)
        return replace(self, points=halves_of(self.points, self.max_points))


def halves_of(points: float, max_points: float) -> float:
    """Round points down to none, half of them, or all."""
    if points >= max_points:
        return max_points
    return max_points / 2 if 2 * points >= max_points else 0.0


@dataclass(frozen=True)
class AttemptNumber:
    """Which try a page is of: of its day, and in all. changed: question -> its points in the try
    before, and now; None where a person has to grade. which: see `Attempts.last_number`. is_last:
    no more are graded on its day."""

    which: str
    number: int
    in_all: int
    changed: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    is_last: bool = False


@dataclass(frozen=True)
class Marks:
    """What the grade book holds about one student's notebook. Plain data.

    cells: name of a cell -> its mark. comments: name of an answer cell -> the grader's comment.
    penalty: points taken off for lateness, not yet subtracted from the marks.
    title, titles: of the problem set, and of its questions by their names. unmet: name of a cell ->
    the lines of its mark scheme that were not met, in Markdown. level: how much findings say at
    most. tried: which try this is, as long as tries are counted. name: the student's, as in the
    roster.
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
    tried: AttemptNumber | None = None
    name: str = ""

    @property
    def who(self) -> str:
        """Whose they are, in words."""
        return named(self.student, self.name)

    @property
    def earned(self) -> float:
        return sum(mark.points for mark in self.cells.values() if not mark.pending)

    @property
    def points(self) -> float:
        """What counts: lateness takes no more than was earned, as where nbgrader adds up."""
        return total([self.earned], self.penalty)

    @property
    def max_points(self) -> float:
        return sum(mark.max_points for mark in self.cells.values())

    @property
    def pending(self) -> float:
        """The points of what a person has yet to grade."""
        return sum(mark.max_points for mark in self.cells.values() if mark.pending)


def total(points: Iterable[float | None], penalty: float) -> float:
    """The points of a notebook; None: not graded yet. Lateness costs no more than there is."""
    return max(sum(mark for mark in points if mark is not None) - penalty, 0.0)


def feedback_page(notebook: bytes, marks: Marks, *, plain: bool = False) -> str:
    """The HTML page for a graded notebook (its file's bytes).

    Hidden tests and mark schemes are not in it, and nothing that the student wrote acts in it.
    plain: what the student wrote is shown as text.
    """
    return _page(nbformat.reads(notebook.decode(), as_version=4), marks, plain)


def answer_part(notebook: bytes, name: str, released: str = "", *, plain: bool = False) -> str:
    """The part of a page that shows one answer of a graded notebook, and what was found about it.

    name: of the cell that carries the points. released: what stood in a written answer when it was
    handed out; it is left out. plain: what the student wrote is shown as text.
    """
    node = nbformat.reads(notebook.decode(), as_version=4)
    for cell in node.cells:
        if name_of(cell) == name and cell.cell_type == "markdown":
            cell.source = without_released(cell.source, released)
    question = question_of(name)
    away = [cell for cell in node.cells if is_elsewhere(cell, question)]
    cells = [
        c
        for c in node.cells
        if question_of(name_of(c) or "") == question or question in answers_in(c)
    ]
    is_written = any(kind_of(cell) is CellKind.WRITTEN for cell in cells)
    beside = beside_cell(node.cells) if is_written else None
    away += [beside] if beside is not None else []
    node.cells = [*_as_shown(cells), *away]
    limited(node, plain=plain)
    node.cells = [cell for cell in node.cells if not any(cell is each for each in away)]
    (section,), _ = _sections(node.cells, Marks("", "", {name: Mark(0.0, 0.0, pending=True)}))
    return _template("answer.html.j2").render(
        section=section, beside=beside, elsewhere=[cell for cell in away if cell is not beside]
    )


def without_released(answer: str, released: str) -> str:
    """A written answer without the paragraphs that were handed out and that it begins with; as it
    is where nothing else is in it."""
    parts = re.split(r"(\n(?:[ \t]*\n)+)", answer.lstrip("\n"))  # what separates them, too
    ours = [" ".join(text.split()) for text in re.split(r"\n(?:[ \t]*\n)+", released.strip())]
    same = 0
    for theirs, each in zip(parts[::2], ours, strict=False):
        if " ".join(theirs.split()) != each:
            break
        same += 1
    rest = "".join(parts[2 * same :])
    return rest if rest.strip() else answer


def page_without_notebook(marks: Marks, why: str) -> str:
    """The page where none can be made of the notebook: marks and comments, and the reason."""
    note = new_cell("markdown", f"*Your notebook can't be shown here: {why}.*", NOTE)
    return _page(nbformat.v4.new_notebook(cells=[note]), marks)


def _page(notebook: NotebookNode, marks: Marks, plain: bool = False) -> str:
    notebook.cells = _as_shown(notebook.cells)
    limited(notebook, plain=plain)
    notes = [cell for cell in notebook.cells if cell.id in _NOTES]
    if is_unread(notes):
        sections, rest = _sections([], marks)
        sections = [s for s in sections if s.comment or s.mark.points or s.mark.pending]
    else:
        sections, rest = _sections([c for c in notebook.cells if c not in notes], marks)
    lost = sorted((s for s in sections if s.lost and not s.blank), key=lambda s: -s.lost)
    opened = [s.name for s in [*lost[:MAX_OPEN], *(s for s in sections if s.comment)]]
    about = {"marks": marks, "sections": sections, "rest": rest, "notes": notes}
    about["gone"] = [section.title for section in sections if section.gone]
    return _template("page.html.j2").render(about, first=lost[:MAX_FIRST], opened=opened)


def _as_shown(cells: list[NotebookNode]) -> list[NotebookNode]:
    """These cells without mark schemes and hidden tests."""
    for cell in cells:
        if is_test(cell):
            cell.source = split(cell.source, "hidden tests")[0]
    return [cell for cell in cells if not is_for_graders(cell)]


def _sections(
    cells: list[NotebookNode], marks: Marks
) -> tuple[list[SimpleNamespace], list[NotebookNode]]:
    """The questions, in the notebook's order, and the cells behind the last one."""
    answers: dict[str, NotebookNode] = {}
    found: dict[str, tuple[NotebookNode | None, NotebookNode | None, list[NotebookNode]]] = {}
    around: list[NotebookNode] = []
    parts: dict[str, list[NotebookNode]] = defaultdict(list)  # code in other cells, by question
    for cell in cells:
        for question, defined in answers_in(cell).items():
            parts[question].append(_part(cell, defined))
    for cell in cells:
        name = name_of(cell)
        if name is not None and name in marks.cells:
            of_test = answers.get(question_of(name)), cell, around
            found[name] = of_test if is_test(cell) else (cell, None, around)
            around = []
        elif name is not None and kind_of(cell) is CellKind.ANSWER:
            answers[name] = cell
        else:
            around.append(cell)
    names = dict.fromkeys([*found, *marks.cells])
    sections = []
    for name in names:
        answer, test, before = found.get(name, (None, None, []))
        of_others = parts[question_of(name)]
        sections.append(_section(name, marks, answer, test, before, of_others))
    return sections, around


def _part(cell: NotebookNode, defined: Collection[str]) -> NotebookNode:
    """The code of a cell that answers a question, without the code for other questions."""
    source = segments(cell.source, defined) if len(answers_in(cell)) > 1 else ""
    return NotebookNode(cell | {"source": source}) if source and cell.cell_type == "code" else cell


def _section(
    name: str,
    marks: Marks,
    answer: NotebookNode | None,
    test: NotebookNode | None,
    around: Sequence[NotebookNode],
    parts: Sequence[NotebookNode] = (),
) -> SimpleNamespace:
    """A question as the templates show it.

    answer, test: its cells, where the notebook has them; a written answer has no test. around: what
    else stands in the notebook, from the question before on. parts: other cells that answer it.
    """
    question, mark = question_of(name), marks.cells[name]
    comment, record = marks.comments.get(question, ""), VerdictRecord.read(test) if test else None
    gone = bool(answer and is_lost(answer))
    blank = gone or comment == NO_RESPONSE or bool(record and record.is_blank)
    if gone:  # the page says it once; what code and tests say of names misleads
        answer = test = record = None
    shown: list[Shown] = []
    lines: list[str] = []  # what is wrong, for the top of the page
    if record:
        level = Level(record.level).below(marks.level)
        record = replace(record, level=level, spent=mark.untold)
        shown = record.shown
        told = record.wrong if mark.level != "full" else []
        lines = [shorten(line, MAX_LINE, placeholder=" …") for line in told]
        if len(lines) > MAX_LINES + 1:
            lines[MAX_LINES:] = [f"and {len(lines) - MAX_LINES} more, below"]
    # What costs something or asks for a look: the first ones, and many more.
    wrong = [f for f in shown if f.sign != "✓"]
    first = MAX_WRONG if len(wrong) > MAX_WRONG + 1 else len(wrong)
    outputs = test.outputs if test else []
    ended = [] if record and record.findings else outputs  # said where a person has to grade
    return SimpleNamespace(
        name=name,
        question=question,
        title=marks.titles.get(question, question),
        mark=mark,
        lost=0.0 if mark.pending or mark.untold else max(mark.max_points - mark.points, 0.0),
        blank=blank,
        comment="" if comment == NO_RESPONSE else comment,
        unmet=marks.unmet.get(name, "") if marks.level is Level.ANSWER and not blank else "",
        gone=gone,
        lines=[GONE if gone else say(Message("not-answered"), Level.ANSWER)] if blank else lines,
        findings=(wrong[:first], wrong[first:], [f for f in shown if f.sign == "✓"]),
        printed=[output for output in outputs if output.output_type == "stream"],
        ended=[output for output in ended if output.output_type == "error"],
        answer=answer,
        parts=[part for part in parts if not is_unused(part)],
        unused=[part for part in parts if is_unused(part)],
        test=test,
        around=around,
    )


# --- templates -----------------------------------------------------------------------------------


def environment_of(*folders: Path) -> Environment:
    """The templates in folders, the first that has one counts. Whatever no filter has made HTML of
    is escaped."""
    environment = Environment(
        loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"points": format_points, "span": span, "several": several}
    lexer, formatter = PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)
    environment.filters["code"] = lambda source: Markup(highlight(source, lexer, formatter))
    return environment


@cache
def _template(name: str) -> Template:
    """A template of the feedback page, or of a part of it."""
    environment = environment_of(TEMPLATES)
    environment.filters |= {
        "words": words_of,
        "markdown": lambda source: Markup(rendered(source, {}, below=3)),
        "cell": lambda cell: Markup(
            rendered(cell.source, cell.get("attachments", {}), ours=is_locked(cell), below=3)
        ),
        "clean": lambda html: Markup(clean(html)),
        "uncoloured": lambda text: CODE_OF_TERMINAL.sub("", text),
        "kinds": lambda data: [kind for kind in _SHOWN if kind in data],
    }
    environment.globals["formulas"] = Markup(styles())
    return environment.get_template(name)


def words_of(text: str) -> Markup:
    """A finding; what stands in `backticks` in it is code, and no line ends at an =."""
    whole = _SIGN.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", str(escape(text)))
    return Markup(_CODE.sub(r"<code>\1</code>", whole))
