"""Problem text, as a person writes it, and the instructor's notebook that it stands for.

The text is Python in jupytext's percent format. The header of a cell says what the cell is for:

    # %% given="forward"                  locked code, called given_forward
    # %% answer="q2_attention"            an answer cell
    # %% test="q2_attention"              its test cell, called q2_attention_test
    # %% [markdown] written="q5_written"  a written answer
    # %% oracle="q2_attention q3_size"    no cell: code for the hidden part of these tests
    # %% include="figures/layer.py"       a cell, of any of these kinds, whose text is that file
                                          (or these, with a space between their names)
    # %%    # %% [markdown]               cells that are the student's to change

Two words may stand before that, for code cells:

    # %% folded given="previews"          JupyterLab shows the cell closed
    # %% figure folded                    it only shows something: see `examiner.figures`

nbgrader's metadata and the points are not written, nor `checks`, which knows them: they are put in.
In Markdown `<<q2_attention>>` stands for "`q2_attention`, 4 points", `<<points>>` for the points of
the problem set (`by machine`, `by a person`), `<<points q2_* q3_*>>` for those of some questions,
`<<title>>` for its title.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from fnmatch import fnmatch
from itertools import pairwise

import jupytext
import nbformat
from jupytext.pep8 import cell_ends_with_function_or_class, next_instruction_is_function_or_class
from nbformat import NotebookNode

from . import figures
from .cells import Kind, kind_of, name_of, nbgrader_metadata, question_of, test_name
from .course import Assignment, CourseError, Issue, Problem, raise_if_any
from .regions import REGIONS

PERCENT = {"extension": ".py", "format_name": "percent"}
KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
ORACLE = "oracle"
KINDS = {str(kind): kind for kind in Kind}
ROLES = (*KINDS, ORACLE)
FIGURE, FOLDED = WORDS = ("figure", "folded")
IMPORT = "from examiner.checks import worth"
_GIVEN = "given_"
_TOKEN = re.compile(r"<<(\w[\w *]*)>>")
# jupytext writes a Markdown cell without text as one empty comment.
_EMPTY_MARKDOWN = re.compile(r"^(# %% \[markdown\] .*)\n#$", re.MULTILINE)


@dataclass(frozen=True)
class TextCell:
    """One cell of a problem text: its header (role, name, include) and what stands below it."""

    cell_type: str
    source: str
    role: str = ""
    name: str = ""
    include: str = ""
    words: tuple[str, ...] = ()  # of WORDS, in their order
    unknown: tuple[str, ...] = ()  # what else the header says

    @property
    def kind(self) -> Kind | None:
        return KINDS.get(self.role)

    @property
    def grade_id(self) -> str:
        """nbgrader's name of the cell; empty for one that nbgrader has no part in."""
        if self.kind is Kind.TEST:
            return test_name(self.name)
        if self.kind is Kind.GIVEN and self.cell_type == "code":
            return _GIVEN + self.name
        return self.name if self.kind else ""

    @property
    def tests(self) -> list[str]:
        """The questions whose hidden tests an oracle belongs to."""
        return self.name.split() if self.role == ORACLE else []


# --- text and cells ------------------------------------------------------------------------------


def parse(text: str) -> list[TextCell]:
    """The cells of a problem text."""
    return [_parsed(cell) for cell in jupytext.reads(text, fmt=PERCENT).cells]


def _parsed(cell: NotebookNode) -> TextCell:
    about = dict(cell.metadata)
    for layout in ("lines_to_next_cell", "cell_marker"):
        about.pop(layout, None)
    include = about.pop("include", "")
    role = next((key for key in about if key in ROLES), "")
    name = about.pop(role, "")
    # A word before the first `key=` is to jupytext the cell's title, one behind it a key.
    said = [*about.pop("title", "").split(), *(key for key in about if about[key] is None)]
    words = tuple(word for word in WORDS if word in said)
    unknown = [f"{key}={value!r}" for key, value in about.items() if value is not None]
    if strange := " ".join(word for word in said if word not in words):
        unknown.insert(0, strange)
    source = cell.source.strip("\n")
    return TextCell(cell.cell_type, source, role, str(name), str(include), words, tuple(unknown))


