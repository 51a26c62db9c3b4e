"""Bounds of a page: as much of a notebook as a worker and a browser are done with in seconds.

What Markdown, HTML and colour codes become is bounded, in size and in time, whatever they are: a
kilobyte can stand for a gigabyte, or for hours.
"""

from __future__ import annotations

from contextvars import ContextVar

from nbformat import NotebookNode
from nbgrader.utils import is_locked

from ..grading.record import VerdictRecord
from ..pictures import IMAGE_TYPES, pixel_count
from .sanitizer import MAX_LISTING, NOT_SHOWN, is_quick

MAX_HTML = 200_000  # characters of an output of HTML
MAX_TEXT, MAX_LINE = 20_000, 500  # of other outputs and of Markdown, of a line of code
MAX_PRINTED = 100_000  # characters of an output that is printed
MAX_RENDERED = 1_000_000  # characters that Markdown becomes, on its way to HTML
ROOM = {  # of a page
    "characters": 400_000,  # of what it is made of
    "printed": 1_500_000,  # characters that are printed in it
    "outputs": 1000,
    "rendered": 2 * MAX_RENDERED,
    "formulas": 150_000,  # characters of MathML; a problem set has about 20,000
    # Characters of attached pictures, each shown once in its cell: all that grading has kept.
    "pictures": 40 * 2**20,
    "points": 10**8,  # of all pictures
    "seconds": 3.0,
}


class PageBudget(dict[str, float]):
    """What is left for a page, of each kind."""

    def __init__(self) -> None:
        super().__init__(ROOM)

    def take(self, **amounts: float) -> bool:
        """Whether there is room for all of this, which is then taken."""
        if any(amount > self[what] for what, amount in amounts.items()):
            return False
        for what, amount in amounts.items():
            self[what] -= amount
        return True

    def part(self, what: str, text: str, most: int) -> str:
        """As much of a text as there is room for, and `most` characters of it; that is taken."""
        shown = text[: int(min(self[what], most))]
        self[what] -= len(shown)
        return shown


room_of_page: ContextVar[PageBudget] = ContextVar("room of the page that is being made")


def limited(notebook: NotebookNode, *, plain: bool = False) -> NotebookNode:
    """The notebook, in which what a page could not be made of in seconds is plain text, and cut
    off. Only for the page: the notebook in autograded/ has everything.

    plain: all that a student wrote or put out is shown as text, cut off.
    """
    room = PageBudget()
    room_of_page.set(room)

    def quick(text: str, longest: int) -> bool:
        fits = not plain and len(text) <= longest and room.take(characters=len(text))
        return fits and is_quick(text)

    def printed(text: str) -> str:
        shown = room.part("printed", text, MAX_LISTING if plain else MAX_PRINTED)
        return text if shown == text else f"{shown}\n{NOT_SHOWN}"

    def is_shown(kind: str, data: str) -> bool:
        if kind in IMAGE_TYPES and not plain:
            points = pixel_count(data)
            return points is not None and room.take(points=points)
        most = MAX_HTML if kind == "text/html" else MAX_TEXT
        return kind != "image/svg+xml" and quick(data, most)

    for cell in notebook.cells:
        if not is_locked(cell) and cell.cell_type == "code":
            part = room.part("characters", cell.source, MAX_LISTING if plain else 5 * MAX_TEXT)
            shown = "\n".join(line[:MAX_LINE] for line in part.split("\n"))
            cell.source = shown if shown == cell.source else f"{shown}\n# {NOT_SHOWN}"
        elif not is_locked(cell) and not quick(cell.source, MAX_TEXT):
            # Long text is shown in full, as it was typed; what a browser takes hours for is cut.
            is_text = not plain and is_quick(cell.source)
            text = printed(cell.source) if is_text else cell.source[:MAX_LISTING]
            lines = [NOT_SHOWN, *text.split("\n")]
            cell.source = "\n".join("    " + line for line in lines)
        if plain and not is_locked(cell) and cell.pop("attachments", None):
            cell.source += "\n\n[its pictures are not shown here: open the notebook for them]"
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
                    elif not (is_ours(cell) or is_shown(kind, data[kind])):
                        del data[kind]
                        data.setdefault("text/plain", NOT_SHOWN)
    return notebook


def is_ours(cell: NotebookNode) -> bool:
    """Whether all that a cell shows is the course's: its text, or the verdict of its test."""
    return is_locked(cell) and (
        cell.cell_type == "markdown" or VerdictRecord.read(cell) is not None
    )
