"""The templates of all pages, and what those of the feedback page make of cells and findings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup, escape
from nbformat import NotebookNode
from nbgrader.utils import is_locked
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from ..checks.verdict import format_points
from ..grading.master import new_cell
from ..wording import several, span
from .clean import clean
from .filters import uncoloured
from .markdown import rendered
from .typeset import styles

_LEXER, _FORMATTER = PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)


def environment_of(folder: Path) -> Environment:
    """The templates in a folder. Whatever no filter has made HTML of is escaped."""
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"points": format_points, "span": span, "several": several}
    environment.filters["code"] = _highlighted
    return environment


def _highlighted(source: str) -> Markup:
    """Python code, coloured by classes."""
    return Markup(highlight(source, _LEXER, _FORMATTER))


# --- the feedback page ---------------------------------------------------------------------------


@cache
def template(name: str) -> Template:
    """A template of the feedback page, or of a part of it."""
    environment = environment_of(Path(__file__).parent / "templates" / "feedback")
    environment.filters |= {
        "words": _words,
        "markdown": lambda source: _markdown(new_cell("markdown", source, "shown")),
        "cell": _markdown,
        "clean": lambda html: Markup(clean(html)),
        "uncoloured": uncoloured,
        "kinds": lambda data: [kind for kind in _SHOWN if kind in data],
    }
    environment.globals["formulas"] = Markup(styles())
    return environment.get_template(name)


_CODE, _SIGN = re.compile(r"`([^`\n]+)`"), re.compile(r" ([=≤≥<>×]) ")
# Of the forms that an output comes in, the first is shown.
_SHOWN = ("image/png", "image/jpeg", "text/html", "text/markdown", "text/latex", "text/plain")


def _words(text: str) -> Markup:
    """A finding; what stands in `backticks` in it is code, and no line ends at an =."""
    whole = _SIGN.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", str(escape(text)))
    return Markup(_CODE.sub(r"<code>\1</code>", whole))


def _markdown(cell: NotebookNode) -> Markup:
    attachments = cell.get("attachments", {})
    return Markup(rendered(cell.source, attachments, ours=is_locked(cell), below=3))
