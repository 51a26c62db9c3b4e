"""Markdown by students as HTML, with formulas and attached pictures, but nothing that acts.

The size and the time of the result are limited, since a kilobyte of Markdown can expand to a
gigabyte or take hours. Formulas become MathML, which a browser displays without scripts and without
the network.
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
from .page_budget import MAX_RENDERED, PageBudget, current_budget
from .sanitizer import NOT_A_TAG, as_listing, clean

SECONDS = 0.5  # processor time for one cell; a whole problem set takes a tenth of a second

# --- formulas ------------------------------------------------------------------------------------

# Without a mathematical font, a browser puts subscripts and bars in the wrong places. Few systems
# have such a font. Its license is in the same folder, and `.ci/formula-font` makes the font.
FONT = Path(__file__).parent / "font" / "formulas.woff2"

# A formula beyond one of these limits stays as it was typed: the converter and the browser are
# recursive, and a browser gets slower with each level.
MAX_FORMULA = 2000  # characters of TeX
MAX_DEPTH = 40  # nested elements
MAX_MATHML = 50_000  # characters of MathML

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
# The alignment of columns in `aligned`, `cases` and matrices. Colours and frames are removed.
_ALIGNED = re.compile(
    r"(?:(?:text-align: ?(?:left|right|center)|justify-items: ?(?:start|end|center)"
    r"|padding-(?:left|right): ?[0-9.]{1,4}(?:em)?); ?)*"
)
_TAG = re.compile(r"<(/?)[a-z]+[^<>]*?(/?)>")


def _attribute_value(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute of MathML if it is harmless, or else None."""
    pattern = _SIZE if name in _SIZES else _ALIGNED if name == "style" else _WORD
    return value if pattern.fullmatch(value) else None


_converter = LatexToMathML(fancy_error=False)
_cleaner = nh3.Cleaner(
    tags=MATHML,
    attributes={"*": _SIZES | _WORDS | {"style"}},
    attribute_filter=_attribute_value,
    link_rel=None,
)


