"""The rubric items of an answer, and the misconceptions that explain all its errors.

An item is a case, or an output of a case. With `every_case` it is an output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import SUMMARY, Finding
from ..credit import Kinds, cost_of
from .diagnosis import Explanations, MutantMatch, Readings
from .entries import Entry

# If this many items have the same misconception, only the first is shown in full.
MIN_SUMMED_UP = 2


@dataclass(frozen=True)
class Items:
    """The items of an answer, as `Verdict.of_items` takes them.

    Attributes:
        items: A finding for each case or output.
        withheld: The findings on outputs in which the answer computes nothing.
        named: The misconceptions that explain all errors -> the share of the points that each
            costs.
        summary: The message that names them.
        match: The match with these misconceptions.
        trivial: The message on an answer that computes nothing at all.
        remarks: Findings on the whole answer, without points.
    """

    items: Sequence[Finding]
    withheld: Sequence[Finding] = ()
    named: dict[Diagnosis, float] | None = None
    summary: Message | None = None
    match: MutantMatch | None = None
    trivial: Message | None = None
    remarks: Sequence[Finding] = ()


def items_of(found: Explanations, points: float, kinds: Kinds, *, every_case: bool) -> Items:
    """List the items of an answer.

    Args:
        found: The explanations of the answer.
        points: The points of the question.
        kinds: The kinds of the question's misconceptions, by key.
        every_case: True if an output earns points only if it is right in every case.

    Returns:
        The items, with the misconceptions that explain all errors.
    """
    entries = found.entries
    total = sum(entry.weight for entry in entries)
    groups: dict[str, list[Entry]] = {}  # name of an item -> its entries
    for entry in entries:
        groups.setdefault(entry.output if every_case else entry.name, []).append(entry)
    findings = [
        _finding(name, group, points * sum(e.weight for e in group) / total, found)
        for name, group in groups.items()
    ]
    match, best = _creditable_match(found), found.full_match()
    if match:
        readings = found.readings(match)
        costs = [{error: cost_of(error, kinds) for error in errors} for errors in readings]
        named = min(costs, key=lambda each: sum(each.values()))
        if not match.mutant.earns:
            named = dict.fromkeys(named, 1.0)
        summary = Message("explained", {"readings": [[*errors] for errors in readings]})
        return Items(_summed_up(findings, readings), (), named, summary, match)
    outputs = {entry.place[2] for entry in entries}
    if found.wrong and outputs <= found.uncomputed.worthless:
        reason = next(iter(found.uncomputed.reasons.values()))
        trivial = Message(reason.id, reason.facts)
        return Items(findings, trivial=trivial)
    items, withheld = [], []
    # Given earlier answers, an argument may be right everywhere: then it was computed.
    worthless = found.uncomputed.worthless & {place[2] for place in found.wrong}
    for finding, group in zip(findings, groups.values(), strict=True):
        output = group[0].place[2]
        if output in worthless:
            reason = found.uncomputed.reasons[output]
            withheld.append(finding.without_points(Message(reason.id, reason.facts)))
        else:
            items.append(finding)
    if not best:
        return Items(items, withheld)
    readings = found.readings(best)
    explained = Message("explained", {"readings": [[*errors] for errors in readings]})
    remarks = [Finding.of(SUMMARY, explained, errors=readings[0])]
    return Items(_summed_up(items, readings), withheld, remarks=remarks)


def _creditable_match(found: Explanations) -> MutantMatch | None:
    """Return the match that explains all errors, if it may earn points.

    The answer must have the right shapes. It may raise exceptions in cases worth less than half of
    the points, if the mutant raises there too. A constant must match a mutant of the question: any
    other explanation of a constant is a coincidence.
    """
    match = found.full_match()
    if not match or (found.is_uncomputed and not match.mutant.by_question):
        return None
    wrong = [entry for entry in found.entries if entry.place in found.wrong]
    misshapen = [entry for entry in wrong if not entry.has_right_shape]
    both_raise = all(not e.is_there and match.mutant.array(e) is None for e in misshapen)
    few = 2 * sum(e.weight for e in misshapen) < sum(e.weight for e in found.entries)
    return match if both_raise and few else None


def _finding(name: str, group: Sequence[Entry], share: float, found: Explanations) -> Finding:
    """Make the finding on an item.

    Args:
        name: The name of the item.
        group: The entries of the item.
        share: The points of the item.
        found: The explanations of the answer.
    """
    wrong = [entry for entry in group if entry.place in found.wrong]
    if not wrong:
        reason = next((found.allowed[e.place] for e in group if e.place in found.allowed), "")
        says = Message("authored", {"words": reason}) if reason else Message("value-right")
        return Finding.of(name, says, points=share, max_points=share, passed=True)
    match = found.match_for({entry.place for entry in group})
    outputs = {entry.place[2] for entry in group}
    readings = [list(errors) for errors in found.readings(match, outputs)] if match else []
    details = [entry.differences(named=bool(match)) for entry in wrong]
    everywhere = len(wrong) == len(group) and all(each == details[0] for each in details)
    where = "" if everywhere else wrong[0].where
    says = Message("array-wrong", {"what": details[0], "readings": readings, "where": where})
    return Finding.of(name, says, max_points=share, errors=readings[0] if readings else ())


def _summed_up(findings: list[Finding], readings: Readings) -> list[Finding]:
    """Sum up the findings with one misconception: keep the first as an example, count the rest."""
    alike = [finding for finding in findings if finding.errors == readings[0]]
    if len(alike) < MIN_SUMMED_UP:
        return findings
    example, *others = alike
    (wrong,) = example.messages
    unnamed = Message(wrong.id, {**wrong.facts, "readings": []})
    rest = Finding.of(
        Message("more-cases", {"number": len(others)}),
        Message("same-reason"),
        points=sum(finding.points for finding in others),
        max_points=sum(finding.max_points for finding in others),
        errors=readings[0],
    )
    summed_up = []
    for finding in findings:
        if finding is example:
            summed_up += [replace(finding, messages=(unnamed,)), rest]
        elif not any(finding is other for other in others):
            summed_up.append(finding)
    return summed_up
