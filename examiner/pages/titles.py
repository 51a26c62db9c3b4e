"""What a problem set and its questions are called: read from the instructor's notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.M)
_QUESTION = re.compile(r"(.+?) \(`(\w+)`")
_SHARED = re.compile(r"Question \d+\b")  # begins a heading over several questions


@dataclass(frozen=True)
class Titles:
    """of_set: of the problem set, "" where it has none. of_questions: by the question's name."""

    of_set: str = ""
    of_questions: dict[str, str] = field(default_factory=dict)


def read_titles(source: Path) -> Titles:
    """The titles in an instructor's notebook; none where there is no notebook.

    The first heading is the problem set's; a question's has the question's name behind it, in
    brackets (docs/adding-a-problem.md). Below "Question 7: one backward pass", "The ledger" is
    called "Question 7, the ledger".
    """
    try:
        headings = list(_headings(json.loads(source.read_text("utf-8"))["cells"]))
    except FileNotFoundError:
        return Titles()
    of_set = next((text for level, text in headings if level == 1), "")
    return Titles(of_set, dict(_of_questions(headings)))


def _of_questions(headings: list[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    above, shared = 0, ""  # the heading over several questions: its level, "Question 7"
    for level, text in headings:
        if level <= above:
            shared = ""
        if match := _QUESTION.match(text):
            title = match[1]
            yield match[2], f"{shared}, {title[0].lower()}{title[1:]}" if shared else title
        elif match := _SHARED.match(text):
            above, shared = level, match[0]


def _headings(cells: list[dict]) -> Iterator[tuple[int, str]]:
    for cell in cells:
        if cell["cell_type"] == "markdown":
            for match in _HEADING.finditer("".join(cell["source"])):
                yield len(match[1]), match[2]
