"""Candidates: the misconceptions that a wrong count may have, each with its effect on the count.

A question names some of them. All others follow from the cost terms of the count:
`generic_candidates`, `rarer_candidates` and `rarest_candidates` list them, the most likely first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from ...findings.diagnosis import Diagnosis
from ..misconceptions import ADDED, TIMES, WrongCount
from ..polynomials import Polynomial
from .cost_terms import (
    OTHER_CHARGES,
    CostTerm,
    Sizes,
    flops_without_first_addition,
    macs,
    total_cost,
)

COMMON_FACTORS = (1, 2, 4, 8, Fraction(1, 2))  # numeric factors that may come with a size


@dataclass(frozen=True)
class Candidate:
    """A misconception that an answer may have, with its effect on the count.

    Two candidates together may explain an answer, but only if one of them is common (`may_pair`).
    Two rare misconceptions, such as two wrong sizes, would explain too many answers by accident.

    Attributes:
        error: The misconception.
        effect: The count of an answer with the misconception, minus the right count.
        touches: The indices of the cost terms that it counts wrongly, as far as that is known.
        by_question: True if the question names it.
        adds: True if it counts something outside the cost terms.
        may_pair: True if it is common enough to be combined with another that is common, or that
            touches a single cost term. A question's own misconceptions are common, except
            conventions that multiply the whole count by a number (bytes per number).
        convention: The convention for products that the answer follows as well.
    """

    error: Diagnosis
    effect: Polynomial
    touches: frozenset[int] = frozenset()
    by_question: bool = False
    adds: bool = False
    may_pair: bool = False
    convention: Diagnosis | None = None


# --- misconceptions of the question --------------------------------------------------------------


def question_candidate(
    error: Diagnosis,
    wrong: WrongCount,
    cost_terms: Sequence[CostTerm],
    sizes: Sizes,
    *,
    is_convention: bool = False,
) -> Candidate:
    """Make the candidate of a misconception that the question names.

    Args:
        error: The misconception.
        wrong: Its effect. A formula doesn't tell which cost terms are wrong, unless there is only
            one.
        cost_terms: The cost terms of the count.
        sizes: The sizes of the question.
        is_convention: True for a convention. A convention that multiplies the whole count by a
            number may not pair.

    Returns:
        The candidate.

    Raises:
        ValueError: See `wrong_count`.
    """
    count = wrong_count(wrong, cost_terms, sizes, f"the misconception {error.id!r}")
    by_part = dict(wrong) if isinstance(wrong, tuple) else {}
    touches = frozenset(at for at, term in enumerate(cost_terms) if term.name in by_part)
    adds = ADDED in by_part
    if TIMES in by_part or (not isinstance(wrong, tuple) and len(cost_terms) == 1):
        touches, adds = frozenset(range(len(cost_terms))), False
    whole = is_convention and str(by_part.get(TIMES, "")).isdecimal()
    return Candidate(error, count - total_cost(cost_terms), touches, True, adds, may_pair=not whole)


def wrong_count(
    wrong: WrongCount, cost_terms: Sequence[CostTerm], sizes: Sizes, of: str
) -> Polynomial:
    """Compute the whole count of an answer with an effect.

    Args:
        wrong: The formula of the whole count, or cost term -> its wrong formula. The key "+" adds a
            formula to the count, the key "*" multiplies the whole count.
        cost_terms: The cost terms of the count.
        sizes: The sizes of the question.
        of: The thing that has this effect, for errors.

    Returns:
        The count.

    Raises:
        ValueError: The count has no such cost term, or the formula of a cost term is the right one.
    """
    if not isinstance(wrong, tuple):
        return sizes.polynomial(wrong, of)
    formulas = {name: sizes.polynomial(each, f"{of}, {name!r}") for name, each in wrong}
    costs = {term.name: term.cost() for term in cost_terms}
    if unknown := formulas.keys() - costs.keys() - {ADDED, TIMES}:
        raise ValueError(
            f"{of}: no term {', '.join(map(repr, sorted(unknown)))}; the terms are "
            f"{', '.join(map(repr, costs))}, and {ADDED!r} adds something to the count"
        )
    for name, cost in costs.items():
        if formulas.get(name) == cost:
            raise ValueError(f"{of}: this is the right cost of {name}, so it changes nothing")
    count = formulas.get(ADDED, Polynomial(sizes.names, {}))
    return sum((formulas.get(name, cost) for name, cost in costs.items()), count) * formulas.get(
        TIMES, 1
    )


# --- generic misconceptions ----------------------------------------------------------------------

Facts = Mapping[str, Any]
Errors = Iterator[tuple[Diagnosis, Polynomial]]  # a misconception, and the cost that it leads to


def generic_candidates(
    cost_terms: Sequence[CostTerm], others: Mapping[str, Polynomial]
) -> Iterator[Candidate]:
    """List the most common generic misconceptions, which a message names beside the question's own.

    They are: an error in one cost term, another convention for products, and the answer to another
    question counted as well.

    Args:
        cost_terms: The cost terms of the count.
        others: Name of another question -> the formula of its answer.

    Yields:
        The candidates.
    """
    for place, term in enumerate(cost_terms):
        facts = {"part": term.name} if len(cost_terms) > 1 else {}
        yield from _candidates(cost_terms, [place], _omissions(term, facts), may_pair=True)
        yield from _candidates(cost_terms, [place], _size_errors(term, facts))
    yield from convention_candidates(cost_terms)
    for question, formula in _of_others(cost_terms, others):
        error = Diagnosis("counted-as-well", facts={"question": question})
        yield Candidate(error, formula)


def rarer_candidates(
    cost_terms: Sequence[CostTerm], others: Mapping[str, Polynomial]
) -> Iterator[Iterable[Candidate]]:
    """List rarer misconceptions, kind by kind. They count if no more common one has the effect."""
    expected = total_cost(cost_terms)
    yield _size_swaps(cost_terms)
    yield (
        Candidate(Diagnosis("asks-for", facts={"question": question}), formula - expected)
        for question, formula in _of_others(cost_terms, others)
    )
    yield _factors(cost_terms)
    yield _partly_without_additions(cost_terms)
    yield _by_another_convention(cost_terms)


def rarest_candidates(cost_terms: Sequence[CostTerm]) -> Iterator[Candidate]:
    """List the rarest misconceptions. They count if no pair of others has the effect.

    They are: rare errors in one cost term, and one error in all cost terms of the same cost.
    """
    same_cost: dict[Polynomial, list[int]] = {}
    for place, term in enumerate(cost_terms if len(cost_terms) > 1 else ()):
        same_cost.setdefault(term.cost(), []).append(place)
        yield from _candidates(cost_terms, [place], _rare_errors(term, {"part": term.name}))
    for places in same_cost.values():
        term, facts = cost_terms[places[0]], {"parts": [cost_terms[place].name for place in places]}
        for errors_in in (_omissions, _rare_errors, _size_errors) if len(places) > 1 else ():
            yield from _candidates(cost_terms, places, errors_in(term, facts))


def convention_candidates(cost_terms: Sequence[CostTerm]) -> Iterator[Candidate]:
    """List the conventions for the cost of a product that differ from the course's."""
    for name, charge in OTHER_CHARGES.items():
        changed = [at for at, term in enumerate(cost_terms) if term.cost(charge) != term.cost()]
        if changed:
            effect, touches = (
                total_cost(cost_terms, charge) - total_cost(cost_terms),
                frozenset(changed),
            )
            yield Candidate(Diagnosis(name), effect, touches, may_pair=True)


