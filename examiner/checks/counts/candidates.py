"""Candidates: the known errors that a count may have, those that a question names and those that
follow from what any count consists of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from ...findings.known_error import KnownError
from ..polynomials import Polynomial
from .parts import OTHER_CHARGES, Part, flops_without_first_addition, macs, total
from .sizes import Sizes, Wrong

ADDED, TIMES = "+", "*"  # in the place of a part: what is added to the count, and a factor of all
COMMON_FACTORS = (1, 2, 4, 8, Fraction(1, 2))


class Cost(Enum):
    """What a known error costs; `credit` says how."""

    BY_TERMS = "the terms that are wrong"
    ONE_SLIP = "the terms that are wrong, but half of the points at most"
    CONVENTION = "a quarter of the points, once: another convention than the course's"


@dataclass(frozen=True)
class Candidate:
    """A known error that an answer may have.

    effect: what an answer with it counts, minus the right count.
    touches: the places of the parts that it counts wrongly, as far as that is known.
    by_question: whether the question names it.
    adds: whether something is counted that belongs to no part.
    pairs: whether it is so usual that it is looked for beside another one. Sizes in wrong places
        are looked for beside such a one only: two of them explain what they haven't caused.
    whole: whether it is made everywhere or not at all, such as bytes in the place of numbers.
    by: the convention for products by which it is made.
    """

    error: KnownError
    effect: Polynomial
    touches: frozenset[int] = frozenset()
    cost: Cost = Cost.BY_TERMS
    by_question: bool = False
    adds: bool = False
    pairs: bool = False
    whole: bool = False
    by: KnownError | None = None

    def goes_with(self, other: Candidate) -> bool:
        """Whether an answer may have both. Two errors with one part don't add up."""
        return self != other and not self.touches & other.touches


# --- those that a question names -----------------------------------------------------------------


def of_question(
    error: KnownError, wrong: Wrong, parts: Sequence[Part], sizes: Sizes, cost: Cost
) -> Candidate:
    """An error that a question names, with how it counts. A formula doesn't say which parts are
    wrong, unless there is only one. ValueError as `counted_otherwise`.
    """
    count = counted_otherwise(wrong, parts, sizes, f"the mistake {error.id!r}")
    places = {part.name: place for place, part in enumerate(parts)}
    by_part = {} if isinstance(wrong, str) else dict(wrong)
    changed = by_part.keys()
    touches, adds = frozenset(places[name] for name in changed & places.keys()), ADDED in changed
    if TIMES in changed or (isinstance(wrong, str) and len(parts) == 1):
        touches, adds = frozenset(places.values()), False
    if cost == Cost.BY_TERMS and (TIMES in changed or (adds and not touches)):
        cost = Cost.ONE_SLIP
    whole = cost == Cost.CONVENTION and by_part.get(TIMES, "").isdecimal()
    return Candidate(error, count - total(parts), touches, cost, True, adds, not whole, whole)


def counted_otherwise(wrong: Wrong, parts: Sequence[Part], sizes: Sizes, of: str) -> Polynomial:
    """The whole count by a formula, or part -> what is counted for it.

    Under "+" stands what is added to the count, under "*" a factor for all of it. of: what counts
    so. ValueError for a part that the count hasn't, and for one that is counted rightly.
    """
    if isinstance(wrong, str):
        return sizes.formula(wrong, of)
    formulas = {name: sizes.formula(text, f"{of}, {name!r}") for name, text in wrong}
    if unknown := formulas.keys() - {part.name for part in parts} - {ADDED, TIMES}:
        raise ValueError(
            f"{of}: no part {', '.join(map(repr, sorted(unknown)))}; the parts are "
            f"{', '.join(repr(part.name) for part in parts)}, and {ADDED!r} adds something to the "
            "count"
        )
    for part in parts:
        if formulas.get(part.name) == part.cost():
            raise ValueError(f"{of}: this is what {part.name} costs")
    count = sum(
        (formulas.get(part.name, part.cost()) for part in parts),
        formulas.get(ADDED, Polynomial(sizes.names, {})),
    )
    return count * formulas.get(TIMES, 1)


