"""Diagnosis of a wrong count: the misconceptions that explain it.

The effect of an answer is its count minus the right count. `MisconceptionTable` finds the
candidates (see `candidates`) that have exactly this effect:

- A single misconception takes precedence over a pair. A pair is named only if no other pair, with
  other cost terms, has the same effect.
- Misconceptions with the same effect are indistinguishable, so the message names all of them:
  "A, or B". It omits rare misconceptions. It also omits a generic misconception in a cost term that
  a misconception of the question covers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

from ...findings.diagnosis import Diagnosis
from ..credit import Kinds, misconception_kind
from ..misconceptions import MisconceptionKind
from ..polynomials import Polynomial
from .candidates import (
    Candidate,
    convention_candidates,
    generic_candidates,
    rarer_candidates,
    rarest_candidates,
)
from .cost_terms import OTHER_CHARGES, CostTerm, total_cost

# Factors on the whole count with a likely cause: half of a sum, two directions, forward + backward.
LIKELY_FACTORS = (Fraction(1, 2), 2, 3)
MAX_READINGS = 3  # alternatives in one message, if the question names none of them
# An answer with one of these misconceptions doesn't attempt this count. Naming it saves no points,
# and the answer is never carried forward with it.
NO_COUNT = ("asks-for", "not-free", "zero-count")

CandidateGroup = list[Candidate]  # the candidates with one effect


@dataclass(frozen=True)
class CountMatch:
    """The explanation of a wrong count.

    Attributes:
        errors: One misconception, or two together.
        groups: The candidates for each of them, if they are known.
        is_pair: True if the explanation is a pair of candidates.
        is_credited: True if these misconceptions explain the count. Then they may save points, and
            the answer can be carried forward. Else they only tell the student where to look.
    """

    errors: tuple[Diagnosis, ...] = ()
    groups: tuple[CandidateGroup, ...] = ()
    is_pair: bool = False
    is_credited: bool = True

    @property
    def touches(self) -> frozenset[int]:
        """The indices of all cost terms that may be wrong; empty if that isn't known."""
        found = [*chain.from_iterable(self.groups)]
        is_known = all(each.touches and not each.adds for each in found)
        return _places(found) if is_known else frozenset()

    @property
    def least(self) -> list[frozenset[int]]:
        """The indices of the wrong cost terms by the smallest reading of each group."""
        return [min((each.touches for each in group), key=len) for group in self.groups]

    @property
    def named(self) -> frozenset[Diagnosis]:
        """All misconceptions in the explanation, also those in alternatives and pairs."""
        return frozenset(chain.from_iterable(map(_simple_errors, self.errors)))


def _simple_errors(error: Diagnosis) -> Iterator[Diagnosis]:
    inner = error.facts.get("readings") or error.facts.get("errors")
    yield from chain.from_iterable(map(_simple_errors, inner)) if inner else (error,)


def _places(found: Iterable[Candidate]) -> frozenset[int]:
    return frozenset(at for each in found for at in each.touches)


NO_MATCH = CountMatch(is_credited=False)


