"""What a check says about an answer: points, and the reasons for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from ..detail import ANSWER
from ..findings.known_error import KnownError, Says, as_json, of_json, slug
from ..findings.level import Level
from ..findings.sentences import AND, in_words, say

if TYPE_CHECKING:
    from .polynomials import Polynomial

Counted: TypeAlias = "Polynomial | Mapping[str, Polynomial] | None"

LOOK_AGAIN = "look at it again"  # where nothing else is said at a level
KNOWN_MISTAKE = "a known mistake"  # where its name is not said at a level
IN_SHORT = "in short"  # the criterion of the finding that sums the others up
CLASSES = {"✓": "right", "–": "charged", "✗": "wrong"}  # of a finding's row, in HTML
# What a property, time and memory say where the values may not be followed.
WHOLE = "the answer"  # the criterion of what is said of all of an answer
NOT_ANSWERED = "not answered"  # how what is said of a question without an answer begins
NOT_LOOKED_AT = "not looked at: first the values have to be right, or wrong for one known reason"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    criterion: what was looked at ("seq_len²·d_out", "rows sum to one", "dW_k").
    message: what came back, why it is wrong and what to look at. Parts of these two texts may be
        marked, to be shown at some levels only (see `examiner.detail`); a check says all it knows.
    points, max_points: earned here, and how many there were to earn.
    passed: whether this part is right. What is wrong and has all its points was charged elsewhere.
    mistake: the name of the mistake that it names; "" where it names none. Reports count by it.
    about, says, errors: the same as data, in place of the three texts: what was looked at, what is
        said of it, one sentence after the other, and the known errors that this names.
    function: the one of several functions that it is about.
    """

    criterion: str = ""
    message: str = ""
    points: float = 0.0
    max_points: float = 0.0
    passed: bool = False
    mistake: str = ""
    about: str | Says = ""
    says: tuple[Says, ...] = ()
    errors: tuple[KnownError, ...] = ()
    function: str = ""

    @classmethod
    def of(
        cls,
        about: str | Says,
        *says: Says,
        points: float = 0.0,
        max_points: float = 0.0,
        passed: bool = False,
        errors: Iterable[KnownError] = (),
        function: str = "",
    ) -> Finding:
        """A finding as data."""
        return cls("", "", points, max_points, passed, "", about, says, tuple(errors), function)

    @property
    def is_charged_elsewhere(self) -> bool:
        """Whether this is wrong for a reason that cost points in another part, and so none here."""
        return not self.passed and 0 < self.max_points <= self.points

    @property
    def sign(self) -> str:
        """Right, wrong, or wrong and charged elsewhere."""
        return "✓" if self.passed else "–" if self.is_charged_elsewhere else "✗"

    @property
    def marked(self) -> str:
        """Criterion and message, with the marks in them."""
        return f"{self.criterion}: {self.message}" if self.criterion else self.message

    @property
    def text(self) -> str:
        """All that there is to say."""
        shown = self.at(ANSWER)
        return f"{shown.criterion}: {shown.message}" if shown.criterion else shown.message

    def without_points(self, reason: str | Says) -> Finding:
        """The same, where what is right earns nothing all the same."""
        if not self.points:
            return self
        if self.says:
            reason = reason if isinstance(reason, Says) else Says("authored", {"words": reason})
            says = (*self.says, Says("but", {"reason": reason}))
            return replace(self, says=says, points=0.0, passed=False)
        message = f"{self.message}, but {reason}"
        return replace(self, message=message, points=0.0, passed=False)

    def at(self, level: str) -> Finding:
        """What it says at a level, without marks."""
        shown = Level.named(level)
        data = self.as_data
        about = data.about if isinstance(data.about, str) else say(data.about, shown)
        names = AND.join(say(error, shown) for error in data.errors)
        return Finding(
            f"{data.function}: {about}" if data.function else about,
            in_words(data.says, shown) or (LOOK_AGAIN if data.says else ""),
            data.points,
            data.max_points,
            data.passed,
            shown.diagnosis(names, KNOWN_MISTAKE),
        )

    @property
    def as_data(self) -> Finding:
        """The same as data, of one that is made of texts."""
        if self.says or self.about:
            return self
        function, found, _ = self.criterion.rpartition(IN_SHORT)
        about: str | Says = Says("in-short") if found else Says("text", {"text": self.criterion})
        says = [Says("text", {"text": self.message})] if self.message else []
        if self.message.startswith(NOT_ANSWERED):
            says = [Says("not-answered", {"why": self.message.removeprefix(NOT_ANSWERED)})]
        names = [KnownError(slug(self.mistake), self.mistake)] if self.mistake else []
        return Finding.of(
            about,
            *says,
            points=self.points,
            max_points=self.max_points,
            passed=self.passed,
            errors=names,
            function=self.function or function.removesuffix(": "),
        )

    @property
    def in_short(self) -> bool:
        """Whether it sums the others up."""
        about = self.as_data.about
        return isinstance(about, Says) and about.id == "in-short"

    def as_json(self) -> dict[str, Any]:
        """As JSON; `of_json` reads it."""
        data = self.as_data
        return {
            "about": as_json(data.about),
            "says": as_json(data.says),
            "errors": as_json(data.errors),
            "points": data.points,
            "max_points": data.max_points,
            "passed": data.passed,
            "function": data.function,
        }

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Finding:
        """What `as_json` wrote. TypeError, KeyError or ValueError for anything else."""
        about, says, errors = (of_json(data[key]) for key in ("about", "says", "errors"))
        rest = {key: data[key] for key in ("points", "max_points", "passed", "function")}
        texts = isinstance(about, str | Says) and type(rest["function"]) is str
        numbers = all(type(rest[key]) in (int, float) for key in ("points", "max_points"))
        listed = isinstance(says, list) and isinstance(errors, list)
        if not (texts and numbers and listed and type(rest["passed"]) is bool):
            raise TypeError("this is no finding")
        if not all(isinstance(each, Says) for each in says):
            raise TypeError("what a finding says is none of it")
        if not all(isinstance(each, KnownError) for each in errors):
            raise TypeError("the errors of a finding are none")
        return cls.of(about, *says, errors=errors, **rest)


