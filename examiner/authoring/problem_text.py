"""Problem text, as a person writes it, and the instructor's notebook that it stands for.

The text is Python in jupytext's percent format. The header of a cell says what the cell is for:
docs/adding-a-problem.md lists what it can say. nbgrader's metadata and the points are not written:
they are put in, and so is the hidden part of a test (see `examiner.authoring.marking`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import nbformat
from nbformat import NotebookNode

from ..cells import Kind, nbgrader_metadata
from ..course import Assignment, CourseError, Issue, raise_if_any
from ..wording import did_you_mean
from . import figures
from .marking import with_hidden_tests
from .text_cells import FIGURE, FOLDED, KINDS, WORDS, TextCell, joined, parse

KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
TOKEN = re.compile(r"<<(\w[\w ]*)>>")


def read(text: str, problem: Assignment) -> NotebookNode:
    """The instructor's notebook of a problem text. CourseError for what it can't be built from."""
    notebook, issues = build_notebook(parse(text), problem)
    raise_if_any(issues)
    return notebook


def build_notebook(cells: list[TextCell], problem: Assignment) -> tuple[NotebookNode, list[Issue]]:
    """The instructor's notebook of the cells of a text, and what it can't be built from: such cells
    are in it as they stand in the text.
    """
    notebook = nbformat.v4.new_notebook(metadata=KERNEL)
    issues = []
    solutions = {cell.name: cell.source for cell in cells if cell.kind is Kind.ANSWER}
    for name, cell in zip(cell_ids(cells), cells, strict=True):
        new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(cell.source, id=name)
        try:
            _check_header(cell, problem)
            _set_metadata(new, cell, problem)
            new.source = _source(cell, problem, solutions)
        except CourseError as error:
            issues.append(Issue(problem.short(problem.text), name, str(error)))
        notebook.cells.append(new)
    return notebook, issues


def cell_ids(cells: list[TextCell]) -> list[str]:
    """What the cells are called. A cell without a name is called after the named cell above it, so
    that its id stays when other parts of the problem set change.
    """
    ids, last, count = [], "start", 0
    for cell in cells:
        last, count = (cell.grade_id, 0) if cell.kind else (last, count + 1)
        ids.append(cell.grade_id or f"{last}-{count}")
    return ids


def _check_header(cell: TextCell, problem: Assignment) -> None:
    """CourseError for a header that can't be understood."""
    if cell.unknown:
        raise CourseError(_unknown_in_header(cell))
    if cell.role and not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", cell.name):
        raise CourseError(
            f"{cell.role}={cell.name!r} is no name of lower-case letters, digits, underscores."
        )
    question = problem.questions.get(cell.name)
    if cell.role not in ("", Kind.GIVEN) and question is None:
        raise CourseError(
            f"problems/course.toml has no question {cell.name}: add it there, or correct the name."
        )
    if cell.kind is Kind.TEST and question.written:
        raise CourseError(f"{cell.name} is a written question and has no test.")
    if cell.words and cell.cell_type != "code":
        raise CourseError(f"only a cell of code can be {' and '.join(cell.words)}.")
    if FIGURE in cell.words and cell.role:
        raise CourseError("a figure is a cell of its own: it is no answer, test or given code.")
    if cell.include and cell.source:
        raise CourseError(f"its text is that of {cell.include}: take out what stands below it.")


def _unknown_in_header(cell: TextCell) -> str:
    """What is said of a header with words that mean nothing."""
    keys = (*KINDS, "include")
    known = f"{', '.join(WORDS)}, one of {', '.join(KINDS)}, and include"
    near = did_you_mean(
        cell.unknown[0].partition("=")[0], [key for key in keys if key != cell.role]
    )
    said = f"its `# %%` line says {', '.join(cell.unknown)}, and can say {known}"
    return f"{said}: correct it, or take it out.{near}"


def _set_metadata(new: NotebookNode, cell: TextCell, problem: Assignment) -> None:
    if cell.kind:
        graded = cell.kind in (Kind.TEST, Kind.WRITTEN)
        points = problem.questions[cell.name].points if graded else None
        new.metadata["nbgrader"] = nbgrader_metadata(cell.kind, cell.grade_id, points)
    if FOLDED in cell.words:
        new.metadata["jupyter"] = {"source_hidden": True}
    if FIGURE in cell.words:
        figures.mark(new)


def _source(cell: TextCell, problem: Assignment, solutions: Mapping[str, str]) -> str:
    source = text_of(cell, problem)
    if cell.cell_type == "markdown":
        return TOKEN.sub(lambda match: substitute(match[1], problem), source)
    if cell.kind is not Kind.TEST:
        return source
    return with_hidden_tests(source, cell.name, problem, solutions.get(cell.name, ""))


def text_of(cell: TextCell, problem: Assignment) -> str:
    """What stands in a cell, or in the files that it includes: paths from the text's folder on."""
    if not cell.include:
        return cell.source
    return joined([_included(name, problem) for name in cell.include.split()])


def _included(name: str, problem: Assignment) -> str:
    path = (problem.text.parent / name).resolve()
    if not path.is_file() or not path.is_relative_to(problem.root.resolve()):
        raise CourseError(
            f"there is no file {name} in the course, seen from "
            f"{problem.short(problem.text.parent)}: correct its include."
        )
    return path.read_text().strip("\n")


def substitute(token: str, problem: Assignment) -> str:
    """What `<<token>>` stands for. CourseError for a token that stands for nothing."""
    questions = problem.questions
    if token in questions:
        points = questions[token].points
        return f"`{token}`, {points:g} point{'' if points == 1 else 's'}"
    if token == "title":
        return problem.title
    if token in _SHARES:
        return f"{sum(q.points for q in questions.values() if _SHARES[token](q)):g}"
    part = token.removeprefix("points of ")
    if part != token and (names := _questions_below(part, problem)):
        return f"{sum(questions[name].points for name in names):g}"
    raise CourseError(
        f"<<{token}>> stands for nothing: write the name of a question in problems/course.toml, "
        f"or title, {', '.join(_SHARES)}, points of part 1 (of what stands below `## Part 1: …`)."
    )


def _questions_below(part: str, problem: Assignment) -> set[str]:
    """The questions whose cells stand below the heading of a part, up to the next like it."""
    below, found = False, set[str]()
    for cell in parse(problem.text.read_text()):
        for heading in re.findall(r"^## (.*)", cell.source, re.MULTILINE):
            below = heading.lower().startswith(f"{part}:")
        if below and cell.name in problem.questions:
            found.add(cell.name)
    return found


_SHARES = {
    "points": lambda question: True,
    "points by machine": lambda question: not question.written,
    "points by a person": lambda question: question.written,
}


def content(cell: NotebookNode) -> tuple[str, str, dict | None]:
    """What counts in a cell of an instructor's notebook: running it in JupyterLab changes none."""
    return cell.cell_type, cell.source.strip("\n"), cell.metadata.get("nbgrader")
