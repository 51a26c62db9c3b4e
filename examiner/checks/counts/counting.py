"""Counting answers: a function of sizes that must be a certain polynomial.

The answer is asked at small points (`probe`), the polynomial is recovered exactly, looked up in the
known errors (`known`) and paid term by term (`credit`).

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

from ...findings.finding import WHOLE
from ...findings.known_error import KnownError, Says
from ..formulas import Formula, FormulaLike, Term, formula_of
from ..grading import Grading
from ..misconceptions import (
    Kind,
    Misconception,
    Quotient,
    by_terms,
    counted_with,
    of_kind,
    one_effect,
    quotients_of,
)
from ..polynomials import Polynomial
from ..question import Check
from ..verdict import Verdict
from .key import Key, key_of, probe_of
from .parts import (
    Errors,
    Formulas,
    Items,
    Part,
    Sizes,
    factors_of,
    items_of,
    parts_of,
    parts_of_terms,
    sizes_of,
    sizes_of_formulas,
    terms_of,
    total,
)

# Earlier question -> the parts of this count that its answer stands for: their sum; of a ledger
# the lines of these names. Or part (line) -> what the answer (line) is multiplied by here, a number
# or a formula: {"the weights": "2*n"}. Or, of an answer that the question follows by itself, what
# this whole count is by it, a formula, or several with a "; " between.
Times = Mapping[str, Any]
GivenBy = Mapping[str, Any]
Followed = Callable[[str], Verdict | None]
Way = tuple[dict[str, Part | None], list[Part]]  # what stands for parts of a count; what is added
# The same as an author of a question writes it.
CarriedBy: TypeAlias = Mapping[
    str,
    "Sequence[Term | str] | Mapping[Term, FormulaLike] | Mapping[str, FormulaLike]"
    " | Mapping[str, int] | Formula | Sequence[Formula] | Quotient",
]


@dataclass(frozen=True, eq=False)
class Count(Check):
    """A count: a function of sizes that must be a certain polynomial, with credit for each term.

    The check calls the answer at small sizes and recovers its polynomial exactly. Then it compares
    the two polynomials term by term. It derives the generic misconceptions from the terms: a term
    that is missing or counted twice, a size in another's place, another convention for products.

    The monomials of the right count share the points equally, whatever their coefficients. A
    convention costs a quarter of the points at most. `counts/credit.py` gives the reasons.

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
        >>> question.grade(lambda L, d: L * (L + 1) * d + 2 * L**2 * d, points=2).mistake
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
        return sizes_of_formulas(self.sizes, self.where, self.at_most)

    @cached_property
    def _key(self) -> Key:
        return self._key_with(self.accept if not callable(self.accept) else self.accept())

    def _key_with(self, accept: Mapping[str, Any], carried: Items = ()) -> Key:
        if isinstance(self.terms, Formula):
            parts = terms_of(self._sizes, self.terms)
        else:
            parts = parts_of_terms(self._sizes, self.terms)
        mistakes, conventions = (
            tuple(
                (each.error, counted_with(one_effect(each), each.key))
                for each in by_terms(of_kind(self.misconceptions, *kinds))
            )
            for kinds in ((Kind.MISCONCEPTION, Kind.GUESS), (Kind.CONVENTION,))
        )
        accepted = tuple((label, counted_with(each, label)) for label, each in accept.items())
        shares = tuple((term.name, share) for term, share in self.shares.items())
        others = tuple((name, formula_of(each)) for name, each in self.others.items())
        return key_of(
            self._sizes,
            parts,
            mistakes,
            conventions,
            accepted,
            shares,
            others,
            instead=quotients_of(self.misconceptions),
            carried=carried,
        )

    @property
    def known(self) -> Sequence[Misconception]:
        return self.misconceptions

    def verdict(self, answer: Any, points: float, grading: Grading) -> Verdict:
        given = self.given() if callable(self.given) else self.given
        carried = tuple((name, str(q)) for name, q in given.items() if isinstance(q, Quotient))
        key = self._key
        if callable(self.accept) or carried:
            accept = self.accept() if callable(self.accept) else self.accept
            key = self._key_with(accept, carried)
        by_names = {
            question: _by_names(each)
            for question, each in given.items()
            if not isinstance(each, Quotient)
        }
        return counted(answer, key, by_names, grading.followed, grading.seed(self.seed), points)

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


def _by_names(given: Any) -> Any:
    """What an earlier answer counts here, with the names of terms in the place of these."""
    if isinstance(given, Formula):
        return (given,)
    if isinstance(given, Mapping):
        return {_name(term): factor for term, factor in given.items()}
    if given and isinstance(given[0], Formula):
        return tuple(given)
    return [_name(term) for term in given]


def _name(term: Term | str) -> str:
    return term.name if isinstance(term, Term) else term


