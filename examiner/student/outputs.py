"""Outputs of cells: what of them is kept, of all that a student's process may send."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode, from_dict

from ..pictures import IMAGE_TYPES, is_picture
from .errors import mask_addresses

# Not SVG: a kilobyte of it can keep a browser for hours, and matplotlib draws PNG unless told to.
MIME_TYPES = ("text/plain", "text/html", "text/markdown", "text/latex")
NOT_DRAWN = "[a picture that can't be shown: neither PNG nor JPEG, or of too many points]"
MAX_LINES = 1000  # of text that a cell prints, as in nbgrader's LimitOutput
MAX_OUTPUTS = 100  # of a cell
TRUNCATED = "... Output truncated ..."


def error_output(error: Exception) -> NotebookNode:
    """The output of an error."""
    name, value = type(error).__name__, str(error)
    return output("error", ename=name, evalue=value, traceback=[f"{name}: {value}"])


def notebook_outputs(sent: Any, count: int) -> list[NotebookNode]:
    """nbformat 4 outputs out of what arrived for the cell of this execution count: texts and
    pictures that a page can show, without addresses in memory. Whatever else was sent, or has
    another form, is left out."""
    sent = sent if type(sent) is list else []
    outputs = [made for each in sent[:MAX_OUTPUTS] if (made := _kept(each, count))]
    if len(sent) > MAX_OUTPUTS:
        note = f"[{len(sent) - MAX_OUTPUTS} more outputs were left out]\n"
        outputs.append(stream(note))
    return limit_lines(outputs)


def output(output_type: str, **parts: Any) -> NotebookNode:
    """An output of a notebook. (nbformat's own `new_output` validates each, which nbconvert does
    for the whole notebook.)"""
    return from_dict({"output_type": output_type, **parts})


def stream(text: str, name: str = "stdout") -> NotebookNode:
    """The output of text that was printed."""
    return output("stream", name=name, text=text)


def limit_lines(outputs: list[NotebookNode]) -> list[NotebookNode]:
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


def _kept(sent: Any, count: int) -> NotebookNode | None:
    match sent:
        case {"output_type": "stream", "name": "stdout" | "stderr" as name, "text": list(texts)}:
            return stream("".join(_texts(texts)), name)
        case {"output_type": "error", "ename": name, "evalue": value, "traceback": list(lines)}:
            name, value = "".join(_texts([name])), "".join(_texts([value]))
            return output("error", ename=name, evalue=value, traceback=_texts(lines))
        case {"output_type": "display_data" | "execute_result" as kind, "data": dict(data)}:
            about = {"execution_count": count} if kind == "execute_result" else {}
            kept = _showable(data)
            return output(kind, data=kept, metadata={}, **about) if kept else None
    return None


def _showable(data: dict[Any, Any]) -> dict[str, str]:
    """What of a bundle can be shown; a word about its picture where that can't."""
    kept = {}
    for kind, value in data.items():
        text = type(value) is str
        if text and (kind in MIME_TYPES or (kind in IMAGE_TYPES and is_picture(value))):
            kept[kind] = "".join(_texts([value]))
    lost = any(str(kind).startswith("image/") for kind in data.keys() - kept.keys())
    if lost and not kept.keys() - {"text/plain"}:
        kept["text/plain"] = NOT_DRAWN
    return kept


def _texts(values: list[Any]) -> list[str]:
    """Those that are texts, with '?' for characters that can't be written."""
    texts = (value for value in values if type(value) is str)
    return [mask_addresses(text.encode("utf-8", "replace").decode()) for text in texts]
