"""What lies in a course's folders and must not, and what a release must not hold."""

from __future__ import annotations

from collections.abc import Iterator

from nbformat import NotebookNode

from ..course import TABLE, Assignment, Course, Issue
from ..regions import REGIONS, split, visible
from .figures import drawn, is_figure
from .lint import SHARED
from .release import CELL_METADATA, NOTEBOOK_METADATA


def release_issues(
    problem: Assignment, source: NotebookNode, release: NotebookNode
) -> Iterator[Issue]:
    """What a student must not see, and what got lost on the way."""
    file = problem.short(problem.release)
    if [c.id for c in source.cells] != [c.id for c in release.cells]:
        yield Issue(file, "-", "its cells are not those of the source: run `make build`.")
        return
    if extra := set(release.metadata) - NOTEBOOK_METADATA:
        yield Issue(file, "-", f"its metadata would reach students: {sorted(extra)}.")
    secrets = _secrets(source)
    drawings = {cell.id: drawn(cell) for cell in source.cells if is_figure(cell)}
    for cell in release.cells:
        if extra := set(cell.metadata) - CELL_METADATA:
            yield Issue(file, cell.id, f"its metadata would reach students: {sorted(extra)}.")
        if cell.get("outputs", []) != drawings.get(cell.id, []) or cell.get("execution_count"):
            yield Issue(file, cell.id, "it has outputs that the build did not draw.")
        if cell.get("attachments"):
            yield Issue(file, cell.id, "it has an attachment.")
        for mark in (mark for marks in REGIONS.values() for mark in marks if mark in cell.source):
            yield Issue(file, cell.id, f"`{mark}` reaches students.")
        for line in cell.source.split("\n"):
            if line.strip() in secrets:
                yield Issue(file, cell.id, f"a line that is not for students: {line.strip()}")


def _secrets(source: NotebookNode) -> set[str]:
    """Lines that stand in solutions, hidden tests and mark schemes only. Short lines (`return x`)
    prove nothing.
    """
    public = {line.strip() for cell in source.cells for line in visible(cell.source).split("\n")}
    hidden = {
        line.strip()
        for cell in source.cells
        for region in REGIONS
        for line in split(cell.source, region)[1].split("\n")
    }
    return {line for line in hidden - public if len(line) >= 12}


def stray_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Files beside the notebooks: nbgrader hands out everything that is in source/."""
    expected = {path for p in problems for path in (p.source, p.release, *p.guides)}
    for folder in sorted({path.parent for path in expected}):
        for path in sorted(folder.rglob("*")):
            if path.is_dir() or path in expected or ".ipynb_checkpoints" in path.parts:
                continue
            yield f"{course.short(path)}: students would get this file too. Move or delete it."


def folder_issues(course: Course) -> Iterator[str]:
    """Folders of problems/ that hold no problem set of the table."""
    for path in sorted((course.root / "problems").glob("*/")):
        if path.name == SHARED or path.name.startswith((".", "__")):
            continue
        folder, table = course.short(path), course.assignments.get(path.name)
        if path.name not in course.table[0]:
            yield f"{folder}: {TABLE.as_posix()} has no [{path.name}]: add it, or rename it."
        elif table and not (path / f"{table.notebook}.py").is_file():
            yield f"{folder}: {table.notebook}.py is missing, as {TABLE.as_posix()} calls its text."
