"""A sanitizer for HTML by students.

The result can't run code, load anything from elsewhere, or imitate the page, and neither the
sanitizer nor a browser needs more than a moment for it. Scripts, event handlers, frames, forms,
styles, classes, names and remote pictures are removed. Text, tables, formulas and embedded pictures
stay.
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
REMOVED_WITH_CONTENT = ("script", "style")  # elements that contain no text
ATTRIBUTES = {
    "*": {"title", "align", "colspan", "rowspan", "scope", "start", "class"},
    "a": {"href"},
    "img": {"alt", "width", "height", "src"},
}
# Classes in the course's own cells: for tables, verdicts and highlighted code. HTML by students
# keeps no class.
CLASSES = (
    {"dataframe", "verdict", "right", "wrong", "charged", "highlight"}
    | set(STANDARD_TYPES.values())
) - {""}
LINKS = re.compile(r"\s*(https?://|mailto:|#)", re.I)
PICTURES = re.compile(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=\s]*)")
SIZES = {"width": 2000, "height": 2000, "colspan": 50, "rowspan": 50, "start": 10**6}
TERMINAL_CODE = re.compile(r"\x1b(?:\[([^@-~]*)([@-~])?)?")  # escape codes: colours and others
UNFINISHED_TAG = re.compile(r"<(?=[^<>]*\Z)")
FOREIGN_TAG = re.compile(rf"<(/?)(?=[a-z])(?!(?:{'|'.join(sorted(TAGS))})[\s/>])", re.I)
# A < in Markdown that begins no tag, as in `<cls>` or `n<d and m>k`. In a tag, each attribute but
# `open` needs a value, so `a<b and c>d` is no tag. <s> counts as text, because it marks the start
# of a sequence of tokens (~~ strikes text out). <img> is a tag if the notebook has the picture.
NOT_A_TAG = re.compile(
    rf"<(?!/?(?:{'|'.join(sorted(TAGS - {'s', 'img'}))}"
    r"""|img(?=[^<>]*\ssrc\s*=\s*["']?(?:data|attachment):))"""
    r"""(?:\s+(?:open|[\w-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+)))*\s*/?>)""",
    re.I,
)

MAX_DEPTH = 100  # nested elements
MAX_ATTRIBUTES = 100  # attributes of a tag
MAX_WORK = 300_000  # number of tags times the depth of nesting
MAX_LISTING = 5000  # characters that are shown of text over a limit
NOT_SHOWN = "[too long or too deeply nested to be shown here as it is]"


def clean(html: str | bytes, *, from_course: bool = False) -> str:
    """Sanitize HTML, or turn it into a listing if that would take long.

    Args:
        html: The HTML.
        from_course: Whether it is a verdict or the course's own text, which keeps its classes.

    Returns:
        HTML that can't act, load anything from elsewhere, or imitate the page.
    """
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else str(html)
    for name in REMOVED_WITH_CONTENT:
        text = re.sub(rf"<{name}(?=[\s/>]).*?(?:</{name}\s*>|\Z)", "", text, flags=re.I | re.S)
    # nh3 would remove the text after an unfinished tag ("a <b"), and whole elements of SVG and
    # MathML ("the <mask> token"). Hide such tags from nh3, so that the text stays.
    text = UNFINISHED_TAG.sub("&lt;", _without_comments(text))
    text = FOREIGN_TAG.sub(r"<\1x-", text)
    if not is_quick(text):
        return as_listing(text)
    return (_COURSE_CLEANER if from_course else _STUDENT_CLEANER).clean(text)


def as_listing(text: str) -> str:
    """Return the beginning of a text as a listing, with a note why it is not rendered."""
    return f"<p>{NOT_SHOWN}</p><pre>{escape(text[:MAX_LISTING])}</pre>"


def _without_comments(text: str) -> str:
    """Remove comments, and escape each < that only seems to begin a comment or a declaration."""
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept.append(text[at:start])
        at = end + 3
    return re.sub(r"<(?=[!?])|<(?=/[^a-zA-Z])", "&lt;", "".join([*kept, text[at:]]))


# Tags as HTML's tokenizer finds them, in HTML without comments, scripts and styles.
_TAG = re.compile(r"<(/?)([a-zA-Z][^ \t\n\f\r/>]*)")
_ATTRIBUTE = re.compile(
    r"""[ \t\n\f\r/]*(?!>)=?[^ \t\n\f\r/>=]*"""
    r"""(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"]*"|'[^']*'|(?!["'])[^ \t\n\f\r>]+)?)?"""
)
_FLAT = {
    "br",
    "img",
    "hr",
    "p",
    "li",
    "tr",
    "td",
    "th",
    "col",
    "dd",
    "dt",
}  # not nested


def is_quick(html: str) -> bool:
    """Return whether the sanitizer and a browser can process HTML in a moment.

    This limits the attributes of a tag, the depth of nesting, and the number of tags. An end tag
    only closes an open element of the same name. For each `</q>` without an open `q`, a parser
    searches all open elements, so many tags at a great depth are slow.
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


def _student_value(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute by a student if it is harmless, or else None."""
    if name == "href":
        is_allowed = LINKS.match(value) is not None
    elif name == "src":
        picture = PICTURES.fullmatch(value)
        is_allowed = picture is not None and is_picture(picture[1])
    elif name in SIZES:
        size = value.strip().removesuffix("%").removesuffix("px")
        is_allowed = size.isdecimal() and len(size) < 9 and int(size) <= SIZES[name]
    else:
        is_allowed = name != "class"
    return value if is_allowed else None


def _course_value(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute by the course if it is harmless, or else None."""
    if name != "class":
        return _student_value(tag, name, value)
    is_allowed = all(part in CLASSES or part.startswith("hl-") for part in value.split())
    return value if is_allowed else None


_STUDENT_CLEANER, _COURSE_CLEANER = (
    nh3.Cleaner(
        tags=TAGS,
        clean_content_tags=set(REMOVED_WITH_CONTENT),
        attributes=ATTRIBUTES,
        attribute_filter=value_of,
        # nh3 has one set for all attributes. `_student_value` allows `data` only for pictures.
        url_schemes={"http", "https", "mailto", "data"},
        # `rel` matters only for links with `target`, and `target` is removed.
        link_rel=None,
    )
    for value_of in (_student_value, _course_value)
)
