"""The templates of the feedback page, and what they make of cells and findings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from jinja2 import Template
from markupsafe import Markup, escape
from nbformat import NotebookNode
from nbgrader.utils import is_locked

from ..grading.master import new_cell
from .clean import clean
from .filters import uncoloured
from .markdown import rendered
from .templating import environment_of
from .typeset import styles


@cache
def template(name: str) -> Template:
    """Of the feedback page, or of a part."""
    folder = Path(__file__).parent / "templates" / "feedback"
    environment = environment_of(folder)
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


def _markdown(cell: NotebookNode, below: int = 3) -> Markup:
    html = rendered(cell.source, cell.get("attachments", {}), ours=is_locked(cell), below=below)
    return Markup(html)