def write(cells: Iterable[TextCell]) -> str:
    """The problem text of these cells, laid out as it is kept."""
    notebook = nbformat.v4.new_notebook(metadata={"jupytext": {"notebook_metadata_filter": "-all"}})
    for cell in cells:
        new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(cell.source)
        header = {"title": " ".join(cell.words), cell.role: cell.name, "include": cell.include}
        new.metadata.update({key: value for key, value in header.items() if key and value})
        notebook.cells.append(new)
    for above, below in pairwise(notebook.cells):
        # Two blank lines around functions, as ruff has them: jupytext forgets that beside Markdown.
        code = [cell.source if cell.cell_type == "code" else "" for cell in (above, below)]
        above.metadata.lines_to_next_cell = _blank_lines(*code)
    return _EMPTY_MARKDOWN.sub(r"\1", jupytext.writes(notebook, fmt=PERCENT))


def _blank_lines(above: str, below: str) -> int:
    ends = cell_ends_with_function_or_class(above.split("\n"))
    starts = next_instruction_is_function_or_class(below.split("\n"))
    return 2 if ends or starts else 1


# --- the notebook --------------------------------------------------------------------------------


def read(text: str, problem: Problem) -> NotebookNode:
    """The instructor's notebook of a problem text. CourseError for what it can't be built from."""
    return _notebook(parse(text), problem)


def _notebook(cells: list[TextCell], problem: Problem) -> NotebookNode:
    notebook = nbformat.v4.new_notebook(metadata=KERNEL)
    issues = []
    for name, cell in zip(_ids(cells), cells, strict=True):
        try:
            _check_header(cell, problem)
            new = _cell(cell, cells, problem)
        except CourseError as error:
            issues.append(Issue(problem.short(problem.text), name, str(error)))
            continue
        if cell.role != ORACLE:
            new.id = name
            notebook.cells.append(new)
    raise_if_any(issues)
    return notebook


def _ids(cells: list[TextCell]) -> list[str]:
    """What the cells are called. A cell without a name is called after the named cell above it, so
    that its id stays when other parts of the problem set change.
    """
    ids, last, count = [], "start", 0
    for cell in cells:
        if cell.role == ORACLE:
            ids.append(f"oracle of {cell.name}")
            continue
        last, count = (cell.grade_id, 0) if cell.kind else (last, count + 1)
        ids.append(cell.grade_id or f"{last}-{count}")
    return ids


def _check_header(cell: TextCell, problem: Problem) -> None:
    """CourseError for a header that can't be understood."""
    if cell.unknown:
        known = ", ".join((*WORDS, *ROLES[:-1], f"{ROLES[-1]} (one of these)", "include"))
        raise CourseError(
            f"its `# %%` line says {', '.join(cell.unknown)} and can say {known}: take it out."
        )
    for name in cell.name.split(" ") if cell.role else ():
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
            raise CourseError(
                f"{cell.role}={cell.name!r} is no name of lower-case letters, digits, underscores."
            )
        question = problem.table.questions.get(name)
        if cell.role != Kind.GIVEN and question is None:
            raise CourseError(
                f"problems/course.toml has no question {name}: add it there, or correct the name."
            )
        if cell.role in (Kind.TEST, ORACLE) and question.written:
            raise CourseError(f"{name} is a written question and has no test.")
    if cell.words and (cell.cell_type != "code" or cell.role == ORACLE):
        raise CourseError(f"only a cell of code can be {' and '.join(cell.words)}.")
    if FIGURE in cell.words and cell.role:
        raise CourseError("a figure is a cell of its own: it is no answer, test or given code.")
    if cell.include and cell.source:
        raise CourseError(f"its text is that of {cell.include}: take out what stands below it.")


def _cell(cell: TextCell, cells: list[TextCell], problem: Problem) -> NotebookNode:
    source = _text(cell, problem)
    if cell.cell_type == "markdown":
        source = _TOKEN.sub(lambda match: substitute(match[1], problem.table), source)
    elif cell.kind is Kind.TEST:
        source = _spliced(source, _generated(cell.name, cells, problem))
    elif cell.role == ORACLE:
        _imports(source)
    new = getattr(nbformat.v4, f"new_{cell.cell_type}_cell")(source)
    if cell.kind:
        graded = cell.kind in (Kind.TEST, Kind.WRITTEN)
        points = problem.table.questions[cell.name].points if graded else None
        new.metadata["nbgrader"] = nbgrader_metadata(cell.kind, cell.grade_id, points)
    if FOLDED in cell.words:
        new.metadata["jupyter"] = {"source_hidden": True}
    if FIGURE in cell.words:
        figures.mark(new)
    return new


