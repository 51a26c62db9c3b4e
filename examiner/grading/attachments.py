"""The pictures of a submission, wherever the student put them, as attachments that a page can show.

A picture of a few points and bytes stays as it is. A photo is scaled down, another format becomes
JPEG or PNG: in a process of the sandbox, for nothing here decodes a picture. In place of a picture
that no page can show there is a note (`pictures.NOTE`) that names the original.
"""

from __future__ import annotations

import base64
import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from nbformat import NotebookNode

from ..digests import digest_of, digest_of_bytes
from ..pictures import (
    DIGEST,
    HEAD_BYTES,
    IMAGE_TYPES,
    NOTE,
    UNREAD,
    media_type,
    normalized_name,
    pixel_count,
)
from ..quoting import in_markdown, quoted_name
from ..student import Sandbox, SandboxUnavailable
from ..student.student import Student
from .matching import MIN_WORDS_IN_CODE, texts_in
from .picture_links import (
    UNKNOWN_TYPE,
    Attachments,
    decode_base64,
    quoted_address,
    rewrite_links,
    unescape_address,
)
from .reference_notebook import ReferenceNotebook, new_cell
from .submission import Submission, SubmittedCell

MAX_PICTURES_OF_CELL, MAX_PICTURES = 50, 500  # attached to a cell, and to a notebook
UNCHANGED_LIMITS = (
    8 * 10**6,
    3 * 2**19,
)  # points and bytes up to which a PNG or a JPEG is not touched
SCALED_LIMITS = 5 * 10**6, 3 * 2**19  # points and bytes of a picture that was scaled down
MAX_ORIGINAL_PIXELS = (
    220 * 10**6
)  # points of a picture that is scaled down: phones have 200 million
MAX_SECONDS = 12.0  # of processor time, after which no more pictures are scaled down
MAX_BYTES = 24 * 2**20  # of all pictures of a notebook
SCALING_SCRIPT = Path(__file__).with_name("scaling.py")
BESIDE_ID = "beside"  # id of the cell that shows files which no cell mentions
MAX_BESIDE = 50  # files that it names

_FORMATS = (
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/bmp",
    "image/tiff",
    "image/avif",
)
_WHY_NOT = {
    "image/heic": "browsers don't show HEIC photos; submit them as JPEG",
    "image/svg+xml": "an SVG drawing can hold a program; submit it as PNG",
    "application/pdf": "it is a PDF",
}
NO_PICTURE = "it is damaged, or no picture"
OVER_BUDGET = f"the pictures of a notebook may have {MAX_BYTES // 2**20} MiB together"
NOT_SCALED = "it is too large, and could not be scaled down"
NOT_READ = "it was left out when the submission was read"
IN_NOTEBOOK = "the original is in the submitted notebook"
TOO_LARGE = "the graded notebook is too large"
IN_SUBMISSION = "the original is in the submission"
# What answers no question, and stands beside many a notebook.
_HIDDEN_FILE = re.compile(
    r"(?:^|/)[.~]|(?:^|/)(?:__pycache__|__MACOSX|node_modules|venv|env|site-packages)/",
    re.IGNORECASE,
)
_PYTHON_FILE = re.compile(r"\.py$", re.IGNORECASE)
_NEVER_AN_ANSWER = re.compile(
    rf"{_HIDDEN_FILE.pattern}"
    r"|(?:^|/)(?:timestamp\.txt|submission_secret\.txt|desktop\.ini|thumbs\.db|icon\r?)$"
    r"|\.(?:ipynb|py|pyc|pyi|so|csv|tsv|json|npy|npz|pkl|pickle|h5|pt|pth|safetensors|log|bak|tmp"
    r"|lock|toml|yaml|yml|cfg|ini|sh|bat)$",
    re.IGNORECASE,
)
_BETWEEN_WORDS = re.compile(r"[\s\"'`()\[\]<>|*,;]+")


