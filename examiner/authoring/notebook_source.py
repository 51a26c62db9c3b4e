"""The notebook source, which authors write, and the instructor's notebook built from it.

A notebook source is Python in jupytext's percent format. The header of a cell states its purpose
(docs/adding-a-problem.md lists the keywords). Authors write neither nbgrader's metadata nor points
nor the hidden part of a test: the build adds them (see `hidden_tests`).
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

from ..cell_code import ALTERNATIVE
from ..cell_kinds import CellKind, nbgrader_metadata, test_name
from ..course import Assignment, CourseError, Issue, raise_if_any
from ..course_modules import CourseModules, included_code, split_head
from ..digests import digest_of
from ..further import STAR
from ..regions import RUBRIC_MARK
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
_SPLIT_TOKEN = re.compile(r"<<\w[\w ]*\n[# ]*[\w ]*>>")
SHARES = {  # token -> the questions whose points it sums
    "points": lambda question: True,
    "points by machine": lambda question: not question.written,
    "points by a person": lambda question: question.written,
    "points of core": lambda question: not question.further,
    "points of further": lambda question: question.further,
}
# jupytext writes a Markdown cell without text as one empty comment.
_EMPTY_MARKDOWN = re.compile(r"^(# %% \[markdown\] .*)\n#$", re.MULTILINE)


# --- the cells of a notebook source --------------------------------------------------------------


@dataclass(frozen=True)
class SourceCell:
    """A cell of a notebook source.

    Attributes:
        cell_type: "code", "markdown" or "raw".
        source: The lines below the header.
        role: The keyword of the cell's kind, such as "answer"; "" if it has none.
        name: The value of that keyword.
        include: The paths of included files, separated by spaces.
        words: The header's words of WORDS, in the order of WORDS.
        unknown: The parts of the header that mean nothing.
    """

    cell_type: str
    source: str
    role: str = ""
    name: str = ""
    include: str = ""
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def kind(self) -> CellKind | None:
        """The kind of the cell; None without a role."""
        return KINDS.get(self.role)

    @property
    def grade_id(self) -> str:
        """The cell's grade_id; "" for a cell without nbgrader metadata."""
        if self.kind is CellKind.TEST:
            return test_name(self.name)
        if self.kind is CellKind.GIVEN and self.cell_type == "code":
            return GIVEN + self.name
        return self.name if self.kind else ""


@lru_cache(maxsize=64)  # `substitute` parses the same source for many tokens
def parse_cells(text: str) -> tuple[SourceCell, ...]:
    """Read the cells of a notebook source."""
    found = []
    for cell in jupytext.reads(split_head(text)[1], fmt=PERCENT).cells:
        layout = ("lines_to_next_cell", "cell_marker")
        metadata = {key: value for key, value in cell.metadata.items() if key not in layout}
        include = metadata.pop("include", "")
        role = next((key for key in metadata if key in KINDS), "")
        name = metadata.pop(role, "")
        # jupytext reads a word before the first `key=` as the cell's title, and later ones as keys.
        title = metadata.pop("title", "").split()
        header_words = [*title, *(key for key in metadata if metadata[key] is None)]
        words = tuple(word for word in WORDS if word in header_words)
        unknown = [f"{key}={value!r}" for key, value in metadata.items() if value is not None]
        if unknown_words := " ".join(word for word in header_words if word not in words):
            unknown.insert(0, unknown_words)
        header = (role, str(name), str(include), words, tuple(unknown))
        found.append(SourceCell(cell.cell_type, cell.source.strip("\n"), *header))
    return tuple(found)


def write_cells(cells: Iterable[SourceCell], head: str = "") -> str:
    """Return the formatted notebook source with these cells.

    Args:
        cells: The cells.
        head: The lines above the first cell (see `course_modules`).
    """
    notebook = nbformat.v4.new_notebook(metadata={"jupytext": {"notebook_metadata_filter": "-all"}})
    for cell in cells:
        new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(cell.source)
        header = {"title": " ".join(cell.words), cell.role: cell.name, "include": cell.include}
        new.metadata.update({key: value for key, value in header.items() if key and value})
        notebook.cells.append(new)
    for above, below in pairwise(notebook.cells):
        # jupytext omits the blank lines between functions and Markdown.
        code = [cell.source if cell.cell_type == "code" else "" for cell in (above, below)]
        above.metadata.lines_to_next_cell = blank_lines(*code)
    return head + _EMPTY_MARKDOWN.sub(r"\1", jupytext.writes(notebook, fmt=PERCENT))


