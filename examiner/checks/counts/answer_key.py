"""Answer keys of counts: the right count, the verdict on an answer, and its messages.

The module `diagnosis` finds the misconceptions that explain a wrong count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...findings.count_findings import TermStatus
from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import SUMMARY, WHOLE, Finding, Unit
from ..calls import NoAnswer, Outcome, ask
from ..credit import Assessment, cost_of, misconception_kind
from ..misconceptions import MisconceptionKind, Quotient, WrongCount
from ..numbers import is_near, real_number
from ..polynomials import Exponents, Polynomial
from ..value_text import outcome_text
from ..verdict import Verdict
from .candidates import question_candidate, wrong_count
from .cost_terms import CostTerm, Items, Sizes, total_cost
from .diagnosis import CountMatch, MisconceptionTable
from .probe_points import Probe

if TYPE_CHECKING:
    from ..grading import GradingContext

Rounding = Callable[[Fraction], Fraction | int]
BITS = (8, 16, 32)  # sizes of integers in which a count may wrap around


@dataclass(frozen=True, eq=False)
class AnswerKey:
    """The answer key of a count. `answer_key_of` makes one, and keeps it in a cache.

    Attributes:
        sizes: The sizes of the question.
        cost_terms: The cost terms that add up to the right count.
        misconceptions: The question's misconceptions, each with its effect.
        kinds: The kinds of the question's misconceptions, by their keys.
        accept: Reason for accepting another count -> the effect that produces this count.
        shares: Cost term -> the share of the points for its monomials.
        others: Name of another question -> the formula of its answer.
        carried_forward: True if the cost terms follow from earlier answers. Then two misconceptions
            may have the same effect: the question's author can't foresee it.
        quotients: The misconceptions that use a quotient instead of a size.
        carried_quotients: Earlier question -> the quotient in the student's answer to it. A count
            with this quotient is right here.

    Raises:
        ValueError: A formula is no polynomial in the sizes; a misconception or a share names no
            cost term; two misconceptions are indistinguishable; a quotient uses other sizes.
    """

    sizes: Sizes
    cost_terms: tuple[CostTerm, ...]
    misconceptions: tuple[tuple[Diagnosis, WrongCount], ...] = ()
    kinds: tuple[tuple[str, MisconceptionKind], ...] = ()
    accept: tuple[tuple[str, WrongCount], ...] = ()
    shares: tuple[tuple[str, float], ...] = ()
    others: Items = ()
    carried_forward: bool = False
    quotients: tuple[tuple[Diagnosis, Quotient], ...] = ()
    carried_quotients: tuple[tuple[str, Quotient], ...] = ()

    def __post_init__(self) -> None:
        for _, quotient in (*self.quotients, *self.carried_quotients):
            known = (self.sizes.names, self.sizes.arguments, self.sizes.arguments)
            for name, names in zip(quotient.names, known, strict=True):
                if name not in names:
                    raise ValueError(f"{quotient}: {name!r} is not one of {', '.join(names)}")
        _ = self.table, self.monomial_shares

    @cached_property
    def expected(self) -> Polynomial:
        """The right count."""
        return total_cost(self.cost_terms)

    @cached_property
    def accepted(self) -> dict[Polynomial, str]:
        """Another right count -> the reason why it is accepted."""
        return {
            wrong_count(each, self.cost_terms, self.sizes, f"accept, {label!r}"): label
            for label, each in reversed(self.accept)  # the first reason for a count wins
        }

    @cached_property
    def table(self) -> MisconceptionTable:
        """The misconceptions of the count, by their effects."""
        wrong = [
            question_candidate(
                error,
                each,
                self.cost_terms,
                self.sizes,
                is_convention=misconception_kind(error, dict(self.kinds))
                is MisconceptionKind.CONVENTION,
            )
            for error, each in self.misconceptions
        ]
        taken = dict.fromkeys(self.accepted, "an accepted answer") | {
            self.expected: "the right count"
        }
        for each in wrong if not self.carried_forward else ():
            name, formula = each.error.id, self.expected + each.effect
            if formula in taken:
                raise ValueError(
                    f"the misconception {name!r} leads to the formula of {taken[formula]}, "
                    f"{formula}: they are indistinguishable, so write one message that covers both"
                )
            taken[formula] = f"the misconception {name!r}"
        others = {name: self.sizes.polynomial(f, f"others, {name!r}") for name, f in self.others}
        return MisconceptionTable(self.cost_terms, wrong, others, dict(self.kinds))

    @cached_property
    def monomial_shares(self) -> dict[Exponents, float]:
        """Monomial of the right count -> its share of the points. The shares add up to 1."""
        return shares_of(self.expected, self.cost_terms, self.shares)

    @cached_property
    def formulas(self) -> list[Polynomial]:
        """All counts that the question names: the right one, accepted ones, and wrong ones."""
        wrong = (self.expected + effect for effect in self.table.by_question)
        return [self.expected, *wrong, *self.accepted]

    def with_cost_terms(self, cost_terms: tuple[CostTerm, ...]) -> AnswerKey:
        """Copy this key with other cost terms; keep the misconceptions of terms that remain.

        The copy has no other accepted counts, and no answers to other questions.

        Args:
            cost_terms: The new cost terms, which follow from earlier answers.

        Returns:
            The copy.
        """
        same = {term.name for term in cost_terms if term in self.cost_terms}
        misconceptions = tuple(
            (error, wrong)
            for error, wrong in self.misconceptions
            if isinstance(wrong, tuple) and {*dict(wrong)} <= same | {"+", "*"}
        )
        shares = tuple((name, share) for name, share in self.shares if name in same)
        return answer_key_of(
            self.sizes,
            cost_terms,
            misconceptions,
            self.kinds,
            shares=shares,
            carried_forward=True,
            quotients=self.quotients,
            carried_quotients=self.carried_quotients,
        )

    # --- the verdict -----------------------------------------------------------------------------

    # Cache verdicts, because many students give the same answer. `answer_key_of` keeps each key in
    # memory anyway.
    @lru_cache(maxsize=1024)  # noqa: B019
    def verdict(
        self, answer: Polynomial, points: float, paid: frozenset[str] = frozenset()
    ) -> Verdict:
        """Make the verdict on an answer that is a polynomial.

        Args:
            answer: The polynomial.
            points: The points of the question.
            paid: The keys of the conventions that an earlier answer has paid for.

        Returns:
            The verdict.
        """
        if answer in self.accepted:
            message = Message("accepted", {"label": self.accepted[answer]})
            return replace(Verdict.all_right(WHOLE, message, points), counted=answer)
        match, kinds = self.table.match(answer), dict(self.kinds)
        named, summary, remarks = None, None, []
        if match.errors:
            convention = match.is_credited and any(map(self._is_convention, match.named))
            facts = {"errors": [*match.errors], "convention": convention}
            message = Message("known-errors", facts)
            if match.is_credited:
                named, summary = {e: cost_of(e, kinds, paid) for e in match.errors}, message
            else:
                errors = [e for e in match.errors if e.id != "size-ignored"]
                remarks = [Finding.of(SUMMARY, message, errors=errors)]
        terms = list(self._by_monomial(answer, points, match))
        assessment = Assessment(
            points,
            tuple(finding for finding in terms if finding.max_points),
            extras=tuple(finding for finding in terms if not finding.max_points),
            named=named,
            summary=summary,
            remarks=tuple(remarks),
        )
        return Verdict.of_assessments(
            [assessment],
            counted=answer,
            has_two_misconceptions=match.is_pair and not any(map(self._is_convention, match.named)),
            conventions=frozenset(e.key for e in match.named if self._is_convention(e)),
        )

    def _is_convention(self, error: Diagnosis) -> bool:
        return misconception_kind(error, dict(self.kinds)) is MisconceptionKind.CONVENTION

    @cached_property
    def _terms_by_monomial(self) -> dict[Exponents, dict[str, Fraction | int]]:
        """Monomial -> the cost terms that contain it, each with its coefficient there."""
        found: dict[Exponents, dict[str, Fraction | int]] = {}
        for term in self.cost_terms if len(self.cost_terms) > 1 else ():
            for monomial, number in term.cost().terms.items():
                if self.expected.monomial(monomial) != term.name:
                    found.setdefault(monomial, {})[term.name] = number
        return found

    def _by_monomial(
        self, answer: Polynomial, points: float, match: CountMatch
    ) -> Iterator[Finding]:
        """Make a finding for each monomial: an item if the right count has it, else an extra."""
        # A coefficient that is too small doesn't prove that a cost term is missing. The answer may
        # count it in another coefficient, which is then too large.
        errors = [error for error in match.named if error.id != "size-ignored"]
        lacking = {name for e in errors if e.id == "missing" for name in _term_names(e)}
        lacking -= {name for e in errors if e.id != "missing" for name in _term_names(e)}
        present = {term.name for term in self.cost_terms if {*term.cost().terms} & {*answer.terms}}
        surplus = any(n > self.expected[t] for t, n in answer.terms.items())
        for monomial, share in self.monomial_shares.items():
            right, got = (p[monomial] for p in (self.expected, answer))
            is_right, parts = got == right, self._terms_by_monomial.get(monomial, {})
            if is_right:
                message = Message("right-term", {"got": _json(got), "parts": [*parts]})
            else:
                lacks = not (surplus or present & {*parts})
                is_missing = bool(lacking & {*parts}) if errors else lacks
                why = TermStatus.MORE if got > right else TermStatus.PLAIN
                if not got:
                    why = TermStatus.MISSING if is_missing else TermStatus.PLAIN
                numbers = {name: _json(number) for name, number in parts.items()}
                message = _wrong_term(got, right, why, numbers)
            text = self.expected.monomial(monomial)
            is_absent = not (got or is_right)
            yield Finding.of(
                Message("absent-term", {"term": text}) if is_absent else text,
                message,
                points=share * points if is_right else 0.0,
                max_points=share * points,
                passed=is_right,
                unit=Unit.TERM,
            )
        for monomial, got in answer.terms.items():
            if monomial not in self.monomial_shares:
                why = TermStatus.NO_TERM if not errors or lacking else TermStatus.PLAIN
                message = _wrong_term(got, 0, why)
                yield Finding.of(answer.monomial(monomial), message, unit=Unit.TERM)

    def verdict_on_outcomes(
        self, probe: Probe, outcomes: Sequence[Outcome], points: float, about: str | Message = WHOLE
    ) -> Verdict:
        """Make the verdict on an answer from its outcomes at the points of a probe.

        Args:
            probe: The probe.
            outcomes: The outcomes, in the order of its points.
            points: The points of the question.
            about: The subject of a finding on an answer that gives no count.

        Returns:
            The verdict.
        """
        if earlier := self.carried_quotient_in(probe, outcomes):
            message = Message("right-given", {"questions": [earlier]})
            return Verdict.all_right(about, message, points)
        try:
            counts = probe.counts(outcomes)
        except NoAnswer as reason:
            if found := self.quotient_in(probe, outcomes):  # quotients may be floats
                return self._by_quotient(*found, points)
            return Verdict.nothing(about, reason.message, points)
        answer = probe.recover(counts)
        if answer is not None:
            return self.verdict(answer, points)
        if found := self.quotient_in(probe, outcomes):
            return self._by_quotient(*found, points)
        expected = [self.expected(*point.sizes) for point in probe.points]
        rows = zip(probe.points, counts, expected, strict=True)
        differing = ((p.text, got, right) for p, got, right in rows if got != right)
        at, got, right = next(differing, ("", 0, 0))
        errors = _wrapped(counts, expected)
        facts = {"errors": errors, "conditions": self.sizes.conditions, "at": at, "got": got}
        message = Message("no-polynomial", {**facts, "right": _json(right)})
        return Verdict.nothing(WHOLE, message, points)

    # --- counts with a quotient of two arguments instead of a size -------------------------------

    def _counts_with_quotient(
        self, probe: Probe, place: str, one: str, other: str, rounding: Rounding
    ) -> Iterator[Fraction | int]:
        """Compute the count at each point with the quotient one / other instead of a size."""
        at = self.expected.variables.index(place)
        i, j = (self.sizes.arguments.index(name) for name in (one, other))
        for sizes, arguments, _ in probe.points:
            quotient = rounding(Fraction(arguments[i], arguments[j]))
            yield self.expected(*sizes[:at], quotient, *sizes[at + 1 :])

    def _has_quotient(
        self,
        probe: Probe,
        numbers: Sequence[int | float | Fraction],
        place: str,
        one: str,
        other: str,
    ) -> bool:
        """Check whether an answer uses the quotient one / other instead of a size.

        The answer may round the quotient down, round the count down, or not round at all.

        Args:
            probe: The probe.
            numbers: The numbers of the answer at its points; none if it isn't finite at each.
            place: The name of the size.
            one: The name of an argument.
            other: The name of another argument.
        """
        if place not in self.expected.variables or not self.expected.depends_on(place):
            return False
        names = place, one, other

        def fits(counts: Iterator[Fraction | int]) -> bool:
            pairs = zip(numbers, counts, strict=False)
            return bool(numbers) and all(x == n or is_near(x, n) for x, n in pairs)

        return (
            fits(self._counts_with_quotient(probe, *names, math.floor))
            or fits(self._counts_with_quotient(probe, *names, Fraction))
            or fits(map(math.floor, self._counts_with_quotient(probe, *names, Fraction)))
        )

    def quotient_in(
        self, probe: Probe, outcomes: Sequence[Outcome]
    ) -> tuple[Diagnosis, str] | None:
        """Find a quotient that an answer uses instead of a size.

        Args:
            probe: The probe.
            outcomes: The outcomes at its points.

        Returns:
            The misconception and the size; None if there is no such quotient.
        """
        numbers = _finite_numbers(outcomes)
        for error, quotient in self.quotients:
            if self._has_quotient(probe, numbers, *quotient.names):
                return error, quotient.names[0]
        for place in self.expected.variables:
            for one, other in permutations([n for n in self.sizes.arguments if n != place], 2):
                if self._has_quotient(probe, numbers, place, one, other):
                    facts = {"size": f"{one} // {other}", "place": place}
                    return Diagnosis("size-in-place-of", facts=facts), place
        return None

    def carried_quotient_in(self, probe: Probe, outcomes: Sequence[Outcome]) -> str:
        """Find the earlier question with a quotient that makes these counts right; else ""."""
        numbers = _finite_numbers(outcomes) if self.carried_quotients else []
        for question, quotient in self.carried_quotients:
            if self._has_quotient(probe, numbers, *quotient.names):
                return question
        return ""

    def _by_quotient(self, error: Diagnosis, place: str, points: float) -> Verdict:
        """Make the verdict on a count with a quotient: the monomials with that size are wrong."""
        at = self.expected.variables.index(place)
        without = {e: number for e, number in self.expected.terms.items() if not e[at]}
        lacking = self.verdict(Polynomial(self.expected.variables, without), points)
        summary = Message("known-errors", {"errors": [error], "convention": False})
        wrong = Message("explained-by", {"error": error})
        (terms,) = lacking.assessments
        items = [
            i if i.passed else replace(i, messages=(wrong,), errors=(error,)) for i in terms.items
        ]
        named = {error: cost_of(error, dict(self.kinds))}
        assessment = Assessment(points, tuple(items), named=named, summary=summary)
        return Verdict.of_assessments([assessment])


answer_key_of = lru_cache(maxsize=256)(AnswerKey)


def with_sizes_explained(assessment: Assessment, sizes: Sizes) -> Assessment:
    """Add a remark on the sizes that aren't arguments of the answer, if a wrong part names one."""
    if not sizes.where:
        return assessment
    parts = (*assessment.items, *assessment.extras)
    text = " ".join(part.shown().line for part in parts if not part.passed)
    words = {*re.findall(r"[A-Za-z_][A-Za-z_0-9]*", text)}
    names = words & {*sizes.names} - {*sizes.arguments}
    equal = [f"{n} = {f}" for n, f in sizes.where.items() if any(map(f.depends_on, names))]
    if not equal:
        return assessment
    message = Message("size-names", {"equal": " and ".join(equal)})
    remark = Finding.of(Message("the-sizes"), message, passed=True)
    return replace(assessment, remarks=(*assessment.remarks, remark))


