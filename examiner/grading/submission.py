"""Submissions: the files that a student submitted, and the cells of their notebook.

The coordinator only collects the bytes of a `Submission`, without following links. A worker process
parses them.
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
from ..pictures import HEAD_BYTES, media_type
from ..quoting import quoted_name
from ..student.files import (
    FileDenied,
    FileRejected,
    FileTooLarge,
    Folder,
    SkippedFile,
    collect_files,
    read_error_reason,
)
from .picture_links import UNKNOWN_TYPE, decode_base64, lift_data_uris

MAX_FILE = 64 * 2**20  # bytes; a larger notebook is not read
MAX_OTHERS = 20  # other notebooks of a submission that are read
MAX_CELL = 2**20  # characters; a longer cell is not run
MAX_CELLS = 2000
MAX_CONTAINERS = 2**21  # lists and objects; an empty one takes 2 bytes in the file, 72 in memory
TOO_LONG = f"# This cell was longer than {MAX_CELL} characters and was left out."

MAX_LISTED = 5
COLLECTION_FILES = ("timestamp.txt", "submission_secret.txt")  # they differ in each submission
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]+")
# First bytes of a file that was submitted under a notebook's name -> the kind of file.
FILE_KINDS = {b"%PDF": "a PDF", b"PK": "a zip archive", b"<": "a web page"}
NOT_SUBMITTED = "no notebook was submitted"  # start of `Submission.problem` if there is no notebook


class Unreadable(Exception):
    """The file is no notebook; the message gives the reason to the student and the log."""


class TooManyCells(Exception):
    """The notebook has more cells than MAX_CELLS, and a person has to remove some of them."""


class Remark(NamedTuple):
    """A remark on a submission, for the log.

    Attributes:
        text: One line.
        serious: Whether a person has to look at the submission.
    """

    text: str
    serious: bool = False


@dataclass(frozen=True)
class Submission:
    """The notebook that a student submitted, and the files beside it. It is plain data.

    Attributes:
        notebook: Bytes of the notebook's file; empty if there is a `problem`.
        files: Relative path of a file beside the notebook -> its content.
        remarks: Remarks on the collection.
        problem: The reason why the notebook can't be read; "" if it can.
        name: Name of the notebook's file.
        others: Names of other files in the top folder that may be the notebook.
        not_allowed: Whether this user's permissions are the reason in `problem`.
        left_out: The files that were not read.
        case_set: Number of the case set that the submission meets in questions on arrays; None if
            it meets cases that no other submission has.
    """

    notebook: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    problem: str = ""
    name: str = "the notebook"
    others: tuple[str, ...] = ()
    not_allowed: bool = False
    left_out: tuple[SkippedFile, ...] = ()
    case_set: int | None = None

    @classmethod
    def collect(cls, path: Path, known: Iterable[str]) -> Submission:
        """Read a submission from its folder. Nothing that a student did makes this raise.

        If the notebook is missing, and there is exactly one notebook with another name, that one is
        read instead.

        Args:
            path: The expected path of the notebook.
            known: The names of all notebooks of the assignment, without ".ipynb".
        """
        # A student may have replaced this folder, or the folder above, by a link.
        folder = Folder(path.parent, untrusted_parts=2)
        name, remarks = path.name, list[Remark]()
        known = {name, *(f"{each}.ipynb" for each in known)}
        notebook, problem, not_allowed = b"", "", False
        try:
            if not os.path.lexists(path):
                name = _find_only_notebook(folder, known)
            notebook = folder.read(name, MAX_FILE)
            if name != path.name:
                remarks.append(substitution_remark(name, path.name, "was not submitted"))
        except Unreadable as reason:
            problem = str(reason)
        except FileTooLarge as error:
            problem = f"the file is larger than {MAX_FILE // 2**20} MiB: it has {error.size} bytes"
        except FileDenied as why:
            problem, not_allowed = f"{quoted_name(name)}: {why}", True
        except FileRejected as why:  # such as a link, which could lead anywhere
            problem = f"the file is not an ordinary file ({why})"
        except FileNotFoundError:
            problem = NOT_SUBMITTED
        except OSError as error:
            problem = f"the folder can't be read: {read_error_reason(error)}"
            not_allowed = isinstance(error, PermissionError)
        files, skipped = collect_files(folder)
        remarks += [Remark(f"{each} was left out: {why}") for each, why in skipped]
        stems = [each.removesuffix(".ipynb") for each in known]
        beside = {each for each in files if "/" not in each and is_notebook_name(each, stems)}
        beside -= known | {name}
        if len(beside) > MAX_OTHERS:
            line = f"there are {len(beside)} other notebooks; only {MAX_OTHERS} of them were read"
            remarks.append(Remark(line))
        others = tuple(sorted(beside)[:MAX_OTHERS])
        return cls(notebook, files, tuple(remarks), problem, name, others, not_allowed, skipped)

    def digest(self, released: Collection[str] = ()) -> str:
        """Return a short digest of the submission; "" if the student submitted nothing.

        Args:
            released: Names of files that were released with the notebook.
        """
        ignored = {*released, *COLLECTION_FILES, self.name}
        files = {name: digest_of_bytes(data) for name, data in self.files.items()}
        files |= dict(self.left_out)
        own = {name: digest for name, digest in files.items() if name not in ignored}
        if not own and (self.is_missing or not (self.problem or self.notebook.strip())):
            return ""
        return digest_of([digest_of_bytes(self.notebook), own, self.problem])[:8]

    @property
    def is_missing(self) -> bool:
        """True if the student submitted no notebook."""
        return self.problem.startswith(NOT_SUBMITTED)

    def cells(self) -> list[SubmittedCell]:
        """Return the cells of the notebook.

        Raises:
            Unreadable: There is no notebook, or it can't be read.
            TooManyCells: The notebook has more cells than MAX_CELLS.
        """
        if self.problem:
            raise Unreadable(self.problem)
        return parse_notebook(self.notebook, self.name)


def _find_only_notebook(folder: Folder, known: Collection[str]) -> str:
    """Return the name of the only notebook in a folder that has an unexpected name.

    Raises:
        Unreadable: There is no such notebook, or several.
        OSError: The folder can't be read.
    """
    entries = folder.entries()
    stems = [each.removesuffix(".ipynb") for each in known]
    named = [name for name, _ in entries if name not in known and is_notebook_name(name)]
    others = [n for n, _ in entries if n not in known and is_notebook_name(n, stems)]
    strays = named or others
    if len(strays) > 1:
        raise Unreadable(f"{NOT_SUBMITTED}; rename the right one of {quoted_list(strays)}")
    if strays:
        return strays[0]
    # Not worth a mention: the assignment's other notebooks, files of nbgrader, and the guide.
    ignored = (".ipynb", ".txt", ".md")
    files = [name for name, is_folder in entries if not is_folder]
    others = [name for name in files if name[0] != "." and not name.endswith(ignored)]
    raise Unreadable(NOT_SUBMITTED + (f", only {quoted_list(others)}" if others else ""))


def substitution_remark(found: str, name: str, why: str) -> Remark:
    """Return the remark that a file was graded instead of the expected one.

    Args:
        found: Name of the file that is graded.
        name: Name of the expected file.
        why: The reason, as in "was not submitted".
    """
    line = f"{quoted_name(found)} was graded instead of {quoted_name(name)}, which {why}"
    return Remark(line, serious=True)


def quoted_list(names: Iterable[str]) -> str:
    """Return the first few names, quoted and separated by commas."""
    return ", ".join(quoted_name(name) for name in [*names][:MAX_LISTED])


@dataclass
class SubmittedCell:
    """The trusted parts of one cell of a submission.

    Attributes:
        source: Its text.
        cell_type: "code", "markdown" or "raw".
        name: Its grade_id; its id if it has no grade_id.
        attachments: Name of a picture -> media type -> content in base64.
        id: Its id. Some editors keep it when they drop or change the grade_id.
    """

    source: str
    cell_type: str
    name: str | None
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)
    id: str | None = None


# --- cells ---------------------------------------------------------------------------------------


def parse_notebook(raw: bytes, name: str = "the notebook") -> list[SubmittedCell]:
    """Parse the file of a notebook.

    Args:
        raw: The bytes of the file.
        name: The name of the file, for messages.

    Raises:
        Unreadable: The file is no notebook.
        TooManyCells: The notebook has more cells than MAX_CELLS.
    """
    if not raw.strip():
        raise Unreadable("the file is empty")
    if raw.count(b"[") + raw.count(b"{") > MAX_CONTAINERS:
        raise Unreadable(f"the file has more than {MAX_CONTAINERS} lists and objects")
    try:
        notebook = json.loads(raw)
    except (ValueError, RecursionError, MemoryError):
        kinds = [name for start, name in FILE_KINDS.items() if raw.startswith(start)]
        kind, *_ = *kinds, "damaged, or was made by another program"
        raise Unreadable(f"the file is {kind}") from None
    if not isinstance(notebook, dict):
        raise Unreadable("the file is not a notebook")
    cells = notebook.get("cells")
    if not isinstance(cells, list) and isinstance(notebook.get("worksheets"), list):
        cells = [*_cells_of_version_3(notebook["worksheets"])]
    if not isinstance(cells, list):
        raise Unreadable("the file is not a notebook: it has no list of cells")
    if len(cells) > MAX_CELLS:
        raise TooManyCells(
            f"{quoted_name(name)} has {len(cells)} cells, but at most {MAX_CELLS} are read: delete "
            "cells without an answer from the submitted file"
        )
    return [_submitted_cell(cell) for cell in cells if isinstance(cell, dict)]


def _cells_of_version_3(worksheets: Iterable[object]) -> Iterator[dict]:
    """Yield the cells of a notebook in format 3 (IPython), converted to format 4."""
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
    source = encodable(source).replace("\r\n", "\n") if isinstance(source, str) else ""
    cell_type, metadata = cell.get("cell_type"), cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    # Some editors drop the metadata but keep the cell's id; the build makes the id of the name.
    id = cell["id"] if isinstance(cell.get("id"), str) else None
    name = name if isinstance(name, str) else id
    attachments = _attachments(cell.get("attachments"))
    if cell_type != "code":  # before the length check, because a photo is a long data URI
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
    """Return the attachments of a cell that are in base64, with media types by their content."""
    kept = {}
    for name, bundle in attached.items() if isinstance(attached, dict) else ():
        for data in bundle.values() if isinstance(bundle, dict) else ():
            if isinstance(data, list):
                data = "".join(part for part in data if isinstance(part, str))
            if isinstance(data, str) and _BASE64.fullmatch(data):
                head = decode_base64("".join(data[: 2 * HEAD_BYTES].split())[: HEAD_BYTES // 4 * 4])
                kept[encodable(name)] = {media_type(head) or UNKNOWN_TYPE: data}
                break
    return kept


def encodable(text: str) -> str:
    """Replace characters that UTF-8 can't encode: JSON can contain half a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8")
