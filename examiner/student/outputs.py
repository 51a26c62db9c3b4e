"""Outputs of cells: the examiner keeps only the harmless parts of the outputs it receives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..pictures import IMAGE_TYPES, is_picture
from .errors import mask_addresses

if TYPE_CHECKING:  # nbformat takes a while to load, and workers start before it is needed
    from nbformat import NotebookNode

# Without SVG: a kilobyte of it can occupy a browser for hours, and matplotlib draws PNG by default.
MIME_TYPES = ("text/plain", "text/html", "text/markdown", "text/latex")
PICTURE_REMOVED = "[a picture that can't be shown: neither PNG nor JPEG, or of too many points]"
MAX_LINES = 1000  # of printed text in a cell, as in nbgrader's LimitOutput
MAX_OUTPUTS = 100  # in a cell
TRUNCATED = "... Output truncated ..."


def error_output(error: Exception) -> NotebookNode:
    """Return the notebook output for an exception."""
    name, value = type(error).__name__, str(error)
    return output("error", ename=name, evalue=value, traceback=[f"{name}: {value}"])


def notebook_outputs(sent: Any, count: int) -> list[NotebookNode]:
    """Return nbformat 4 outputs made from the outputs that a student's process sent.

    They contain texts and pictures that a page can show, without memory addresses. Anything else is
    left out, and so is anything malformed.

    Args:
        sent: The received value, which may be anything.
        count: The execution count of the cell.
    """
    sent = sent if type(sent) is list else []
    outputs = [cleaned for each in sent[:MAX_OUTPUTS] if (cleaned := _clean_output(each, count))]
    if len(sent) > MAX_OUTPUTS:
        note = f"[{len(sent) - MAX_OUTPUTS} more outputs were left out]\n"
        outputs.append(stream(note))
    return limit_lines(outputs)


def output(output_type: str, **parts: Any) -> NotebookNode:
    """Return a notebook output.

    `new_output` of nbformat would validate each output, but nbconvert validates the whole notebook.
    """
    from nbformat import from_dict

    return from_dict({"output_type": output_type, **parts})


def stream(text: str, name: str = "stdout") -> NotebookNode:
    """Return the notebook output for printed text."""
    return output("stream", name=name, text=text)


def limit_lines(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Remove the lines of printed text beyond MAX_LINES, and leave a note in their place."""
    kept, remaining = [], MAX_LINES
    for output in outputs:
        if output.output_type == "stream":
            if remaining == 0:
                continue
            lines = output.text.split("\n")
            if len(lines) > remaining:
                lines = [*lines[: remaining - 1], TRUNCATED]
                output.text = "\n".join(lines)
            remaining -= len(lines)
        kept.append(output)
    return kept


def _clean_output(sent: Any, count: int) -> NotebookNode | None:
    match sent:
        case {"output_type": "stream", "name": "stdout" | "stderr" as name, "text": list(texts)}:
            return stream("".join(_clean_texts(texts)), name)
        case {"output_type": "error", "ename": name, "evalue": value, "traceback": list(lines)}:
            name, value = "".join(_clean_texts([name])), "".join(_clean_texts([value]))
            return output("error", ename=name, evalue=value, traceback=_clean_texts(lines))
        case {"output_type": "display_data" | "execute_result" as kind, "data": dict(data)}:
            count_field = {"execution_count": count} if kind == "execute_result" else {}
            kept = _displayable(data)
            return output(kind, data=kept, metadata={}, **count_field) if kept else None
    return None


def _displayable(data: dict[Any, Any]) -> dict[str, str]:
    """Return the displayable parts of a MIME bundle, with a note if its picture can't be shown."""
    kept = {}
    for kind, value in data.items():
        text = type(value) is str
        if text and (kind in MIME_TYPES or (kind in IMAGE_TYPES and is_picture(value))):
            kept[kind] = "".join(_clean_texts([value]))
    lacks_picture = any(str(kind).startswith("image/") for kind in data.keys() - kept.keys())
    if lacks_picture and not kept.keys() - {"text/plain"}:
        kept["text/plain"] = PICTURE_REMOVED
    return kept


def _clean_texts(values: list[Any]) -> list[str]:
    """Return the strings among `values`, with '?' for characters that UTF-8 can't encode."""
    texts = (value for value in values if type(value) is str)
    return [mask_addresses(text.encode("utf-8", "replace").decode()) for text in texts]
