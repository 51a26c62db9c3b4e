"""The reference notebook: the course's own cells of a notebook.

It has the stubs of answers, and the full text of given cells and tests, with hidden tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import nbformat
from nbformat import NotebookNode

from ..cell_kinds import CellKind, nbgrader_metadata
from ..findings.feedback_level import Level
from ..regions import visible


@dataclass(frozen=True)
class ReferenceCell:
    """A named cell of the course, as the gradebook has it.

    Attributes:
        name: Its grade_id.
        kind: Its kind.
        source: The stub of an answer, or the full text of a locked cell with hidden tests.
        cell_type: "code" or "markdown".
        points: Its points; 0 if it has none.
        checksum: nbgrader's checksum of the cell; "" for none.
        rubric: The rubric of a written answer, which only graders see.
    """

    name: str
    kind: CellKind
    source: str
    cell_type: str = "code"
    points: float = 0.0
    checksum: str = ""
    rubric: str = ""

    @property
    def locked(self) -> bool:
        """True if the course's text of this cell counts, never the student's."""
        return self.kind in (CellKind.GIVEN, CellKind.TEST)

    @property
    def released_source(self) -> str:
        """The source of the cell in the released notebook."""
        return visible(self.source) if self.locked else self.source

    def notebook_cell(self, source: str) -> NotebookNode:
        """Make a notebook cell with this cell's name and nbgrader's metadata.

        Args:
            source: The text of the cell.
        """
        points = self.points if self.kind in (CellKind.TEST, CellKind.WRITTEN) else None
        metadata = nbgrader_metadata(self.kind, self.name, points)
        metadata["cell_type"] = self.cell_type
        if self.checksum:
            metadata["checksum"] = self.checksum
        return new_cell(self.cell_type, source, safe_id(self.name), {"nbgrader": metadata})


@dataclass(frozen=True)
class Figure:
    """A cell that only draws a figure (see `authoring/figures.py`).

    Attributes:
        source: Its code.
        names: The names that the code binds.
        outputs: Its outputs from the build; none if the figure shows the student's answers.
    """

    source: str
    names: frozenset[str]
    outputs: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class ReleasedCell:
    """A cell of the released notebook.

    Attributes:
        name: Its grade_id; its id if the cell has no metadata of nbgrader.
        cell_type: "code" or "markdown".
        source: Its text, without solutions and hidden tests.
    """

    name: str
    cell_type: str
    source: str


@dataclass(frozen=True)
class ReferenceNotebook:
    """Everything about one notebook of an assignment that grading needs.

    It is plain data, so it can be sent to another process or machine.

    Attributes:
        cells: The named cells, in order.
        kernelspec: The kernel, as in the notebook's metadata.
        figures: The figures of the notebook.
        key: The course key (see `course_key`).
        level: The feedback level (see `findings.feedback_level`).
        assignment: Name of the assignment.
        elsewhere: Name of a cell of another problem set -> the name of that problem set.
        modules: Path of a module that marks questions -> its text (see `course_modules`).
        released: All cells of the released notebook, in order.
        asked: Name of a question -> the names that its answer must define.
        files: Paths of the files that were released with the notebook.
        earlier: Digests of the texts of earlier releases (see `cell_texts.digests_of_texts`).
    """

    cells: tuple[ReferenceCell, ...]
    kernelspec: Mapping[str, str] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    key: str = field(default="", repr=False)
    level: Level = Level.ANSWER
    assignment: str = ""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict, repr=False)
    released: tuple[ReleasedCell, ...] = ()
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    earlier: tuple[str, ...] = field(default=(), repr=False)

    def __getitem__(self, name: str) -> ReferenceCell:
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, ReferenceCell]:
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def layout(self) -> tuple[ReleasedCell, ...]:
        """The released cells in order; only the named ones, if `released` is empty."""
        if self.released:
            return self.released
        return tuple(ReleasedCell(c.name, c.cell_type, c.released_source) for c in self.cells)

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The source of the given code cells, in order."""
        given = (cell for cell in self.cells if cell.kind is CellKind.GIVEN)
        return tuple(cell.source for cell in given if cell.cell_type == "code")


def safe_id(name: str) -> str:
    """Make a valid cell id of a name: 1 to 64 of the characters a-zA-Z0-9-_."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in name)[:64]


def new_cell(
    cell_type: str, source: str, id: str = "", metadata: Mapping[str, Any] | None = None
) -> NotebookNode:
    """Make a notebook cell without outputs.

    This function is much faster than nbformat's, which validate each cell. The exporter validates
    the whole notebook once.

    Args:
        cell_type: "code" or "markdown".
        source: The text of the cell.
        id: Its id.
        metadata: Its metadata.
    """
    cell: dict[str, Any] = {
        "cell_type": cell_type,
        "id": id,
        "metadata": metadata or {},
        "source": source,
    }
    if cell_type == "code":
        cell |= {"execution_count": None, "outputs": []}
    return nbformat.from_dict(cell)