def formatted(text: str) -> str:
    """Format a notebook source."""
    return write_cells(parse_cells(text), split_head(text)[0])


def blank_lines(above: str, below: str) -> int:
    """Return the number of blank lines that ruff puts between two pieces of code."""
    ends = cell_ends_with_function_or_class(above.split("\n"))
    starts = next_instruction_is_function_or_class(below.split("\n"))
    return 2 if ends or starts else 1


def join_code(parts: Sequence[str]) -> str:
    """Join pieces of code, with the blank lines of ruff between them."""
    text = parts[0]
    for above, below in pairwise(parts):
        text += "\n" * (1 + blank_lines(above, below)) + below
    return text


# --- the instructor's notebook -------------------------------------------------------------------


def instructor_notebook(problem: Assignment) -> NotebookNode:
    """Build the instructor's notebook of a problem set.

    Raises:
        CourseError: The notebook source has issues.
    """
    notebook, issues = build_notebook(problem.notebook_source.read_text("utf-8"), problem)
    raise_if_any(issues)
    return notebook


def build_notebook(text: str, problem: Assignment) -> tuple[NotebookNode, list[Issue]]:
    """Build an instructor's notebook.

    Args:
        text: The notebook source.
        problem: The problem set.

    Returns:
        The notebook with its digests, and the issues. A cell with an issue is copied unchanged.
    """
    cells, issues = parse_cells(text), list[Issue]()
    ids = cell_ids(cells)
    try:
        _check_head(text)
    except CourseError as error:
        issues.append(Issue(problem.short(problem.notebook_source), ids[0], str(error)))
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
                figures.mark_as_figure(new)
            new.source = _built_source(cell, problem)
        except CourseError as error:
            issues.append(Issue(problem.short(problem.notebook_source), name, str(error)))
        notebook.cells.append(new)
    notebook.metadata.examiner = {"digest": notebook_digest(notebook)}
    if texts := modules_of(problem).texts:
        modules = CourseModules({**texts, problem.short(problem.notebook_source): formatted(text)})
        notebook.metadata.examiner["modules"] = modules.digest
    return notebook, issues


def without_rubric(source: str) -> str:
    """Remove the rubric that the build added to a statement."""
    return source.partition(f"\n\n{RUBRIC_MARK}")[0]


def cell_content(cell: NotebookNode) -> tuple[str, str, dict | None]:
    """Return the parts of a cell that an edit can change: type, source and nbgrader metadata.

    The correct values and the rubric of the build are removed. Running a cell changes none of this.
    """
    source = without_examples(without_rubric(cell.source).strip("\n"))
    return cell.cell_type, source, cell.metadata.get("nbgrader")


def notebook_digest(notebook: NotebookNode) -> str:
    """Return the digest of the content of an instructor's notebook (see `cell_content`)."""
    return digest_of([cell_content(cell) for cell in notebook.cells])


def cell_ids(cells: Iterable[SourceCell]) -> list[str]:
    """Return the ids of cells.

    A cell without a name gets its id from the named cell above it. The id therefore stays the same
    when other parts of the problem set change.
    """
    ids, last, count = [], "start", 0
    for cell in cells:
        last, count = (cell.grade_id, 0) if cell.kind else (last, count + 1)
        ids.append(cell.grade_id or f"{last}-{count}")
    return ids


def _check_head(text: str, name: str = "this text") -> None:
    """Raise a CourseError if a head contains more than a docstring and imports.

    No notebook includes a head.

    Args:
        text: The notebook source or included file.
        name: Its name for the message.
    """
    head, _ = split_head(text)
    try:
        tree = ast.parse(head)
    except SyntaxError:
        tree = ast.Module([ast.Pass()], [])
    statements = tree.body[ast.get_docstring(tree) is not None :]
    if not all(isinstance(each, (ast.Import, ast.ImportFrom)) for each in statements):
        raise CourseError(
            f"the lines above the first `# %%` line of {name} are in no notebook, so they can only "
            "be imports: put other code below a `# %%` line."
        )


