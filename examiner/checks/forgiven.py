"""What a named mistake costs in the findings on arrays, and how it is said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..detail import diagnosis
from .explain import Candidate
from .verdict import IN_SHORT, Finding


def forgiven(
    findings: Sequence[Finding], mistake: Candidate, at_most: float, in_words: str
) -> list[Finding]:
    """One mistake explains all that is wrong: it costs no more than `at_most`; of two each does."""
    several = len(mistake.guess.slips)
    at_most *= several or 1
    lost = sum(f.max_points - f.points for f in findings if not f.points)
    if lost <= at_most:
        return list(findings)
    kept = [
        f if f.points else replace(f, points=f.max_points * (1 - at_most / lost)) for f in findings
    ]
    verdict = (
        f"these two explain every difference and cost {in_words} each"
        if several
        else f"this explains every difference and costs {in_words}"
    )
    label = mistake.guess.label
    return [Finding(IN_SHORT, diagnosis(f"{label}; {verdict}"), mistake=label), *kept]


def said_once(findings: Sequence[Finding], mistake: Candidate) -> list[Finding]:
    """A mistake that explains many entries is said first, and then referred to."""
    said, short = diagnosis(f"{mistake.guess.label}: "), diagnosis("by that mistake: ")
    if sum(said in finding.message for finding in findings) < 3:
        return list(findings)
    if findings[0].criterion != IN_SHORT:
        label = diagnosis(f"{mistake.guess.label}; this explains every difference")
        findings = [Finding(IN_SHORT, label, mistake=mistake.guess.label), *findings]
    return [replace(f, message=f.message.replace(said, short)) for f in findings]
