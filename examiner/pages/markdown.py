"""Markdown that students wrote, as HTML: formulas and attached pictures in it, nothing that acts,
and bounded in size and time, whatever it is: a kilobyte can stand for a gigabyte, or for hours.

Formulas become MathML, which a browser sets by itself: no script, nothing from the network.
"""

from __future__ import annotations

import hashlib
import re
import time
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nh3
from math_core import LatexError, LatexToMathML
from nbconvert.filters.markdown_mistune import (
    IPythonRenderer,
    MarkdownWithMath,
    MathBlockParser,
)

from ..grading.picture_links import lift_data_uris
from ..pictures import IMAGE_TYPES, NOTE, find_attachment, pixel_count
from ..quoting import quoted_name
from ..time_limit import TimeIsUp, limit_time
from .page_budget import MAX_RENDERED, PageBudget, room_of_page
from .sanitizer import NO_TAG, as_typed, clean

SECONDS = 0.5  # of processor time; all the Markdown of a problem set takes a tenth of a second

# --- formulas ------------------------------------------------------------------------------------

# Without a font that is made for formulas a browser puts scripts and bars in wrong places, and few
# systems have one. The license stands beside it; `.ci/formula-font` makes it.
FONT = Path(__file__).parent / "font" / "formulas.woff2"

# A formula that is longer, or whose parts stand deeper in one another, stays as it was written: a
# converter goes down into each part, and so does a browser, which takes longer at each level.
MAX_FORMULA = 2000  # characters
MAX_DEPTH = 40  # elements inside one another
MAX_MATHML = 50_000  # characters that it becomes

MATHML = (
    {"math", "mfrac", "mi", "mn", "mo", "mover", "mpadded", "mphantom", "mroot", "mrow", "mspace"}
    | {"msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder"}
    | {"munderover", "mmultiscripts", "mprescripts"}
)
_SIZE = re.compile(r"-?0?\.[0-9]{1,9}(?:em|ex)|[0-9](?:\.[0-9]{1,9})?(?:em|ex|mu)?")
_SIZES = {"width", "lspace", "rspace", "minsize", "maxsize"}
_WORDS = {
    *("display", "displaystyle", "scriptlevel", "stretchy", "symmetric", "accent", "accentunder"),
    *("mathvariant", "form", "fence", "separator", "movablelimits", "linethickness", "columnalign"),
}
_WORD = re.compile(r"[a-z0-9+. -]{1,30}")
# How the columns of `aligned`, `cases` and matrices stand. Colours and frames go.
_ALIGNED = re.compile(
    r"(?:(?:text-align: ?(?:left|right|center)|justify-items: ?(?:start|end|center)"
    r"|padding-(?:left|right): ?[0-9.]{1,4}(?:em)?); ?)*"
)
_TAG = re.compile(r"<(/?)[a-z]+[^<>]*?(/?)>")


def _value(tag: str, name: str, value: str) -> str | None:
    pattern = _SIZE if name in _SIZES else _ALIGNED if name == "style" else _WORD
    return value if pattern.fullmatch(value) else None


_converter = LatexToMathML(fancy_error=False)
_cleaner = nh3.Cleaner(
    tags=MATHML,
    attributes={"*": _SIZES | _WORDS | {"style"}},
    attribute_filter=_value,
    link_rel=None,
)


def typeset(formula: str, *, block: bool = False) -> str | None:
    """The MathML of a formula in TeX; None where it can't be set, or not in a moment.

    Nothing in it acts, leads anywhere or has a class. block: on lines of its own.
    """
    if len(formula) > MAX_FORMULA:
        return None
    try:
        mathml = _converter.convert_with_local_state(formula, displaystyle=block)
    except LatexError:
        return None
    depth = deepest = 0
    for end, empty in _TAG.findall(mathml):
        depth += 0 if empty else -1 if end else 1
        deepest = max(deepest, depth)
    return None if len(mathml) > MAX_MATHML or deepest > MAX_DEPTH else _cleaner.clean(mathml)


@cache
def styles() -> str:
    """CSS for a page with formulas, which carries their font."""
    data = b64encode(FONT.read_bytes()).decode()
    return (
        f'@font-face {{ font-family: "Formulas"; src: url("data:font/woff2;base64,{data}"); }}\n'
        'math { font-family: "Formulas", math; font-size: 1.1em; }'
    )


