"""Edits that were made in an instructor's notebook, brought back into its problem text."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher

from nbformat import NotebookNode

from ..cells import Kind, kind_of, name_of, question_of
from ..course import Assignment, CourseError, Issue, raise_if_any
from ..regions import split
from .marking import file_of
from .problem_text import TOKEN, build_notebook, cell_ids, content, substitute
from .text_cells import GIVEN, TextCell, parse, write


def with_edits(text: str, problem: Assignment, edited: NotebookNode) -> str:
    """The text that says what an edited notebook says. What has not changed is left as it stands.

    Raises CourseError where the build would not make that notebook of it: for an edit of what
    stands elsewhere, in a file that is included, in course.toml, in what marks a question.
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
    text = write(result)
    rebuilt = build_notebook(parse(text), problem)[0].cells
    for cell, new, again in zip(edited.cells, result, rebuilt, strict=False):
        if content(cell) != content(again):
            raise CourseError(str(Issue(file, cell.id, _where_to_edit(new, problem))))
    return text


def _where_to_edit(cell: TextCell, problem: Assignment) -> str:
    """What to say of a cell that the build would make otherwise than it was edited."""
    if cell.include:
        return f"its text stands in {cell.include}: edit it there."
    marks = f" its hidden part in {file_of(cell.name, problem)}," if cell.kind is Kind.TEST else ""
    return (
        "the build would make it otherwise: points and the `<<...>>` of Markdown stand in "
        f"problems/course.toml,{marks} nbgrader's metadata follow from the `# %%` line. And text "
        "cannot hold `# %%` or `# In[1]:` within a cell, which would split it."
    )


def _edited(cell: NotebookNode, old: TextCell | None, problem: Assignment) -> TextCell:
    """The text of a cell that was changed, or is new. CourseError for what text can't say."""
    kind, name, source = kind_of(cell), name_of(cell) or "", cell.source.strip("\n")
    if name and kind is None:
        raise CourseError("its nbgrader metadata is that of no kind of cell that text has.")
    if cell.get("attachments"):
        raise CourseError("text cannot hold its attachment: draw the picture in code.")
    if kind is Kind.TEST:
        name, source = question_of(name), split(source, "hidden tests")[0].strip("\n")
    elif kind is Kind.GIVEN and cell.cell_type == "code":
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
