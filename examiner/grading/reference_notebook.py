"""The reference notebook of a notebook: the cells that the course knows by name, tests included."""

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
    """A cell that the course knows by name, as the grade book has it.

    source: the stub of an answer, or the full text (hidden tests included) of a locked cell.
    points: of a cell that carries some. rubric: what graders of a written answer see.
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
        """Whether the course's text counts, whatever was submitted."""
        return self.kind in (CellKind.GIVEN, CellKind.TEST)

    @property
    def released_source(self) -> str:
        """The text of the cell as students received it."""
        return visible(self.source) if self.locked else self.source

    def notebook_cell(self, source: str) -> NotebookNode:
        """This cell with `source` in it and nbgrader's metadata on it."""
        points = self.points if self.kind in (CellKind.TEST, CellKind.WRITTEN) else None
        metadata = nbgrader_metadata(self.kind, self.name, points)
        metadata["cell_type"] = self.cell_type
        if self.checksum:
            metadata["checksum"] = self.checksum
        return new_cell(self.cell_type, source, safe_id(self.name), {"nbgrader": metadata})


@dataclass(frozen=True)
class Figure:
    """A cell that only shows something (see `examiner.figures`).

    names: what it binds. outputs: what the build drew of it, as notebooks have it; empty where it
    draws a student's answers.
    """

    source: str
    names: frozenset[str]
    outputs: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class ReleasedCell:
    """A cell as students received it.

    Attributes:
        name: Its grade_id; of a cell that nbgrader has no part in, its id.
        cell_type: "code" or "markdown".
        source: Its text, without solutions and hidden tests.
    """

    name: str
    cell_type: str
    source: str


@dataclass(frozen=True)
class ReferenceNotebook:
    """The cells of one notebook of an assignment that grading depends on, in order.

    key: the course's key (see `course_key`). level: how much findings say (see `findings.level`).
    assignment: its name. elsewhere: cells of the course's other problem sets -> which one's.
    modules: the texts of the modules that mark the questions (see `course_modules`).
    released: all cells of the notebook as students received it, in order. asked: the names that an
    answer must define, by question. files: the paths of the files that were handed out beside it.

    Plain data: it can be sent to another process or machine.
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

    def __getitem__(self, name: str) -> ReferenceCell:
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, ReferenceCell]:
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def layout(self) -> tuple[ReleasedCell, ...]:
        """The released cells in order; the named ones, if the others are not known."""
        if self.released:
            return self.released
        return tuple(ReleasedCell(c.name, c.cell_type, c.released_source) for c in self.cells)

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The source of the given code cells, in order."""
        given = (cell for cell in self.cells if cell.kind is CellKind.GIVEN)
        return tuple(cell.source for cell in given if cell.cell_type == "code")


def safe_id(name: str) -> str:
    """A cell id as nbformat wants it: 1 to 64 of a-zA-Z0-9-_."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in name)[:64]


def new_cell(
    cell_type: str, source: str, id: str = "", metadata: Mapping[str, Any] | None = None
) -> NotebookNode:
    """A cell without outputs. (nbformat's functions validate each cell, which takes longer than all
    else here; the exporter validates the whole notebook once.)"""
    cell: dict[str, Any] = {
        "cell_type": cell_type,
        "id": id,
        "metadata": metadata or {},
        "source": source,
    }
    if cell_type == "code":
        cell |= {"execution_count": None, "outputs": []}
    return nbformat.from_dict(cell)
