"""What may be a student's, on a terminal: names of folders, remarks, reasons."""

from __future__ import annotations

from rich.markup import escape


def on_terminal(text: str) -> str:
    """`text` without markup and without what acts on a terminal; no line of it but the first begins
    where a line of the log does."""
    lines = text.splitlines() or [""]
    return escape("\n    ".join(map(_printable, lines)))


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in line)
