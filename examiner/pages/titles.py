"""The titles of a problem set and its questions, read from the instructor's notebook."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.M)
_QUESTION = re.compile(r"(.+?) \(`(\w+)`")
_SHARED = re.compile(r"Question \d+\b")  # the beginning of a heading above several questions


@dataclass(frozen=True)
class Titles:
    """The titles in a notebook.

    Attributes:
        problem_set: The title of the problem set; "" if it has none.
        questions: Name of a question -> its title.
    """

    problem_set: str = ""
    questions: dict[str, str] = field(default_factory=dict)


def read_titles(source: Path) -> Titles:
    """Read the titles in an instructor's notebook.

    The first heading of level 1 is the title of the problem set. The heading of a question ends
    with the question's name in parentheses (see docs/adding-a-problem.md). Below the heading
    "Question 7: one backward pass", the question "The ledger" has the title "Question 7, the
    ledger".

    Args:
        source: The notebook.

    Returns:
        The titles, or empty ones if there is no notebook.
    """
    try:
        cells = json.loads(source.read_text("utf-8"))["cells"]
    except FileNotFoundError:
        return Titles()
    text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    headings = [(len(signs), title) for signs, title in _HEADING.findall(text)]
    titles: dict[str, str] = {}
    shared_level, shared = 0, ""  # of the heading above several questions: its level, "Question 7"
    for level, heading in headings:
        if level <= shared_level:
            shared = ""
        if match := _QUESTION.match(heading):
            title, name = match.groups()
            titles[name] = f"{shared}, {title[0].lower()}{title[1:]}" if shared else title
        elif match := _SHARED.match(heading):
            shared_level, shared = level, match[0]
    return Titles(next((title for level, title in headings if level == 1), ""), titles)
