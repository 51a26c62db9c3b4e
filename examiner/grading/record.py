"""What grading found out about a question, in the metadata of its cell: written and read here.

A notebook in autograded/ carries its verdicts with it, as data. Reports, the gradebook and
feedback pages read them through `VerdictRecord`, which renders the messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from nbformat import NotebookNode

from ..checks.verdict import Look, Verdict
from ..findings.diagnosis import Diagnosis, Message
from ..findings.feedback_level import Level
from ..findings.finding import IN_SHORT, Finding, Shown

MAX_FORMULAS, MAX_FORMULA = 50, 1000  # and characters of each; a longer one is left out
MAX_COEFFICIENT = 10**40
_KEY = "examiner"
_EARLY_ENDS = ("raised", "crashed", "not-in-time", "needs-more-memory")  # see `calls.error_said`
NO_RESPONSE = "No response."  # nbgrader's own comment on an answer that is as it was handed out


class ReportedMisconception(NamedTuple):
    """What a report counts: what it goes by in all answers of a question, and its words."""

    key: str
    words: str


@dataclass(frozen=True)
class VerdictRecord:
    """The verdict on one question.

    points: None where a person has to grade; then there are no findings.
    counted: the formula that a wrong answer computes, where no finding names the mistake; of a
        ledger line by line, else under "".
    group: the same for all answers that compute the same, where a person should look at them; ""
        where that is not known.
    level: how much findings say to the student.
    spent: whether the student has had all hints on the question's choices. It isn't stored.
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
        """Of what a test came to; verdict: None where a person has to grade."""
        if verdict is None:
            return cls(points)
        counted = {
            line: formula.formula
            for line, formula in list(verdict.unnamed.items())[:MAX_FORMULAS]
            if all(-MAX_COEFFICIENT < c < MAX_COEFFICIENT for c in formula.terms.values())
        }
        short = {line: text for line, text in counted.items() if len(text) <= MAX_FORMULA}
        return cls(points, verdict.findings, short, level)

    @property
    def shown(self) -> list[Shown]:
        """The findings as the student reads them."""
        return Verdict(0.0, 0.0, self.findings).shown(self.level, spent=self.spent)

    @property
    def in_full(self) -> list[Shown]:
        """The findings at the level that says all, whatever the student reads."""
        return Verdict(0.0, 0.0, self.findings).shown(Level.ANSWER)

    def needs_a_look(self, max_points: float) -> Look:
        """Whether a person should look at the answer (see `Verdict.needs_a_look`)."""
        if self.points is None:
            return Look.NOT_NEEDED
        return Verdict(self.points, max_points, self.findings).needs_a_look

    @property
    def misconceptions(self) -> list[ReportedMisconception]:
        """The mistakes that findings name, and what has no name, without the numbers that are
        another answer's."""
        return list(dict.fromkeys(map(_misconception, self._told)))

    @property
    def wrong(self) -> list[str]:
        """What was found wrong, a line each; in short where it can be said in short, of several
        functions each (see `Verdict.of`).
        """
        if self.level == Level.HINT:
            return [row.line for row in self.shown if row.sign == "✗"]
        return [_line(finding, self.level) for finding in self._told]

    @property
    def _told(self) -> list[Finding]:
        """What is wrong; of a function of which something is said in short, that alone."""
        wrong = [f for f in self.findings if not (f.passed or f.is_charged_elsewhere)]
        short = {finding.function for finding in wrong if finding.in_short}
        return [f for f in wrong if f.in_short or not ({f.function, ""} & short)]

    @property
    def is_blank(self) -> bool:
        """Whether all that is wrong is that there was no answer."""
        wrong = [finding for finding in self.findings if not finding.passed]
        return bool(wrong) and all(f.says and f.says[0].id == "not-answered" for f in wrong)

    def write(self, cell: NotebookNode) -> None:
        """Put it into the cell's metadata."""
        findings = [finding.as_json() for finding in self.findings]
        cell.metadata[_KEY] = {"points": self.points, "findings": findings, "level": self.level}
        if self.counted:
            cell.metadata[_KEY]["counted"] = dict(self.counted)
        if self.group:
            cell.metadata[_KEY]["group"] = self.group

    @classmethod
    def read(cls, cell: Mapping[str, Any]) -> VerdictRecord | None:
        """The record in a cell's metadata; None where there is none."""
        about = cell["metadata"].get(_KEY, {})
        if "points" not in about:
            return None
        findings = tuple(Finding.of_json(finding) for finding in about["findings"])
        level, group = about.get("level", Level.ANSWER), about.get("group", "")
        return cls(about["points"], findings, about.get("counted", {}), level, group=group)


def _misconception(finding: Finding) -> ReportedMisconception:
    if finding.errors:
        return ReportedMisconception(" ".join(error.key for error in finding.errors), finding.names)
    says = tuple(map(_masked, finding.says))
    ended = bool(says) and says[0].id in _EARLY_ENDS  # what was asked hardly matters
    words = _line(replace(finding, says=says, about=IN_SHORT if ended else finding.about))
    return ReportedMisconception(words, words)


def _line(finding: Finding, level: str = Level.ANSWER) -> str:
    """A finding in one line; of what is said in short, that alone."""
    shown = finding.shown(level)
    if not finding.in_short:
        return shown.line
    return f"{finding.function}: {shown.message}" if finding.function else shown.message


# Decimals are drawn or computed; whole numbers are counts and shapes, which say what is meant.
_VARYING_NUMBER = re.compile(r"[-−]?\d+\.\d*(?:e[+-]?\d+)?|[-−]?\d+e[+-]?\d+|\[\d+(?:, ?\d+)*\]")


def _masked(value: Any) -> Any:
    """Facts without the numbers that another answer with the same mistake has otherwise."""
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
