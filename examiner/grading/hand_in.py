"""From whatever was handed in to a notebook that can be examined.

Nothing in a hand-in is trusted but the source text of its cells. The notebook that is examined is
built anew: the master's cells in the master's order, with the student's answers in them and the
student's own cells where they stood. A test cell that was deleted, doubled, renamed, retyped or
edited is simply the master's again.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import stat
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum

from ..regions import split

MAX_FILE = 64 * 2**20  # bytes; a notebook beyond this is not read
MAX_CELL = 2**20  # characters; a longer cell is not run
MAX_CELLS = 2000
MAX_PARTS = 2**21  # lists and objects in the file: an empty one takes two bytes there, 72 in memory
IMAGES = ("image/png", "image/jpeg")
NO_ANSWER = "# No answer cell for this question was found in the hand-in."
TOO_LONG = f"# This cell was longer than {MAX_CELL} characters and was left out."


class Unreadable(Exception):
    """The file is not a notebook; the message says why, for the student and the log."""


@dataclass(frozen=True)
class MasterCell:
    """A cell that the course knows by name, as the grade book has it.

    source: the stub of an answer, or the full text (hidden tests included) of a locked cell.
    mark_scheme: what graders of a written answer see.
    """

    name: str
    cell_type: str
    source: str
    checksum: str
    locked: bool
    grade: bool
    solution: bool
    task: bool = False
    points: float = 0.0
    mark_scheme: str = ""

    def notebook_cell(self, source: str) -> NotebookNode:
        """This cell with `source` in it and nbgrader's metadata on it."""
        metadata = {
            "grade": self.grade,
            "grade_id": self.name,
            "locked": self.locked,
            "schema_version": 3,
            "solution": self.solution,
            "task": self.task,
            "cell_type": self.cell_type,
            "checksum": self.checksum,
        }
        if self.grade or self.task:
            metadata["points"] = self.points
        kind = "code" if self.cell_type == "code" else "markdown"
        return new_cell(kind, source, safe_id(self.name), {"nbgrader": metadata})


@dataclass(frozen=True)
class Master:
    """The cells of one notebook of an assignment that grading depends on, in order."""

    cells: tuple[MasterCell, ...]
    kernelspec: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, gradebook: Gradebook, assignment: str, name: str, source: Path) -> Master:
        """Read the master from the grade book: what `nbgrader generate_assignment` last put there.

        The grade book keeps no order of cells and no mark schemes: those come from the notebook
        `source`.
        """
        notebook = gradebook.find_notebook(name, assignment)
        points = {c.name: float(c.max_score) for c in (*notebook.grade_cells, *notebook.task_cells)}
        tasks = {c.name for c in notebook.task_cells}
        solutions = {c.name for c in notebook.solution_cells}
        written = _sources(source)
        cells = [
            MasterCell(
                name=cell.name,
                cell_type=cell.cell_type,
                source=cell.source,
                checksum=cell.checksum,
                locked=bool(cell.locked),
                grade=cell.name in points and cell.name not in tasks,
                solution=cell.name in solutions,
                task=cell.name in tasks,
                points=points.get(cell.name, 0.0),
                mark_scheme=split(written.get(cell.name, ""), "mark scheme")[1].strip(),
            )
            for cell in notebook.source_cells
        ]
        places = {name: i for i, name in enumerate(written)}
        cells.sort(key=lambda cell: places.get(cell.name, len(places)))
        return cls(tuple(map(_as_released, cells)), json.loads(notebook.kernelspec or "{}"))

    def __getitem__(self, name: str) -> MasterCell:
        return next(cell for cell in self.cells if cell.name == name)


def _as_released(cell: MasterCell) -> MasterCell:
    """An answer's stub without the mark scheme, and with the checksum of an untouched answer."""
    if cell.locked:
        return cell
    cell = replace(cell, source=split(cell.source, "mark scheme")[0])
    return replace(cell, checksum=compute_checksum(cell.notebook_cell(cell.source)))


def _sources(notebook: Path) -> dict[str, str]:
    """Name -> text of the named cells in a source notebook, in order; {} where there is none."""
    try:
        cells = json.loads(notebook.read_bytes())["cells"]
    except FileNotFoundError:
        return {}
    named = ((cell["metadata"].get("nbgrader", {}).get("grade_id"), cell) for cell in cells)
    return {name: "".join(cell["source"]) for name, cell in named if name}


@dataclass
class HandedCell:
    """One cell of a hand-in: what is kept of it."""

    source: str
    cell_type: str
    name: str | None
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)


