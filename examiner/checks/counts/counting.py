"""The check of counting answers: a function of sizes that must be a certain polynomial.

The check calls the answer at small points (`probe_points`) and recovers its polynomial exactly. It
compares the polynomial with the right count and with the misconceptions (`answer_key`,
`diagnosis`). Each monomial of the right count is an item.

A question gives the cost terms. The formula and the generic misconceptions follow from them, so the
question names only its own misconceptions.

Errors are carried forward: a count that is right given the student's own earlier answers is right.
The earlier answers are known from their verdicts. The check doesn't call them again, because an
answer could then behave differently to make a later question right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
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
    kinds_of,
    one_effect,
    quotients_of,
    read_count_effect,
    without_quotients,
)
from ..polynomials import Polynomial
from ..question import Check, RubricRow
from ..verdict import Verdict
from .answer_key import (
    AnswerKey,
    answer_key_of,
    probe_of,
    values_at_common_points,
    with_sizes_explained,
)
from .cost_terms import (
    CostTerm,
    Sizes,
    cost_terms_of,
    monomials_of,
    sizes_of,
    total_cost,
)

# Earlier question -> the use of its answer in this count; see `given` of `Count`.
CarriedBy: TypeAlias = Mapping[
    str,
    "Sequence[Term | str] | Mapping[Term, FormulaLike] | Mapping[str, FormulaLike]"
    " | Mapping[str, int] | Formula | Sequence[Formula] | Quotient",
]
Quotients = tuple[tuple[str, Quotient], ...]
ONCE = formula_of(1)
# Cost terms that an earlier answer replaces (None: removes), and cost terms that it adds.
Replacement = tuple[dict[str, CostTerm | None], list[CostTerm]]


@dataclass(frozen=True, eq=False)
class Count(Check):
    """A count: a function of sizes that must be a certain polynomial, with credit for each term.

    The check calls the answer at small sizes and recovers its polynomial exactly. Then it compares
    the two polynomials term by term. It derives the generic misconceptions from the terms: a term
    that is missing or counted twice, a size in another's place, another convention for products.

    The items are the monomials of the right count. Their coefficients don't weight them.

    Source: Schwartz 1980 and Zippel 1979, on testing polynomial identities by their values.

    Attributes:
        sizes: The arguments of the answer, in order.
        terms: The cost terms that add up to the count; or one formula, with its monomials as the
            cost terms.
        misconceptions: Misconceptions and conventions of the question. List one if it doesn't
            follow from the terms or deserves a message of its own. The check recognises each alone
            and together with one other.
        others: Name of another question of the set -> the formula of its answer. An answer may
            equal or contain this formula by mistake.
        accept: Reason, as students read it -> an effect (as of a misconception) that also earns
            full points. `accept` may also be a function that returns this mapping when a submission
            is graded.
        where: Argument -> its formula in the other sizes. The check calls the answer only with
            arguments that satisfy this formula.
        at_most: Size -> the size that it never exceeds.
        shares: Term -> its share of the points, if the shares aren't equal.
        given: Name of an earlier question -> the use of its answer in this count. The use is a list
            of the terms that the answer stands for (of a ledger, its lines). It may be term ->
            factor, or the whole count as a formula, or the `Quotient` that the earlier answer
            carries forward. An answer that is right given the student's own earlier answers earns
            full points. `given` may also be a function that returns this mapping when a submission
            is graded.
        seed: A number that gives this check other random points than other checks.

    Raises:
        ValueError: A misconception names no term of the count, changes nothing, or has the same
            effect as another; or a quotient uses a size that the count doesn't have.
        TypeError: A misconception has an effect that doesn't apply to a count.

    Example:
        >>> from examiner.checks import Count, Product, misconception, sizes
        >>> SIZES = L, d = sizes("L d")
        >>> SCORES, SUMS = Product("the scores", L, d, L), Product("the weighted sums", L, L, d)
        >>> question = Count(
        ...     SIZES,
        ...     [SCORES, SUMS],
        ...     misconceptions=[
        ...         misconception("causal-mask", {SCORES: L * (L + 1) * d}, "nothing is masked")
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
            cost_terms = monomials_of(self._sizes, self.terms)
        else:
            cost_terms = cost_terms_of(self._sizes, self.terms)
        misconceptions = tuple(
            (each.error, read_count_effect(one_effect(each), each.key))
            for each in without_quotients(self.misconceptions)
        )
        kinds = tuple(kinds_of(self.misconceptions).items())
        accepted = tuple((label, read_count_effect(each, label)) for label, each in accept.items())
        shares = tuple((term.name, share) for term, share in self.shares.items())
        others = tuple((name, formula_of(each)) for name, each in self.others.items())
        return answer_key_of(
            self._sizes,
            cost_terms,
            misconceptions,
            kinds,
            accepted,
            shares,
            others,
            quotients=quotients_of(self.misconceptions),
            carried_quotients=carried,
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
        carried = list(_carried_keys(given, grading, key))
        rights = tuple(each.expected for _, each, _ in carried)
        probe = probe_of(key.sizes, (key,), grading.seed(self.seed), rights)
        verdict = key.verdict_on_outcomes(probe, probe.call(answer), points)
        count = verdict.count
        if count is None or not _faults(verdict):
            return verdict
        # Mark the answer against the truth, then with each earlier error; the best mark counts.
        possible, smallest = [verdict], min(0, *key.expected.terms.values())
        for questions, each, paid in carried:
            found, facts = each.verdict(count, points, paid), {"questions": [*questions]}
            if found.is_right:
                found = Verdict.all_right(WHOLE, Message("right-given", facts), points)
            elif min(each.expected.terms.values(), default=0) < smallest:
                continue  # students would make nothing of an expected number below 0
            elif not _rests_on_earlier(found, key.expected, each.expected):
                continue
            else:  # without this message, students would take the expected values for the truth
                found = _with_message(found, Message("expected-given", facts))
            possible.append(found)
        best = max(possible, key=lambda each: (each.exact_points, -_faults(each)))
        (assessment,) = best.assessments
        # Trivial answers earn nothing, unless the question names them or they follow a convention.
        by_question = {each.error for each in self.misconceptions}
        if by_question.isdisjoint(assessment.named or {}):
            if message := _nothing_computed(count, key):
                assessment = replace(assessment, trivial=message)
            elif count.is_bare and not verdict.conventions:
                full_cost = dict.fromkeys(assessment.named or {}, COSTS[MisconceptionKind.IDEA])
                assessment = replace(assessment, named=full_cost)
        assessment = with_sizes_explained(assessment, key.sizes)
        return Verdict.of_assessments([assessment], **verdict.facts)

    def items(self, points: float) -> list[RubricRow]:
        rest = points * (1 - sum(self.shares.values()))
        # Costs with the same products of sizes add up: these terms are right or wrong as a whole.
        costs = {term.name: frozenset(term.cost().terms) for term in self._key.cost_terms}
        together: dict[object, list[Term]] = {}
        for term in self.shares:
            together.setdefault(costs.get(term.name, term.name), []).append(term)
        rows = []
        for cost, terms in together.items():
            names = " and ".join(term.name for term in terms)
            alone = len(terms) == 1 and isinstance(cost, frozenset) and len(cost) == 1
            item = names if alone else f"the multiplied-out terms of {names}"
            share = points * sum(self.shares[term] for term in terms)
            rows.append(RubricRow(item, share, int(alone)))
        others = "the other terms" if rows else "the terms of the multiplied-out formula"
        return [*rows, RubricRow(others, rest, 0)] if rest > 1e-9 else rows

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Describe the polynomial; if the answer is none, its values at a few sizes."""
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
    """Compute example values of a counting function, with a different value for each size.

    Args:
        sizes: The sizes of the question.
        solution: The reference answer.

    Yields:
        A line like "flops(n=2, d=3) == 36".
    """
    for values in EXAMPLE_SIZES:
        chosen = dict(zip(sizes.names, values, strict=False))
        for name, bound in sizes.at_most.items():
            formula = sizes.where.get(name)
            chosen[bound] += int(formula(*chosen.values())) if formula else chosen[name]
        arguments = sizes.arguments_at([*chosen.values()])
        named = zip(sizes.arguments, arguments, strict=True)
        call = ", ".join(f"{name}={value}" for name, value in named)
        yield f"{solution.__name__}({call}) == {solution(*arguments)!r}"


def _with_message(verdict: Verdict, message: Message) -> Verdict:
    """Add a message to each item and extra of a verdict."""
    (assessment,) = verdict.assessments
    items, extras = (
        tuple(replace(each, messages=(*each.messages, message)) for each in findings)
        for findings in (assessment.items, assessment.extras)
    )
    assessment = replace(assessment, items=items, extras=extras)
    return Verdict.of_assessments([assessment], **verdict.facts)


def _rests_on_earlier(verdict: Verdict, right: Polynomial, given: Polynomial) -> bool:
    """Check whether an answer follows an earlier one, apart from its errors.

    It does if misconceptions explain the rest, or if it has a term of the earlier answer that the
    right count doesn't have like that.

    Args:
        verdict: The verdict given the earlier answer.
        right: The right count.
        given: The count that is right given the earlier answer.
    """
    count, (assessment,) = verdict.count, verdict.assessments
    if count is None or assessment.named:
        return True
    return any(given[m] == count[m] != right[m] for m in {*right.terms, *given.terms})


def _faults(verdict: Verdict) -> int:
    return sum(not finding.passed for finding in verdict.findings)


def _nothing_computed(answer: Polynomial, key: AnswerKey) -> Message | None:
    """Make the message on a trivial count: a constant, or one of the arguments (plus a number)."""
    if not any(answer.degrees):
        return Message("nothing-computed", {"number": str(answer), "given_back": False})
    arguments = [key.sizes.polynomial(size) for size in sizes(" ".join(key.sizes.arguments))]
    constant = (0,) * len(answer.variables)
    number = answer[constant]
    rest = answer - Polynomial(answer.variables, {constant: number})
    if rest not in arguments or (number and number == key.expected[constant]):
        return None
    return Message("nothing-computed", {"number": str(number), "given_back": True})


# --- errors carried forward ----------------------------------------------------------------------


def _carried_keys(
    given: CarriedBy, grading: GradingContext, key: AnswerKey
) -> Iterator[tuple[Sequence[str], AnswerKey, frozenset[str]]]:
    """List the answer keys that follow from wrong earlier answers, alone and together.

    Args:
        given: Earlier question -> the use of its answer.
        grading: The grading context, with the earlier verdicts.
        key: The key without errors carried forward.

    Yields:
        The earlier questions, the key given their answers, and the keys of the conventions that
        these answers were charged for.

    Raises:
        ValueError: The use names no term of the count, or an earlier answer has other sizes.
    """
    replacements: dict[str, list[Replacement]] = {}
    charged: dict[str, frozenset[str]] = {}
    for question, each in given.items():
        if isinstance(each, Quotient):
            continue
        if formulas := _whole_formulas(each):
            for formula in formulas:
                count = key.sizes.polynomial(formula, f"given {question!r}")
                if count != key.expected:
                    own = CostTerm(f"your answer to {question}", (), count)
                    yield (question,), key.with_cost_terms((own,)), frozenset()
            continue
        factors = _factors(each)
        if unknown := set(factors) - {term.name for term in key.cost_terms}:
            known = ", ".join(repr(term.name) for term in key.cost_terms)
            raise ValueError(
                f"given {question!r}: no term {', '.join(sorted(unknown))}; the terms are {known}"
            )
        verdict = grading.carried_forward(question)
        if verdict is not None and verdict.counted is not None:
            possible = _replacements(question, verdict, factors, key.cost_terms)
            found = [each for each in possible if total_cost(_replaced(key, each)) != key.expected]
            if found:
                replacements[question], charged[question] = found, verdict.conventions
    for number in range(len(replacements), 0, -1):
        for questions in combinations(replacements, number):
            paid = frozenset[str]().union(*(charged[question] for question in questions))
            totals = set()
            for chosen in product(*(replacements[question] for question in questions)):
                cost_terms = _replaced(key, *chosen)
                if (count := total_cost(cost_terms)) not in totals:
                    totals.add(count)
                    yield questions, key.with_cost_terms(cost_terms), paid


def _whole_formulas(given: Any) -> Sequence[Formula]:
    """Return the formulas of the whole count by an earlier answer; none if `given` names terms."""
    if isinstance(given, Formula):
        return [given]
    if isinstance(given, Sequence) and given and isinstance(given[0], Formula):
        return given
    return []


def _factors(given: Any) -> dict[str, Formula]:
    """Map the name of each term to the factor of the earlier answer in it."""
    factors = given if isinstance(given, Mapping) else dict.fromkeys(given, 1)
    return {
        term.name if isinstance(term, Term) else term: formula_of(factor)
        for term, factor in factors.items()
    }


def _replaced(key: AnswerKey, *replacements: Replacement) -> tuple[CostTerm, ...]:
    """Apply replacements to the cost terms of a key."""
    changed = {name: term for replaced, _ in replacements for name, term in replaced.items()}
    terms = [changed.get(term.name, term) for term in key.cost_terms]
    return (*filter(None, terms), *(term for _, added in replacements for term in added))


def _replacements(
    question: str,
    verdict: Verdict,
    factors: Mapping[str, Formula],
    cost_terms: Sequence[CostTerm],
) -> Iterator[Replacement]:
    """List the ways in which this count may use an earlier answer.

    A count replaces all named terms together. The lines of a ledger replace the terms of the same
    name, each with its factor. A wrong line may include a numeric factor already, so it also
    replaces the term without the factor. Lines that the ledger didn't ask for are added, or not.

    Args:
        question: The earlier question.
        verdict: The verdict on the earlier answer.
        factors: Name of a term -> the factor of the earlier answer in it.
        cost_terms: The cost terms of this count.

    Yields:
        The replacements.

    Raises:
        ValueError: The earlier answer has other sizes, or one count has several factors.
    """
    variables = cost_terms[0].other.variables

    def here(counted: Polynomial, factor: Formula = ONCE) -> Polynomial:
        """Convert an earlier count to the sizes of this one, times a factor."""
        if not set(counted.variables) <= set(variables):
            raise ValueError(f"the answer to {question!r} is a count in other sizes")
        return counted.substitute({}, variables) * factor.polynomial(variables)

    if verdict.count is not None:
        if len(different := {*factors.values()}) != 1:
            number = len(different)
            raise ValueError(f"given {question!r}: one count has one factor, not {number}")
        (factor,) = different
        name, by = f"your answer to {question}", factor.polynomial(variables)
        own = CostTerm(name, (), here(verdict.count, factor))
        if all(number % 2 == 0 for number in by.terms.values()):
            # The answer is a number of weights, and each takes a multiply–accumulate or several.
            one = Polynomial.number(1, variables)
            own = CostTerm(name, (here(verdict.count), by * Fraction(1, 2), one, one), one * 0)
        yield dict.fromkeys(factors), [own]
        return
    costs = {term.name: term.cost() for term in cost_terms}
    for once in (False, True):
        changed: dict[str, CostTerm | None] = {}
        for name in factors.keys() & verdict.counts.keys():
            possible = [factors[name], ONCE] if once else [factors[name]]
            counts = [here(verdict.counts[name], factor) for factor in possible]
            by_size = once and factors[name].operation != "number"
            if costs[name] not in counts and not by_size:
                changed[name] = CostTerm(name, (), counts[-1])
        for added in [verdict.added, {}] if verdict.added else [{}]:
            more = [CostTerm(f"your line {name}", (), here(n)) for name, n in added.items()]
            yield changed, more
