"""The page that a student gets: marks with what to look at first, then each question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbformat import NotebookNode
from nbgrader.utils import is_locked
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from traitlets.config import Config

from ..cells import Kind, is_test, kind_of, name_of, question_of
from ..checks.verdict import Finding, format_points
from ..regions import split
from .clean import clean
from .markdown import rendered
from .master import new_cell
from .pages import ShowInReasonableTime, configure, uncoloured
from .rebuild import NOT_GRADED, UNREADABLE, is_for_graders
from .record import Record

NOTE = "note"  # id of a cell that says why the notebook is not shown
MAX_FIRST = 3  # questions to look at first
MAX_LINES = 2  # of what is wrong about a question, at the top


@dataclass(frozen=True)
class Mark:
    """The mark of one cell that carries points. pending: a person has yet to grade it."""

    points: float
    max_points: float
    pending: bool = False

    @property
    def full(self) -> bool:
        return not self.pending and self.points >= self.max_points

    @property
    def level(self) -> str:
        """In a word: pending, full, some or none."""
        if self.pending:
            return "pending"
        return "full" if self.full else "some" if self.points > 0 else "none"

    @property
    def percent(self) -> float:
        """How much of the bar is filled."""
        share = self.points / self.max_points if self.max_points else float(self.points > 0)
        return round(100 * min(max(share, 0.0), 1.0), 1)


@dataclass(frozen=True)
class Marks:
    """What the grade book holds about one student's notebook. Plain data.

    cells: name of a cell -> its mark. comments: name of an answer cell -> the grader's comment.
    penalty: points taken off for lateness, not yet subtracted from the marks.
    title, titles: of the problem set, and of its questions by their names.
    """

    assignment: str
    student: str
    cells: Mapping[str, Mark]
    comments: Mapping[str, str] = field(default_factory=dict)
    penalty: float = 0.0
    title: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)

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
    def pending(self) -> bool:
        return any(mark.pending for mark in self.cells.values())


@dataclass(frozen=True)
class Section:
    """A question on the page.

    answer, test: its cells, where the notebook has them; a written answer has no test. around: what
    else stands in the notebook, from the question before on.
    """

    name: str
    title: str
    mark: Mark
    comment: str = ""
    answer: NotebookNode | None = None
    test: NotebookNode | None = None
    around: Sequence[NotebookNode] = ()

    @cached_property
    def record(self) -> Record | None:
        return Record.read(self.test) if self.test else None

    @property
    def question(self) -> str:
        return question_of(self.name)

    @property
    def open(self) -> bool:
        """Whether there is something to look at: not full marks, and some answer."""
        blank = any(finding.message.startswith("not answered") for finding in self.findings[0])
        return not (self.mark.full or blank)

    @property
    def lines(self) -> list[str]:
        """What is wrong, for the top of the page."""
        wrong = self.record.wrong if self.record and not self.mark.full else []
        more = len(wrong) - MAX_LINES
        return wrong if more <= 1 else [*wrong[:MAX_LINES], f"and {more} more, below"]

    @property
    def findings(self) -> tuple[list[Finding], list[Finding]]:
        """Those that cost something or ask for a look, and the others."""
        found = self.record.findings if self.record else ()
        return [f for f in found if not f.passed], [f for f in found if f.passed]

    @property
    def printed(self) -> list[NotebookNode]:
        """What the sanity check printed."""
        outputs = self.test.outputs if self.test else []
        return [output for output in outputs if output.output_type == "stream"]

    @property
    def ended(self) -> list[NotebookNode]:
        """What ended a test that is no check, or came of it."""
        if self.test is None or (self.record and self.record.findings):
            return []
        return [output for output in self.test.outputs if output.output_type == "error"]


def total(points: Iterable[float | None], penalty: float) -> float:
    """The points of a notebook; None: not graded yet. Lateness costs no more than there is."""
    return max(sum(mark for mark in points if mark is not None) - penalty, 0.0)


def feedback_page(notebook: bytes, marks: Marks, *, plain: bool = False) -> str:
    """The HTML page for a graded notebook (its file's bytes).

    Hidden tests and mark schemes are not in it, and nothing that the student wrote acts in it.
    plain: what the student wrote is shown as text.
    """
    return _page(nbformat.reads(notebook.decode(), as_version=4), marks, plain)


def formgrader_page(notebook: bytes, about: Mapping[str, Any], *, plain: bool = False) -> str:
    """The page on which formgrader shows a graded notebook, by nbgrader's own template.

    about: what the template shows beside the notebook.
    """
    node = nbformat.reads(notebook.decode(), as_version=4)
    return _formgrader(plain).from_notebook_node(node, dict(about))[0]


def page_without_notebook(marks: Marks, why: str) -> str:
    """The page where none can be made of the notebook: marks and comments, and the reason."""
    note = new_cell("markdown", f"*Your notebook can't be shown here: {why}.*", NOTE)
    return _page(nbformat.v4.new_notebook(cells=[note]), marks)


def _page(notebook: NotebookNode, marks: Marks, plain: bool = False) -> str:
    notebook.cells = [cell for cell in notebook.cells if not is_for_graders(cell)]
    for cell in notebook.cells:
        if is_test(cell):
            cell.source = split(cell.source, "hidden tests")[0]
    notebook, _ = ShowInReasonableTime(plain=plain).preprocess(notebook, {})
    notes = [cell for cell in notebook.cells if cell.id in (UNREADABLE, NOT_GRADED, NOTE)]
    sections, rest = _sections([c for c in notebook.cells if c not in notes], marks)
    lost = [s for s in sections if not (s.mark.pending or s.mark.full)]
    lost.sort(key=lambda section: section.mark.points - section.mark.max_points)
    about = {"marks": marks, "sections": sections, "rest": rest, "notes": notes}
    return _template().render(about, first=lost[:MAX_FIRST])


def _sections(cells: list[NotebookNode], marks: Marks) -> tuple[list[Section], list[NotebookNode]]:
    """The questions, in the notebook's order, and the cells behind the last one."""
    answers, sections, around = {}, [], []
    for cell in cells:
        name = name_of(cell)
        if name in marks.cells:
            answer = answers.get(question_of(name)) if is_test(cell) else cell
            test = cell if is_test(cell) else None
            sections.append(_section(name, marks, answer, test, around))
            around = []
        elif name is not None and kind_of(cell) is Kind.ANSWER:
            answers[name] = cell
        else:
            around.append(cell)
    there = {section.name for section in sections}
    sections += [_section(name, marks) for name in marks.cells if name not in there]
    return sections, around


def _section(name: str, marks: Marks, *cells: Any) -> Section:
    question = question_of(name)
    title, comment = marks.titles.get(question, question), marks.comments.get(question, "")
    return Section(name, title, marks.cells[name], comment, *cells)


# --- templates -----------------------------------------------------------------------------------


@cache  # reading its templates takes longer than a page
def _formgrader(plain: bool) -> HTMLExporter:
    config = Config()
    configure(config, plain=plain)
    exporter = HTMLExporter(config=config, template_name="formgrade")
    exporter.register_preprocessor(CSSHTMLHeaderPreprocessor, enabled=True)
    return exporter


@cache
def _template() -> Any:
    """Of the feedback page. Whatever no filter has made HTML of is escaped."""
    folder = Path(__file__).parent / "templates" / "feedback"
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "points": format_points,
        "markdown": lambda source: _markdown(new_cell("markdown", source, NOTE)),
        "cell": _markdown,
        "code": lambda source: Markup(highlight(source, _LEXER, _FORMATTER)),
        "clean": lambda html: Markup(clean(html)),
        "uncoloured": uncoloured,
        "kinds": lambda data: [kind for kind in _SHOWN if kind in data],
    }
    return environment.get_template("page.html.j2")


_LEXER, _FORMATTER = PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)
# Of the forms that an output comes in, the first is shown.
_SHOWN = ("image/png", "image/jpeg", "text/html", "text/markdown", "text/latex", "text/plain")


def _markdown(cell: NotebookNode, below: int = 3) -> Markup:
    html = rendered(cell.source, cell.get("attachments", {}), ours=is_locked(cell), below=below)
    return Markup(html)
