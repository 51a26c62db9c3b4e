"""HTML of students, without anything that could act, load from elsewhere, imitate the page, or take
a cleaner or a browser more than a moment.

Scripts, event handlers, frames, forms, styles, classes, names and remote pictures go; text, tables,
formulas and pictures that are in the page itself stay.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape

import nh3
from pygments.token import STANDARD_TYPES

from ..pictures import is_picture

TAGS = (
    {"a", "abbr", "acronym", "b", "blockquote", "br", "center", "code", "dd", "del", "details"}
    | {"div", "dl", "figcaption", "figure"}
    | {"dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p"}
    | {"pre", "s", "small", "span", "strong", "sub", "summary", "sup", "tt", "u", "ul"}
    | {"caption", "col", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}
)
WITH_CONTENT = ("script", "style")  # what stands in these was never text
ATTRIBUTES = {
    "*": {"title", "align", "colspan", "rowspan", "scope", "start", "class"},
    "a": {"href"},
    "img": {"alt", "width", "height", "src"},
}
# Of the course's own cells: of tables and verdicts, and the short ones of highlighted code. What a
# student wrote has none.
CLASSES = (
    {"dataframe", "verdict", "right", "wrong", "charged", "highlight"}
    | set(STANDARD_TYPES.values())
) - {""}
LINKS = re.compile(r"\s*(https?://|mailto:|#)", re.I)
PICTURES = re.compile(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=\s]*)")
SIZES = {"width": 2000, "height": 2000, "colspan": 50, "rowspan": 50, "start": 10**6}
CODE_OF_TERMINAL = re.compile(r"\x1b(?:\[([^@-~]*)([@-~])?)?")  # of colours, and others
UNFINISHED_TAG = re.compile(r"<(?=[^<>]*\Z)")
FOREIGN_TAG = re.compile(rf"<(/?)(?=[a-z])(?!(?:{'|'.join(sorted(TAGS))})[\s/>])", re.I)
# In Markdown text, as `<cls>` and `n<d and m>k` are. No attribute but `open` is a word without a
# value, see `a<b and c>d`; <s> is where a sequence of tokens starts (~~ strikes out); and of
# pictures only those are shown that are in the notebook itself.
NO_TAG = re.compile(
    rf"<(?!/?(?:{'|'.join(sorted(TAGS - {'s', 'img'}))}"
    r"""|img(?=[^<>]*\ssrc\s*=\s*["']?(?:data|attachment):))"""
    r"""(?:\s+(?:open|[\w-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+)))*\s*/?>)""",
    re.I,
)

MAX_DEPTH = 100  # elements inside one another
MAX_ATTRIBUTES = 100  # of a tag
MAX_WORK = 300_000  # tags, times the elements that each may be in
MAX_LISTING = 5000  # characters that are shown of what is too much
NOT_SHOWN = "[too long or too deeply nested to be shown here as it is]"


def clean(html: str | bytes, *, ours: bool = False) -> str:
    """`html` without anything that could act, load from elsewhere, or imitate the page.

    ours: it is a verdict or the course's own text, and keeps its classes. HTML that a cleaner would
    take long for becomes a listing.
    """
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else str(html)
    for name in WITH_CONTENT:
        text = re.sub(rf"<{name}(?=[\s/>]).*?(?:</{name}\s*>|\Z)", "", text, flags=re.I | re.S)
    # Text stays, whatever it stands in. nh3 drops what follows a tag without an end ("a <b"), and
    # elements of SVG and MathML whole ("the <mask> token"): it gets to see none of them.
    text = UNFINISHED_TAG.sub("&lt;", _without_comments(text))
    text = FOREIGN_TAG.sub(r"<\1x-", text)
    if not is_quick(text):
        return as_typed(text)
    return (_OURS if ours else _STUDENTS).clean(text)


def as_typed(text: str) -> str:
    """A listing of what is too much, and why it is one."""
    return f"<p>{NOT_SHOWN}</p><pre>{escape(text[:MAX_LISTING])}</pre>"


def _without_comments(text: str) -> str:
    """Whatever begins like a comment or a declaration, and is none, is text."""
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept.append(text[at:start])
        at = end + 3
    return re.sub(r"<(?=[!?])|<(?=/[^a-zA-Z])", "&lt;", "".join([*kept, text[at:]]))


# Tags as HTML's tokenizer has them, where there are no comments and no programs.
_TAG = re.compile(r"<(/?)([a-zA-Z][^ \t\n\f\r/>]*)")
_ATTRIBUTE = re.compile(
    r"""[ \t\n\f\r/]*(?!>)=?[^ \t\n\f\r/>=]*"""
    r"""(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"]*"|'[^']*'|(?!["'])[^ \t\n\f\r>]+)?)?"""
)
_FLAT = {"br", "img", "hr", "p", "li", "tr", "td", "th", "col", "dd", "dt"}  # close one another


def is_quick(html: str) -> bool:
    """Whether a cleaner and a browser are done with it in a moment: so many attributes in a tag, so
    many elements in one another, so many tags in all.

    A tag closes only its own kind: a parser passes over `</q>` where no q is open, and looks at all
    that is open before it does.
    """
    unclosed: Counter[str] = Counter()
    depth = deepest = tags = at = 0
    while tag := _TAG.search(html, at):
        tags, at = tags + 1, tag.end()
        for _ in range(MAX_ATTRIBUTES + 1):
            attribute = _ATTRIBUTE.match(html, at)
            if attribute is None or attribute.end() == at:
                break
            at = attribute.end()
        else:
            return False
        name = tag[2].lower()
        if not tag[1] and name not in _FLAT:
            unclosed[name] += 1
            depth += 1
        elif tag[1] and unclosed[name]:
            unclosed[name] -= 1
            depth -= 1
        deepest = max(deepest, depth)
        if depth > MAX_DEPTH or tags * (1 + deepest) > MAX_WORK:
            return False
    return True


def _students_value(tag: str, name: str, value: str) -> str | None:
    """The value of an allowed attribute, or None where it could act, load, imitate or spread."""
    if name == "href":
        known = LINKS.match(value) is not None
    elif name == "src":
        picture = PICTURES.fullmatch(value)
        known = picture is not None and is_picture(picture[1])
    elif name in SIZES:
        size = value.strip().removesuffix("%").removesuffix("px")
        known = size.isdecimal() and len(size) < 9 and int(size) <= SIZES[name]
    else:
        known = name != "class"
    return value if known else None


def _our_value(tag: str, name: str, value: str) -> str | None:
    if name != "class":
        return _students_value(tag, name, value)
    known = all(part in CLASSES or part.startswith("hl-") for part in value.split())
    return value if known else None


_STUDENTS, _OURS = (
    nh3.Cleaner(
        tags=TAGS,
        clean_content_tags=set(WITH_CONTENT),
        attributes=ATTRIBUTES,
        attribute_filter=value_of,
        # Of all attributes with addresses together: `data` is for pictures, see `_students_value`.
        url_schemes={"http", "https", "mailto", "data"},
        # A link without `target`, which no link of a student's has, hands its page to nobody.
        link_rel=None,
    )
    for value_of in (_students_value, _our_value)
)