def cost(products: Formulas, other: Formulas | None = None) -> str:
    """The formula for the cost of such products and other parts as `polynomial` takes them.

    For what is not asked, but mistaken for it: other people's products, another pass. ValueError
    for a product of fewer than three sizes.
    """
    terms = [f"2*{'*'.join(f'({each})' for each in factors_of(p))}" for p in products.values()]
    return " + ".join([*terms, *(f"({formula})" for formula in (other or {}).values())])


def polynomial(
    function: Any,
    *,
    variables: str,
    expected: str | Formulas = "",
    products: Formulas | None = None,
    other: Formulas | None = None,
    points: float,
    mistakes: Errors | None = None,
    conventions: Errors | None = None,
    accept: Mapping[str, str | Formulas] | None = None,
    where: Formulas | None = None,
    others: Formulas | None = None,
    shares: Mapping[str, float] | None = None,
    given: GivenBy | None = None,
    followed: Followed = lambda question: None,
    instead: Mapping[KnownError, str] | None = None,
    carried: Formulas | None = None,
    seed: int = 0,
) -> Verdict:
    """The verdict on `function(*sizes)` as a count of these parts, with credit by terms.

    variables: the arguments' names in their order, separated by spaces.
    expected: name -> formula for the parts that the count is the sum of; or one formula, whose
        terms are its parts.
    products: in its place, name -> "m n p", the sizes of an m × n and an n × p matrix, which cost
        2mnp; factors before the three say how many such products there are.
    other: beside products, name -> the formula of a part that is none; one with the name of a
        product is added to it.
    mistakes: known errors, for what doesn't follow from the parts (see `candidates`) or deserves a
        reason: in a marking file a table, `id: words :: the scores = 2*seq_len*d_attn`, or id ->
        how the parts in question are counted then: {"the scores": "2*seq_len*d_attn"} replaces a
        part ("0" leaves it out), {"+": "seq_len"} adds to the count, {"*": "seq_len"} multiplies
        it, and a formula instead of the dict is the whole wrong count. Usual errors with the same
        effect are left unsaid where they are with the parts that are replaced; others are named
        beside this one. An error is recognised alone or together with one other.
    conventions: the same for what is no error, but another convention than the course's. Its
        difference is taken away, and it costs a quarter of the points (see `credit`). That a
        multiply–accumulate is one FLOP, or a dot product 2n − 1, needs no mention.
    accept: what allows it -> how it counts, in the same form, what earns full points as well.
    where: the points at which the count is this formula, see `Sizes`.
    given: earlier question -> the parts that its answer counts as well (of a ledger, the lines, or
        line -> how many times it is counted here; lines that were added may be counted too), or
        part -> what the answer is multiplied by here, the same for all: {"the weights": "2*n"}; or
        one formula, what this count is by an answer that the question itself follows, to another
        of its functions. An answer that is right given the student's own answers is right.
    followed: the verdict on an earlier question that may be followed (`Checks.followed`).
    others: other question of the set -> the formula that it asks for, which an answer may be, or
        count as well.
    shares: part -> the share of the points of its terms, where it isn't that of the others.
    instead: known errors by which a quotient of arguments stands in a size's place, which no
        polynomial is: error -> "d_head = d_model // n_heads".
    carried: earlier answer -> such a text, where that answer has this error. What follows from it
        is right.
    points: shared by the terms of the formula.
    """
    sizes = sizes_of(variables, items_of(where))
    if isinstance(expected, str) and expected:
        parts = terms_of(sizes, expected)
    else:
        parts = parts_of(sizes, items_of(products), items_of(expected or other))
    settings = (mistakes, conventions, accept, shares, others)
    quotients = {"instead": items_of(instead), "carried": items_of(carried)}
    key = key_of(sizes, parts, *map(items_of, settings), **quotients)
    return counted(function, key, given or {}, followed, seed, points)


def counted(
    function: Any, key: Key, given: GivenBy, followed: Followed, seed: int, points: float
) -> Verdict:
    """The verdict on a count by its key."""
    carried = list(_carried(given, followed, key))
    probe = probe_of(key.sizes, (key,), seed, tuple(each.expected for _, each, _ in carried))
    verdict = key.verdict_on_outcomes(probe, probe.asked(function), points)
    count = verdict.counted
    if count is None or not _faults(verdict):
        return verdict
    # Marked against the truth, and given the answers to earlier questions: what earns more.
    possible = [verdict]
    for questions, each, forgiven in carried:
        found, facts = each.verdict(count, points, forgiven), {"questions": [*questions]}
        if found.points == points:
            findings = Verdict.all_right(WHOLE, Says("right-given", facts), points).findings
        else:  # else what is expected would look like the truth
            said = Says("expected-given", facts)
            findings = tuple(replace(f, says=(*f.says, said)) for f in found.findings)
        possible.append(replace(found, findings=findings))
    best = max(possible, key=lambda each: (each.points, -_faults(each)))
    nothing = _nothing_computed(count, key)
    if nothing and _faults(best) and not verdict.mistake:
        best = best.without_points(nothing)
    return replace(verdict, points=best.points, findings=best.findings, unrounded=best.unrounded)