def _text(cell: TextCell, problem: Problem) -> str:
    """What stands in a cell, or in the files that it includes: paths from the text's folder on."""
    if not cell.include:
        return cell.source
    return _joined([_included(name, problem) for name in cell.include.split()])


def _included(name: str, problem: Problem) -> str:
    path = (problem.text.parent / name).resolve()
    if not path.is_file() or not path.is_relative_to(problem.root.resolve()):
        raise CourseError(
            f"there is no file {name} in the course, seen from "
            f"{problem.short(problem.text.parent)}: correct its include."
        )
    return path.read_text().strip("\n")


def substitute(token: str, table: Assignment) -> str:
    """What `<<token>>` stands for. CourseError for a token that stands for nothing."""
    questions = table.questions.values()
    if token in table.questions:
        points = table.questions[token].points
        return f"`{token}`, {points:g} point{'' if points == 1 else 's'}"
    if token == "title":
        return table.title
    if token in _SHARES:
        return f"{sum(q.points for q in questions if _SHARES[token](q)):g}"
    word, *patterns = token.split()
    found = [q for q in questions if any(fnmatch(q.name, pattern) for pattern in patterns)]
    if word == "points" and all(any(fnmatch(q.name, p) for q in found) for p in patterns):
        return f"{sum(q.points for q in found):g}"
    raise CourseError(
        f"<<{token}>> stands for nothing: write the name of a question in problems/course.toml, "
        f"or title, {', '.join(_SHARES)}, points q1_* q2_*."
    )


_SHARES = {
    "points": lambda question: True,
    "points by machine": lambda question: not question.written,
    "points by a person": lambda question: question.written,
}


# --- hidden tests --------------------------------------------------------------------------------


def _generated(question: str, cells: list[TextCell], problem: Problem) -> str:
    """The head of a question's hidden test, which the build makes: imports, `checks`, oracles."""
    parts = [_imports(_text(cell, problem)) for cell in cells if question in cell.tests]
    imports = {line: None for lines, _ in parts for line in lines if line != IMPORT}
    head = "\n".join([*imports, "", IMPORT]) if imports else IMPORT
    points = f"checks = worth({problem.table.questions[question].points:g}, globals())"
    return _joined([f"{head}\n\n{points}", *(code for _, code in parts)])


