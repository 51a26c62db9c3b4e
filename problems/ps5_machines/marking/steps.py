"""A step of a serving card: its arithmetic, its reading, and the student's own answer."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from examiner.checks import carried_forward

from .decoder import ledger_of

Number = int | Fraction
Model = Mapping[str, int]
Machine = Mapping[str, float]
Lines = Callable[..., Mapping[str, Number]]


def read_and_multiplied(lines: Mapping[str, Number]) -> Number:
    """Count the numbers in the matrices of a token, without the look-up and the scales."""
    return sum(count for line, count in lines.items() if line not in ("embedding", "norms"))


def numbers_cached(model: Model) -> int:
    """Count the numbers in the keys and values of one token."""
    heads = [("keys", "values")] * model["n_kv_heads"] * model["n_layers"]
    return sum(len(kept) * model["d_head"] for kept in heads)


def step_of(
    batch: int,
    n: int,
    model: Model,
    machine: Machine,
    weight_bits: int = 16,
    cache_bits: int = 16,
    ledger: Lines = ledger_of,
) -> float:
    """Compute the seconds of a step, sequence by sequence."""
    matrices = read_and_multiplied(ledger(**model))
    flops: Number = 0
    bits = matrices * weight_bits
    for _ in range(batch):
        scores = weighted_sums = n * 2 * model["d_head"]
        flops += 2 * matrices + model["n_layers"] * model["n_heads"] * (scores + weighted_sums)
        bits += n * numbers_cached(model) * cache_bits
    return max(flops / machine["peak_flops"], bits / 8 / machine["bandwidth"])


def own_step() -> Callable[..., float] | None:
    """Return the student's `step_seconds` if a misconception explains it, or else None."""
    verdict = carried_forward("serving")
    mistaken = verdict.mutant if verdict else None
    return mistaken.get("step_seconds") if isinstance(mistaken, Mapping) else None
