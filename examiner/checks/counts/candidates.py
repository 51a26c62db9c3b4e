"""What may be wrong with a count: known errors, each by what an answer with it counts.

A question names some. The others follow from what any count consists of: `generic`, `rarer` and
`rarest` list them, in the order in which they are believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from ...findings.diagnosis import Diagnosis
from ..misconceptions import ADDED, TIMES
from ..polynomials import Polynomial
from .cost_terms import (
    OTHER_CHARGES,
    CostTerm,
    Sizes,
    Wrong,
    flops_without_first_addition,
    macs,
    total,
)

COMMON_FACTORS = (1, 2, 4, 8, Fraction(1, 2))  # beside a size


@dataclass(frozen=True)
class Candidate:
    """A known error that an answer may have.

    effect: what an answer with it counts, minus the right count.
    touches: the places of the parts that it counts wrongly, as far as that is known.
    by_question: whether the question names it.
    adds: whether something is counted that belongs to no part.
    pairs: whether it is so usual that it is looked for beside another one. Sizes in wrong places
        are looked for beside such a one only: two of them explain what they haven't caused. Of a
        question's own, only what is made everywhere or not at all, such as bytes in the place of
        numbers, doesn't pair.
    by: the convention for products by which it is made.
    """

    error: Diagnosis
    effect: Polynomial
    touches: frozenset[int] = frozenset()
    by_question: bool = False
    adds: bool = False
    pairs: bool = False
    by: Diagnosis | None = None


# --- those that a question names -----------------------------------------------------------------


def of_question(
    error: Diagnosis,
    wrong: Wrong,
    parts: Sequence[CostTerm],
    sizes: Sizes,
    *,
    is_convention: bool = False,
) -> Candidate:
    """A misconception of the question, with how it counts. A formula doesn't say which parts are
    wrong, unless there is only one. ValueError as `counted_otherwise`.
    """
    count = counted_otherwise(wrong, parts, sizes, f"the mistake {error.id!r}")
    by_part = dict(wrong) if isinstance(wrong, tuple) else {}
    touches = frozenset(at for at, part in enumerate(parts) if part.name in by_part)
    adds = ADDED in by_part
    if TIMES in by_part or (not isinstance(wrong, tuple) and len(parts) == 1):
        touches, adds = frozenset(range(len(parts))), False
    whole = is_convention and str(by_part.get(TIMES, "")).isdecimal()
    return Candidate(error, count - total(parts), touches, True, adds, pairs=not whole)


def counted_otherwise(wrong: Wrong, parts: Sequence[CostTerm], sizes: Sizes, of: str) -> Polynomial:
    """The whole count by a formula, or part -> what is counted for it.

    Under "+" stands what is added to the count, under "*" a factor for all of it. of: what counts
    so. ValueError for a part that the count hasn't, and for one that is counted rightly.
    """
    if not isinstance(wrong, tuple):
        return sizes.polynomial(wrong, of)
    formulas = {name: sizes.polynomial(each, f"{of}, {name!r}") for name, each in wrong}
    costs = {part.name: part.cost() for part in parts}
    if unknown := formulas.keys() - costs.keys() - {ADDED, TIMES}:
        raise ValueError(
            f"{of}: no part {', '.join(map(repr, sorted(unknown)))}; the parts are "
            f"{', '.join(map(repr, costs))}, and {ADDED!r} adds something to the count"
        )
    for name, cost in costs.items():
        if formulas.get(name) == cost:
            raise ValueError(f"{of}: this is what {name} costs")
    count = formulas.get(ADDED, Polynomial(sizes.names, {}))
    return sum((formulas.get(name, cost) for name, cost in costs.items()), count) * formulas.get(
        TIMES, 1
    )


# --- those of any count --------------------------------------------------------------------------

Facts = Mapping[str, Any]
Errors = Iterator[tuple[Diagnosis, Polynomial]]  # and what is counted with each


def generic(parts: Sequence[CostTerm], others: Mapping[str, Polynomial]) -> Iterator[Candidate]:
    """The most usual ones, which are told beside those of the question: something with one part,
    another convention for products, the answer to another question (others: name -> formula)
    counted as well."""
    for place, part in enumerate(parts):
        facts = {"part": part.name} if len(parts) > 1 else {}
        yield from _made_with(parts, [place], _left_out(part, facts), pairs=True)
        yield from _made_with(parts, [place], _with_sizes(part, facts))
    yield from conventions(parts)
    for question, formula in _of_others(parts, others):
        error = Diagnosis("counted-as-well", facts={"question": question})
        yield Candidate(error, formula)


def rarer(
    parts: Sequence[CostTerm], others: Mapping[str, Polynomial]
) -> Iterator[Iterable[Candidate]]:
    """Those that are told where no more usual one has the same effect, kind by kind."""
    expected = total(parts)
    yield _throughout(parts)
    yield (
        Candidate(Diagnosis("asks-for", facts={"question": question}), formula - expected)
        for question, formula in _of_others(parts, others)
    )
    yield _factors(parts)
    yield _partly_without_additions(parts)
    yield _by_another_convention(parts)


def rarest(parts: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Those that are told where no two others have the effect: rare ones with one part, and any
    that is made with all parts that cost the same."""
    alike: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts if len(parts) > 1 else ()):
        alike.setdefault(part.cost(), []).append(place)
        yield from _made_with(parts, [place], _seldom(part, {"part": part.name}))
    for places in alike.values():
        part, facts = parts[places[0]], {"parts": [parts[place].name for place in places]}
        for ways in (_left_out, _seldom, _with_sizes) if len(places) > 1 else ():
            yield from _made_with(parts, places, ways(part, facts))


