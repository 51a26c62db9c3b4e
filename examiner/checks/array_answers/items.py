"""The items of an answer of arrays, and the misconceptions that explain everything wrong in it.

An item is a case, or an output of a case; with `every_case` it is an output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import SUMMARY, Finding
from ..credit import Kinds, cost_of
from .diagnosis import Explanations, MutantMatch, Readings
from .entries import Entry

FEWEST_SAID_ONCE = 2  # entries with one misconception, of which only the first is shown in full


@dataclass(frozen=True)
class Items:
    """The items of an answer of arrays, as `Verdict.of_items` takes them.

    Attributes:
        items: A finding for each case or output.
        withheld: Those of outputs in which nothing is computed.
        named: The misconceptions that explain everything wrong -> what each costs.
        summary: The message that names them.
        match: The match with these misconceptions.
        trivial: The message if nothing is computed anywhere.
        remarks: What is said of the whole without being credited.
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
        found: What explains the answer.
        points: The points of the question.
        kinds: The kinds of the question's misconceptions, by key.
        every_case: True if an output is right only if it is right in every case.

    Returns:
        The items, with what explains everything that is wrong.
    """
    entries = found.entries
    total = sum(entry.weight for entry in entries)
    groups: dict[str, list[Entry]] = {}  # what earns its points together
    for entry in entries:
        groups.setdefault(entry.output if every_case else entry.name, []).append(entry)
    findings = [
        _finding(name, group, points * sum(e.weight for e in group) / total, found)
        for name, group in groups.items()
    ]
    match, best = _explaining(found), found.of_all()
    if match:
        readings = found.readings(match)
        costs = [{error: cost_of(error, kinds) for error in errors} for errors in readings]
        named = min(costs, key=lambda each: sum(each.values()))
        if not match.variant.earns:
            named = dict.fromkeys(named, 1.0)
        summary = Message("explained", {"readings": [[*errors] for errors in readings]})
        return Items(_said_once(findings, readings), (), named, summary, match)
    outputs = {entry.place[2] for entry in entries}
    if found.wrong and outputs <= found.uncomputed.worthless:
        reason = next(iter(found.uncomputed.reasons.values()))
        trivial = Message(reason.id, reason.facts)
        return Items(findings, trivial=trivial)
    items, withheld = [], []
    for finding, group in zip(findings, groups.values(), strict=True):
        output = group[0].place[2]
        if output in found.uncomputed.worthless:
            reason = found.uncomputed.reasons[output]
            withheld.append(finding.without_points(Message(reason.id, reason.facts)))
        else:
            items.append(finding)
    if not best:
        return Items(items, withheld)
    readings = found.readings(best)
    said = Message("explained", {"readings": [[*errors] for errors in readings]})
    remarks = [Finding.of(SUMMARY, said, errors=readings[0])]
    return Items(_said_once(items, readings), withheld, remarks=remarks)


def _explaining(found: Explanations) -> MutantMatch | None:
    """The match that explains all that is wrong in an answer that has the right shapes, and is no
    constant, unless a question names it: that a constant is explained is a coincidence. It may
    raise in less than half of the points, where the error does.
    """
    match = found.of_all()
    if not match or (found.is_uncomputed and not match.variant.by_question):
        return None
    wrong = [entry for entry in found.entries if entry.place in found.wrong]
    unshaped = [entry for entry in wrong if not entry.has_right_shape]
    raise_too = all(not e.is_there and match.variant.array(e) is None for e in unshaped)
    few = 2 * sum(e.weight for e in unshaped) < sum(e.weight for e in found.entries)
    return match if raise_too and few else None


def _finding(name: str, group: Sequence[Entry], share: float, found: Explanations) -> Finding:
    """What is said of entries that earn their points together."""
    wrong = [entry for entry in group if entry.place in found.wrong]
    if not wrong:
        why = next((found.allowed[e.place] for e in group if e.place in found.allowed), "")
        says = Message("authored", {"words": why}) if why else Message("value-right")
        return Finding.of(name, says, points=share, max_points=share, passed=True)
    match = found.of_group({entry.place for entry in group})
    outputs = {entry.place[2] for entry in group}
    readings = [list(errors) for errors in found.readings(match, outputs)] if match else []
    details = [entry.what_differs(named=bool(match)) for entry in wrong]
    everywhere = len(wrong) == len(group) and all(each == details[0] for each in details)
    where = "" if everywhere else wrong[0].where
    says = Message("array-wrong", {"what": details[0], "readings": readings, "where": where})
    return Finding.of(name, says, max_points=share, errors=readings[0] if readings else ())


def _said_once(findings: list[Finding], readings: Readings) -> list[Finding]:
    """Misconceptions that explain many entries: one entry is an example, the others are counted."""
    by_it = [finding for finding in findings if finding.errors == readings[0]]
    if len(by_it) < FEWEST_SAID_ONCE:
        return findings
    example, *others = by_it
    (wrong,) = example.messages
    unnamed = Message(wrong.id, {**wrong.facts, "readings": []})
    rest = Finding.of(
        Message("more-cases", {"number": len(others)}),
        Message("same-reason"),
        points=sum(finding.points for finding in others),
        max_points=sum(finding.max_points for finding in others),
        errors=readings[0],
    )
    told = []
    for finding in findings:
        if finding is example:
            told += [replace(finding, messages=(unnamed,)), rest]
        elif not any(finding is other for other in others):
            told.append(finding)
    return told
