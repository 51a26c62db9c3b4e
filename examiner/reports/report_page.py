"""A class report as one page of HTML: it needs no network and no script, and grows with the class
alone.

All text goes through the template's escaping, whoever wrote it.
"""

from __future__ import annotations

from pathlib import Path

from ..pages.feedback import template_environment
from .report import ClassReport
from .report_commands import remarks_on

MAX_LISTED = 60  # findings, formulas and reasons, each
MAX_TEXT = 500  # characters of one of them


def report_page(report: ClassReport) -> str:
    """The page's HTML."""
    environment = template_environment(Path(__file__).parent / "templates" / "report")
    environment.filters["extract"] = lambda student, known: known[student]
    environment.filters["remarks"] = lambda row: "; ".join(remarks_on(row))
    return environment.get_template("index.html.j2").render(
        report=report,
        assignment=report.assignment,
        everybody=max(len(report.rows) + len(report.ungraded), 1),
        most_listed=MAX_LISTED,
        most_text=MAX_TEXT,
    )