def _of_others(
    cost_terms: Sequence[CostTerm], others: Mapping[str, Polynomial]
) -> Iterator[tuple[str, Polynomial]]:
    return ((name, each) for name, each in others.items() if each != total_cost(cost_terms))


# --- errors in a cost term -----------------------------------------------------------------------
# `facts` has the name of the term, or the names of several terms. If the term is the whole count,
# `facts` is empty.


def _candidates(
    cost_terms: Sequence[CostTerm], places: Sequence[int], errors: Errors, *, may_pair: bool = False
) -> Iterator[Candidate]:
    """Make candidates of errors that occur in each cost term at these places, of equal cost."""
    right = cost_terms[places[0]].cost()
    for error, cost in errors:
        yield Candidate(error, (cost - right) * len(places), frozenset(places), may_pair=may_pair)


def _omissions(term: CostTerm, facts: Facts) -> Errors:
    """Omit the term, count it twice, or omit its additions."""
    if facts:  # a whole count has other ids for these errors
        yield Diagnosis("missing", facts=facts), term.cost() * 0
        yield Diagnosis("counted-twice", facts=facts), term.cost() * 2
        if term.product:
            yield Diagnosis("without-additions", facts=facts), term.cost(macs)


def _size_errors(term: CostTerm, facts: Facts) -> Errors:
    """Omit a size, add a size as a factor, or use a size instead of another."""
    if facts:
        yield from times_sizes(term.cost(), facts)
    for old, new in permutations(term.other.variables, 2):
        error = Diagnosis("size-in-place-of", facts={**facts, "size": new, "place": old})
        yield from ((error, cost) for cost in term.with_size(old, new))


def times_sizes(count: Polynomial, facts: Facts) -> Errors:
    """Multiply a count by each size, and divide it by each size.

    Args:
        count: The right count.
        facts: Facts for the diagnoses.

    Yields:
        The misconception and its count.
    """
    for size in count.variables:
        more = count * Polynomial.size(size, count.variables)
        yield Diagnosis("factor-extra", facts={"size": size, **facts}), more
        if fewer := count.divided_by(size):
            yield Diagnosis("factor-missing", facts={"size": size, **facts}), fewer


