"""Pages that show students' work: nothing in them may act on whoever looks at them.

`configure` makes nbconvert pass everything a student wrote through `clean`, in feedback pages and
in formgrader's. Names of elements go as well: formgrader finds the field for a mark by its id, and
the first one in the page would be the student's.

`ShowInReasonableTime` comes before. What Markdown, HTML and colour codes become is bounded, in size
and in time, whatever they are: a kilobyte can stand for a gigabyte, or for hours.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbgrader
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters import ansi2html
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.utils import is_locked
from traitlets import Bool
from traitlets.config import Config

from ..grading.pictures import IMAGES, points_of
from ..grading.record import Record
from .clean import MAX_LISTING, NOT_SHOWN, clean, is_quick
from .markdown import MAX_POINTS, Cleaned, Room, rendered, room_of_page

MAX_BY_KIND = {"text/html": 200_000}  # characters of an output that is shown as what it is
MAX_TEXT, MAX_LINE = 20_000, 500  # of other outputs, of Markdown, of a line of code
MAX_PRINTED = 100_000  # characters of an output that is printed
MAX_COLOURS = 2000  # changes of colour in an output


# --- filters -------------------------------------------------------------------------------------


@pass_context
def markdown(context: Context, source: str) -> Cleaned:
    """In the place of nbconvert's `markdown2html`, which ends the page at what it can't render."""
    cell = context.get("cell")
    attachments = cell.get("attachments", {}) if cell else {}
    return rendered(source, attachments, ours=cell is not None and _is_ours(cell))


@pass_context
def clean_in_page(context: Context, html: str | bytes) -> str:
    """`clean`, which keeps the classes of verdicts and of the course's own text."""
    if isinstance(html, Cleaned):
        return html
    cell = context.get("cell")
    return clean(html, ours=cell is not None and _is_ours(cell))


def _is_ours(cell: NotebookNode) -> bool:
    """Whether all that a cell shows is the course's: its text, or the verdict of its test."""
    return is_locked(cell) and (cell.cell_type == "markdown" or Record.read(cell) is not None)


_ESCAPE = re.compile(r"\x1b(?:\[([^@-~]*)([@-~])?)?")


def colours(text: str) -> str:
    """nbconvert's `ansi2html` for codes that can be colours, and not too many of them."""
    count = 0

    def kept(code: re.Match[str]) -> str:
        nonlocal count
        count += 1
        colour = code[2] == "m" and len(code[1]) < 20 and count <= MAX_COLOURS
        return code[0] if colour else ""

    return ansi2html(_ESCAPE.sub(kept, text))


def uncoloured(text: str) -> str:
    """`text` without colour codes, or others."""
    return _ESCAPE.sub("", text)


# --- before --------------------------------------------------------------------------------------


class ShowInReasonableTime(Preprocessor):
    """Shows as plain text, and cut off, what a page could not be made of in seconds.

    Only in the page: the notebook in autograded/ has everything.
    """

    plain = Bool(False, help="All that a student wrote or put out is shown as text, cut off.").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        self.room = Room()
        room_of_page.set(self.room)
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        if not is_locked(cell):
            if cell.cell_type == "code":
                cell.source = self._lines(cell.source)
            elif self.plain or not self._quick(cell.source, MAX_TEXT):
                lines = [NOT_SHOWN, *cell.source[:MAX_LISTING].split("\n")]
                cell.source = "\n".join("    " + line for line in lines)
                cell.pop("attachments", None)
        if cell.get("outputs"):
            cell.outputs = cell.outputs[: max(self.room.outputs, 0)]
            self.room.outputs -= len(cell.outputs)
            for output in cell.outputs:
                self._limit(output, ours=_is_ours(cell))
        return cell, resources

    def _limit(self, output: NotebookNode, ours: bool) -> None:
        if output.output_type == "stream":
            output.text = self._printed(output.text)
        elif output.output_type == "error":
            output.traceback = [self._printed("\n".join(output.traceback))]
        else:
            data = output.data
            for kind in list(data):
                if kind == "text/plain":
                    data[kind] = self._printed(data[kind])
                elif not (ours or self._shown(kind, data[kind])):
                    del data[kind]
                    data.setdefault("text/plain", NOT_SHOWN)

    def _shown(self, kind: str, data: str) -> bool:
        """Whether there is room for a part of an output in the page, which is then taken."""
        if self.plain:
            return False
        if kind in IMAGES:
            self.room.points -= points_of(data) or MAX_POINTS
            return self.room.points >= 0
        return kind != "image/svg+xml" and self._quick(data, MAX_BY_KIND.get(kind, MAX_TEXT))

    def _printed(self, text: str) -> str:
        room = max(min(self.room.printed, MAX_LISTING if self.plain else MAX_PRINTED), 0)
        self.room.printed -= min(len(text), room)
        return text if len(text) <= room else f"{text[:room]}\n{NOT_SHOWN}"

    def _lines(self, code: str) -> str:
        room = max(min(self.room.characters, MAX_LISTING if self.plain else 5 * MAX_TEXT), 0)
        self.room.characters -= len(code)
        lines = [line[:MAX_LINE] for line in code[:room].split("\n")]
        shown = "\n".join(lines)
        return shown if shown == code else f"{shown}\n# {NOT_SHOWN}"

    def _quick(self, text: str, longest: int) -> bool:
        self.room.characters -= len(text)
        return len(text) <= longest and self.room.characters >= 0 and is_quick(text)


def configure(config: Config, *, plain: bool = False) -> None:
    """Set what formgrader's pages with students' work are made with.

    plain: all that a student wrote is shown as text, for a page that could not be made otherwise.
    """
    pages = config.HTMLExporter
    pages.sanitize_html = True
    # nbgrader's template pipes Markdown through `strip_files_prefix` only, nbconvert's through
    # `clean_html`: both names lead to `clean`.
    pages.filters = {
        "clean_html": clean_in_page,
        "strip_files_prefix": clean_in_page,
        "markdown2html": markdown,
        "ansi2html": colours,
    }
    pages.preprocessors = [ShowInReasonableTime]
    config.ShowInReasonableTime.plain = plain
    pages.extra_template_basedirs = [
        str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates")
    ]
