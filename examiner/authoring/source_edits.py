"""Edits of the notebook in source/, in JupyterLab, say: seen before a build would overwrite them,
and brought back into the problem text.

The notebook carries a digest of what was built; to run it is no edit.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..cell_kinds import CellKind, kind_of, name_of, question_of
from ..course import Assignment, Course, CourseError, Issue, raise_if_any
from ..course_modules import split_head
from ..regions import split
from .marking_modules import file_of
from .notebook_source import (
    GIVEN,
    TOKEN,
    TextCell,
    build_notebook,
    cell_ids,
    content,
    digest,
    parse,
    source_of,
    substitute,
    without_rubric,
    write,
)


def read_source(problem: Assignment) -> NotebookNode | None:
    """What is in source/; None where nothing is. CourseError for what can't be read."""
    if not problem.source.is_file():
        return None
    try:
        return nbformat.read(problem.source, as_version=4)
    except Exception as error:  # nbformat raises what its reader and validator happen to raise
        raise CourseError(
            f"{problem.short(problem.source)} is not a notebook that can be read ({error}). "
            "Restore it, or delete it and run `make build`."
        ) from error


def check_not_edited(problem: Assignment, before: NotebookNode, built: NotebookNode) -> None:
    """CourseError where what is in source/ was edited, and isn't what the text says by now."""
    if _is_edited(before) and digest(before) != digest(built):
        raise CourseError(
            f"{problem.short(problem.source)} was edited since it was built "
            f"({_difference(before, built)}). Either bring the edit into the text:\n"
            f"    .venv/bin/examiner import-edits {problem.name}\n"
            f"or build it anew from {problem.short(problem.text)} and lose the edit:\n"
            f"    .venv/bin/examiner build {problem.name} --overwrite"
        )


def import_edits(course: Course, assignment: str, *, force: bool = False) -> list[Path]:
    """Bring edits of source/<assignment>/*.ipynb into the problem text; the texts that changed.

    Raises CourseError where the text was changed too since the notebook was built (unless `force`),
    and where the text cannot say what the notebook says.
    """
    (problem,) = course.problems(assignment)
    edited, built = read_source(problem), source_of(problem)
    notebook, text = problem.short(problem.source), problem.short(problem.text)
    if edited is None:
        raise CourseError(f"{notebook} is missing: nothing to import.")
    if not _is_edited(edited) or digest(edited) == digest(built):
        return []
    if built.metadata.examiner != edited.metadata.get("examiner") and not force:
        raise CourseError(
            f"{text} was changed too since {notebook} was built from it "
            f"({_difference(edited, built)}). Commit the text first, then run\n"
            f"    .venv/bin/examiner import-edits {assignment} --force\n"
            "and put the two together with git diff."
        )
    problem.text.write_text(_with_edits(problem.text.read_text(), problem, edited))
    return [problem.text]


def _is_edited(source: NotebookNode) -> bool:
    return source.metadata.get("examiner", {}).get("digest") != digest(source)


def _difference(old: NotebookNode, new: NotebookNode) -> str:
    before = {cell.id: content(cell) for cell in old.cells}
    after = {cell.id: content(cell) for cell in new.cells}
    names = [_cell(id) for id in {**before, **after} if before.get(id) != after.get(id)]
    return "cells that differ: " + ", ".join(names) if names else "the order of the cells differs"


def _cell(id: str) -> str:
    """Which cell it is; of one without a name, where it stands (see `problem_text.cell_ids`)."""
    name, _, place = id.rpartition("-")
    if not (name and place.isdecimal()):
        return id
    above = f"below {name}" if name != "start" else "at the start"
    return f"cell {place} {above}"


def _with_edits(text: str, problem: Assignment, edited: NotebookNode) -> str:
    """The text that says what an edited notebook says. What has not changed is left as it stands.

    Raises CourseError where the build would not make that notebook of it: for an edit of what
    stands elsewhere, in a file that is included, in course.toml, in what marks a question.
    """
    cells = parse(text)
    built = {cell.id: cell for cell in build_notebook(text, problem)[0].cells}
    written = dict(zip(cell_ids(cells), cells, strict=True))
    result, issues, file = [], [], problem.short(problem.source)
    for cell in edited.cells:
        old = written.get(cell.id)
        if old is not None and content(cell) == content(built[cell.id]):
            result.append(old)
            continue
        try:
            result.append(_edited(cell, old, problem))
        except CourseError as error:
            issues.append(Issue(file, cell.id, str(error)))
    raise_if_any(issues)
    text = write(result, split_head(text)[0])
    rebuilt = build_notebook(text, problem)[0].cells
    for cell, new, again in zip(edited.cells, result, rebuilt, strict=False):
        if content(cell) == content(again):
            continue
        if new.include:
            raise CourseError(
                str(Issue(file, cell.id, f"its text stands in {new.include}: edit it there."))
            )
        is_test = new.kind is CellKind.TEST
        marks = f" its hidden part in {file_of(new.name, problem)}," if is_test else ""
        message = (
            "the build would make it otherwise: points and the `<<...>>` of Markdown stand in "
            f"problems/course.toml,{marks} nbgrader's metadata follow from the `# %%` line. And "
            "text cannot hold `# %%` or `# In[1]:` within a cell, which would split it."
        )
        raise CourseError(str(Issue(file, cell.id, message)))
    return text


def _edited(cell: NotebookNode, old: TextCell | None, problem: Assignment) -> TextCell:
    """The text of a cell that was changed, or is new. CourseError for what text can't say."""
    kind, name, source = kind_of(cell), name_of(cell) or "", without_rubric(cell.source).strip("\n")
    if name and kind is None:
        raise CourseError("its nbgrader metadata is that of no kind of cell that text has.")
    if cell.get("attachments"):
        raise CourseError("text cannot hold its attachment: draw the picture in code.")
    if kind is CellKind.TEST:
        name, source = question_of(name), split(source, "hidden tests")[0].strip("\n")
    elif kind is CellKind.GIVEN and cell.cell_type == "code":
        name = name.removeprefix(GIVEN)
    # Whether a cell stands open is no edit: JupyterLab changes it when one looks.
    words = old.words if old is not None and cell.cell_type == "code" else ()
    new = TextCell(cell.cell_type, source, str(kind or ""), name, words=words)
    if old is not None and old.include:
        return replace(new, source="", include=old.include)
    if old is not None and cell.cell_type == old.cell_type == "markdown":
        return replace(new, source=_with_tokens(source, old.source, problem))
    return new


def _with_tokens(new: str, old: str, problem: Assignment) -> str:
    """Edited Markdown, with the tokens of the old text in their places."""
    before = old.split("\n")
    shown = [TOKEN.sub(lambda m: substitute(m[1], problem), line) for line in before]
    after, result = new.split("\n"), []
    for same, a, b, c, d in SequenceMatcher(None, shown, after, autojunk=False).get_opcodes():
        if same == "equal":
            result += before[a:b]
            continue
        lines = "\n".join(after[c:d])
        for token in TOKEN.findall("\n".join(before[a:b])):
            value, text = substitute(token, problem), problem.short(problem.text)
            if lines.count(value) != 1:
                made = f"{value!r} is made of <<{token}>> by the build"
                raise CourseError(f"{made}: edit it in {text}.")
            lines = lines.replace(value, f"<<{token}>>")
        result += lines.split("\n") if c < d else []
    return "\n".join(result)