@dataclass(frozen=True)
class Verdict:
    """Points earned, the most there are to earn, and the findings that explain them.

    As the value of a test cell, its text/plain form is a plain float, which nbgrader reads as
    partial credit; its HTML form is the table that the student sees.

    counted: what a counting answer computes, of a ledger line by line, of
        several functions each by its name; None where that is unknown.
    added: of a ledger, the counts in lines that it wasn't asked for.
    mistake: the named mistake that explains the whole answer, "" where none does. That an answer is
        a constant, or zero, is no explanation.
    several: whether it takes two mistakes together to explain it, none of them a convention.
    uncharged: of a ledger, the points of lines that repeat mistakes without a cost, where these
        are no sign that most of it is right.
    mistaken: of an answer of arrays, the function that has this mistake.
    conventions: the conventions other than the course's that it was charged for.
    unrounded: the points before they are rounded to a mark; a sum of verdicts is rounded once.
    """

    points: float
    max_points: float
    findings: tuple[Finding, ...] = ()
    question: str = ""
    counted: Counted = None
    added: Mapping[str, Polynomial] = field(default_factory=dict)
    mistake: str = ""
    several: bool = False
    uncharged: float = 0.0
    mistaken: Callable[..., Any] | None = field(default=None, compare=False, repr=False)
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
    def nothing(cls, criterion: str, message: str, max_points: float) -> Verdict:
        """No points, for one reason."""
        return cls(0.0, max_points, (Finding(criterion, message, 0.0, max_points),))

    def __add__(self, other: Verdict) -> Verdict:
        """One verdict of several checks of one answer."""
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
            uncharged=self.uncharged + other.uncharged,
            mistaken=self.mistaken or other.mistaken,
            conventions=self.conventions | other.conventions,
            unrounded=_within(parts, max_points),
        )

    def without_points(self, reason: str | Says) -> Verdict:
        """The same, where what is right in the answer earns nothing all the same."""
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
        those on the others: its findings name the function, and so does what it counts.
        """
        findings = (replace(f, function=function) for f in self.findings)
        counted = self.counted
        if counted is not None and not isinstance(counted, Mapping):
            counted = {function: counted}
        return replace(self, findings=tuple(findings), counted=counted)

    @property
    def may_be_followed(self) -> bool:
        """Whether a later answer may rest on this one with its errors ("error carried forward"):
        it earned at least half, or one named mistake explains it. Otherwise answers of nothing
        would make the nothing that follows from them right: two mistakes that add up to what was
        written are found for many a count that nobody arrived at by them. The same holds for what
        presupposes values: a constant takes no time, and has many properties.
        """
        has_one_mistake = bool(self.mistake) and not self.several
        return has_one_mistake or 2 * (self.points - self.uncharged) >= self.max_points

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
            of_it = [f for f in self.findings if not f.passed and _is_about(f, name)]
            if of_it and not any(finding.mistake or finding.errors for finding in of_it):
                is_line = any(name in (finding.criterion, finding.about) for finding in of_it)
                found[f"{name}()" if name and not is_line else name] = count
        return found

    def at(self, level: str) -> Verdict:
        """What is said of the answer at a level. What says nothing there and costs nothing goes."""
        findings = (finding.at(level) for finding in self.findings)
        kept = tuple(f for f in findings if f.message != LOOK_AGAIN or f.points or f.max_points)
        return replace(self, findings=kept)

    @property
    def headline(self) -> str:
        name = f"{self.question}: " if self.question else ""
        return f"{name}{format_points(self.points)} of {format_points(self.max_points)}"

    @property
    def text(self) -> str:
        """The verdict in a line, then a line for each finding."""
        lines = [f"  {f.sign} {f.text}" for f in self.findings]
        return "\n".join([self.headline, *lines])

    def __repr__(self) -> str:
        return repr(float(self.points))

    def _repr_html_(self) -> str:
        return self.html(ANSWER)

    def html(self, level: str) -> str:
        """The table that a student sees, at a level."""
        rows = "".join(_row(finding) for finding in self.at(level).findings)
        return (
            f'<div class="verdict"><p><strong>{escape(self.headline)}</strong></p>'
            f"<table><thead><tr><th></th><th>Looked at</th><th>Finding</th><th>Points</th></tr>"
            f"</thead><tbody>{rows}</tbody></table></div>"
        )


def _together(first: Counted, second: Counted) -> Counted:
    """What two answers count: side by side where each has a name, else the first that counts."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return {**first, **second}
    return second if first is None else first


def _is_about(finding: Finding, name: str) -> bool:
    """Whether a finding is about a line of a ledger, or one of several functions; "" is all."""
    return not name or name in (finding.criterion, finding.about, finding.function)


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
    return min(max(round(math.fsum(points), 9), 0.0), max_points)


def _is_multiple(number: float, of: float) -> bool:
    return abs(number / of - round(number / of)) < 1e-6


def format_points(points: float) -> str:
    """Points without a needless tail: 3, 0.5, 1.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _row(finding: Finding) -> str:
    share = ""
    if finding.max_points or finding.points:
        share = f"{format_points(finding.points)} of {format_points(finding.max_points)}"
        if not finding.max_points:
            share = format_points(finding.points).replace("-", "−")
    cells = (finding.sign, finding.criterion, finding.message, share)
    body = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in cells)
    return f'<tr class="{CLASSES[finding.sign]}">{body}</tr>'