def _finite_numbers(outcomes: Sequence[Outcome]) -> list[int | float | Fraction]:
    """Return the numbers of all outcomes; none if one of them is no finite number."""
    numbers = list[int | float | Fraction]()
    for outcome in outcomes:
        number = None if outcome.error else real_number(outcome.value)
        if number is None or (isinstance(number, float) and not math.isfinite(number)):
            return []
        numbers.append(number)
    return numbers


def shares_of(
    expected: Polynomial, cost_terms: Sequence[CostTerm], own: Sequence[tuple[str, float]]
) -> dict[Exponents, float]:
    """Divide the points among the monomials of the right count.

    If a cost term has its own share, its monomials split that share equally. All other monomials
    split the rest equally. A right count of 0 has one monomial: the constant.

    Args:
        expected: The right count.
        cost_terms: Its cost terms.
        own: Cost term -> its own share.

    Returns:
        Monomial -> its share. The shares add up to 1.

    Raises:
        ValueError: A share names no cost term, or the shares leave nothing for the others.
    """
    costs = {term.name: term.cost().terms for term in cost_terms}
    if unknown := [repr(name) for name, _ in own if name not in costs]:
        raise ValueError(
            f"shares: no term {', '.join(unknown)}; the terms are {', '.join(map(repr, costs))}"
        )
    terms = list(expected.terms) or [(0,) * len(expected.variables)]
    fixed: dict[Exponents, float] = {}
    for name, share in own:
        for term in costs[name].keys() & {*terms}:
            fixed[term] = fixed.get(term, 0.0) + share / len(costs[name])
    others = len(terms) - len(fixed)
    given = [share for _, share in own]
    if given and (min(given) <= 0 or sum(given) > 1 or (others and sum(given) == 1)):
        raise ValueError(
            f"shares: {given} must be more than 0, and together less than 1 (or 1 if every term "
            "has its own share)"
        )
    rest = 1 - sum(fixed.values()) if others else 0.0
    whole = rest + sum(fixed.values())
    return {term: fixed.get(term, rest / max(others, 1)) / whole for term in terms}


