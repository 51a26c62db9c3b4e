"""Problem text, as a person writes it, and the instructor's notebook that it stands for.

The text is Python in jupytext's percent format. The header of a cell says what the cell is for:
docs/adding-a-problem.md lists what it can say. nbgrader's metadata and the points are not written:
they are put in, and so is the hidden part of a test (see `hidden_tests`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import jupytext
import nbformat
from jupytext.pep8 import cell_ends_with_function_or_class, next_instruction_is_function_or_class
from nbformat import NotebookNode

from ..cell_kinds import CellKind, nbgrader_metadata, test_name
from ..course import Assignment, CourseError, Issue, raise_if_any
from ..course_modules import CourseModules, included_code, split_head
from ..digests import digest_of
from ..wording import did_you_mean
from . import figures
from .hidden_tests import with_hidden_test, without_examples
from .marking_modules import modules_of

PERCENT = {"extension": ".py", "format_name": "percent"}
KINDS = {str(kind): kind for kind in CellKind}
FIGURE, FOLDED = WORDS = ("figure", "folded")
GIVEN = "given_"
KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
TOKEN = re.compile(r"<<(\w[\w ]*)>>")
RUBRIC = "<!-- The build makes this rubric from the marking module of the question. -->"
SHARES = {  # tokens that stand for the points of some questions
    "points": lambda question: True,
    "points by machine": lambda question: not question.written,
    "points by a person": lambda question: question.written,
}
# jupytext writes a Markdown cell without text as one empty comment.
_EMPTY_MARKDOWN = re.compile(r"^(# %% \[markdown\] .*)\n#$", re.MULTILINE)


# --- the cells of a text -------------------------------------------------------------------------


@dataclass(frozen=True)
class TextCell:
    """One cell of a problem text: its header (role, name, include) and what stands below it."""

    cell_type: str
    source: str
    role: str = ""
    name: str = ""
    include: str = ""
    words: tuple[str, ...] = ()  # of WORDS, in their order
    unknown: tuple[str, ...] = ()  # what else the header says

    @property
    def kind(self) -> CellKind | None:
        return KINDS.get(self.role)

    @property
    def grade_id(self) -> str:
        """nbgrader's name of the cell; empty for one that nbgrader has no part in."""
        if self.kind is CellKind.TEST:
            return test_name(self.name)
        if self.kind is CellKind.GIVEN and self.cell_type == "code":
            return GIVEN + self.name
        return self.name if self.kind else ""


@lru_cache(maxsize=64)  # a text is read again for each part whose points it says
def parse(text: str) -> tuple[TextCell, ...]:
    found = []
    for cell in jupytext.reads(split_head(text)[1], fmt=PERCENT).cells:
        layout = ("lines_to_next_cell", "cell_marker")
        about = {key: value for key, value in cell.metadata.items() if key not in layout}
        include = about.pop("include", "")
        role = next((key for key in about if key in KINDS), "")
        name = about.pop(role, "")
        # A word before the first `key=` is to jupytext the cell's title, one behind it a key.
        said = [*about.pop("title", "").split(), *(key for key in about if about[key] is None)]
        words = tuple(word for word in WORDS if word in said)
        unknown = [f"{key}={value!r}" for key, value in about.items() if value is not None]
        if strange := " ".join(word for word in said if word not in words):
            unknown.insert(0, strange)
        header = (role, str(name), str(include), words, tuple(unknown))
        found.append(TextCell(cell.cell_type, cell.source.strip("\n"), *header))
    return tuple(found)


