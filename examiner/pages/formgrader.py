"""Formgrader's page of a graded notebook, by nbgrader's own template: nothing in it may act on
whoever looks at it.

All that a student wrote passes `clean`. Names of elements go as well: formgrader finds the field
for a mark by its id, and the first one in the page would be the student's.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import nbgrader
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.exporters import HTMLExporter
from nbconvert.filters import ansi2html
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor

from .markdown import Cleaned, rendered, styles
from .page_budget import is_ours, limited
from .sanitizer import CODE_OF_TERMINAL, clean

MAX_COLOURS = 2000  # changes of colour in an output


def formgrader_page(notebook: bytes, about: Mapping[str, Any], *, plain: bool = False) -> str:
    """The page on which formgrader shows a graded notebook, by nbgrader's own template.

    about: what the template shows beside the notebook, the student's name too; it escapes nothing.
    """
    node = limited(nbformat.reads(notebook.decode(), as_version=4), plain=plain)
    shown = {key: html.escape(v) if isinstance(v, str) else v for key, v in about.items()}
    page = _formgrader().from_notebook_node(node, shown)[0]
    return page.replace("</head>", f"<style>{styles()}</style></head>", 1)


@cache  # reading its templates takes longer than a page
def _formgrader() -> HTMLExporter:
    templates = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"
    exporter = HTMLExporter(
        template_name="formgrade",
        extra_template_basedirs=[str(templates)],
        sanitize_html=True,
        # nbgrader's template pipes Markdown through `strip_files_prefix` only, nbconvert's through
        # `clean_html`: both names lead to `clean`.
        filters={
            "clean_html": clean_in_page,
            "strip_files_prefix": clean_in_page,
            "markdown2html": markdown,
            "ansi2html": colours,
        },
    )
    exporter.register_preprocessor(CSSHTMLHeaderPreprocessor, enabled=True)
    return exporter


@pass_context
def markdown(context: Context, source: str) -> Cleaned:
    """In the place of nbconvert's `markdown2html`, which ends the page at what it can't render."""
    cell = context.get("cell")
    attachments = cell.get("attachments", {}) if cell else {}
    return rendered(source, attachments, ours=cell is not None and is_ours(cell))


@pass_context
def clean_in_page(context: Context, html: str | bytes) -> str:
    """`clean`, which keeps the classes of verdicts and of the course's own text."""
    if isinstance(html, Cleaned):
        return html
    cell = context.get("cell")
    return clean(html, ours=cell is not None and is_ours(cell))


def colours(text: str) -> str:
    """nbconvert's `ansi2html` for codes that can be colours, and not too many of them."""
    count = 0

    def kept(code: re.Match[str]) -> str:
        nonlocal count
        count += 1
        colour = code[2] == "m" and len(code[1]) < 20 and count <= MAX_COLOURS
        return code[0] if colour else ""

    return ansi2html(CODE_OF_TERMINAL.sub(kept, text))