def show_pictures(
    cells: Iterable[SubmittedCell],
    submission: Submission,
    reference: ReferenceNotebook,
    sandbox: Sandbox | None,
) -> tuple[NotebookNode | None, list[str]]:
    """Attach to each text cell, as a page can show them, the pictures that it shows or names.

    Args:
        cells: The cells of the submission; their sources and attachments change.
        submission: Has the files beside the notebook.
        reference: Has the stubs, and the names of files that were handed out with the notebook.
        sandbox: Where pictures are scaled down; None: nowhere, there is a note for each of them.

    Returns:
        A cell that shows the files beside the notebook that no cell mentions, None if there are
        none; and lines for the log.
    """
    texts = [cell for cell in cells if cell.cell_type != "code"]
    remarks = _limit_pictures(texts)
    files = _Files(submission, MAX_PICTURES - sum(len(cell.attachments) for cell in texts))
    stubs = {cell.source for cell in reference.cells}
    for cell in texts:
        if cell.attachments or cell.source not in stubs:  # a stub stays as it was handed out
            _link_pictures(cell, files)
    alone = unmentioned_files(submission, files.used, reference.files)
    folder = f"submitted/<student>/{reference.assignment}" if reference.assignment else ""
    beside = _cell_of_files(alone, files, submission.files, folder) if alone else None
    with _PictureConverter(sandbox) as shown:
        for cell in [*texts, *([beside] if beside else [])]:
            whose = cell.name or ("beside the notebook" if cell is beside else "a cell")
            for name, bundle in cell.attachments.items():
                cell.attachments[name] = kept = shown.bundle(bundle)
                if NOTE in kept:
                    remarks.append(f"{whose}: {quoted_name(name)} is not shown: {kept[NOTE]}")
    for cell in texts:
        if cell.cell_type == "markdown":  # a raw cell becomes a listing
            _show_all_attachments(cell)
    if beside is None:
        return None, remarks
    notebook_cell = new_cell("markdown", beside.source, BESIDE_ID)
    notebook_cell.attachments = beside.attachments
    return notebook_cell, remarks


def unmentioned_files(
    submission: Submission, mentioned: Collection[str] = (), released: Collection[str] = ()
) -> list[str]:
    """List the files beside the notebook that may hold an answer, and that no cell mentions.

    Notebooks, programs, data and hidden files are none; a PDF, a photo or a text is one, and so is
    Python with long comments.

    Args:
        submission: What was submitted.
        mentioned: The paths of files that cells show or name.
        released: The names of files that were handed out with the notebook.
    """
    read = [path for path, content in sorted(submission.files.items()) if content.strip()]
    unread = [name.strip("“”") for name in submission.left_out]
    passed = {*mentioned, *released, submission.name}
    named = [path for path in [*read, *unread] if path not in passed]
    return [
        path
        for path in named
        if not _NEVER_AN_ANSWER.search(path) or _has_long_comments(submission, path)
    ]


def _has_long_comments(submission: Submission, path: str) -> bool:
    """Tell whether a file is Python with comments that may be a written answer."""
    if not _PYTHON_FILE.search(path) or _HIDDEN_FILE.search(path):
        return False
    code = submission.files.get(path, b"").decode("utf-8", "replace")
    return bool(texts_in(code, MIN_WORDS_IN_CODE))


def beside_cell(cells: Iterable[NotebookNode]) -> NotebookNode | None:
    """The cell of a graded notebook that shows the files which no cell mentions.

    A student with such files has submitted more than the cells show: no written answer is empty.
    """
    return next((cell for cell in cells if cell.get("id") == BESIDE_ID), None)


def discard_pictures(notebook: NotebookNode) -> str:
    """Put notes in place of all pictures of a graded notebook. Gives a line for the log."""
    for cell in notebook.cells:
        for bundle in cell.get("attachments", {}).values():
            if NOTE not in bundle:
                digest = digest_of(dict(bundle))
                bundle.clear()
                bundle |= {
                    NOTE: f"the graded notebook is too large; {IN_SUBMISSION}",
                    DIGEST: digest,
                }
    return "its pictures were left out"


# --- what a cell shows ---------------------------------------------------------------------------


