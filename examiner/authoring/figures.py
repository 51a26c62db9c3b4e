"""Figures: cells that only show something and affect no mark.

The build draws a figure once if it needs no answer, and releases the picture with the notebook. It
draws the figure again only if the code for it has changed. Another machine or another version of
matplotlib is no reason, although it would encode the same picture in other bytes.

A comment `# alt: …` in the cell is the alternative text of the picture. The build writes it into
the output's metadata, where nbconvert reads it, and into the output's plain text. JupyterLab 4 and
Notebook 7 show the pictures of outputs without any alternative text.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode, from_dict

from ..cell_code import (
    ALTERNATIVE,
    alternative_text,
    alternative_texts,
    bound_names,
    needed_names,
    run_code,
)
from ..cell_kinds import CellKind, cell_kind
from ..course import Issue
from ..digests import digest_of

_KEY = "examiner"  # the metadata key of a figure cell and of its drawing
DPI = 120  # resolution of the picture; an inch of it is POINTS wide on the page
POINTS = 80
NO_TEXT = "a figure"  # the plain text of a picture without an alternative text


def mark_as_figure(cell: NotebookNode) -> None:
    """Mark a cell as a figure, in its metadata."""
    cell.metadata[_KEY] = {"figure": True}


def is_figure(cell: NotebookNode) -> bool:
    """Check whether a cell is a figure."""
    return cell.cell_type == "code" and bool(cell.metadata.get(_KEY, {}).get("figure"))


def drawn_outputs(cell: NotebookNode) -> list[NotebookNode]:
    """Return the outputs that the build drew; none if the cell was never drawn or has run since."""
    drawing = cell.metadata.get(_KEY, {}).get("drawing")
    return cell.outputs if drawing and drawing["outputs"] == digest_of(cell.outputs) else []


def draw(notebook: NotebookNode, before: NotebookNode | None, file: str) -> Iterator[Issue]:
    """Draw the figures that need no answer, as outputs of their cells.

    Args:
        notebook: The instructor's notebook. It is changed.
        before: The notebook of the last build. Figures with unchanged code are copied from it.
        file: The path of the notebook source, for issues.

    Yields:
        The issues: figures that raise, show nothing, or differ between two runs.
    """
    old = {cell.id: cell for cell in before.cells} if before else {}
    code: list[str] = []
    to_run: list[str] = []  # cells that must run before the next figure can be drawn
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in _without_answers(notebook):
        code.append(_without_texts(cell.source) if is_figure(cell) else cell.source)
        if not is_figure(cell):
            to_run.append(cell.source)
            continue
        digest, last = digest_of(code), old.get(cell.id)
        texts = alternative_texts(cell.source)
        if (
            last is not None
            and drawn_outputs(last)
            and last.metadata[_KEY]["drawing"]["code"] == digest
        ):
            _keep(cell, _described(last.outputs, texts), digest)
            continue
        while to_run:
            _run(to_run.pop(0), names)
        outputs, error = _run(cell.source, names)
        if error is not None:
            yield Issue(file, cell.id, f"this figure raises {type(error).__name__}: {error}.")
        elif not outputs:
            yield Issue(file, cell.id, "this figure shows nothing: does it call plt.show()?")
        elif _run(cell.source, names)[0] != outputs:
            message = "this figure differs between runs: seed its random numbers, and measure no"
            yield Issue(file, cell.id, f"{message} times.")
        else:
            _keep(cell, _described(outputs, texts), digest)


def _without_texts(source: str) -> str:
    """Remove the alternative texts: another text is no reason to draw a figure again."""
    return re.sub(rf"{ALTERNATIVE.pattern}\n*", "", source, flags=re.MULTILINE)


def _keep(cell: NotebookNode, outputs: list[NotebookNode], code: str) -> None:
    """Store the outputs that the build drew in a figure cell.

    Args:
        cell: The cell.
        outputs: The outputs.
        code: The digest of the code that drew them.
    """
    cell.outputs = outputs
    drawing = {"code": code, "outputs": digest_of(outputs)}
    cell.metadata[_KEY] = {"figure": True, "drawing": drawing}


def _described(outputs: list[NotebookNode], texts: list[str]) -> list[NotebookNode]:
    """Return the outputs of a cell with these alternative texts of its pictures."""
    described, picture = [], 0
    for output in outputs:
        new = from_dict(output)
        if "image/png" in output.get("data", {}):
            text = alternative_text(texts, picture)
            new.data["text/plain"] = text or NO_TEXT
            about = {"alt": text} if text else {}
            size = {k: v for k, v in output.metadata["image/png"].items() if k != "alt"}
            new.metadata["image/png"] = from_dict(size | about)
            picture += 1
        described.append(new)
    return described


def _without_answers(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """Yield the code cells that are no answers and need none, directly or through other cells."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    answers: set[str] = set()
    for cell in cells:
        if cell_kind(cell) is CellKind.ANSWER:
            answers |= bound_names(cell.source)
    for cell in cells:
        if cell_kind(cell) in (CellKind.ANSWER, CellKind.TEST):
            continue
        if needed_names(cell.source) & answers:
            answers |= bound_names(cell.source)
        else:
            yield cell


def _run(source: str, names: dict[str, Any]) -> tuple[list[NotebookNode], BaseException | None]:
    """Run a cell.

    Returns:
        Its outputs, in the notebook format and with the printed text first; and its error, if any.
    """
    import matplotlib as mpl  # imported here, since few builds draw figures

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    outputs: list[NotebookNode] = []

    def show(*_: Any, **__: Any) -> None:
        for number in plt.get_fignums():
            outputs.append(_picture(plt.figure(number)))
        plt.close("all")

    printed = io.StringIO()
    original_show, plt.show = plt.show, show
    try:
        with mpl.rc_context():
            mpl.rcdefaults()  # independent of the user's settings
            _, error = run_code(source, names, printed)
            show()  # as a notebook shows the remaining figures at the end of a cell
    finally:
        plt.show = original_show
    if printed.getvalue():
        stream = {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
        outputs.insert(0, from_dict(stream))
    return outputs, error


def _picture(figure: Any) -> NotebookNode:
    """Return a figure as an output of a cell."""
    # PNG, since JupyterLab does not show SVG in an untrusted notebook.
    file = io.BytesIO()
    options = {"metadata": {"Software": None}, "pil_kwargs": {"optimize": True}}
    figure.savefig(file, format="png", dpi=DPI, bbox_inches="tight", **options)
    png = file.getvalue()
    width, height = (int.from_bytes(png[at : at + 4], "big") * POINTS // DPI for at in (16, 20))
    output = {
        "output_type": "display_data",
        "data": {"image/png": base64.b64encode(png).decode(), "text/plain": NO_TEXT},
        "metadata": {"image/png": {"width": width, "height": height}},
    }
    return from_dict(output)
