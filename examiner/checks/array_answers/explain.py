"""Which known error explains what is wrong with an answer's arrays, and what they earn then.

An error may be named only where it explains every array that is wrong, or at least every one that
it would change: a coincidence in one case of four would mislead.

Where one known error explains all that is wrong, and the arrays have the right shapes (which a
student sees), the answer earns at least half of the points; where arrays are marked each on its
own, as gradients are, it loses at most the share of one that is wrong: a slip in one step, which
spoils what follows from it, is one slip, and two or three cost as many shares. Nothing is earned,
where no error that the question names explains it, by a constant, or an argument given back, though
it may be right in some cases; nor by one output in the place of another. A list in place of an
array costs a quarter of that array's share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from ...findings.known_error import KnownError, Says
from ..verdict import Finding
from .cases import Definition
from .entries import Entry, Place, Question
from .usual import exchanges, usual
from .variants import Uncomputed, Variant, in_pairs

HALF = 1 / 2  # what a named mistake that explains all that is wrong costs at most
QUARTER = 1 / 4  # what an answer with the right values loses for its manners

Readings = Sequence[tuple[KnownError, ...]]  # the best first; each explains all by itself


@dataclass(frozen=True)
class Match:
    """A variant beside an answer: the entries that it would change, and those of them that it
    explains.

    solid: those that it explains by numbers, and not merely as NaN or by raising too.
    numbers: how many these are.
    """

    variant: Variant
    changed: Set[Place]
    explained: Set[Place]
    solid: Set[Place]
    numbers: int

    @classmethod
    def of(cls, variant: Variant, entries: Sequence[Entry]) -> Match | None:
        """None where it explains nothing but that the answer raises.

        Cases with a limit of their own, where a definition may be slow, are looked at only if it
        explains something elsewhere, or nothing else is wrong.
        """
        wrong = sorted((e for e in entries if not e.is_right), key=lambda e: e.is_limited)
        if not any(entry.is_there for entry in wrong):
            return None
        explained, solid, numbers = set(), set(), 0
        for entry in wrong:
            if entry.is_limited and not (explained or wrong[0].is_limited):
                break
            array = variant.array(entry)
            if not entry.agrees(array, undefined=True) or entry.hides(array):
                continue
            explained.add(entry.place)
            if array is not None and np.isfinite(array).any():
                solid.add(entry.place)
                numbers += array.size
        if not any(e.place in explained and e.is_there for e in wrong):
            return None
        others = (e for e in entries if e.place not in explained)
        changed = explained | {e.place for e in others if not e.hides(variant.array(e))}
        return cls(variant, changed, explained, solid, numbers)

    def explains(self, wrong: Set[Place], among: Set[Place]) -> bool:
        """Whether it explains all that is wrong among some entries, and no right one among them
        speaks against it. Any single number is something times the right one.
        """
        if not wrong <= self.explained:
            return False
        if not self.variant.by_question and self.numbers < 2:
            return False
        return not self.variant.everywhere or self.changed & among <= self.explained

    @property
    def is_likely(self) -> bool:
        """Whether no right array of any output speaks against it."""
        return not self.variant.everywhere or self.changed == self.explained

    @property
    def is_whole(self) -> bool:
        """Whether all that it would change, everywhere, is as it would be, and numbers show it."""
        return self.variant.by_question and self.changed == self.explained and bool(self.solid)

    @property
    def mistaken(self) -> Definition | None:
        """The function that an answer with this error is; None where that is unknown, or another
        one in some of what was asked.
        """
        sure = self.variant.by_question or self.changed == self.explained
        return self.variant.definition if sure else None


class Explanations:
    """The matches of one answer, the best first: those explaining all that is wrong, then those
    that explain all they would change. What raises where the answer raises too explains nothing.

    allowed: the places of what differs from the definition and is right all the same, and why.
    """

    def __init__(
        self, question: Question, entries: Sequence[Entry], allowed: Mapping[Place, str]
    ) -> None:
        self.entries, self.allowed = entries, allowed
        self.uncomputed = Uncomputed.of(entries, question.cases)
        self.matches: list[Match] = []
        self.wrong = {e.place for e in entries if not e.is_right} - allowed.keys()
        self._judged = {entry.place for entry in entries} - allowed.keys()

    @classmethod
    def of(
        cls,
        question: Question,
        entries: Sequence[Entry],
        allowed: Mapping[Place, str],
        named: Sequence[Variant],
        *,
        or_three: bool,
    ) -> Explanations:
        """By the errors that a question names, two of them together (or three), the usual ones. As
        soon as one explains all that is wrong, no others are tried.
        """
        found = cls(question, entries, allowed)
        if not found.wrong:
            return found
        found.add(named)
        if not found.of_all() and not found.is_uncomputed:
            found.add(in_pairs(named, question.cases, entries, found.wrong, or_three=or_three))
        more = (found.uncomputed.variants(), exchanges(question), usual(question, entries))
        for variants in more:
            best = found.of_all()
            if not best or not best.is_likely:
                found.add(variants)
        return found

    def add(self, variants: Iterable[Variant]) -> None:
        self.matches += filter(None, (Match.of(each, self.entries) for each in variants))
        self.matches.sort(
            key=lambda m: (self.wrong <= m.explained, m.is_likely, m.is_whole), reverse=True
        )

    @property
    def is_uncomputed(self) -> bool:
        """Whether nothing is computed in all outputs that are wrong."""
        return {place[2] for place in self.wrong} <= self.uncomputed.worthless

    def of_all(self) -> Match | None:
        """The match that explains everything that is wrong; None if nothing is.

        In outputs without anything wrong it need not show: what is right there may have been
        computed in another way.
        """
        among = self._outputs_of(self.wrong)
        matches = self.matches if self.wrong else []
        return next((m for m in matches if m.explains(self.wrong, among)), None)

    def of_group(self, group: set[Place]) -> Match | None:
        """The match that explains what is wrong in a group: everything that is wrong, or that is
        wrong in its outputs, or all that the error would change.
        """
        if everything := self.of_all():
            return everything
        among, wrong = self._outputs_of(group), self.wrong & group
        for match in self.matches:
            if match.explains(self.wrong & among, among):
                return match
        return next((m for m in self.matches if m.is_whole and wrong <= m.solid), None)

    def _outputs_of(self, places: set[Place]) -> set[Place]:
        """All entries of the outputs that these places belong to, but those that are allowed."""
        outputs = {place[2] for place in places}
        return {place for place in self._judged if place[2] in outputs}

    def readings(self, match: Match, outputs: Set[int] = frozenset()) -> Readings:
        """The errors of a match, and those of others that a question names and that explain as much
        as well. outputs: those of each that show in these alone, if any are given.
        """
        alike = [match.variant.errors_in(outputs)]
        for other in self.matches if match.variant.by_question else ():
            as_much = (other.explained, other.changed) == (match.explained, match.changed)
            if other.variant.by_question and as_much:
                alike.append(other.variant.errors_in(outputs))
        return list(dict.fromkeys(alike))

    def forgivable(self) -> Match | None:
        """The match that explains all that is wrong in an answer that has the right shapes, and is
        no constant, unless a question names it: that a constant is explained is a coincidence. It
        may raise in less than half of the points, where the error does.
        """
        match = self.of_all()
        if not match or not match.variant.earns:
            return None
        if self.is_uncomputed and not match.variant.by_question:
            return None
        wrong = [entry for entry in self.entries if entry.place in self.wrong]
        unshaped = [entry for entry in wrong if not entry.has_right_shape]
        raise_too = all(not e.is_there and match.variant.array(e) is None for e in unshaped)
        few = 2 * sum(e.weight for e in unshaped) < sum(e.weight for e in self.entries)
        return match if raise_too and few else None


# --- credit ---------------------------------------------------------------------------------------


def credited(
    found: Explanations, points: float, shares: Sequence[float], *, every_case: bool
) -> tuple[list[Finding], Match | None]:
    """The findings, with what they earn, and the error that leaves some of what is wrong.

    shares: the points of each output. every_case: whether it earns these by being right in every
        case.
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
    match = found.forgivable()
    if not match:
        for i, group in enumerate(groups.values()):
            if (output := group[0].place[2]) in found.uncomputed.worthless:
                reason = found.uncomputed.reasons[output]
                findings[i] = findings[i].without_points(Says(reason.id, reason.facts))
        guess = found.of_all()
        return _said_once(findings, found.readings(guess)) if guess else findings, None
    # The error costs so many points at most, and that is said first.
    at_most, of_what = points * _cost(match.variant, groups), "values"
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
    return Finding.of(name, says, max_points=share, errors=(readings or [()])[0])


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