def conventions(parts: Sequence[CostTerm]) -> Iterator[Candidate]:
    """The conventions for what a product costs that differ from the course's."""
    for name, charge in OTHER_CHARGES.items():
        changed = [at for at, part in enumerate(parts) if part.cost(charge) != part.cost()]
        if changed:
            effect, touches = total(parts, charge) - total(parts), frozenset(changed)
            yield Candidate(Diagnosis(name), effect, touches, pairs=True)


def _of_others(
    parts: Sequence[CostTerm], others: Mapping[str, Polynomial]
) -> Iterator[tuple[str, Polynomial]]:
    return ((name, each) for name, each in others.items() if each != total(parts))


# --- with a part. facts: its name, or those of several; none where it is the whole count ---------


def _made_with(
    parts: Sequence[CostTerm], places: Sequence[int], ways: Errors, *, pairs: bool = False
) -> Iterator[Candidate]:
    """Errors that are made in each of these parts, which cost the same."""
    right = parts[places[0]].cost()
    for error, cost in ways:
        yield Candidate(error, (cost - right) * len(places), frozenset(places), pairs=pairs)


def _left_out(part: CostTerm, facts: Facts) -> Errors:
    """Left out or counted twice, or the additions left out; of the whole count other things are
    said then."""
    if facts:
        yield Diagnosis("missing", facts=facts), part.cost() * 0
        yield Diagnosis("counted-twice", facts=facts), part.cost() * 2
        if part.product:
            yield Diagnosis("without-additions", facts=facts), part.cost(macs)


def _with_sizes(part: CostTerm, facts: Facts) -> Errors:
    """A size that is missing, too many or in another's place."""
    if facts:
        yield from times_sizes(part.cost(), facts)
    for old, new in permutations(part.other.variables, 2):
        error = Diagnosis("size-in-place-of", facts={**facts, "size": new, "place": old})
        yield from ((error, cost) for cost in part.with_size(old, new))


def times_sizes(count: Polynomial, facts: Facts) -> Errors:
    """A size too often, or too seldom, as a factor."""
    for size in count.variables:
        more = count * Polynomial.size(size, count.variables)
        yield Diagnosis("factor-extra", facts={"size": size, **facts}), more
        if fewer := count.divided_by(size):
            yield Diagnosis("factor-missing", facts={"size": size, **facts}), fewer


def _seldom(part: CostTerm, facts: Facts) -> Errors:
    """2n − 1 in this part alone, or sizes added."""
    if part.product:
        error = Diagnosis("dot-product-2n-1", facts=facts)
        yield error, part.cost(flops_without_first_addition)
    names = part.other.variables
    for first, second in combinations(names, 2):
        without = part.cost().divided_by(first)
        if without and (without := without.divided_by(second)):
            both = Polynomial.size(first, names) + Polynomial.size(second, names)
            error = Diagnosis("sizes-added", facts={**facts, "one": first, "other": second})
            yield error, without * both


