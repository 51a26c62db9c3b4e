"""A step of a serving card: its arithmetic, its reading, and the student's own answer."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from examiner.checks import Polynomial, carried_forward

from .decoder import counted_in, ledger_of

Number = int | Fraction
Model = Mapping[str, int]
Machine = Mapping[str, float]
Lines = Callable[..., Mapping[str, Number]]
PerToken = Callable[[int, Model], Number]  # FLOPs of a token, from the length and the model

LINES_OF_FORWARD = 4
SCORES = "scores_and_sums"  # a line of `forward_ledger`; the others are products with matrices


def read_and_multiplied(lines: Mapping[str, Number]) -> Number:
    """Count the numbers in the matrices of a token, without the look-up and the scales."""
    return sum(count for line, count in lines.items() if line not in ("embedding", "norms"))


def numbers_cached(model: Model) -> int:
    """Count the numbers in the keys and values of one token."""
    heads = [("keys", "values")] * model["n_kv_heads"] * model["n_layers"]
    return sum(len(kept) * model["d_head"] for kept in heads)


def scores_of(n: int, model: Model) -> Number:
    """Count the FLOPs of scores and weighted sums for a token that looks at n tokens."""
    scores = weighted_sums = n * 2 * model["d_head"]
    return model["n_layers"] * model["n_heads"] * (scores + weighted_sums)


def step_of(
    batch: int,
    n: int,
    model: Model,
    machine: Machine,
    weight_bits: int = 16,
    cache_bits: int = 16,
    ledger: Lines = ledger_of,
    products: PerToken | None = None,
    scores: PerToken = scores_of,
) -> float:
    """Compute the seconds of a step, sequence by sequence.

    Args:
        batch: The number of sequences.
        n: The length of each.
        model: The arguments of the ledger.
        machine: The card.
        weight_bits: The bits of a parameter.
        cache_bits: The bits of a cached number.
        ledger: The answer for the parameters.
        products: The student's own FLOPs of products with matrices; None if they follow from the
            ledger.
        scores: The answer for the FLOPs of scores and weighted sums.
    """
    matrices = read_and_multiplied(ledger(**model))
    flops: Number = 0
    bits = matrices * weight_bits
    for _ in range(batch):
        flops += (products(n, model) if products else 2 * matrices) + scores(n, model)
        bits += n * numbers_cached(model) * cache_bits
    return max(flops / machine["peak_flops"], bits / 8 / machine["bandwidth"])


def own_forward() -> dict[str, Any]:
    """Return `products` and `scores` by the student's own `forward_ledger`, as for `step_of`.

    A token has an n-th of the FLOPs of n tokens. The result is empty if the ledger is right or
    can't be carried forward, or if a line is no polynomial.
    """
    verdict = carried_forward("forward_shares")
    lines = counted_in(verdict)
    if verdict is None or verdict.is_right or len(lines) < LINES_OF_FORWARD:
        return {}

    def per_token(counts: Collection[Polynomial], n: int, model: Model) -> Number:
        """Evaluate polynomials at the sizes of a model."""
        group = model["n_heads"] // model["n_kv_heads"]
        names = ("vocab_size", "d_model", "n_layers", "n_kv_heads", "d_head", "d_ff")
        given = (n, *(model[name] for name in names), group)
        return Fraction(sum(count(*given) for count in counts)) / n

    products = [*(count for line, count in lines.items() if line != SCORES)]
    products += verdict.added.values()
    return {"products": partial(per_token, products), "scores": partial(per_token, [lines[SCORES]])}


def own_step() -> Callable[..., float] | None:
    """Return the student's `step_seconds` if a misconception explains it, or else None."""
    verdict = carried_forward("serving")
    mistaken = verdict.mutant if verdict else None
    return mistaken.get("step_seconds") if isinstance(mistaken, Mapping) else None
