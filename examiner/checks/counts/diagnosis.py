"""Which known errors explain a wrong count.

An answer is looked up by its effect, the difference between what it counts and the right count; a
name is given only if it explains all of that. `Table.match` says in which order: one error goes
before two, and two are named only if no other two come to the same with other parts. Errors with
one effect can't be told apart, so all are told, "A, or B". Left unsaid are only usual ones with
parts that the question's own words are about, and rarer ones where a more usual one comes to the
same. What errors there are: `candidates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

from ...findings.diagnosis import Diagnosis
from ..credit import Kinds, kind_of
from ..misconceptions import MisconceptionKind
from ..polynomials import Polynomial
from .candidates import Candidate, conventions, generic, rarer, rarest
from .cost_terms import OTHER_CHARGES, CostTerm, total

LIKELY_FACTORS = (Fraction(1, 2), 2, 3)  # half of a sum, both ways, a pass there and back
MAX_READINGS = 3  # that one message spells out where the question names none of them
# What an answer is in place of a count with an error. No later answer rests on it.
NO_COUNT = ("asks-for", "not-free", "zero-count")

Group = list[Candidate]  # those with one effect


@dataclass(frozen=True)
class CountMatch:
    """What explains a wrong count.

    errors: one known error, or two together.
    groups: the candidates that each of them may be, where they are known.
    two: whether it takes two errors, none of them a convention.
    is_error: whether it is an error, which may be carried into a later answer.
    """

    errors: tuple[Diagnosis, ...] = ()
    groups: tuple[Group, ...] = ()
    two: bool = False
    is_error: bool = True

    @property
    def touches(self) -> frozenset[int]:
        """The places of the parts that are counted wrongly, if it is known that no other is: all
        that may be, where several cost the same."""
        found = [*chain.from_iterable(self.groups)]
        is_known = all(each.touches and not each.adds for each in found)
        return _places(found) if is_known else frozenset()

    @property
    def least(self) -> list[frozenset[int]]:
        """Those of each group by the reading with the fewest parts."""
        return [min((each.touches for each in group), key=len) for group in self.groups]

    @property
    def named(self) -> frozenset[Diagnosis]:
        """All errors that it may be."""
        return frozenset(chain.from_iterable(map(_each_of, self.errors)))


def _each_of(error: Diagnosis) -> Iterator[Diagnosis]:
    of = error.facts.get("readings") or error.facts.get("errors")
    yield from chain.from_iterable(map(_each_of, of)) if of else (error,)


def _places(found: Iterable[Candidate]) -> frozenset[int]:
    return frozenset(at for each in found for at in each.touches)


NOTHING = CountMatch(is_error=False)


class Table:
    """The known errors of one count.

    by_question: those that the question names.
    others: other question -> the formula that it asks for.
    kinds: the kinds of the question's misconceptions.
    """

    def __init__(
        self,
        parts: Sequence[CostTerm],
        by_question: Iterable[Candidate],
        others: Mapping[str, Polynomial],
        kinds: Kinds,
    ) -> None:
        self.parts, self.expected, self.others = parts, total(parts), others
        self.by_question = _by_effect(by_question)
        own = (group[0] for group in self.by_question.values())
        self.conventions = [
            each
            for each in (*own, *conventions(parts))
            if kind_of(each.error, kinds) is MisconceptionKind.CONVENTION
        ]

    def match(self, answer: Polynomial) -> CountMatch:
        """What explains this answer: nothing the right one, and one that has no known error."""
        effect = answer - self.expected
        if not effect.terms:
            return NOTHING
        if effect in self._known:
            return self._one(self._known[effect], answer)
        if (number := times(answer, self.expected)) is not None:
            return CountMatch((times_number(number),), is_error=number in LIKELY_FACTORS)
        if not any(answer.degrees):
            return CountMatch((Diagnosis("constant-count"),), is_error=False)
        two, rare = self._two(effect, lambda other: other.pairs), self._rarest.get(effect, [])
        if not two.errors and not rare:
            two = self._two(effect, lambda other: len(other.touches) == 1 and not other.by)
        if two.errors and rare and two.touches != CountMatch(groups=(rare,)).touches:
            return CountMatch((_one_of([*errors_of(rare), _together(two)]),))
        if two.errors:
            return two
        if rare:
            return self._one(rare, answer)
        # Sizes that should matter and don't: no explanation, but a place to look.
        names = self.expected.variables
        ignored = [n for n in names if self.expected.depends_on(n) and not answer.depends_on(n)]
        error = Diagnosis("size-ignored", facts={"sizes": ignored})
        return CountMatch((error,) if ignored else (), is_error=False)

    # --- one error; built when an answer is wrong for the first time -----------------------------

    @cached_property
    def _usual(self) -> dict[Polynomial, Group]:
        return _sayable(_by_effect(generic(self.parts, self.others)))

    @cached_property
    def _known(self) -> dict[Polynomial, Group]:
        """All errors by their effects; of each the more usual ones.

        The words of the question stand for usual errors with the parts that they are about, and
        for no others.
        """
        known = {effect: list(group) for effect, group in self.by_question.items()}
        for effect, group in self._usual.items():
            own = known.setdefault(effect, [])
            told = _places(own)
            own += [each for each in group if not own or not each.touches <= told]
        known = _sayable(known)
        for kind in rarer(self.parts, self.others):
            known |= _sayable(_by_effect(kind)) | known  # the more usual ones stay
        return known

    @cached_property
    def _rarest(self) -> dict[Polynomial, Group]:
        return _sayable(_by_effect(rarest(self.parts)))

    def _one(self, group: Group, answer: Polynomial) -> CountMatch:
        first, errors = group[0], errors_of(group)
        return CountMatch(
            (*errors, first.by) if first.by else errors,
            (group,),
            is_error=first.by_question or (bool(answer.terms) and first.error.id not in NO_COUNT),
        )

    # --- two errors ------------------------------------------------------------------------------

    @cached_property
    def _pairing(self) -> dict[Polynomial, Group]:
        found = {e: [each for each in group if each.pairs] for e, group in self._known.items()}
        return {effect: group for effect, group in found.items() if group}

    def _two(self, effect: Polynomial, may_be_other: Callable[[Candidate], bool]) -> CountMatch:
        """The two effects, one that pairs and one of others, that add up to this one; those with
        the fewest parts. Several must be with the same ones, and are told together, "A, or B".
        """
        found: dict[tuple, CountMatch] = {}
        for match in self._pairs(effect, may_be_other):
            found.setdefault((match.errors, match.touches, *match.least), match)
        sizes = [sum(max(len(places), 1) for places in match.least) for match in found.values()]
        best = [m for m, size in zip(found.values(), sizes, strict=True) if size == min(sizes)]
        if len({match.touches for match in best}) != 1 or len(best) > MAX_READINGS:
            return NOTHING
        return replace(best[0], errors=(_one_of(map(_together, best)),)) if best[1:] else best[0]

    def _pairs(
        self, effect: Polynomial, may_be_other: Callable[[Candidate], bool]
    ) -> Iterator[CountMatch]:
        """All pairs of effects that add up to this one and can be said, each once."""
        seen = set()
        for first, ones in self._pairing.items():
            second = effect - first
            others = [] if second in seen else self._known.get(second, [])
            seen.add(first)
            both = [(a, b) for a in ones for b in others if may_be_other(b) and _add_up(a, b)]
            match = _twice(ones, both) if first == second else _match_of(both)
            if match.errors:
                yield match


def _match_of(both: Sequence[tuple[Candidate, Candidate]]) -> CountMatch:
    """The match that is one of these pairs; none where they are too many to say."""
    groups = tuple([*dict.fromkeys(side)] for side in zip(*both, strict=True))
    sides = [errors_of(group) for group in groups]
    return CountMatch(tuple(chain(*sides)), groups, two=True) if sides and all(sides) else NOTHING


def _twice(ones: Group, both: Sequence[tuple[Candidate, Candidate]]) -> CountMatch:
    """The match that is one of these pairs, where both effects are that of this group. Each pair is
    there twice: the first stands for all. An error with two parts of more is said as one: no answer
    tells which."""
    match, errors = _match_of(both[:1]), errors_of(ones)
    parts = errors[0].facts.get("part") if both and len(errors) == 1 else ""
    if isinstance(parts, list) and len(parts) > 2:
        match = replace(match, errors=(replace(errors[0], facts={**errors[0].facts, "chosen": 2}),))
    return match


def _add_up(one: Candidate, other: Candidate) -> bool:
    """Whether two errors may be made in one answer, each in parts of its own, and show there."""
    return one != other and not one.touches & other.touches and _show(one, other)


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


# --- those that no answer tells apart ------------------------------------------------------------


def _by_effect(found: Iterable[Candidate]) -> dict[Polynomial, Group]:
    groups: dict[Polynomial, Group] = {}
    for each in found:
        if each.effect.terms:
            groups.setdefault(each.effect, []).append(each)
    return groups


def _sayable(groups: Mapping[Polynomial, Group]) -> dict[Polynomial, Group]:
    """Without those groups that are too many to say."""
    return {effect: group for effect, group in groups.items() if errors_of(group)}


def errors_of(group: Sequence[Candidate]) -> tuple[Diagnosis, ...]:
    """The one known error that candidates with one effect are, "A, or B"; none where they are too
    many to say. What the question names comes first and is always said.
    """
    found: dict[Diagnosis, list[str]] = {}  # an error with one of several parts -> these
    for error in (each.error for each in group):
        facts = dict(error.facts)
        part = [facts.pop("part")] if "part" in facts else []
        parts = found.setdefault(replace(error, facts=facts), [])
        parts += [name for name in part if name not in parts]
    readings = [
        replace(e, facts={"part": parts if parts[1:] else parts[0], **e.facts}) if parts else e
        for e, parts in found.items()
    ]
    if len(readings) > MAX_READINGS and not group[0].by_question:
        return ()
    return tuple(readings) if len(readings) < 2 else (_one_of(readings),)


def _one_of(readings: Iterable[Diagnosis]) -> Diagnosis:
    return Diagnosis("one-of", facts={"readings": [*readings]})


def _together(two: CountMatch) -> Diagnosis:
    return Diagnosis("together", facts={"errors": [*two.errors]})


# --- a number as a factor of all -----------------------------------------------------------------


def times(answer: Polynomial, expected: Polynomial) -> Fraction | None:
    """The number of times that the right count is there."""
    if not answer.terms or answer.terms.keys() != expected.terms.keys():
        return None
    term, right = next(iter(expected.terms.items()))
    number = Fraction(answer.terms[term]) / right
    return number if answer == expected * number else None


def times_number(number: Fraction) -> Diagnosis:
    return Diagnosis("times-number", facts={"number": str(number)})
