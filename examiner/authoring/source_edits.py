"""Edits of the instructor's notebook: their detection, and their import into the notebook source.

Authors may edit the notebook in JupyterLab. A digest in its metadata shows whether its content has
changed since the build. Running the notebook is no edit.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..cell_kinds import CellKind, cell_kind, name_of, question_of
from ..course import Assignment, Course, CourseError, Issue, cell_place, raise_if_any
from ..course_modules import marking_path, split_head
from ..output_files import write_atomically
from ..regions import split
from .notebook_source import (
    GIVEN,
    TOKEN,
    SourceCell,
    build_notebook,
    cell_content,
    cell_ids,
    instructor_notebook,
    notebook_digest,
    parse_cells,
    substitute,
    without_rubric,
    write_cells,
)


def read_source(problem: Assignment) -> NotebookNode | None:
    """Read the instructor's notebook from source/; None if there is none.

    Raises:
        CourseError: The file can't be read as a notebook.
    """
    if not problem.source.is_file():
        return None
    try:
        return nbformat.read(problem.source, as_version=4)
    except Exception as error:  # nbformat's reader and validator raise many types
        raise CourseError(
            f"{problem.short(problem.source)} can't be read as a notebook ({error}). Restore it, "
            "or delete it and run `make build`."
        ) from error


def check_not_edited(problem: Assignment, before: NotebookNode, built: NotebookNode) -> None:
    """Check that a build would lose no edits.

    Args:
        problem: The problem set.
        before: The notebook in source/.
        built: The new notebook from the notebook source.

    Raises:
        CourseError: The notebook in source/ was edited, and the new one does not have the edits.
    """
    if _is_edited(before) and notebook_digest(before) != notebook_digest(built):
        raise CourseError(
            f"{problem.short(problem.source)} was edited since the last build "
            f"({_difference(before, built)}). Either import the edits into the notebook source:\n"
            f"    .venv/bin/examiner import-edits {problem.name}\n"
            f"or build again from {problem.short(problem.notebook_source)} and lose the edits:\n"
            f"    .venv/bin/examiner build {problem.name} --overwrite"
        )


def import_edits(course: Course, assignment: str, *, force: bool = False) -> list[Path]:
    """Import edits of an instructor's notebook into its notebook source.

    Args:
        course: The course.
        assignment: The name of the problem set.
        force: Import even if the notebook source has changed too, and overwrite these changes.

    Returns:
        The changed files: the notebook source, or none.

    Raises:
        CourseError: There is no notebook, the notebook source has changed too (unless `force`), or
            the notebook source can't represent an edit.
    """
    (problem,) = course.problems(assignment)
    edited, built = read_source(problem), instructor_notebook(problem)
    notebook, source = problem.short(problem.source), problem.short(problem.notebook_source)
    if edited is None:
        raise CourseError(f"{notebook} is missing, so it has no edits: run `make build`.")
    if not _is_edited(edited) or notebook_digest(edited) == notebook_digest(built):
        return []
    if built.metadata.examiner != edited.metadata.get("examiner") and not force:
        raise CourseError(
            f"{source} was changed too since {notebook} was built from it "
            f"({_difference(edited, built)}). Commit {source} first, then run\n"
            f"    .venv/bin/examiner import-edits {assignment} --force\n"
            "and merge the two versions with git diff."
        )
    text = problem.notebook_source.read_text("utf-8")
    write_atomically(problem.notebook_source, _with_edits(text, problem, edited).encode())
    return [problem.notebook_source]


def _is_edited(source: NotebookNode) -> bool:
    return source.metadata.get("examiner", {}).get("digest") != notebook_digest(source)


def _difference(old: NotebookNode, new: NotebookNode) -> str:
    before = {cell.id: cell_content(cell) for cell in old.cells}
    after = {cell.id: cell_content(cell) for cell in new.cells}
    places = [cell_place(id) for id in {**before, **after} if before.get(id) != after.get(id)]
    return f"these differ: {', '.join(places)}" if places else "the order of the cells differs"


def _with_edits(text: str, problem: Assignment, edited: NotebookNode) -> str:
    """Apply the edits of a notebook to a notebook source; unchanged cells stay as they are.

    Raises:
        CourseError: A build of the new notebook source would not give the edited notebook. This
            happens for edits of included files, of points, or of the hidden part of a test.
    """
    cells = parse_cells(text)
    built = {cell.id: cell for cell in build_notebook(text, problem)[0].cells}
    old_cells = dict(zip(cell_ids(cells), cells, strict=True))
    result, issues, file = [], [], problem.short(problem.source)
    for cell in edited.cells:
        old = old_cells.get(cell.id)
        if old is not None and cell_content(cell) == cell_content(built[cell.id]):
            result.append(old)
            continue
        try:
            result.append(_edited_cell(cell, old, problem))
        except CourseError as error:
            issues.append(Issue(file, cell.id, str(error)))
    raise_if_any(issues)
    text = write_cells(result, split_head(text)[0])
    rebuilt = build_notebook(text, problem)[0].cells
    for cell, new, again in zip(edited.cells, result, rebuilt, strict=False):
        if cell_content(cell) == cell_content(again):
            continue
        if new.include:
            raise CourseError(
                str(Issue(file, cell.id, f"its text comes from {new.include}: edit it there."))
            )
        is_test = new.kind is CellKind.TEST
        test = (
            f" The hidden part comes from {marking_path(problem.name, new.name)}."
            if is_test
            else ""
        )
        message = (
            "this edit can't be imported, since a build would not reproduce it. Points and "
            f"`<<...>>` in Markdown come from problems/course.toml.{test} nbgrader's metadata "
            "comes from the `# %%` line. A line `# %%` or `# In[1]:` would split the cell. Undo "
            "the edit, or make it in these files."
        )
        raise CourseError(str(Issue(file, cell.id, message)))
    return text


def _edited_cell(cell: NotebookNode, old: SourceCell | None, problem: Assignment) -> SourceCell:
    """Convert a new or changed cell of the notebook.

    Args:
        cell: The cell of the edited notebook.
        old: Its former version in the notebook source; None for a new cell.
        problem: The problem set.

    Raises:
        CourseError: A notebook source can't represent the cell.
    """
    kind, name = cell_kind(cell), name_of(cell) or ""
    source = without_rubric(cell.source).strip("\n")
    if name and kind is None:
        raise CourseError("its nbgrader metadata fits no kind of cell: correct the metadata.")
    if cell.get("attachments"):
        raise CourseError("a notebook source can't hold attachments: draw the picture in code.")
    if kind is CellKind.TEST:
        name, source = question_of(name), split(source, "hidden tests")[0].strip("\n")
    elif kind is CellKind.GIVEN and cell.cell_type == "code":
        name = name.removeprefix(GIVEN)
    # Unfolding a cell is no edit: people unfold cells in JupyterLab to read them.
    words = old.words if old is not None and cell.cell_type == "code" else ()
    new = SourceCell(cell.cell_type, source, str(kind or ""), name, words=words)
    if old is not None and old.include:
        return replace(new, source="", include=old.include)
    if old is not None and cell.cell_type == old.cell_type == "markdown":
        return replace(new, source=_with_tokens(source, old.source, problem))
    return new


def _with_tokens(new: str, old: str, problem: Assignment) -> str:
    """Put the tokens of the old Markdown back into the edited Markdown.

    Raises:
        CourseError: The value of a token was edited, or its place is ambiguous.
    """
    before = old.split("\n")
    built = [TOKEN.sub(lambda m: substitute(m[1], problem), line) for line in before]
    after, result = new.split("\n"), []
    for operation, a, b, c, d in SequenceMatcher(None, built, after, autojunk=False).get_opcodes():
        if operation == "equal":
            result += before[a:b]
            continue
        lines = "\n".join(after[c:d])
        for token in TOKEN.findall("\n".join(before[a:b])):
            value, source = substitute(token, problem), problem.short(problem.notebook_source)
            if lines.count(value) != 1:
                raise CourseError(f"{value!r} is the value of <<{token}>>: edit it in {source}.")
            lines = lines.replace(value, f"<<{token}>>")
        result += lines.split("\n") if c < d else []
    return "\n".join(result)
