from functools import partial

from examiner.checks import drop, replace

from .models import HEADS

# Three functions of a few lines: each known error of one has a line here, and words.
WORDS = """
one-norm-only: there are two norms in a layer, each with its input
normed-inputs-forgotten: the gradient of a map's weights needs the map's input
map-input-once-per-map: queries, keys and values read one array, gate and up another: two are kept
kv-as-many-as-query-heads: grouped keys and values are not copied for each query head
queries-forgotten: the scores are a product: queries are kept as well as keys
width-is-d-model: the heads together are n_heads·d_head wide, which needn't be d_model
scores-kept-too: softmax keeps its result only
one-matrix-for-all-heads: each query head has its weights
weights-of-kv-heads: each query head has its weights, whoever it shares keys with
gate-up-only: the product of the two is kept as well: the down map needs it
silu-kept-too: silu is computed again from the gate
weights-counted: weights are no activations; they are in states
logs-forgotten: tiled attention keeps a number for each query and head
own-input-twice: the input of the layer that is computed again is one of those kept
only-the-inputs: one layer at a time is there in full
still-all-layers: only one layer at a time is there in full
naive-while-recomputing: the layer is computed again with tiles: its weights are not kept
never-tiled: attention's weights are kept only where the mode is "all"
one-layer: every layer keeps its arrays
inputs-not-kept: the inputs of all layers are kept until the end
numbers-not-bytes: these are numbers; each takes 2 bytes
one-sequence: each sequence of the batch keeps its arrays
rounded-up: the last sequence doesn't fit
rounded: only whole sequences fit: rounding may make one too many
not-whole: sequences come whole
weights-forgotten: the states take memory, too
gib-for-gb: a GB is 10⁹ bytes; memory is in bytes already
below-zero: where the states alone don't fit there is no sequence: 0
"""
LINES = {
    "norm_inputs": "2*n*d_model",
    "map_inputs": "2*n*d_model",
    "queries_keys_values": "n*(n_heads + 2*n_kv_heads)*d_head",
    "attention_weights": "n_heads*n**2",
    "head_outputs": "n*n_heads*d_head",
    "gate_up_product": "3*n*d_ff",
}