class MisconceptionTable:
    """The misconceptions of one count, by their effects.

    Args:
        cost_terms: The cost terms of the count.
        by_question: The candidates that the question names.
        others: Name of another question -> the formula of its answer.
        kinds: The kinds of the question's misconceptions.

    Attributes:
        by_question: Effect -> the question's candidates with this effect.
        conventions: The candidates that are conventions, the question's own first.
    """

    def __init__(
        self,
        cost_terms: Sequence[CostTerm],
        by_question: Iterable[Candidate],
        others: Mapping[str, Polynomial],
        kinds: Kinds,
    ) -> None:
        self.cost_terms, self.expected, self.others = cost_terms, total_cost(cost_terms), others
        self.by_question = _by_effect(by_question)
        own = (group[0] for group in self.by_question.values())
        self.conventions = [
            each
            for each in (*own, *convention_candidates(cost_terms))
            if misconception_kind(each.error, kinds) is MisconceptionKind.CONVENTION
        ]

    def match(self, answer: Polynomial) -> CountMatch:
        """Explain an answer.

        Args:
            answer: The polynomial that the answer computes.

        Returns:
            The explanation. It has no misconceptions if the answer is right or unexplained.
        """
        effect = answer - self.expected
        if not effect.terms:
            return NO_MATCH
        if effect in self._known:
            return self._single(self._known[effect], answer)
        if (number := ratio(answer, self.expected)) is not None:
            return CountMatch((ratio_diagnosis(number),), is_credited=number in LIKELY_FACTORS)
        if not any(answer.degrees):
            return CountMatch((Diagnosis("constant-count"),), is_credited=False)
        pair, rare = self._pair(effect, lambda other: other.may_pair), self._rarest.get(effect, [])
        if not pair.errors and not rare:
            pair = self._pair(
                effect, lambda other: len(other.touches) == 1 and not other.convention
            )
        if pair.errors and rare and pair.touches != CountMatch(groups=(rare,)).touches:
            return CountMatch((_one_of([*diagnoses_of(rare), _together(pair)]),))
        if pair.errors:
            return pair
        if rare:
            return self._single(rare, answer)
        # An ignored size explains nothing, but it tells the student where to look.
        names = self.expected.variables
        ignored = [n for n in names if self.expected.depends_on(n) and not answer.depends_on(n)]
        error = Diagnosis("size-ignored", facts={"sizes": ignored})
        return CountMatch((error,) if ignored else (), is_credited=False)

    # --- one misconception; the tables are built for the first wrong answer ----------------------

    @cached_property
    def _generic(self) -> dict[Polynomial, CandidateGroup]:
        return _nameable(_by_effect(generic_candidates(self.cost_terms, self.others)))

    @cached_property
    def _known(self) -> dict[Polynomial, CandidateGroup]:
        """The candidates by their effects; of each effect, the most common ones.

        A misconception of the question replaces the generic ones in the cost terms that it touches.
        """
        known = {effect: list(group) for effect, group in self.by_question.items()}
        for effect, group in self._generic.items():
            own = known.setdefault(effect, [])
            covered = _places(own)
            own += [each for each in group if not own or not each.touches <= covered]
        known = _nameable(known)
        for kind in rarer_candidates(self.cost_terms, self.others):
            known |= _nameable(_by_effect(kind)) | known  # the more common ones stay
        return known

    @cached_property
    def _rarest(self) -> dict[Polynomial, CandidateGroup]:
        return _nameable(_by_effect(rarest_candidates(self.cost_terms)))

    def _single(self, group: CandidateGroup, answer: Polynomial) -> CountMatch:
        first, errors = group[0], diagnoses_of(group)
        return CountMatch(
            (*errors, first.convention) if first.convention else errors,
            (group,),
            is_credited=first.by_question
            or (bool(answer.terms) and first.error.id not in NO_COUNT),
        )

    # --- two misconceptions ----------------------------------------------------------------------

    @cached_property
    def _pairable(self) -> dict[Polynomial, CandidateGroup]:
        found = {e: [each for each in group if each.may_pair] for e, group in self._known.items()}
        return {effect: group for effect, group in found.items() if group}

    def _pair(self, effect: Polynomial, may_be_other: Callable[[Candidate], bool]) -> CountMatch:
        """Find the pair of effects with this sum that touches the fewest cost terms.

        If several pairs touch as few, they must touch the same cost terms. They become one
        diagnosis: "A, or B".

        Args:
            effect: The sum.
            may_be_other: Whether a candidate may join one that pairs.

        Returns:
            The match; no match if there is no such pair, or too many.
        """
        found: dict[tuple, CountMatch] = {}
        for match in self._pairs(effect, may_be_other):
            found.setdefault((match.errors, match.touches, *match.least), match)
        sizes = [sum(max(len(places), 1) for places in match.least) for match in found.values()]
        best = [m for m, size in zip(found.values(), sizes, strict=True) if size == min(sizes)]
        if len({match.touches for match in best}) != 1 or len(best) > MAX_READINGS:
            return NO_MATCH
        return replace(best[0], errors=(_one_of(map(_together, best)),)) if best[1:] else best[0]

    def _pairs(
        self, effect: Polynomial, may_be_other: Callable[[Candidate], bool]
    ) -> Iterator[CountMatch]:
        """List the pairs of effects with this sum that a message can name, each once."""
        seen = set()
        for first, ones in self._pairable.items():
            second = effect - first
            others = [] if second in seen else self._known.get(second, [])
            seen.add(first)
            both = [(a, b) for a in ones for b in others if may_be_other(b) and _add_up(a, b)]
            match = _twice(ones, both) if first == second else _match_of(both)
            if match.errors:
                yield match


