"""The rule of credit: the points of an answer follow from its items and its named misconceptions.

docs/student.md states the rule for students. Each check assesses an answer: it lists the items,
the extras, and the misconceptions that explain everything that is wrong. Only this module turns an
assessment into points.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..findings.diagnosis import Diagnosis, Message
from ..findings.finding import SUMMARY, Finding
from .misconceptions import MisconceptionKind

# The fraction of a function's points that a named misconception costs. A missed idea costs all
# points. Such an answer earns points only for its right items.
COSTS = {
    MisconceptionKind.CONVENTION: 1 / 4,
    MisconceptionKind.SLIP: 1 / 2,
    MisconceptionKind.IDEA: 1.0,
}
# The fraction of a function's points that misbehaviour costs (see `Assessment.misbehaviour`).
MISBEHAVIOUR_COST = 1 / 4
STEP = 0.25  # marks are multiples of this

# The kinds of the generic misconceptions, by id; all others are slips.
CONVENTIONS = frozenset({"multiply-accumulates", "dot-product-2n-1"})
IDEAS = frozenset({"asks-for", "not-free", "zero-count", "constant-count", "another-output"})

Kinds = Mapping[str, MisconceptionKind]  # key of a misconception of the question -> its kind


def misconception_kind(error: Diagnosis, kinds: Kinds) -> MisconceptionKind:
    """Return the kind of a misconception, of the question or generic."""
    if error.key in kinds:
        return kinds[error.key]
    if error.id in CONVENTIONS:
        return MisconceptionKind.CONVENTION
    return MisconceptionKind.IDEA if error.id in IDEAS else MisconceptionKind.SLIP


def cost_of(error: Diagnosis, kinds: Kinds, paid: Collection[str] = ()) -> float:
    """Return the fraction of the points that a misconception costs.

    Args:
        error: The misconception. If it has alternative readings (A or B), it costs the smaller
            amount. If it combines errors (A and B), it costs the sum.
        kinds: Key of a misconception of the question -> its kind.
        paid: Keys of the conventions that an earlier answer has paid for.

    Returns:
        The fraction.
    """
    if readings := error.facts.get("readings"):
        return min(cost_of(each, kinds, paid) for each in readings)
    if errors := error.facts.get("errors"):
        return sum(cost_of(each, kinds, paid) for each in errors)
    return 0.0 if error.key in paid else COSTS[misconception_kind(error, kinds)]


@dataclass(frozen=True)
class Assessment:
    """An assessment: the result of a check for one function or value, before credit.

    Attributes:
        points: The points of the function or value.
        items: A finding for each item. A right item earns its `max_points`, a wrong one nothing.
        extras: Findings on things that don't belong in the answer. Each costs as much as one item.
        named: The misconceptions that together explain everything wrong -> the cost of each, as a
            fraction of the points. Empty or None if nothing explains everything.
        summary: The message that names them.
        remarks: Findings without points, shown first.
        withheld: Findings on items that a broken condition covers. These earn nothing, even if a
            misconception explains the other items.
        misbehaviour: The message about a function that changes an argument, depends on earlier
            calls, or returns a list for an array.
        trivial: The message about an answer that computes nothing, such as a constant or a given
            function. Such an answer earns nothing unless everything is right.
        function: The name of the function; "" if the question has only one.
    """

    points: float
    items: tuple[Finding, ...]
    extras: tuple[Finding, ...] = ()
    named: Mapping[Diagnosis, float] | None = None
    summary: Message | None = None
    remarks: tuple[Finding, ...] = ()
    withheld: tuple[Finding, ...] = ()
    misbehaviour: Message | None = None
    trivial: Message | None = None
    function: str = ""

    @property
    def is_wrong(self) -> bool:
        """True if an item is wrong, or if there are extras."""
        return bool(self.extras) or not all(item.passed for item in self.items)

    @property
    def points_per_item(self) -> float:
        """The mean points of an item."""
        return self.points / max(len(self.items) + len(self.withheld), 1)

    def __add__(self, other: Assessment) -> Assessment:
        """Join the assessments of two checks of one function.

        A misconception explains the sum only if it explains everything wrong in both assessments.
        """
        named = {**(self.named or {}), **(other.named or {})}
        unexplained = any(each.is_wrong and not each.named for each in (self, other))
        trivial = self.trivial if self.is_wrong else None
        summaries = [each._summary_row() for each in (self, other) if unexplained and each.named]
        return Assessment(
            self.points + other.points,
            self.items + other.items,
            self._priced_extras() + other._priced_extras(),
            None if unexplained else named,
            self.summary or other.summary,
            (*summaries, *self.remarks, *other.remarks),
            self.withheld + other.withheld,
            self.misbehaviour or other.misbehaviour,
            trivial or (other.trivial if other.is_wrong else None),
            self.function,
        )

    def _summary_row(self, cost: float = 0.0) -> Finding:
        """Make the finding that names the misconceptions and charges their cost."""
        named = self.named or {}
        kinds = [kind.value for each in named.values() for kind, c in COSTS.items() if c == each]
        total = min(sum(named.values()), 1.0)
        facts = {"kinds": kinds, "total": total, "charged": bool(cost)}
        messages = [self.summary, Message("kinds", facts)] if self.summary else []
        return Finding.of(SUMMARY, *messages, points=-cost if cost else 0.0, errors=named)

    def _priced_extras(self) -> tuple[Finding, ...]:
        return tuple(
            replace(extra, points=extra.points or -self.points_per_item) for extra in self.extras
        )

    def without_points(self, reason: Message, about: Collection[str] = ()) -> Assessment:
        """Withhold the items with these names, or all items, because a condition is broken."""
        chosen = [item for item in self.items if not about or item.about in about]
        items = tuple(item for item in self.items if item not in chosen)
        withheld = tuple(item.without_points(reason) for item in chosen)
        named = self.named if items else None
        extras = self.extras if items else ()
        withheld += self.withheld
        return replace(self, items=items, extras=extras, named=named, withheld=withheld)

    def credited(self) -> list[Finding]:
        """Return the findings with their points, which add up to the points of the answer."""
        if self.trivial and self.is_wrong:
            nothing = [f.without_points(self.trivial) for f in (*self.items, *self.withheld)]
            error = Diagnosis(self.trivial.id, facts=self.trivial.facts)
            summary = Finding.of(SUMMARY, self.trivial, errors=[error])
            remarks = (each for each in self.remarks if not each.is_summary)  # one is enough
            findings = [summary, *remarks, *nothing, *self.extras]
            return [replace(f, function=self.function) for f in findings]
        right = math.fsum(item.max_points for item in self.items if item.passed)
        whole = math.fsum(item.max_points for item in self.items)
        extras = [*self._priced_extras()]
        by_items = max(right + math.fsum(extra.points for extra in extras), 0.0)
        cost = whole * min(sum((self.named or {}).values()), 1.0)
        by_name = max(whole - cost, 0.0) if self.named else 0.0
        if by_name > by_items + 1e-9:
            items = [item if item.passed else _charged_elsewhere(item) for item in self.items]
            extras = [replace(extra, points=0.0) for extra in extras]
        else:
            cost, items = 0.0, list(self.items)
            extras = _bounded(extras, right)
        findings = [*self.remarks, *items, *self.withheld, *extras]
        if self.named and self.summary:
            findings.insert(0, self._summary_row(cost))
        earned = math.fsum(finding.points for finding in findings)
        if self.misbehaviour and earned:
            lost = min(MISBEHAVIOUR_COST * self.points, earned)
            findings.append(Finding.of(Message("a-function"), self.misbehaviour, points=-lost))
        return [replace(f, function=self.function) for f in findings]


def _charged_elsewhere(item: Finding) -> Finding:
    return replace(item, points=item.max_points)


def _bounded(extras: Sequence[Finding], right: float) -> list[Finding]:
    """Bound the cost of all extras together by the points of the right items."""
    found = []
    for extra in extras:
        cost = min(-extra.points, right)
        right -= cost
        found.append(replace(extra, points=-cost))
    return found


def credited_total(assessments: Iterable[Assessment]) -> tuple[list[Finding], float]:
    """Credit the functions of a question.

    Args:
        assessments: An assessment for each function or value.

    Returns:
        The findings, and the sum of their points before rounding.
    """
    findings = [finding for each in assessments for finding in each.credited()]
    earned = math.fsum(finding.points for finding in findings)
    return findings, max(round(earned, 9), 0.0)


def rounded(points: float, max_points: float) -> float:
    """Round a mark to quarters, but never up to full marks.

    If `max_points` is not a multiple of a quarter, the mark isn't rounded.

    Args:
        points: The points before rounding.
        max_points: The points of the question.

    Returns:
        The mark.

    Example:
        >>> rounded(1.9, 2), rounded(4 / 3, 4), rounded(2, 2)
        (1.75, 1.25, 2)
    """
    points = min(max(points, 0.0), max_points)
    if max_points - points < 1e-6:
        return max_points
    if abs(max_points / STEP - round(max_points / STEP)) > 1e-6:
        return round(points, 9)
    return min(math.floor(points / STEP + 0.5 + 1e-9) * STEP, max_points - STEP)
