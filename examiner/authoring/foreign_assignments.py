"""Detection of foreign assignments: assignments in source/ that this course did not build.

The examiner computes marks by checks in problems/. Without this detection, it would grade an
assignment that was made in JupyterLab, as in other nbgrader courses, by rules that the author did
not intend.
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

AUTOTEST = "AUTOTEST"  # marks a line from which nbgrader generates tests
PYTHON = "python"
MAX_NAMES = 3
ADVICE = (
    "This course grades only assignments with a notebook source in problems/. Write one (see "
    "docs/adding-a-problem.md). Or grade the assignment with nbgrader alone, in another course "
    "folder and another installation, if you trust every student's code."
)


def refuse_foreign(course: Course, name: str, *, built_counts: bool = False) -> None:
    """Raise a CourseError of one line for an assignment in source/ that this course can't grade.

    Args:
        course: The course.
        name: The name of the assignment.
        built_counts: Accept every assignment with a notebook source, without further checks.
    """
    if not (course.root / TABLE).is_file():
        return  # another function reports the missing table
    folder, assignment = course.root / "source" / name, course.assignments.get(name)
    is_written = assignment is not None and assignment.notebook_source.is_file()
    if not folder.is_dir() or (built_counts and is_written):
        return
    reason = next(refusal_reasons(folder), "")
    if not reason and assignment is None:
        reason = f"{TABLE.as_posix()} does not have it"
    if reason:
        raise CourseError(f"{quoted_name(name)} can't be graded: {reason}. {ADVICE}")


def refusal_reasons(folder: Path) -> Iterator[str]:
    """Find the reasons why this course can't grade an assignment.

    Args:
        folder: The assignment's folder in source/.

    Yields:
        Each reason, as a part of a sentence.
    """
    notebooks = sorted(folder.glob("*.ipynb"))
    if len(notebooks) > 1:
        yield f"it has several notebooks ({_listed(path.name for path in notebooks)})"
    for path in notebooks:
        try:
            notebook = nbformat.read(path, as_version=4)
        except Exception as error:  # nbformat raises many types
            yield f"{path.name} can't be read as a notebook ({error})"
            continue
        yield from _reasons_in(notebook, path.name)
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    visible = (path for path in paths if not any(part[0] in "._" for part in path.parts))
    files = [p.as_posix() for p in visible if p.suffix != ".ipynb" and p.name != GUIDE.name]
    if files:
        yield (
            f"it has files beside the notebook ({_listed(files)}), which the sandbox does not show "
            "to answers"
        )


def _reasons_in(notebook: NotebookNode, name: str) -> Iterator[str]:
    kernel = notebook.metadata.get("kernelspec", {})
    language = kernel.get("language") or notebook.metadata.get("language_info", {}).get("name")
    spec = str(kernel.get("name") or PYTHON)
    language = str(language or (PYTHON if PYTHON in spec else spec))
    if PYTHON not in language.casefold():
        yield f"{name} is not for a Python kernel ({quoted_name(language)})"
    for cell in notebook.cells:
        metadata = cell.metadata.get("nbgrader", {})
        if metadata.get("task"):
            yield f"cell {name_of(cell)} of {name} is a manually graded task"
        if metadata.get("grade") and AUTOTEST in cell.source:
            yield f"cell {name_of(cell)} of {name} has generated tests ({AUTOTEST})"
        elif is_test(cell) and not _ends_with_check(cell.source):
            yield f"cell {name_of(cell)} of {name} tests by plain asserts, without a check"


def _ends_with_check(source: str) -> bool:
    """Check whether the hidden part of a test ends with an expression, which can be a verdict."""
    _, hidden = split(source, "hidden tests")
    try:
        statements = ast.parse(without_magics(hidden)).body
    except SyntaxError:
        return False
    return bool(statements) and isinstance(statements[-1], ast.Expr)


def _listed(found: Iterable[str]) -> str:
    return names([*map(quoted_name, found)], MAX_NAMES)
