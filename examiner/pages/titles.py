"""What a problem set and its questions are called: read from the instructor's notebook."""

from __future__ import annotations

import json
import re
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
        cells = json.loads(source.read_text("utf-8"))["cells"]
    except FileNotFoundError:
        return Titles()
    text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    headings = [(len(marks), title) for marks, title in _HEADING.findall(text)]
    titles: dict[str, str] = {}
    above, shared = 0, ""  # the heading over several questions: its level, "Question 7"
    for level, text in headings:
        if level <= above:
            shared = ""
        if match := _QUESTION.match(text):
            title, name = match.groups()
            titles[name] = f"{shared}, {title[0].lower()}{title[1:]}" if shared else title
        elif match := _SHARED.match(text):
            above, shared = level, match[0]
    return Titles(next((title for level, title in headings if level == 1), ""), titles)
