"""What a count earns.

By terms: each term of the right count has its share of the points. A term that doesn't belong costs
a share too, unless it stands in the place of one that is wrong, and all of them together cost at
most half: to count too much shall not cost more than to forget. But whoever lists all terms there
could be knows none: more of them than right ones, and more than two, cost a share each.

An error that is known to be with certain parts costs the terms of these parts, though what is
counted for them may land on other terms: these stand in their place. Where several parts make one
term, and half of them or more are right, it keeps their share. One factor too many or too few
throughout, a size or a number, is one slip, and leaves half; so does something that is known to be
counted as well (`Cost.ONE_SLIP`).

A convention that differs from the course's (`Cost.CONVENTION`) is one slip, though it may change
every term. Its difference is taken away, the rest earns by terms, and the convention costs a
quarter of the points, once. What earns more is given: a convention never costs more than terms
would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations

from ..polynomials import Exponents, Polynomial
from .candidates import Candidate
from .parts import OTHER_CHARGES, Part
from .table import Match

OF_A_CONVENTION = 1 / 4  # of the points
OF_EXTRA_TERMS = 1 / 2  # of the points, at most
OF_ONE_TERM = 1 / 2  # of its parts may be wrong where it keeps the share of the others
FEW_EXTRA_TERMS = 2  # that may be more than the right ones, and are no list of all
LEFT_BY_ONE_SLIP = 1 / 2  # of the points, as of a size that is a factor too much or too little
MAX_CONVENTIONS = 2  # that are looked for together


@dataclass(frozen=True)
class Scheme:
    """How the points of a count are shared.

    shares: term of the right count -> its share of all points, 1 together. A count of nothing has
        one term to get right: the constant 0.
    terms_of: the terms of each part.
    excused: terms that are right as far as their own parts go.
    kept: term that is wrong -> the part of its share that it keeps, for its other parts.
    in_place: whether all terms that don't belong stand in the place of wrong ones.
    """

    expected: Polynomial
    shares: Mapping[Exponents, float]
    terms_of: Sequence[Collection[Exponents]]
    excused: frozenset[Exponents] = frozenset()
    kept: Mapping[Exponents, float] = field(default_factory=dict)
    in_place: bool = False

    @classmethod
    def of(cls, expected: Polynomial, parts: Sequence[Part], shares: Mapping[str, float]) -> Scheme:
        """The terms of a part that has a share of its own have that, the others equal shares of
        the rest. ValueError for a share of a part that there is not.
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
        rest = 1 - sum(fixed.values()) if others else 0.0
        whole = rest + sum(fixed.values())
        shared = {t: fixed.get(t, rest / max(others, 1)) / whole for t in terms}
        return cls(expected, shared, [part.cost().terms for part in parts])

    def is_right(self, term: Exponents, answer: Polynomial) -> bool:
        """Whether a term has its coefficient, or is excused."""
        return term in self.excused or self._agrees(term, answer)

    def _agrees(self, term: Exponents, answer: Polynomial) -> bool:
        return answer.terms.get(term, 0) == self.expected.terms.get(term, 0)

    def excusing(self, answer: Polynomial, match: Match, *, in_place: bool) -> Scheme:
        """The scheme for an answer with an error in certain parts."""
        own, fewest = (
            Counter(term for place in places for term in self.terms_of[place])
            for places in (match.touches, match.least)
        )
        if all(self._agrees(term, answer) for term in own):
            return self
        made_of = Counter(chain.from_iterable(self.terms_of))
        wrong = {term: number / made_of[term] for term, number in fewest.items()}
        kept = {term: 1 - part for term, part in wrong.items() if part <= OF_ONE_TERM}
        return replace(self, excused=frozenset(self.shares) - {*own}, kept=kept, in_place=in_place)

    def earned(self, answer: Polynomial) -> dict[Exponents, float]:
        """The part of the points that each term earns, and that one costs that doesn't belong."""
        right = {term for term in self.shares if self.is_right(term, answer)}
        earned = {
            term: share * (1.0 if term in right else self.kept.get(term, 0.0))
            for term, share in self.shares.items()
        }
        extra = [term for term in answer.terms if term not in self.shares]
        in_place = len(extra) if self.in_place else len(self.shares) - len(right)
        few = len(extra) - in_place <= max(FEW_EXTRA_TERMS, len(right))
        most = OF_EXTRA_TERMS if few else 1.0
        for place, term in enumerate(extra):
            cost = min(1 / len(self.shares), most) if place >= in_place else 0.0
            earned[term] = -cost
            most -= cost
        return earned

    def reading(
        self, answer: Polynomial, conventions: Sequence[Candidate], forgiven: Collection[str]
    ) -> Reading:
        """The answer read by these conventions. Where it follows them in some terms only, those
        that were right are right still.
        """
        rest = answer
        for convention in conventions:
            rest -= convention.effect
        changed = [t for t in self.shares if answer.terms.get(t, 0) != rest.terms.get(t, 0)]
        right = {t: answer.terms.get(t, 0) for t in changed if self._agrees(t, answer)}
        in_some = 2 * len(right) <= len(changed)
        if in_some:
            rest = Polynomial(answer.variables, rest.terms | right)
        paid = {each.error.key for each in conventions} - {*forgiven}
        everywhere = not (right and in_some)
        cost = OF_A_CONVENTION * len(paid)
        return Reading(tuple(conventions), rest, self.earned(rest), cost, everywhere)


@dataclass(frozen=True)
class Reading:
    """An answer, read as one by conventions other than the course's.

    rest: the count without them.
    earned: term -> the part of the points that it earns or costs then.
    cost: the part of the points that the conventions cost.
    everywhere: whether the answer follows them in all terms.
    """

    conventions: tuple[Candidate, ...]
    rest: Polynomial
    earned: Mapping[Exponents, float]
    cost: float
    everywhere: bool

    @property
    def by_terms(self) -> float:
        """The part of the points that the terms earn together."""
        return max(round(sum(self.earned.values()), 9), 0.0)


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
        earned = round(reading.by_terms - reading.cost, 9)
        return earned, reading.rest == scheme.expected, -len(reading.conventions)

    def is_likely(reading: Reading) -> bool:
        if not reading.everywhere and any(each.whole for each in reading.conventions):
            return False
        exact = reading.everywhere and reading.rest == scheme.expected
        if not reading.conventions or (exact and len(reading.conventions) == 1):
            return True
        explained = match.is_error and not match.partly
        if explained and not {each.error for each in reading.conventions} <= match.named:
            return False
        right = sum(scheme.is_right(term, reading.rest) for term in scheme.shares)
        return exact or (len(scheme.shares) > 1 and 2 * right >= len(scheme.shares))

    readings = [
        scheme.reading(answer, chosen, forgiven)
        for number in range(MAX_CONVENTIONS + 1)
        for chosen in combinations(conventions, number)
        # A product is charged in one way.
        if sum(each.error.id in OTHER_CHARGES for each in chosen) <= 1
    ]
    best = max(filter(is_likely, readings), key=worth)
    if match.one_slip and best.by_terms <= LEFT_BY_ONE_SLIP:
        best = replace(best, earned={t: s * LEFT_BY_ONE_SLIP for t, s in scheme.shares.items()})
    return best
