"""Candidates: the known errors that a count may have, those that a question names and those that
follow from what any count consists of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...findings.known_error import KnownError
from ..polynomials import Polynomial
from .formulas import Wrong
from .parts import OTHER_CHARGES, Charge, Part, flops, flops_without_first_addition, macs, total
from .sizes import Sizes

ADDED, TIMES = "+", "*"  # in the place of a part: what is added to the count, and a factor of all
COMMON_FACTORS = (1, 2, 4, 8, Fraction(1, 2))

Calls = Mapping[str, Sequence[str]]  # earlier question -> the parts that its answer counts


class Cost(Enum):
    """What a known error costs; `credit` says how."""

    TERMS = "the terms that are wrong"
    HALF = "half of the points at most"
    QUARTER = "a quarter of the points, once: another convention than the course's"


@dataclass(frozen=True)
class Candidate:
    """A known error that an answer may have.

    effect: what an answer with it counts, minus the right count.
    touches: the places of the parts that it counts wrongly, as far as that is known.
    authored: whether the question names it.
    adds: whether something is counted that belongs to no part.
    pairs: whether it is so usual that it is looked for beside another one. Sizes in wrong places
        are not: so many are possible that two of them explain what they haven't caused.
    """

    error: KnownError
    effect: Polynomial
    touches: frozenset[int] = frozenset()
    cost: Cost = Cost.TERMS
    authored: bool = False
    adds: bool = False
    pairs: bool = True

    @property
    def only_adds(self) -> bool:
        """Whether the count is only larger by it; two such errors can go together."""
        return all(number > 0 for number in self.effect.terms.values())

    def goes_with(self, other: Candidate) -> bool:
        """Whether an answer may have both. Two errors with one part, or with all of them, don't add
        up."""
        if not (self.pairs and other.pairs):
            return False
        if self.authored and other.authored:
            apart = not self.touches & other.touches
            return self != other and (apart or (self.only_adds and other.only_adds))
        if self.touches & other.touches:
            return False
        return self.authored or other.authored or len(self.touches) == len(other.touches) == 1


# --- those that a question names -----------------------------------------------------------------


def authored(
    error: KnownError, wrong: Wrong, parts: Sequence[Part], sizes: Sizes, *, convention: bool
) -> Candidate:
    """An error that a question names, with how it counts: a formula, or part -> what is counted for
    it.

    Under "+" stands what is added to the count, under "*" a factor for all of it. A formula doesn't
    say which parts are wrong, unless there is only one. ValueError for a part that the count
    hasn't, and for one that is counted rightly.
    """
    expected, named = total(parts), f"the mistake {error.words or error.id!r}"
    places = {part.name: place for place, part in enumerate(parts)}
    cost = Cost.QUARTER if convention else Cost.TERMS
    if isinstance(wrong, str):
        touches = frozenset(places.values() if len(places) == 1 else ())
        return Candidate(error, sizes.formula(wrong, named) - expected, touches, cost, True)
    formulas = {name: sizes.formula(text, f"{named}, {name!r}") for name, text in wrong}
    count, times = formulas.pop(ADDED, None), formulas.pop(TIMES, None)
    adds, count = count is not None, count or expected * 0
    if unknown := [repr(name) for name in formulas if name not in places]:
        raise ValueError(
            f"{named}: no part {', '.join(unknown)}; the parts are "
            f"{', '.join(map(repr, places))}, and {ADDED!r} adds something to the count"
        )
    for part in parts:
        if formulas.get(part.name) == part.cost():
            raise ValueError(f"{named}: this is what {part.name} costs")
        count += formulas.get(part.name, part.cost())
    touches = frozenset(places[name] for name in formulas)
    if times is not None:
        count, touches, adds = count * times, frozenset(places.values()), False
    if not convention and (times is not None or (adds and not touches)):
        cost = Cost.HALF
    return Candidate(error, count - expected, touches, cost, True, adds)


# --- those of any count --------------------------------------------------------------------------


def usual(parts: Sequence[Part], others: Mapping[str, Polynomial]) -> Iterator[Candidate]:
    """Errors with one part, and conventions.

    others: other question -> the formula that it asks for.
    """
    expected = total(parts)
    if len(parts) > 1:  # what the whole is, or twice the whole, is said of the whole
        yield from _with_one_part(parts, flops)
    for place, part in enumerate(parts):
        facts = {"part": part.name} if len(parts) > 1 else {}
        for error, cost in _with_sizes(part, facts):
            yield Candidate(error, cost - part.cost(), frozenset([place]), pairs=False)
    yield from conventions(parts)
    for question, formula in others.items():
        if formula != expected:
            error = KnownError("counted-as-well", facts={"question": question})
            yield Candidate(error, formula, pairs=False)


def conventions(parts: Sequence[Part]) -> Iterator[Candidate]:
    """The conventions for what a product costs that differ from the course's."""
    for name, charge in OTHER_CHARGES.items():
        changed = [at for at, part in enumerate(parts) if part.cost(charge) != part.cost()]
        if changed:
            effect = total(parts, charge) - total(parts)
            yield Candidate(KnownError(name), effect, frozenset(changed), Cost.QUARTER)


