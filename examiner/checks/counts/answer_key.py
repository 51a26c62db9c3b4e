"""The key of a count: what an answer is checked against, and what is said of it.

Which misconceptions explain an answer is in `known`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...findings.count_findings import TermIs
from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import IN_SHORT, WHOLE, Finding, Unit
from ..calls import NoAnswer, Outcome, ask
from ..credit import Assessment, cost_of, kind_of
from ..misconceptions import MisconceptionKind, Quotient
from ..numbers import is_near, real_number
from ..polynomials import Exponents, Polynomial
from ..value_text import outcome_text
from ..verdict import Verdict
from .candidates import counted_otherwise, of_question
from .cost_terms import CostTerm, Items, Sizes, Wrong, total
from .diagnosis import CountMatch, Table
from .probe_points import Probe

if TYPE_CHECKING:
    from ..grading import GradingContext

Rounded = Callable[[Fraction], Fraction | int]
BITS = (8, 16, 32)  # of integers, in which a count may wrap around


@dataclass(frozen=True, eq=False)
class AnswerKey:
    """The answer key of a count, and the messages of its question. `answer_key_of` makes one.

    mistakes: misconceptions of the question, each with how it counts. kinds: their kinds, by key.
    accept: what allows it -> how it counts what is right as well.
    shares: part -> the share of the points of its terms.
    others: other question -> the formula that it asks for.
    followed: whether the parts are what earlier answers make of them. Then two errors may lead to
        one formula: nobody could foresee it.
    instead: known errors by which a quotient stands in a size's place.
    carried: earlier answer -> the quotient that it has, which is right in what follows.
    """

    sizes: Sizes
    parts: tuple[CostTerm, ...]
    mistakes: tuple[tuple[Diagnosis, Wrong], ...] = ()
    kinds: tuple[tuple[str, MisconceptionKind], ...] = ()
    accept: tuple[tuple[str, Wrong], ...] = ()
    shares: tuple[tuple[str, float], ...] = ()
    others: Items = ()
    carried_forward: bool = False
    instead: tuple[tuple[Diagnosis, Quotient], ...] = ()
    carried: tuple[tuple[str, Quotient], ...] = ()

    def __post_init__(self) -> None:
        """ValueError where a formula can't be read, where a mistake or a share is of a part that
        there is not, where no answer could tell two mistakes apart, and where a quotient is of no
        sizes of the count."""
        for _, quotient in (*self.instead, *self.carried):
            known = (self.sizes.names, self.sizes.arguments, self.sizes.arguments)
            for name, names in zip(quotient.names, known, strict=True):
                if name not in names:
                    raise ValueError(f"{quotient}: {name!r} is none of {', '.join(names)}")
        _ = self.table, self.term_shares

    @cached_property
    def expected(self) -> Polynomial:
        """The right count."""
        return total(self.parts)

    @cached_property
    def accepted(self) -> dict[Polynomial, str]:
        """Another right count -> what allows it."""
        return {
            counted_otherwise(each, self.parts, self.sizes, f"accept, {label!r}"): label
            for label, each in reversed(self.accept)  # of two that allow one, the first
        }

    @cached_property
    def table(self) -> Table:
        """The known errors of the count."""
        wrong = [
            of_question(
                error,
                each,
                self.parts,
                self.sizes,
                is_convention=kind_of(error, dict(self.kinds)) is MisconceptionKind.CONVENTION,
            )
            for error, each in self.mistakes
        ]
        taken = dict.fromkeys(self.accepted, "what is accepted") | {
            self.expected: "the right count"
        }
        for each in wrong if not self.carried_forward else ():
            name, formula = each.error.id, self.expected + each.effect
            if formula in taken:
                raise ValueError(
                    f"the mistake {name!r} leads to the formula of {taken[formula]}, {formula}: no "
                    "answer tells them apart, so write one message that covers both"
                )
            taken[formula] = f"the mistake {name!r}"
        others = {name: self.sizes.polynomial(f, f"others, {name!r}") for name, f in self.others}
        return Table(self.parts, wrong, others, dict(self.kinds))

    @cached_property
    def term_shares(self) -> dict[Exponents, float]:
        """Term of the right count -> its share of all points, 1 together."""
        return shares_of(self.expected, self.parts, self.shares)

    @cached_property
    def formulas(self) -> list[Polynomial]:
        """All that are named: the right one, and those of known errors."""
        wrong = (self.expected + effect for effect in self.table.by_question)
        return [self.expected, *wrong, *self.accepted]

    def with_parts(self, parts: tuple[CostTerm, ...]) -> AnswerKey:
        """The same with other parts, and with what is said of those that are there still."""
        same = {part.name for part in parts if part in self.parts}
        mistakes = tuple(
            (e, w)
            for e, w in self.mistakes
            if isinstance(w, tuple) and {*dict(w)} <= same | {"+", "*"}
        )
        shares = tuple((name, share) for name, share in self.shares if name in same)
        return answer_key_of(
            self.sizes,
            parts,
            mistakes,
            self.kinds,
            shares=shares,
            carried_forward=True,
            instead=self.instead,
            carried=self.carried,
        )

    # --- the verdict -----------------------------------------------------------------------------

    # In a class many have one answer, above all the right one; keys are kept anyway.
    @lru_cache(maxsize=1024)  # noqa: B019
    def verdict(
        self, answer: Polynomial, points: float, forgiven: frozenset[str] = frozenset()
    ) -> Verdict:
        """The verdict on an answer that is this polynomial.

        forgiven: conventions that an earlier answer was charged for.
        """
        if answer in self.accepted:
            said = Message("accepted", {"label": self.accepted[answer]})
            return replace(Verdict.all_right(WHOLE, said, points), counted=answer)
        match, kinds = self.table.match(answer), dict(self.kinds)
        named, summary, remarks = None, None, []
        if match.errors:
            convention = match.is_error and any(map(self._is_convention, match.named))
            said = Message("known-errors", {"errors": [*match.errors], "convention": convention})
            if match.is_error:
                named, summary = {e: cost_of(e, kinds, forgiven) for e in match.errors}, said
            else:
                errors = [e for e in match.errors if e.id != "size-ignored"]
                remarks = [Finding.of(IN_SHORT, said, errors=errors)]
        terms = list(self._by_terms(answer, points, match))
        assessment = Assessment(
            points,
            items=tuple(finding for finding in terms if finding.max_points),
            extras=tuple(finding for finding in terms if not finding.max_points),
            named=named,
            summary=summary,
            remarks=tuple(remarks),
        )
        return Verdict.of_assessments(
            [assessment],
            counted=answer,
            has_two_misconceptions=match.two and not any(map(self._is_convention, match.named)),
            conventions=frozenset(e.key for e in match.named if self._is_convention(e)),
        )

    def _is_convention(self, error: Diagnosis) -> bool:
        return kind_of(error, dict(self.kinds)) is MisconceptionKind.CONVENTION

    @cached_property
    def _meanings(self) -> dict[Exponents, dict[str, Fraction | int]]:
        """Term -> the parts that it counts, with how many times each does."""
        found: dict[Exponents, dict[str, Fraction | int]] = {}
        for part in self.parts if len(self.parts) > 1 else ():
            for term, number in part.cost().terms.items():
                if self.expected.monomial(term) != part.name:
                    found.setdefault(term, {})[part.name] = number
        return found

    def _by_terms(self, answer: Polynomial, points: float, match: CountMatch) -> Iterator[Finding]:
        """A finding for each term: of the right count an item, of the others an extra."""
        # What a term hasn't may be counted in another: so says an error that explains the answer,
        # or else a term of which there is too much.
        errors = [error for error in match.named if error.id != "size-ignored"]
        lacking = {part for e in errors if e.id == "missing" for part in _parts_of(e)}
        lacking -= {part for e in errors if e.id != "missing" for part in _parts_of(e)}
        there = {part.name for part in self.parts if {*part.cost().terms} & {*answer.terms}}
        surplus = any(n > self.expected[t] for t, n in answer.terms.items())
        for term, share in self.term_shares.items():
            right, got = (p[term] for p in (self.expected, answer))
            is_right, parts = got == right, self._meanings.get(term, {})
            facts = {"got": _json(got), "right": _json(right)}
            if is_right:
                said = Message("right-term", {"got": _json(got), "parts": [*parts]})
            else:
                lacks = not (surplus or there & {*parts})
                is_missing = bool(lacking & {*parts}) if errors else lacks
                why = TermIs.MORE if got > right else TermIs.PLAIN
                if not got:
                    why = TermIs.MISSING if is_missing else TermIs.PLAIN
                numbers = {part: _json(number) for part, number in parts.items()}
                said = Message("wrong-term", {**facts, "parts": numbers, "why": why.value})
            monomial = self.expected.monomial(term)
            about: str | Message = monomial
            if not (got or is_right):
                about = Message("absent-term", {"term": monomial})
            most = share * points
            earned = most if is_right else 0.0
            yield Finding.of(
                about, said, points=earned, max_points=most, passed=is_right, unit=Unit.TERM
            )
        for term, got in answer.terms.items():
            if term not in self.term_shares:
                why = TermIs.NO_TERM if not errors or lacking else TermIs.PLAIN
                about_it = {
                    "got": _json(got),
                    "right": 0,
                    "parts": dict[str, Any](),
                    "why": why.value,
                }
                said = Message("wrong-term", about_it)
                yield Finding.of(answer.monomial(term), said, unit=Unit.TERM)

    def verdict_on_outcomes(
        self, probe: Probe, outcomes: Sequence[Outcome], points: float, about: str | Message = WHOLE
    ) -> Verdict:
        """The verdict on an answer with these outcomes at the probe's points.

        about: what is looked at, where no count came back.
        """
        if given := self.given_by_quotient(probe, outcomes):
            said = Message("right-given", {"questions": [given]})
            return Verdict.all_right(about, said, points)
        try:
            counts = probe.counts(outcomes)
        except NoAnswer as reason:
            if found := self.quotient(probe, outcomes):  # of floats
                return self._by_quotient(*found, points)
            return Verdict.nothing(about, reason.message, points)
        answer = probe.recover(counts)
        if answer is not None:
            return self.verdict(answer, points)
        if found := self.quotient(probe, outcomes):
            return self._by_quotient(*found, points)
        expected = [self.expected(*point.sizes) for point in probe.points]
        rows = zip(probe.points, counts, expected, strict=True)
        differing = ((p.text, got, right) for p, got, right in rows if got != right)
        at, got, right = next(differing, ("", 0, 0))
        errors = _wrapped(counts, expected)
        facts = {"errors": errors, "conditions": self.sizes.conditions, "at": at, "got": got}
        said = Message("no-polynomial", {**facts, "right": _json(right)})
        return Verdict.nothing(WHOLE, said, points)

    def with_quotient(
        self, probe: Probe, place: str, one: str, other: str, rounded: Rounded
    ) -> Iterator[Fraction | int]:
        """The right count at each point with the quotient of two arguments in a size's place."""
        at = self.expected.variables.index(place)
        i, j = (self.sizes.arguments.index(name) for name in (one, other))
        for sizes, its, _ in probe.points:
            quotient = rounded(Fraction(its[i], its[j]))
            yield self.expected(*sizes[:at], quotient, *sizes[at + 1 :])

    def is_with_quotient(
        self, probe: Probe, outcomes: Sequence[Outcome], place: str, one: str, other: str
    ) -> bool:
        """Whether these are the right counts with a quotient in a size's place: rounded down at
        once or at the end, or not at all."""
        if place not in self.expected.variables or not self.expected.depends_on(place):
            return False
        numbers = [None if outcome.error else real_number(outcome.value) for outcome in outcomes]
        known = [number for number in numbers if number is not None]
        finite = [n for n in known if not isinstance(n, float) or math.isfinite(n)]
        if len(finite) < len(numbers):
            return False
        at_once = lambda: self.with_quotient(probe, place, one, other, math.floor)  # noqa: E731
        exact = lambda: self.with_quotient(probe, place, one, other, Fraction)  # noqa: E731
        at_end = lambda: map(math.floor, exact())  # noqa: E731
        return any(
            all(is_near(number, count) for number, count in zip(finite, counts(), strict=False))
            for counts in (at_once, exact, at_end)
        )

    def quotient(self, probe: Probe, outcomes: Sequence[Outcome]) -> tuple[Diagnosis, str] | None:
        """The misconception of counts that are right but for a size, in whose place the quotient of
        two arguments stands; and this size."""
        for error, quotient in self.instead:
            if self.is_with_quotient(probe, outcomes, *quotient.names):
                return error, quotient.names[0]
        for place in self.expected.variables:
            for one, other in permutations([n for n in self.sizes.arguments if n != place], 2):
                if self.is_with_quotient(probe, outcomes, place, one, other):
                    facts = {"size": f"{one} // {other}", "place": place}
                    return Diagnosis("size-in-place-of", facts=facts), place
        return None

    def given_by_quotient(self, probe: Probe, outcomes: Sequence[Outcome]) -> str:
        """The earlier answer by whose quotient these counts are right; "" if there is none."""
        for question, quotient in self.carried:
            if self.is_with_quotient(probe, outcomes, *quotient.names):
                return question
        return ""

    def _by_quotient(self, error: Diagnosis, place: str, points: float) -> Verdict:
        """The verdict on a count with a quotient in a size's place: the terms with that size are
        wrong."""
        at = self.expected.variables.index(place)
        without = {e: number for e, number in self.expected.terms.items() if not e[at]}
        lacking = self.verdict(Polynomial(self.expected.variables, without), points)
        said = Message("known-errors", {"errors": [error], "convention": False})
        wrong = Message("explained-by", {"error": error})
        (terms,) = lacking.assessments
        items = [i if i.passed else replace(i, says=(wrong,), errors=(error,)) for i in terms.items]
        named = {error: cost_of(error, dict(self.kinds))}
        assessment = Assessment(points, tuple(items), named=named, summary=said)
        return Verdict.of_assessments([assessment])