# --- those of any count --------------------------------------------------------------------------

Facts = Mapping[str, Any]


def of_one_part(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Errors with one part of a count."""
    for place, part in enumerate(parts):
        facts = {"part": part.name} if len(parts) > 1 else {}
        for ways in (_usual, _with_sizes):
            for error, cost in ways(part, facts):
                effect = cost - part.cost()
                yield Candidate(error, effect, frozenset([place]), pairs=ways is _usual)


def seldom(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Rarer errors with one part, and one that is made with all parts that cost the same."""
    alike: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts if len(parts) > 1 else ()):
        alike.setdefault(part.cost(), []).append(place)
        for error, cost in _seldom(part, {"part": part.name}):
            yield Candidate(error, cost - part.cost(), frozenset([place]))
    for places in alike.values():
        part, facts = parts[places[0]], {"parts": [parts[place].name for place in places]}
        for ways in (_usual, _seldom, _with_sizes) if len(places) > 1 else ():
            for error, cost in ways(part, facts):
                effect = (cost - part.cost()) * len(places)
                yield Candidate(error, effect, frozenset(places))


def _usual(part: Part, facts: Facts) -> Iterator[tuple[KnownError, Polynomial]]:
    """Errors with one part, and what it costs with each. facts: the part, or several that cost the
    same; none where it is the whole count, of which the same is said."""
    if facts:
        yield KnownError("missing", facts=facts), part.cost() * 0
        yield KnownError("counted-twice", facts=facts), part.cost() * 2
        if part.product:
            yield KnownError("without-additions", facts=facts), part.cost(macs)


def _with_sizes(part: Part, facts: Facts) -> Iterator[tuple[KnownError, Polynomial]]:
    """A size that is missing, too many or in another's place."""
    names = part.other.variables
    if facts:
        yield from times_sizes(part.cost(), facts)
    for old, new in permutations(names, 2):
        error = KnownError("size-in-place-of", facts={**facts, "size": new, "place": old})
        yield from ((error, cost) for cost in part.with_size(old, new))


def _seldom(part: Part, facts: Facts) -> Iterator[tuple[KnownError, Polynomial]]:
    """2n − 1 in this part alone, or sizes added."""
    if part.product:
        error = KnownError("dot-product-2n-1", facts=facts)
        yield error, part.cost(flops_without_first_addition)
    names = part.other.variables
    for first, second in combinations(names, 2):
        without = part.cost().divided_by(first)
        if without and (without := without.divided_by(second)):
            both = Polynomial.size(first, names) + Polynomial.size(second, names)
            error = KnownError("sizes-added", facts={**facts, "one": first, "other": second})
            yield error, without * both


def conventions(parts: Sequence[Part]) -> Iterator[Candidate]:
    """The conventions for what a product costs that differ from the course's."""
    for name, charge in OTHER_CHARGES.items():
        changed = [at for at, part in enumerate(parts) if part.cost(charge) != part.cost()]
        if changed:
            effect = total(parts, charge) - total(parts)
            touches = frozenset(changed)
            yield Candidate(KnownError(name), effect, touches, Cost.CONVENTION, pairs=True)


def by_another_convention(parts: Sequence[Part]) -> Iterator[Candidate]:
    """What is usual with one part, and a size too few or too many, by each of these."""
    for by in conventions(parts):
        count = total(parts) + by.effect
        for error, times in times_sizes(count, {}):
            yield Candidate(error, times - total(parts), by=by.error)
        for part in parts if len(parts) > 1 else ():
            cost, facts = part.cost(OTHER_CHARGES[by.error.id]), {"part": part.name}
            for error, altered in _usual(Part(part.name, None, cost), facts):
                yield Candidate(error, by.effect + altered - cost, by=by.error)


