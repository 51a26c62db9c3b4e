"""A class report as one HTML page, without scripts and without access to the network.

The template escapes all text, so text from students can't act as HTML.
"""

from __future__ import annotations

from pathlib import Path

from ..pages.feedback import template_environment
from .report import ClassReport
from .report_commands import remarks_on

MAX_LISTED = 60  # results in each list
MAX_TEXT = 500  # characters of one result


def report_page(report: ClassReport) -> str:
    """Render the page of a report.

    Args:
        report: The report on the class.

    Returns:
        The HTML.
    """
    environment = template_environment(Path(__file__).parent / "templates" / "report")
    environment.filters["label"] = lambda student, labels: labels[student]
    environment.filters["remarks"] = lambda row: "; ".join(remarks_on(row))
    return environment.get_template("index.html.j2").render(
        report=report,
        assignment=report.assignment,
        class_size=max(len(report.rows) + len(report.ungraded), 1),
        max_listed=MAX_LISTED,
        max_text=MAX_TEXT,
    )
