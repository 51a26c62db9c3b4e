"""Pages that show students' work: nothing in them may act on whoever looks at them.

`configure` makes nbconvert pass everything a student wrote through `clean`, in feedback pages and
in formgrader's. Scripts, event handlers, frames, forms, styles and remote pictures go; text,
tables, formulas and pictures that are in the page itself stay. Names of elements go as well:
formgrader finds the field for a mark by its id, and the first one in the page would be the
student's.
`ShowInReasonableTime` comes before: a few kilobytes of Markdown can keep a page maker for hours.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from pathlib import Path

import nbgrader
import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.utils import is_locked
from traitlets.config import Config

from ..checks.verdict import format_points
from .submission import IMAGES

TAGS = (
    {"a", "abbr", "acronym", "b", "blockquote", "br", "code", "dd", "del", "details", "div", "dl"}
    | {"dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p"}
    | {"pre", "s", "small", "span", "strong", "sub", "summary", "sup", "tt", "u", "ul"}
    | {"caption", "col", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}
)
WITH_CONTENT = {"script", "style"}  # what stands in these was never text
ATTRIBUTES = {
    "*": {"title", "align", "colspan", "rowspan", "scope", "start", "class"},
    "a": {"href"},
    "img": {"alt", "width", "height", "src"},
}
# Of tables and verdicts, and the short ones of highlighted code; not those that the page acts by.
CLASSES = re.compile(r"((dataframe|verdict|right|wrong|highlight|hl-\w+|[a-z]{1,2}\w?)(\s+|$))*")
LINKS = re.compile(r"\s*(https?://|mailto:|#)", re.I)
PICTURES = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*")
UNFINISHED_TAG = re.compile(r"<(?=[^<>]*\Z)")
FOREIGN_TAG = re.compile(
    rf"<(/?)(?=[a-z])(?!(?:{'|'.join(sorted(TAGS | WITH_CONTENT))})[\s/>])", re.I
)


def _harmless_value(tag: str, name: str, value: str) -> str | None:
    """The value of an allowed attribute, or None where it could act, load or imitate."""
    if name == "href":
        return value if LINKS.match(value) else None
    if name == "src":
        return value if PICTURES.fullmatch(value) else None
    if name == "class":
        return value if CLASSES.fullmatch(value.strip()) else None
    return value


_CLEANER = nh3.Cleaner(
    tags=TAGS,
    clean_content_tags=WITH_CONTENT,
    attributes=ATTRIBUTES,
    attribute_filter=_harmless_value,
    # Of all attributes with addresses together: `data` is for pictures, see `_harmless_value`.
    url_schemes={"http", "https", "mailto", "data"},
    # A link without `target`, which no link of a student's has, hands its page to nobody.
    link_rel=None,
)


def clean(html: str | bytes) -> str:
    """`html` without anything that could act, load from elsewhere, or imitate the page."""
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else str(html)
    # Text stays, whatever it stands in. nh3 drops what follows a tag without an end ("a <b"), and
    # elements of SVG and MathML whole ("the <mask> token"): it gets to see none of them.
    text = UNFINISHED_TAG.sub("&lt;", text)
    return _CLEANER.clean(FOREIGN_TAG.sub(r"<\1x-", text))


@pass_context
def markdown(context: Context, source: str) -> str:
    """nbconvert's `markdown2html`, which ends the page at what it can't render: an attachment that
    is not there, say. Here it is shown as it was written."""
    cell, resources = context.get("cell", {}), context.get("resources", {})
    renderer = IPythonRenderer(
        escape=False,
        attachments=cell.get("attachments", {}),
        path=resources.get("metadata", {}).get("path", ""),
    )
    try:
        return MarkdownWithMath(renderer=renderer).render(source)
    except Exception:
        return f"<pre>{escape(source)}</pre>"


MAX_BY_KIND = {"text/html": 200_000}  # characters of an output that is shown as what it is
MAX_TEXT, MAX_LINE = 20_000, 500  # of other outputs, of Markdown, of a line of code
MAX_TOGETHER = 400_000  # characters of all these in a page
MAX_DEPTH = 100  # elements inside one another
MAX_LISTING = 5000  # characters that are shown of what is too long
NOT_SHOWN = "[too long or too deeply nested to be shown here as it is]"
_OPENS_OR_CLOSES = re.compile(r"<(/?)(?!(?:br|img|hr|p|li|t[rdh]|col|d[td])\b)([a-z]+)", re.I)


class ShowInReasonableTime(Preprocessor):
    """Shows as plain text, and cut off, what a page could not be made of in seconds.

    Only in the page: the notebook in autograded/ has everything.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        self.room = MAX_TOGETHER
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        if is_locked(cell):
            return cell, resources
        if cell.cell_type == "code":
            cell.source = self._lines(cell.source)
        elif not self._quick(cell.source, MAX_TEXT):
            lines = [NOT_SHOWN, *cell.source[:MAX_LISTING].split("\n")]
            cell.source = "\n".join("    " + line for line in lines)
        for data in (output.data for output in cell.get("outputs", []) if "data" in output):
            for kind in [k for k in data if k not in ("text/plain", *IMAGES)]:
                if not self._quick(data[kind], MAX_BY_KIND.get(kind, MAX_TEXT)):
                    del data[kind]
                    data.setdefault("text/plain", NOT_SHOWN)
        return cell, resources

    def _lines(self, code: str) -> str:
        room = max(min(self.room, 5 * MAX_TEXT), 0)
        self.room -= len(code)
        lines = [line[:MAX_LINE] for line in code[:room].split("\n")]
        shown = "\n".join(lines)
        return shown if shown == code else f"{shown}\n# {NOT_SHOWN}"

    def _quick(self, text: str, longest: int) -> bool:
        self.room -= len(text)
        if len(text) > longest or self.room < 0:
            return False
        return not _deeper_than(MAX_DEPTH, text)


def _deeper_than(limit: int, html: str) -> bool:
    """Whether more than `limit` elements may be open at a time. A tag closes only its own kind: a
    parser passes over `</q>` where no q is open."""
    unclosed: Counter[str] = Counter()
    depth = 0
    for tag in _OPENS_OR_CLOSES.finditer(html):
        closes, name = tag[1], tag[2].lower()
        if not closes:
            unclosed[name] += 1
            depth += 1
        elif unclosed[name]:
            unclosed[name] -= 1
            depth -= 1
        if depth > limit:
            return True
    return False


def configure(config: Config) -> None:
    """Set what every page with students' work is made with: feedback, and formgrader's."""
    pages = config.HTMLExporter
    pages.sanitize_html = True
    # nbgrader's two templates pipe Markdown through `strip_files_prefix` only, nbconvert's through
    # `clean_html`: both names lead to `clean`.
    pages.filters = {
        "clean_html": clean,
        "strip_files_prefix": clean,
        "markdown2html": markdown,
        "points": format_points,
    }
    pages.preprocessors = [ShowInReasonableTime]
    # Ours first: `feedback` is ours, `formgrade` is nbgrader's.
    pages.extra_template_basedirs = [
        str(Path(__file__).parent / "templates"),
        str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"),
    ]
