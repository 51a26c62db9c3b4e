"""What the templates of all our pages have in common."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from ..checks.verdict import format_points
from ..wording import several

_LEXER, _FORMATTER = PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)


def environment_of(folder: Path) -> Environment:
    """The templates in a folder. Whatever no filter has made HTML of is escaped."""
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"points": format_points, "code": _highlighted, "several": several}
    return environment


def _highlighted(source: str) -> Markup:
    """Python code, coloured by classes."""
    return Markup(highlight(source, _LEXER, _FORMATTER))
