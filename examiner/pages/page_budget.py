"""Limits for a page, so that a worker and a browser can render it within seconds.

A kilobyte of Markdown, HTML or colour codes can expand to a gigabyte or take hours. So the size and
the time of everything that a page renders are limited.
"""

from __future__ import annotations

from contextvars import ContextVar

from nbformat import NotebookNode

from ..cell_kinds import is_locked
from ..grading.record import VerdictRecord
from ..pictures import IMAGE_TYPES, pixel_count
from .sanitizer import MAX_LISTING, NOT_SHOWN, is_quick

MAX_HTML = 200_000  # characters of one output in HTML
MAX_TEXT = 20_000  # characters of one output in another format, or of one Markdown cell
MAX_LINE = 500  # characters of a line of code
MAX_PRINTED = 100_000  # characters of one printed output
MAX_RENDERED = 1_000_000  # characters of the HTML that one Markdown cell becomes
PAGE_LIMITS = {
    "characters": 400_000,  # of the code, Markdown and outputs that are rendered
    "printed": 1_500_000,  # characters that are shown as printed
    "outputs": 1000,
    "rendered": 2 * MAX_RENDERED,
    "formulas": 150_000,  # characters of MathML; a problem set has about 20,000
    # Characters of attached pictures: enough for all that grading keeps, each shown once per cell.
    "pictures": 40 * 2**20,
    "points": 10**8,  # of all pictures
    "seconds": 3.0,
}


class PageBudget(dict[str, float]):
    """The rest of each of the PAGE_LIMITS for the page that is being made."""

    def __init__(self) -> None:
        super().__init__(PAGE_LIMITS)

    def take(self, **amounts: float) -> bool:
        """Take the amounts from the budget if it has all of them.

        Returns:
            Whether the amounts were taken.
        """
        if any(amount > self[kind] for kind, amount in amounts.items()):
            return False
        for kind, amount in amounts.items():
            self[kind] -= amount
        return True

    def take_text(self, kind: str, text: str, limit: int) -> str:
        """Take the beginning of a text from the budget.

        Args:
            kind: The limit to take from.
            text: The text.
            limit: The most characters to take.

        Returns:
            The beginning of the text that fits into the budget and the limit.
        """
        beginning = text[: int(min(self[kind], limit))]
        self[kind] -= len(beginning)
        return beginning


current_budget: ContextVar[PageBudget] = ContextVar("budget of the page that is being made")


def limit_notebook(notebook: NotebookNode, *, plain: bool = False) -> NotebookNode:
    """Cut a notebook to the limits of a page. The page then says that something was cut.

    Text that is too slow to render is shown as typed. Call this for the page only: the notebook in
    autograded/ keeps everything.

    Args:
        notebook: The notebook, which is changed.
        plain: Whether to show everything by the student as text, cut to a listing.

    Returns:
        The notebook.
    """
    budget = PageBudget()
    current_budget.set(budget)

    def can_render(text: str, limit: int) -> bool:
        fits = not plain and len(text) <= limit and budget.take(characters=len(text))
        return fits and is_quick(text)

    def printed(text: str) -> str:
        shown = budget.take_text("printed", text, MAX_LISTING if plain else MAX_PRINTED)
        return text if shown == text else f"{shown}\n{NOT_SHOWN}"

    def is_shown(kind: str, data: str) -> bool:
        if kind in IMAGE_TYPES and not plain:
            points = pixel_count(data)
            return points is not None and budget.take(points=points)
        limit = MAX_HTML if kind == "text/html" else MAX_TEXT
        return kind != "image/svg+xml" and can_render(data, limit)

    for cell in notebook.cells:
        if not is_locked(cell) and cell.cell_type == "code":
            limit = MAX_LISTING if plain else 5 * MAX_TEXT
            code = budget.take_text("characters", cell.source, limit)
            shown = "\n".join(line[:MAX_LINE] for line in code.split("\n"))
            cell.source = shown if shown == cell.source else f"{shown}\n# {NOT_SHOWN}"
        elif not is_locked(cell) and not can_render(cell.source, MAX_TEXT):
            # Show long text in full as it was typed, but cut text that takes a browser hours.
            is_text = not plain and is_quick(cell.source)
            text = printed(cell.source) if is_text else cell.source[:MAX_LISTING]
            lines = [NOT_SHOWN, *text.split("\n")]
            cell.source = "\n".join("    " + line for line in lines)
        if plain and not is_locked(cell) and cell.pop("attachments", None):
            cell.source += "\n\n[its pictures are not shown here: open the notebook for them]"
        if cell.get("outputs"):
            cell.outputs = [each for each in cell.outputs if budget.take(outputs=1)]
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
                    elif not (is_course_content(cell) or is_shown(kind, data[kind])):
                        del data[kind]
                        data.setdefault("text/plain", NOT_SHOWN)
    return notebook


def is_course_content(cell: NotebookNode) -> bool:
    """Return whether a cell shows only the course's content: its text, or the verdict of a test."""
    return is_locked(cell) and (
        cell.cell_type == "markdown" or VerdictRecord.read(cell) is not None
    )
