"""The key of a count: what an answer is checked against, and the verdict on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from ...findings.known_error import KnownError, Says, read_errors
from ..calls import Outcome
from ..polynomials import Exponents, Polynomial
from ..verdict import Finding, Verdict
from .candidates import authored
from .credit import LEFT_BY_A_FACTOR, Scheme, cheapest
from .forms import in_another_form
from .formulas import Items, Wrong
from .parts import Part, total
from .probe import NotCounted, Probe
from .sizes import Sizes
from .table import Match, Table

WHOLE, IN_SHORT = Says("whole"), Says("in-short")


@dataclass(frozen=True, eq=False)
class Key:
    """What is asked to be counted, and what a question says of the count. `key_of` makes one.

    mistakes, conventions: known errors of the question, each with how it counts.
    accept: what allows it -> a formula that is right as well.
    shares: part -> the share of the points of its terms.
    others: other question -> the formula that it asks for.
    calls: earlier question -> the parts that its answer counts.
    followed: whether the parts are what earlier answers make of them: see `Table`.
    """

    sizes: Sizes
    parts: tuple[Part, ...]
    mistakes: tuple[tuple[KnownError, Wrong], ...] = ()
    conventions: tuple[tuple[KnownError, Wrong], ...] = ()
    accept: Items = ()
    shares: tuple[tuple[str, float], ...] = ()
    others: Items = ()
    calls: tuple[tuple[str, tuple[str, ...]], ...] = ()
    followed: bool = False

    def __post_init__(self) -> None:
        """ValueError where a formula can't be read, where a mistake or a share is of a part that
        there is not, and where no answer could tell two mistakes apart."""
        accepted = self.accepted.values()
        for group in self.table.authored.values():
            if self.expected + group[0].effect in accepted:
                name = group[0].error.words or group[0].error.id
                raise ValueError(f"the mistake {name!r} leads to a formula that is accepted")
        _ = self.scheme

    @cached_property
    def expected(self) -> Polynomial:
        """The right count."""
        return total(self.parts) if self.parts else Polynomial(self.sizes.names, {})

    @cached_property
    def accepted(self) -> dict[str, Polynomial]:
        """What allows it -> another right count."""
        return {
            label: self.sizes.formula(text, f"accept, {label!r}") for label, text in self.accept
        }

    @cached_property
    def table(self) -> Table:
        """The known errors of the count."""
        wrong = [
            authored(error, each, self.parts, self.sizes, convention=errors is self.conventions)
            for errors in (self.mistakes, self.conventions)
            for error, each in errors
        ]
        others = {name: self.sizes.formula(text, f"others, {name!r}") for name, text in self.others}
        return Table(self.parts, wrong, others, dict(self.calls), followed=self.followed)

    @cached_property
    def scheme(self) -> Scheme:
        """How its points are shared."""
        return Scheme.of(self.expected, self.parts, dict(self.shares))

    @cached_property
    def in_nodes(self) -> list[Polynomial]:
        """The right formula, then all others that are named, in nodes (see `Sizes`)."""
        known = [self.expected, *self.table.formulas, *self.accepted.values()]
        return [self.sizes.in_nodes(formula) for formula in known]

    @property
    def degrees(self) -> list[int]:
        """Per size what any formula that is named needs, and one more than the right one does: a
        wrong answer has room."""
        right, *named = self.in_nodes
        columns = zip(right.degrees, right.degrees, *(p.degrees for p in named), strict=True)
        return [max(least + 1, *others) for least, *others in columns]

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

    # --- the verdict -----------------------------------------------------------------------------

    def verdict(
        self, answer: Polynomial, points: float, forgiven: frozenset[str] = frozenset()
    ) -> Verdict:
        """The verdict on an answer that is this polynomial.

        forgiven: conventions that an earlier answer was charged for.
        """
        return _verdict(self, answer, points, forgiven)

    def _verdict(self, answer: Polynomial, points: float, forgiven: frozenset[str]) -> Verdict:
        for label, formula in self.accepted.items():
            if answer == formula:
                said = Says("accepted", {"label": label})
                right = Finding.of(WHOLE, said, points=points, max_points=points, passed=True)
                return Verdict.from_findings([right], points, counted=answer)
        match = self.table.match(answer)
        own = {term for place in match.touches for term in self.parts[place].cost().terms}
        scheme = self.scheme.excusing(answer, own)
        reading = cheapest(answer, scheme, self.table.conventions, match, forgiven)
        findings = list(self._by_terms(answer, reading.rest, scheme, points, match))
        if match.half and max(len(scheme.shares), len(self.parts)) > 1:
            halves = [replace(f, points=LEFT_BY_A_FACTOR * f.max_points) for f in findings]
            findings = max(halves, findings, key=lambda each: sum(f.points for f in each))
        errors, how, is_error = match.errors, "", match.is_error
        taken = tuple(each.error for each in reading.conventions)
        if taken and not is_error:
            is_error = reading.rest == self.expected
            how = "not-all" if not is_error else "" if reading.everywhere else "in-some-terms"
            errors = taken
        if errors:
            named = how != "not-all" and errors[0].id != "size-ignored"
            facts = {"errors": [*errors], "how": how, "convention": reading.cost > 0}
            said = Says("known-errors", facts)
            cost = -reading.cost * points
            findings.insert(0, Finding.of(IN_SHORT, said, points=cost, errors=errors * named))
        return Verdict.from_findings(
            findings,
            points,
            counted=answer,
            mistake=" and ".join(map(name_of, errors)) if is_error else "",
            several=match.two and not {*taken} & match.named,
            conventions=frozenset(error.key for error in taken),
        )

    @cached_property
    def _meanings(self) -> dict[Exponents, dict[str, Fraction | int]]:
        """Term -> the parts that it counts, with how many times each does."""
        found: dict[Exponents, dict[str, Fraction | int]] = {}
        for part in self.parts:
            for term, number in part.cost().terms.items():
                if self.expected.monomial(term) != part.name:
                    found.setdefault(term, {})[part.name] = number
        return found

    def _by_terms(
        self, answer: Polynomial, rest: Polynomial, scheme: Scheme, points: float, match: Match
    ) -> Iterator[Finding]:
        """A finding for each term; rest: the answer without what is a convention of its own."""
        # What a term hasn't may be counted in another, as an error says that explains the answer.
        ids = {error.id for error in match.named} - {"size-ignored"}
        elsewhere = bool(ids) and "missing" not in ids
        for term, share in scheme.shares.items():
            right, got = (p.terms.get(term, 0) for p in (self.expected, answer))
            parts = self._meanings.get(term, {})
            facts = {"got": _json(got), "right": _json(right)}
            is_right, name = scheme.is_right(term, rest), self.expected.monomial(term)
            by_itself = got == right or term not in scheme.excused
            if is_right and by_itself:
                said = Says(
                    "right-term",
                    {"got": _json(got), "by_convention": got != right, "parts": [*parts]},
                )
            elif is_right:
                said = Says("term-elsewhere", {**facts, "parts": [*parts]})
            elif got == right:
                said = Says("term-of-no-convention", {"got": _json(got)})
            else:
                numbers = {part: _json(number) for part, number in parts.items()}
                facts |= {"parts": numbers, "more": got > right, "elsewhere": elsewhere}
                said = Says("wrong-term", facts)
            shown = got or (is_right and by_itself)
            about = name if shown else Says("absent-term", {"term": name})
            earned, passed = share * points * is_right, is_right and by_itself
            yield Finding.of(about, said, points=earned, max_points=share * points, passed=passed)
        extra = scheme.extra(rest)
        for term, got in answer.terms.items():
            if term not in scheme.shares:
                why = "" if elsewhere else "no-term"
                facts = {"got": _json(got), "why": why if term in extra else "by-convention"}
                cost = -extra.get(term, 0.0) * points
                yield Finding.of(answer.monomial(term), Says("extra-term", facts), points=cost)

    # --- of what came back -----------------------------------------------------------------------

    def verdict_on_outcomes(
        self, probe: Probe, outcomes: Sequence[Outcome], points: float, about: str | Says = WHOLE
    ) -> Verdict:
        """The verdict on an answer with these outcomes at the probe's points.

        about: what is looked at, where no count came back.
        """
        try:
            counts = probe.counts(outcomes)
        except NotCounted as reason:
            right = [int(self.expected(*point)) for point in probe.points[: len(outcomes)]]
            form = in_another_form([outcome.value for outcome in outcomes], right)
            return no_points(about, no_count(reason, form), points)
        answer = probe.recover(counts)
        if answer is None:
            return no_points(WHOLE, self._no_polynomial(probe, counts), points)
        return self.verdict(answer, points)

    def _no_polynomial(self, probe: Probe, counts: list[int]) -> Says:
        rows = zip(probe.named, probe.points, counts, strict=True)
        differ = ((at, c, r) for at, point, c in rows if c != (r := self.expected(*point)))
        at, got, right = next(differ, ("", 0, 0))
        facts = {
            "errors": [*self.table.of_values(probe.points, counts)],
            "degrees": dict(zip(self.sizes.names, probe.degrees, strict=True)),
            "conditions": self.sizes.conditions,
        }
        return Says("no-polynomial", {**facts, "at": at, "got": got, "right": _json(right)})


key_of = lru_cache(maxsize=256)(Key)


@lru_cache(maxsize=1024)  # in a class many have one answer: above all the right one
def _verdict(key: Key, answer: Polynomial, points: float, forgiven: frozenset[str]) -> Verdict:
    return key._verdict(answer, points, forgiven)


def no_points(about: str | Says, said: Says, points: float) -> Verdict:
    """The verdict on an answer that earns nothing, for one reason."""
    return Verdict.from_findings([Finding.of(about, said, max_points=points)], points)


def no_count(reason: NotCounted, form: KnownError | None = None) -> Says:
    """What is said of something that is no count. form: in which it is the right one."""
    return Says("no-count", {"reason": reason.said, "form": form}) if form else reason.said


def name_of(error: KnownError) -> str:
    """What a later question knows an error by: its key; its words, where it has no id yet."""
    ((without_id, _),) = read_errors({error.words: ""})
    return error.words if error == without_id else error.key


def _json(number: Fraction | int) -> int | str:
    return number if isinstance(number, int) else str(number)


@lru_cache(maxsize=256)
def probe_of(
    sizes: Sizes, keys: tuple[Key, ...], seed: int, carried: tuple[Polynomial, ...] = ()
) -> Probe:
    """The points that tell these keys apart, and right answers given earlier ones (`carried`)."""
    carried_on = [sizes.in_nodes(formula) for formula in carried]
    needed = [key.degrees for key in keys] + [formula.degrees for formula in carried_on]
    degrees = [max(column) for column in zip(*needed, strict=True)]
    formulas = [*carried_on, *(formula for key in keys for formula in key.in_nodes)]
    named = {term for formula in formulas for term in formula.terms}
    return Probe(sizes, degrees, named, seed, [key.expected for key in keys])