def _check_header(cell: SourceCell, problem: Assignment) -> None:
    """Raise a CourseError if the header of a cell is invalid."""
    question = problem.questions.get(cell.name)
    problem_found = ""
    if cell.unknown:
        keys = [key for key in (*KINDS, "include") if key != cell.role]
        known = f"{', '.join(WORDS)}, one of {', '.join(KINDS)}, and include"
        near = did_you_mean(cell.unknown[0].partition("=")[0], keys)
        problem_found = (
            f"unknown in its `# %%` line: {', '.join(cell.unknown)}; known are {known}: correct "
            f"or delete it.{near}"
        )
    elif cell.role and not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", cell.name):
        problem_found = (
            f"{cell.role}={cell.name!r} is no valid name: use lower-case letters, digits and "
            "underscores."
        )
    elif cell.role not in ("", CellKind.GIVEN) and question is None:
        problem_found = (
            f"problems/course.toml has no question {cell.name}: add it there, or correct the name."
        )
    elif cell.kind is CellKind.TEST and question is not None and question.written:
        problem_found = f"{cell.name} is a written question, which has no test: delete this cell."
    elif cell.words and cell.cell_type != "code":
        problem_found = f"only a code cell can be {' and '.join(cell.words)}: correct its header."
    elif FIGURE in cell.words and cell.role:
        problem_found = f"a figure can't be {cell.role} code too: put the figure into its own cell."
    elif cell.include and cell.source:
        problem_found = f"its text comes from {cell.include}: delete the lines below its header."
    if problem_found:
        raise CourseError(problem_found)


def _built_source(cell: SourceCell, problem: Assignment) -> str:
    """Return the source of a built cell: with included files, tokens replaced, and hidden test."""
    source, folder = cell.source, problem.notebook_source.parent
    if cell.include:
        parts = []
        for name in cell.include.split():
            path = (folder / name).resolve()
            if not path.is_file() or not path.is_relative_to(problem.root.resolve()):
                place = f"relative to {problem.short(folder)}: correct its include."
                raise CourseError(f"there is no file {name} in the course, {place}")
            part = path.read_text("utf-8")
            if cell.cell_type == "code":
                _check_head(part, name)
                part = included_code(part)
            parts.append(part.strip("\n"))
        source = join_code(parts)

    def with_values(text: str) -> str:
        if match := _SPLIT_TOKEN.search(text):
            token = " ".join(match[0].replace("#", "").split())
            raise CourseError(f"{token} is split over two lines: write it in one line.")
        return TOKEN.sub(lambda match: substitute(match[1], problem), text)

    if cell.cell_type == "markdown":
        return with_values(source)
    if FIGURE in cell.words:
        return ALTERNATIVE.sub(lambda match: with_values(match[0]), source)
    if cell.kind is not CellKind.TEST:
        return source
    return with_hidden_test(source, cell.name, problem)


def substitute(token: str, problem: Assignment) -> str:
    """Return the replacement of `<<token>>` in Markdown.

    Args:
        token: The name of a question, "title", a key of SHARES, or "points of part 1".
        problem: The problem set.

    Raises:
        CourseError: The token is unknown.
    """
    questions = problem.questions
    if token in questions:
        points, further = questions[token].points, questions[token].further
        star = f", further {STAR}" if further else ""
        return f"`{token}`, {points:g} point{'' if points == 1 else 's'}{star}"
    if token == "title":
        return problem.title
    if token in SHARES:
        return f"{sum(q.points for q in questions.values() if SHARES[token](q)):g}"
    part, is_in_part, found = token.removeprefix("points of "), False, set[str]()
    for cell in parse_cells(problem.notebook_source.read_text("utf-8")) if part != token else ():
        for heading in re.findall(r"^## (.*)", cell.source, re.MULTILINE):
            is_in_part = heading.lower().startswith(f"{part}:")
        if is_in_part and cell.name in questions:
            found.add(cell.name)
    if found:
        starred = sum(questions[name].points for name in found if questions[name].further)
        core = sum(questions[name].points for name in found) - starred
        of_core = [f"{core:g}"] if core or not starred else []
        return " + ".join([*of_core, *([f"{starred:g} {STAR}"] if starred else [])])
    raise CourseError(
        f"<<{token}>> is unknown: write the name of a question in problems/course.toml, title, "
        f"{', '.join(SHARES)}, or points of part 1 (of the questions below `## Part 1: …`)."
        f"{did_you_mean(token, questions)}"
    )
