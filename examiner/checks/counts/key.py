"""The key of a count: what an answer is checked against, and what it earns.

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

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations, permutations

from ...findings.finding import IN_SHORT, WHOLE, Finding
from ...findings.known_error import KnownError, Says
from ..calls import NoAnswer, Outcome
from ..polynomials import Exponents, Polynomial
from ..verdict import Verdict
from .candidates import Candidate, Cost, counted_otherwise, of_question
from .known import Match, Table
from .parts import OTHER_CHARGES, Items, Part, Sizes, Wrong, total
from .probe import Probe

OF_A_CONVENTION = 1 / 4  # of the points
OF_EXTRA_TERMS = 1 / 2  # of the points, at most
OF_ONE_TERM = 1 / 2  # of its parts may be wrong where it keeps the share of the others
FEW_EXTRA_TERMS = 2  # that may be more than the right ones, and are no list of all
LEFT_BY_ONE_SLIP = 1 / 2  # of the points, as of a size that is a factor too much or too little
MAX_CONVENTIONS = 2  # that are looked for together
BITS = (8, 16, 32)  # of integers, in which a count may wrap around


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
    right: the terms that earn their whole share then.
    earned: term -> the part of the points that it earns or costs then.
    cost: the part of the points that the conventions cost.
    everywhere: whether the answer follows them in all terms.
    is_whole: whether they explain all of the answer.
    """

    conventions: tuple[Candidate, ...]
    rest: Polynomial
    right: Collection[Exponents]
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