# --- with the whole ------------------------------------------------------------------------------


def _throughout(parts: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Sizes in the places of others in the whole count."""
    expected = total(parts)
    names = expected.variables
    used = [name for name in names if expected.depends_on(name)]
    for old, new in permutations(names, 2):
        there, here = Polynomial.size(old, names), Polynomial.size(new, names)
        found = []
        if old in used and len(parts) > 1:
            facts = {"size": new, "place": old, "throughout": True}
            found.append((Diagnosis("size-in-place-of", facts=facts), {old: here}))
        if old in used and (new not in used or old < new):
            facts = {"one": old, "other": new}
            found.append((Diagnosis("sizes-exchanged", facts=facts), {old: here, new: there}))
        for error, change in found:
            effects = [part.cost().substitute(change) - part.cost() for part in parts]
            changed = frozenset(at for at, effect in enumerate(effects) if effect.terms)
            yield Candidate(error, sum(effects, expected * 0), changed)


def _factors(parts: Sequence[CostTerm]) -> Iterator[Candidate]:
    """A size as a factor of everything, and a number beside it; or nothing at all."""
    expected = total(parts)
    for number in COMMON_FACTORS:
        facts = {} if number == 1 else {"number": str(number)}
        for error, count in times_sizes(expected, facts):
            yield Candidate(error, count * number - expected)
    free = "not-free" if any(part.product for part in parts) else "zero-count"
    yield Candidate(Diagnosis(free), expected * -1)


def _by_another_convention(parts: Sequence[CostTerm]) -> Iterator[Candidate]:
    """By each of these, a size too few or too many, or a part left out or counted twice."""
    for by in conventions(parts):
        charge = OTHER_CHARGES[by.error.id]
        count = total(parts, charge)
        wrong = [(error, changed - count) for error, changed in times_sizes(count, {})]
        for part in parts if len(parts) > 1 else ():
            charged = CostTerm(part.name, (), part.cost(charge))
            ways = _left_out(charged, {"part": part.name})
            wrong += [(error, changed - charged.other) for error, changed in ways]
        for error, effect in wrong:
            yield Candidate(error, by.effect + effect, by=by.error)


def _partly_without_additions(parts: Sequence[CostTerm]) -> Iterator[Candidate]:
    """Several products that lack their additions, while others have theirs.

    Products of one cost can't be told apart: all of them lack theirs, or none does, or one. Of two
    that do one may as well be missing, which is told where most have theirs. Only products that
    cost a single term are looked at.
    """
    alike: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts):
        if part.product and len((cost := macs(*part.product)).terms) == 1:
            alike.setdefault(cost, []).append(place)

    def names(places: Iterable[int]) -> list[str]:
        return [parts[place].name for place in places]

    choices = [("none", "all", "one")[: 2 + (len(places) > 1)] for places in alike.values()]
    for ways in product(*choices):
        chosen = [(w, *each) for w, each in zip(ways, alike.items(), strict=True) if w != "none"]
        touches = frozenset(place for _, _, places in chosen for place in places)
        without = sorted(at for way, _, places in chosen if way == "all" for at in places)
        one_of = [names(places) for way, _, places in chosen if way == "one"]
        even = [names(at) for way, _, at in chosen if way == "all" and len(at) % 2 == 0]
        if len(even) == len(chosen):  # half of these may as well be missing
            continue
        lacking = (cost * (1 if way == "one" else len(at)) for way, cost, at in chosen)
        facts = {"one_of": one_of} if one_of else {}
        halves = {"even": even} if even else {}
        error = Diagnosis("without-additions", facts={"parts": names(without), **facts, **halves})
        others = names(at for at, p in enumerate(parts) if p.product and at not in touches)
        if len(others) < len(without):
            error = Diagnosis("multiply-accumulates", facts={"but": others, **facts})
        yield Candidate(error, sum(lacking, total(parts) * 0) * -1, touches)
