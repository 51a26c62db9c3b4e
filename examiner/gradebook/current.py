"""Whether grade book, source/ and release/ are what the problem text says.

An answer that an earlier form of a check marks is marked wrong, and nobody would see it. So nothing
is graded until they agree; `nbgrader generate_assignment` makes them (see `term.nbgrader_doors`).
"""

from __future__ import annotations

from pathlib import Path

import nbformat

from ..authoring import build
from ..cells import name_of
from ..course import TABLE, Assignment, Course, CourseError
from ..grading.master import Master
from ..regions import visible


def mend(assignment: str) -> str:
    """What to run where they don't agree."""
    return f"run `nbgrader generate_assignment {assignment}`"


def check_text(problem: Assignment) -> None:
    """CourseError where source/ is not what is built from the text."""
    if is_built(problem) is False:
        source, text = problem.short(problem.source), problem.short(problem.text)
        why = (
            f"is not what {text} and {TABLE.as_posix()} say"
            if problem.source.is_file()
            else "is missing"
        )
        raise CourseError(f"{source} {why}: {mend(problem.name)}.")


def is_built(problem: Assignment) -> bool | None:
    """Whether source/ is what is built from the text; None without a text."""
    if not problem.text.is_file():
        return None  # a course folder that notebooks were copied to
    source = build.existing_source(problem)
    return source is not None and build.digest(build.source_of(problem)) == build.digest(source)


def check_notebooks(course: Course, master: Master, name: str, source: Path, release: Path) -> None:
    """CourseError where source/ or release/ has a cell in another form than the grade book.

    name: of the assignment. A notebook that isn't there says nothing else.
    """
    # In source/ answers stand instead of stubs; in release/ what students may see.
    asked = {cell.name: cell.source if cell.locked else None for cell in master.cells}
    seen = {cell.name: visible(cell.source).strip() for cell in master.cells}
    for notebook, expected, why in (
        (source, asked, f"changed since {name} was entered in the grade book"),
        (release, seen, "is not as in the grade book"),
    ):
        if differing := _differing(notebook, expected):
            where = f"{', '.join(differing)} in {course.short(notebook)}"
            raise CourseError(f"{where} {why}: {mend(name)}.")


def _differing(notebook: Path, expected: dict[str, str | None]) -> list[str]:
    """The cells of a notebook that are missing, too many, or not as expected (None: in any form).
    None of one that isn't there."""
    if not notebook.is_file():
        return []
    try:
        cells = nbformat.read(notebook, as_version=4).cells
    except Exception as error:  # nbformat raises what its reader and validator happen to raise
        raise CourseError(
            f"{notebook} is not a notebook that can be read ({error}). Restore it, or delete it: "
            f"{mend(notebook.parent.name)}."
        ) from None
    found = {name_of(cell): cell.source for cell in cells if name_of(cell)}
    kept = [(name, text) for name, text in expected.items() if name in found and text is not None]
    changed = (name for name, text in kept if text not in (found[name], found[name].strip()))
    return sorted({*changed, *(found.keys() ^ expected.keys())})
