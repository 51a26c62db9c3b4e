"""Pages that show students' work: nothing in it may act on the one who looks at it.

`SETTINGS` makes nbconvert pass everything a student wrote through `clean`, in feedback pages and in
formgrader's. Scripts, event handlers, frames, forms, styles and remote pictures go; text, tables,
formulas and pictures that are in the page itself stay.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bleach
import nbgrader
from nbformat import NotebookNode

from ..checks.verdict import format_points
from .hand_in import IMAGES, is_base64

TAGS = (
    bleach.ALLOWED_TAGS
    | {"br", "dd", "del", "details", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr"}
    | {"img", "kbd", "p", "pre", "s", "small", "span", "sub", "summary", "sup", "tt", "u"}
    | {"caption", "col", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}
)
ATTRIBUTES = {
    "*": ["class", "title", "align", "colspan", "rowspan", "scope", "start"],
    "h1": ["id"], "h2": ["id"], "h3": ["id"], "h4": ["id"], "h5": ["id"], "h6": ["id"],
    "a": ["href"],
    "img": lambda tag, name, value: name in ("alt", "width", "height")
    or (name == "src" and re.fullmatch(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*", value)),
}  # fmt: skip
PROTOCOLS = frozenset({"http", "https", "mailto", "data"})
ADDRESS = re.compile(r"(?<= at )0x[0-9a-f]{8,}")
LINKS = re.compile(r"(https?://|mailto:|#)", re.I)
# A page shows SVG as <img>, where its scripts don't run and its links don't load.
MIME_TYPES = ("text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml")


def clean(html: str | bytes) -> str:
    """`html` without anything that could act, load from elsewhere, or imitate the page."""
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else str(html)
    return bleach.clean(
        text, tags=TAGS, attributes=_allowed, protocols=PROTOCOLS, strip=True, strip_comments=True
    )


def _allowed(tag: str, name: str, value: str) -> bool:
    if tag == "a" and name == "href":
        return bool(LINKS.match(value.strip()))
    rule = ATTRIBUTES.get(tag)
    if callable(rule):
        return bool(rule(tag, name, value))
    return name in ATTRIBUTES["*"] or name in (rule or ())


def harmless_outputs(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs of a student's cell, reduced to kinds that a page can show safely."""
    kept = []
    for output in outputs:
        if output.output_type in ("display_data", "execute_result"):
            output.data = {k: v for k, v in output.data.items() if _showable(k, v)}
            output.metadata = NotebookNode()  # sizes and such end up in the page unescaped
            if not output.data:
                continue
        kept.append(_without_addresses(output))
    return kept


def _without_addresses(output: NotebookNode) -> NotebookNode:
    """Where an object lies in memory says nothing, and differs between two gradings."""
    if output.output_type == "stream":
        output.text = ADDRESS.sub("0x…", output.text)
    elif output.output_type == "error":
        output.evalue = ADDRESS.sub("0x…", output.evalue)
        output.traceback = [ADDRESS.sub("0x…", line) for line in output.traceback]
    else:
        for kind in output.data:
            if kind in ("text/plain", "text/html"):
                output.data[kind] = ADDRESS.sub("0x…", output.data[kind])
    return output


def _showable(mime_type: str, data: Any) -> bool:
    if mime_type in IMAGES:
        return isinstance(data, str) and is_base64(data)
    return mime_type in MIME_TYPES and isinstance(data, str)


# nbgrader's two templates pipe Markdown through `strip_files_prefix` only, nbconvert's through
# `clean_html`: both names lead to `clean`.
FILTERS = {"clean_html": clean, "strip_files_prefix": clean, "points": format_points}

# Ours first: `feedback` is ours, `formgrade` is nbgrader's.
TEMPLATES = [
    str(Path(__file__).parent / "templates"),
    str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"),
]
