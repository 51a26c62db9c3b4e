"""Counting answers: a function of sizes that must be a certain polynomial.

The answer is asked at small points (`probe`), the polynomial is recovered exactly, looked up in the
misconceptions (`named_misconceptions`). Each term of the right count is an item.

A problem says what the count consists of. From the parts follow the formula, its terms, and the
usual errors; a problem names only those that are its own.

Errors carried forward: a count that is right given the student's own earlier answers is right. What
these were is known from their marking. They are not asked again: an answer that behaves differently
when another question asks it would be followed wherever it pleases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any, TypeAlias

from ...findings.diagnosis import Message
from ...findings.finding import WHOLE
from ..credit import COSTS
from ..formulas import Formula, FormulaLike, Term, formula_of, sizes
from ..grading import GradingContext
from ..misconceptions import (
    Misconception,
    MisconceptionKind,
    Quotient,
    by_terms,
    kinds_of,
    one_effect,
    quotients_of,
    read_count_effect,
)
from ..polynomials import Polynomial
from ..question import Check, RubricRow
from ..verdict import Verdict
from .answer_key import AnswerKey, answer_key_of, probe_of, values_at_common_points
from .cost_terms import (
    CostTerm,
    Sizes,
    monomials_of,
    parts_of,
    sizes_of,
    total,
)

# Earlier question -> what this count is by its answer; see `given` of `Count`.
CarriedBy: TypeAlias = Mapping[
    str,
    "Sequence[Term | str] | Mapping[Term, FormulaLike] | Mapping[str, FormulaLike]"
    " | Mapping[str, int] | Formula | Sequence[Formula] | Quotient",
]
Quotients = tuple[tuple[str, Quotient], ...]
ONCE = formula_of(1)
Way = tuple[
    dict[str, CostTerm | None], list[CostTerm]
]  # what stands for parts of a count; what is added


@dataclass(frozen=True, eq=False)
class Count(Check):
    """A count: a function of sizes that must be a certain polynomial, with credit for each term.

    The check calls the answer at small sizes and recovers its polynomial exactly. Then it compares
    the two polynomials term by term. It derives the generic misconceptions from the terms: a term
    that is missing or counted twice, a size in another's place, another convention for products.

    The items are the monomials of the right count, whatever their coefficients.

    Source: Schwartz 1980 and Zippel 1979, on testing polynomial identities by their values.

    Attributes:
        sizes: The arguments of the answer, in order.
        terms: The cost terms that add up to the count; or one formula, whose monomials are the
            terms.
        misconceptions: Misconceptions and conventions of the question. List one if it doesn't
            follow from the terms or deserves a message of its own. The check recognises each alone
            and together with one other.
        others: Name of another question of the set -> the formula of its answer. An answer may
            equal or contain this formula by mistake.
        accept: Reason, as students read it -> an effect (as of a misconception) that also earns
            full points. Or a function that returns this when a submission is graded.
        where: Argument -> its formula in the other sizes. The check asks only at such sizes.
        at_most: Size -> the size that it never exceeds.
        shares: Term -> its share of the points, if the shares aren't equal.
        given: Name of an earlier question -> the use of its answer in this count. The use is a list
            of the terms that the answer stands for (of a ledger, its lines). It may be term ->
            factor, or the whole count as a formula, or the `Quotient` that the earlier answer
            carries forward. An answer that is right given the student's own earlier answers earns
            full points. Or a function that returns this when a submission is graded.
        seed: Distinguishes this check's draws from other checks' draws.

    Raises:
        ValueError: A misconception names no term, changes nothing, or has the effect of another
            one; or a quotient uses a size that the count doesn't have.
        TypeError: An effect is no effect on a count.

    Example:
        >>> from examiner.checks import Count, Product, misconception, sizes
        >>> SIZES = L, d = sizes("L d")
        >>> SCORES, SUMS = Product("the scores", L, d, L), Product("the weighted sums", L, L, d)
        >>> question = Count(
        ...     SIZES,
        ...     [SCORES, SUMS],
        ...     misconceptions=[
        ...         misconception("causal-mask", {SCORES: L * (L + 1) * d}, "Nothing is masked.")
        ...     ],
        ... )
        >>> question.grade(lambda L, d: 4 * L**2 * d, points=2)
        2.0
        >>> question.grade(lambda L, d: L * (L + 1) * d + 2 * L**2 * d, points=2).misconception_key
        'causal-mask'
    """

    sizes: Sequence[Formula]
    terms: Sequence[Term] | Formula
    misconceptions: Sequence[Misconception] = field(default=(), kw_only=True)
    others: Mapping[str, FormulaLike] = field(default_factory=dict, kw_only=True)
    accept: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = field(
        default_factory=dict, kw_only=True
    )
    where: Mapping[Formula, FormulaLike] = field(default_factory=dict, kw_only=True)
    at_most: Mapping[Formula, Formula] = field(default_factory=dict, kw_only=True)
    shares: Mapping[Term, float] = field(default_factory=dict, kw_only=True)
    given: CarriedBy | Callable[[], CarriedBy] = field(default_factory=dict, kw_only=True)
    seed: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        if not callable(self.accept):
            _ = self._key

    @cached_property
    def _sizes(self) -> Sizes:
        return sizes_of(self.sizes, self.where, self.at_most)

    @cached_property
    def _key(self) -> AnswerKey:
        return self._key_with(self.accept if not callable(self.accept) else self.accept())

    def _key_with(self, accept: Mapping[str, Any], carried: Quotients = ()) -> AnswerKey:
        if isinstance(self.terms, Formula):
            parts = monomials_of(self._sizes, self.terms)
        else:
            parts = parts_of(self._sizes, self.terms)
        mistakes = tuple(
            (each.error, read_count_effect(one_effect(each), each.key))
            for each in by_terms(self.misconceptions)
        )
        kinds = tuple(kinds_of(self.misconceptions).items())
        accepted = tuple((label, read_count_effect(each, label)) for label, each in accept.items())
        shares = tuple((term.name, share) for term, share in self.shares.items())
        others = tuple((name, formula_of(each)) for name, each in self.others.items())
        return answer_key_of(
            self._sizes,
            parts,
            mistakes,
            kinds,
            accepted,
            shares,
            others,
            instead=quotients_of(self.misconceptions),
            carried=carried,
        )

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return self.misconceptions

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        given = self.given() if callable(self.given) else self.given
        quotients = tuple((name, q) for name, q in given.items() if isinstance(q, Quotient))
        key = self._key
        if callable(self.accept) or quotients:
            accept = self.accept() if callable(self.accept) else self.accept
            key = self._key_with(accept, quotients)
        carried = list(_carried(given, grading, key))
        rights = tuple(each.expected for _, each, _ in carried)
        probe = probe_of(key.sizes, (key,), grading.seed(self.seed), rights)
        verdict = key.verdict_on_outcomes(probe, probe.asked(answer), points)
        count = verdict.count
        if count is None or not _faults(verdict):
            return verdict
        # Marked against the truth, and given the answers to earlier questions: what earns more.
        possible = [verdict]
        for questions, each, forgiven in carried:
            found, facts = each.verdict(count, points, forgiven), {"questions": [*questions]}
            if found.is_right:
                found = Verdict.all_right(WHOLE, Message("right-given", facts), points)
            else:  # else what is expected would look like the truth
                found = _as_given(found, Message("expected-given", facts))
            possible.append(found)
        best = max(possible, key=lambda each: (each.exact_points, -_faults(each)))
        (assessment,) = best.assessments
        # A question may name such an answer, and it may be another convention.
        by_question = {each.error for each in self.misconceptions}
        if by_question.isdisjoint(assessment.named or {}):
            if nothing := _nothing_computed(count, key):
                assessment = replace(assessment, trivial=nothing)
            elif count.is_bare and not verdict.conventions:
                saves_nothing = dict.fromkeys(assessment.named or {}, COSTS[MisconceptionKind.IDEA])
                assessment = replace(assessment, named=saves_nothing)
        return Verdict.of_assessments([assessment], **verdict.facts)

    def items(self, points: float) -> list[RubricRow]:
        rest = points * (1 - sum(self.shares.values()))
        rows = [RubricRow(f"{term.name}: its terms", points * s) for term, s in self.shares.items()]
        others = "the other terms" if rows else "the terms of the formula, multiplied out,"
        return [*rows, RubricRow(others, rest, "together")] if rest > 1e-9 else rows

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """The polynomial; the values at a few sizes if it is none."""
        count = grading.mark(self, answer).count
        if count is not None:
            return str(count)
        return values_at_common_points(self._sizes, (self._key,), answer, grading, self.seed)

    @property
    def effect_template(self) -> str:
        return "{TERM: formula}"

    def shown(self, solution: Any) -> Iterator[str]:
        yield from examples_at(self._sizes, solution)


EXAMPLE_SIZES = (
    (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37),
    (13, 17, 23, 3, 29, 5, 7, 2, 19, 11, 37, 31),
)


def examples_at(sizes: Sizes, solution: Callable[..., Any]) -> Iterator[str]:
    """Values of a counting function at sizes of which no two are alike."""
    for values in EXAMPLE_SIZES:
        chosen = dict(zip(sizes.names, values, strict=False))
        for name, bound in sizes.at_most.items():
            formula = sizes.where.get(name)
            chosen[bound] += int(formula(*chosen.values())) if formula else chosen[name]
        arguments = sizes.arguments_at([*chosen.values()])
        named = zip(sizes.arguments, arguments, strict=True)
        call = ", ".join(f"{name}={value}" for name, value in named)
        yield f"{solution.__name__}({call}) == {solution(*arguments)!r}"


def _as_given(verdict: Verdict, said: Message) -> Verdict:
    """The verdict on a count by earlier answers, with that said of each finding."""
    (a,) = verdict.assessments
    items, extras = (
        tuple(replace(each, says=(*each.says, said)) for each in findings)
        for findings in (a.items, a.extras)
    )
    return Verdict.of_assessments([replace(a, items=items, extras=extras)], **verdict.facts)


def _faults(verdict: Verdict) -> int:
    return sum(not finding.passed for finding in verdict.findings)


def _nothing_computed(answer: Polynomial, key: AnswerKey) -> Message | None:
    """What is said of a count in which nothing is computed: a constant, or an argument."""
    if not any(answer.degrees):
        return Message("nothing-computed", {"number": str(answer), "given_back": False})
    arguments = [key.sizes.polynomial(size) for size in sizes(" ".join(key.sizes.arguments))]
    constant = (0,) * len(answer.variables)
    number = answer[constant]
    rest = answer - Polynomial(answer.variables, {constant: number})
    if rest not in arguments or (number and number == key.expected[constant]):
        return None
    return Message("nothing-computed", {"number": str(number), "given_back": True})


# --- given earlier answers -----------------------------------------------------------------------


def _carried(
    given: CarriedBy, grading: GradingContext, key: AnswerKey
) -> Iterator[tuple[Sequence[str], AnswerKey, frozenset[str]]]:
    """The count given earlier answers, several of them or one, that may be followed and are not
    right: these questions, the key then, and the conventions that these answers were charged for.

    ValueError for parts that the count hasn't, and for answers in other sizes.
    """
    ways: dict[str, list[Way]] = {}
    charged: dict[str, frozenset[str]] = {}
    for question, each in given.items():
        if isinstance(each, Quotient):
            continue
        if formulas := _formulas(each):
            for formula in formulas:
                count = key.sizes.polynomial(formula, f"given {question!r}")
                if count != key.expected:
                    own = CostTerm(f"your answer to {question}", (), count)
                    yield (question,), key.with_parts((own,)), frozenset()
            continue
        times = _times(each)
        if unknown := set(times) - {part.name for part in key.parts}:
            known = ", ".join(repr(part.name) for part in key.parts)
            raise ValueError(
                f"given {question!r}: no part {', '.join(sorted(unknown))}; the parts are {known}"
            )
        verdict = grading.carried_forward(question)
        if verdict is not None and verdict.counted is not None:
            possible = _ways(question, verdict, times, key.parts)
            if found := [way for way in possible if total(_changed(key, way)) != key.expected]:
                ways[question], charged[question] = found, verdict.conventions
    for number in range(len(ways), 0, -1):
        for questions in combinations(ways, number):
            forgiven = frozenset[str]().union(*(charged[question] for question in questions))
            totals = set()
            for some in product(*(ways[question] for question in questions)):
                parts = _changed(key, *some)
                if (count := total(parts)) not in totals:
                    totals.add(count)
                    yield questions, key.with_parts(parts), forgiven


def _formulas(given: Any) -> Sequence[Formula]:
    """What a whole count is by an earlier answer; nothing if its terms are named instead."""
    if isinstance(given, Formula):
        return [given]
    if isinstance(given, Sequence) and given and isinstance(given[0], Formula):
        return given
    return []


def _times(given: Any) -> dict[str, Formula]:
    """Name of a term -> what an earlier answer is multiplied by there."""
    factors = given if isinstance(given, Mapping) else dict.fromkeys(given, 1)
    return {
        term.name if isinstance(term, Term) else term: formula_of(factor)
        for term, factor in factors.items()
    }


def _changed(key: AnswerKey, *ways: Way) -> tuple[CostTerm, ...]:
    changed = {name: part for instead, _ in ways for name, part in instead.items()}
    parts = [changed.get(part.name, part) for part in key.parts]
    return (*filter(None, parts), *(part for _, added in ways for part in added))


def _ways(
    question: str, verdict: Verdict, times: Mapping[str, Formula], parts: Sequence[CostTerm]
) -> Iterator[Way]:
    """How a count may rest on an answer: with what was counted in the place of the parts of these
    names, so many times. Of a ledger: with lines that are multiplied here, or with wrong ones as
    they stand there; and with those that it wasn't asked for or without them.
    """
    variables = parts[0].other.variables

    def here(counted: Polynomial, factor: Formula = ONCE) -> Polynomial:
        """What was counted, as a count in these sizes, so many times."""
        if not set(counted.variables) <= set(variables):
            raise ValueError(f"the answer to {question!r} is a count in other sizes")
        return counted.substitute({}, variables) * factor.polynomial(variables)

    if verdict.count is not None:
        if len(different := {*times.values()}) != 1:
            number = len(different)
            raise ValueError(f"given {question!r}: one count has one factor, not {number}")
        (factor,) = different
        own = CostTerm(f"your answer to {question}", (), here(verdict.count, factor))
        yield dict.fromkeys(times), [own]
        return
    costs = {part.name: part.cost() for part in parts}
    for once in (False, True):
        changed: dict[str, CostTerm | None] = {}
        for name in times.keys() & verdict.counts.keys():
            factors = [times[name], ONCE] if once else [times[name]]
            counts = [here(verdict.counts[name], factor) for factor in factors]
            by_size = once and times[name].operation != "number"
            if costs[name] not in counts and not by_size:
                changed[name] = CostTerm(name, (), counts[-1])
        for added in [verdict.added, {}] if verdict.added else [{}]:
            more = [CostTerm(f"your line {name}", (), here(n)) for name, n in added.items()]
            yield changed, more
