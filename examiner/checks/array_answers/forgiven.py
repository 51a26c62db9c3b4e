"""What a named mistake costs in the findings on arrays, and how it is said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...detail import diagnosis
from ..verdict import IN_SHORT, Finding
from .explain import Candidate


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
    """A mistake that explains many entries is said first, with one of them as an example; of the
    others is said how many they are.
    """
    said = diagnosis(f"{mistake.guess.label}: ")
    by_it = [finding for finding in findings if said in finding.message]
    at_first = findings[0].criterion == IN_SHORT
    if len(by_it) < 2 or (len(by_it) < 3 and not at_first):
        return list(findings)
    if not at_first:
        label = diagnosis(f"{mistake.guess.label}; this explains every difference")
        findings = [Finding(IN_SHORT, label, mistake=mistake.guess.label), *findings]
    example, *others = by_it
    rest = Finding(
        f"{len(others)} more case{'s' * (len(others) > 1)}",
        "wrong for the same reason",
        sum(finding.points for finding in others),
        sum(finding.max_points for finding in others),
        mistake=mistake.guess.label,
    )
    told: list[Finding] = []
    for finding in findings:
        if finding is example:
            told += [replace(finding, message=finding.message.replace(said, "")), rest]
        elif not any(finding is other for other in others):
            told.append(finding)
    return told
