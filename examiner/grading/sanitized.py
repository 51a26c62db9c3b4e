"""What is kept of the outputs of a cell: kinds that a page can show, in bounds."""

from __future__ import annotations

import io
from typing import Any

import nbformat
from nbformat import NotebookNode

from .pictures import IMAGES, is_picture

# Not SVG: a kilobyte of it can keep a browser for hours, and matplotlib draws PNG unless told to.
MIME_TYPES = ("text/plain", "text/html", "text/markdown", "text/latex")
NOT_DRAWN = "[a picture that can't be shown: neither PNG nor JPEG, or of too many points]"
MAX_LINES = 1000  # of text that a cell prints, as in nbgrader's LimitOutput
MAX_OUTPUTS = 100  # of a cell
MAX_PRINTED = 100_000  # characters that a test prints
TRUNCATED = "... Output truncated ..."


class Printed(io.StringIO):
    """What a test prints, `room` characters of it: it may print what it was answered."""

    def __init__(self, room: int = MAX_PRINTED) -> None:
        super().__init__()
        self._room = room

    def write(self, text: str) -> int:
        if self._room > 0:
            cut = len(text) > self._room
            super().write(f"{text[: self._room]}\n{TRUNCATED}\n" if cut else text)
            self._room -= len(text)
        return len(text)


def sanitize_outputs(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs of a cell, reduced to kinds that a page can show safely."""
    kept = []
    for output in outputs[:MAX_OUTPUTS]:
        if output.output_type in ("display_data", "execute_result"):
            output.data = _showable(output.data)
            output.metadata = NotebookNode()  # sizes and such end up in the page unescaped
            if not output.data:
                continue
        kept.append(output)
    if len(outputs) > MAX_OUTPUTS:
        note = f"[{len(outputs) - MAX_OUTPUTS} more outputs were left out]\n"
        kept.append(nbformat.from_dict({"output_type": "stream", "name": "stdout", "text": note}))
    return _limit_lines(kept)


def _showable(data: NotebookNode) -> NotebookNode:
    """What of a bundle can be shown; a word about its picture where that can't."""
    kept = NotebookNode({k: v for k, v in data.items() if _is_showable(k, v)})
    if any(kind.startswith("image/") for kind in data.keys() - kept.keys()):
        others = set(kept) - {"text/plain"}
        if not others:
            kept["text/plain"] = NOT_DRAWN
    return kept


def _is_showable(mime_type: str, data: Any) -> bool:
    if mime_type in IMAGES:
        return isinstance(data, str) and is_picture(data)
    return mime_type in MIME_TYPES and isinstance(data, str)


def _limit_lines(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Without the lines of printed text beyond MAX_LINES, and a word about them."""
    kept, room = [], MAX_LINES
    for output in outputs:
        if output.output_type == "stream":
            if room == 0:
                continue
            lines = output.text.split("\n")
            if len(lines) > room:
                lines = [*lines[: room - 1], TRUNCATED]
                output.text = "\n".join(lines)
            room -= len(lines)
        kept.append(output)
    return kept
