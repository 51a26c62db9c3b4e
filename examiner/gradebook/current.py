"""Whether grade book, source/ and release/ are what the problem text says.

An answer that an earlier form of a check marks is marked wrong, and nobody would see it. So nothing
is graded until they agree; `nbgrader generate_assignment` makes them (see `term.nbgrader_doors`).
"""

from __future__ import annotations

from pathlib import Path

import nbformat

from ..authoring import build
from ..cells import name_of
from ..course import TABLE, Course, CourseError, Problem
from ..grading.master import Master
from ..regions import visible


def mend(assignment: str) -> str:
    """What to run where they don't agree."""
    return f"run `nbgrader generate_assignment {assignment}`"


def check_text(problem: Problem) -> None:
    """CourseError where source/ is not what is built from the text."""
    if is_built(problem) is False:
        source, text = problem.short(problem.source), problem.short(problem.text)
        why = (
            f"is not what {text} and {TABLE.as_posix()} say"
            if problem.source.is_file()
            else "is missing"
        )
        raise CourseError(f"{source} {why}: {mend(problem.assignment)}.")


def is_built(problem: Problem) -> bool | None:
    """Whether source/ is what is built from the text; None without a text."""
    if not problem.text.is_file():
        return None  # a course folder that notebooks were copied to
    source = build.existing_source(problem)
    return source is not None and build.digest(build.source_of(problem)) == build.digest(source)


def check_notebooks(course: Course, master: Master, name: str, source: Path, release: Path) -> None:
    """CourseError where source/ or release/ has a cell in another form than the grade book.

    name: of the assignment. A notebook that isn't there says nothing else.
    """
    if differing := _differing_source(master, source):
        raise CourseError(
            f"{', '.join(differing)} in {course.short(source)} changed since {name} was entered in "
            f"the grade book: {mend(name)}."
        )
    if differing := _differing_release(master, release):
        raise CourseError(
            f"{', '.join(differing)} in {course.short(release)} is not as in the grade book: "
            f"{mend(name)}."
        )


def _sources(notebook: Path) -> dict[str, str] | None:
    """What stands in the cells with names; None where there is no notebook."""
    if not notebook.is_file():
        return None
    try:
        cells = nbformat.read(notebook, as_version=4).cells
    except Exception as error:  # nbformat raises what its reader and validator happen to raise
        raise CourseError(
            f"{notebook} is not a notebook that can be read ({error}). Restore it, or delete it: "
            f"{mend(notebook.parent.name)}."
        ) from None
    return {name_of(cell): cell.source for cell in cells if name_of(cell)}


def _differing_source(master: Master, path: Path) -> list[str]:
    """The locked cells and tests that source/ has in another form than the grade book."""
    if (cells := _sources(path)) is None:
        return []
    known = {cell.name for cell in master.cells}
    changed = (c.name for c in master.cells if c.locked and c.name in cells)
    changed = [name for name in changed if cells[name] != master[name].source]
    return sorted({*changed, *(set(cells) ^ known)})


def _differing_release(master: Master, path: Path) -> list[str]:
    """The same of release/, of which students have what they may see."""
    if (cells := _sources(path)) is None:
        return []
    known = {cell.name: visible(cell.source).strip() for cell in master.cells}
    changed = [name for name in known if name in cells and cells[name].strip() != known[name]]
    return sorted({*changed, *(set(cells) ^ set(known))})
