"""Pictures of a submission, converted to attachments that a page can show.

A small PNG or JPEG stays unchanged. A process in the sandbox scales photos down and converts other
formats to JPEG or PNG; this process never decodes a picture. A picture that no page can show is
replaced by a note (`pictures.NOTE`) that names the original.
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
from ..quoting import escape_markdown, quoted_name
from ..student import Sandbox, SandboxUnavailable
from ..student.student import Student
from .cell_texts import MIN_WORDS_IN_CODE, texts_in
from .picture_links import (
    UNKNOWN_TYPE,
    Attachments,
    decode_base64,
    quoted_address,
    rewrite_links,
    unescape_address,
)
from .reference_notebook import ReferenceNotebook, new_cell
from .submission import Submission, SubmittedCell, encodable

MAX_PICTURES_OF_CELL, MAX_PICTURES = 50, 500  # attachments of a cell, and of a notebook
# Most pixels and bytes of a PNG or a JPEG that stays unchanged, and of a picture after scaling.
UNCHANGED_LIMITS = 8 * 10**6, 3 * 2**19
SCALED_LIMITS = 5 * 10**6, 3 * 2**19
MAX_ORIGINAL_PIXELS = 220 * 10**6  # of a picture that is scaled down; phones have 200 million
MAX_SECONDS = 12.0  # of processor time; after that, no more pictures are scaled down
MAX_BYTES = 24 * 2**20  # of all pictures of a notebook
SCALING_SCRIPT = Path(__file__).with_name("scaling.py")
BESIDE_ID = "beside"  # id of the cell that shows the files that no cell mentions
MAX_BESIDE = 50  # files that this cell names

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
# Notes are part of a written answer's digest (`scores.asked`): any change of their text asks
# graders to mark such answers again.
NO_PICTURE = "it is damaged, or no picture"
OVER_BUDGET = f"the pictures of a notebook may have {MAX_BYTES // 2**20} MiB together"
NOT_SCALED = "it is too large, and could not be scaled down"
NOT_READ = "it was left out when the submission was read"
IN_NOTEBOOK = "the original is in the submitted notebook"
TOO_LARGE = "the graded notebook is too large"
IN_SUBMISSION = "the original is in the submission"
# Files that often lie beside a notebook and are never an answer.
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
    """Attach to each text cell the pictures that it shows or names, in a form that a page can show.

    Args:
        cells: The cells of the submission. Their sources and attachments change.
        submission: The submission, with the files beside the notebook.
        reference: The reference notebook, with the stubs and the names of released files.
        sandbox: Runs the process that scales pictures; None to replace each picture that needs
            scaling by a note.

    Returns:
        A cell that shows the files that no cell mentions, or None if there are no such files; and
        lines for the log.
    """
    texts = [cell for cell in cells if cell.cell_type != "code"]
    remarks = _limit_pictures(texts)
    files = _Files(submission, MAX_PICTURES - sum(len(cell.attachments) for cell in texts))
    stubs = {cell.source for cell in reference.cells}
    for cell in texts:
        if cell.attachments or cell.source not in stubs:  # a stub stays as released
            _link_pictures(cell, files)
    alone = unmentioned_files(submission, files.used, reference.files)
    folder = f"submitted/<student>/{reference.assignment}" if reference.assignment else ""
    beside = _cell_of_files(alone, files, submission.files, folder) if alone else None
    with _PictureConverter(sandbox) as converter:
        for cell in [*texts, *([beside] if beside else [])]:
            place = cell.name or ("beside the notebook" if cell is beside else "a cell")
            for name, bundle in cell.attachments.items():
                cell.attachments[name] = converted = converter.convert(bundle)
                if NOTE in converted:
                    remarks.append(f"{place}: {quoted_name(name)} is not shown: {converted[NOTE]}")
    for cell in texts:
        if cell.cell_type == "markdown":  # a raw cell becomes a listing, which shows no pictures
            _show_all_attachments(cell)
    if beside is None:
        return None, remarks
    notebook_cell = new_cell("markdown", beside.source, BESIDE_ID)
    notebook_cell.attachments = beside.attachments
    return notebook_cell, remarks


def unmentioned_files(
    submission: Submission, mentioned: Collection[str] = (), released: Collection[str] = ()
) -> list[str]:
    """List the files beside the notebook that may be an answer and that no cell mentions.

    A PDF, a photo, a text, or Python with long comments may be an answer. Notebooks, other
    programs, data and hidden files are not.

    Args:
        submission: The submission.
        mentioned: Paths of files that cells show or name.
        released: Names of files that were released with the notebook.
    """
    read = [path for path, content in sorted(submission.files.items()) if content.strip()]
    unread = [file.name.strip("“”") for file in submission.left_out]
    ignored = {*mentioned, *released, submission.name}
    candidates = [path for path in [*read, *unread] if path not in ignored]
    return [
        path
        for path in candidates
        if not _NEVER_AN_ANSWER.search(path) or _has_long_comments(submission, path)
    ]


def _has_long_comments(submission: Submission, path: str) -> bool:
    """Check whether a file is Python with comments that may be a written answer."""
    if not _PYTHON_FILE.search(path) or _HIDDEN_FILE.search(path):
        return False
    code = submission.files.get(path, b"").decode("utf-8", "replace")
    return bool(texts_in(code, MIN_WORDS_IN_CODE))


def beside_cell(cells: Iterable[NotebookNode]) -> NotebookNode | None:
    """Return the cell of a graded notebook that shows the files that no cell mentions, if any.

    If there is one, no written answer counts as empty: a file may hold the answer.
    """
    return next((cell for cell in cells if cell.get("id") == BESIDE_ID), None)


def discard_pictures(notebook: NotebookNode) -> str:
    """Replace all pictures of a graded notebook by notes.

    Returns:
        A phrase for the log on the removal.
    """
    for cell in notebook.cells:
        for bundle in cell.get("attachments", {}).values():
            if NOTE not in bundle:
                digest = digest_of(dict(bundle))
                bundle.clear()
                bundle |= {
                    NOTE: f"{TOO_LARGE}; {IN_SUBMISSION}",
                    DIGEST: digest,
                }
    return "its pictures were removed"


# --- links and files of a cell -------------------------------------------------------------------


class _Files:
    """The pictures and PDFs beside the notebook, findable by every form that a link may have.

    Attributes:
        used: Paths of the files that cells show.
        budget: Number of attachments that may still be added.
    """

    def __init__(self, submission: Submission, budget: int) -> None:
        self.used: set[str] = set()
        self.budget = budget
        self._files = {
            p: raw for p, raw in submission.files.items() if media_type(raw[:HEAD_BYTES])
        }
        self._bundles = {
            file.name.strip("“”"): {
                NOTE: f"{NOT_READ} ({file.reason}); {_note_on_original(file.name)}",
                DIGEST: UNREAD,
            }
            for file in submission.left_out
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
        """Return the path of the file that an address refers to; None if there is none."""
        scheme = re.match(r"([A-Za-z][\w+.-]+):", address)
        if scheme and scheme[1].lower() not in ("file", "attachment"):
            return None
        path = address.removeprefix("attachment:").partition("?")[0].partition("#")[0]
        for written in (path, unquote(path)):
            if written in self._files:
                return written
        plain = posixpath.normpath(normalized_name(path.replace("\\", "/")) or "?").casefold()
        found = self._folded.get(plain) or self._folded.get(plain.removeprefix("files/"))
        # It may be a path on the student's machine, or relative to the folder Jupyter started in.
        return found or self._by_name.get(posixpath.basename(plain))

    def bundle(self, path: str) -> dict[str, str]:
        """Return a file as an attachment with a note on the original; empty if it is no picture."""
        if path not in self._bundles and path in self._files:
            raw = self._files[path]
            data = base64.b64encode(raw).decode()
            note = _note_on_original(quoted_name(path))
            self._bundles[path] = {media_type(raw[:HEAD_BYTES]): data, NOTE: note}
        return self._bundles.get(path, {})


def _link_pictures(cell: SubmittedCell, files: _Files) -> None:
    """Make attachments of the files that a cell links to or names, and rewrite its links."""
    attached: dict[str, str] = {}  # path of a file -> name of its attachment
    plain = {normalized_name(name): name for name in cell.attachments}

    def attach(path: str) -> str | None:
        is_full = len(cell.attachments) >= MAX_PICTURES_OF_CELL or files.budget <= 0
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
        elif not is_full:
            name = encodable(path)
            while name in cell.attachments:  # a different picture has this name
                name = f"file-{name}"
            cell.attachments[name] = bundle
            attached[path] = name
            files.used.add(path)
            files.budget -= 1
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
    """Check whether two attachments have the same content; an unread file equals no other."""
    one, two = ({kind: data for kind, data in b.items() if kind != NOTE} for b in (bundle, other))
    return one == two and one.get(DIGEST) != UNREAD


def _show_all_attachments(cell: SubmittedCell) -> None:
    """Add a link to each attachment that the cell does not show, such as one without a link."""
    for name in cell.attachments:
        address = f"attachment:{quoted_address(name)}"
        if address not in cell.source:
            cell.source += f"\n\n![{escape_markdown(name)}]({address})"


def _limit_pictures(cells: Iterable[SubmittedCell]) -> list[str]:
    """Limit the number of pictures, because graders and pages have to load all of them.

    Returns:
        A line for the log on each cell that had more.
    """
    remarks, budget = [], MAX_PICTURES
    for cell in cells:
        most = min(MAX_PICTURES_OF_CELL, budget)
        more = len(cell.attachments) - most
        if more > 0:
            cell.attachments = dict([*cell.attachments.items()][:most])
            remarks.append(
                f"{cell.name or 'a cell'}: {more} of its attached pictures were left out"
            )
            cell.source += f"\n\n[{more} more pictures of this cell are not shown: {IN_NOTEBOOK}.]"
        budget -= len(cell.attachments)
    return remarks


def _cell_of_files(
    paths: list[str], files: _Files, contents: Mapping[str, bytes], folder: str
) -> SubmittedCell:
    """Make a cell that names files and shows the pictures among them.

    Args:
        paths: Paths of the files.
        files: The pictures and PDFs of the submission.
        contents: Path of a file -> its content.
        folder: The folder of the submission, for graders; "" if it is unknown.
    """
    folder_note = f" (in {escape_markdown(folder)})" if folder else ""
    lines = [f"**Submitted beside the notebook, and mentioned in no cell{folder_note}:**\n"]
    attachments: Attachments = {}
    for path in paths[:MAX_BESIDE]:
        attachments[encodable(path)] = files.bundle(path) or _note_on_files(contents, [path])
    if more := paths[MAX_BESIDE:]:
        attachments[f"{len(more)} more files"] = _note_on_files(
            contents, [path for path in more if path in contents]
        )
    lines += [
        f"- {escape_markdown(quoted_name(name))}\n\n  ![](attachment:{quoted_address(name)})\n"
        for name in attachments
    ]
    return SubmittedCell("\n".join(lines), "markdown", None, attachments)


def _note_on_original(name: str) -> str:
    return f"the original is the submitted file {name}"


def _note_on_files(contents: Mapping[str, bytes], paths: Sequence[str]) -> dict[str, str]:
    """Make the attachment for files that are no pictures: a note, and a digest of all of them."""
    digests = [digest_of_bytes(contents[path]) for path in paths]
    return {NOTE: "open the submitted file", DIGEST: digest_of(digests)}


# --- conversion to pictures that a page can show -------------------------------------------------


class _PictureConverter:
    """A converter of attachments to a form that a page can show, for use in a `with` statement.

    It converts equal pictures once.
    """

    def __init__(self, sandbox: Sandbox | None) -> None:
        self._sandbox = sandbox
        self._student: Student | None = None
        # Picture in base64 -> its media type and bytes, or the reason why no page can show it.
        self._converted: dict[str, tuple[str, bytes] | str] = {}
        self._budget = MAX_BYTES

    def __enter__(self) -> _PictureConverter:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._student is not None:
            self._student.close()

    def convert(self, bundle: Mapping[str, str]) -> dict[str, str]:
        """Return an attachment with a PNG or a JPEG that a page can show, or with a note."""
        if DIGEST in bundle:
            return dict(bundle)
        kind, data = next(((k, d) for k, d in bundle.items() if k != NOTE), (UNKNOWN_TYPE, ""))
        if data not in self._converted:
            self._converted[data] = self._convert(kind, decode_base64(data))
        converted = self._converted[data]
        if not isinstance(converted, str):
            kind, content = converted
            if len(content) <= self._budget:
                self._budget -= len(content)
                return {kind: base64.b64encode(content).decode()}
            converted = OVER_BUDGET
        return {
            NOTE: f"{converted}; {bundle.get(NOTE, IN_NOTEBOOK)}",
            DIGEST: digest_of_bytes(decode_base64(data)),
        }

    def _convert(self, kind: str, raw: bytes) -> tuple[str, bytes] | str:
        """Return media type and bytes of a picture, or the reason why no page can show it."""
        kind = media_type(raw[:HEAD_BYTES]) or kind
        if kind not in _FORMATS:
            return _WHY_NOT.get(kind, NO_PICTURE)
        max_pixels, max_bytes = UNCHANGED_LIMITS
        if kind in IMAGE_TYPES and len(raw) <= max_bytes:
            pixels = pixel_count(base64.b64encode(raw).decode())
            if pixels is not None and pixels <= max_pixels:
                return kind, raw
        return self._scale_down(raw)

    def _scale_down(self, raw: bytes) -> tuple[str, bytes] | str:
        """Scale a picture down in the sandbox, and check the result before it is used."""
        if self._sandbox is None:
            return NOT_SCALED
        if self._student is None:
            self._student = self._sandbox.student()
            self._student.run(SCALING_SCRIPT.read_text("utf-8"))
        if self._student.processor_seconds > MAX_SECONDS:
            return NOT_SCALED
        try:
            scale_down = self._student.look_up("scale_down")
            scaled = scale_down(raw, *SCALED_LIMITS, MAX_ORIGINAL_PIXELS)
        except SandboxUnavailable:
            raise
        except Exception:  # a damaged picture can make the process fail in any way
            return NOT_SCALED
        if type(scaled) is not bytes or not 0 < len(scaled) <= SCALED_LIMITS[1]:
            return NOT_SCALED
        kind = media_type(scaled[:HEAD_BYTES])
        pixels = pixel_count(base64.b64encode(scaled).decode())
        return (kind, scaled) if kind in IMAGE_TYPES and pixels is not None else NOT_SCALED
