"""The pages of `examiner mark`, from templates/: whatever no filter has made HTML of is escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from .. import pages
from ..mark_scheme import MarkLine
from ..pages.markdown import rendered
from ..pages.templating import environment_of
from ..quoting import printable, quoted_name
from ..wording import names as some
from .answers import Answer
from .marking import Marking, NotThere, Pile
from .questions import AskedQuestion

MAX_TEXT = 2000  # characters of an answer in a list
MAX_NAMED = 5  # students for whom something was saved
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
    """What was asked for is at another path, its text."""


class Pages:
    """The pages of a marking. home: the path of the first, with the token in it. key: see `Kept`.

    browser: whose pages they are. asked: what their address asks for. names: that students are
    named; nobody is unless it is asked for. only: that they are named on this page, to choose whose
    answers are marked; "1": this one's. saved: what was saved just before. undone: that it was just
    undone.
    """

    def __init__(
        self, marking: Marking, home: str, key: str, browser: str, asked: Mapping[str, str]
    ) -> None:
        self._marking, self._home, self._browser = marking, home, browser
        self._saved = asked["saved"]
        self._names = {"names": asked["names"]}
        named, saving = asked["names"] or asked["only"], marking.saved(self._saved)
        self._shared = {"home": home, "key": key, "query": query_of(**self._names)}
        self._shared |= {**asked, "names": named, "saving": saving}

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
        """All answers to a question, where none is left to open. Elsewhere: the first that is."""
        asked = self._marking.question(assignment, name)
        return self._list(asked, self._opened(asked, None))

    def beside(self, assignment: str, name: str, answer: str, way: str) -> str:
        """Elsewhere: the next or the previous answer to mark, the list of all where others have
        opened what is open, or the questions."""
        asked = self._marking.question(assignment, name)
        pile = self._opened(asked, answer, back=way == "previous")
        taken = any(group[0].open for group in pile.groups)  # the list says by whom
        raise Elsewhere(self._path(assignment, *([name, "all"] if taken else [])))

    def _opened(self, asked: AskedQuestion, answer: str | None, *, back: bool = False) -> Pile:
        """Elsewhere: the answer that is opened, from this one on; else the answers, all taken."""

        def opens(pile: Pile) -> str | None:
            return pile.open_from(answer, back=back)

        pile = self._marking.pile(asked, self._browser, opens)
        if pile.opened:
            raise Elsewhere(self._path(asked.folder.assignment.name, asked.name, pile.opened))
        return pile

    def _path(self, *parts: str) -> str:
        path = "".join(f"{part}/" for part in parts)
        return f"{self._home}{path}{query_of(**self._names, saved=self._saved)}"

    def answers(self, assignment: str, name: str) -> str:
        """All answers to a question, with their marks."""
        asked = self._marking.question(assignment, name)
        return self._list(asked, self._marking.pile(asked, self._browser))

    def _list(self, asked: AskedQuestion, pile: Pile) -> str:
        rows = list(enumerate(pile.groups, 1))
        if self._names["names"]:  # one for each student
            rows = [(number, (each,)) for number, group in rows for each in group]
            rows.sort(key=lambda row: _who(row[1][0]).casefold())
        return self._page_of(asked, "answers", pile=pile, rows=rows)

    def answer(self, assignment: str, name: str, answer: str) -> str:
        """An answer, to be marked, with those that equal it."""
        asked = self._marking.question(assignment, name)
        pile = self._marking.pile(
            asked, self._browser, lambda pile: pile.groups[pile.place_of(answer)][0].id
        )
        place = pile.place_of(answer)
        shown = self._marking.shown(asked, pile.groups[place][0].student)
        return self._page_of(asked, "answer", pile=pile, place=place, shown=shown, chosen=answer)

    def nothing(self) -> str:
        """Never a page: NotThere."""
        raise NotThere("There is no such page.")

    def message(self, text: str) -> str:
        """A line in the place of a page."""
        return self._page("message", text=text)

    def _page_of(self, asked: AskedQuestion, name: str, **about: Any) -> str:
        return self._page(name, asked=asked, assignment=asked.folder.assignment.name, **about)

    def _page(self, name: str, **about: Any) -> str:
        return _environment().get_template(f"{name}.html.j2").render(self._shared, **about)


@cache
def _environment() -> Environment:
    environment = environment_of(HERE / "templates")
    environment.filters |= {
        "number": lambda number: f"{number:g}",
        "ours": lambda source: Markup(rendered(source, {}, ours=True, below=1)),
        "in_a_line": _in_a_line,
        "mark_of": _mark_of,
        "met": _met,
        "in_short": lambda text: printable(" ".join(text.split())[:MAX_TEXT]),
        "said": lambda text: Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text)))),
        "sort_first": lambda group, id: sorted(group, key=lambda answer: answer.id != id),
        "versions": lambda group: json.dumps({answer.id: answer.version for answer in group}),
        "who": _who,
        "whose": lambda answers: some([_who(answer) for answer in answers], MAX_NAMED),
    }
    return environment


def _met(answer: Answer, lines: Sequence[MarkLine]) -> list[int]:
    """The places of the lines of a mark scheme that an answer was given; none where unknown."""
    unmet = [line.words for line in lines] if answer.unmet is None else answer.unmet.split("\n")
    return [place for place, line in enumerate(lines) if line.words not in unmet]


def _mark_of(answer: Answer, lines: Sequence[MarkLine]) -> str:
    """A mark that our script can fill in, as JSON."""
    points = f"{answer.points or 0:g}"
    return json.dumps({"points": points, "comment": answer.comment, "met": _met(answer, lines)})


def _in_a_line(source: str) -> Markup:
    html = rendered(source, {}, ours=True).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(inner if "<p>" not in inner else html)


def _who(answer: Answer) -> str:
    name = f"{answer.name} ({answer.student})" if answer.name else answer.student
    return quoted_name(name)


def query_of(**options: str) -> str:
    """The end of an address that asks for these, as far as they say anything."""
    asked = "&".join(f"{name}={value}" for name, value in options.items() if value)
    return f"?{asked}" if asked else ""
