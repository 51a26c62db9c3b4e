"""What a count earns.

By terms: each term of the right count has its share of the points. A term that doesn't belong costs
a share too, unless it stands in the place of one that is wrong, and all of them together cost at
most half: to count too much shall not cost more than to forget.

A mistake that is known to be with certain parts costs the terms of these parts, though what is
counted for them may land on other terms. One factor too many or too few throughout is one slip, and
leaves half; so does something that is known to be counted as well.

A convention that differs from the course's is one slip, though it may change every term. Its
difference is taken away, the rest earns by terms, and the convention costs a quarter of the points,
once. What earns more is given: a convention never costs more than terms would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ..polynomials import Exponents, Polynomial

OF_A_CONVENTION = 1 / 4  # of the points
OF_EXTRA_TERMS = 1 / 2  # of the points, at most
OF_A_FACTOR = 1 / 2  # of the points, where a size is a factor too much or too little throughout
MAX_CONVENTIONS = 2  # that are looked for together


@dataclass(frozen=True)
class Convention:
    """A convention that differs from the course's.

    effect: its count minus the right one.
    of_products: whether it says what any product costs; there is but one such convention at a time.
    """

    label: str
    effect: Polynomial
    of_products: bool = False


@dataclass(frozen=True)
class Scheme:
    """How the points of a count are shared.

    shares: term of the right count -> its share of all points, 1 together. A count of nothing has
        one term to get right: the constant 0.
    excused: terms that are right as far as their own parts go.
    """

    expected: Polynomial
    shares: Mapping[Exponents, float]
    excused: frozenset[Exponents] = frozenset()

    @classmethod
    def of(cls, expected: Polynomial, fixed: Mapping[Exponents, float]) -> Scheme:
        """The terms that are `fixed` have that share, the others equal shares of what is left."""
        terms = list(expected.terms) or [(0,) * len(expected.variables)]
        fixed = {term: share for term, share in fixed.items() if term in terms}
        others = len(terms) - len(fixed)
        left = 1 - sum(fixed.values()) if others else 0.0
        whole = left + sum(fixed.values())
        shares = {term: fixed.get(term, left / max(others, 1)) / whole for term in terms}
        return cls(expected, shares)

    def is_right(self, term: Exponents, answer: Polynomial) -> bool:
        return term in self.excused or self._agrees(term, answer)

    def _agrees(self, term: Exponents, answer: Polynomial) -> bool:
        return answer.terms.get(term, 0) == self.expected.terms.get(term, 0)

    def excusing(self, answer: Polynomial, own: frozenset[Exponents]) -> Scheme:
        """The scheme for an answer with a mistake in the parts that have these terms."""
        if all(self._agrees(term, answer) for term in own):
            return self
        return replace(self, excused=frozenset(self.shares) - own)

    def kept(self, rest: Polynomial, answer: Polynomial) -> Polynomial:
        """The rest of an answer without a convention that it follows in most terms: those that were
        right are right still.
        """
        changed = [t for t in self.shares if answer.terms.get(t, 0) != rest.terms.get(t, 0)]
        right = [t for t in changed if self._agrees(t, answer)]
        if 2 * len(right) > len(changed):
            return rest
        return Polynomial(answer.variables, rest.terms | {t: answer.terms[t] for t in right})

    def extra(self, answer: Polynomial) -> list[tuple[Exponents, float]]:
        """The terms that don't belong, each with the part of the points that it costs."""
        wrong = sum(not self.is_right(term, answer) for term in self.shares)
        left, costs = OF_EXTRA_TERMS, []
        for place, term in enumerate(t for t in answer.terms if t not in self.shares):
            cost = min(1 / len(self.shares), left) if place >= wrong else 0.0
            left -= cost
            costs.append((term, cost))
        return costs

    def earned(self, answer: Polynomial) -> float:
        """The part of the points that an answer earns by terms."""
        right = sum(s for term, s in self.shares.items() if self.is_right(term, answer))
        return max(right - sum(cost for _, cost in self.extra(answer)), 0.0)


@dataclass(frozen=True)
class Taken:
    """The conventions that were taken away from an answer, what they cost, and what was left.

    everywhere: whether the answer follows them in all terms.
    """

    conventions: tuple[Convention, ...]
    cost: float
    rest: Polynomial
    everywhere: bool = True


def best(
    answer: Polynomial,
    scheme: Scheme,
    conventions: Sequence[Convention],
    forgiven: frozenset[str],
    explanation: str = "",
) -> Taken:
    """The conventions, if any, with which an answer earns most.

    Conventions that don't explain all of it are believed where half of its terms are right with
    them (a term alone may be so by chance), and where no other explanation does.

    forgiven: conventions that cost nothing here, since an earlier answer paid for them.
    """

    def worth(taken: Taken) -> tuple[float, bool, int]:
        earned = scheme.earned(taken.rest) - taken.cost
        return round(earned, 9), taken.rest == scheme.expected, -len(taken.conventions)

    def is_likely(taken: Taken) -> bool:
        exact = taken.everywhere and taken.rest == scheme.expected
        if not taken.conventions or (exact and len(taken.conventions) == 1):
            return True
        if explanation and any(each.label not in explanation for each in taken.conventions):
            return False
        right = sum(scheme.is_right(term, taken.rest) for term in scheme.shares)
        return exact or 2 * right >= len(scheme.shares)

    return max(filter(is_likely, _possible(answer, scheme, conventions, forgiven)), key=worth)


def _possible(
    answer: Polynomial,
    scheme: Scheme,
    conventions: Sequence[Convention],
    forgiven: frozenset[str],
) -> Iterator[Taken]:
    for number in range(MAX_CONVENTIONS + 1):
        for chosen in combinations(conventions, number):
            if sum(each.of_products for each in chosen) > 1:
                continue
            rest = answer
            for convention in chosen:
                rest -= convention.effect
            charged = {each.label for each in chosen} - forgiven
            kept = scheme.kept(rest, answer)
            yield Taken(chosen, OF_A_CONVENTION * len(charged), kept, everywhere=kept == rest)