def _wrong_term(
    got: Fraction | int,
    right: Fraction | int,
    why: TermStatus,
    parts: Mapping[str, int | str] = MappingProxyType({}),
) -> Message:
    """Make the message on a wrong coefficient.

    `parts` maps each cost term to its part of the right coefficient.
    """
    facts = {"got": _json(got), "right": _json(right), "parts": {**parts}, "why": why.value}
    return Message("wrong-term", facts)


def _term_names(error: Diagnosis) -> list[str]:
    """List the cost terms that a diagnosis names."""
    part = error.facts.get("part", [])
    return [part] if isinstance(part, str) else [*part, *error.facts.get("parts", [])]


def _json(number: Fraction | int) -> int | str:
    return number if isinstance(number, int) else str(number)


def _wrapped(counts: Sequence[int], right: Sequence[Fraction | int]) -> list[Diagnosis]:
    """Diagnose counts that wrap around in integers of 8, 16 or 32 bits."""
    for bits in BITS:
        ranges = range(-(2 ** (bits - 1)), 2 ** (bits - 1)), range(2**bits)  # signed, unsigned
        fits = any(all(count in each for count in counts) for each in ranges)
        if fits and all((c - r) % 2**bits == 0 for c, r in zip(counts, right, strict=True)):
            return [Diagnosis("wraps-around", facts={"bits": bits})]
    return []


