"""The reference notebook in the gradebook, and the check that it agrees with all other versions.

An assignment exists in four places: the notebook source in problems/, source/, release/ and the
gradebook. If they differ, an earlier form of a check could mark answers wrong, and nobody would
notice. So the examiner grades only if they agree; `nbgrader generate_assignment` brings them into
agreement (see `term.nbgrader_overrides`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader import api
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.utils import compute_checksum

from ..authoring.figures import drawn_outputs, is_figure
from ..authoring.hidden_tests import FINDER
from ..authoring.marking_modules import modules_of
from ..authoring.notebook_source import instructor_notebook, notebook_digest
from ..authoring.source_edits import read_source
from ..cell_code import bound_names
from ..cell_kinds import CellKind, cell_kind, kind_from_flags, name_of
from ..course import TABLE, Assignment, Course, CourseError
from ..course_key import course_key
from ..course_modules import MARKING
from ..grading.reference_notebook import Figure, ReferenceCell, ReferenceNotebook, ReleasedCell
from ..regions import split, visible
from ..wording import names


def generate_hint(assignment: str) -> str:
    """Return the advice to run the command that brings the versions into agreement."""
    return f"run `nbgrader generate_assignment {assignment}`"


def is_built(problem: Assignment) -> bool | None:
    """Return whether source/ is up to date with the notebook source in problems/.

    Returns:
        None if there is no notebook source, as in a course folder to which notebooks were copied.
    """
    if not problem.notebook_source.is_file():
        return None
    source = read_source(problem)
    if source is None:
        return False
    built, modules = (
        instructor_notebook(problem),
        source.metadata.get("examiner", {}).get("modules"),
    )
    return (
        notebook_digest(built) == notebook_digest(source)
        and built.metadata.examiner.get("modules") == modules
    )


def find_assignment(gradebook: Gradebook, name: str) -> api.Assignment:
    """Return the assignment's row in the gradebook.

    Raises:
        CourseError: The gradebook doesn't have the assignment.
    """
    try:
        return gradebook.find_assignment(name)
    except MissingEntry:
        raise CourseError(f"{name} is not in the gradebook: {generate_hint(name)}.") from None


def _kinds_of_cells(notebook: api.Notebook) -> dict[str, CellKind | None]:
    """Return cell -> kind in a notebook of the gradebook; None for kinds that nobody grades."""
    graded, answers = (
        {cell.name for cell in cells} for cells in (notebook.grade_cells, notebook.solution_cells)
    )
    return {
        cell.name: kind_from_flags(cell.name in graded, cell.name in answers, bool(cell.locked))
        for cell in notebook.source_cells
    }


def check_same_cells(gradebook: Gradebook, problem: Assignment) -> None:
    """Check that a new release has the cells that submissions in the gradebook were graded by.

    nbgrader can't change the names and kinds of an assignment's cells once there are submissions.
    It finds out after it has deleted release/.

    Args:
        gradebook: The open gradebook, which has submissions of the assignment.
        problem: The problem set.

    Raises:
        CourseError: A cell or the notebook was added, removed or renamed, or a cell has another
            kind; or the notebook source has issues.
    """
    written = problem.notebook_source.is_file()
    notebook = instructor_notebook(problem) if written else read_source(problem)
    kinds = {name_of(cell): cell_kind(cell) for cell in (notebook.cells if notebook else ())}
    now: dict[str, object] = {f"{problem.notebook}.ipynb": "notebook"}
    now |= {name: kind for name, kind in kinds.items() if name and kind}
    known: dict[str, object] = {}
    for row in find_assignment(gradebook, problem.name).notebooks:
        known |= {f"{row.name}.ipynb": "notebook", **_kinds_of_cells(row)}
    changes = {
        "added": now.keys() - known.keys(),
        "removed": known.keys() - now.keys(),
        "of another kind": {name for name in now.keys() & known.keys() if now[name] != known[name]},
    }
    found = [f"{what}: {names(sorted(cells))}" for what, cells in changes.items() if cells]
    if found:
        place = problem.short(problem.notebook_source if written else problem.source)
        raise CourseError(
            f"{problem.name} has submissions or extensions in the gradebook, so its cells must "
            f"stay ({'; '.join(found)}). Nothing was changed. In {place} and {TABLE.as_posix()}, "
            "put back what was removed or renamed, and move new questions to a new problem set. "
            "Texts, tests and points may change."
        )


def load_reference_notebook(
    gradebook: Gradebook, course: Course, problem: Assignment, source: Path, release: Path
) -> ReferenceNotebook:
    """Load the reference notebook that `nbgrader generate_assignment` last put into the gradebook.

    The gradebook doesn't store the order of cells, rubrics or figures: the function reads these
    from the notebook `source`.

    Args:
        gradebook: The open gradebook.
        course: The course.
        problem: The assignment.
        source: The instructor's notebook in source/.
        release: The students' notebook in release/.

    Raises:
        CourseError: The notebook source, source/, release/ and the gradebook don't agree, or a cell
            is of a kind that this course doesn't grade.
    """
    name, again = problem.name, generate_hint(problem.name)
    if is_built(problem) is False:
        why = "differs from problems/" if problem.source.is_file() else "is missing"
        raise CourseError(f"{problem.short(problem.source)} {why}: {again}.")
    found = [row.name for row in find_assignment(gradebook, name).notebooks]
    if found != [problem.notebook]:
        there = ", ".join(found) or "no notebook"
        raise CourseError(
            f"{name} has {there} in the gradebook instead of {problem.notebook}: {again}."
        )
    notebook = gradebook.find_notebook(problem.notebook, name)
    points = {cell.name: float(cell.max_score) for cell in notebook.grade_cells}
    # The maximum of a further problem in the gradebook can be 0 (see `further_cells`).
    further = {q.test: q.points for q in problem.questions.values() if q.further}
    points |= {name: most for name, most in further.items() if name in points}
    kinds = _kinds_of_cells(notebook)
    in_source = nbformat.read(source, as_version=4).cells if source.is_file() else []
    written = {name_of(cell): cell.source for cell in in_source if name_of(cell)}
    places, cells = {name: i for i, name in enumerate(written)}, []
    for cell in sorted(notebook.source_cells, key=lambda c: places.get(c.name, len(places))):
        kind = kinds[cell.name]
        if kind is None:
            raise CourseError(
                f"{name}/{problem.notebook}, cell {cell.name}: this course doesn't grade cells of "
                "this kind. Make it given, an answer, a test or a written answer, then "
                f"{again}."
            )
        reference_cell = ReferenceCell(
            name=cell.name,
            kind=kind,
            source=cell.source,
            cell_type="code" if cell.cell_type == "code" else "markdown",
            points=points.get(cell.name, 0.0),
            checksum=cell.checksum,
            rubric=split(written.get(cell.name, ""), "mark scheme")[1].strip(),
        )
        cells.append(_as_released(reference_cell))
    kernelspec = json.loads(notebook.kernelspec or "{}")
    figures = tuple(_figure(cell) for cell in in_source if is_figure(cell))
    key, elsewhere = course_key(course.root), course.cells_of_other_assignments(name)
    definitions = {q.name: tuple(q.defined) for q in problem.questions.values() if q.defines}
    texts = modules_of(problem).texts
    if not texts and any(FINDER in cell.source for cell in cells):
        folder = f"problems/{name}/{MARKING}/"
        raise CourseError(
            f"{folder} is missing, but the hidden tests of {name} import it: copy it from the "
            "course folder where the assignment was built."
        )
    about = figures, key, problem.level, name, elsewhere, texts
    more = layout_of(in_source, cells), definitions, _files_beside(source)
    reference = ReferenceNotebook(tuple(cells), kernelspec, *about, *more)
    _check_notebooks(course, reference, source, release)
    return reference


def layout_of(
    in_source: Iterable[NotebookNode], cells: Iterable[ReferenceCell]
) -> tuple[ReleasedCell, ...]:
    """Return all cells of a reference notebook in order, as students received them.

    Args:
        in_source: The cells of the notebook in source/.
        cells: The cells among them that the gradebook knows by name.

    Returns:
        No cells if a cell of `cells` is missing in the notebook.
    """
    known = {cell.name: cell.released_source for cell in cells}
    layout = []
    for cell in in_source:
        name = name_of(cell) or cell.id
        source = known.get(name, visible(cell.source))
        layout.append(ReleasedCell(name, cell.cell_type, source))
    return tuple(layout) if known.keys() <= {cell.name for cell in layout} else ()


def _files_beside(source: Path) -> tuple[str, ...]:
    """Return the relative paths of the files that students receive with a notebook."""
    files = [path for path in source.parent.rglob("*") if path.is_file() and path != source]
    return tuple(sorted(path.relative_to(source.parent).as_posix() for path in files))


def _check_notebooks(
    course: Course, reference: ReferenceNotebook, source: Path, release: Path
) -> None:
    """Raise CourseError if a cell in source/ or release/ differs from the gradebook.

    A missing notebook is no error.
    """
    # source/ has solutions where the gradebook has stubs; release/ lacks the hidden parts.
    locked = {cell.name: cell.source if cell.locked else None for cell in reference.cells}
    seen: dict[str, str | None] = {c.name: visible(c.source).strip() for c in reference.cells}
    for notebook, expected, why in (
        (source, locked, f"changed since {reference.assignment} was entered in the gradebook"),
        (release, seen, "differs from the gradebook"),
    ):
        if differing := _differing(notebook, expected):
            cells = f"{', '.join(differing)} in {course.short(notebook)}"
            raise CourseError(f"{cells} {why}: {generate_hint(reference.assignment)}.")


def _differing(notebook: Path, expected: dict[str, str | None]) -> list[str]:
    """List the cells of a notebook that differ from the expected cells, sorted by name.

    Args:
        notebook: The file; a missing file has no differing cells.
        expected: The name of a cell -> its source, or None if any source is fine.
    """
    if not notebook.is_file():
        return []
    try:
        cells = nbformat.read(notebook, as_version=4).cells
    except Exception as error:  # nbformat raises errors of many kinds
        raise CourseError(
            f"{notebook} can't be read as a notebook ({error}). Restore it; or delete it and "
            f"{generate_hint(notebook.parent.name)}."
        ) from None
    found = {name: cell.source for cell in cells if (name := name_of(cell))}
    kept = [(name, text) for name, text in expected.items() if name in found and text is not None]
    changed = (name for name, text in kept if text not in (found[name], found[name].strip()))
    return sorted({*changed, *(found.keys() ^ expected.keys())})


def _figure(cell: NotebookNode) -> Figure:
    outputs = json.loads(json.dumps(drawn_outputs(cell)))
    return Figure(cell.source, frozenset(bound_names(cell.source)), tuple(outputs))


def _as_released(cell: ReferenceCell) -> ReferenceCell:
    """Return an answer's stub without the rubric, and with the checksum of an untouched answer."""
    if cell.locked:
        return cell
    cell = replace(cell, source=split(cell.source, "mark scheme")[0])
    return replace(cell, checksum=compute_checksum(cell.notebook_cell(cell.source)))