def _rare_errors(term: CostTerm, facts: Facts) -> Errors:
    """Charge 2n − 1 for dot products in this term alone, or add two sizes in place of a product."""
    if term.product:
        error = Diagnosis("dot-product-2n-1", facts=facts)
        yield error, term.cost(flops_without_first_addition)
    names = term.other.variables
    for first, second in combinations(names, 2):
        without = term.cost().divided_by(first)
        if without and (without := without.divided_by(second)):
            both = Polynomial.size(first, names) + Polynomial.size(second, names)
            error = Diagnosis("sizes-added", facts={**facts, "one": first, "other": second})
            yield error, without * both


# --- errors in the whole count -------------------------------------------------------------------


def _size_swaps(cost_terms: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Use a size instead of another in the whole count, or swap two sizes."""
    expected = total_cost(cost_terms)
    names = expected.variables
    used = [name for name in names if expected.depends_on(name)]
    for old, new in permutations(names, 2):
        there, here = Polynomial.size(old, names), Polynomial.size(new, names)
        found = []
        if old in used and len(cost_terms) > 1:
            facts = {"size": new, "place": old, "throughout": True}
            found.append((Diagnosis("size-in-place-of", facts=facts), {old: here}))
        if old in used and (new not in used or old < new):
            facts = {"one": old, "other": new}
            found.append((Diagnosis("sizes-exchanged", facts=facts), {old: here, new: there}))
        for error, change in found:
            effects = [term.cost().substitute(change) - term.cost() for term in cost_terms]
            changed = frozenset(at for at, effect in enumerate(effects) if effect.terms)
            yield Candidate(error, sum(effects, expected * 0), changed)


def _factors(cost_terms: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Multiply or divide the whole count by a size and a common number; or count nothing."""
    expected = total_cost(cost_terms)
    for number in COMMON_FACTORS:
        facts = {} if number == 1 else {"number": str(number)}
        for error, count in times_sizes(expected, facts):
            yield Candidate(error, count * number - expected)
    free = "not-free" if any(term.product for term in cost_terms) else "zero-count"
    yield Candidate(Diagnosis(free), expected * -1)


def _by_another_convention(cost_terms: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Combine each other convention with a wrong factor, or with a term omitted or doubled."""
    for by in convention_candidates(cost_terms):
        charge = OTHER_CHARGES[by.error.id]
        count = total_cost(cost_terms, charge)
        wrong = [(error, changed - count) for error, changed in times_sizes(count, {})]
        for term in cost_terms if len(cost_terms) > 1 else ():
            charged = CostTerm(term.name, (), term.cost(charge))
            omissions = _omissions(charged, {"part": term.name})
            wrong += [(error, changed - charged.other) for error, changed in omissions]
        for error, effect in wrong:
            yield Candidate(error, by.effect + effect, convention=by.error)


def _partly_without_additions(cost_terms: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Omit the additions of some products but not of others.

    Products of equal cost are indistinguishable, so this function tries three cases for them: all
    of them lack their additions, none does, or one does. If an even number of equal products lacks
    additions, the cost is the same as if half as many were omitted. If no other product lacks its
    additions, there is then no candidate. Otherwise the message mentions this second reading, if
    most products have their additions. The function considers only products with a single monomial.
    """
    nothing = total_cost(cost_terms) * 0
    same_cost: dict[Polynomial, list[int]] = {}
    for place, term in enumerate(cost_terms):
        if term.product and len((cost := macs(*term.product)).terms) == 1:
            same_cost.setdefault(cost, []).append(place)

    def names(places: Iterable[int]) -> list[str]:
        return [cost_terms[place].name for place in places]

    choices = [
        ("none", "all", "one") if len(places) > 1 else ("none", "all")
        for places in same_cost.values()
    ]
    for quantifiers in product(*choices):
        each = zip(quantifiers, same_cost.items(), strict=True)
        chosen = [(how_many, *group) for how_many, group in each if how_many != "none"]
        touches = frozenset(place for _, _, places in chosen for place in places)
        without = sorted(at for how_many, _, places in chosen if how_many == "all" for at in places)
        one_of = [names(places) for how_many, _, places in chosen if how_many == "one"]
        even = [names(at) for how_many, _, at in chosen if how_many == "all" and len(at) % 2 == 0]
        if len(even) == len(chosen):  # the answer may as well omit half of these products
            continue
        lacking = (cost * (1 if how_many == "one" else len(at)) for how_many, cost, at in chosen)
        facts = {"one_of": one_of} if one_of else {}
        halves = {"even": even} if even else {}
        error = Diagnosis("without-additions", facts={"parts": names(without), **facts, **halves})
        others = names(at for at, p in enumerate(cost_terms) if p.product and at not in touches)
        if len(others) < len(without):
            error = Diagnosis("multiply-accumulates", facts={"but": others, **facts})
        yield Candidate(error, sum(lacking, nothing) * -1, touches)
