"""Edits that were made in an instructor's notebook, brought back into its problem text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher

from nbformat import NotebookNode

from ..cells import Kind, kind_of, name_of, question_of
from ..course import CourseError, Issue, Problem, raise_if_any
from ..regions import split
from .marking import file_of, with_hidden_tests
from .problem_text import TOKEN, build_notebook, cell_ids, content, substitute, text_of
from .text_cells import GIVEN, TextCell, parse, write


def with_edits(text: str, problem: Problem, edited: NotebookNode) -> str:
    """The text that says what an edited notebook says. What has not changed is left as it stands.

    Raises CourseError for an edit of what stands elsewhere: in a file that is included, in
    course.toml, in what marks a question.
    """
    cells = parse(text)
    built = {cell.id: cell for cell in build_notebook(cells, problem)[0].cells}
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
    raise_if_any(_lost(result, edited, problem))
    return write(result)


def _edited(cell: NotebookNode, old: TextCell | None, problem: Problem) -> TextCell:
    """The text of a cell that was changed, or is new. CourseError where it stands elsewhere."""
    kind, name, source = kind_of(cell), name_of(cell) or "", cell.source.strip("\n")
    if name and kind is None:
        raise CourseError("its nbgrader metadata is that of no kind of cell that text has.")
    if cell.get("attachments"):
        raise CourseError("text cannot hold its attachment: draw the picture in code.")
    if kind is Kind.TEST:
        name = question_of(name)
        visible = split(source, "hidden tests")[0].strip("\n")
        if source != with_hidden_tests(visible, name, problem):
            raise CourseError(f"its hidden part is made of {file_of(name, problem)}: edit that.")
        source = visible
    elif kind is Kind.GIVEN and cell.cell_type == "code":
        name = name.removeprefix(GIVEN)
    # Whether a cell stands open is no edit: JupyterLab changes it when one looks.
    words = old.words if old is not None and cell.cell_type == "code" else ()
    new = TextCell(cell.cell_type, source, str(kind or ""), name, words=words)
    if old is None:
        return new
    if old.include:
        if source != text_of(old, problem):
            raise CourseError(f"its text stands in {old.include}: edit it there.")
        return replace(new, source="", include=old.include)
    if cell.cell_type == old.cell_type == "markdown":
        return replace(new, source=_with_tokens(source, old.source, problem))
    return new


def _with_tokens(new: str, old: str, problem: Problem) -> str:
    """Edited Markdown, with the tokens of the old text in their places."""
    before = old.split("\n")
    shown = [TOKEN.sub(lambda m: substitute(m[1], problem), line) for line in before]
    after = new.split("\n")
    result = []
    for same, a, b, c, d in SequenceMatcher(None, shown, after, autojunk=False).get_opcodes():
        lines = "\n".join(after[c:d])
        for token in [] if same == "equal" else TOKEN.findall("\n".join(before[a:b])):
            value = substitute(token, problem)
            if lines.count(value) != 1:
                raise CourseError(
                    f"{value!r} is made of <<{token}>> by the build: edit it in "
                    f"{problem.short(problem.text)}."
                )
            lines = lines.replace(value, f"<<{token}>>")
        if same == "equal":
            result += before[a:b]
        elif c < d:
            result += lines.split("\n")
    return "\n".join(result)


def _lost(cells: list[TextCell], edited: NotebookNode, problem: Problem) -> Iterator[Issue]:
    """Where the text of `cells` would not say what the notebook says."""
    file = problem.short(problem.source)
    read_again = parse(write(cells))
    for name, cell, again in zip(cell_ids(cells), cells, read_again, strict=False):
        if cell != again:
            yield Issue(file, name, "text cannot hold it: `# %%` or `# In[1]:` would split it.")
            return
    for cell, again in zip(edited.cells, build_notebook(cells, problem)[0].cells, strict=True):
        if content(cell) != content(again):
            yield Issue(
                file,
                cell.id,
                "the build would make it otherwise: points and the `<<...>>` of Markdown stand in "
                "problems/course.toml, nbgrader's metadata follow from the `# %%` line.",
            )
