"""Counting answers: a function of sizes that must be a certain polynomial.

The answer is asked at many small points (`probe`), the polynomial is recovered exactly and compared
term by term, and what went wrong is named (`mistakes`).

A problem says what the count consists of. From the parts follow the formula, its terms, and the
usual mistakes; a problem names only those that are its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .calls import ask
from .following import Followed, GivenBy, carried_from
from .formulas import (
    Formulas,
    Items,
    Wrong,
    WrongItems,
    items_of,
    key_of,
    parts_of,
    probe_of,
    sizes_of,
    terms_of,
    wrong_of,
)
from .key import WHOLE
from .parts import Part, factors_of
from .probe import NotCounted
from .sizes import Sizes
from .verdict import Verdict


def cost(products: Formulas, other: Formulas | None = None) -> str:
    """The formula for the cost of such products and other parts as `flops` takes them.

    For what is not asked, but mistaken for it: other people's products, another pass. ValueError
    for a product of fewer than three sizes.
    """
    terms = [f"2*{'*'.join(f'({each})' for each in factors_of(p))}" for p in products.values()]
    return " + ".join([*terms, *(f"({formula})" for formula in (other or {}).values())])


def flops(
    function: Any,
    *,
    variables: str,
    products: Formulas,
    other: Formulas | None = None,
    points: float,
    mistakes: Wrong | None = None,
    accept: Formulas | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    given: GivenBy | None = None,
    followed: Followed = lambda question: None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is the cost of these products, with credit by terms.

    variables: the arguments' names in their order, separated by spaces.
    products: name -> "m n p", the sizes of an m × n and an n × p matrix, which cost 2mnp; factors
        before the three say how many such products there are.
    other: name -> the formula of a part that is no product; one with the name of a product is added
        to it.
    mistakes: what went wrong -> how the parts in question are counted then, for mistakes that
        don't follow from the parts (see `mistakes`) or deserve a reason:
        {"the scores": "2*seq_len*d_attn"} replaces a part ("0" leaves it out), {"+": "seq_len"}
        adds to the count, {"*": "seq_len"} multiplies it, and a formula instead of the dict is
        the whole wrong count. Derived mistakes with the same effect are left unsaid where they are
        with the parts that are replaced; others are named beside this one. A mistake is recognised
        alone or together with one other.
    accept: the convention that allows it -> a formula that earns full points as well.
    where, at_least: the points at which the count is this formula, see `Sizes`.
    given: earlier question -> the parts that its answer counts as well (of a ledger, the lines). An
        answer that is right given the student's own answers to those questions is right.
    followed: the verdict on an earlier question that may be followed (`Checks.followed`).
    points: an equal share for each term of the formula; a term that doesn't belong costs a share.
    """
    sizes = sizes_of(variables, items_of(where), items_of(at_least))
    parts = parts_of(sizes, items_of(products), items_of(other))
    asked = _Asked(sizes, parts, wrong_of(mistakes), items_of(accept), seed)
    return asked.verdict(function, points, given or {}, followed)


def polynomial(
    function: Any,
    *,
    variables: str,
    expected: str | Formulas,
    points: float,
    terms: Formulas | None = None,
    mistakes: Wrong | None = None,
    accept: Formulas | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    given: GivenBy | None = None,
    followed: Followed = lambda question: None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is the polynomial `expected`, with credit by terms.

    expected: the formula, or name -> formula for the parts that it is the sum of.
    terms: for one formula, monomial -> what it counts. Its terms are its parts.
    The other arguments are those of `flops`.
    """
    sizes = sizes_of(variables, items_of(where), items_of(at_least))
    if isinstance(expected, str):
        parts = terms_of(sizes, expected, items_of(terms))
    else:
        parts = parts_of(sizes, (), items_of(expected))
    asked = _Asked(sizes, parts, wrong_of(mistakes), items_of(accept), seed)
    return asked.verdict(function, points, given or {}, followed)


@dataclass(frozen=True)
class _Asked:
    """What a question asks to be counted."""

    sizes: Sizes
    parts: tuple[Part, ...]
    mistakes: WrongItems
    accept: Items
    seed: int

    def verdict(self, function: Any, points: float, given: GivenBy, followed: Followed) -> Verdict:
        """Marked against the truth, and given the answers to earlier questions: what earns more."""
        key = key_of(self.sizes, self.parts, self.mistakes, self.accept)
        carried = list(carried_from(given, followed, self.sizes, self.parts, self.mistakes))
        others = tuple(each.key.expected for each in carried)
        probe = probe_of(self.sizes, (key,), self.seed, others)
        outcomes = ask(function, probe.arguments)
        try:
            counts = probe.counts(outcomes)
        except NotCounted as reason:
            return Verdict.nothing(WHOLE, str(reason), points)
        verdict = key.verdict_on_counts(probe, counts, points)
        if verdict.counted is None:
            return verdict
        best = max(
            [verdict, *(each.verdict(verdict.counted, points) for each in carried)],
            key=lambda v: v.points,
        )
        return replace(verdict, points=best.points, findings=best.findings)
