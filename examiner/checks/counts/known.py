"""The known errors of a count: all that it may have, by what an answer with one counts.

Some a question names, the others follow from what any count consists of. An answer is looked up by
its effect, the difference between what it counts and the right count; a name is given only if it
explains all of that. One error goes before two, and two are named only if no other two come to the
same with other parts. Errors with one effect can't be told apart, so all are told, "A, or B". Left
unsaid are only usual ones with parts that the question's own words are about, and rarer ones where
a more usual one comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, permutations, product
from typing import Any

from ...findings.known_error import KnownError
from ..polynomials import Polynomial
from .parts import OTHER_CHARGES, Part, Sizes, Wrong, flops_without_first_addition, macs, total

ADDED, TIMES = "+", "*"  # in the place of a part: what is added to the count, and a factor of all
COMMON_FACTORS = (1, 2, 4, 8, Fraction(1, 2))  # beside a size
LIKELY_FACTORS = (Fraction(1, 2), 2, 3)  # half of a sum, both ways, a pass there and back
MAX_READINGS = 3  # that one message spells out where the question names none of them
# What an answer is in place of a count with an error. No later answer rests on it.
NO_COUNT = ("asks-for", "not-free", "zero-count")


class Cost(Enum):
    """What a known error costs; `key` says how."""

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
        are looked for beside such a one only: two of them explain what they haven't caused. Of a
        question's own, only what is made everywhere or not at all, such as bytes in the place of
        numbers, doesn't pair.
    by: the convention for products by which it is made.
    """

    error: KnownError
    effect: Polynomial
    touches: frozenset[int] = frozenset()
    cost: Cost = Cost.BY_TERMS
    by_question: bool = False
    adds: bool = False
    pairs: bool = False
    by: KnownError | None = None


Group = list[Candidate]  # those with one effect


@dataclass(frozen=True)
class Match:
    """What explains a wrong count.

    errors: one known error, or two together.
    groups: the candidates that each of them may be, where they are known.
    one_slip: whether it costs half of the points at most.
    two: whether it takes two errors, none of them a convention.
    partly: whether it may be another convention that is followed in some terms only.
    is_error: whether it is an error, which may be carried into a later answer.
    """

    errors: tuple[KnownError, ...] = ()
    groups: tuple[Group, ...] = ()
    one_slip: bool = False
    two: bool = False
    partly: bool = False
    is_error: bool = True

    @property
    def touches(self) -> frozenset[int]:
        """The places of the parts that are counted wrongly, if it is known that no other is: all
        that may be, where several cost the same."""
        if not all(each.touches and not each.adds for group in self.groups for each in group):
            return frozenset()
        return frozenset(at for group in self.groups for each in group for at in each.touches)

    @property
    def least(self) -> list[frozenset[int]]:
        """Those of each group by the reading with the fewest parts."""
        return [min((each.touches for each in group), key=len) for group in self.groups]

    @property
    def named(self) -> frozenset[KnownError]:
        """All errors that it may be."""
        return frozenset(chain.from_iterable(map(_each_of, self.errors)))


def _each_of(error: KnownError) -> Iterator[KnownError]:
    of = error.facts.get("readings") or error.facts.get("errors")
    yield from chain.from_iterable(map(_each_of, of)) if of else (error,)


NOTHING = Match(is_error=False)