def partly_without_additions(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Several products that lack their additions, while others have theirs.

    Products of one cost can't be told apart: all of them lack theirs, or none does, or one. Of two
    that do one may as well be missing, which is told where most have theirs. Only products that
    cost a single term are looked at.
    """
    alike: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts):
        if part.product and len((cost := macs(part.product)).terms) == 1:
            alike.setdefault(cost, []).append(place)
    found = [(frozenset[int](), frozenset[int](), total(parts) * 0, False)]
    for cost, places in alike.items():
        here = frozenset(places)
        found += [
            way
            for all_of, one_of, effect, is_clear in found
            for way in [
                (all_of | here, one_of, effect - cost * len(here), is_clear or len(here) % 2 == 1),
                (all_of, one_of | here, effect - cost, True),
            ][: len(here)]
        ]
    for all_of, one_of, effect, is_clear in found:
        without = [part.name for place, part in enumerate(parts) if place in all_of]
        without_one = [
            [parts[at].name for at in places if at in one_of] for places in alike.values()
        ]
        others = [p.name for at, p in enumerate(parts) if p.product and at not in all_of | one_of]
        facts = {"one_of": list(filter(None, without_one))} if one_of else {}
        even = [here for here in alike.values() if {*here} <= all_of and len(here) % 2 == 0]
        halves = {"even": [[parts[at].name for at in here] for here in even]} if even else {}
        error = KnownError("without-additions", facts={"parts": without, **facts, **halves})
        if len(others) < len(without):
            error = KnownError("multiply-accumulates", facts={"but": others, **facts})
        if is_clear:
            yield Candidate(error, effect, all_of | one_of)


def throughout(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Sizes in the places of others in the whole count."""
    expected = total(parts)
    used = [name for name in expected.variables if expected.depends_on(name)]
    for old, new in permutations(expected.variables, 2):
        facts, found = {"size": new, "place": old, "throughout": True}, []
        if old in used and len(parts) > 1:
            found.append((KnownError("size-in-place-of", facts=facts), {old: new}))
        if old in used and (new not in used or old < new):
            error = KnownError("sizes-exchanged", facts={"one": old, "other": new})
            found.append((error, {old: new, new: old}))
        for error, names in found:
            costs = [part.cost() for part in parts]
            changed = [at for at, cost in enumerate(costs) if cost.renamed(names) != cost]
            yield Candidate(error, expected.renamed(names) - expected, frozenset(changed))


def factors(parts: Sequence[Part]) -> Iterator[Candidate]:
    """A size as a factor of everything, and a number beside it; or nothing at all."""
    expected = total(parts)
    for number in COMMON_FACTORS:
        facts = {} if number == 1 else {"number": str(number)}
        cost = Cost.ONE_SLIP if number == 1 else Cost.BY_TERMS
        for error, count in times_sizes(expected, facts):
            yield Candidate(error, count * number - expected, cost=cost)
    free = "not-free" if any(part.product for part in parts) else "zero-count"
    yield Candidate(KnownError(free), expected * -1)


def times_sizes(count: Polynomial, facts: Facts) -> Iterator[tuple[KnownError, Polynomial]]:
    """A size too often, or too seldom, as a factor."""
    for size in count.variables:
        times = count * Polynomial.size(size, count.variables)
        yield KnownError("factor-extra", facts={"size": size, **facts}), times
        if fewer := count.divided_by(size):
            yield KnownError("factor-missing", facts={"size": size, **facts}), fewer


def of_other_questions(
    expected: Polynomial, others: Mapping[str, Polynomial], *, as_well: bool
) -> Iterator[Candidate]:
    """What another question asks for, by its name: counted as well, or in the place of this."""
    for question, formula in others.items():
        facts = {"question": question}
        if not as_well:
            yield Candidate(KnownError("asks-for", facts=facts), formula - expected)
        elif formula != expected:
            yield Candidate(KnownError("counted-as-well", facts=facts), formula, cost=Cost.ONE_SLIP)
