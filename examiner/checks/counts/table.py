"""The table of a count: all known errors that it may have, by what an answer with one counts.

It is built once for a question. An answer is looked up by its effect, the difference between what
it counts and the right count; a name is given only if it explains all of that. One error goes
before two, and two are named only if no other two come to the same with other parts. Errors with
one effect can't be told apart, so all are told, "A, or B". Left unsaid are only usual ones with
parts that the question's own words are about, and rarer ones where a more usual one comes to the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

from ...findings.known_error import KnownError
from ..polynomials import Polynomial
from . import candidates
from .candidates import Candidate, Cost
from .parts import OTHER_CHARGES, Part, total

MAX_READINGS = 3  # that one message spells out where the question names none of them
LIKELY_FACTORS = (Fraction(1, 2), 2, 3)  # half of a sum, both ways, a pass there and back
# What an answer is in place of a count with an error. No later answer rests on it.
NO_COUNT = ("asks-for", "not-free", "zero-count")

Group = list[Candidate]  # those with one effect


@dataclass(frozen=True)
class Match:
    """What explains a wrong count.

    errors: one known error, or two together.
    touches: the places of the parts that are counted wrongly, if it is known that no other is: all
        that may be, where several cost the same.
    least: those of one reading, of the fewest parts.
    one_slip: whether it costs half of the points at most.
    two: whether it takes two errors, none of them a convention.
    partly: whether it may be another convention that is followed in some terms only.
    is_error: whether it is an error, which may be carried into a later answer.
    shows: whether it is told; else it is what the answer costs, and no more (see `_show`).
    """

    errors: tuple[KnownError, ...] = ()
    touches: frozenset[int] = frozenset()
    least: frozenset[int] = frozenset()
    one_slip: bool = False
    two: bool = False
    partly: bool = False
    is_error: bool = True
    shows: bool = True

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
        *,
        followed: bool = False,
    ) -> None:
        """ValueError if two errors lead to one formula, or one to the right one: no answer could
        tell them apart. followed: the count follows from earlier answers, so nobody could foresee
        that they do.
        """
        self.parts, self.expected, self.others = parts, total(parts), others
        self.by_question: dict[Polynomial, Group] = {}
        for each in by_question:
            group = self.by_question.setdefault(each.effect, []) if each.effect.terms else []
            if not followed and (group or not each.effect.terms):
                raise ValueError(_no_other(each, group, self.expected))
            group.append(each)
        own = (group[0] for group in self.by_question.values())
        self.conventions = [
            each for each in (*own, *candidates.conventions(parts)) if each.cost == Cost.CONVENTION
        ]

    def match(self, answer: Polynomial) -> Match:
        """What explains this answer: nothing the right one, and one that has no known error."""
        effect = answer - self.expected
        if not effect.terms:
            return NOTHING
        if effect in self._known:
            return self._of(self._known[effect], answer)
        if error := proportional(answer, self.expected):
            is_slip = is_likely(error)
            one_slip = is_slip and len(self.expected.terms) > 1
            return Match((error,), one_slip=one_slip, is_error=is_slip)
        if error := constant(answer):
            return Match((error,), is_error=False)
        pair, rare = self._pair(effect, lambda other: other.pairs), self._rare.get(effect, [])
        if not pair.errors and not rare:
            pair = self._pair(effect, lambda other: len(other.touches) == 1 and not other.by)
        if not pair.errors or (rare and not pair.shows):
            return self._of(rare, answer) if rare else self._ignored(answer)
        if not rare or pair.touches == touched(rare):
            return pair
        together = KnownError("together", facts={"errors": [*pair.errors]})
        return Match((KnownError("one-of", facts={"readings": [*errors_of(rare), together]}),))

    def _of(self, group: Group, answer: Polynomial) -> Match:
        first, errors = group[0], errors_of(group)
        usual = (each.error for each in (*group, *self._usual.get(first.effect, ())))
        has_several = max(len(self.parts), len(self.expected.terms)) > 1
        lacking = any(error.id == "without-additions" or "but" in error.facts for error in usual)
        return Match(
            (*errors, first.by) if first.by else errors,
            touched(group),
            least(group),
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
            candidates.throughout(self.parts),
            candidates.of_other_questions(self.expected, self.others, as_well=False),
            candidates.factors(self.parts),
            candidates.partly_without_additions(self.parts),
            candidates.by_another_convention(self.parts),
        ):
            known |= _by_effect(rarer) | known  # the more usual ones stay
        return known

    @cached_property
    def _usual(self) -> dict[Polynomial, Group]:
        usual = (
            candidates.of_one_part(self.parts),
            candidates.conventions(self.parts),
            candidates.of_other_questions(self.expected, self.others, as_well=True),
        )
        return _by_effect(chain(*usual))

    @cached_property
    def _rare(self) -> dict[Polynomial, Group]:
        return _by_effect(candidates.seldom(self.parts))

    # --- two errors, and none --------------------------------------------------------------------

    @cached_property
    def _pairing(self) -> dict[Polynomial, Group]:
        found = {e: [each for each in group if each.pairs] for e, group in self._known.items()}
        return {effect: group for effect, group in found.items() if group}

    def _pair(self, effect: Polynomial, may_be_other: Callable[[Candidate], bool]) -> Match:
        """The two effects, one that pairs and one of others, that add up to this one; those with
        the fewest parts. Several must be with the same ones.
        """
        found: dict[Match, int] = {}  # -> how many parts are wrong, at least
        place = {first: at for at, first in enumerate(self._pairing)}
        for first, ones in self._pairing.items():
            second = effect - first
            others = [each for each in self._known.get(second, ()) if may_be_other(each)]
            if place.get(second, place[first]) < place[first]:  # this pair was looked at
                continue
            both = [(a, b) for a in ones for b in others if a.goes_with(b)]
            shown = [(a, b) for a, b in both if _show(a, b)]
            both = shown or [(a, b) for a, b in both if b.pairs]
            if first == second:  # each pair is there twice: the first stands for all
                both = both[:1]
            groups = [list(dict.fromkeys(side)) for side in zip(*both, strict=True)]
            sides = [errors_of(group) for group in groups]
            errors = tuple(chain(*sides)) if all(sides) else ()
            if first == second:
                errors = two_of(ones) or errors
            if both and errors:
                parts = [touched(group) for group in groups]
                touches = parts[0] | parts[1] if all(parts) else frozenset()
                fewest = [least(group) for group in groups]
                match = Match(errors, touches, fewest[0] | fewest[1], two=True, shows=bool(shown))
                found[match] = sum(max(len(places), 1) for places in fewest)
        return _either([m for m, parts in found.items() if parts == min(found.values())])

    def _ignored(self, answer: Polynomial) -> Match:
        """Sizes that should matter and don't: no explanation, but a place to look."""
        names = self.expected.variables
        ignored = [n for n in names if self.expected.depends_on(n) and not answer.depends_on(n)]
        if not ignored:
            return NOTHING
        return Match((KnownError("size-ignored", facts={"sizes": ignored}),), is_error=False)