def write(cells: Iterable[TextCell], head: str = "") -> str:
    """The problem text of these cells, laid out as it is kept. head: see `course_modules`."""
    notebook = nbformat.v4.new_notebook(metadata={"jupytext": {"notebook_metadata_filter": "-all"}})
    for cell in cells:
        new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(cell.source)
        header = {"title": " ".join(cell.words), cell.role: cell.name, "include": cell.include}
        new.metadata.update({key: value for key, value in header.items() if key and value})
        notebook.cells.append(new)
    for above, below in pairwise(notebook.cells):
        # jupytext forgets the blank lines around functions beside Markdown.
        code = [cell.source if cell.cell_type == "code" else "" for cell in (above, below)]
        above.metadata.lines_to_next_cell = blank_lines(*code)
    return head + _EMPTY_MARKDOWN.sub(r"\1", jupytext.writes(notebook, fmt=PERCENT))


def laid_out(text: str) -> str:
    """Lay a problem text out as it is kept."""
    return write(parse(text), split_head(text)[0])


def blank_lines(above: str, below: str) -> int:
    """How many stand between two pieces of code: two around functions, as ruff has them."""
    ends = cell_ends_with_function_or_class(above.split("\n"))
    starts = next_instruction_is_function_or_class(below.split("\n"))
    return 2 if ends or starts else 1


def joined(parts: Sequence[str]) -> str:
    """Pieces of code below each other, as ruff has them."""
    text = parts[0]
    for above, below in pairwise(parts):
        text += "\n" * (1 + blank_lines(above, below)) + below
    return text


# --- the notebook of a text ----------------------------------------------------------------------


def source_of(problem: Assignment) -> NotebookNode:
    """The instructor's notebook of a problem set. CourseError for what it can't be built from."""
    notebook, issues = build_notebook(problem.text.read_text(), problem)
    raise_if_any(issues)
    return notebook


def build_notebook(text: str, problem: Assignment) -> tuple[NotebookNode, list[Issue]]:
    """The instructor's notebook of a text, with its digest, and what it can't be built from: such
    cells are in it as they stand in the text.
    """
    cells, issues = parse(text), list[Issue]()
    ids = cell_ids(cells)
    try:
        _check_head(text)
    except CourseError as error:
        issues.append(Issue(problem.short(problem.text), ids[0], str(error)))
    notebook = nbformat.v4.new_notebook(metadata=KERNEL)
    for name, cell in zip(ids, cells, strict=True):
        new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(cell.source, id=name)
        try:
            _check_header(cell, problem)
            if cell.kind:
                graded = cell.kind in (CellKind.TEST, CellKind.WRITTEN)
                points = problem.questions[cell.name].points if graded else None
                new.metadata["nbgrader"] = nbgrader_metadata(cell.kind, cell.grade_id, points)
            if FOLDED in cell.words:
                new.metadata["jupyter"] = {"source_hidden": True}
            if FIGURE in cell.words:
                figures.mark(new)
            new.source = _source(cell, problem)
        except CourseError as error:
            issues.append(Issue(problem.short(problem.text), name, str(error)))
        notebook.cells.append(new)
    notebook.metadata.examiner = {"digest": digest(notebook)}
    if texts := modules_of(problem).texts:
        modules = CourseModules({**texts, problem.short(problem.text): laid_out(text)})
        notebook.metadata.examiner["modules"] = modules.digest
    return notebook, issues


def without_rubric(source: str) -> str:
    """The text of a statement without the rubric that the build adds."""
    return source.partition(f"\n\n{RUBRIC}")[0]


def content(cell: NotebookNode) -> tuple[str, str, dict | None]:
    """What counts in a cell of an instructor's notebook: running it in JupyterLab changes none."""
    source = without_examples(without_rubric(cell.source).strip("\n"))
    return cell.cell_type, source, cell.metadata.get("nbgrader")


def digest(notebook: NotebookNode) -> str:
    """The digest of what counts in an instructor's notebook."""
    return digest_of([content(cell) for cell in notebook.cells])


def cell_ids(cells: Iterable[TextCell]) -> list[str]:
    """What the cells are called. A cell without a name is called after the named cell above it, so
    that its id stays when other parts of the problem set change.
    """
    ids, last, count = [], "start", 0
    for cell in cells:
        last, count = (cell.grade_id, 0) if cell.kind else (last, count + 1)
        ids.append(cell.grade_id or f"{last}-{count}")
    return ids