def find(path: Path, known: Iterable[str]) -> Path:
    """The file to read for the notebook `path`: it, or the one stray notebook beside it.

    known: the names of all the assignment's notebooks.
    """
    folder = path.parent
    if is_linked(folder):
        raise Unreadable("its folder is a link")
    if path.exists() or path.is_symlink():
        return path
    strays = sorted(p for p in folder.glob("*.ipynb") if p.stem not in set(known))
    if len(strays) > 1:
        names = ", ".join(stray.name for stray in strays[:5])
        raise Unreadable(f"it was not handed in; rename the right one of {names}")
    return strays[0] if strays else path


def is_linked(folder: Path) -> bool:
    """Whether a hand-in's folder, or its student's, is a link: it could lead anywhere."""
    return folder.is_symlink() or folder.parent.is_symlink()


def read_bytes(path: Path) -> bytes:
    """The file's contents. Unreadable for links (they could lead anywhere) and for huge files."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise Unreadable("it was not handed in") from None
    except OSError as error:
        raise Unreadable(f"it is no ordinary file ({error.strerror})") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("it is no ordinary file")
        if status.st_size > MAX_FILE:
            size = f"{status.st_size / 2**20:.0f} MiB"
            raise Unreadable(f"it has {size}, more than the {MAX_FILE // 2**20} MiB that are read")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(MAX_FILE)
    finally:
        os.close(descriptor)


def parse(raw: bytes) -> list[HandedCell]:
    """The cells of a notebook file, of any notebook format. Unreadable if it is no notebook."""
    if not raw.strip():
        raise Unreadable("the file is empty")
    if raw.count(b"[") + raw.count(b"{") > MAX_PARTS:
        raise Unreadable(f"it has more than {MAX_PARTS} lists and objects")
    try:
        notebook = json.loads(raw)
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"it is not JSON ({str(error)[:100]})") from None
    if not isinstance(notebook, dict):
        raise Unreadable("it is JSON, but not a notebook")
    cells = notebook.get("cells")
    if cells is None and isinstance(notebook.get("worksheets"), list):  # format 3 and earlier
        sheets = [s for s in notebook["worksheets"] if isinstance(s, dict)]
        cells = [c for s in sheets if isinstance(s.get("cells"), list) for c in s["cells"]]
    if not isinstance(cells, list):
        raise Unreadable("it is JSON, but not a notebook: it has no list of cells")
    return [_handed_cell(cell) for cell in cells[:MAX_CELLS] if isinstance(cell, dict)]


def _handed_cell(cell: dict) -> HandedCell:
    source = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    source = _printable(source) if isinstance(source, str) else ""
    cell_type = cell.get("cell_type")
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    # Some editors drop metadata but keep the cell's id, which the build stamps with its name.
    name = name if isinstance(name, str) else cell.get("id")
    return HandedCell(
        source=source if len(source) <= MAX_CELL else TOO_LONG,
        cell_type=cell_type if cell_type in ("code", "markdown") else "raw",
        name=name if isinstance(name, str) else None,
        attachments=_images(cell.get("attachments")),
    )


def _printable(text: str) -> str:
    """Text that a UTF-8 file can hold: JSON can smuggle in half a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _images(attachments: Any) -> dict[str, dict[str, str]]:
    """The attachments that are pictures in base64 (a photographed derivation), and no others."""
    kept: dict[str, dict[str, str]] = defaultdict(dict)
    for file, bundle in attachments.items() if isinstance(attachments, dict) else ():
        for kind in IMAGES:
            data = bundle.get(kind) if isinstance(bundle, dict) else None
            if isinstance(data, str) and is_base64(data):
                kept[_printable(file)][kind] = data
    return dict(kept)


