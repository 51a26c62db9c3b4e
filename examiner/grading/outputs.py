"""What is kept of the outputs of a student's cell: kinds that a page can show, in bounds."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode

from .submission import IMAGES, is_base64

# A page shows SVG as <img>, where its scripts don't run and its links don't load.
MIME_TYPES = ("text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml")
MAX_LINES = 1000  # of text that a cell prints, as in nbgrader's LimitOutput


def sanitize_outputs(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs of a student's cell, reduced to kinds that a page can show safely."""
    kept = []
    for output in outputs:
        if output.output_type in ("display_data", "execute_result"):
            output.data = {k: v for k, v in output.data.items() if _showable(k, v)}
            output.metadata = NotebookNode()  # sizes and such end up in the page unescaped
            if not output.data:
                continue
        kept.append(output)
    return _limit_lines(kept)


def _showable(mime_type: str, data: Any) -> bool:
    if mime_type in IMAGES:
        return isinstance(data, str) and is_base64(data)
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
                lines = [*lines[: room - 1], "... Output truncated ..."]
                output.text = "\n".join(lines)
            room -= len(lines)
        kept.append(output)
    return kept