@lru_cache(maxsize=256)
def probe_of(
    sizes: Sizes, keys: tuple[AnswerKey, ...], seed: int, carried: tuple[Polynomial, ...] = ()
) -> Probe:
    """Make the probe that distinguishes all formulas of some answer keys.

    Args:
        sizes: The sizes of the question.
        keys: The answer key, or the keys of all lines of a ledger.
        seed: The seed of the random points.
        carried: Counts that are right given earlier answers.

    Returns:
        The probe; the same one for equal arguments.
    """
    formulas = [*carried, *(formula for key in keys for formula in key.formulas)]
    # One degree more than the right count needs, because a wrong answer may have it.
    raised = [tuple(degree + 1 for degree in key.expected.degrees) for key in keys]
    degrees = [max(each) for each in zip(*raised, *(f.degrees for f in formulas), strict=True)]
    named = {term for formula in formulas for term in formula.terms}
    return Probe(sizes, degrees, named, seed, [key.expected for key in keys])


COMMON_POINTS = 12  # points at which answers that are no polynomials are compared


def values_at_common_points(
    sizes: Sizes, keys: tuple[AnswerKey, ...], answer: Any, grading: GradingContext, seed: int
) -> str:
    """Describe the values of an answer at points that all submissions share."""
    probe = probe_of(sizes, keys, grading.common_seed(seed))
    points = probe.first_points[-COMMON_POINTS:]
    outcomes = ask(answer, [point.arguments for point in points])
    return "; ".join(map(outcome_text, outcomes))
