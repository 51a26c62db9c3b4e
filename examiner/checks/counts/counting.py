"""Counting answers: a function of sizes that must be a certain polynomial.

The answer is asked at small points (`probe`), the polynomial is recovered exactly, looked up in the
table of known errors (`table`) and paid term by term (`credit`).

A problem says what the count consists of. From the parts follow the formula, its terms, and the
usual errors (`candidates`); a problem names only those that are its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...findings.known_error import Says
from ..polynomials import Polynomial
from ..verdict import Verdict
from .following import Followed, GivenBy, carried_from
from .key import Key, key_of, probe_of
from .parts import factors_of, parts_of, terms_of
from .sizes import Errors, Formulas, items_of, sizes_of


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
    points: shared by the terms of the formula.
    """
    sizes = sizes_of(variables, items_of(where))
    if isinstance(expected, str) and expected:
        parts = terms_of(sizes, expected)
    else:
        parts = parts_of(sizes, items_of(products), items_of(expected or other))
    key = key_of(
        sizes,
        parts,
        items_of(mistakes),
        items_of(conventions),
        items_of(accept),
        items_of(shares),
        items_of(others),
    )
    carried = list(carried_from(given or {}, followed, key))
    probe = probe_of(sizes, (key,), seed, tuple(each.key.expected for each in carried))
    verdict = key.verdict_on_outcomes(probe, probe.asked(function), points)
    if verdict.counted is None or not _faults(verdict):
        return verdict
    # Marked against the truth, and given the answers to earlier questions: what earns more.
    possible = [verdict, *(each.verdict(verdict.counted, points) for each in carried)]
    best = max(possible, key=lambda each: (each.points, -_faults(each)))
    nothing = _nothing_computed(verdict.counted, key)
    if nothing and _faults(best) and not verdict.mistake:
        best = best.without_points(nothing)
    return replace(verdict, points=best.points, findings=best.findings, unrounded=best.unrounded)


def _nothing_computed(answer: Polynomial, key: Key) -> Says | None:
    """What is said of a count in which nothing is computed: a constant, or an argument."""
    if not any(answer.degrees):
        return Says("nothing-computed", {"number": str(answer), "given_back": False})
    arguments = [key.sizes.formula(argument) for argument in key.sizes.arguments]
    constant = (0,) * len(answer.variables)
    number = answer.terms.get(constant, 0)
    rest = answer - Polynomial(answer.variables, {constant: number})
    if rest not in arguments or (number and number == key.expected.terms.get(constant, 0)):
        return None
    return Says("nothing-computed", {"number": str(number), "given_back": True})


def _faults(verdict: Verdict) -> int:
    return sum(not finding.passed for finding in verdict.findings)