def _check_head(text: str, name: str = "this text") -> None:
    """CourseError for a head that holds more than imports: no notebook would have the rest.

    name: The file, as a person calls it.
    """
    head, _ = split_head(text)
    try:
        statements = ast.parse(head).body
    except SyntaxError:
        statements = [ast.Pass()]
    if not all(isinstance(each, (ast.Import, ast.ImportFrom)) for each in statements):
        raise CourseError(
            f"above the first `# %%` line of {name} only imports can stand, which are in no "
            "notebook: put a `# %%` line above what a cell is to have."
        )


def _check_header(cell: TextCell, problem: Assignment) -> None:
    """CourseError for a header that can't be understood."""
    question = problem.questions.get(cell.name)
    said = ""
    if cell.unknown:
        keys = [key for key in (*KINDS, "include") if key != cell.role]
        known = f"{', '.join(WORDS)}, one of {', '.join(KINDS)}, and include"
        said = f"its `# %%` line says {', '.join(cell.unknown)}, and can say {known}: correct it, "
        said += f"or take it out.{did_you_mean(cell.unknown[0].partition('=')[0], keys)}"
    elif cell.role and not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", cell.name):
        said = f"{cell.role}={cell.name!r} is no name of lower-case letters, digits, underscores."
    elif cell.role not in ("", CellKind.GIVEN) and question is None:
        missing = f"problems/course.toml has no question {cell.name}"
        said = f"{missing}: add it there, or correct the name."
    elif cell.kind is CellKind.TEST and question is not None and question.written:
        said = f"{cell.name} is a written question and has no test."
    elif cell.words and cell.cell_type != "code":
        said = f"only a cell of code can be {' and '.join(cell.words)}."
    elif FIGURE in cell.words and cell.role:
        said = "a figure is a cell of its own: it is no answer, test or given code."
    elif cell.include and cell.source:
        said = f"its text is that of {cell.include}: take out what stands below it."
    if said:
        raise CourseError(said)


def _source(cell: TextCell, problem: Assignment) -> str:
    """What stands in a cell; files that it includes have paths from the text's folder on."""
    source, folder = cell.source, problem.text.parent
    if cell.include:
        parts = []
        for name in cell.include.split():
            path = (folder / name).resolve()
            if not path.is_file() or not path.is_relative_to(problem.root.resolve()):
                where = f"seen from {problem.short(folder)}: correct its include."
                raise CourseError(f"there is no file {name} in the course, {where}")
            part = path.read_text()
            if cell.cell_type == "code":
                _check_head(part, name)
                part = included_code(part)
            parts.append(part.strip("\n"))
        source = joined(parts)
    if cell.cell_type == "markdown":
        return TOKEN.sub(lambda match: substitute(match[1], problem), source)
    if cell.kind is not CellKind.TEST:
        return source
    return with_hidden_test(source, cell.name, problem)


def substitute(token: str, problem: Assignment) -> str:
    """What `<<token>>` stands for. CourseError for a token that stands for nothing."""
    questions = problem.questions
    if token in questions:
        points = questions[token].points
        return f"`{token}`, {points:g} point{'' if points == 1 else 's'}"
    if token == "title":
        return problem.title
    if token in SHARES:
        return f"{sum(q.points for q in questions.values() if SHARES[token](q)):g}"
    part, below, found = token.removeprefix("points of "), False, set[str]()
    for cell in parse(problem.text.read_text()) if part != token else ():
        for heading in re.findall(r"^## (.*)", cell.source, re.MULTILINE):
            below = heading.lower().startswith(f"{part}:")
        if below and cell.name in questions:
            found.add(cell.name)
    if found:
        return f"{sum(questions[name].points for name in found):g}"
    raise CourseError(
        f"<<{token}>> stands for nothing: write the name of a question in problems/course.toml, "
        f"or title, {', '.join(SHARES)}, points of part 1 (of what stands below `## Part 1: …`)."
    )