def _match_of(both: Sequence[tuple[Candidate, Candidate]]) -> CountMatch:
    """Make the match for alternative pairs; no match if they are too many for a message."""
    groups = tuple([*dict.fromkeys(side)] for side in zip(*both, strict=True))
    sides = [diagnoses_of(group) for group in groups]
    if not sides or not all(sides):
        return NO_MATCH
    return CountMatch(tuple(chain(*sides)), groups, is_pair=True)


def _twice(ones: CandidateGroup, both: Sequence[tuple[Candidate, Candidate]]) -> CountMatch:
    """Make the match for pairs within one group: two cost terms have the same misconception.

    One pair stands for all of them. If more than two cost terms are possible, the answer doesn't
    show which two are wrong, so the match has one diagnosis: "two of the three".
    """
    match, errors = _match_of(both[:1]), diagnoses_of(ones)
    parts = errors[0].facts.get("part") if both and len(errors) == 1 else ""
    if isinstance(parts, list) and len(parts) > 2:
        match = replace(match, errors=(replace(errors[0], facts={**errors[0].facts, "chosen": 2}),))
    return match


def _add_up(one: Candidate, other: Candidate) -> bool:
    """Check whether an answer can visibly have both misconceptions, in different cost terms.

    A misconception counts as occurring twice only if its cost terms are known: otherwise both
    occurrences may be in the same term.
    """
    if one == other or one.touches & other.touches:
        return False
    if one.error.id == other.error.id and not (one.touches and other.touches):
        return False
    return _are_visible(one, other)


def _are_visible(one: Candidate, other: Candidate) -> bool:
    """Check whether the sum of two effects shows both of them.

    A sum with a single monomial shows two misconceptions only if they have one id: the same
    misconception in two cost terms. If two effects partly cancel in a monomial, their sum shows
    neither of them. A convention for products is an exception: it changes many monomials, so it
    may partly cancel.
    """
    if other.may_pair and {one.error.id, other.error.id} & {*OTHER_CHARGES}:
        return True
    if len((one.effect + other.effect).terms) == 1 and one.error.id != other.error.id:
        return False
    return not any(number * other.effect[term] < 0 for term, number in one.effect.terms.items())


# --- indistinguishable misconceptions ------------------------------------------------------------


def _by_effect(found: Iterable[Candidate]) -> dict[Polynomial, CandidateGroup]:
    groups: dict[Polynomial, CandidateGroup] = {}
    for each in found:
        if each.effect.terms:
            groups.setdefault(each.effect, []).append(each)
    return groups


def _nameable(groups: Mapping[Polynomial, CandidateGroup]) -> dict[Polynomial, CandidateGroup]:
    """Keep the groups that are small enough for a message."""
    return {effect: group for effect, group in groups.items() if diagnoses_of(group)}


def diagnoses_of(group: Sequence[Candidate]) -> tuple[Diagnosis, ...]:
    """Make one diagnosis of candidates with the same effect: "A, or B".

    Args:
        group: The candidates. If the question names the first, the group is never too large.

    Returns:
        The diagnosis in a tuple; an empty tuple if the alternatives are too many for a message.
    """
    found: dict[Diagnosis, list[str]] = {}  # a misconception -> the cost terms that may have it
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


# --- a number times the right count --------------------------------------------------------------


def ratio(answer: Polynomial, expected: Polynomial) -> Fraction | None:
    """Divide an answer by the right count; None if the quotient is no number."""
    if not answer.terms or answer.terms.keys() != expected.terms.keys():
        return None
    term, right = next(iter(expected.terms.items()))
    number = Fraction(answer.terms[term]) / right
    return number if answer == expected * number else None


def ratio_diagnosis(number: Fraction) -> Diagnosis:
    """Make the diagnosis of an answer that is a number times the right count."""
    return Diagnosis("times-number", facts={"number": str(number)})
