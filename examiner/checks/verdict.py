"""What a check says about an answer: points, and the reasons for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from ..findings.finding import IN_SHORT, WHOLE, Finding, Shown
from ..findings.hints import hints
from ..findings.known_error import KnownError, Says
from ..findings.level import Level
from ..findings.sentences import LOOK_AGAIN

if TYPE_CHECKING:
    from .polynomials import Polynomial

Counted: TypeAlias = "Polynomial | Mapping[str, Polynomial] | None"
Mistaken: TypeAlias = "Callable[..., Any] | Mapping[str, Callable[..., Any]] | None"

MAX_NUMBER = 1000  # in a count that is followed; in no right one is there any near it
# Messages about an answer that ended without a value, and about parts that were not tried for that.
FAILED = ("raised", "crashed", "not-in-time", "needs-more-memory", "unavailable", "cell-stopped")
NOT_TRIED = ("not-looked-at", "property-needs")
CLASSES = {"✓": "right", "–": "charged", "✗": "wrong"}  # of a finding's row, in HTML


class Look(StrEnum):
    """Whether a person should look at an answer, and why."""

    NOT_NEEDED = ""
    UNEXPLAINED = "unexplained"  # it lost more than half of the points for no named reason
    FAILED = "failed"  # the same, because it raised, ran out of time or couldn't be read
    BLANK = "blank"  # the same, because there is nothing in it


@dataclass(frozen=True)
class Verdict:
    """A verdict: the points of an answer, and the findings that explain them.

    As the value of a test cell it prints as a float, which nbgrader reads as partial credit. Its
    HTML form is the table that students see.

    Attributes:
        points: The points of the answer.
        max_points: The most points that an answer can earn.
        findings: The findings, in order.
        question: The name of the question.
        counted: The polynomial of a count; of a ledger, line -> polynomial; of several functions,
            name -> polynomial. None if it is unknown.
        added: Line that a ledger has too many -> its polynomial.
        mistake: The key of the misconception that explains the whole answer; "" if none does.
        several: True if only two misconceptions together explain the answer, and none is a
            convention.
        mistaken: The mutant with this misconception, for an answer of arrays; of several functions,
            name -> mutant.
        conventions: The keys of the conventions that cost points.
        unrounded: The points before rounding. A sum of verdicts is rounded once.

    Example:
        >>> from examiner.checks import Choices
        >>> question = Choices({"a": "x", "b": "y"}, options=["x", "y", "z"])
        >>> verdict = question.grade({"a": "x", "b": "z"}, points=2)
        >>> verdict.points, [finding.passed for finding in verdict.findings]
        (1.0, [True, False])
    """

    points: float
    max_points: float
    findings: tuple[Finding, ...] = ()
    question: str = ""
    counted: Counted = None
    added: Mapping[str, Polynomial] = field(default_factory=dict)
    mistake: str = ""
    several: bool = False
    mistaken: Mistaken = field(default=None, compare=False, repr=False)
    conventions: frozenset[str] = frozenset()
    unrounded: float | None = field(default=None, repr=False)

    @classmethod
    def from_findings(cls, findings: Iterable[Finding], max_points: float, **known: Any) -> Verdict:
        """Add the findings' points up; never below 0 or above `max_points`.

        known: what else is known of the answer (`counted`, `mistake`, `mistaken`, `conventions`).
        """
        findings = tuple(findings)
        parts = [finding.points for finding in findings]
        points, unrounded = mark_of(parts, max_points), _within(parts, max_points)
        return cls(points, max_points, findings, unrounded=unrounded, **known)

    @classmethod
    def nothing(cls, about: str | Says, said: Says, max_points: float) -> Verdict:
        return cls(0.0, max_points, (Finding.of(about, said, max_points=max_points),))

    @classmethod
    def all_right(cls, about: str | Says, said: Says, points: float) -> Verdict:
        finding = Finding.of(about, said, points=points, max_points=points, passed=True)
        return cls(points, points, (finding,))

    def explained(self, error: KnownError, points: float, *more: Says) -> Verdict:
        """Replace the findings by one misconception that explains the whole answer.

        Args:
            error: The misconception (`TOO_WIDE.error`).
            points: The points that the answer keeps.
            more: Further messages.

        Returns:
            The new verdict.
        """
        said, most = Says("explained-by", {"error": error}), self.max_points
        whole = Finding.of(WHOLE, said, *more, points=points, max_points=most, errors=[error])
        return replace(self, points=points, unrounded=points, findings=(whole,), mistake=error.key)

    def at_least(self, points: float, error: KnownError | None = None) -> Verdict:
        """Raise the points to a minimum, and return losses in proportion.

        Args:
            points: The minimum.
            error: The misconception that explains everything wrong, if there is one.

        Returns:
            The new verdict.
        """
        points = max(points, self.points)
        lost = self.max_points - self.points
        back = (points - self.points) / lost if lost else 0.0
        findings = [
            replace(f, points=f.points + back * (f.max_points - f.points)) for f in self.findings
        ]
        if error:
            said = Says("explained-by", {"error": error})
            findings.insert(0, Finding.of(IN_SHORT, said, errors=[error]))
        mistake = error.key if error else self.mistake
        return replace(
            self, points=points, unrounded=points, findings=tuple(findings), mistake=mistake
        )

    def __add__(self, other: Verdict) -> Verdict:
        # The two were rounded to nine digits each.
        max_points = round(self.max_points + other.max_points, 6)
        parts = [self.exactly, other.exactly]
        return Verdict(
            mark_of(parts, max_points),
            max_points,
            (*self.findings, *other.findings),
            counted=_together(self.counted, other.counted),
            added={**self.added, **other.added},
            mistake=self.mistake or other.mistake,
            several=self.several if self.mistake else other.several,
            mistaken=_together(self.mistaken, other.mistaken),
            conventions=self.conventions | other.conventions,
            unrounded=_within(parts, max_points),
        )

    def without_points(self, reason: Says) -> Verdict:
        """Take all points from the verdict.

        Args:
            reason: The message that says why right parts earn nothing.

        Returns:
            The new verdict.
        """
        findings = tuple(finding.without_points(reason) for finding in self.findings)
        return replace(self, points=0.0, findings=findings, unrounded=0.0)

    @property
    def exactly(self) -> float:
        """The points before they were rounded, unless they were replaced since."""
        if self.unrounded is None or mark_of([self.unrounded], self.max_points) != self.points:
            return self.points
        return self.unrounded

    def of(self, function: str) -> Verdict:
        """The verdict on one of several functions that a question asks for, before it is added to
        those on the others: its findings name the function, and so does what it counts, or has
        a mistake.
        """
        return replace(
            self,
            findings=tuple(replace(f, function=function) for f in self.findings),
            counted=self.counted if self.count is None else {function: self.count},
            mistaken=self.mistaken if self.carried is None else {function: self.carried},
        )

    @property
    def count(self) -> Polynomial | None:
        """The count of one function; None if it is unknown, or there are several."""
        return None if isinstance(self.counted, Mapping) else self.counted

    @property
    def counts(self) -> Mapping[str, Polynomial]:
        """The counts of several functions, or of a ledger's lines, by name; else none."""
        return self.counted if isinstance(self.counted, Mapping) else {}

    @property
    def carried(self) -> Callable[..., Any] | None:
        """The one function with the student's misconception, which a later answer may rest on."""
        return None if isinstance(self.mistaken, Mapping) else self.mistaken

    @property
    def may_be_followed(self) -> bool:
        """Whether a later answer may rest on this one with its errors ("error carried forward"):
        it earned at least half, or one named mistake explains it. Otherwise answers of nothing
        would make the nothing that follows from them right: two mistakes that add up to what was
        written are found for many a count that nobody arrived at by them. The same holds for what
        presupposes values: a constant takes no time, and has many properties. Nor is a count
        followed beside whose numbers nothing else shows.
        """
        counts = [*self.counts.values(), *([] if self.count is None else [self.count])]
        numbers = (n for count in counts for n in count.terms.values())
        if not all(-MAX_NUMBER <= number <= MAX_NUMBER for number in numbers):
            return False
        has_one_mistake = bool(self.mistake) and not self.several
        return has_one_mistake or 2 * self.points >= self.max_points

    @property
    def unnamed(self) -> dict[str, Polynomial]:
        """What a wrong answer computes where no finding names the mistake: under "" for the whole
        answer, by line of a ledger, by "name()" of several functions. Constants are left out: they
        are no misconception.
        """
        counted = self.counted if isinstance(self.counted, Mapping) else {"": self.counted}
        found = {}
        for name, count in counted.items():
            if count is None or not any(count.degrees):
                continue
            about = [f for f in self.findings if not name or name in (f.about, f.function)]
            of_it = [finding for finding in about if not finding.passed]
            if of_it and not any(finding.errors for finding in of_it):
                is_line = any(finding.about == name for finding in of_it)
                found[f"{name}()" if name and not is_line else name] = count
        return found

    @property
    def needs_a_look(self) -> Look:
        """Whether a person should look at the answer: it lost more than half of the points, and no
        finding that lost points names a misconception."""
        wrong = [f for f in self.findings if not (f.passed or f.is_charged_elsewhere)]
        if 2 * self.points >= self.max_points or any(finding.errors for finding in wrong):
            return Look.NOT_NEEDED
        if wrong and all(f.says and f.says[0].id == "not-answered" for f in wrong):
            return Look.BLANK
        tried = [f for f in wrong if not any(says.id in NOT_TRIED for says in f.says)]
        if tried and all(_has_failed(finding) for finding in tried):
            return Look.FAILED
        return Look.UNEXPLAINED

    def shown(self, level: str = Level.ANSWER, *, spent: bool = False) -> list[Shown]:
        """The findings as a student reads them. What says nothing there and costs nothing goes.

        spent: whether the hints on choices are used up.
        """
        if level == Level.HINT:
            return hints(self.findings, spent=spent)
        found = [finding.shown(level) for finding in self.findings]
        return [f for f in found if f.message != LOOK_AGAIN or f.points or f.max_points]

    @property
    def headline(self) -> str:
        name = f"{self.question}: " if self.question else ""
        return f"{name}{format_points(self.points)} of {format_points(self.max_points)}"

    @property
    def text(self) -> str:
        """The verdict in a line, then a line for each finding."""
        lines = [f"  {finding.sign} {finding.line}" for finding in self.shown()]
        return "\n".join([self.headline, *lines])

    def __repr__(self) -> str:
        return repr(float(self.points))

    def _repr_html_(self) -> str:
        return self.html(Level.ANSWER)

    def html(self, level: str) -> str:
        """The table that a student sees, at a level."""
        rows = "".join(map(_row, self.shown(level)))
        return (
            f'<div class="verdict"><p><strong>{escape(self.headline)}</strong></p>'
            f"<table><thead><tr><th></th><th>Looked at</th><th>Finding</th><th>Points</th></tr>"
            f"</thead><tbody>{rows}</tbody></table></div>"
        )


