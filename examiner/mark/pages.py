"""The pages of `examiner mark`, from templates/: whatever no filter has made HTML of is escaped."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from .. import pages
from ..checks.verdict import format_points
from ..mark_scheme import MarkLine
from ..pages.markdown import rendered
from ..pages.templating import environment_of
from ..student.files import printable_name
from .answers import Group
from .marking import Marking, Place

HERE = Path(__file__).parent
FEEDBACK = Path(pages.__file__).parent / "templates" / "feedback"
STYLES = (FEEDBACK / "style.css.j2", HERE / "static" / "mark.css")


def style() -> str:
    """The style of the feedback page, and what this page has beside."""
    return "\n".join(path.read_text("utf-8") for path in STYLES)


def script() -> str:
    return (HERE / "static" / "mark.js").read_text("utf-8")


class Pages:
    """The pages of a marking. home: the path of the first, with the token in it.

    names: whether students are named; nobody is unless it is asked for. saved: what was saved just
    before. undone: whether that was just undone.
    """

    def __init__(
        self, marking: Marking, home: str, *, names: bool, saved: str = "", undone: bool = False
    ) -> None:
        self._marking, self._names = marking, names
        saving = marking.saved(saved)
        self._shared = {"home": home, "names": names, "saved": saved, "saving": saving}
        self._shared["undone"] = undone
        self._shared["query"] = "?names=1" if names else ""

    def assignments(self) -> str:
        return self._page("assignments", waiting=self._marking.waiting())

    def questions(self, assignment: str) -> str:
        found = self._marking.questions(assignment)
        title = self._marking.folder(assignment).assignment.title
        about = {"assignment": assignment, "title": title, "questions": found}
        return self._page("questions", **about, unreadable=self._marking.unreadable(assignment))

    def answers(self, assignment: str, name: str) -> str:
        asked = self._marking.question(assignment, name)
        groups = self._marking.groups(assignment, name)
        return self._page("answers", assignment=assignment, asked=asked, groups=groups)

    def answer(self, assignment: str, name: str, answer: str) -> str:
        asked = self._marking.question(assignment, name)
        place = Place.of(self._marking.groups(assignment, name), answer)
        shown = self._marking.shown(assignment, name, place.group)
        about = {"assignment": assignment, "asked": asked, "place": place, "shown": shown}
        return self._page("answer", **about, group=place.group)

    def message(self, text: str) -> str:
        return self._page("message", text=text)

    def _page(self, name: str, **about: Any) -> str:
        return _environment().get_template(f"{name}.html.j2").render(self._shared, **about)


@cache
def _environment() -> Environment:
    environment = environment_of(HERE / "templates")
    environment.filters |= {
        "number": lambda number: f"{number:g}",
        "ours": _ours,
        "in_a_line": _in_a_line,
        "said": _said,
        "words": words_of,
        "versions": versions_of,
        "who": who,
    }
    return environment


def _ours(source: str) -> Markup:
    """The course's own Markdown."""
    return Markup(rendered(source, {}, ours=True, below=1))


def _in_a_line(source: str) -> Markup:
    html = rendered(source, {}, ours=True).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(inner if "<p>" not in inner else html)


def _said(text: str) -> Markup:
    """A message, with what stands in `…` as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def words_of(line: MarkLine) -> str:
    """What a student is told of a line that was met, in Markdown."""
    return f"- {format_points(line.points)} point{'' if line.points == 1 else 's'}: {line.text}"


def versions_of(group: Group) -> str:
    """What the page says it looked at, when it saves."""
    return json.dumps({answer.grade: answer.version for answer in group.answers})


def who(group: Group) -> str:
    """The students of these answers."""
    named = (f"{a.name} ({a.student})" if a.name else a.student for a in group.answers)
    return ", ".join(map(printable_name, named))