class _Files:
    """The pictures and PDFs beside the notebook, by the ways in which a link may name them.

    used: the paths of those that cells show. room: how many more attachments there may be.
    """

    def __init__(self, submission: Submission, room: int) -> None:
        self.used: set[str] = set()
        self.room = room
        self._files = {
            p: raw for p, raw in submission.files.items() if media_type(raw[:HEAD_BYTES])
        }
        self._bundles = {
            name.strip("“”"): {NOTE: f"{NOT_READ}; {_note_on_original(name)}", DIGEST: UNREAD}
            for name in submission.left_out
        }
        paths = [*self._files, *self._bundles]
        self._folded = {normalized_name(path).casefold(): path for path in paths}
        names = defaultdict(list)
        for path in paths:
            names[posixpath.basename(normalized_name(path)).casefold()].append(path)
        self._by_name = {
            name: found[0]
            for name, found in names.items()
            if len({self._files.get(path) for path in found}) == 1
        }

    def __len__(self) -> int:
        return len(self._folded)

    def find(self, address: str) -> str | None:
        """The path of the file that an address in a cell means; None if it means none."""
        scheme = re.match(r"([A-Za-z][\w+.-]+):", address)
        if scheme and scheme[1].lower() not in ("file", "attachment"):
            return None
        path = address.removeprefix("attachment:").partition("?")[0].partition("#")[0]
        for written in (path, unquote(path)):
            if written in self._files:
                return written
        plain = posixpath.normpath(normalized_name(path.replace("\\", "/")) or "?").casefold()
        found = self._folded.get(plain) or self._folded.get(plain.removeprefix("files/"))
        # A path on the student's own machine, or from where Jupyter was started.
        return found or self._by_name.get(posixpath.basename(plain))

    def bundle(self, path: str) -> dict[str, str]:
        """The file as an attachment has it, with a note where it is; none if it is no picture."""
        if path not in self._bundles and path in self._files:
            raw, where = (
                self._files[path],
                f"the original is the submitted file {quoted_name(path)}",
            )
            data = base64.b64encode(raw).decode()
            self._bundles[path] = {media_type(raw[:HEAD_BYTES]): data, NOTE: where}
        return self._bundles.get(path, {})


def _link_pictures(cell: SubmittedCell, files: _Files) -> None:
    """Let each link of a cell to an attachment or to a file lead to an attachment of the cell."""
    attached: dict[str, str] = {}  # path of a file -> name of its attachment
    plain = {normalized_name(name): name for name in cell.attachments}

    def attach(path: str) -> str | None:
        full = len(cell.attachments) >= MAX_PICTURES_OF_CELL or files.room <= 0
        if path in attached:
            return attached[path]
        bundle = files.bundle(path)
        same = next(
            (name for name, old in cell.attachments.items() if _have_same_content(old, bundle)),
            None,
        )
        if same is not None:
            attached[path] = same
            files.used.add(path)
        elif not full:
            name = _encodable_path(path)
            while name in cell.attachments:  # another picture of that name
                name = f"file-{name}"
            cell.attachments[name] = bundle
            attached[path] = name
            files.used.add(path)
            files.room -= 1
        return attached.get(path)

    def resolve(written: str) -> str | None:
        for address in dict.fromkeys((written, unescape_address(written))):
            if address.startswith("attachment:"):
                name = address.removeprefix("attachment:")
                if name in cell.attachments:
                    return name
                if (known := plain.get(normalized_name(name))) is not None:
                    return known
            if path := files.find(address):
                return attach(path)
        return None

    cell.source = rewrite_links(cell.source, resolve)
    words = _BETWEEN_WORDS.split(cell.source) if files else ()
    for word in dict.fromkeys(words):
        word = word.strip(".:!?")
        if "." in word and not word.startswith("attachment:") and (path := files.find(word)):
            attach(path)


