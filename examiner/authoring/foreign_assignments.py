"""Assignments that were not built here: what they are, and why they can't be graded.

Marks come from checks, beside a text in problems/. An assignment that was made in JupyterLab, as
any nbgrader course has them, would be graded by other rules than its author meant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..cell_code import without_magics
from ..cell_kinds import is_test, name_of
from ..course import GUIDE, TABLE, Course, CourseError
from ..quoting import quoted_name
from ..regions import split
from ..wording import names

AUTOTEST = "AUTOTEST"  # in a line of a test that nbgrader makes tests of
PYTHON = "python"
MAX_NAMES = 3
WHAT_TO_DO = (
    "Only assignments with a text in problems/ are graded here: write it as one, as "
    "docs/adding-a-problem.md says, or grade it with nbgrader alone, in another course folder and "
    "another installation, if you trust every student's code."
)


def refuse_foreign(course: Course, name: str, *, built_counts: bool = False) -> None:
    """CourseError for an assignment in source/ that this course can't grade, in one line.

    built_counts: Whether an assignment with a text in problems/ is taken as it is.
    """
    if not (course.root / TABLE).is_file():
        return  # whoever reads it says so
    folder, here = course.root / "source" / name, course.assignments.get(name)
    if not folder.is_dir() or (built_counts and here and here.text.is_file()):
        return
    kind = next(kinds(folder), "")
    if not kind and here is None:
        kind = f"{TABLE.as_posix()} does not have it"
    if kind:
        raise CourseError(f"{quoted_name(name)} can't be graded: {kind}. {WHAT_TO_DO}")


def kinds(folder: Path) -> Iterator[str]:
    """What an assignment in a folder of source/ is that this course can't grade, in words."""
    notebooks = sorted(folder.glob("*.ipynb"))
    if len(notebooks) > 1:
        yield f"it has several notebooks ({_listed(path.name for path in notebooks)})"
    for path in notebooks:
        try:
            notebook = nbformat.read(path, as_version=4)
        except Exception as error:  # nbformat raises what its reader happens to raise
            yield f"{path.name} is not a notebook that can be read ({error})"
            continue
        yield from _of_notebook(notebook, path.name)
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    visible = (path for path in paths if not any(part[0] in "._" for part in path.parts))
    files = [p.as_posix() for p in visible if p.suffix != ".ipynb" and p.name != GUIDE.name]
    if files:
        yield (
            f"it has files beside the notebook ({_listed(files)}), which the sandbox does not show "
            "to answers"
        )


def _of_notebook(notebook: NotebookNode, name: str) -> Iterator[str]:
    """The same, of one notebook."""
    kernel = notebook.metadata.get("kernelspec", {})
    language = kernel.get("language") or notebook.metadata.get("language_info", {}).get("name")
    spec = str(kernel.get("name") or PYTHON)
    language = str(language or (PYTHON if PYTHON in spec else spec))
    if PYTHON not in language.casefold():
        yield f"{name} is for another kernel than Python's ({quoted_name(language)})"
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        if about.get("task"):
            yield f"cell {name_of(cell)} of {name} is a manually graded task"
        if about.get("grade") and AUTOTEST in cell.source:
            yield f"cell {name_of(cell)} of {name} has tests that nbgrader makes ({AUTOTEST})"
        elif is_test(cell) and not _ends_in_a_check(cell.source):
            yield f"cell {name_of(cell)} of {name} tests by plain asserts, without a check"


def _ends_in_a_check(source: str) -> bool:
    """Whether the hidden part of a test ends in an expression, whose value can be a verdict."""
    _, hidden = split(source, "hidden tests")
    try:
        statements = ast.parse(without_magics(hidden)).body
    except SyntaxError:
        return False
    return bool(statements) and isinstance(statements[-1], ast.Expr)


def _listed(found: Iterable[str]) -> str:
    return names([*map(quoted_name, found)], MAX_NAMES)
