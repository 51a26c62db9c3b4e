"""Figures: cells that only show something, which no mark rests on.

A figure that needs no answer is drawn once, by the build, and handed out with the notebook. It is
drawn again where the code it rests on has changed, and not on another machine or with another
version of matplotlib, which would put other bytes into the same picture.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode, from_dict

from ..cell_code import bound_names, needed_names, run
from ..cell_kinds import CellKind, kind_of
from ..course import Issue
from ..digests import digest_of

_KEY = "examiner"  # of the metadata that say: a figure, and what was drawn of it
DPI = 120  # dots in an inch of the picture; an inch is POINTS wide on the page
POINTS = 80


def mark(cell: NotebookNode) -> None:
    cell.metadata[_KEY] = {"figure": True}


def is_figure(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and bool(cell.metadata.get(_KEY, {}).get("figure"))


def drawn(cell: NotebookNode) -> list[NotebookNode]:
    """What the build drew of a figure; nothing where it drew none, or where it was run since."""
    drawing = cell.metadata.get(_KEY, {}).get("drawing")
    return cell.outputs if drawing and drawing["outputs"] == digest_of(cell.outputs) else []


def draw(notebook: NotebookNode, before: NotebookNode | None, file: str) -> Iterator[Issue]:
    """Put the figures that need no answer into an instructor's notebook, as their cells' outputs.

    before: the notebook as it was built last; a figure whose code has not changed stays as it is.
    file: what to call the notebook's text in an issue.
    """
    old = {cell.id: cell for cell in before.cells} if before else {}
    code: list[str] = []
    to_run: list[str] = []  # what the next figure that is drawn rests on; nothing, if none is
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in _without_answers(notebook):
        code.append(cell.source)
        if not is_figure(cell):
            to_run.append(cell.source)
            continue
        digest, last = digest_of(code), old.get(cell.id)
        if last is not None and drawn(last) and last.metadata[_KEY]["drawing"]["code"] == digest:
            cell.outputs = last.outputs
            cell.metadata[_KEY] = last.metadata[_KEY]
            continue
        while to_run:
            _run(to_run.pop(0), names)
        outputs, error = _run(cell.source, names)
        if error is not None:
            yield Issue(file, cell.id, f"this figure raises {type(error).__name__}: {error}.")
        elif not outputs:
            yield Issue(file, cell.id, "this figure shows nothing: does it call plt.show()?")
        elif _run(cell.source, names)[0] != outputs:
            message = "this figure is another one each time: seed what is random, measure nothing."
            yield Issue(file, cell.id, message)
        else:
            cell.outputs = outputs
            drawing = {"code": digest, "outputs": digest_of(outputs)}
            cell.metadata[_KEY] = {"figure": True, "drawing": drawing}


def _without_answers(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """The code cells that neither are answers nor need one, directly or through other cells."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    answers: set[str] = set()
    for cell in cells:
        if kind_of(cell) is CellKind.ANSWER:
            answers |= bound_names(cell.source)
    for cell in cells:
        if kind_of(cell) in (CellKind.ANSWER, CellKind.TEST):
            continue
        if needed_names(cell.source) & answers:
            answers |= bound_names(cell.source)
        else:
            yield cell


def _run(source: str, names: dict[str, Any]) -> tuple[list[NotebookNode], BaseException | None]:
    """Run a cell: its outputs, as a notebook has them (what it prints first), and its error."""
    import matplotlib as mpl  # the build needs it only where a figure has changed

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    shown: list[NotebookNode] = []

    def show(*_: Any, **__: Any) -> None:
        for number in plt.get_fignums():
            shown.append(_picture(plt.figure(number)))
        plt.close("all")

    printed = io.StringIO()
    usual, plt.show = plt.show, show
    try:
        with mpl.rc_context():
            mpl.rcdefaults()  # not the settings of whoever builds
            _, error = run(source, names, printed)
            show()  # a notebook shows what is left when the cell ends
    finally:
        plt.show = usual
    if printed.getvalue():
        stream = {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
        shown.insert(0, from_dict(stream))
    return shown, error


def _picture(figure: Any) -> NotebookNode:
    """A figure as an output. PNG: JupyterLab shows no SVG of a notebook that it doesn't trust."""
    file = io.BytesIO()
    options = {"metadata": {"Software": None}, "pil_kwargs": {"optimize": True}}
    figure.savefig(file, format="png", dpi=DPI, bbox_inches="tight", **options)
    png = file.getvalue()
    width, height = (int.from_bytes(png[at : at + 4], "big") * POINTS // DPI for at in (16, 20))
    output = {
        "output_type": "display_data",
        "data": {"image/png": base64.b64encode(png).decode(), "text/plain": "a figure"},
        "metadata": {"image/png": {"width": width, "height": height}},
    }
    return from_dict(output)