# --- Markdown ------------------------------------------------------------------------------------


MISSING = "[a picture is missing here: {} is not in the notebook]"
_IMG = re.compile(r"""<img\b(?:[^<>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
_VALUE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_LENGTH = re.compile(r"[0-9]{1,4}(?:px|%)?")


class Cleaned(str):
    """HTML that has been cleaned; what else cleans HTML leaves it as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


class TooMuch(Exception):
    """Markdown that becomes too large."""


class _Blocks(MathBlockParser):
    """What is no tag begins no HTML: what follows it is Markdown as well."""

    def parse_raw_html(self, m: re.Match[str], state: Any) -> int | None:
        if NO_TAG.match(state.src, state.src.index("<", m.start())):
            return None
        return super().parse_raw_html(m, state)


class _Renderer(IPythonRenderer):
    """Of Markdown, as nbconvert's; raises TooMuch. Pictures and formulas are put in afterwards.

    mark: stands for them, followed by a number; a text that nobody could write into the Markdown.
    page: what is left for it. below: the level of the heading that all stands under.
    """

    def __init__(
        self, attachments: Mapping[str, Any], mark: str, page: PageBudget, below: int
    ) -> None:
        super().__init__(escape=False, exclude_anchor_links=True, attachments=dict(attachments))
        self.room = 4 * MAX_RENDERED  # what is in something else counts each time
        self._mark, self._page, self._below = mark, page, below
        self.pictures: list[tuple[str, dict[str, str]]] = []  # name, and what its tag says of it
        self._done: set[str] = set()
        self.formulas: list[tuple[str, str]] = []

    def render_token(self, token: dict[str, Any], state: Any) -> str:
        text = super().render_token(token, state)
        self.room -= len(text)
        if self.room < 0 or len(text) > MAX_RENDERED:
            raise TooMuch
        return text

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        return super().heading(text, min(level + self._below, 6), **attributes)

    def inline_math(self, body: str) -> str:
        return self._formula(body) or super().inline_math(body)

    def block_math(self, body: str) -> str:
        return self._formula(body, block=True) or super().block_math(body)

    def latex_environment(self, name: str, body: str) -> str:
        written = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return self._formula(written, block=True) or super().latex_environment(name, body)

    def _formula(self, written: str, *, block: bool = False) -> str | None:
        mathml = typeset(written, block=block) if self._page["formulas"] > 0 else None
        if mathml is None or not self._page.take(formulas=len(mathml)):
            return None
        self.formulas.append((mathml, written))
        return f"{self._mark}m{len(self.formulas) - 1}."

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """A picture of the notebook; in the place of any other one, words that say so."""
        name = url.removeprefix("attachment:")
        known = find_attachment(name, self.attachments)
        if known is None:
            return f"<em>{MISSING.format(escape(quoted_name(unquote(name))))}</em> {text}"
        words = self._place("m").sub(lambda at: self.formulas[int(at[1])][1], _TAG.sub("", text))
        alt = unescape(self._place("p").sub("", words))
        return self._shown(known, alt, {"title": title or ""})

    def inline_html(self, html: str) -> str:
        return escape(html) if NO_TAG.match(html) else self._with_images(html)

    def block_html(self, html: str) -> str:
        return self._with_images(NO_TAG.sub("&lt;", html))

    def _with_images(self, html: str) -> str:
        """HTML with the attachments that its tags show."""

        def image(tag: re.Match[str]) -> str:
            values = _VALUE.findall(tag[0])
            found = {name.lower(): unescape("".join(value)) for name, *value in values}
            if not found.get("src", "").startswith("attachment:"):
                return tag[0]
            name = found["src"].removeprefix("attachment:")
            known = find_attachment(name, self.attachments)
            if known is None:
                return f"<em>{MISSING.format(escape(quoted_name(unquote(name))))}</em>"
            return self._shown(known, found.get("alt", ""), found)

        return _IMG.sub(image, html)

    def _shown(self, name: str, alt: str, found: Mapping[str, str]) -> str:
        """The place of a picture, which `finished` fills."""
        about = {"alt": alt, "title": found.get("title", "")}
        sizes = {key: found.get(key, "") for key in ("width", "height")}
        about |= {key: size for key, size in sizes.items() if _LENGTH.fullmatch(size)}
        self.pictures.append((name, about))
        return f"{self._mark}p{len(self.pictures) - 1}."

    def finished(self, html: str) -> str:
        """Cleaned HTML with its formulas and pictures, and the attachments that no text shows.

        In a tag, in a picture's description say, a formula stands as it was written.
        """
        place = self._place("[mp]")

        def filled(at: re.Match[str]) -> str:
            number = int(at[1])
            if at[0][len(self._mark)] == "m":
                return self.formulas[number][0]
            return self._picture(*self.pictures[number])

        def in_tag(at: re.Match[str]) -> str:
            is_formula = at[0][len(self._mark)] == "m"
            return escape(self.formulas[int(at[1])][1]) if is_formula else ""

        def part(found: re.Match[str]) -> str:
            return place.sub(in_tag, found[0]) if found[0][0] == "<" else filled(found)

        # In cleaned HTML each < begins a tag, and each " in a tag begins or ends a value.
        html = re.sub(rf'<[^">]*(?:"[^"]*"[^">]*)*>|{place.pattern}', part, html)
        return html + self.rest()

    def rest(self) -> str:
        """The attachments that were not shown yet, with their names."""
        left = [name for name in self.attachments if name not in self._done]
        named = ((escape(quoted_name(name)), self._picture(name, {"alt": name})) for name in left)
        return "".join(f"<p><em>Attached: {name}</em><br>{shown}</p>" for name, shown in named)

    def _picture(self, name: str, about: dict[str, str]) -> str:
        """An attachment as HTML, once: a note where it can't be shown, or there is no room."""
        again, shown, bundle = name in self._done, escape(quoted_name(name)), self.attachments[name]
        self._done.add(name)
        if again:
            return f"<em>[{shown} again: see above]</em>"
        for kind in IMAGE_TYPES:
            if (points := pixel_count(data := str(bundle.get(kind, "")))) is None:
                continue
            if not self._page.take(pictures=len(data), points=points):
                why = "the page has no room for more pictures; open the notebook for it"
                return f"<em>[{shown} is not shown here: {why}]</em>"
            values = about | {"alt": about["alt"] or name}
            written = (f' {key}="{escape(value)}"' for key, value in values.items() if value)
            return f'<img{"".join(written)} src="data:{kind};base64,{data}">'
        why = escape(str(bundle.get(NOTE, "it is no picture that a page can show")))
        return f"<em>[{shown} is not shown here: {why}]</em>"

    def _place(self, what: str) -> re.Pattern[str]:
        return re.compile(rf"{self._mark}{what}([0-9]+)\.")


# A formula in a row of a table. With a space inside its dollars it is none: two sums of money.
_ROW, _IN_ROW = re.compile(r"^ *\|.*$", re.M), re.compile(r"\$(?=[^\s$])[^$]*[^\s$\\]\$")


def _whole_in_tables(source: str) -> str:
    """Markdown in which a | in a formula doesn't end a column."""

    def row(found: re.Match[str]) -> str:
        return _IN_ROW.sub(lambda at: re.sub(r"(?<!\\)\|", r"\\vert ", at[0]), found[0])

    return _ROW.sub(row, source)


def rendered(
    source: str, attachments: Mapping[str, Any], *, ours: bool = False, below: int = 0
) -> Cleaned:
    """Cleaned HTML of a cell's Markdown; as it was written where that is too much.

    ours: it is the course's own. below: the level of the heading that it stands under.
    """
    room = room_of_page.get(None) or PageBudget()
    started = time.process_time()
    source, lifted = lift_data_uris(source)
    mark = f"x{hashlib.sha256(source.encode('utf-8', 'replace')).hexdigest()}"
    renderer = _Renderer({**attachments, **lifted}, mark, room, below)
    try:
        if room["seconds"] <= 0 or room["rendered"] <= 0:
            raise TooMuch
        with limit_time(min(room["seconds"], SECONDS), processor=True):
            markdown = MarkdownWithMath(renderer=renderer, block=_Blocks())
            html = markdown.render(_whole_in_tables(source))
        room["rendered"] -= len(html)
        return Cleaned(renderer.finished(clean(html, ours=ours)))
    except (Exception, TimeIsUp):
        return Cleaned(as_typed(source) + renderer.rest())
    finally:
        room["seconds"] -= time.process_time() - started
