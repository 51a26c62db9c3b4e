"""What a counting answer is checked against, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from ...detail import diagnosis, solution
from ..calls import Outcome
from ..polynomials import Polynomial
from ..verdict import IN_SHORT, WHOLE, Finding, Verdict
from .causes import Explanation
from .credit import OF_A_FACTOR, Scheme, Taken, best
from .instead import instead_of_a_count
from .mistakes import Mistakes
from .mixed_up import Calls
from .parts import MISSING, Miscount, Part
from .probe import NotCounted, Probe
from .sizes import Sizes


@dataclass(frozen=True, eq=False)
class Key:
    """What a counting answer is checked against.

    meanings: exponents of a term -> the parts that it counts, with how many times each does.
    """

    sizes: Sizes
    expected: Polynomial
    meanings: Mapping[tuple[int, ...], Mapping[str, Fraction | int]]
    mistakes: Mistakes
    accept: Mapping[str, Polynomial]
    scheme: Scheme

    @classmethod
    def of(
        cls,
        sizes: Sizes,
        parts: tuple[Part, ...],
        mistakes: Mapping[str, str | Mapping[str, str]],
        conventions: Mapping[str, str | Mapping[str, str]],
        accept: Mapping[str, str],
        shares: Mapping[str, float],
        others: Mapping[str, str],
        calls: Calls | None = None,
        followed: bool = False,
    ) -> Key:
        """ValueError where a formula can't be read, where a mistake or a share is of a part that
        there is not, and where two mistakes have one formula.

        shares: part -> the share of the points of its terms.
        others: other question -> the formula that it asks for.
        calls: earlier question -> the parts that its answer counts.
        followed: whether the parts are what earlier answers make of them: see `Mistakes`.
        """
        names = [part.name for part in parts]
        if unknown := [repr(name) for name in shares if name not in names]:
            raise ValueError(
                f"shares: no part {', '.join(unknown)}; the parts are {', '.join(map(repr, names))}"
            )
        expected = Polynomial(sizes.names, {})
        for part in parts:
            expected += part.cost()
        meanings: dict[tuple[int, ...], dict[str, Fraction | int]] = {}
        for part in parts:
            for exponents, number in part.cost().terms.items():
                if expected.monomial(exponents) != part.name:
                    meanings.setdefault(exponents, {})[part.name] = number
        accepted = {
            label: sizes.formula(text, f"accept, {label!r}") for label, text in accept.items()
        }
        wrong = [Miscount.read(label, each, parts, sizes) for label, each in mistakes.items()]
        wrong += [
            replace(Miscount.read(label, each, parts, sizes), convention=True)
            for label, each in conventions.items()
        ]
        for mistake in wrong:
            if mistake.formula in accepted.values():
                raise ValueError(
                    f"the mistake {mistake.label!r} leads to a formula that is accepted"
                )
        return cls(
            sizes,
            expected,
            meanings,
            Mistakes(expected, parts, wrong, _other(others, sizes), calls, followed=followed),
            accepted,
            Scheme.of(expected, _shares_of_terms(parts, shares)),
        )

    @property
    def degrees(self) -> list[int]:
        """Per size what any formula that is named needs, and one more than the right one does: a
        wrong answer has room."""
        right, *named = self._in_nodes
        columns = zip(right.degrees, right.degrees, *(p.degrees for p in named), strict=True)
        return [max(least + 1, *others) for least, *others in columns]

    @property
    def exponents(self) -> frozenset[tuple[int, ...]]:
        """Those of all terms of formulas that are named, in nodes."""
        return frozenset(each for formula in self._in_nodes for each in formula.terms)

    @cached_property
    def _in_nodes(self) -> list[Polynomial]:
        """The right formula, then all others that are named."""
        known = [self.expected, *self.mistakes.formulas(), *self.accept.values()]
        return [self.sizes.in_nodes(formula) for formula in known]

    def verdict(
        self, answer: Polynomial, points: float, forgiven: frozenset[str] = frozenset()
    ) -> Verdict:
        """The verdict on an answer that is this polynomial.

        forgiven: conventions that an earlier answer was charged for.
        """
        return _verdict(self, answer, points, forgiven)

    def _verdict(self, answer: Polynomial, points: float, forgiven: frozenset[str]) -> Verdict:
        for convention, formula in self.accept.items():
            if answer == formula:
                message = f"accepted: {convention}"
                finding = Finding(WHOLE, message, points, points, passed=True)
                return Verdict.from_findings([finding], points, counted=answer)
        found = self.mistakes.explain(answer)
        scheme = (
            self.scheme.excusing(answer, self._terms_of(found.parts))
            if found.parts
            else self.scheme
        )
        known = found.text if found.carried and not found.partly else ""
        taken = best(answer, scheme, self.mistakes.conventions, forgiven, known)
        explanation = self._explanation(found, taken)
        elsewhere = found.named and MISSING not in found.text
        findings = list(self._by_terms(answer, taken.rest, scheme, points, elsewhere))
        several = len(scheme.shares) > 1 or len(self.mistakes.parts) > 1
        if several and (explanation.throughout or explanation.adds):
            halves = [_half(finding) for finding in findings]
            findings = max(halves, findings, key=_earned)
        if explanation:
            hint = "counted by another convention than the course's" if taken.cost else ""
            message = diagnosis(explanation.text, hint)
            name = explanation.text if explanation.named else ""
            findings.insert(0, Finding(IN_SHORT, message, -taken.cost * points, mistake=name))
        return Verdict.from_findings(
            findings,
            points,
            counted=answer,
            mistake=explanation.text if explanation.carried else "",
            several=explanation.two and not any(c.label in found.text for c in taken.conventions),
            conventions=frozenset(each.label for each in taken.conventions),
        )

    def _terms_of(self, places: frozenset[int]) -> frozenset[tuple[int, ...]]:
        """The terms of the parts in these places."""
        return frozenset(
            term for place in places for term in self.mistakes.parts[place].cost().terms
        )

    def _explanation(self, explanation: Explanation, taken: Taken) -> Explanation:
        """What explains the answer; at least the conventions that were taken away from it."""
        if not taken.conventions or explanation.carried:
            return explanation
        words = "; and ".join(each.label for each in taken.conventions)
        if taken.rest == self.expected:
            return Explanation(words if taken.everywhere else f"in some terms: {words}")
        return Explanation(f"{words}; and that is not all", carried=False, named=False)

    def verdict_on_outcomes(
        self, probe: Probe, outcomes: Sequence[Outcome], points: float, criterion: str = WHOLE
    ) -> Verdict:
        """The verdict on an answer with these outcomes at the probe's points.

        criterion: what is looked at, where no count came back.
        """
        try:
            counts = probe.counts(outcomes)
        except NotCounted as reason:
            points_asked = probe.points[: len(outcomes)]
            right = [int(self.expected(*point)) for point in points_asked]
            hint = instead_of_a_count([outcome.value for outcome in outcomes], right)
            message = f"{reason}{diagnosis(f'; {hint}')}" if hint else str(reason)
            return Verdict.nothing(criterion, message, points)
        answer = probe.recover(counts)
        if answer is None:
            return Verdict.nothing(WHOLE, self._no_polynomial(probe, counts), points)
        return self.verdict(answer, points)

    def _no_polynomial(self, probe: Probe, counts: list[int]) -> str:
        name = self.mistakes.name_of_counts(probe.points, counts)
        message = diagnosis(name, "these are not the counts")
        if not name:
            pairs = zip(self.sizes.names, probe.degrees, strict=True)
            limits = ", ".join(f"{name} up to {degree}" for name, degree in pairs)
            message = f"no polynomial in the sizes{solution(f' (degrees looked at: {limits})')}"
            if conditions := self.sizes.conditions:
                message += f", asked where {conditions}"
        for at, point, count in zip(probe.named, probe.points, counts, strict=True):
            if count != (right := self.expected(*point)):
                return f"{message}; at {at} you have {count}{_expected(right)}"
        return message

    def _by_terms(
        self, answer: Polynomial, rest: Polynomial, scheme: Scheme, points: float, elsewhere: bool
    ) -> Iterator[Finding]:
        """A finding for each term; rest: the answer without what is a convention of its own.

        elsewhere: whether what a term hasn't may be counted in another, as a mistake says that
            explains the answer.
        """
        for exponents, share in scheme.shares.items():
            right, got = (p.terms.get(exponents, 0) for p in (self.expected, answer))
            name = self.expected.monomial(exponents)
            parts = self.meanings.get(exponents, {})
            worth = share * points
            if scheme.is_right(exponents, rest):
                named = f": {', '.join(parts)}" if parts else ""
                is_right = got == right or exponents not in scheme.excused
                message = f"{right}, right{named}"
                if not is_right:
                    what = f", charged in another line{solution(f'; {right} is right')}{named}"
                    message = f"you have {got}{diagnosis(what)}"
                elif got != right:
                    message = f"{got}, right by that convention{named}"
                term = name if got or is_right else solution(name, "a term that is missing")
                yield Finding(term, message, worth, worth, passed=is_right)
            else:
                message = (
                    f"you have {got}{_expected(right)}{_what_for(parts, got, right, elsewhere)}"
                )
                if got == right:
                    convention = diagnosis(", but not by the convention of the other terms")
                    message = f"{got}, right{convention}"
                term = name if got else solution(name, "a term that is missing")
                yield Finding(term, message, 0.0, worth)
        extra = dict(scheme.extra(rest))
        for exponents, got in answer.terms.items():
            if exponents not in scheme.shares:
                cost = -extra.get(exponents, 0.0) * points
                why = "by that convention"
                if exponents in extra:
                    why = "" if elsewhere else "this term does not belong"
                message = f"you have {got}{_expected(0)}{diagnosis(why and f': {why}')}"
                yield Finding(self.expected.monomial(exponents), message, cost)


@lru_cache(maxsize=1024)  # in a class many have one answer: above all the right one
def _verdict(key: Key, answer: Polynomial, points: float, forgiven: frozenset[str]) -> Verdict:
    return key._verdict(answer, points, forgiven)


def _expected(right: Fraction | int) -> str:
    return solution(f", expected {right}")


def _earned(findings: Sequence[Finding]) -> float:
    return sum(finding.points for finding in findings)


def _half(finding: Finding) -> Finding:
    """What a term earns where one factor makes all of them wrong."""
    return replace(finding, points=OF_A_FACTOR * finding.max_points)


def _what_for(
    parts: Mapping[str, Fraction | int], got: Fraction | int, right: Fraction | int, elsewhere: bool
) -> str:
    """What the right coefficient of a term is made of. (Which part of it an answer has wrong, the
    coefficient doesn't say.)

    elsewhere: whether they may be counted in another term.
    """
    if not parts:
        return ""
    if got == 0:
        return diagnosis(f": {', '.join(parts)}{'' if elsewhere else f' {MISSING}'}")
    sums = ", ".join(f"{solution(f'{number} for ')}{name}" for name, number in parts.items())
    return diagnosis(f": {sums}{', and nothing else' if got > right else ''}")


def _other(others: Mapping[str, str], sizes: Sizes) -> dict[str, Polynomial]:
    return {each: sizes.formula(text, f"others, {each!r}") for each, text in others.items()}


def _shares_of_terms(
    parts: Sequence[Part], shares: Mapping[str, float]
) -> dict[tuple[int, ...], float]:
    """Term -> its share of the points, for the parts that have one of their own."""
    found: dict[tuple[int, ...], float] = {}
    for part in parts:
        for exponents in part.cost().terms if part.name in shares else ():
            share = shares[part.name] / len(part.cost().terms)
            found[exponents] = found.get(exponents, 0.0) + share
    return found