def _faults(verdict: Verdict) -> int:
    return sum(not finding.passed for finding in verdict.findings)


def _nothing_computed(answer: Polynomial, key: Key) -> Says | None:
    """What is said of a count in which nothing is computed: a constant, or an argument."""
    if not any(answer.degrees):
        return Says("nothing-computed", {"number": str(answer), "given_back": False})
    arguments = [key.sizes.formula(argument) for argument in key.sizes.arguments]
    constant = (0,) * len(answer.variables)
    number = answer[constant]
    rest = answer - Polynomial(answer.variables, {constant: number})
    if rest not in arguments or (number and number == key.expected[constant]):
        return None
    return Says("nothing-computed", {"number": str(number), "given_back": True})


# --- given earlier answers -----------------------------------------------------------------------


def _carried(
    given: GivenBy, followed: Followed, key: Key
) -> Iterator[tuple[Sequence[str], Key, frozenset[str]]]:
    """The count given earlier answers, several of them or one, that may be followed and are not
    right: these questions, the key then, and the conventions that these answers were charged for.

    ValueError for parts that the count hasn't, and for answers in other sizes.
    """
    ways: dict[str, list[Way]] = {}
    charged: dict[str, frozenset[str]] = {}
    for question, names in given.items():
        whole = names.split("; ") if isinstance(names, str) else names
        if isinstance(names, str) or _are_formulas(names):
            for formula in whole:
                count = key.sizes.formula(formula, f"given {question!r}")
                if count != key.expected:
                    own = Part(f"your answer to {question}", (), count)
                    yield (question,), key.with_parts((own,)), frozenset()
            continue
        if unknown := set(names) - {part.name for part in key.parts}:
            known = ", ".join(repr(part.name) for part in key.parts)
            raise ValueError(
                f"given {question!r}: no part {', '.join(sorted(unknown))}; the parts are {known}"
            )
        verdict = followed(question)
        if verdict is not None and verdict.counted is not None:
            found = _ways(question, verdict, names, key.parts)
            if found := [way for way in found if total(_changed(key, way)) != key.expected]:
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


def _are_formulas(names: Any) -> bool:
    return isinstance(names, tuple) and bool(names) and isinstance(names[0], Formula)


def _changed(key: Key, *ways: Way) -> tuple[Part, ...]:
    changed = {name: part for instead, _ in ways for name, part in instead.items()}
    parts = [changed.get(part.name, part) for part in key.parts]
    return (*filter(None, parts), *(part for _, added in ways for part in added))


def _ways(
    question: str, verdict: Verdict, names: Sequence[str] | Times, parts: Sequence[Part]
) -> Iterator[Way]:
    """How a count may rest on an answer: with what was counted in the place of the parts of these
    names. Of a ledger: with lines that are multiplied here, or with wrong ones as they stand there;
    and with those that it wasn't asked for or without them.
    """
    times = dict(names) if isinstance(names, Mapping) else dict.fromkeys(names, 1)
    variables = parts[0].other.variables

    def here(counted: Polynomial, factor: int | str) -> Polynomial:
        """What was counted, as a count in these sizes, so many times."""
        if not set(counted.variables) <= set(variables):
            raise ValueError(f"the answer to {question!r} is a count in other sizes")
        return counted.substitute({}, variables) * Polynomial.parse(str(factor), variables)

    if isinstance(verdict.counted, Polynomial):
        factors = {str(number) for number in times.values()}
        if len(factors) != 1:
            raise ValueError(f"given {question!r}: one count has one factor, not {len(factors)}")
        own = Part(f"your answer to {question}", (), here(verdict.counted, factors.pop()))
        yield dict.fromkeys(times), [own]
        return
    costs = {part.name: part.cost() for part in parts}
    for once in (False, True):
        changed: dict[str, Part | None] = {}
        for name in times.keys() & verdict.counted.keys():
            numbers = [times[name], 1] if once else [times[name]]
            counts = [here(verdict.counted[name], number) for number in numbers]
            formula = once and isinstance(times[name], str | Formula)
            if costs[name] not in counts and not formula:
                changed[name] = Part(name, (), counts[-1])
        for added in [verdict.added, {}] if verdict.added else [{}]:
            more = [Part(f"your line {name}", (), here(n, 1)) for name, n in added.items()]
            yield changed, more