def _has_failed(finding: Finding) -> bool:
    return any(says.mentions(id) for says in finding.says for id in FAILED)


def _together(first: Any, second: Any) -> Any:
    """What is known of two answers: side by side where each has a name, else of the first of which
    something is."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return {**first, **second}
    return second if first is None else first


def mark_of(points: Iterable[float], max_points: float) -> float:
    """The mark for parts that earned these points; never below 0 or above `max_points`.

    A mark is a number that people read: where a part is no number of two decimals, a third of a
    point say, the mark is rounded to a quarter, but not up to full marks.
    """
    points = list(points)
    earned = _within(points, max_points)
    if earned == max_points or not _is_multiple(max_points, 0.25):
        return earned
    if all(_is_multiple(part, 0.01) for part in points):
        return round(earned, 2)
    return min(math.floor(4 * earned + 0.5) / 4, max_points - 0.25)


def _within(points: Iterable[float], max_points: float) -> float:
    # Shares such as 4/3 add up to 3.9999999999999996: full marks are full marks.
    return min(max(0.0, round(math.fsum(points), 9)), max_points)  # and never -0.0


def _is_multiple(number: float, of: float) -> bool:
    return abs(number / of - round(number / of)) < 1e-6


def format_points(points: float) -> str:
    """Points without a needless tail: 3, 0.5, 1.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _row(finding: Shown) -> str:
    share = ""
    if finding.max_points or finding.points:
        share = f"{format_points(finding.points)} of {format_points(finding.max_points)}"
        if not finding.max_points:
            share = format_points(finding.points).replace("-", "−")
    cells = (finding.sign, finding.heading, finding.message, share)
    body = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in cells)
    return f'<tr class="{CLASSES[finding.sign]}">{body}</tr>'
