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
from ..quoting import quoted_name
from .answers import Group
from .marking import Marking, NotThere, open_after, place_of

HERE = Path(__file__).parent
FEEDBACK = Path(pages.__file__).parent / "templates" / "feedback"


def style() -> str:
    """The style of the feedback page, and what this page has beside."""
    styles = (FEEDBACK / "style.css.j2", HERE / "static" / "mark.css")
    return "\n".join(path.read_text("utf-8") for path in styles)


def script() -> str:
    """The script of all pages."""
    return (HERE / "static" / "mark.js").read_text("utf-8")


class Elsewhere(Exception):
    """What was asked for is at another path."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Pages:
    """The pages of a marking. home: the path of the first, with the token in it.

    names: whether students are named; nobody is unless it is asked for. saved: what was saved just
    before. undone: whether that was just undone.
    """

    def __init__(
        self, marking: Marking, home: str, *, names: bool, saved: str = "", undone: bool = False
    ) -> None:
        self._marking, self._home = marking, home
        self._query = "?names=1" if names else ""
        self._shared = {"home": home, "names": names, "query": self._query, "undone": undone}
        self._shared |= {"saved": saved, "saving": marking.saved(saved)}

    def home(self) -> str:
        """The first page: of all assignments, or of the only one."""
        if self._marking.only:
            return self.questions(self._marking.only)
        return self._page("assignments", waiting=self._marking.waiting())

    def questions(self, assignment: str) -> str:
        """The questions of an assignment, with how many answers wait."""
        found = self._marking.questions(assignment)
        title = self._marking.folder(assignment).assignment.title
        about = {"assignment": assignment, "title": title, "questions": found}
        return self._page("questions", **about, unreadable=self._marking.unreadable(assignment))

    def question(self, assignment: str, name: str) -> str:
        """All answers to a question, where none is open. Elsewhere: the first that is."""
        for group in self._marking.groups(assignment, name):
            if group[0].open:
                path = f"{self._home}{assignment}/{name}/{group[0].id}/{self._query}"
                raise Elsewhere(path)
        return self.answers(assignment, name)

    def answers(self, assignment: str, name: str) -> str:
        """All answers to a question, with their marks."""
        asked = self._marking.question(assignment, name)
        groups = self._marking.groups(assignment, name)
        return self._page("answers", assignment=assignment, asked=asked, groups=groups)

    def answer(self, assignment: str, name: str, answer: str) -> str:
        """An answer, to be marked, with those that equal it."""
        asked = self._marking.question(assignment, name)
        groups = self._marking.groups(assignment, name)
        place = place_of(groups, answer)
        shown = self._marking.shown(assignment, asked, groups[place][0].student)
        about = {"assignment": assignment, "asked": asked, "shown": shown, "place": place}
        return self._page("answer", **about, groups=groups, others=open_after(groups, place))

    def nothing(self) -> str:
        """Never a page: NotThere."""
        raise NotThere("There is no such page.")

    def message(self, text: str) -> str:
        """A line in the place of a page."""
        return self._page("message", text=text)

    def _page(self, name: str, **about: Any) -> str:
        return _environment().get_template(f"{name}.html.j2").render(self._shared, **about)


@cache
def _environment() -> Environment:
    environment = environment_of(HERE / "templates")
    environment.filters |= {
        "number": lambda number: f"{number:g}",
        "ours": lambda source: Markup(rendered(source, {}, ours=True, below=1)),
        "in_a_line": _in_a_line,
        "said": lambda text: Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text)))),
        "words": _words_of,
        "versions": lambda group: json.dumps({answer.id: answer.version for answer in group}),
        "who": _who,
    }
    return environment


def _in_a_line(source: str) -> Markup:
    html = rendered(source, {}, ours=True).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(inner if "<p>" not in inner else html)


def _words_of(line: MarkLine) -> str:
    """What a student is told of a line that was met, in Markdown."""
    return f"- {format_points(line.points)} point{'' if line.points == 1 else 's'}: {line.text}"


def _who(group: Group) -> str:
    named = (f"{a.name} ({a.student})" if a.name else a.student for a in group)
    return ", ".join(map(quoted_name, named))
