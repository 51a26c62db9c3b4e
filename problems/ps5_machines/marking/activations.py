"""Activations that a forward pass keeps: numbers in a layer, bytes in a model, largest batch."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Custom,
    GradingContext,
    Ledger,
    OwnLines,
    Polynomial,
    Reference,
    Term,
    Verdict,
    assign,
    case,
    convention,
    misconception,
    remove,
    replace,
    returns,
    sizes,
)

from ..machines import activation_bytes, largest_batch
from .decoder import (
    HEADS,
    NO_WIDER,
    OWN_WIDTH,
    Number,
    carried_width,
    counted_in,
    d_ff,
    d_head,
    d_model,
    has_own_width,
    in_bytes,
    is_own_width_carried,
    n_heads,
    n_kv_heads,
)

Sizes = tuple[str, int, int, int, int, int, int, int, int]  # the mode, then sizes

(n,) = sizes("n")
NORM_INPUTS = Term("norm_inputs", 2 * n * d_model)
MAP_INPUTS = Term("map_inputs", 2 * n * d_model)
QUERIES_KEYS_VALUES = Term("queries_keys_values", n * (n_heads + 2 * n_kv_heads) * d_head)
ATTENTION_WEIGHTS = Term("attention_weights", n_heads * n**2)
HEAD_OUTPUTS = Term("head_outputs", n * n_heads * d_head)
GATE_UP_PRODUCT = Term("gate_up_product", 3 * n * d_ff)
LINES = [
    NORM_INPUTS,
    MAP_INPUTS,
    QUERIES_KEYS_VALUES,
    ATTENTION_WEIGHTS,
    HEAD_OUTPUTS,
    GATE_UP_PRODUCT,
]

WEIGHTS = "weights are not activations; they belong to `states`"
AT_MOST = "n_layers * n * d_model + layer - n * d_model"

# fmt: off
OF_LINES = [
    misconception("one-norm-only", {NORM_INPUTS: n * d_model},
      "a layer has two norms, and each keeps its input"),
    misconception("normed-inputs-forgotten", {MAP_INPUTS: 0},
      "the gradient of a map's weights needs the map's input"),
    misconception("map-input-once-per-map", {MAP_INPUTS: 5 * n * d_model},
      "queries, keys and values read one array, and gate and up read another: two arrays are "
      "kept"),
    misconception("kv-as-many-as-query-heads", {QUERIES_KEYS_VALUES: 3 * n * n_heads * d_head},
      "grouped keys and values are not copied for each query head"),
    misconception("queries-forgotten", {QUERIES_KEYS_VALUES: 2 * n * n_kv_heads * d_head},
      "the scores are a product of queries and keys: both are kept"),
    misconception("width-is-d-model",
      [{QUERIES_KEYS_VALUES: n * (d_model + 2 * n_kv_heads * d_head)},
       {HEAD_OUTPUTS: n * d_model}, OWN_WIDTH],
      "the heads together are n_heads·d_head wide, which can differ from d_model"),
    convention("causal-pairs", {ATTENTION_WEIGHTS: n_heads * n * (n + 1) / 2},
      "all n² weights of a head are kept here, masked or not"),
    misconception("scores-kept-too", {ATTENTION_WEIGHTS: 2 * n_heads * n**2},
      "the softmax keeps only its result"),
    misconception("one-matrix-for-all-heads", {ATTENTION_WEIGHTS: n**2},
      "each query head has its own weights"),
    misconception("weights-of-kv-heads", {ATTENTION_WEIGHTS: n_kv_heads * n**2},
      "each query head has its own weights, even if it shares keys"),
    misconception("gate-up-only", {GATE_UP_PRODUCT: 2 * n * d_ff},
      "the product of the two is kept as well: the down map needs it"),
    convention("silu-kept-too", {GATE_UP_PRODUCT: 4 * n * d_ff},
      "silu is computed again from the gate"),
    *in_bytes(LINES),
]
ADDED = [
    misconception("weights-counted",
      2 * d_model * (n_heads + n_kv_heads) * d_head + 3 * d_model * d_ff, WEIGHTS),
]
OF_BYTES = [
    misconception("logs-forgotten", replace("] = n_heads * n", "] = 0"),
      "tiled attention keeps a number for each query and head"),
    misconception("logs-of-fewer-heads",
      [replace("] = n_heads * n", "] = n"), replace("] = n_heads * n", "] = n_kv_heads * n")],
      "there is a logarithm for each query in each of the n_heads heads"),
    convention("two-numbers-kept", replace("] = n_heads * n", "] = 2 * n_heads * n"),
      "the logarithm of the sum already includes the largest score: one number, not two"),
    misconception("own-input-twice", remove("- n * d_model"),
      "the input of the layer that is computed again is already among the kept inputs"),
    misconception("both-norm-inputs",
      [replace(AT_MOST, f"2 * n_layers * n * d_model + layer - {own}")
       for own in ("2 * n * d_model", "n * d_model")],
      "each layer keeps only its input to the end; the input of the second norm is computed "
      "again"),
    misconception("only-the-inputs", remove("+ layer - n * d_model"),
      "one layer at a time is stored in full"),
    misconception("inputs-not-kept", replace(AT_MOST, "layer"),
      "the inputs of all layers are kept until the end"),
    misconception("still-all-layers", replace('mode == "recompute"', "False"),
      "only one layer at a time is stored in full"),
    misconception("naive-while-recomputing", replace('mode != "all"', 'mode == "tiled"'),
      "the layer is computed again with tiles: its weights are not kept"),
    misconception("never-tiled", replace('mode != "all"', "False"),
      "attention's weights are kept only if the mode is \"all\""),
    misconception("one-layer", [replace("n_layers * layer", "layer"), returns("2 * batch * layer")],
      "every layer keeps its arrays"),
    misconception("weights-counted",
      assign("layer", "layer + d_model * (2 * (n_heads + n_kv_heads) * d_head + 3 * d_ff)"),
      WEIGHTS),
    convention("numbers-not-bytes", returns("batch * kept"),
      "these are numbers; a number takes 2 bytes"),
    misconception("one-sequence", returns("2 * kept"),
      "each sequence of the batch keeps its arrays"),
    misconception("four-bytes", returns("4 * batch * kept"),
      "this is twice as many, as if a number took 4 bytes; here it takes 2"),
]
OF_BATCHES = [
    misconception("rounded-up", returns("max(0, -int(-(memory - states) // each))"),
      "the last sequence doesn't fit"),
    misconception("rounded", returns("max(0, round((memory - states) / each))"),
      "only whole sequences fit: round down, since rounding to the nearest number can give one "
      "too many"),
    misconception("not-whole", returns("max(0, (memory - states) / each)"),
      "sequences come whole"),
    misconception("weights-forgotten", assign("states", "0"),
      "the states take memory, too"),
    convention("gib-for-gb", assign("memory", "memory * 2**30 / 1e9"),
      "memory is already in bytes, and a GB is 10⁹ bytes"),
    misconception("below-zero", returns("int((memory - states) // each)"),
      "if the states alone don't fit, the number of sequences is 0"),
]
# fmt: on


def kept_of(
    n: int, d_model: int, n_heads: int, n_kv_heads: int, d_head: int, d_ff: int
) -> dict[str, int]:
    """Count line -> the numbers in the arrays that a layer keeps, each array once."""
    heads, groups, wide = n * n_heads * d_head, n * n_kv_heads * d_head, n * d_ff
    return {
        "norm_inputs": n * d_model + n * d_model,
        "map_inputs": n * d_model + n * d_model,
        "queries_keys_values": heads + groups + groups,
        "attention_weights": n_heads * n * n,
        "head_outputs": heads,
        "gate_up_product": wide + wide + wide,
    }


# No loops over sizes: wrong answers are compared at permuted sizes, which can be large.
def bytes_of(mode: str, batch: int, n: int, d_model: int, n_layers: int, *layer: int) -> int:
    """Count the most bytes that are held at a time.

    With recomputation, these are the inputs of all layers and the arrays of the last layer.
    """
    kept = kept_of(n, d_model, *layer)
    each = sum(kept.values())
    if mode != "all":
        each += layer[0] * n - kept["attention_weights"]
    before = n * d_model if mode == "recompute" else each
    return 2 * batch * ((n_layers - 1) * before + each)


def batch_of(memory: int, states: int, mode: str, *sizes: int) -> int:
    """Count the sequences that fit."""
    each = bytes_of(mode, 1, *sizes)
    return (memory - states) // each if memory >= states and each > 0 else 0


def case_of(rng: np.random.Generator, mode: str) -> Sizes:
    """Draw a model with small sizes, all different.

    Its heads together are narrower or wider than the model, and their number divides d_model.
    """
    groups, shared = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    batch, n_layers, d_head = (int(rng.integers(*ends)) for ends in ((3, 6), (6, 9), (10, 14)))
    n, d_ff = (int(rng.integers(*ends)) for ends in ((40, 60), (200, 300)))
    n_heads = groups * shared
    d_model = n_heads * int(rng.integers(140 // n_heads + 1, 180 // n_heads + 1))
    return mode, batch, n, d_model, n_layers, n_heads, groups, d_head, d_ff


def of_memory(
    rng: np.random.Generator, mode: str, fitting: int, more: tuple[float, float] = (0.55, 0.7)
) -> Case:
    """Draw a memory for a number of sequences.

    Args:
        rng: The generator.
        mode: The mode.
        fitting: The number of sequences that fit.
        more: The range of the fraction of one more sequence that would fit.
    """
    _, _, *sizes = case_of(rng, mode)
    each = bytes_of(mode, 1, *sizes)
    states = int(each * rng.uniform(2, 3))
    return case(states + int((fitting + rng.uniform(*more)) * each), states, mode, *sizes)


def too_small(rng: np.random.Generator) -> Case:
    """Draw a memory that is smaller than the states alone."""
    _, _, *sizes = case_of(rng, "tiled")
    states = int(20 * bytes_of("tiled", 1, *sizes))
    return case(int(0.6 * states), states, "tiled", *sizes, weight=0.5)


def held_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw two models for each mode."""
    return {
        f"{mode!r}, {which}": case(*case_of(rng, mode), rtol=1e-12)
        for mode in ("all", "tiled", "recompute")
        for which in ("a model", "another one")
    }