def kept_of(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    """Line -> the numbers of the arrays that the steps of a layer keep, each array once."""
    heads, groups, wide = n * n_heads * d_head, n * n_kv_heads * d_head, n * d_ff
    return {
        "norm_inputs": n * d_model + n * d_model,
        "map_inputs": n * d_model + n * d_model,
        "queries_keys_values": heads + groups + groups,
        "attention_weights": n_heads * n * n,
        "head_outputs": heads,
        "gate_up_product": wide + wide + wide,
    }


# No loops over sizes: a wrong answer is looked at where sizes have changed places.
def bytes_of(mode, batch, n, d_model, n_layers, *layer, lines=kept_of):
    """The most that is held: at its most there are the inputs of all layers before the last, and
    that layer. lines: what one layer keeps.
    """
    kept = lines(n, d_model, *layer)
    each = sum(kept.values())
    if mode != "all":
        each += layer[0] * n - kept["attention_weights"]
    before = n * d_model if mode == "recompute" else each
    return 2 * batch * ((n_layers - 1) * before + each)


def batch_of(memory, states, mode, *sizes, needs=bytes_of):
    each = needs(mode, 1, *sizes)
    return (memory - states) // each if memory >= states and each > 0 else 0


def case_of(rng, mode):
    """A model of small sizes, all different, whose heads together aren't as wide as it is."""
    groups, shared = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    batch, n_layers, d_head = (int(rng.integers(*ends)) for ends in ((3, 6), (6, 9), (10, 14)))
    n, d_model, d_ff = (int(rng.integers(*ends)) for ends in ((40, 60), (140, 170), (200, 300)))
    return mode, batch, n, d_model, n_layers, groups * shared, groups, d_head, d_ff


def of_memory(rng, mode, fitting, more=(0.55, 0.7)):
    """A memory into which so many sequences fit, and such a part of one more."""
    _, _, *sizes = case_of(rng, mode)
    each = bytes_of(mode, 1, *sizes)
    states = int(each * rng.uniform(2, 3))
    return checks.case(states + int((fitting + rng.uniform(*more)) * each), states, mode, *sizes)


def too_small(rng):
    """A memory that the states alone exceed."""
    _, _, *sizes = case_of(rng, "tiled")
    states = int(20 * bytes_of("tiled", 1, *sizes))
    return checks.case(int(0.6 * states), states, "tiled", *sizes, weight=0.5)


checks.words(WORDS)
saved = checks.ledger(
    saved_numbers,
    variables="n d_model n_heads n_kv_heads d_head d_ff",
    where=HEADS,
    other=LINES,
    mistakes={
        "norm_inputs": {"one-norm-only": "n*d_model"},
        "map_inputs": {"normed-inputs-forgotten": "0", "map-input-once-per-map": "5*n*d_model"},
        "queries_keys_values": {
            "kv-as-many-as-query-heads": "3*n*n_heads*d_head",
            "queries-forgotten": "2*n*n_kv_heads*d_head",
            "width-is-d-model": "n*(d_model + 2*n_kv_heads*d_head)",
        },
        "attention_weights": {
            "scores-kept-too": "2*n_heads*n**2",
            "one-matrix-for-all-heads": "n**2",
            "weights-of-kv-heads": "n_kv_heads*n**2",
        },
        "head_outputs": {"width-is-d-model": "n*d_model"},
        "gate_up_product": {"gate-up-only": "2*n*d_ff", "silu-kept-too": "4*n*d_ff"},
    },
    added={"weights-counted": "2*d_model*(n_heads + n_kv_heads)*d_head + 3*d_model*d_ff"},
    share=2 / 5,
)


def own_lines(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    sizes = (n, d_model, n_kv_heads, d_head, d_ff, n_heads // n_kv_heads)
    return {line: count(*sizes) for line, count in (saved.counted | saved.added).items()}


own_bytes = {}
if saved.may_be_followed and LINES.keys() == saved.counted.keys():
    own_bytes["right, given your saved_numbers"] = partial(bytes_of, lines=own_lines)
LAYER, KEPT = "layer = sum(lines.values())", "(n_layers * n * d_model + layer - n * d_model)"
IN_ONE_LAYER = replace("n_layers * layer", "layer") + replace(KEPT, "layer")
IN_FULL = "d_model * (2 * (n_heads + n_kv_heads) * d_head + 3 * d_ff)"
held = checks.arrays(
    activation_bytes,
    oracle=bytes_of,
    cases=lambda rng: {
        f"{mode!r}, {which}": checks.case(*case_of(rng, mode), rtol=1e-12)
        for mode in ("all", "tiled", "recompute")
        for which in ("a model", "another one")
    },
    reference=checks.Reference(SOLUTION, {}, function="activation_bytes"),
    accept=own_bytes,
    mistakes={
        "logs-forgotten": replace("] = n_heads * n", "] = 0"),
        "own-input-twice": drop("- n * d_model"),
        "only-the-inputs": replace(KEPT, "n_layers * n * d_model"),
        "inputs-not-kept": replace(KEPT, "layer"),
        "still-all-layers": replace('mode == "recompute"', "False"),
        "naive-while-recomputing": replace('mode != "all"', 'mode == "tiled"'),
        "never-tiled": replace('mode != "all"', "False"),
        "one-layer": [replace("n_layers * layer", "layer"), IN_ONE_LAYER],
        "weights-counted": replace(LAYER, f"{LAYER} + {IN_FULL}"),
        "numbers-not-bytes": replace("2 * batch", "batch", everywhere=True),
        "one-sequence": replace("2 * batch", "2", everywhere=True),
    },
    share=2 / 5,
)
if held.may_be_followed and held.mistaken:
    own_bytes = own_bytes | {"right, given your activation_bytes": held.mistaken}
WHOLE_ONES = "int((memory - states) // each)"
batch = checks.arrays(
    largest_batch,
    oracle=batch_of,
    cases=lambda rng: {
        "all": of_memory(rng, "all", int(rng.integers(3, 6))),
        "tiled": of_memory(rng, "tiled", int(rng.integers(8, 12)), (0.3, 0.45)),
        "recompute": of_memory(rng, "recompute", int(rng.integers(20, 30))),
        "states that alone don't fit": too_small(rng),
    },
    reference=checks.Reference(SOLUTION, {}, function="largest_batch"),
    accept={label: partial(batch_of, needs=needs) for label, needs in own_bytes.items()},
    mistakes={
        "rounded-up": replace(WHOLE_ONES, "-int(-(memory - states) // each)"),
        "rounded": replace(WHOLE_ONES, "round((memory - states) / each)"),
        "not-whole": replace(WHOLE_ONES, "(memory - states) / each"),
        "weights-forgotten": replace("(memory - states)", "memory"),
        "gib-for-gb": replace("(memory - states)", "(memory * 2**30 / 1e9 - states)"),
        "below-zero": replace(f"max(0, {WHOLE_ONES})", WHOLE_ONES),
    },
    share=1 / 5,
)
saved.of("saved_numbers") + held.of("activation_bytes") + batch.of("largest_batch")
