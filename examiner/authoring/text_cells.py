"""Problem text as a person writes it: Python in jupytext's percent format, and the cells in it.

`examiner.problem_text` says what the headers of cells mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import jupytext
import nbformat
from jupytext.pep8 import cell_ends_with_function_or_class, next_instruction_is_function_or_class
from nbformat import NotebookNode

from ..cells import Kind, test_name

PERCENT = {"extension": ".py", "format_name": "percent"}
KINDS = {str(kind): kind for kind in Kind}
FIGURE, FOLDED = WORDS = ("figure", "folded")
GIVEN = "given_"
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
            return GIVEN + self.name
        return self.name if self.kind else ""


def parse(text: str) -> list[TextCell]:
    """The cells of a problem text."""
    return list(_parsed_once(text))


@lru_cache(maxsize=64)  # a text is read again for each part whose points it says
def _parsed_once(text: str) -> tuple[TextCell, ...]:
    return tuple(_parsed(cell) for cell in jupytext.reads(text, fmt=PERCENT).cells)


def _parsed(cell: NotebookNode) -> TextCell:
    about = dict(cell.metadata)
    for layout in ("lines_to_next_cell", "cell_marker"):
        about.pop(layout, None)
    include = about.pop("include", "")
    role = next((key for key in about if key in KINDS), "")
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
        # jupytext forgets the blank lines around functions beside Markdown.
        code = [cell.source if cell.cell_type == "code" else "" for cell in (above, below)]
        above.metadata.lines_to_next_cell = blank_lines(*code)
    return _EMPTY_MARKDOWN.sub(r"\1", jupytext.writes(notebook, fmt=PERCENT))


def blank_lines(above: str, below: str) -> int:
    """How many stand between two pieces of code: two around functions, as ruff has them."""
    ends = cell_ends_with_function_or_class(above.split("\n"))
    starts = next_instruction_is_function_or_class(below.split("\n"))
    return 2 if ends or starts else 1


def joined(parts: Sequence[str]) -> str:
    """Pieces of code below each other, as ruff has them."""
    text = parts[0]
    for above, below in pairwise(parts):
        text += "\n" * (1 + blank_lines(above, below)) + below
    return text