def memories(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw memories so large that other bytes per sequence always give another batch."""
    return {
        "all": of_memory(rng, "all", int(rng.integers(200, 300))),
        "tiled": of_memory(rng, "tiled", int(rng.integers(300, 400)), (0.3, 0.45)),
        "recompute": of_memory(rng, "recompute", int(rng.integers(400, 500))),
        "states that alone don't fit": too_small(rng),
    }


def width_of_own_ledger() -> OwnLines:
    """Return line -> the width of heads in the student's own ledger, if it differs."""
    return {line.name: carried_width() for line in LINES}


SAVED = Ledger(
    (n, d_model, n_heads, n_kv_heads, d_head, d_ff),
    LINES,
    where=HEADS,
    at_most=NO_WIDER,
    misconceptions=OF_LINES,
    given=width_of_own_ledger,
    added=ADDED,
    share=2 / 5,
)
HELD = Arrays(
    oracle=bytes_of,
    cases=held_cases,
    reference=activation_bytes,
    misconceptions=OF_BYTES,
    share=2 / 5,
)
BATCH = Arrays(
    oracle=batch_of, cases=memories, reference=largest_batch, misconceptions=OF_BATCHES, share=1 / 5
)


def has_own_width_here(saved: Verdict) -> bool:
    """Return whether heads are d_model // n_heads wide in the student's `saved_numbers`.

    An answer with this width can be right, if an earlier answer with it is carried forward.
    """
    counted = counted_in(saved)
    is_whole = {line.name for line in LINES} <= counted.keys()
    is_right = saved.points == saved.max_points
    is_carried = is_own_width_carried() and is_right and not is_whole
    return saved.may_be_carried and (is_carried or has_own_width(saved, counted))


def own_saved_numbers(saved: Verdict) -> Callable[..., Mapping[str, Number]] | None:
    """Return the student's `saved_numbers`; None if it is right or can't be carried forward."""
    counted = counted_in(saved)
    if has_own_width_here(saved):
        return with_own_width
    is_whole = {line.name for line in LINES} == counted.keys()
    if saved.points == saved.max_points or not is_whole or not saved.may_be_carried:
        return None
    return partial(at_sizes, {**counted, **saved.added})


def with_own_width(
    n: int, d_model: int, n_heads: int, n_kv_heads: int, d_head: int, d_ff: int
) -> Mapping[str, Number]:
    """Count the lines with heads that are d_model // n_heads wide."""
    return kept_of(n, d_model, n_heads, n_kv_heads, d_model // n_heads, d_ff)


def at_sizes(
    lines: Mapping[str, Polynomial],
    n: int,
    d_model: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    d_ff: int,
) -> Mapping[str, Number]:
    """Evaluate the polynomials of lines at these sizes."""
    given = (n, d_model, n_kv_heads, d_head, d_ff, n_heads // n_kv_heads)
    return {line: count(*given) for line, count in lines.items()}


def judge(
    grading: GradingContext, own_saved: object, own_held: object, own_batch: object
) -> Verdict:
    """Mark the numbers, then the bytes and the batch, which may rest on earlier answers."""
    saved = grading.mark(SAVED, own_saved)
    own = {"saved_numbers": own_saved_numbers(saved)}
    by_lines = Reference(activation_bytes, carried=lambda: own)
    held = grading.mark(HELD.for_submission(reference=by_lines), own_held)
    both: Mapping[str, Callable[..., Any] | None] = {
        **own,
        "activation_bytes": held.carried if held.may_be_carried else None,
    }
    by_both = Reference(largest_batch, carried=lambda: both)
    batch = grading.mark(BATCH.for_submission(reference=by_both), own_batch)
    verdicts = saved.for_function("saved_numbers"), held.for_function("activation_bytes")
    return verdicts[0] + verdicts[1] + batch.for_function("largest_batch")


question = Custom(
    judge, {"saved_numbers": [SAVED], "activation_bytes": [HELD], "largest_batch": [BATCH]}
)
