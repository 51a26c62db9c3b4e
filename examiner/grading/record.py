"""What grading found out about a question, in the metadata of its cell: written and read here.

A notebook in autograded/ carries its verdicts with it. Reports, the grade book and feedback pages
all read them through `Record`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nbformat import NotebookNode

from ..checks.verdict import IN_SHORT, KNOWN_MISTAKE, Finding, Verdict

MAX_FORMULAS, MAX_FORMULA = 50, 1000  # and characters of each; a longer one is left out
MAX_COEFFICIENT = 10**40
_KEY = "examiner"
_WRITTEN = ("criterion", "message", "points", "max_points", "passed", "mistake")
NO_RESPONSE = "No response."  # nbgrader's own comment on an answer that is as it was handed out


@dataclass(frozen=True)
class Record:
    """The verdict on one question.

    points: None where a person has to grade. findings: none where the test is no check.
    counted: the formula that a wrong answer computes, where no finding names the mistake; of a
        ledger line by line, else under "".
    """

    points: float | None
    findings: tuple[Finding, ...] = ()
    counted: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, points: float | None, verdict: Verdict | None) -> Record:
        """Of what a test came to; verdict: None where the test is no check."""
        if verdict is None:
            return cls(points)
        counted = {
            line: formula.formula
            for line, formula in list(verdict.unnamed.items())[:MAX_FORMULAS]
            if all(abs(number) < MAX_COEFFICIENT for number in formula.terms.values())
        }
        short = {line: text for line, text in counted.items() if len(text) <= MAX_FORMULA}
        return cls(points, verdict.findings, short)

    @property
    def misconceptions(self) -> list[str]:
        """What a report counts: the mistakes by their names, and what has no name in its words,
        without the numbers that are another answer's."""
        return list(dict.fromkeys(map(_misconception, self._told)))

    @property
    def wrong(self) -> list[str]:
        """What was found wrong, a line each; in short where it can be said in short, of several
        functions each (see `Verdict.of`).
        """
        return list(map(_text, self._told))

    @property
    def _told(self) -> list[Finding]:
        wrong = [f for f in self.findings if not (f.passed or f.is_charged_elsewhere)]
        # "" where the question asks for one function, else "its name: "
        short = tuple(
            finding.criterion.removesuffix(IN_SHORT)
            for finding in wrong
            if finding.criterion.endswith(IN_SHORT)
        )
        return [
            finding
            for finding in wrong
            if finding.criterion.endswith(IN_SHORT) or not finding.criterion.startswith(short)
        ]

    def write(self, cell: NotebookNode) -> None:
        """Put it into the cell's metadata."""
        findings = [{key: getattr(f, key) for key in _WRITTEN} for f in self.findings]
        cell.metadata[_KEY] = {"points": self.points, "findings": findings}
        if self.counted:
            cell.metadata[_KEY]["counted"] = dict(self.counted)

    @classmethod
    def read(cls, cell: Mapping[str, Any]) -> Record | None:
        """The record in a cell's metadata; None where there is none."""
        about = cell["metadata"].get(_KEY, {})
        if "points" not in about:
            return None
        findings = tuple(Finding(**finding) for finding in about["findings"])
        return cls(about["points"], findings, about.get("counted", {}))


def _misconception(finding: Finding) -> str:
    if finding.mistake not in ("", KNOWN_MISTAKE):
        return finding.mistake
    return _DRAWN.sub("…", _text(finding))


def _text(finding: Finding) -> str:
    return finding.text.replace(f"{IN_SHORT}: ", "", 1)


# Decimals are drawn or computed; whole numbers are counts and shapes, which say what is meant.
_DRAWN = re.compile(r"[-−]?\d+\.\d*(?:e[+-]?\d+)?|[-−]?\d+e[+-]?\d+|\[\d+(?:, ?\d+)*\]")
