"""What a count earns, term by term.

Each term of the right count has its share of the points. A term that doesn't belong costs
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
from dataclasses import dataclass, replace
from itertools import chain, combinations

from ..polynomials import Exponents, Polynomial
from .candidates import Candidate
from .known import Match
from .parts import OTHER_CHARGES, Part

OF_A_CONVENTION = 1 / 4  # of the points
OF_EXTRA_TERMS = 1 / 2  # of the points, at most
OF_ONE_TERM = 1 / 2  # of its parts may be wrong where it keeps the share of the others
FEW_EXTRA_TERMS = 2  # that may be more than the right ones, and are no list of all
LEFT_BY_ONE_SLIP = 1 / 2  # of the points, as of a size that is a factor too much or too little
MAX_CONVENTIONS = 2  # that are looked for together


@dataclass(frozen=True)
class Leniency:
    """What terms that aren't right earn all the same, by the error that explains the answer.

    excused: those of parts that the error isn't in, which are right as far as these go.
    kept: other term -> the part of its share that it keeps for the parts that are right.
    in_place: whether each term that doesn't belong stands in the place of one that is wrong.
    """

    excused: Collection[Exponents]
    kept: Mapping[Exponents, float]
    in_place: bool


@dataclass(frozen=True)
class Reading:
    """An answer, read as one by conventions other than the course's, or by none.

    rest: the count without them.
    right: the terms that earn their whole share then. excused: those of them that may be wrong: the
        error that explains the answer isn't in the parts that they count.
    earned: term -> the part of the points that it earns or costs then.
    cost: the part of the points that the conventions cost.
    everywhere: whether the answer follows them in all terms.
    is_whole: whether they explain all of the answer.
    """

    conventions: tuple[Candidate, ...]
    rest: Polynomial
    right: Collection[Exponents]
    excused: Collection[Exponents]
    earned: Mapping[Exponents, float]
    cost: float
    everywhere: bool
    is_whole: bool

    @property
    def by_terms(self) -> float:
        """The part of the points that the terms earn together."""
        return max(round(sum(self.earned.values()), 9), 0.0)

    @property
    def worth(self) -> tuple[float, bool, int]:
        """What of two readings the better one has more of."""
        return round(self.by_terms - self.cost, 9), self.is_whole, -len(self.conventions)

    def at_least(self, least: float, shares: Mapping[Exponents, float]) -> Reading:
        """The same with this part of the points at least: losses are given back in proportion."""
        left = sum(self.earned.values()) - self.cost
        back = max(least - left, 0.0) / (1 - left) if left < 1 else 0.0
        earned = {
            term: part + back * (shares.get(term, 0.0) - part) for term, part in self.earned.items()
        }
        return replace(self, earned=earned, cost=self.cost * (1 - back))


def shares_of(
    expected: Polynomial, parts: Sequence[Part], own: Sequence[tuple[str, float]]
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


@dataclass(frozen=True, eq=False)
class Credit:
    """What the terms of a count earn.

    shares: term of the right count -> its share of all points, 1 together.
    conventions: those that are looked for.
    """

    parts: Sequence[Part]
    expected: Polynomial
    shares: Mapping[Exponents, float]
    conventions: Sequence[Candidate]

    def best(self, answer: Polynomial, match: Match, forgiven: Collection[str]) -> Reading:
        """The reading, by no convention or by some, with which an answer earns most.

        match: what explains the answer. forgiven: conventions that cost nothing here, since an
            earlier answer paid for them.
        """
        leniency = self._leniency(answer, match)
        chosen = (
            each
            for number in range(MAX_CONVENTIONS + 1)
            for each in combinations(self.conventions, number)
            # A product is charged in one way.
            if sum(one.error.id in OTHER_CHARGES for one in each) <= 1
        )
        readings = (self._read(answer, each, leniency, forgiven) for each in chosen)
        best = max((r for r in readings if self._is_likely(r, match)), key=lambda r: r.worth)
        if match.partly:  # a convention that may be followed in some products of a term only
            return best.at_least(1 - OF_A_CONVENTION, self.shares)
        return best.at_least(LEFT_BY_ONE_SLIP, self.shares) if match.one_slip else best

    def _leniency(self, answer: Polynomial, match: Match) -> Leniency:
        """What the error that explains an answer leaves to terms that it isn't in, or not alone."""
        terms_of = [part.cost().terms for part in self.parts]
        own = {term for place in match.touches for term in terms_of[place]}
        if all(answer[term] == self.expected[term] for term in own):
            return Leniency((), {}, in_place=False)
        fewest = Counter(term for place in chain(*match.least) for term in terms_of[place])
        made_of = Counter(chain.from_iterable(terms_of))
        wrong = {term: number / made_of[term] for term, number in fewest.items()}
        kept = {term: 1 - part for term, part in wrong.items() if part <= OF_ONE_TERM}
        # A convention has a price of its own, no higher than that of all terms it changes.
        in_place = match.named.isdisjoint(each.error for each in self.conventions)
        return Leniency(self.shares.keys() - own, kept, in_place)

    def _read(
        self,
        answer: Polynomial,
        chosen: tuple[Candidate, ...],
        leniency: Leniency,
        forgiven: Collection[str],
    ) -> Reading:
        """An answer as one by the chosen conventions, with what its terms earn then."""
        expected, shares = self.expected, self.shares
        rest = answer
        for convention in chosen:
            rest -= convention.effect
        # Where it follows them in some terms only, those that were right are right still.
        changed = [term for term in shares if answer[term] != rest[term]]
        before = {term: answer[term] for term in changed if answer[term] == expected[term]}
        in_some = 2 * len(before) <= len(changed)
        if in_some:
            rest = Polynomial(answer.variables, rest.terms | before)
        right = {t for t in shares if t in leniency.excused or rest[t] == expected[t]}
        earned = {
            term: share * (1.0 if term in right else leniency.kept.get(term, 0.0))
            for term, share in shares.items()
        }
        extra = [term for term in rest.terms if term not in shares]
        replacing = len(extra) if leniency.in_place else len(shares) - len(right)
        few = len(extra) - replacing <= max(FEW_EXTRA_TERMS, len(right))
        most = OF_EXTRA_TERMS if few else 1.0
        for place, term in enumerate(extra):
            cost = min(1 / len(shares), most) if place >= replacing else 0.0
            earned[term] = -cost
            most -= cost
        return Reading(
            chosen,
            rest,
            right,
            leniency.excused,
            earned,
            cost=OF_A_CONVENTION * len({each.error.key for each in chosen} - {*forgiven}),
            everywhere=not (before and in_some),
            is_whole=rest == expected,
        )

    def _is_likely(self, reading: Reading, match: Match) -> bool:
        """Whether somebody may have meant this: one convention that explains all, or several; or
        else half of the terms are right with them (a term alone may be so by chance), and no other
        explanation explains all."""
        chosen, shares = reading.conventions, self.shares
        whole = reading.is_whole and reading.everywhere
        if not reading.everywhere and any(each.by_question and not each.pairs for each in chosen):
            return False
        if not chosen or (whole and len(chosen) == 1):
            return True
        explained = match.is_error and not match.partly
        if explained and not {each.error for each in chosen} <= match.named:
            return False
        return whole or (len(shares) > 1 and 2 * len(reading.right) >= len(shares))
