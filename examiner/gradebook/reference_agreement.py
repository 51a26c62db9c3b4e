"""The reference notebook in the grade book, once the problem text, source/, release/ and it agree.

An answer that an earlier form of a check marks is marked wrong, and nobody would see it. So nothing
is graded until they agree; `nbgrader generate_assignment` makes them (see `term.nbgrader_doors`).
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
from ..cell_kinds import kind_from_flags, name_of
from ..course import TABLE, Assignment, Course, CourseError
from ..course_key import course_key
from ..course_modules import MARKING
from ..grading.reference_notebook import Figure, ReferenceCell, ReferenceNotebook, ReleasedCell
from ..regions import split, visible


def generate_hint(assignment: str) -> str:
    """The command to run where they don't agree."""
    return f"run `nbgrader generate_assignment {assignment}`"


def is_built(problem: Assignment) -> bool | None:
    """True where source/ is what is built from the text; None without a text."""
    if not problem.notebook_source.is_file():
        return None  # a course folder that notebooks were copied to
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
    """The assignment's row in the grade book. CourseError where it has none."""
    try:
        return gradebook.find_assignment(name)
    except MissingEntry:
        raise CourseError(f"{name} is not in the grade book: {generate_hint(name)}.") from None


def load_reference_notebook(
    gradebook: Gradebook, course: Course, problem: Assignment, source: Path, release: Path
) -> ReferenceNotebook:
    """Load the reference notebook that `nbgrader generate_assignment` last put into the gradebook.

    The grade book keeps no order of cells, mark schemes or figures: those come from the notebook
    `source`. CourseError where the text, source/, release/ and the grade book don't agree, and for
    a cell that is no kind of this course's.
    """
    name, again = problem.name, generate_hint(problem.name)
    if is_built(problem) is False:
        text = f"is not what {problem.short(problem.notebook_source)} and {TABLE.as_posix()} say"
        why = text if problem.source.is_file() else "is missing"
        raise CourseError(f"{problem.short(problem.source)} {why}: {again}.")
    found = [row.name for row in find_assignment(gradebook, name).notebooks]
    if found != [problem.notebook]:
        there = found or "no notebook"
        raise CourseError(f"{name} has {there} in the grade book: {again}.")
    notebook = gradebook.find_notebook(problem.notebook, name)
    points = {cell.name: float(cell.max_score) for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    in_source = nbformat.read(source, as_version=4).cells if source.is_file() else []
    written = {name_of(cell): cell.source for cell in in_source if name_of(cell)}
    places, cells = {name: i for i, name in enumerate(written)}, []
    for cell in sorted(notebook.source_cells, key=lambda c: places.get(c.name, len(places))):
        kind = kind_from_flags(cell.name in points, cell.name in solutions, bool(cell.locked))
        if kind is None:
            raise CourseError(
                f"{name}/{problem.notebook}, cell {cell.name}: a kind of cell that "
                "this course doesn't grade. Make it given, an answer, a test or a written answer, "
                "and release it again."
            )
        master_cell = ReferenceCell(
            name=cell.name,
            kind=kind,
            source=cell.source,
            cell_type="code" if cell.cell_type == "code" else "markdown",
            points=points.get(cell.name, 0.0),
            checksum=cell.checksum,
            rubric=split(written.get(cell.name, ""), "mark scheme")[1].strip(),
        )
        cells.append(_as_released(master_cell))
    kernelspec = json.loads(notebook.kernelspec or "{}")
    drawings = tuple(_figure(cell) for cell in in_source if is_figure(cell))
    key, elsewhere = course_key(course.root), course.cells_of_other_assignments(name)
    asked = {q.name: tuple(q.defined) for q in problem.questions.values() if q.defines}
    texts = modules_of(problem).texts
    if not texts and any(FINDER in cell.source for cell in cells):
        folder = f"problems/{name}/{MARKING}/"
        raise CourseError(
            f"{folder} is missing, which the hidden tests of {name} import: copy it from the "
            "course folder that they were built in."
        )
    about = drawings, key, problem.level, name, elsewhere, texts
    more = layout_of(in_source, cells), asked, _beside(source)
    reference = ReferenceNotebook(tuple(cells), kernelspec, *about, *more)
    _check_notebooks(course, reference, source, release)
    return reference


def layout_of(
    in_source: Iterable[NotebookNode], cells: Iterable[ReferenceCell]
) -> tuple[ReleasedCell, ...]:
    """Return all cells of a reference notebook in order, as students received them.

    Args:
        in_source: The cells of the notebook in source/.
        cells: Those of them that the course knows by name.

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


def _beside(source: Path) -> tuple[str, ...]:
    """The paths of the files that are handed out with a notebook."""
    files = [path for path in source.parent.rglob("*") if path.is_file() and path != source]
    return tuple(sorted(path.relative_to(source.parent).as_posix() for path in files))


def _check_notebooks(
    course: Course, reference: ReferenceNotebook, source: Path, release: Path
) -> None:
    """CourseError where source/ or release/ has a cell in another form than the grade book.

    A notebook that isn't there says nothing else.
    """
    # In source/ answers stand instead of stubs; in release/ what students may see.
    asked = {cell.name: cell.source if cell.locked else None for cell in reference.cells}
    seen: dict[str, str | None] = {c.name: visible(c.source).strip() for c in reference.cells}
    for notebook, expected, why in (
        (source, asked, f"changed since {reference.assignment} was entered in the grade book"),
        (release, seen, "is not as in the grade book"),
    ):
        if differing := _differing(notebook, expected):
            where = f"{', '.join(differing)} in {course.short(notebook)}"
            raise CourseError(f"{where} {why}: {generate_hint(reference.assignment)}.")


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
    """An answer's stub without the mark scheme, and with the checksum of an untouched answer."""
    if cell.locked:
        return cell
    cell = replace(cell, source=split(cell.source, "mark scheme")[0])
    return replace(cell, checksum=compute_checksum(cell.notebook_cell(cell.source)))
