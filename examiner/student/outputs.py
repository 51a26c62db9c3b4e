"""Outputs of cells, as a student's process tells them: made into a notebook's, or refused."""

from __future__ import annotations

import math
import re
from typing import Any

from nbformat import NotebookNode, from_dict

from .errors import mask_addresses
from .inside.wire import WireError

_MIME = re.compile(r"[a-zA-Z0-9]+/[a-zA-Z0-9\-+.]+")
_JSON_MIME = re.compile(r"application/(.+\+)?json")
_KEYS = {
    "stream": {"name", "text"},
    "display_data": {"data", "metadata"},
    "execute_result": {"data", "metadata", "execution_count"},
    "error": {"ename", "evalue", "traceback"},
}


def error_output(name: str, value: str) -> NotebookNode:
    """The output of an error."""
    about = {"ename": name, "evalue": value, "traceback": [f"{name}: {value}"]}
    return from_dict({"output_type": "error", **about})


def notebook_outputs(outputs: Any, limit: int) -> list[NotebookNode]:
    """nbformat 4 outputs out of what arrived; anything but exactly such outputs is a WireError.

    `limit` is the bytes of output that a cell may have; errors may be a little longer. Addresses
    are masked in all texts.
    """
    if type(outputs) is not list or _size(outputs) > 2 * limit + 2**20:
        raise WireError("outputs that are no list, or too large")
    return [from_dict(_output(output)) for output in outputs]


def _output(output: Any) -> dict[str, Any]:
    kind = output.get("output_type") if type(output) is dict else None
    if type(kind) is not str or set(output) - {"output_type"} != _KEYS.get(kind):
        raise WireError("an output of no known kind")
    output = _storable(output)
    if kind == "stream":
        right = output["name"] in ("stdout", "stderr") and _texts(output["text"])
        output["text"] = mask_addresses("".join(output["text"])) if right else ""
    elif kind == "error":
        right = _texts([output["ename"], output["evalue"]]) and _texts(output["traceback"])
        if right:
            output["evalue"] = mask_addresses(output["evalue"])
            output["traceback"] = [mask_addresses(line) for line in output["traceback"]]
    else:
        count = output.get("execution_count", 0)
        right = type(count) is int and count >= 0
        right = right and type(output["metadata"]) is dict and _data(output["data"])
        if right:
            data = output["data"].items()
            output["data"] = {k: mask_addresses(v) if type(v) is str else v for k, v in data}
    if not right:
        raise WireError(f"a malformed {kind} output")
    return output


def _texts(values: Any) -> bool:
    return type(values) is list and all(type(value) is str for value in values)


def _data(data: Any) -> bool:
    """A mime bundle: text, except that JSON types may hold any JSON."""
    return type(data) is dict and all(
        _MIME.fullmatch(mime) and (type(value) is str or _JSON_MIME.fullmatch(mime))
        for mime, value in data.items()
    )


def _storable(value: Any) -> Any:
    """`value` if it can be written as JSON in UTF-8; characters that can't be become '?'."""
    if type(value) is str:
        return value.encode("utf-8", "replace").decode()
    if type(value) is dict and all(type(key) is str for key in value):
        return {_storable(key): _storable(member) for key, member in value.items()}
    if type(value) in (list, tuple):
        return [_storable(member) for member in value]
    if value is None or type(value) is bool:
        return value
    if type(value) is int and abs(value) < 2**63:
        return value
    if type(value) is float and math.isfinite(value):
        return value
    raise WireError(f"an output that holds a value of type {type(value).__name__!r}")


def _size(value: Any) -> int:
    if type(value) is dict:
        return sum(_size(key) + _size(member) for key, member in value.items())
    if type(value) in (list, tuple):
        return sum(map(_size, value))
    return len(value) if type(value) is str else 8
