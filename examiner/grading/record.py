"""Records of verdicts in the metadata of graded notebooks.

A notebook in autograded/ has the verdict on each question as data in the metadata of its test cell.
Reports, the gradebook and feedback pages read them as `VerdictRecord`, which renders the messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from nbformat import NotebookNode

from ..checks.verdict import ReviewReason, Verdict
from ..findings.diagnosis import Diagnosis, Message
from ..findings.feedback_level import Level
from ..findings.finding import SUMMARY, Finding, RenderedFinding

MAX_FORMULAS, MAX_FORMULA = 50, 1000  # number, and characters; a longer formula is not stored
MAX_COEFFICIENT = 10**40
_KEY = "examiner"
# Ids of messages on calls that ended without a value (see `calls.error_message`).
_EARLY_ENDS = ("raised", "crashed", "not-in-time", "needs-more-memory")
NO_RESPONSE = "No response."  # nbgrader's own comment on an unchanged answer


class ReportedMisconception(NamedTuple):
    """A misconception as a report counts it.

    Attributes:
        key: The same in all answers to a question that have this misconception.
        words: The text that the report shows.
    """

    key: str
    words: str


@dataclass(frozen=True)
class VerdictRecord:
    """The verdict on one question.

    Attributes:
        points: The points; None if the question needs manual grading.
        findings: The findings; none if the question needs manual grading.
        counted: Line of a ledger -> the formula that a wrong answer computes in it, if no finding
            names a misconception. The line is "" if the question is no ledger.
        level: The feedback level.
        spent: Whether the student has used up the hints on the question's choices. Not stored.
        group: Equal for all unexplained answers that compute the same values; "" if unknown.
    """

    points: float | None
    findings: tuple[Finding, ...] = ()
    counted: Mapping[str, str] = field(default_factory=dict)
    level: str = Level.ANSWER
    spent: bool = False
    group: str = ""

    @classmethod
    def of(
        cls, points: float | None, verdict: Verdict | None, level: str = Level.ANSWER
    ) -> VerdictRecord:
        """Make a record of the result of a test.

        Args:
            points: The points.
            verdict: The verdict; None if the question needs manual grading.
            level: The feedback level.
        """
        if verdict is None:
            return cls(points)
        counted = {
            line: formula.formula
            for line, formula in list(verdict.unnamed_counts.items())[:MAX_FORMULAS]
            if all(-MAX_COEFFICIENT < c < MAX_COEFFICIENT for c in formula.terms.values())
        }
        short = {line: text for line, text in counted.items() if len(text) <= MAX_FORMULA}
        return cls(points, verdict.findings, short, level)

    @property
    def shown(self) -> list[RenderedFinding]:
        """The findings as the student reads them."""
        return Verdict(0.0, 0.0, self.findings).shown(self.level, spent=self.spent)

    @property
    def in_full(self) -> list[RenderedFinding]:
        """The findings with all details, as at the feedback level "answer"."""
        return Verdict(0.0, 0.0, self.findings).shown(Level.ANSWER)

    def review_reason(self, max_points: float) -> ReviewReason:
        """Return the reason why a person should look at the answer (see `Verdict.review_reason`).

        Args:
            max_points: The points of the question.
        """
        if self.points is None:
            return ReviewReason.NOT_NEEDED
        return Verdict(self.points, max_points, self.findings).review_reason

    @property
    def misconceptions(self) -> list[ReportedMisconception]:
        """The misconceptions in this answer, each once.

        Messages on mistakes without a name count too. Their texts have no numbers that differ from
        answer to answer.
        """
        return list(dict.fromkeys(map(_misconception, self._reported_findings)))

    @property
    def wrong(self) -> list[str]:
        """One line on each mistake, as the student reads it.

        If a function has a summary of its findings, only the summary counts (see `Verdict.of`).
        """
        if self.level == Level.HINT:
            return [row.line for row in self.shown if row.sign == "✗"]
        return [_line(finding, self.level) for finding in self._reported_findings]

    @property
    def _reported_findings(self) -> list[Finding]:
        """The findings on mistakes; of a function with a summary, only the summary."""
        wrong = [f for f in self.findings if not (f.passed or f.is_charged_elsewhere)]
        short = {finding.function for finding in wrong if finding.is_summary}
        return [f for f in wrong if f.is_summary or not ({f.function, ""} & short)]

    @property
    def is_blank(self) -> bool:
        """True if a missing answer is the only mistake."""
        wrong = [finding for finding in self.findings if not finding.passed]
        return bool(wrong) and all(f.messages and f.messages[0].id == "not-answered" for f in wrong)

    @property
    def has_answer(self) -> bool:
        """True if the check found an answer, right or wrong, in whatever cell or file."""
        starts = [f.messages[0].id for f in self.findings if not f.passed and f.messages]
        return bool(self.findings) and bool(self.points or "not-answered" not in starts)

    def write(self, cell: NotebookNode) -> None:
        """Write the record into a cell's metadata."""
        findings = [finding.as_json() for finding in self.findings]
        cell.metadata[_KEY] = {"points": self.points, "findings": findings, "level": self.level}
        if self.counted:
            cell.metadata[_KEY]["counted"] = dict(self.counted)
        if self.group:
            cell.metadata[_KEY]["group"] = self.group

    @classmethod
    def read(cls, cell: Mapping[str, Any]) -> VerdictRecord | None:
        """Read the record from a cell's metadata; None if there is none."""
        about = cell["metadata"].get(_KEY, {})
        if "points" not in about:
            return None
        findings = tuple(Finding.of_json(finding) for finding in about["findings"])
        level, group = about.get("level", Level.ANSWER), about.get("group", "")
        return cls(about["points"], findings, about.get("counted", {}), level, group=group)


def _misconception(finding: Finding) -> ReportedMisconception:
    if finding.errors:
        return ReportedMisconception(
            " ".join(error.key for error in finding.errors), finding.misconception_text
        )
    says = tuple(map(_masked, finding.messages))
    # If a call ended without a value, the report counts it together with other such calls.
    ended_early = bool(says) and says[0].id in _EARLY_ENDS
    words = _line(replace(finding, messages=says, about=SUMMARY if ended_early else finding.about))
    return ReportedMisconception(words, words)


def _line(finding: Finding, level: str = Level.ANSWER) -> str:
    """Render a finding in one line; a summary stands without its heading."""
    shown = finding.shown(level)
    if not finding.is_summary:
        return shown.line
    return f"{finding.function}: {shown.message}" if finding.function else shown.message


# Numbers that differ from answer to answer: decimals are generated or computed. Whole numbers are
# counts and shapes, which identify the mistake.
_VARYING_NUMBER = re.compile(
    r"[-−]?(?<!\d)\d++(?:\.\d*+(?:e[+-]?\d++)?|e[+-]?\d++)|\[\d++(?:, ?\d++)*+\]"
)


def _masked(value: Any) -> Any:
    """Replace the numbers in facts that differ between two answers with the same mistake."""
    match value:
        case Message(name, facts):
            return Message(name, _masked(facts))
        case Diagnosis(name, words, facts):
            return Diagnosis(name, words, _masked(facts))
        case Mapping():
            return {key: _masked(each) for key, each in value.items()}
        case list() | tuple():
            return [_masked(each) for each in value]
        case float():
            return "…"
        case str():
            return _VARYING_NUMBER.sub("…", value)
    return value
