"""What a check says about an answer: points, and the reasons for them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

IN_SHORT = "in short"  # the criterion of the finding that sums the others up


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    criterion: what was looked at ("seq_len²·d_out", "rows sum to one", "dW_k").
    message: what came back, why it is wrong and what to look at.
    points, max_points: earned here, and how many there were to earn.
    passed: whether this part is right.
    """

    criterion: str
    message: str
    points: float = 0.0
    max_points: float = 0.0
    passed: bool = False

    @property
    def text(self) -> str:
        return f"{self.criterion}: {self.message}" if self.criterion else self.message


@dataclass(frozen=True)
class Verdict:
    """Points earned, the most there are to earn, and the findings that explain them.

    As the value of a test cell, its text/plain form is a plain float, which nbgrader reads as
    partial credit; its HTML form is the table that the student sees.

    explained: whether all is right, or wrong by one mistake, which the findings name: what else is
        asked of such an answer, its use of time and memory say, is worth marking.
    """

    points: float
    max_points: float
    findings: tuple[Finding, ...] = ()
    question: str = ""
    explained: bool = False

    @classmethod
    def from_findings(
        cls, findings: Iterable[Finding], max_points: float, *, explained: bool = False
    ) -> Verdict:
        """Add the findings' points up; never below 0 or above `max_points`."""
        findings = tuple(findings)
        earned = math.fsum(finding.points for finding in findings)
        # Shares such as 4/3 add up to 3.9999999999999996: full marks are full marks.
        points = min(max(round(earned, 9), 0.0), max_points)
        return cls(points, max_points, findings, explained=explained or points == max_points)

    @classmethod
    def nothing(cls, criterion: str, message: str, max_points: float) -> Verdict:
        """No points, for one reason."""
        return cls(0.0, max_points, (Finding(criterion, message, 0.0, max_points),))

    def __add__(self, other: Verdict) -> Verdict:
        """One verdict of several checks of one answer."""
        points, max_points = self.points + other.points, self.max_points + other.max_points
        # The two were rounded to nine digits each.
        return Verdict(
            round(points, 6),
            round(max_points, 6),
            (*self.findings, *other.findings),
            explained=self.explained and other.explained,
        )

    @property
    def headline(self) -> str:
        name = f"{self.question}: " if self.question else ""
        return f"{name}{format_points(self.points)} of {format_points(self.max_points)}"

    @property
    def text(self) -> str:
        """The verdict in a line, then a line for each finding."""
        lines = [f"  {'✓' if f.passed else '✗'} {f.text}" for f in self.findings]
        return "\n".join([self.headline, *lines])

    def __repr__(self) -> str:
        return repr(float(self.points))

    def _repr_html_(self) -> str:
        rows = "".join(_row(finding) for finding in self.findings)
        return (
            f'<div class="verdict"><p><strong>{escape(self.headline)}</strong></p>'
            f"<table><thead><tr><th></th><th>Looked at</th><th>Finding</th><th>Points</th></tr>"
            f"</thead><tbody>{rows}</tbody></table></div>"
        )


def format_points(points: float) -> str:
    """Points without a needless tail: 3, 0.5, 1.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _row(finding: Finding) -> str:
    share = ""
    if finding.max_points or finding.points:
        share = f"{format_points(finding.points)} of {format_points(finding.max_points)}"
        if not finding.max_points:
            share = format_points(finding.points).replace("-", "−")
    cells = ("✓" if finding.passed else "✗", finding.criterion, finding.message, share)
    body = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in cells)
    return f'<tr class="{"right" if finding.passed else "wrong"}">{body}</tr>'
