"""What grading found out about a question, in the metadata of its cell: written and read here.

A notebook in autograded/ carries its verdicts with it. Reports, the grade book and feedback pages
all read them through `Record`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

from ..checks.verdict import IN_SHORT, Finding

_KEY = "examiner"


@dataclass(frozen=True)
class Record:
    """The verdict on one question.

    points: None where a person has to grade. findings: none where the test is no check.
    """

    points: float | None
    findings: tuple[Finding, ...] = ()

    @property
    def wrong(self) -> list[str]:
        """What was found wrong, a line each; in short where it can be said in short, of several
        functions each (see `Verdict.of`).
        """
        wrong = [finding for finding in self.findings if not finding.passed]
        # "" where the question asks for one function, else "its name: "
        short = tuple(
            finding.criterion.removesuffix(IN_SHORT)
            for finding in wrong
            if finding.criterion.endswith(IN_SHORT)
        )
        return [
            finding.text.replace(f"{IN_SHORT}: ", "", 1)
            for finding in wrong
            if finding.criterion.endswith(IN_SHORT) or not finding.criterion.startswith(short)
        ]

    def write(self, cell: NotebookNode) -> None:
        """Put it into the cell's metadata."""
        findings = [dataclasses.asdict(finding) for finding in self.findings]
        cell.metadata[_KEY] = {"points": self.points, "findings": findings}

    @classmethod
    def read(cls, cell: Mapping[str, Any]) -> Record | None:
        """The record in a cell's metadata; None where there is none."""
        about = cell["metadata"].get(_KEY, {})
        if "points" not in about:
            return None
        return cls(about["points"], tuple(Finding(**finding) for finding in about["findings"]))