@dataclass(frozen=True, eq=False)
class Key:
    """What is asked to be counted, and what a question says of the count. `key_of` makes one.

    mistakes, conventions: known errors of the question, each with how it counts.
    accept: what allows it -> how it counts what is right as well.
    shares: part -> the share of the points of its terms.
    others: other question -> the formula that it asks for.
    followed: whether the parts are what earlier answers make of them. Then two errors may lead to
        one formula: nobody could foresee it.
    """

    sizes: Sizes
    parts: tuple[Part, ...]
    mistakes: tuple[tuple[KnownError, Wrong], ...] = ()
    conventions: tuple[tuple[KnownError, Wrong], ...] = ()
    accept: tuple[tuple[str, Wrong], ...] = ()
    shares: tuple[tuple[str, float], ...] = ()
    others: Items = ()
    followed: bool = False

    def __post_init__(self) -> None:
        """ValueError where a formula can't be read, where a mistake or a share is of a part that
        there is not, and where no answer could tell two mistakes apart."""
        _ = self.table, self.term_shares

    @cached_property
    def expected(self) -> Polynomial:
        """The right count."""
        return total(self.parts)

    @cached_property
    def accepted(self) -> dict[Polynomial, str]:
        """Another right count -> what allows it."""
        return {
            counted_otherwise(each, self.parts, self.sizes, f"accept, {label!r}"): label
            for label, each in reversed(self.accept)  # of two that allow one, the first
        }

    @cached_property
    def table(self) -> Table:
        """The known errors of the count."""
        own = ((Cost.BY_TERMS, self.mistakes), (Cost.CONVENTION, self.conventions))
        wrong = [
            of_question(error, each, self.parts, self.sizes, cost)
            for cost, errors in own
            for error, each in errors
        ]
        taken = dict.fromkeys(self.accepted, "what is accepted") | {
            self.expected: "the right count"
        }
        for each in wrong if not self.followed else ():
            name, formula = each.error.id, self.expected + each.effect
            if formula in taken:
                raise ValueError(
                    f"the mistake {name!r} leads to the formula of {taken[formula]}, {formula}: no "
                    "answer tells them apart, so write one message that covers both"
                )
            taken[formula] = f"the mistake {name!r}"
        others = {name: self.sizes.formula(text, f"others, {name!r}") for name, text in self.others}
        return Table(self.parts, wrong, others)

    @cached_property
    def term_shares(self) -> dict[Exponents, float]:
        """Term of the right count -> its share of all points, 1 together. A count of nothing has
        one term to get right: the constant 0. The terms of a part that has a share of its own have
        that, the others equal shares of the rest."""
        costs = {part.name: part.cost().terms for part in self.parts}
        if unknown := [repr(name) for name, _ in self.shares if name not in costs]:
            raise ValueError(
                f"shares: no part {', '.join(unknown)}; the parts are {', '.join(map(repr, costs))}"
            )
        terms = list(self.expected.terms) or [(0,) * len(self.sizes.names)]
        fixed: dict[Exponents, float] = {}
        for name, share in self.shares:
            for term in costs[name].keys() & {*terms}:
                fixed[term] = fixed.get(term, 0.0) + share / len(costs[name])
        others = len(terms) - len(fixed)
        given = [share for _, share in self.shares]
        if given and (min(given) <= 0 or sum(given) > 1 or (others and sum(given) == 1)):
            raise ValueError(
                f"shares: {given} must be more than 0, and together less than 1 (or 1, where they "
                "are of all terms)"
            )
        rest = 1 - sum(fixed.values()) if others else 0.0
        whole = rest + sum(fixed.values())
        return {term: fixed.get(term, rest / max(others, 1)) / whole for term in terms}

    @cached_property
    def formulas(self) -> list[Polynomial]:
        """All that are named: the right one, and those of known errors."""
        wrong = (self.expected + effect for effect in self.table.by_question)
        return [self.expected, *wrong, *self.accepted]

    def with_parts(self, parts: tuple[Part, ...]) -> Key:
        """The same with other parts, and with what is said of those that are there still."""
        same = {part.name for part in parts if part in self.parts}
        mistakes, conventions = (
            tuple(
                (e, w)
                for e, w in errors
                if not isinstance(w, str) and {*dict(w)} <= same | {"+", "*"}
            )
            for errors in (self.mistakes, self.conventions)
        )
        shares = tuple((name, share) for name, share in self.shares if name in same)
        return key_of(self.sizes, parts, mistakes, conventions, shares=shares, followed=True)

    # --- what an answer earns --------------------------------------------------------------------

    def _cheapest(
        self, answer: Polynomial, match: Match, leniency: Leniency, forgiven: Collection[str]
    ) -> Reading:
        """The reading, by no convention or by some, with which an answer earns most."""
        chosen = (
            each
            for number in range(MAX_CONVENTIONS + 1)
            for each in combinations(self.table.conventions, number)
            # A product is charged in one way.
            if sum(one.error.id in OTHER_CHARGES for one in each) <= 1
        )
        readings = (self._read(answer, each, leniency, forgiven) for each in chosen)
        best = max((r for r in readings if self._is_likely(r, match)), key=lambda r: r.worth)
        if match.one_slip and best.by_terms <= LEFT_BY_ONE_SLIP:
            halves = {term: share * LEFT_BY_ONE_SLIP for term, share in self.term_shares.items()}
            best = replace(best, earned=halves)
        return best

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
        in_place = match.named.isdisjoint(each.error for each in self.table.conventions)
        return Leniency(self.term_shares.keys() - own, kept, in_place)

    def _read(
        self,
        answer: Polynomial,
        chosen: tuple[Candidate, ...],
        leniency: Leniency,
        forgiven: Collection[str],
    ) -> Reading:
        """An answer as one by the chosen conventions, with what its terms earn then.

        forgiven: conventions that cost nothing here, since an earlier answer paid for them.
        """
        expected, shares = self.expected, self.term_shares
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
            earned,
            cost=OF_A_CONVENTION * len({each.error.key for each in chosen} - {*forgiven}),
            everywhere=not (before and in_some),
            is_whole=rest == expected,
        )

    def _is_likely(self, reading: Reading, match: Match) -> bool:
        """Whether somebody may have meant this: one convention that explains all, or several; or
        else half of the terms are right with them (a term alone may be so by chance), and no other
        explanation explains all."""
        chosen, shares = reading.conventions, self.term_shares
        whole = reading.is_whole and reading.everywhere
        if not reading.everywhere and any(each.by_question and not each.pairs for each in chosen):
            return False
        if not chosen or (whole and len(chosen) == 1):
            return True
        explained = match.is_error and not match.partly
        if explained and not {each.error for each in chosen} <= match.named:
            return False
        return whole or (len(shares) > 1 and 2 * len(reading.right) >= len(shares))

    # --- the verdict -----------------------------------------------------------------------------

    # In a class many have one answer, above all the right one; keys are kept anyway.
    @lru_cache(maxsize=1024)  # noqa: B019
    def verdict(
        self, answer: Polynomial, points: float, forgiven: frozenset[str] = frozenset()
    ) -> Verdict:
        """The verdict on an answer that is this polynomial.

        forgiven: conventions that an earlier answer was charged for.
        """
        if answer in self.accepted:
            said = Says("accepted", {"label": self.accepted[answer]})
            return replace(Verdict.all_right(WHOLE, said, points), counted=answer)
        match = self.table.match(answer)
        leniency = self._leniency(answer, match)
        reading = self._cheapest(answer, match, leniency, forgiven)
        findings = list(self._by_terms(answer, reading, leniency, points, match))
        errors, how, is_error = match.errors, "", match.is_error
        taken = tuple(each.error for each in reading.conventions)
        if taken and not is_error:
            is_error = reading.is_whole
            how = "in-some-terms" * (not reading.everywhere) or "everywhere"
            how += "-not-all" * (not is_error)
            errors = taken
        if errors:
            named = not how.endswith("not-all") and errors[0].id != "size-ignored"
            facts = {"errors": [*errors], "how": how, "convention": reading.cost > 0}
            said = Says("known-errors", facts)
            cost = -reading.cost * points
            findings.insert(0, Finding.of(IN_SHORT, said, points=cost, errors=errors * named))
        verdict = Verdict.from_findings(
            findings,
            points,
            counted=answer,
            mistake=" and ".join(error.key for error in errors) if is_error else "",
            several=match.two and not {*taken} & match.named,
            conventions=frozenset(error.key for error in taken),
        )
        # A convention that is followed in some products of a term only.
        return verdict.at_least(points * (1 - OF_A_CONVENTION)) if match.partly else verdict

    @cached_property
    def _meanings(self) -> dict[Exponents, dict[str, Fraction | int]]:
        """Term -> the parts that it counts, with how many times each does."""
        found: dict[Exponents, dict[str, Fraction | int]] = {}
        for part in self.parts if len(self.parts) > 1 else ():
            for term, number in part.cost().terms.items():
                if self.expected.monomial(term) != part.name:
                    found.setdefault(term, {})[part.name] = number
        return found

    def _by_terms(
        self,
        answer: Polynomial,
        reading: Reading,
        leniency: Leniency,
        points: float,
        match: Match,
    ) -> Iterator[Finding]:
        """A finding for each term."""
        # What a term hasn't may be counted in another: so says an error that explains the answer,
        # or else a term of which there is too much.
        errors = [error for error in match.named if error.id != "size-ignored"]
        lacking = {part for e in errors if e.id == "missing" for part in _parts_of(e)}
        lacking -= {part for e in errors if e.id != "missing" for part in _parts_of(e)}
        there = {part.name for part in self.parts if {*part.cost().terms} & {*answer.terms}}
        surplus = any(n > self.expected[t] for t, n in reading.rest.terms.items())
        for term, share in self.term_shares.items():
            right, got = (p[term] for p in (self.expected, answer))
            is_right, parts = term in reading.right, self._meanings.get(term, {})
            elsewhere = is_right and got != right and term in leniency.excused
            facts = {"got": _json(got), "right": _json(right)}
            if is_right:
                why = "elsewhere" if elsewhere else "convention" * (got != right)
                said = Says("right-term", {**facts, "parts": [*parts], "why": why})
            else:
                lacks = not (surplus or there & {*parts})
                is_missing = bool(lacking & {*parts}) if errors else lacks
                why = "more" * (got > right) if got else "missing" * is_missing
                numbers = {part: _json(number) for part, number in parts.items()}
                said = Says("wrong-term", {**facts, "parts": numbers, "why": why})
            passed, about = is_right and not elsewhere, self.expected.monomial(term)
            if not (got or passed):
                about = Says("absent-term", {"term": about})
            earned, most = reading.earned[term] * points, share * points
            yield Finding.of(about, said, points=earned, max_points=most, passed=passed)
        for term, got in answer.terms.items():
            if term not in self.term_shares:
                why = "no-term" * (not errors or bool(lacking))
                why = why if term in reading.rest.terms else "convention"
                facts = {"got": _json(got), "right": 0, "parts": {}, "why": why}
                earned = reading.earned.get(term, 0.0) * points
                yield Finding.of(answer.monomial(term), Says("wrong-term", facts), points=earned)

    def verdict_on_outcomes(
        self, probe: Probe, outcomes: Sequence[Outcome], points: float, about: str | Says = WHOLE
    ) -> Verdict:
        """The verdict on an answer with these outcomes at the probe's points.

        about: what is looked at, where no count came back.
        """
        try:
            counts = probe.counts(outcomes)
        except NoAnswer as reason:
            return Verdict.nothing(about, reason.said, points)
        answer = probe.recover(counts)
        if answer is not None:
            return self.verdict(answer, points)
        expected = [self.expected(*point.sizes) for point in probe.points]
        rows = zip(probe.points, counts, expected, strict=True)
        at, got, right = next(((p.text, *row) for p, *row in rows if row[0] != row[1]), ("", 0, 0))
        errors = _wrapped(counts, expected) or self._by_quotient(probe, counts)
        facts = {"errors": errors, "conditions": self.sizes.conditions, "at": at, "got": got}
        said = Says("no-polynomial", {**facts, "right": _json(right)})
        return Verdict.nothing(WHOLE, said, points)

    def _by_quotient(self, probe: Probe, counts: Sequence[int]) -> list[KnownError]:
        """What is said of counts that are right but for a size, in whose place the quotient of two
        others stands, rounded down at once or at the end."""
        points, names = list(probe.points), self.sizes.arguments
        for at, place in enumerate(self.expected.variables):
            for one, other in permutations([name for name in names if name != place], 2):
                i, j = names.index(one), names.index(other)
                for rounded in (math.floor, Fraction) if self.expected.depends_on(place) else ():
                    changed = (
                        (*sizes[:at], rounded(Fraction(its[i], its[j])), *sizes[at + 1 :])
                        for sizes, its, _ in points
                    )
                    if all(
                        self.expected(*sizes) // 1 == count
                        for sizes, count in zip(changed, counts, strict=True)
                    ):
                        facts = {"size": f"{one} // {other}", "place": place}
                        return [KnownError("size-in-place-of", facts=facts)]
        return []


