"""What a count earns.

By terms: each term of the right count has its share of the points. A term that doesn't belong costs
a share too, unless it stands in the place of one that is wrong, and all of them together cost at
most half: to count too much shall not cost more than to forget. But whoever lists all terms there
could be knows none: more of them than right ones, and more than two, cost a share each.

An error that is known to be with certain parts costs the terms of these parts, though what is
counted for them may land on other terms: these stand in their place. Where several parts make one
term, and half of them or more are right, it keeps their share. One factor too many or too few
throughout, a size or a number, is one slip, and leaves half; so does something that is known to be
counted as well (`Cost.HALF`).

A convention that differs from the course's (`Cost.QUARTER`) is one slip, though it may change every
term. Its difference is taken away, the rest earns by terms, and the convention costs a quarter of
the points, once. What earns more is given: a convention never costs more than terms would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from ..polynomials import Exponents, Polynomial
from .candidates import Candidate
from .parts import OTHER_CHARGES, Part
from .table import Match

OF_A_CONVENTION = 1 / 4  # of the points
OF_EXTRA_TERMS = 1 / 2  # of the points, at most
OF_ONE_TERM = 1 / 2  # of its parts may be wrong where it keeps the share of the others
FEW_EXTRA_TERMS = 2  # that may be more than the right ones, and are no list of all
LEFT_BY_A_FACTOR = 1 / 2  # of the points, where a size is a factor too much or too little
MAX_CONVENTIONS = 2  # that are looked for together


@dataclass(frozen=True)
class Scheme:
    """How the points of a count are shared.

    shares: term of the right count -> its share of all points, 1 together. A count of nothing has
        one term to get right: the constant 0.
    made_of: term -> the number of parts that it counts.
    excused: terms that are right as far as their own parts go.
    left: term that is wrong -> the part of its share that it keeps, for its other parts.
    in_place: whether all terms that don't belong stand in the place of wrong ones.
    """

    expected: Polynomial
    shares: Mapping[Exponents, float]
    made_of: Mapping[Exponents, int]
    excused: frozenset[Exponents] = frozenset()
    left: Mapping[Exponents, float] = field(default_factory=dict)
    in_place: bool = False

    @classmethod
    def of(cls, expected: Polynomial, parts: Sequence[Part], shares: Mapping[str, float]) -> Scheme:
        """The terms of a part that has a share of its own have that, the others equal shares of
        what is left. ValueError for a share of a part that there is not.
        """
        costs = {part.name: part.cost().terms for part in parts}
        if unknown := [repr(name) for name in shares if name not in costs]:
            raise ValueError(
                f"shares: no part {', '.join(unknown)}; the parts are {', '.join(map(repr, costs))}"
            )
        terms = list(expected.terms) or [(0,) * len(expected.variables)]
        fixed: dict[Exponents, float] = {}
        for name, share in shares.items():
            for term in costs[name]:
                fixed[term] = fixed.get(term, 0.0) + share / len(costs[name])
        fixed = {term: share for term, share in fixed.items() if term in terms}
        others = len(terms) - len(fixed)
        left = 1 - sum(fixed.values()) if others else 0.0
        whole = left + sum(fixed.values())
        shared = {t: fixed.get(t, left / max(others, 1)) / whole for t in terms}
        return cls(expected, shared, Counter(t for part in parts for t in part.cost().terms))

    def is_right(self, term: Exponents, answer: Polynomial) -> bool:
        """Whether a term has its coefficient, or is excused."""
        return term in self.excused or self._agrees(term, answer)

    def _agrees(self, term: Exponents, answer: Polynomial) -> bool:
        return answer.terms.get(term, 0) == self.expected.terms.get(term, 0)

    def excusing(
        self,
        answer: Polynomial,
        own: Collection[Exponents],
        least: Mapping[Exponents, int],
        *,
        in_place: bool,
    ) -> Scheme:
        """The scheme for an answer with an error in the parts that have these terms.

        least: term -> how many of the parts that it counts have the error, at least.
        """
        if not own or all(self._agrees(term, answer) for term in own):
            return self
        wrong = {term: number / self.made_of[term] for term, number in least.items()}
        left = {term: 1 - part for term, part in wrong.items() if part <= OF_ONE_TERM}
        return replace(self, excused=frozenset(self.shares) - {*own}, left=left, in_place=in_place)

    def without(self, conventions: Sequence[Candidate], answer: Polynomial) -> Reading:
        """The answer without these conventions. Where it follows them in some terms only, those
        that were right are right still.
        """
        rest = answer
        for convention in conventions:
            rest -= convention.effect
        changed = [t for t in self.shares if answer.terms.get(t, 0) != rest.terms.get(t, 0)]
        right = {t: answer.terms.get(t, 0) for t in changed if self._agrees(t, answer)}
        if 2 * len(right) <= len(changed):
            rest = Polynomial(answer.variables, rest.terms | right)
        return Reading(
            tuple(conventions), rest, everywhere=not right or 2 * len(right) > len(changed)
        )

    def extra(self, answer: Polynomial) -> dict[Exponents, float]:
        """The terms that don't belong, each with the part of the points that it costs."""
        extra = [term for term in answer.terms if term not in self.shares]
        if self.in_place:
            return dict.fromkeys(extra, 0.0)
        wrong = sum(not self.is_right(term, answer) for term in self.shares)
        few = len(extra) - wrong <= max(FEW_EXTRA_TERMS, len(self.shares) - wrong)
        left, costs = OF_EXTRA_TERMS if few else 1.0, {}
        for place, term in enumerate(extra):
            costs[term] = min(1 / len(self.shares), left) if place >= wrong else 0.0
            left -= costs[term]
        return costs

    def earned(self, answer: Polynomial) -> float:
        """The part of the points that an answer earns by terms."""
        right = sum(
            share * (1.0 if self.is_right(term, answer) else self.left.get(term, 0.0))
            for term, share in self.shares.items()
        )
        return max(right - sum(self.extra(answer).values()), 0.0)