class Table:
    """The known errors of one count.

    by_question: those that the question names.
    others: other question -> the formula that it asks for.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        by_question: Iterable[Candidate],
        others: Mapping[str, Polynomial],
    ) -> None:
        self.parts, self.expected, self.others = parts, total(parts), others
        self.by_question: dict[Polynomial, Group] = {}
        for each in by_question:
            if each.effect.terms:
                self.by_question.setdefault(each.effect, []).append(each)
        own = (group[0] for group in self.by_question.values())
        self.conventions = [
            each for each in (*own, *_conventions(parts)) if each.cost == Cost.CONVENTION
        ]

    def match(self, answer: Polynomial) -> Match:
        """What explains this answer: nothing the right one, and one that has no known error."""
        effect = answer - self.expected
        if not effect.terms:
            return NOTHING
        if effect in self._known:
            return self._of(self._known[effect], answer)
        if (number := times(answer, self.expected)) is not None:
            is_slip = number in LIKELY_FACTORS
            one_slip = is_slip and len(self.expected.terms) > 1
            return Match((times_number(number),), one_slip=one_slip, is_error=is_slip)
        if not any(answer.degrees):
            return Match((KnownError("constant-count"),), is_error=False)
        pair, rare = self._pair(effect, lambda other: other.pairs), self._rare.get(effect, [])
        if not pair.errors and not rare:
            pair = self._pair(effect, lambda other: len(other.touches) == 1 and not other.by)
        if pair.errors:
            if not rare or pair.touches == Match(groups=(rare,)).touches:
                return pair
            together = KnownError("together", facts={"errors": [*pair.errors]})
            return Match((_one_of([*errors_of(rare), together]),))
        if rare:
            return self._of(rare, answer)
        # Sizes that should matter and don't: no explanation, but a place to look.
        names = self.expected.variables
        ignored = [n for n in names if self.expected.depends_on(n) and not answer.depends_on(n)]
        error = KnownError("size-ignored", facts={"sizes": ignored})
        return Match((error,) if ignored else (), is_error=False)

    def _of(self, group: Group, answer: Polynomial) -> Match:
        first, errors = group[0], errors_of(group)
        usual = (each.error for each in (*group, *self._usual.get(first.effect, ())))
        has_several = max(len(self.parts), len(self.expected.terms)) > 1
        lacking = any(error.id == "without-additions" or "but" in error.facts for error in usual)
        return Match(
            (*errors, first.by) if first.by else errors,
            (group,),
            one_slip=first.cost == Cost.ONE_SLIP and has_several,
            partly=lacking and not first.by,
            is_error=first.by_question or (bool(answer.terms) and first.error.id not in NO_COUNT),
        )

    # --- built when an answer is wrong for the first time ----------------------------------------

    @cached_property
    def _known(self) -> dict[Polynomial, Group]:
        """All errors by their effects; of each the more usual ones.

        The words of the question stand for usual errors with the parts that they are about, and
        for no others.
        """
        known = {effect: list(group) for effect, group in self.by_question.items()}
        for effect, group in self._usual.items():
            own = frozenset[int]().union(*(each.touches for each in known.get(effect, ())))
            told = effect in known
            group = [each for each in group if not (told and each.touches <= own)]
            known.setdefault(effect, []).extend(group)
        known = {effect: group for effect, group in known.items() if errors_of(group)}
        for rarer in (
            _throughout(self.parts),
            self._of_others("asks-for", -1),
            _factors(self.parts),
            _partly_without_additions(self.parts),
            _by_another_convention(self.parts),
        ):
            known |= _by_effect(rarer) | known  # the more usual ones stay
        return known

    @cached_property
    def _usual(self) -> dict[Polynomial, Group]:
        as_well = self._of_others("counted-as-well", 0, Cost.ONE_SLIP)
        return _by_effect([*_of_one_part(self.parts), *_conventions(self.parts), *as_well])

    @cached_property
    def _rare(self) -> dict[Polynomial, Group]:
        return _by_effect(_seldom_made(self.parts))

    def _of_others(self, name: str, so_often: int, cost: Cost = Cost.BY_TERMS) -> Group:
        """What another question asks for, by its name: counted as well, or in the place of this."""
        return [
            Candidate(
                KnownError(name, facts={"question": question}),
                formula + self.expected * so_often,
                cost=cost,
            )
            for question, formula in self.others.items()
            if formula != self.expected
        ]

    # --- two errors ------------------------------------------------------------------------------

    @cached_property
    def _pairing(self) -> dict[Polynomial, Group]:
        found = {e: [each for each in group if each.pairs] for e, group in self._known.items()}
        return {effect: group for effect, group in found.items() if group}

    def _pair(self, effect: Polynomial, may_be_other: Callable[[Candidate], bool]) -> Match:
        """The two effects, one that pairs and one of others, that add up to this one; those with
        the fewest parts. Several must be with the same ones, and are told together, "A, or B".
        """
        found: dict[tuple, Match] = {}
        seen = set()
        for first, ones in self._pairing.items():
            second = effect - first
            others = [] if second in seen else self._known.get(second, [])
            seen.add(first)
            both = [
                (a, b)
                for a in ones
                for b in others
                # Two errors with one part don't add up.
                if may_be_other(b) and a != b and not a.touches & b.touches and _show(a, b)
            ]
            if first == second:  # each pair is there twice: the first stands for all
                both = both[:1]
            groups = tuple([*dict.fromkeys(side)] for side in zip(*both, strict=True))
            sides = [errors_of(group) for group in groups]
            if first == second and groups:  # two parts of more, which no answer tells apart
                one = errors_of(ones)
                several = one[0].facts.get("part") if len(one) == 1 else ""
                if isinstance(several, list) and len(several) > 2:
                    sides = [(replace(one[0], facts={**one[0].facts, "chosen": 2}),)]
            if sides and all(sides):
                match = Match(tuple(chain(*sides)), groups, two=True)
                found.setdefault((match.errors, match.touches, *match.least), match)
        parts = [sum(max(len(places), 1) for places in match.least) for match in found.values()]
        best = [m for m, number in zip(found.values(), parts, strict=True) if number == min(parts)]
        if len({match.touches for match in best}) != 1 or len(best) > MAX_READINGS:
            return NOTHING
        if len(best) == 1:
            return best[0]
        readings = [KnownError("together", facts={"errors": [*match.errors]}) for match in best]
        return replace(best[0], errors=(_one_of(readings),))


def _show(one: Candidate, other: Candidate) -> bool:
    """Whether an answer with both shows them: a single term only shows one that is made twice, and
    where one has too much of a term and the other too little, they explain what neither shows. A
    convention for products changes so many terms that another error may hide it in some.
    """
    if other.pairs and {one.error.id, other.error.id} & {*OTHER_CHARGES}:
        return True
    if len((one.effect + other.effect).terms) == 1 and one.error.id != other.error.id:
        return False
    return not any(number * other.effect[term] < 0 for term, number in one.effect.terms.items())


def _by_effect(found: Iterable[Candidate]) -> dict[Polynomial, Group]:
    """Candidates that no answer tells apart together, but for those that are too many to say."""
    groups: dict[Polynomial, Group] = {}
    for each in found:
        groups.setdefault(each.effect, []).append(each)
    return {effect: group for effect, group in groups.items() if effect.terms and errors_of(group)}


def errors_of(group: Sequence[Candidate]) -> tuple[KnownError, ...]:
    """The one known error that candidates with one effect are, "A, or B"; none where they are too
    many to say. What the question names comes first and is always said.
    """
    found: dict[KnownError, list[str]] = {}  # an error with one of several parts -> these
    for error in (each.error for each in group):
        facts = dict(error.facts)
        part = [facts.pop("part")] if "part" in facts else []
        parts = found.setdefault(replace(error, facts=facts), [])
        parts += [name for name in part if name not in parts]
    readings = [
        replace(
            e,
            facts={"part": parts[0] if len(parts) == 1 else parts, **e.facts} if parts else e.facts,
        )
        for e, parts in found.items()
    ]
    if len(readings) > MAX_READINGS and not group[0].by_question:
        return ()
    return tuple(readings) if len(readings) < 2 else (_one_of(readings),)


def _one_of(readings: Sequence[KnownError]) -> KnownError:
    return KnownError("one-of", facts={"readings": [*readings]})


def times(answer: Polynomial, expected: Polynomial) -> Fraction | None:
    """The number of times that the right count is there."""
    if not answer.terms or answer.terms.keys() != expected.terms.keys():
        return None
    term, right = next(iter(expected.terms.items()))
    number = Fraction(answer.terms[term]) / right
    return number if answer == expected * number else None


def times_number(number: Fraction) -> KnownError:
    return KnownError("times-number", facts={"number": str(number)})


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
    return Candidate(error, count - total(parts), touches, cost, True, adds, pairs=not whole)


def counted_otherwise(wrong: Wrong, parts: Sequence[Part], sizes: Sizes, of: str) -> Polynomial:
    """The whole count by a formula, or part -> what is counted for it.

    Under "+" stands what is added to the count, under "*" a factor for all of it. of: what counts
    so. ValueError for a part that the count hasn't, and for one that is counted rightly.
    """
    if isinstance(wrong, str):
        return sizes.formula(wrong, of)
    formulas = {name: sizes.formula(text, f"{of}, {name!r}") for name, text in wrong}
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
Errors = Iterator[tuple[KnownError, Polynomial]]  # and what is counted with each


def _of_one_part(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Errors with one part of a count."""
    for place, part in enumerate(parts):
        facts = {"part": part.name} if len(parts) > 1 else {}
        yield from _made_alike(parts, [place], _usual(part, facts), pairs=True)
        yield from _made_alike(parts, [place], _with_sizes(part, facts))