def _have_same_content(bundle: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two attachments have the same content, as far as it is known."""
    one, two = ({kind: data for kind, data in b.items() if kind != NOTE} for b in (bundle, other))
    return one == two and one.get(DIGEST) != UNREAD


def _show_all_attachments(cell: SubmittedCell) -> None:
    """Let a cell show each of its attachments: a student may have taken the link away."""
    for name in cell.attachments:
        address = f"attachment:{quoted_address(name)}"
        if address not in cell.source:
            cell.source += f"\n\n![{in_markdown(name)}]({address})"


def _limit_pictures(cells: Iterable[SubmittedCell]) -> list[str]:
    """Bound the number of pictures; a line for the log on each cell that has more.

    Whoever reads a class later reads all of them.
    """
    remarks, room = [], MAX_PICTURES
    for cell in cells:
        most = min(MAX_PICTURES_OF_CELL, room)
        more = len(cell.attachments) - most
        if more > 0:
            cell.attachments = dict([*cell.attachments.items()][:most])
            remarks.append(
                f"{cell.name or 'a cell'}: {more} of its attached pictures were left out"
            )
            cell.source += f"\n\n[{more} more pictures of this cell are not shown: {IN_NOTEBOOK}.]"
        room -= len(cell.attachments)
    return remarks


def _cell_of_files(
    paths: list[str], files: _Files, contents: Mapping[str, bytes], folder: str
) -> SubmittedCell:
    """A cell that names these files, and shows the pictures among them."""
    where = f" (in {in_markdown(folder)})" if folder else ""
    lines = [f"**Submitted beside the notebook, and mentioned in no cell{where}:**\n"]
    attachments: Attachments = {}
    for path in paths[:MAX_BESIDE]:
        attachments[_encodable_path(path)] = files.bundle(path) or _note_on_files(contents, [path])
    if more := paths[MAX_BESIDE:]:
        attachments[f"{len(more)} more files"] = _note_on_files(
            contents, [path for path in more if path in contents]
        )
    lines += [
        f"- {in_markdown(quoted_name(name))}\n\n  ![](attachment:{quoted_address(name)})\n"
        for name in attachments
    ]
    return SubmittedCell("\n".join(lines), "markdown", None, attachments)


def _encodable_path(path: str) -> str:
    """A path that a UTF-8 file can hold."""
    return path.encode("utf-8", "replace").decode("utf-8")


def _note_on_original(name: str) -> str:
    return f"the original is the submitted file {name}"


def _note_on_files(contents: Mapping[str, bytes], paths: Sequence[str]) -> dict[str, str]:
    """In place of files that are no pictures: what to do, and a digest of all of them."""
    digests = [digest_of_bytes(contents[path]) for path in paths]
    return {NOTE: "open the submitted file", DIGEST: digest_of(digests)}


# --- what a page can show ------------------------------------------------------------------------


class _PictureConverter:
    """Makes of attachments what a page can show, each picture once. Use it in a `with`."""

    def __init__(self, sandbox: Sandbox | None) -> None:
        self._sandbox = sandbox
        self._student: Student | None = None
        self._made: dict[str, tuple[str, bytes] | str] = {}
        self._room = MAX_BYTES

    def __enter__(self) -> _PictureConverter:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._student is not None:
            self._student.close()

    def bundle(self, bundle: Mapping[str, str]) -> dict[str, str]:
        """An attachment with a PNG or a JPEG that a page can show, or with a note."""
        if DIGEST in bundle:
            return dict(bundle)
        kind, data = next(((k, d) for k, d in bundle.items() if k != NOTE), (UNKNOWN_TYPE, ""))
        if data not in self._made:
            self._made[data] = self._shown(kind, decode_base64(data))
        made = self._made[data]
        if not isinstance(made, str):
            kind, shown = made
            if len(shown) <= self._room:
                self._room -= len(shown)
                return {kind: base64.b64encode(shown).decode()}
            made = OVER_BUDGET
        return {
            NOTE: f"{made}; {bundle.get(NOTE, IN_NOTEBOOK)}",
            DIGEST: digest_of_bytes(decode_base64(data)),
        }

    def _shown(self, kind: str, raw: bytes) -> tuple[str, bytes] | str:
        """The media type and the bytes of a picture that a page can show, or why there is none."""
        kind = media_type(raw[:HEAD_BYTES]) or kind
        if kind not in _FORMATS:
            return _WHY_NOT.get(kind, NO_PICTURE)
        points, size = UNCHANGED_LIMITS
        if kind in IMAGE_TYPES and len(raw) <= size:
            found = pixel_count(base64.b64encode(raw).decode())
            if found is not None and found <= points:
                return kind, raw
        return self._scaled(raw)

    def _scaled(self, raw: bytes) -> tuple[str, bytes] | str:
        """The picture scaled down in the sandbox. Nothing of the reply is believed unseen."""
        if self._sandbox is None:
            return NOT_SCALED
        if self._student is None:
            self._student = self._sandbox.student()
            self._student.run(SCALING_SCRIPT.read_text("utf-8"))
        if self._student.processor_seconds > MAX_SECONDS:
            return NOT_SCALED
        try:
            scaled = self._student.look_up("scaled")
            made = scaled(raw, *SCALED_LIMITS, MAX_ORIGINAL_PIXELS)
        except SandboxUnavailable:
            raise
        except Exception:  # whatever a damaged picture made of the process
            return NOT_SCALED
        if type(made) is not bytes or not 0 < len(made) <= SCALED_LIMITS[1]:
            return NOT_SCALED
        kind = media_type(made[:HEAD_BYTES])
        points = pixel_count(base64.b64encode(made).decode())
        return (kind, made) if kind in IMAGE_TYPES and points is not None else NOT_SCALED