answer_key_of = lru_cache(maxsize=256)(AnswerKey)


def shares_of(
    expected: Polynomial, parts: Sequence[CostTerm], own: Sequence[tuple[str, float]]
) -> dict[Exponents, float]:
    """Term of the right count -> its share of all points, 1 together. A count of nothing has
    one term to get right: the constant 0. The terms of a part that has a share of its own have
    that, the others equal shares of the rest.

    own: part -> the share that is its own. ValueError where these make no sense.
    """
    costs = {part.name: part.cost().terms for part in parts}
    if unknown := [repr(name) for name, _ in own if name not in costs]:
        raise ValueError(
            f"shares: no part {', '.join(unknown)}; the parts are {', '.join(map(repr, costs))}"
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
            f"shares: {given} must be more than 0, and together less than 1 (or 1, where they "
            "are of all terms)"
        )
    rest = 1 - sum(fixed.values()) if others else 0.0
    whole = rest + sum(fixed.values())
    return {term: fixed.get(term, rest / max(others, 1)) / whole for term in terms}


def _parts_of(error: Diagnosis) -> list[str]:
    """The parts that an error is said of."""
    part = error.facts.get("part", [])
    return [part] if isinstance(part, str) else [*part, *error.facts.get("parts", [])]


def _json(number: Fraction | int) -> int | str:
    return number if isinstance(number, int) else str(number)


