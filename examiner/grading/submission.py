"""Submissions: the bytes that a student submitted, collected without following links, and the cells
in them.

The coordinator collects a `Submission` and looks no further; a worker process reads it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..digests import digest_of, digest_of_bytes
from ..notebook_names import is_notebook_name
from ..pictures import HEAD, media_type
from ..quoting import quoted_name
from ..student.files import (
    FileDenied,
    FileRejected,
    FileTooLarge,
    Folder,
    collect_files,
    read_error_reason,
)
from .picture_links import OTHER, decoded, lift_data_uris

MAX_FILE = 64 * 2**20  # bytes; a notebook beyond this is not read
MAX_OTHERS = 20  # notebooks beside it that are looked at
MAX_CELL = 2**20  # characters; a longer cell is not run
MAX_CELLS = 2000
MAX_PARTS = 2**21  # lists and objects in the file: an empty one takes two bytes there, 72 in memory
TOO_LONG = f"# This cell was longer than {MAX_CELL} characters and was left out."

MAX_LISTED = 5
OF_COLLECTING = ("timestamp.txt", "submission_secret.txt")  # files that each submission has anew
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]+")
# What files begin with that are handed in under a notebook's name.
KINDS = {b"%PDF": "a PDF", b"PK": "a zip archive", b"<": "a web page"}
NOT_SUBMITTED = "no notebook was submitted"  # how the reason begins where there is none


class Unreadable(Exception):
    """The file is not a notebook; the message says why, for the student and the log."""


class Remark(NamedTuple):
    """A line for the log. serious: a person has to look at something."""

    text: str
    serious: bool = False


@dataclass(frozen=True)
class Submission:
    """One student's notebook as it was submitted, with the files beside it. Plain data.

    notebook: the bytes of the notebook's file; empty where `problem` says why there are none.
    files: contents by relative path, to be put beside the notebook when it runs.
    remarks: what there is to know of how it was collected.
    not_allowed: whether it is the permissions here that keep it from being read.
    name: of the notebook's file. others: the files at the top that may be meant for it as well.
    left_out: the names, as `quoted_name` writes them, of files that were not read.
    """

    notebook: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    problem: str = ""
    name: str = "the notebook"
    others: tuple[str, ...] = ()
    not_allowed: bool = False
    left_out: tuple[str, ...] = ()

    @classmethod
    def collect(cls, path: Path, known: Iterable[str]) -> Submission:
        """The submission whose notebook should be at `path`.

        known: the names of all the assignment's notebooks. The one notebook of another name is read
        in the place of one that is not there. Never raises for what a student did.
        """
        folder = Folder(path.parent, untrusted_parts=2)  # it, and its student's, may be anything
        name, remarks = path.name, list[Remark]()
        known = {name, *(f"{each}.ipynb" for each in known)}
        notebook, problem, not_allowed = b"", "", False
        try:
            if not os.path.lexists(path):
                name = _stray(folder, known)
            notebook = folder.read(name, MAX_FILE)
            if name != path.name:
                remarks.append(in_its_place(name, path.name, "was not submitted"))
        except Unreadable as reason:
            problem = str(reason)
        except FileTooLarge:
            problem = f"the file has more than the {MAX_FILE // 2**20} MiB that are read"
        except FileDenied as why:
            problem, not_allowed = f"{quoted_name(name)}: {why}", True
        except FileRejected as why:  # a link could lead anywhere
            problem = f"the file is no ordinary one ({why})"
        except FileNotFoundError:
            problem = NOT_SUBMITTED
        except OSError as error:
            problem = f"the folder was left out: {read_error_reason(error)}"
            not_allowed = isinstance(error, PermissionError)
        files, skipped = collect_files(folder)
        remarks += [Remark(f"{each} was left out: {why}") for each, why in skipped]
        stems = [each.removesuffix(".ipynb") for each in known]
        beside = {each for each in files if "/" not in each and is_notebook_name(each, stems)}
        beside -= known | {name}
        if len(beside) > MAX_OTHERS:
            line = f"of {len(beside)} other notebooks, {MAX_OTHERS} are looked at"
            remarks.append(Remark(line))
        others = tuple(sorted(beside)[:MAX_OTHERS])
        left_out = tuple(each for each, _ in skipped)
        return cls(notebook, files, tuple(remarks), problem, name, others, not_allowed, left_out)

    def digest(self, released: Collection[str] = ()) -> str:
        """Return a short digest of what was submitted; "" if the student submitted nothing.

        Args:
            released: Names of files that were handed out with the notebook.
        """
        ignored = {*released, *OF_COLLECTING, self.name}
        files = {name: digest_of_bytes(data) for name, data in self.files.items()}
        own = {name: digest for name, digest in files.items() if name not in ignored}
        is_missing = self.problem.startswith(NOT_SUBMITTED)
        if not own and (is_missing or not (self.problem or self.notebook.strip())):
            return ""
        return digest_of([digest_of_bytes(self.notebook), own, self.problem])[:8]

    def cells(self) -> list[SubmittedCell]:
        """The cells of the notebook. Unreadable if there is none, or the file is none."""
        if self.problem:
            raise Unreadable(self.problem)
        return parse(self.notebook)


def _stray(folder: Folder, known: Collection[str]) -> str:
    """The one notebook of a name that isn't known. Unreadable where there is none, or several;
    OSError."""
    entries = folder.entries()
    stems = [each.removesuffix(".ipynb") for each in known]
    named = [name for name, _ in entries if name not in known and is_notebook_name(name)]
    others = [n for n, _ in entries if n not in known and is_notebook_name(n, stems)]
    strays = named or others
    if len(strays) > 1:
        raise Unreadable(f"{NOT_SUBMITTED}; rename the right one of {listed(strays)}")
    if strays:
        return strays[0]
    ours = (".ipynb", ".txt", ".md")  # other notebooks, what nbgrader puts there, the guide
    files = [name for name, is_folder in entries if not is_folder]
    others = [name for name in files if name[0] != "." and not name.endswith(ours)]
    raise Unreadable(NOT_SUBMITTED + (f", only {listed(others)}" if others else ""))


def in_its_place(found: str, name: str, why: str) -> Remark:
    """That a file is graded in the place of another one, which is of no use for this reason."""
    line = f"{quoted_name(found)} was graded in the place of {quoted_name(name)}, which {why}"
    return Remark(line, serious=True)


def listed(names: Iterable[str]) -> str:
    """Return the first few names, quoted and separated by commas."""
    return ", ".join(quoted_name(name) for name in [*names][:MAX_LISTED])


@dataclass
class SubmittedCell:
    """One cell of a submission: the parts of it that are kept.

    Attributes:
        source: Its text.
        cell_type: "code", "markdown" or "raw".
        name: Its grade_id; its id if it has none.
        attachments: Pictures that are attached to it, by file name and type, in base64.
        id: Its id, which some editors keep when they drop or change the grade_id.
    """

    source: str
    cell_type: str
    name: str | None
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)
    id: str | None = None


# --- cells ---------------------------------------------------------------------------------------


def parse(raw: bytes) -> list[SubmittedCell]:
    """The cells of a notebook file. Unreadable if it is no notebook."""
    if not raw.strip():
        raise Unreadable("the file is empty")
    if raw.count(b"[") + raw.count(b"{") > MAX_PARTS:
        raise Unreadable(f"the file has more than {MAX_PARTS} lists and objects")
    try:
        notebook = json.loads(raw)
    except (ValueError, RecursionError, MemoryError):
        kinds = [kind for start, kind in KINDS.items() if raw.startswith(start)]
        what, *_ = *kinds, "damaged, or was made by another program"
        raise Unreadable(f"the file is {what}") from None
    if not isinstance(notebook, dict):
        raise Unreadable("the file is not a notebook")
    cells = notebook.get("cells")
    if not isinstance(cells, list) and isinstance(notebook.get("worksheets"), list):
        cells = [*_cells_of_version_3(notebook["worksheets"])]
    if not isinstance(cells, list):
        raise Unreadable("the file is not a notebook: it has no list of cells")
    return [_submitted_cell(cell) for cell in cells[:MAX_CELLS] if isinstance(cell, dict)]


def _cells_of_version_3(worksheets: Iterable[object]) -> Iterator[dict]:
    """The cells of a notebook in the format before Jupyter's, as cells of today's."""
    for worksheet in worksheets:
        cells = worksheet.get("cells") if isinstance(worksheet, dict) else None
        for cell in cells if isinstance(cells, list) else ():
            if not isinstance(cell, dict):
                continue
            if cell.get("cell_type") == "heading":
                marks = "#" * min(cell["level"], 6) if type(cell.get("level")) is int else "#"
                source = cell.get("source")
                text = "".join(map(str, source)) if isinstance(source, list) else source
                cell = {**cell, "cell_type": "markdown", "source": f"{marks} {text}"}
            yield cell


def _submitted_cell(cell: dict) -> SubmittedCell:
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    source = _encodable(source).replace("\r\n", "\n") if isinstance(source, str) else ""
    cell_type, metadata = cell.get("cell_type"), cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    # Some editors drop metadata but keep the cell's id, which the build stamps with its name.
    id = cell["id"] if isinstance(cell.get("id"), str) else None
    name = name if isinstance(name, str) else id
    attachments = _attachments(cell.get("attachments"))
    if cell_type != "code":  # a photo as a data URI is longer than a cell may be
        source, lifted = lift_data_uris(source)
        attachments |= lifted
    return SubmittedCell(
        source=source if len(source) <= MAX_CELL else TOO_LONG,
        cell_type=cell_type if cell_type in ("code", "markdown") else "raw",
        name=name,
        attachments=attachments,
        id=id,
    )


def _attachments(attached: object) -> dict[str, dict[str, str]]:
    """The attachments of a cell that are in base64, each with the media type of its content."""
    kept = {}
    for name, bundle in attached.items() if isinstance(attached, dict) else ():
        for data in bundle.values() if isinstance(bundle, dict) else ():
            if isinstance(data, list):
                data = "".join(part for part in data if isinstance(part, str))
            if isinstance(data, str) and _BASE64.fullmatch(data):
                head = decoded("".join(data[: 2 * HEAD].split())[: HEAD // 4 * 4])
                kept[_encodable(name)] = {media_type(head) or OTHER: data}
                break
    return kept


def _encodable(text: str) -> str:
    """Text that a UTF-8 file can hold: JSON can smuggle in half a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8")