def _with_one_part(parts: Sequence[Part], charge: Charge) -> Iterator[Candidate]:
    """What is usual with a part, where products are charged like this."""
    rest = total(parts, charge) - total(parts)
    for place, part in enumerate(parts):
        cost, facts, touches = part.cost(charge), {"part": part.name}, frozenset([place])
        yield Candidate(KnownError("missing", facts=facts), rest - cost, touches)
        yield Candidate(KnownError("counted-twice", facts=facts), rest + cost, touches)
        if part.product and charge is flops:
            error = KnownError("without-additions", facts=facts)
            yield Candidate(error, macs(part.product) * -1, touches)


def _with_sizes(part: Part, facts: Mapping[str, Any]) -> Iterator[tuple[KnownError, Polynomial]]:
    """A size that is missing, too many or in another's place, and what the part costs then."""
    cost, names = part.cost(), part.other.variables
    for old in names:
        about = {**facts, "size": old}
        if facts:  # else it is the whole count, of which the same is said
            error = KnownError("factor-extra", facts=about)
            yield error, cost * Polynomial.size(old, names)
            if fewer := cost.divided_by(old):
                yield KnownError("factor-missing", facts=about), fewer
        for new in names:
            error = KnownError("size-in-place-of", facts={**facts, "size": new, "of": old})
            if new != old:
                yield from ((error, altered) for altered in part.with_size(old, new))


def throughout(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Sizes in the places of others in the whole count."""
    expected = total(parts)
    used = [name for name in expected.variables if expected.depends_on(name)]
    for old in used:
        for new in expected.variables:
            if new == old:
                continue
            facts = {"size": new, "of": old, "throughout": True}
            exchanged = {"one": old, "other": new}
            found = []
            if len(parts) > 1:
                found.append((KnownError("size-in-place-of", facts=facts), {old: new}))
            if new not in used or old < new:
                both = {old: new, new: old}
                found.append((KnownError("sizes-exchanged", facts=exchanged), both))
            for error, names in found:
                changed = [p for p, each in enumerate(parts) if _renamed(each, names)]
                effect = expected.renamed(names) - expected
                yield Candidate(error, effect, frozenset(changed), pairs=False)


def _renamed(part: Part, names: Mapping[str, str]) -> bool:
    return part.cost().renamed(names) != part.cost()


def exchanged_in_calls(parts: Sequence[Part], calls: Calls) -> Iterator[Candidate]:
    """Two sizes that change places in all parts that an earlier answer counts: in its call."""
    places = {part.name: place for place, part in enumerate(parts)}
    for question, names in calls.items():
        inside = frozenset(places[name] for name in names)
        if len(inside) < 2 or len(inside) == len(parts):  # as with one part, and throughout
            continue
        count = total(parts[place] for place in sorted(inside))
        used = [name for name in count.variables if count.depends_on(name)]
        for one, other in combinations(used, 2):
            facts = {"one": one, "other": other, "question": question}
            effect = count.renamed({one: other, other: one}) - count
            yield Candidate(KnownError("sizes-exchanged", facts=facts), effect, inside, pairs=False)


def seldom(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Rarer errors with one part, and one that is made with all parts that cost the same."""
    if len(parts) < 2:
        return
    places: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts):
        places.setdefault(part.cost(), []).append(place)
        for error, cost in _seldom(part, {"part": part.name}):
            yield Candidate(error, cost - part.cost(), frozenset([place]), pairs=False)
    for cost, alike in places.items():
        if len(alike) < 2:
            continue
        part, facts = parts[alike[0]], {"parts": [parts[place].name for place in alike]}
        ways = [(KnownError("missing", facts=facts), cost * 0)]
        ways.append((KnownError("counted-twice", facts=facts), cost * 2))
        if part.product:
            ways.append((KnownError("without-additions", facts=facts), part.cost(macs)))
        for error, altered in (*ways, *_seldom(part, facts), *_with_sizes(part, facts)):
            effect = (altered - cost) * len(alike)
            yield Candidate(error, effect, frozenset(alike), pairs=False)


