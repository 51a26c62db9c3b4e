"""What arrays earn, by the known error that explains what is wrong with them (`explain`).

Where one known error explains all that is wrong, and the arrays have the right shapes (which a
student sees), the answer earns at least half of the points; where arrays are marked each on its
own, as gradients are, it loses at most the share of one that is wrong: a slip in one step, which
spoils what follows from it, is one slip, and two or three cost as many shares. Nothing is earned,
where no error that the question names explains it, by a constant, or an argument given back, though
it may be right in some cases; nor by one output in the place of another. A list in place of an
array costs a quarter of that array's share.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ...findings.known_error import Says
from ..verdict import Finding
from .entries import Entry
from .explain import Explanations, Match, Readings
from .variants import Variant

HALF = 1 / 2  # what a named mistake that explains all that is wrong costs at most
# What an answer with the right values loses for its manners, and one with a slight mistake.
QUARTER = 1 / 4


def credited(
    found: Explanations,
    points: float,
    shares: Sequence[float],
    *,
    every_case: bool,
    slight: Collection[str] = (),
) -> tuple[list[Finding], Match | None]:
    """The findings, with what they earn, and the error that leaves some of what is wrong.

    shares: the points of each output. every_case: whether it earns these by being right in every
        case. slight: the ids of errors that cost a quarter.
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
    match = _forgiven(found)
    if not match:
        for i, group in enumerate(groups.values()):
            if (output := group[0].place[2]) in found.uncomputed.worthless:
                reason = found.uncomputed.reasons[output]
                findings[i] = findings[i].without_points(Says(reason.id, reason.facts))
        guess = found.of_all()
        return _said_once(findings, found.readings(guess)) if guess else findings, None
    # The error costs so many points at most, and that is said first.
    is_slight = len(match.variant.errors) == 1 and match.variant.errors[0].id in slight
    most = QUARTER if is_slight else _cost(match.variant, groups)
    at_most, of_what = points * most, "slight" if is_slight else "values"
    one_by_one = len(shares) > 1 and every_case
    if one_by_one:
        of_what = "array" if any(entry.expected.ndim for entry in entries) else "number"
        at_most = len(match.variant.errors) * max(shares[place[2]] for place in found.wrong)
    readings = found.readings(match)
    lost = sum(f.max_points - f.points for f in findings if not f.points)
    if lost > at_most:
        part = 1 - at_most / lost
        kept = [f if f.points else replace(f, points=f.max_points * part) for f in findings]
        findings = [_explained(readings, cost=of_what), *kept]
    return findings if one_by_one else _said_once(findings, readings), match


def _forgiven(found: Explanations) -> Match | None:
    """The match that explains all that is wrong in an answer that has the right shapes, and is no
    constant, unless a question names it: that a constant is explained is a coincidence. It may
    raise in less than half of the points, where the error does.
    """
    match = found.of_all()
    if not match or not match.variant.earns:
        return None
    if found.is_uncomputed and not match.variant.by_question:
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
        if issue := next(filter(None, (entry.issue_of_type for entry in group)), None):
            return Finding.of(name, issue, points=share * (1 - QUARTER), max_points=share)
        why = next((found.allowed[e.place] for e in group if e.place in found.allowed), "")
        says = Says("authored", {"words": why}) if why else Says("value-right")
        return Finding.of(name, says, points=share, max_points=share, passed=True)
    match = found.of_group({entry.place for entry in group})
    outputs = {entry.place[2] for entry in group}
    readings = [list(errors) for errors in found.readings(match, outputs)] if match else []
    details = [entry.what_differs(named=bool(match)) for entry in wrong]
    everywhere = len(wrong) == len(group) and all(each == details[0] for each in details)
    where = "" if everywhere else wrong[0].where
    says = Says("array-wrong", {"what": details[0], "readings": readings, "where": where})
    return Finding.of(name, says, max_points=share, errors=readings[0] if readings else ())


def _cost(variant: Variant, groups: Mapping[str, Sequence[Entry]]) -> float:
    """What errors that explain all that is wrong cost at most, as a share of the points: one of
    them half; of several each what it costs alone, of what the others leave.
    """
    if len(variant.errors) == 1:
        return HALF
    total = sum(entry.weight for group in groups.values() for entry in group)
    left = 1.0
    for places in variant.changed:
        lost = [group for group in groups.values() if any(e.place in places for e in group)]
        left *= 1 - min(HALF, sum(e.weight for group in lost for e in group) / total)
    return 1 - left


def _said_once(findings: list[Finding], readings: Readings) -> list[Finding]:
    """Errors that explain many entries are said first, with one of these as an example; of the
    others is said how many they are.
    """
    in_short = [finding for finding in findings if finding.says[0].id == "explained"]
    by_it = [f for f in findings if f.errors == readings[0] and f not in in_short]
    if len(by_it) < 3 - bool(in_short):
        return findings
    example, *others = by_it
    (wrong,) = example.says
    unnamed = Says(wrong.id, {**wrong.facts, "readings": []})
    rest = Finding.of(
        Says("more-cases", {"number": len(others)}),
        Says("same-reason"),
        points=sum(finding.points for finding in others),
        max_points=sum(finding.max_points for finding in others),
        errors=readings[0],
    )
    told = in_short or [_explained(readings)]
    for finding in findings:
        if finding is example:
            told += [replace(finding, says=(unnamed,)), rest]
        elif not any(finding is other for other in (*in_short, *others)):
            told.append(finding)
    return told


def _explained(readings: Readings, **cost: str) -> Finding:
    facts = {"readings": [list(errors) for errors in readings], **cost}
    return Finding.of(Says("in-short"), Says("explained", facts), errors=readings[0])
