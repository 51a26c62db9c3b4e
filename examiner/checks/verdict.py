"""The verdict of a check on an answer: its points, and the findings that explain them."""

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
from ..findings.finding import ROUNDING, WHOLE, Finding, RenderedFinding
from ..findings.hints import render_hints
from ..findings.sentences import LOOK_AGAIN
from .credit import COSTS, Assessment, credited_total, rounded
from .misconceptions import Misconception

if TYPE_CHECKING:
    from .polynomials import Polynomial

Counted: TypeAlias = "Polynomial | Mapping[str, Polynomial] | None"
Mutants: TypeAlias = "Callable[..., Any] | Mapping[str, Callable[..., Any]] | None"

MAX_COEFFICIENT = 1000  # of a count that is carried forward; right counts stay far below it
# Messages about an answer that raised an error, ran out of time or memory, or has the wrong type.
FAILED = (
    *("raised", "crashed", "not-in-time", "needs-more-memory", "unavailable", "cell-stopped"),
    *("not-expected", "no-number", "no-whole-number", "far-too-large", "asked-twice"),
    *("growth-is-no-number", "growth-not-positive", "choice-is-no-dict", "no-derivation"),
    *("no-such-key", "chose-unknown"),
)
# Messages about a part that the check skipped because another part failed.
NOT_TRIED = ("not-looked-at", "property-needs")
CLASSES = {"✓": "right", "–": "charged", "✗": "wrong"}  # CSS classes of the rows of findings