def _seldom_made(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Rarer errors with one part, and one that is made with all parts that cost the same."""
    alike: dict[Polynomial, list[int]] = {}
    for place, part in enumerate(parts if len(parts) > 1 else ()):
        alike.setdefault(part.cost(), []).append(place)
        yield from _made_alike(parts, [place], _seldom(part, {"part": part.name}))
    for places in alike.values():
        part, facts = parts[places[0]], {"parts": [parts[place].name for place in places]}
        for ways in (_usual, _seldom, _with_sizes) if len(places) > 1 else ():
            yield from _made_alike(parts, places, ways(part, facts))


def _made_alike(
    parts: Sequence[Part], places: Sequence[int], ways: Errors, *, pairs: bool = False
) -> Iterator[Candidate]:
    """Errors that are made in each of these parts, which cost the same."""
    right = parts[places[0]].cost()
    for error, cost in ways:
        yield Candidate(error, (cost - right) * len(places), frozenset(places), pairs=pairs)


def _usual(part: Part, facts: Facts) -> Errors:
    """Errors with one part. facts: the part, or several that cost the same; none where it is the
    whole count, of which the same is said."""
    if facts:
        yield KnownError("missing", facts=facts), part.cost() * 0
        yield KnownError("counted-twice", facts=facts), part.cost() * 2
        if part.product:
            yield KnownError("without-additions", facts=facts), part.cost(macs)


def _with_sizes(part: Part, facts: Facts) -> Errors:
    """A size that is missing, too many or in another's place."""
    if facts:
        yield from times_sizes(part.cost(), facts)
    for old, new in permutations(part.other.variables, 2):
        error = KnownError("size-in-place-of", facts={**facts, "size": new, "place": old})
        yield from ((error, cost) for cost in part.with_size(old, new))


def _seldom(part: Part, facts: Facts) -> Errors:
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


def times_sizes(count: Polynomial, facts: Facts) -> Errors:
    """A size too often, or too seldom, as a factor."""
    for size in count.variables:
        more = count * Polynomial.size(size, count.variables)
        yield KnownError("factor-extra", facts={"size": size, **facts}), more
        if fewer := count.divided_by(size):
            yield KnownError("factor-missing", facts={"size": size, **facts}), fewer


def _conventions(parts: Sequence[Part]) -> Iterator[Candidate]:
    """The conventions for what a product costs that differ from the course's."""
    for name, charge in OTHER_CHARGES.items():
        changed = [at for at, part in enumerate(parts) if part.cost(charge) != part.cost()]
        if changed:
            effect = total(parts, charge) - total(parts)
            touches = frozenset(changed)
            yield Candidate(KnownError(name), effect, touches, Cost.CONVENTION, pairs=True)


def _by_another_convention(parts: Sequence[Part]) -> Iterator[Candidate]:
    """What is usual with one part, and a size too few or too many, by each of these."""
    for by in _conventions(parts):
        count = total(parts) + by.effect
        for error, changed in times_sizes(count, {}):
            yield Candidate(error, changed - total(parts), by=by.error)
        for part in parts if len(parts) > 1 else ():
            cost, facts = part.cost(OTHER_CHARGES[by.error.id]), {"part": part.name}
            for error, changed in _usual(Part(part.name, (), cost), facts):
                yield Candidate(error, by.effect + changed - cost, by=by.error)


def _partly_without_additions(parts: Sequence[Part]) -> Iterator[Candidate]:
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
        error = KnownError("without-additions", facts={"parts": names(without), **facts, **halves})
        others = names(at for at, p in enumerate(parts) if p.product and at not in touches)
        if len(others) < len(without):
            error = KnownError("multiply-accumulates", facts={"but": others, **facts})
        yield Candidate(error, sum(lacking, total(parts) * 0) * -1, touches)


def _throughout(parts: Sequence[Part]) -> Iterator[Candidate]:
    """Sizes in the places of others in the whole count."""
    expected = total(parts)
    names = expected.variables
    used = [name for name in names if expected.depends_on(name)]
    for old, new in permutations(names, 2):
        there, here = Polynomial.size(old, names), Polynomial.size(new, names)
        found = []
        if old in used and len(parts) > 1:
            facts = {"size": new, "place": old, "throughout": True}
            found.append((KnownError("size-in-place-of", facts=facts), {old: here}))
        if old in used and (new not in used or old < new):
            facts = {"one": old, "other": new}
            found.append((KnownError("sizes-exchanged", facts=facts), {old: here, new: there}))
        for error, change in found:
            costs = [part.cost() for part in parts]
            changed = [at for at, cost in enumerate(costs) if cost.substitute(change) != cost]
            yield Candidate(error, expected.substitute(change) - expected, frozenset(changed))


def _factors(parts: Sequence[Part]) -> Iterator[Candidate]:
    """A size as a factor of everything, and a number beside it; or nothing at all."""
    expected = total(parts)
    for number in COMMON_FACTORS:
        facts = {} if number == 1 else {"number": str(number)}
        cost = Cost.ONE_SLIP if number == 1 else Cost.BY_TERMS
        for error, count in times_sizes(expected, facts):
            yield Candidate(error, count * number - expected, cost=cost)
    free = "not-free" if any(part.product for part in parts) else "zero-count"
    yield Candidate(KnownError(free), expected * -1)
