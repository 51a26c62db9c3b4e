"""Formgrader's page of a graded notebook, made with nbgrader's template, but safe to look at.

Everything that a student wrote is sanitized. The ids and names of HTML elements are removed as
well. Formgrader finds the field for a mark by its id, and could otherwise find an element by the
student.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.exporters import HTMLExporter
from nbconvert.filters import ansi2html
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor

from .markdown import CleanHtml, formula_styles, render_markdown
from .page_budget import is_course_content, limit_notebook
from .sanitizer import TERMINAL_CODE, clean

MAX_COLOURS = 2000  # colour codes in an output


def formgrader_page(notebook: bytes, about: Mapping[str, Any], *, plain: bool = False) -> str:
    """Make formgrader's page of a graded notebook.

    Args:
        notebook: The content of the notebook's file.
        about: The other variables of nbgrader's template, such as the student's name. The template
            doesn't escape them.
        plain: Whether to show everything by the student as text.

    Returns:
        The page in HTML.
    """
    node = limit_notebook(nbformat.reads(notebook.decode(), as_version=4), plain=plain)
    escaped = {key: html.escape(v) if isinstance(v, str) else v for key, v in about.items()}
    page = _exporter().from_notebook_node(node, escaped)[0]
    return page.replace("</head>", f"<style>{formula_styles()}</style></head>", 1)


@cache  # reading the templates takes longer than making a page
def _exporter() -> HTMLExporter:
    package = distribution("nbgrader").locate_file("nbgrader")  # to import it takes a second
    templates = Path(str(package)) / "server_extensions" / "formgrader" / "templates"
    exporter = HTMLExporter(
        template_name="formgrade",
        extra_template_basedirs=[str(templates)],
        sanitize_html=True,
        # nbgrader's template passes Markdown only through `strip_files_prefix`, nbconvert's through
        # `clean_html`, so both filters sanitize.
        filters={
            "clean_html": clean_in_cell,
            "strip_files_prefix": clean_in_cell,
            "markdown2html": markdown,
            "ansi2html": ansi_to_html,
        },
    )
    exporter.register_preprocessor(CSSHTMLHeaderPreprocessor, enabled=True)
    return exporter


@pass_context
def markdown(context: Context, source: str) -> CleanHtml:
    """Override nbconvert's `markdown2html`, which fails for Markdown that it can't render."""
    cell = context.get("cell")
    attachments = cell.get("attachments", {}) if cell else {}
    return render_markdown(
        source, attachments, from_course=cell is not None and is_course_content(cell)
    )


@pass_context
def clean_in_cell(context: Context, html: str | bytes) -> str:
    """Sanitize the HTML of a cell; keep the classes in verdicts and in the course's own text."""
    if isinstance(html, CleanHtml):
        return html
    cell = context.get("cell")
    return clean(html, from_course=cell is not None and is_course_content(cell))


def ansi_to_html(text: str) -> str:
    """Convert a text with ANSI codes to HTML; keep only the first MAX_COLOURS colour codes."""
    count = 0

    def keep_colour(code: re.Match[str]) -> str:
        nonlocal count
        count += 1
        is_kept = code[2] == "m" and len(code[1]) < 20 and count <= MAX_COLOURS
        return code[0] if is_kept else ""

    return ansi2html(TERMINAL_CODE.sub(keep_colour, text))