def is_base64(data: str) -> bool:
    """Whether `data` is base64 and nothing else (no quotes that would end an attribute)."""
    try:
        base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def safe_id(name: str) -> str:
    """A cell id as nbformat wants it: 1 to 64 of a-zA-Z0-9-_."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in name)[:64]


def new_cell(
    cell_type: str, source: str, id: str = "", metadata: Mapping[str, Any] | None = None
) -> NotebookNode:
    """A cell without outputs. (nbformat's functions validate each cell, which takes longer than all
    else here; `rebuild` has the whole notebook validated once.)"""
    cell = {"cell_type": cell_type, "id": id, "metadata": metadata or {}, "source": source}
    if cell_type == "code":
        cell |= {"execution_count": None, "outputs": []}
    return nbformat.from_dict(cell)


def rebuild(handed: Iterable[HandedCell], master: Master) -> tuple[NotebookNode, list[str]]:
    """The notebook to examine, and a line for the log on each thing that was put right."""
    handed, remarks = list(handed), []
    known = {cell.name for cell in master.cells}
    copies: dict[str, list[HandedCell]] = defaultdict(list)
    for cell in handed:
        if cell.name in known:
            copies[cell.name].append(cell)
    chosen = {}
    for cell in master.cells:
        chosen[cell.name], lines = _choose(cell, copies[cell.name])
        remarks += lines
    own = _own_cells(handed, known, chosen, master)
    cells = list(own.pop(None, []))
    for cell in master.cells:
        answer = chosen[cell.name]
        cells.append(cell.notebook_cell(answer.source))
        if answer.attachments and cell.cell_type == "markdown":
            cells[-1].attachments = answer.attachments
        if cell.mark_scheme:
            cells.append(_for_graders(cell))
        cells += own.get(cell.name, [])
    _number(cells)
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = dict(master.kernelspec)
    return notebook, remarks


def _choose(cell: MasterCell, copies: list[HandedCell]) -> tuple[HandedCell, list[str]]:
    """The copy of a master's cell that counts, and what the log should say."""
    if cell.locked:
        remarks = []
        if not copies:
            remarks.append(f"{cell.name}: the cell was missing; it was put back")
        elif len(copies) > 1:
            remarks.append(f"{cell.name}: the cell was there {len(copies)} times; one was kept")
        if any(copy.source != _released(cell.source) for copy in copies):
            remarks.append(f"{cell.name}: the cell was changed; the original was put back")
        return HandedCell(cell.source, cell.cell_type, cell.name), remarks
    if not copies:
        source = NO_ANSWER if cell.cell_type == "code" else cell.source
        remark = f"{cell.name}: no cell with this name was handed in"
        return HandedCell(source, cell.cell_type, cell.name), [remark]
    answered = [copy for copy in copies if copy.source != cell.source]
    answer = (answered or copies)[-1]
    remarks = []
    if len(copies) > 1:
        remarks.append(f"{cell.name}: there are {len(copies)} answer cells; the last counts")
    if answer.cell_type != cell.cell_type:
        remarks.append(f"{cell.name}: a {answer.cell_type} cell; read as {cell.cell_type}")
    return answer, remarks


def _released(source: str) -> str:
    return split(source, "hidden tests")[0]


def _own_cells(
    handed: list[HandedCell], known: set[str], chosen: dict[str, HandedCell], master: Master
) -> dict[str | None, list[NotebookNode]]:
    """The student's own cells, by the master's cell that they follow."""
    own: dict[str | None, list[NotebookNode]] = defaultdict(list)
    after: str | None = None
    for cell in handed:
        if cell.name not in known:
            own[after].append(_own_cell(cell))
        elif cell is chosen[cell.name] or master[cell.name].locked:
            after = cell.name
        elif cell.source != master[cell.name].source:
            # A second answer ran in the student's notebook, so it runs here, in its place; an
            # untouched stub must not undo the answer that counts.
            own[after].append(_own_cell(cell))
    return own


def _own_cell(cell: HandedCell) -> NotebookNode:
    if cell.cell_type == "raw":  # a raw cell goes into a page as it is, so it becomes a listing
        return new_cell("markdown", _listing(cell.source))
    new = new_cell(cell.cell_type, cell.source)
    if cell.attachments and cell.cell_type == "markdown":
        new.attachments = cell.attachments
    return new


def _listing(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


FOR_GRADERS = "for_graders"
UNREADABLE = "unreadable"  # the id of the cell that says why there is nothing to grade


def _for_graders(cell: MasterCell) -> NotebookNode:
    """The mark scheme of a written answer, below it: formgrader shows it, feedback does not."""
    text = f"**Mark scheme** (graders only)\n\n{cell.mark_scheme}"
    return new_cell("markdown", text, metadata={"examiner": {FOR_GRADERS: True}})


def _number(cells: list[NotebookNode]) -> None:
    """Ids that depend on nothing but the place: two gradings write the same bytes."""
    for i, cell in enumerate(cells):
        if "nbgrader" not in cell.metadata:
            cell.id = f"own-{i}"


def unreadable(reason: str, master: Master) -> NotebookNode:
    """What is graded where there is nothing to read: no answers, and the reason at the top."""
    notebook, _ = rebuild([], master)
    banner = f"**No notebook could be read from this hand-in: {reason}.** Nothing could be graded."
    notebook.cells.insert(0, new_cell("markdown", banner, UNREADABLE))
    return notebook