def _wrapped(counts: Sequence[int], right: Sequence[Fraction | int]) -> list[Diagnosis]:
    """What is said of counts that lack the bits that an integer has no room for."""
    for bits in BITS:
        rooms = range(-(2 ** (bits - 1)), 2 ** (bits - 1)), range(2**bits)
        fits = any(all(count in room for count in counts) for room in rooms)
        if fits and all((c - r) % 2**bits == 0 for c, r in zip(counts, right, strict=True)):
            return [Diagnosis("wraps-around", facts={"bits": bits})]
    return []


@lru_cache(maxsize=256)
def probe_of(
    sizes: Sizes, keys: tuple[AnswerKey, ...], seed: int, carried: tuple[Polynomial, ...] = ()
) -> Probe:
    """The points that tell these keys apart, and right answers given earlier ones (`carried`)."""
    formulas = [*carried, *(formula for key in keys for formula in key.formulas)]
    # One more than the right count needs: a wrong answer has room.
    room = [tuple(degree + 1 for degree in key.expected.degrees) for key in keys]
    degrees = [max(each) for each in zip(*room, *(f.degrees for f in formulas), strict=True)]
    named = {term for formula in formulas for term in formula.terms}
    return Probe(sizes, degrees, named, seed, [key.expected for key in keys])


COMMON_POINTS = 12  # at which answers are compared that are no polynomials


def values_at_common_points(
    sizes: Sizes, keys: tuple[AnswerKey, ...], answer: Any, grading: GradingContext, seed: int
) -> str:
    """Describe the values of an answer at the last of the points that all submissions share."""
    probe = probe_of(sizes, keys, grading.common_seed(seed))
    points = probe.first_points[-COMMON_POINTS:]
    outcomes = ask(answer, [point.arguments for point in points])
    return "; ".join(map(outcome_text, outcomes))