class ReviewReason(StrEnum):
    """The reason why a person should look at an answer that lost points without a named reason."""

    NOT_NEEDED = ""  # no person needs to look at it
    UNEXPLAINED = "unexplained"  # it lost more than half of the points for no named reason
    FAILED = "failed"  # it lost as much because it raised, ran out of time or has the wrong type
    BLANK = "blank"  # it lost as much because it is empty


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
        counted: The polynomial of a count; line -> polynomial for a ledger; name -> polynomial for
            several functions. None if it is unknown.
        added: Superfluous line of a ledger -> its polynomial.
        misconception_key: The key of the misconception that explains the whole answer, or "".
        has_two_misconceptions: True if it takes two misconceptions to explain the answer, neither
            of them a convention.
        mutant: The mutant with this misconception, if the check is `Arrays`; name -> mutant for
            several functions.
        conventions: The keys of the conventions that cost points.
        carriable: The name of one of several functions, or of a line of its count -> True if the
            function may be carried forward. Empty for a question with one function: then its points
            and misconceptions decide.
        assessments: The result of the checks before credit, for each function.

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
    misconception_key: str = ""
    has_two_misconceptions: bool = False
    mutant: Mutants = field(default=None, compare=False, repr=False)
    conventions: frozenset[str] = frozenset()
    carriable: Mapping[str, bool] = field(default_factory=dict)
    assessments: tuple[Assessment, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of_assessments(cls, assessments: Iterable[Assessment], **facts: Any) -> Verdict:
        """Credit assessments, one for each function of the question.

        Args:
            assessments: The results of the checks before credit.
            facts: Further fields of the verdict (`counted`, `mutant`, ...). By default,
                `misconception_key` joins the keys of the misconceptions that the assessments name.

        Returns:
            The verdict.
        """
        assessments = tuple(assessments)
        findings, earned = credited_total(assessments)
        max_points = round(math.fsum(each.points for each in assessments), 6)
        points = rounded(earned, max_points)
        if abs(points - earned) > 1e-6:
            message = Message("rounded-mark", {"earned": format_points(earned)})
            findings.append(Finding.of(ROUNDING, message, points=points - earned, passed=True))
        keys = [error.key for each in assessments for error in each.named or {}]
        facts = {"misconception_key": " and ".join(keys)} | facts
        return cls(points, max_points, tuple(findings), assessments=assessments, **facts)

    @classmethod
    def of_items(
        cls,
        items: Iterable[Finding],
        points: float,
        *,
        withheld: Iterable[Finding] = (),
        **facts: Any,
    ) -> Verdict:
        """Credit one function that has nothing but items (see `Assessment`)."""
        assessment = Assessment(points, tuple(items), withheld=tuple(withheld))
        return cls.of_assessments([assessment], **facts)

    @classmethod
    def nothing(cls, about: str | Message, message: Message, max_points: float) -> Verdict:
        """Make the verdict on an answer that earns nothing, with one finding."""
        return cls.of_items([Finding.of(about, message, max_points=max_points)], max_points)

    @classmethod
    def all_right(cls, about: str | Message, message: Message, points: float) -> Verdict:
        """Make the verdict on an answer that earns all points, with one finding."""
        right = Finding.of(about, message, points=points, max_points=points, passed=True)
        return cls.of_items([right], points)

    def explained_by(self, misconception: Misconception, *more: Message) -> Verdict:
        """Name one misconception that explains everything that is wrong.

        Args:
            misconception: The misconception (`TOO_WIDE`).
            more: Further messages.

        Returns:
            The new verdict. The misconception costs as much as any other of its kind.
        """
        error = misconception.error
        summary = Message("explained-by", {"error": error})
        cost = COSTS[misconception.kind]
        explained = [
            replace(each, named={error: cost}, summary=summary, trivial=None)
            for each in self.assessments
        ]
        if more:
            remarks = (*explained[0].remarks, Finding.of(WHOLE, *more))
            explained[0] = replace(explained[0], remarks=remarks)
        return Verdict.of_assessments(explained, **self.facts | {"misconception_key": error.key})

    @cached_property
    def exact_points(self) -> float:
        """The points before rounding. A sum of verdicts is rounded once."""
        return credited_total(self.assessments)[1] if self.assessments else self.points

    @property
    def named(self) -> Mapping[Diagnosis, float]:
        """The misconceptions that explain everything wrong -> the cost of each."""
        return {e: cost for each in self.assessments for e, cost in (each.named or {}).items()}

    @property
    def facts(self) -> dict[str, Any]:
        """The fields of the verdict that don't follow from its assessments."""
        names = (
            *("question", "counted", "added", "conventions"),
            *("misconception_key", "has_two_misconceptions", "mutant", "carriable"),
        )
        return {name: getattr(self, name) for name in names}

    def __add__(self, other: Verdict) -> Verdict:
        if not (self.assessments and other.assessments):
            raise TypeError("only verdicts that checks made can be added: this one has no items")
        by_function: dict[str, Assessment] = {}
        for each in (*self.assessments, *other.assessments):
            earlier = by_function.get(each.function)
            by_function[each.function] = each if earlier is None else earlier + each
        main = self if self.misconception_key else other
        return Verdict.of_assessments(
            by_function.values(),
            counted=_merged(self.counted, other.counted),
            added={**self.added, **other.added},
            misconception_key=main.misconception_key,
            has_two_misconceptions=main.has_two_misconceptions,
            mutant=_merged(self.mutant, other.mutant),
            conventions=self.conventions | other.conventions,
            carriable={**self.carriable, **other.carriable},
        )

    @property
    def is_right(self) -> bool:
        """True if every item is right and earns its points, and there are no extras."""
        return not any(each.is_wrong or each.withheld for each in self.assessments)

    def without_points(self, reason: Message, about: Collection[str] = ()) -> Verdict:
        """Take the points of items, because the answer breaks a condition of the question.

        Args:
            reason: The message that says why right items earn nothing.
            about: The items that depend on the condition; all of them by default.

        Returns:
            The new verdict.
        """
        withheld = [each.without_points(reason, about) for each in self.assessments]
        return Verdict.of_assessments(withheld, **self.facts)

    def for_function(self, function: str) -> Verdict:
        """Copy the verdict for one of several functions of a question.

        The findings, the count and the mutant of the copy carry the name of the function, so the
        verdicts on the functions can be added. Each function is carried forward or not by itself.
        """
        assessments = [replace(each, function=function) for each in self.assessments]
        facts = self.facts | {
            "counted": self.counted if self.count is None else {function: self.count},
            "mutant": self.mutant if self.carried is None else {function: self.carried},
        }
        names = [function, *(facts["counted"] or ()), *(facts["mutant"] or ())]
        facts["carriable"] = dict.fromkeys(names, self.may_be_carried)
        return Verdict.of_assessments(assessments, **facts)

    @property
    def count(self) -> Polynomial | None:
        """The count of the only function; None if it is unknown, or there are several functions."""
        return None if isinstance(self.counted, Mapping) else self.counted

    @property
    def counts(self) -> Mapping[str, Polynomial]:
        """The counts by name, of several functions or of a ledger's lines; else empty."""
        return self.counted if isinstance(self.counted, Mapping) else {}

    @property
    def carried(self) -> Callable[..., Any] | None:
        """The mutant of the only function, to carry forward if `may_be_carried` is true."""
        return None if isinstance(self.mutant, Mapping) else self.mutant

    @property
    def may_be_carried(self) -> bool:
        """True if a later answer may rest on this one with its errors ("error carried forward").

        This answer must have earned at least half of its points, or one named misconception must
        explain it. Otherwise a made-up answer would make the next made-up answer right: for most
        counts, some pair of misconceptions adds up to it by chance. Counts with huge coefficients
        are never carried forward. Several functions of a question don't depend on each other.

        `Properties` and `Resources` require the same of the values (`given=`) before they check
        anything, because a constant takes no time and has many properties.
        """
        if self.carriable:
            return any(self.carriable.values())
        counts = [*self.counts.values(), *([] if self.count is None else [self.count])]
        numbers = (n for count in counts for n in count.terms.values())
        if not all(-MAX_COEFFICIENT <= number <= MAX_COEFFICIENT for number in numbers):
            return False
        has_one_misconception = bool(self.misconception_key) and not self.has_two_misconceptions
        return has_one_misconception or 2 * self.exact_points >= self.max_points

    def to_carry(self) -> Verdict | None:
        """Return the verdict without functions that can't be carried forward; None if none can."""
        if not self.may_be_carried:
            return None

        def kept(by_name: Any) -> Any:
            if not isinstance(by_name, Mapping):
                return by_name
            return {name: each for name, each in by_name.items() if self.carriable.get(name, True)}

        return replace(self, counted=kept(self.counted), mutant=kept(self.mutant))

    @property
    def unnamed_counts(self) -> dict[str, Polynomial]:
        """The polynomials of wrong counts that no finding explains by a misconception.

        The key is "" for the whole answer, the line of a ledger, or "name()" for one of several
        functions. Constants are left out, because they show no misconception.
        """
        counted = self.counted if isinstance(self.counted, Mapping) else {"": self.counted}
        found = {}
        for name, count in counted.items():
            if count is None or not any(count.degrees):
                continue
            about = [f for f in self.findings if not name or name in (f.about, f.function)]
            wrong = [finding for finding in about if not finding.passed]
            if wrong and not any(finding.errors for finding in wrong):
                is_line = any(finding.about == name for finding in wrong)
                found[f"{name}()" if name and not is_line else name] = count
        return found

    @property
    def review_reason(self) -> ReviewReason:
        """The reason why a person should look at the answer.

        There is a reason if the answer lost more than half of its points in findings that name no
        misconception.
        """
        wrong = [f for f in self.findings if not (f.passed or f.is_charged_elsewhere)]
        lost = sum(f.max_points - f.points for f in wrong if not f.errors)
        if 2 * lost <= self.max_points or any(f.is_summary and f.errors for f in wrong):
            return ReviewReason.NOT_NEEDED
        if wrong and all(f.messages and f.messages[0].id == "not-answered" for f in wrong):
            return ReviewReason.BLANK
        tried = [f for f in wrong if not any(message.id in NOT_TRIED for message in f.messages)]
        if tried and all(_has_failed(finding) for finding in tried):
            return ReviewReason.FAILED
        return ReviewReason.UNEXPLAINED

    def shown(self, level: str = Level.ANSWER, *, spent: bool = False) -> list[RenderedFinding]:
        """Render the findings as a student reads them at a feedback level.

        A finding that has no message at this level and no points is left out.

        Args:
            level: The feedback level.
            spent: True if the student has had all hints on choices.
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
        """The headline, and a line for each finding."""
        lines = [f"  {finding.sign} {finding.line}" for finding in self.shown()]
        return "\n".join([self.headline, *lines])

    def __repr__(self) -> str:
        return repr(float(self.points))

    def _repr_html_(self) -> str:
        return self.html(Level.ANSWER)

    def html(self, level: str) -> str:
        """Render the table that a student sees at a feedback level."""
        rows = "".join(map(_row, self.shown(level)))
        return (
            f'<div class="verdict"><p><strong>{escape(self.headline)}</strong></p>'
            f"<table><thead><tr><th></th><th>Item</th><th>Finding</th><th>Points</th></tr>"
            f"</thead><tbody>{rows}</tbody></table></div>"
        )


def _has_failed(finding: Finding) -> bool:
    return any(message.mentions(id) for message in finding.messages for id in FAILED)


def _merged(first: Any, second: Any) -> Any:
    """Merge two mappings; otherwise return the first value, or the second if that is None."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return {**first, **second}
    return second if first is None else first


def format_points(points: float) -> str:
    """Format points with two decimals, or three if these are exact.

    Example:
        >>> format_points(4 / 3), format_points(0.125), format_points(-0.0004)
        ('1.33', '0.125', '0')
    """
    decimals = 3 if abs(points - round(points, 3)) < 1e-9 else 2
    text = f"{points:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _row(finding: RenderedFinding) -> str:
    share = ""
    if finding.max_points or finding.points:
        share = f"{format_points(finding.points)} of {format_points(finding.max_points)}"
        if not finding.max_points:
            share = format_points(finding.points).replace("-", "−")
    cells = (finding.sign, finding.heading, finding.message, share)
    body = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in cells)
    return f'<tr class="{CLASSES[finding.sign]}">{body}</tr>'
