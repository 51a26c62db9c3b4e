"""Pages that show students' work: nothing in them may act on whoever looks at them.

`configure` makes nbconvert pass everything a student wrote through `clean`, in feedback pages and
in formgrader's. Names of elements go as well: formgrader finds the field for a mark by its id, and
the first one in the page would be the student's.

`limited` comes before. What Markdown, HTML and colour codes become is bounded, in size
and in time, whatever they are: a kilobyte can stand for a gigabyte, or for hours.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbgrader
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters import ansi2html
from nbformat import NotebookNode
from nbgrader.utils import is_locked
from traitlets.config import Config

from ..grading.record import Record
from ..pictures import IMAGES, points_of
from .clean import MAX_LISTING, NOT_SHOWN, clean, is_quick
from .markdown import Cleaned, Room, rendered, room_of_page

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


def limited(notebook: NotebookNode, *, plain: bool = False) -> NotebookNode:
    """The notebook, in which what a page could not be made of in seconds is plain text, and cut
    off. Only for the page: the notebook in autograded/ has everything.

    plain: all that a student wrote or put out is shown as text, cut off.
    """
    room = Room()
    room_of_page.set(room)

    def quick(text: str, longest: int) -> bool:
        fits = not plain and len(text) <= longest and room.take(characters=len(text))
        return fits and is_quick(text)

    def printed(text: str) -> str:
        shown = room.part("printed", text, MAX_LISTING if plain else MAX_PRINTED)
        return text if shown == text else f"{shown}\n{NOT_SHOWN}"

    def is_shown(kind: str, data: str) -> bool:
        if kind in IMAGES and not plain:
            points = points_of(data)
            return bool(points) and room.take(points=points)
        return kind != "image/svg+xml" and quick(data, MAX_BY_KIND.get(kind, MAX_TEXT))

    for cell in notebook.cells:
        if not is_locked(cell) and cell.cell_type == "code":
            part = room.part("characters", cell.source, MAX_LISTING if plain else 5 * MAX_TEXT)
            shown = "\n".join(line[:MAX_LINE] for line in part.split("\n"))
            cell.source = shown if shown == cell.source else f"{shown}\n# {NOT_SHOWN}"
        elif not is_locked(cell) and not quick(cell.source, MAX_TEXT):
            lines = [NOT_SHOWN, *cell.source[:MAX_LISTING].split("\n")]
            cell.source = "\n".join("    " + line for line in lines)
            cell.pop("attachments", None)
        if cell.get("outputs"):
            cell.outputs = [each for each in cell.outputs if room.take(outputs=1)]
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                output.text = printed(output.text)
            elif output.output_type == "error":
                output.traceback = [printed("\n".join(output.traceback))]
            else:
                data = output.data
                for kind in list(data):
                    if kind == "text/plain":
                        data[kind] = printed(data[kind])
                    elif not (_is_ours(cell) or is_shown(kind, data[kind])):
                        del data[kind]
                        data.setdefault("text/plain", NOT_SHOWN)
    return notebook


def configure(config: Config) -> None:
    """Set what formgrader's pages with students' work are made with."""
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
    pages.extra_template_basedirs = [
        str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates")
    ]
