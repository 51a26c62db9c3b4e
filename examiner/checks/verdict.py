"""What a check says about an answer: points, and the reasons for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from ..findings.diagnosis import Diagnosis, Message
from ..findings.feedback_level import Level
from ..findings.finding import WHOLE, Finding, RenderedFinding
from ..findings.hints import render_hints
from ..findings.sentences import LOOK_AGAIN
from .credit import COSTS, Assessment, rounded, total
from .misconceptions import Misconception

if TYPE_CHECKING:
    from .polynomials import Polynomial

Counted: TypeAlias = "Polynomial | Mapping[str, Polynomial] | None"
Mistaken: TypeAlias = "Callable[..., Any] | Mapping[str, Callable[..., Any]] | None"

MAX_NUMBER = 1000  # in a count that is followed; in no right one is there any near it
# Messages about an answer that ended without a value, and about parts that were not tried for that.
# The messages on an answer that raised, ran out of time or memory, or is nothing of the kind that
# was asked for.
FAILED = (
    *("raised", "crashed", "not-in-time", "needs-more-memory", "unavailable", "cell-stopped"),
    *("not-expected", "no-number", "no-whole-number", "far-too-large", "asked-twice"),
    *("growth-is-no-number", "growth-not-positive", "choice-is-no-dict", "no-derivation"),
    *("no-such-key", "chose-unknown"),
)
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
        assessments: What the checks found, for each function.

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
    assessments: tuple[Assessment, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of_assessments(cls, assessments: Iterable[Assessment], **known: Any) -> Verdict:
        """Credit assessments, one for each function of the question.

        Args:
            assessments: What the checks found.
            known: Further facts about the answer (`counted`, `mistake`, `mistaken`, ...).

        Returns:
            The verdict.
        """
        assessments = tuple(assessments)
        findings, earned = total(assessments)
        most = round(math.fsum(each.points for each in assessments), 6)
        points = rounded(earned, most)
        if abs(points - earned) > 1e-6:
            facts = {"earned": format_points(earned)}
            said = Message("rounded-mark", facts)
            findings.append(
                Finding.of(Message("rounding"), said, points=points - earned, passed=True)
            )
        return cls(points, most, tuple(findings), assessments=assessments, **known)

    @classmethod
    def of_items(
        cls,
        items: Iterable[Finding],
        points: float,
        *,
        extras: Iterable[Finding] = (),
        named: Mapping[Diagnosis, float] | None = None,
        summary: Message | None = None,
        remarks: Iterable[Finding] = (),
        withheld: Iterable[Finding] = (),
        manners: Message | None = None,
        trivial: Message | None = None,
        **known: Any,
    ) -> Verdict:
        """Credit one function: see `Assessment`. A misconception explains all that is wrong."""
        assessment = Assessment(
            points,
            tuple(items),
            tuple(extras),
            named,
            summary,
            tuple(remarks),
            tuple(withheld),
            manners,
            trivial,
        )
        if named and "mistake" not in known:
            known["mistake"] = " and ".join(error.key for error in named)
        return cls.of_assessments([assessment], **known)

    @classmethod
    def nothing(cls, about: str | Message, said: Message, max_points: float) -> Verdict:
        """An answer that earns nothing, for one reason."""
        return cls.of_items([Finding.of(about, said, max_points=max_points)], max_points)

    @classmethod
    def all_right(cls, about: str | Message, said: Message, points: float) -> Verdict:
        """An answer that is right, for one reason."""
        right = Finding.of(about, said, points=points, max_points=points, passed=True)
        return cls.of_items([right], points)

    def explained_by(self, misconception: Misconception, *more: Message) -> Verdict:
        """Name one misconception that explains everything that is wrong.

        Args:
            misconception: The misconception (`TOO_WIDE`).
            more: Further messages.

        Returns:
            The new verdict: the misconception costs what one of its kind costs.
        """
        error = misconception.error
        said = Message("explained-by", {"error": error})
        explained = [
            replace(each, named={error: COSTS[misconception.kind]}, summary=said, trivial=None)
            for each in self.assessments
        ]
        more_said = [Finding.of(WHOLE, *more)] if more else []
        explained[0] = replace(explained[0], remarks=(*explained[0].remarks, *more_said))
        return Verdict.of_assessments(explained, **self.known | {"mistake": error.key})

    @cached_property
    def exactly(self) -> float:
        """The points before rounding. A sum of verdicts is rounded once."""
        return total(self.assessments)[1] if self.assessments else self.points

    @property
    def named(self) -> Mapping[Diagnosis, float]:
        """The misconceptions that explain everything that is wrong -> what each costs."""
        return {e: cost for each in self.assessments for e, cost in (each.named or {}).items()}

    @property
    def known(self) -> dict[str, Any]:
        """The facts about the answer that credit doesn't change."""
        names = ("question", "counted", "added", "mistake", "several", "mistaken", "conventions")
        return {name: getattr(self, name) for name in names}

    def __add__(self, other: Verdict) -> Verdict:
        if not (self.assessments and other.assessments):
            raise TypeError("only verdicts that checks made can be added: this one has no items")
        joined: dict[str, Assessment] = {}
        for each in (*self.assessments, *other.assessments):
            there = joined.get(each.function)
            joined[each.function] = each if there is None else there + each
        return Verdict.of_assessments(
            joined.values(),
            counted=_together(self.counted, other.counted),
            added={**self.added, **other.added},
            mistake=self.mistake or other.mistake,
            several=self.several if self.mistake else other.several,
            mistaken=_together(self.mistaken, other.mistaken),
            conventions=self.conventions | other.conventions,
        )

    @property
    def is_right(self) -> bool:
        """Whether every item is right, and nothing doesn't belong."""
        return not any(each.is_wrong or each.withheld for each in self.assessments)

    def without_points(self, reason: Message, about: Collection[str] = ()) -> Verdict:
        """Take the points of items, because a condition of the question is broken.

        Args:
            reason: The message that says why right items earn nothing.
            about: The items that depend on the condition; all of them by default.

        Returns:
            The new verdict.
        """
        withheld = [each.without_points(reason, about) for each in self.assessments]
        return Verdict.of_assessments(withheld, **self.known)

    def of(self, function: str) -> Verdict:
        """The verdict on one of several functions that a question asks for, before it is added to
        those on the others: its findings name the function, and so does what it counts, or has
        a mistake.
        """
        named = [replace(each, function=function) for each in self.assessments]
        known = self.known | {
            "counted": self.counted if self.count is None else {function: self.count},
            "mistaken": self.mistaken if self.carried is None else {function: self.carried},
        }
        return Verdict.of_assessments(named, **known)

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
    def may_be_carried(self) -> bool:
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
        return has_one_mistake or 2 * self.exactly >= self.max_points

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
        """Whether a person should look at the answer: it lost more than half of the points in
        findings that name no misconception."""
        wrong = [f for f in self.findings if not (f.passed or f.is_charged_elsewhere)]
        lost = sum(f.max_points - f.points for f in wrong if not f.errors)
        if 2 * lost <= self.max_points or any(f.is_summary and f.errors for f in wrong):
            return Look.NOT_NEEDED
        if wrong and all(f.messages and f.messages[0].id == "not-answered" for f in wrong):
            return Look.BLANK
        tried = [f for f in wrong if not any(says.id in NOT_TRIED for says in f.messages)]
        if tried and all(_has_failed(finding) for finding in tried):
            return Look.FAILED
        return Look.UNEXPLAINED

    def shown(self, level: str = Level.ANSWER, *, spent: bool = False) -> list[RenderedFinding]:
        """The findings as a student reads them. What says nothing there and costs nothing goes.

        spent: whether the hints on choices are used up.
        """
        if level == Level.HINT:
            return render_hints(self.findings, spent=spent)
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
    return any(says.mentions(id) for says in finding.messages for id in FAILED)


def _together(first: Any, second: Any) -> Any:
    """What is known of two answers: side by side where each has a name, else of the first of which
    something is."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return {**first, **second}
    return second if first is None else first


def format_points(points: float) -> str:
    """Points without a needless tail: 3, 0.5, 1.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _row(finding: RenderedFinding) -> str:
    share = ""
    if finding.max_points or finding.points:
        share = f"{format_points(finding.points)} of {format_points(finding.max_points)}"
        if not finding.max_points:
            share = format_points(finding.points).replace("-", "−")
    cells = (finding.sign, finding.heading, finding.message, share)
    body = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in cells)
    return f'<tr class="{CLASSES[finding.sign]}">{body}</tr>'