def _imports(code: str) -> tuple[list[str], str]:
    """The imports that code begins with, and the rest of it."""
    try:
        body = ast.parse(code).body
    except SyntaxError as error:
        raise CourseError(f"it is not Python ({error.msg}, line {error.lineno}).") from None
    lines, imports = code.split("\n"), []
    for node in body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            break
        imports.append("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    end = body[len(imports) - 1].end_lineno if imports else 0
    return imports, "\n".join(lines[end:]).strip("\n")


def _joined(parts: list[str]) -> str:
    text = parts[0]
    for above, below in pairwise(parts):
        text += "\n" * (1 + _blank_lines(above, below)) + below
    return text


def _spliced(source: str, generated: str) -> str:
    """A test cell with `generated` at the head of its hidden part, where it has one."""
    visible, mark, hidden = _at_hidden(source)
    return f"{visible}{mark}{_joined([generated, hidden])}" if mark else source


def _unspliced(source: str, generated: str) -> str | None:
    """The reverse; None where `generated` is not there as it was."""
    visible, mark, hidden = _at_hidden(source)
    if not mark:
        return source
    if not hidden.startswith(generated + "\n"):
        return None
    rest = hidden.removeprefix(generated).lstrip("\n")
    # ruff has the marker as a comment of the function below it.
    return visible + "\n" * (2 * (_blank_lines("", rest) - 1)) + mark + rest


def _at_hidden(source: str) -> tuple[str, str, str]:
    """The visible part of a test cell, the line that begins the hidden one, and the hidden one."""
    lines = source.split("\n")
    begin, _ = REGIONS["hidden tests"]
    at = next((number for number, line in enumerate(lines) if begin in line), len(lines))
    visible = "\n".join(lines[:at]).rstrip("\n")
    mark = "".join(f"{line}\n" for line in lines[at : at + 1])
    return f"{visible}\n" if visible else "", mark, "\n".join(lines[at + 1 :]).lstrip("\n")


# --- back to the text ----------------------------------------------------------------------------


def content(cell: NotebookNode) -> tuple[str, str, dict | None]:
    """What counts in a cell of an instructor's notebook: running it in JupyterLab changes none."""
    return cell.cell_type, cell.source.strip("\n"), cell.metadata.get("nbgrader")


def with_edits(text: str, problem: Problem, edited: NotebookNode) -> str:
    """The text that says what an edited notebook says. What has not changed is left as it stands.

    Raises CourseError for an edit of what stands elsewhere: in a file that is included, in
    course.toml, in an oracle.
    """
    cells = parse(text)
    built = {cell.id: cell for cell in _notebook(cells, problem).cells}
    written = {name: cell for name, cell in zip(_ids(cells), cells, strict=True) if name in built}
    result, issues, file = [], [], problem.short(problem.source)
    for cell in edited.cells:
        old = written.get(cell.id)
        if old is not None:
            result += _oracles_before(old, cells)
        if old is not None and content(cell) == content(built[cell.id]):
            result.append(old)
            continue
        try:
            result.append(_edited(cell, old, cells, problem))
        except CourseError as error:
            issues.append(Issue(file, cell.id, str(error)))
    raise_if_any(issues)
    result += _oracles_before(None, cells)
    raise_if_any(_lost(result, edited, problem))
    return write(result)


def _oracles_before(cell: TextCell | None, cells: list[TextCell]) -> list[TextCell]:
    """The oracles that stand right before a cell, or at the end."""
    at = len(cells) if cell is None else next(n for n, c in enumerate(cells) if c is cell)
    start = at
    while start and cells[start - 1].role == ORACLE:
        start -= 1
    return cells[start:at]


def _edited(
    cell: NotebookNode, old: TextCell | None, cells: list[TextCell], problem: Problem
) -> TextCell:
    """The text of a cell that was changed, or is new. CourseError where it stands elsewhere."""
    kind, name, source = kind_of(cell), name_of(cell) or "", cell.source.strip("\n")
    if name and kind is None:
        raise CourseError("its nbgrader metadata is that of no kind of cell that text has.")
    if cell.get("attachments"):
        raise CourseError("text cannot hold its attachment: draw the picture in code.")
    if kind is Kind.TEST:
        name = question_of(name)
        unspliced = _unspliced(source, _generated(name, cells, problem))
        if unspliced is None:
            raise CourseError(
                "its hidden part no longer begins as the build made it: edit that in the cells "
                f'`# %% {ORACLE}="… {name} …"` of {problem.short(problem.text)}.'
            )
        source = unspliced
    elif kind is Kind.GIVEN and cell.cell_type == "code":
        name = name.removeprefix(_GIVEN)
    # Whether a cell stands open is no edit: JupyterLab changes it when one looks.
    words = old.words if old is not None and cell.cell_type == "code" else ()
    new = TextCell(cell.cell_type, source, str(kind or ""), name, words=words)
    if old is None:
        return new
    if old.include:
        if source != _text(old, problem):
            raise CourseError(f"its text stands in {old.include}: edit it there.")
        return replace(new, source="", include=old.include)
    if cell.cell_type == old.cell_type == "markdown":
        return replace(new, source=_with_tokens(source, old.source, problem))
    return new


def _with_tokens(new: str, old: str, problem: Problem) -> str:
    """Edited Markdown, with the tokens of the old text in their places."""
    before = old.split("\n")
    shown = [_TOKEN.sub(lambda m: substitute(m[1], problem.table), line) for line in before]
    after = new.split("\n")
    result = []
    for same, a, b, c, d in SequenceMatcher(None, shown, after, autojunk=False).get_opcodes():
        lines = "\n".join(after[c:d])
        for token in [] if same == "equal" else _TOKEN.findall("\n".join(before[a:b])):
            value = substitute(token, problem.table)
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
    for name, cell, again in zip(_ids(cells), cells, read_again, strict=False):
        if cell != again:
            yield Issue(file, name, "text cannot hold it: `# %%` or `# In[1]:` would split it.")
            return
    for cell, again in zip(edited.cells, _notebook(cells, problem).cells, strict=True):
        if content(cell) != content(again):
            yield Issue(
                file,
                cell.id,
                "the build would make it otherwise: points and the `<<...>>` of Markdown stand in "
                "problems/course.toml, nbgrader's metadata follow from the `# %%` line.",
            )