def _show(one: Candidate, other: Candidate) -> bool:
    """Whether an answer with both shows them: a single term only shows one that is made twice, and
    where one has too much of a term and the other too little, they explain what neither shows. A
    convention for products changes so many terms that another error may hide it in some.
    """
    if other.pairs and {one.error.id, other.error.id} & {*OTHER_CHARGES}:
        return True
    if len((one.effect + other.effect).terms) == 1 and one.error.id != other.error.id:
        return False
    mine, its = one.effect.terms, other.effect.terms
    return not any(number * its.get(term, 0) < 0 for term, number in mine.items())


def _either(found: Sequence[Match]) -> Match:
    """Pairs of errors with the same parts are told together, "A, or B"; others say nothing."""
    if len({match.touches for match in found}) != 1 or len(found) > MAX_READINGS:
        return NOTHING
    found = [match for match in found if match.shows] or found[:1]
    if len(found) == 1:
        return found[0]
    readings = [KnownError("together", facts={"errors": [*match.errors]}) for match in found]
    return replace(found[0], errors=(KnownError("one-of", facts={"readings": readings}),))


def _no_other(each: Candidate, group: Group, expected: Polynomial) -> str:
    name = each.error.id
    if not each.effect.terms:
        return f"the mistake {name!r} leads to the right count"
    return (
        f"the mistakes {group[0].error.id!r} and {name!r} lead to one "
        f"formula, {expected + each.effect}: no answer tells them apart, so write one message that "
        "covers both"
    )


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
    found: dict[tuple[str, str, str], tuple[KnownError, list[str]]] = {}
    for error in (each.error for each in group):
        facts = {name: fact for name, fact in error.facts.items() if name != "part"}
        same = KnownError(error.id, error.words, facts)
        _, parts = found.setdefault((error.id, error.words, repr(facts)), (same, []))
        if "part" in error.facts and error.facts["part"] not in parts:
            parts.append(error.facts["part"])
    readings = [
        KnownError(e.id, e.words, {"part": parts[0] if len(parts) == 1 else parts, **e.facts})
        if parts
        else e
        for e, parts in found.values()
    ]
    if len(readings) > MAX_READINGS and not group[0].by_question:
        return ()
    if len(readings) < 2:
        return tuple(readings)
    return (KnownError("one-of", facts={"readings": readings}),)


def two_of(group: Sequence[Candidate]) -> tuple[KnownError, ...]:
    """The one error that is made with two parts of more, which no answer tells apart; none where
    these candidates are no such error."""
    errors = errors_of(group)
    parts = errors[0].facts.get("part") if len(errors) == 1 else None
    if not isinstance(parts, list) or len(parts) < 3:
        return ()
    return (replace(errors[0], facts={**errors[0].facts, "chosen": 2}),)


def touched(group: Sequence[Candidate]) -> frozenset[int]:
    """The places of the parts that any of these is with; none if one isn't with parts."""
    if not all(each.touches and not each.adds for each in group):
        return frozenset()
    return frozenset[int]().union(*(each.touches for each in group))


def least(group: Sequence[Candidate]) -> frozenset[int]:
    """The parts that the one of these is with that is with fewest."""
    return min((each.touches for each in group), key=len)


def proportional(answer: Polynomial, expected: Polynomial) -> KnownError | None:
    """The number of times that the right count is there."""
    if not answer.terms or answer.terms.keys() != expected.terms.keys():
        return None
    term, right = next(iter(expected.terms.items()))
    number = Fraction(answer.terms[term]) / right
    if answer != expected * number:
        return None
    return KnownError("times-number", facts={"number": str(number)})


def is_likely(error: KnownError) -> bool:
    """Whether so many times the right count is a slip: any other number is a count of its own."""
    return Fraction(error.facts["number"]) in LIKELY_FACTORS


def constant(answer: Polynomial) -> KnownError | None:
    """A count that depends on no size."""
    return None if any(answer.degrees) else KnownError("constant-count")