key_of = lru_cache(maxsize=256)(Key)


def _parts_of(error: KnownError) -> list[str]:
    """The parts that an error is said of."""
    part = error.facts.get("part", [])
    return [part] if isinstance(part, str) else [*part, *error.facts.get("parts", [])]


def _json(number: Fraction | int) -> int | str:
    return number if isinstance(number, int) else str(number)


def _wrapped(counts: Sequence[int], right: Sequence[int]) -> list[KnownError]:
    """What is said of counts that lack the bits that an integer has no room for."""
    for bits in BITS:
        rooms = range(-(2 ** (bits - 1)), 2 ** (bits - 1)), range(2**bits)
        fits = any(all(count in room for count in counts) for room in rooms)
        if fits and all((c - r) % 2**bits == 0 for c, r in zip(counts, right, strict=True)):
            return [KnownError("wraps-around", facts={"bits": bits})]
    return []


@lru_cache(maxsize=256)
def probe_of(
    sizes: Sizes, keys: tuple[Key, ...], seed: int, carried: tuple[Polynomial, ...] = ()
) -> Probe:
    """The points that tell these keys apart, and right answers given earlier ones (`carried`)."""
    formulas = [*carried, *(formula for key in keys for formula in key.formulas)]
    # One more than the right count needs: a wrong answer has room.
    room = [tuple(degree + 1 for degree in key.expected.degrees) for key in keys]
    degrees = [max(each) for each in zip(*room, *(f.degrees for f in formulas), strict=True)]
    named = {term for formula in formulas for term in formula.terms}
    return Probe(sizes, degrees, named, seed, [key.expected for key in keys])