@dataclass(frozen=True)
class Reading:
    """An answer, read as one by conventions other than the course's.

    rest: what is left without them.
    everywhere: whether the answer follows them in all terms.
    cost: the part of the points that they cost.
    half: whether the rest leaves half of the points, since that is more than it earns by terms.
    """

    conventions: tuple[Candidate, ...]
    rest: Polynomial
    everywhere: bool = True
    cost: float = 0.0
    half: bool = False


def cheapest(
    answer: Polynomial,
    scheme: Scheme,
    conventions: Sequence[Candidate],
    match: Match,
    forgiven: Collection[str],
) -> Reading:
    """The reading, by no convention or by some, with which an answer earns most.

    Conventions that don't explain all of it are believed where half of its terms are right with
    them (a term alone may be so by chance), and where no other explanation does.

    forgiven: conventions that cost nothing here, since an earlier answer paid for them.
    """

    def worth(reading: Reading) -> tuple[float, bool, int]:
        earned = scheme.earned(reading.rest) - reading.cost
        return round(earned, 9), reading.rest == scheme.expected, -len(reading.conventions)

    def is_likely(reading: Reading) -> bool:
        exact = reading.everywhere and reading.rest == scheme.expected
        if not reading.conventions or (exact and len(reading.conventions) == 1):
            return True
        other = any(error.id == "asks-for" for error in match.errors)
        explained = (match.is_error or other) and not match.partly
        if explained and not {each.error for each in reading.conventions} <= {*match.named}:
            return False
        right = sum(scheme.is_right(term, reading.rest) for term in scheme.shares)
        return exact or 2 * right >= len(scheme.shares)

    readings = _readings(answer, scheme, conventions, forgiven)
    best = max(filter(is_likely, readings), key=worth)
    return replace(best, half=match.half and scheme.earned(best.rest) <= LEFT_BY_A_FACTOR)


def _readings(
    answer: Polynomial,
    scheme: Scheme,
    conventions: Sequence[Candidate],
    forgiven: Collection[str],
) -> Iterator[Reading]:
    for number in range(MAX_CONVENTIONS + 1):
        for chosen in combinations(conventions, number):
            if sum(each.error.id in OTHER_CHARGES for each in chosen) > 1:
                continue  # a product is charged in one way
            charged = {each.error.key for each in chosen} - {*forgiven}
            reading = scheme.without(chosen, answer)
            yield replace(reading, cost=OF_A_CONVENTION * len(charged))