def _seldom(part: Part, facts: Mapping[str, Any]) -> Iterator[tuple[KnownError, Polynomial]]:
    """2n − 1 in this part alone, or sizes added."""
    if part.product:
        error = KnownError("dot-product-2n-1", facts=facts)
        yield error, part.cost(flops_without_first_addition)
    cost, names = part.cost(), part.other.variables
    for first, second in combinations(names, 2):
        without = cost.divided_by(first)
        without = without and without.divided_by(second)
        if without:
            both = Polynomial.size(first, names) + Polynomial.size(second, names)
            error = KnownError("sizes-added", facts={**facts, "one": first, "other": second})
            yield error, without * both


def partly_without_additions(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Several products that lack their additions, while others have theirs.

    Products of one cost can't be told apart: all of them lack theirs, or none does. Where each is
    one of two, it may as well be that one is missing. Only products that cost a single term are
    looked at.
    """
    alike: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts):
        if part.product and len((cost := macs(part.product)).terms) == 1:
            alike.setdefault(cost, []).append(place)
    found = [(frozenset[int](), total(parts) * 0, False)]
    for cost, places in alike.items():
        found += [
            (chosen | {*places}, effect - cost * len(places), is_clear or len(places) % 2 == 1)
            for chosen, effect, is_clear in found
        ]
    for chosen, effect, is_clear in found:
        without = [part.name for place, part in enumerate(parts) if place in chosen]
        others = [p.name for place, p in enumerate(parts) if p.product and place not in chosen]
        error = KnownError("without-additions", facts={"parts": without})
        if len(others) < len(without):
            error = KnownError("multiply-accumulates", facts={"but": others})
        if is_clear:
            yield Candidate(error, effect, chosen, pairs=False)


def factors(parts: Sequence[Part], others: Mapping[str, Polynomial]) -> Iterator[Candidate]:
    """A size as a factor of everything, a number beside it; or a count of something else, or of
    nothing."""
    expected = total(parts)
    for question, formula in others.items():
        error = KnownError("asks-for", facts={"question": question})
        yield Candidate(error, formula - expected, pairs=False)
    for error, count in _times_sizes(expected):
        for number in COMMON_FACTORS:
            facts = {**error.facts} if number == 1 else {**error.facts, "number": str(number)}
            cost = Cost.HALF if number == 1 else Cost.TERMS
            named = KnownError(error.id, facts=facts)
            yield Candidate(named, count * number - expected, cost=cost, pairs=False)
    free = "not-free" if any(part.product for part in parts) else "nothing"
    yield Candidate(KnownError(free), expected * -1, pairs=False)


def by_another_convention(parts: Sequence[Part], charged: Candidate) -> Iterator[Candidate]:
    """What is usual with one part, and a size too few or too many, by another convention for
    products; `effect` is that of both."""
    charge = OTHER_CHARGES[charged.error.id]
    for error, count in _times_sizes(total(parts, charge)):
        yield Candidate(error, count - total(parts), pairs=False)
    if len(parts) > 1:
        yield from _with_one_part(parts, charge)


def _times_sizes(count: Polynomial) -> Iterator[tuple[KnownError, Polynomial]]:
    for size in count.variables:
        facts = {"size": size}
        times = count * Polynomial.size(size, count.variables)
        yield KnownError("factor-extra", facts=facts), times
        if fewer := count.divided_by(size):
            yield KnownError("factor-missing", facts=facts), fewer