def typeset(formula: str, *, block: bool = False) -> str | None:
    """Convert a formula from TeX to MathML that has no actions, links or classes.

    Args:
        formula: The formula in TeX.
        block: Whether the formula is on lines of its own.

    Returns:
        The MathML; None if the formula is invalid or over a limit.
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
def formula_styles() -> str:
    """Return the CSS for formulas, with their font embedded."""
    data = b64encode(FONT.read_bytes()).decode()
    return (
        f'@font-face {{ font-family: "Formulas"; src: url("data:font/woff2;base64,{data}"); }}\n'
        'math { font-family: "Formulas", math; font-size: 1.1em; }'
    )


# --- Markdown ------------------------------------------------------------------------------------


MISSING = "[a picture is missing here: {} is not in the notebook]"
_IMG = re.compile(r"""<img\b(?:[^<>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_LENGTH = re.compile(r"[0-9]{1,4}(?:px|%)?")


class CleanHtml(str):
    """Sanitized HTML. Filters that sanitize HTML leave it unchanged."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


class OverLimit(Exception):
    """The HTML of a piece of Markdown is over a limit."""


class _BlockParser(MathBlockParser):
    """A parser that starts a block of HTML only at a real tag, so that other text is Markdown."""

    def parse_raw_html(self, m: re.Match[str], state: Any) -> int | None:
        if NOT_A_TAG.match(state.src, state.src.index("<", m.start())):
            return None
        return super().parse_raw_html(m, state)


class _Renderer(IPythonRenderer):
    """nbconvert's renderer, with limits, formulas in MathML, and embedded pictures.

    The renderer first writes a placeholder for each picture and formula. `finish` fills them in
    after the HTML is sanitized. A method raises OverLimit if the HTML gets too large.

    Args:
        attachments: The attachments of the cell: name -> type -> data in base64.
        mark: The text that begins each placeholder. Nobody can write it into the Markdown.
        budget: The budget of the page.
        below: The level of the heading above the Markdown.
    """

    def __init__(
        self, attachments: Mapping[str, Any], mark: str, budget: PageBudget, below: int
    ) -> None:
        super().__init__(escape=False, exclude_anchor_links=True, attachments=dict(attachments))
        # Characters that all tokens may have together: nested text counts once for each level.
        self.characters_left = 4 * MAX_RENDERED
        self._mark, self._budget, self._below = mark, budget, below
        self.pictures: list[tuple[str, dict[str, str]]] = []  # name, attributes of the <img>
        self._shown: set[str] = set()  # names of pictures
        self.formulas: list[tuple[str, str]] = []  # MathML, TeX

    def render_token(self, token: dict[str, Any], state: Any) -> str:
        text = super().render_token(token, state)
        self.characters_left -= len(text)
        if self.characters_left < 0 or len(text) > MAX_RENDERED:
            raise OverLimit
        return text

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        return super().heading(text, min(level + self._below, 6), **attributes)

    def inline_math(self, body: str) -> str:
        return self._formula(body) or super().inline_math(body)

    def block_math(self, body: str) -> str:
        return self._formula(body, block=True) or super().block_math(body)

    def latex_environment(self, name: str, body: str) -> str:
        tex = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return self._formula(tex, block=True) or super().latex_environment(name, body)

    def _formula(self, tex: str, *, block: bool = False) -> str | None:
        """Return the placeholder of a formula; None if it can't be converted."""
        mathml = typeset(tex, block=block) if self._budget["formulas"] > 0 else None
        if mathml is None or not self._budget.take(formulas=len(mathml)):
            return None
        self.formulas.append((mathml, tex))
        return f"{self._mark}m{len(self.formulas) - 1}."

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Return the placeholder of an attached picture, or a note that it is missing."""
        name = url.removeprefix("attachment:")
        known = find_attachment(name, self.attachments)
        if known is None:
            return f"<em>{MISSING.format(escape(quoted_name(unquote(name))))}</em> {text}"
        words = _TAG.sub("", text)
        words = self._placeholders("m").sub(lambda found: self.formulas[int(found[1])][1], words)
        alt = unescape(self._placeholders("p").sub("", words))
        return self._picture_placeholder(known, alt, {"title": title or ""})

    def inline_html(self, html: str) -> str:
        return escape(html) if NOT_A_TAG.match(html) else self._with_images(html)

    def block_html(self, html: str) -> str:
        return self._with_images(NOT_A_TAG.sub("&lt;", html))

    def _with_images(self, html: str) -> str:
        """Replace each <img> tag of an attachment by a placeholder."""

        def image(tag: re.Match[str]) -> str:
            found = _ATTRIBUTE.findall(tag[0])
            attributes = {name.lower(): unescape("".join(value)) for name, *value in found}
            if not attributes.get("src", "").startswith("attachment:"):
                return tag[0]
            name = attributes["src"].removeprefix("attachment:")
            known = find_attachment(name, self.attachments)
            if known is None:
                return f"<em>{MISSING.format(escape(quoted_name(unquote(name))))}</em>"
            return self._picture_placeholder(known, attributes.get("alt", ""), attributes)

        return _IMG.sub(image, html)

    def _picture_placeholder(self, name: str, alt: str, attributes: Mapping[str, str]) -> str:
        kept = {"alt": alt, "title": attributes.get("title", "")}
        sizes = {key: attributes.get(key, "") for key in ("width", "height")}
        kept |= {key: size for key, size in sizes.items() if _LENGTH.fullmatch(size)}
        self.pictures.append((name, kept))
        return f"{self._mark}p{len(self.pictures) - 1}."

    def finish(self, html: str) -> str:
        """Fill in the formulas and pictures, and append the attachments that no text shows.

        Inside a tag, as in the description of a picture, a formula stays in TeX.

        Args:
            html: Sanitized HTML with placeholders.
        """
        placeholder = self._placeholders("[mp]")

        def fill(found: re.Match[str]) -> str:
            number = int(found[1])
            if found[0][len(self._mark)] == "m":
                return self.formulas[number][0]
            return self._picture(*self.pictures[number])

        def fill_in_tag(found: re.Match[str]) -> str:
            is_formula = found[0][len(self._mark)] == "m"
            return escape(self.formulas[int(found[1])][1]) if is_formula else ""

        def replace(found: re.Match[str]) -> str:
            is_tag = found[0][0] == "<"
            return placeholder.sub(fill_in_tag, found[0]) if is_tag else fill(found)

        # In sanitized HTML, each < begins a tag, and each " in a tag begins or ends a value.
        html = re.sub(rf'<[^">]*(?:"[^"]*"[^">]*)*>|{placeholder.pattern}', replace, html)
        return html + self.other_attachments()

    def other_attachments(self) -> str:
        """Return the HTML of the attachments that were not shown yet, with their names."""
        others = [name for name in self.attachments if name not in self._shown]
        named = ((escape(quoted_name(name)), self._picture(name, {"alt": name})) for name in others)
        return "".join(f"<p><em>Attached: {name}</em><br>{image}</p>" for name, image in named)

    def _picture(self, name: str, attributes: dict[str, str]) -> str:
        """Return an attachment as HTML, or a note if it was shown before or can't be shown."""
        was_shown = name in self._shown
        shown, bundle = escape(quoted_name(name)), self.attachments[name]
        self._shown.add(name)
        if was_shown:
            return f"<em>[{shown} again: see above]</em>"
        for kind in IMAGE_TYPES:
            if (points := pixel_count(data := str(bundle.get(kind, "")))) is None:
                continue
            if not self._budget.take(pictures=len(data), points=points):
                why = "the page has too many pictures; open the notebook to see it"
                return f"<em>[{shown} is not shown here: {why}]</em>"
            values = attributes | {"alt": attributes["alt"] or name}
            written = (f' {key}="{escape(value)}"' for key, value in values.items() if value)
            return f'<img{"".join(written)} src="data:{kind};base64,{data}">'
        why = escape(str(bundle.get(NOTE, "a page can't show this kind of file")))
        return f"<em>[{shown} is not shown here: {why}]</em>"

    def _placeholders(self, kind: str) -> re.Pattern[str]:
        """Return the pattern of placeholders; kind: "m" for formulas, "p" for pictures."""
        return re.compile(rf"{self._mark}{kind}([0-9]+)\.")


_TABLE_ROW = re.compile(r"^ *\|.*$", re.M)
# A formula in a row of a table. Dollars with a space inside are two sums of money instead.
_FORMULA_IN_ROW = re.compile(r"\$(?=[^\s$])[^$]*[^\s$\\]\$")


def _escape_bars_in_tables(source: str) -> str:
    """Replace each | in a formula in a table, where it would end the column."""

    def escape_row(row: re.Match[str]) -> str:
        return _FORMULA_IN_ROW.sub(
            lambda formula: re.sub(r"(?<!\\)\|", r"\\vert ", formula[0]), row[0]
        )

    return _TABLE_ROW.sub(escape_row, source)


def render_markdown(
    source: str, attachments: Mapping[str, Any], *, from_course: bool = False, below: int = 0
) -> CleanHtml:
    """Render the Markdown of a cell, or show it as typed if it is over a limit.

    Args:
        source: The Markdown.
        attachments: The attachments of the cell: name -> type -> data in base64.
        from_course: Whether the Markdown is the course's own text.
        below: The level of the heading above the Markdown; its own headings get lower levels.

    Returns:
        Sanitized HTML.
    """
    budget = current_budget.get(None) or PageBudget()
    started = time.process_time()
    source, lifted = lift_data_uris(source)
    mark = f"x{hashlib.sha256(source.encode('utf-8', 'replace')).hexdigest()}"
    renderer = _Renderer({**attachments, **lifted}, mark, budget, below)
    try:
        if budget["seconds"] <= 0 or budget["rendered"] <= 0:
            raise OverLimit
        with limit_time(min(budget["seconds"], SECONDS), processor=True):
            markdown = MarkdownWithMath(renderer=renderer, block=_BlockParser())
            html = markdown.render(_escape_bars_in_tables(source))
        budget["rendered"] -= len(html)
        return CleanHtml(renderer.finish(clean(html, from_course=from_course)))
    except (Exception, TimeIsUp):
        return CleanHtml(as_listing(source) + renderer.other_attachments())
    finally:
        budget["seconds"] -= time.process_time() - started
