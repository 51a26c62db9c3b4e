from .models import BYTES, HEADS, INSTEAD, carried_width, has_own_width, in_bytes

OF_LINES = """
one-norm-only: there are two norms in a layer, each with its input :: norm_inputs = n*d_model
normed-inputs-forgotten: the gradient of a map's weights needs the map's input :: map_inputs = 0
map-input-once-per-map: queries, keys and values read one array, gate and up another: two are kept
    :: map_inputs = 5*n*d_model
kv-as-many-as-query-heads: grouped keys and values are not copied for each query head
    :: queries_keys_values = 3*n*n_heads*d_head
queries-forgotten: the scores are a product: queries are kept as well as keys
    :: queries_keys_values = 2*n*n_kv_heads*d_head
width-is-d-model: the heads together are n_heads·d_head wide, which needn't be d_model
    :: queries_keys_values = n*(d_model + 2*n_kv_heads*d_head) :: head_outputs = n*d_model
causal-pairs: all n² weights of a head are kept here, masked or not
    :: attention_weights = n_heads*n*(n + 1)/2
scores-kept-too: softmax keeps its result only :: attention_weights = 2*n_heads*n**2
one-matrix-for-all-heads: each query head has its weights :: attention_weights = n**2
weights-of-kv-heads: each query head has its weights, whoever it shares keys with
    :: attention_weights = n_kv_heads*n**2
gate-up-only: the product of the two is kept as well: the down map needs it
    :: gate_up_product = 2*n*d_ff
silu-kept-too: silu is computed again from the gate :: gate_up_product = 4*n*d_ff
"""
ADDED = """
weights-counted: weights are no activations; they are in states
    :: 2*d_model*(n_heads + n_kv_heads)*d_head + 3*d_model*d_ff
"""
OF_BYTES = """
logs-forgotten: tiled attention keeps a number for each query and head :: ] = n_heads * n -> ] = 0
logs-of-fewer-heads: there is a logarithm for each query in each of the n_heads heads
    :: ] = n_heads * n -> ] = [n ~ n_kv_heads * n]
two-numbers-kept: the logarithm of the sum has the largest score in it: one number, not two
    :: ] = n_heads * n -> ] = 2 * n_heads * n
own-input-twice: the input of the layer that is computed again is one of those kept
    :: - n * d_model ->
both-norm-inputs: of each layer only its input is kept to the end; what the second norm reads is
    computed again :: n_layers * n * d_model + layer - n * d_model
    -> 2 * n_layers * n * d_model + layer - [2 * n * d_model ~ n * d_model]
only-the-inputs: one layer at a time is there in full :: + layer - n * d_model ->
inputs-not-kept: the inputs of all layers are kept until the end
    :: n_layers * n * d_model + layer - n * d_model -> layer
still-all-layers: only one layer at a time is there in full :: mode == "recompute" -> False
naive-while-recomputing: the layer is computed again with tiles: its weights are not kept
    :: mode != "all" -> mode == "tiled"
never-tiled: attention's weights are kept only where the mode is "all" :: mode != "all" -> False
one-layer: every layer keeps its arrays :: n_layers * layer -> layer :: return 2 * batch * layer
weights-counted :: layer = layer + d_model * (2 * (n_heads + n_kv_heads) * d_head + 3 * d_ff)
numbers-not-bytes: these are numbers; each takes 2 bytes :: return batch * kept
one-sequence: each sequence of the batch keeps its arrays :: return 2 * kept
four-bytes: twice as many, as if each number took 4 bytes; here it takes 2
    :: return 4 * batch * kept
"""
OF_BATCHES = """
rounded-up: the last sequence doesn't fit :: return max(0, -int(-(memory - states) // each))
rounded: only whole sequences fit: rounding may make one too many
    :: return max(0, round((memory - states) / each))
not-whole: sequences come whole :: return max(0, (memory - states) / each)
weights-forgotten: the states take memory, too :: states = 0
gib-for-gb: a GB is 10⁹ bytes; memory is in bytes already :: memory = memory * 2**30 / 1e9
below-zero: where the states alone don't fit there is no sequence: 0
    :: return int((memory - states) // each)
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
def bytes_of(mode, batch, n, d_model, n_layers, *layer):
    """The most that is held: at its most there are the inputs of all layers before the last, and
    that layer."""
    kept = kept_of(n, d_model, *layer)
    each = sum(kept.values())
    if mode != "all":
        each += layer[0] * n - kept["attention_weights"]
    before = n * d_model if mode == "recompute" else each
    return 2 * batch * ((n_layers - 1) * before + each)


def batch_of(memory, states, mode, *sizes):
    each = bytes_of(mode, 1, *sizes)
    return (memory - states) // each if memory >= states and each > 0 else 0


def case_of(rng, mode):
    """A model of small sizes, all different, whose heads together aren't as wide as it is, and
    divide it."""
    groups, shared = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    batch, n_layers, d_head = (int(rng.integers(*ends)) for ends in ((3, 6), (6, 9), (10, 14)))
    n, d_ff = (int(rng.integers(*ends)) for ends in ((40, 60), (200, 300)))
    n_heads = groups * shared
    d_model = n_heads * int(rng.integers(140 // n_heads + 1, 180 // n_heads + 1))
    return mode, batch, n, d_model, n_layers, n_heads, groups, d_head, d_ff


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


checks.words(BYTES)
saved = checks.ledger(
    saved_numbers,
    variables="n d_model n_heads n_kv_heads d_head d_ff",
    where=HEADS,
    other=LINES,
    together=in_bytes(LINES),
    mistakes=OF_LINES,
    instead=INSTEAD,
    carried=carried_width(),
    added=ADDED,
    share=2 / 5,
)


def own_lines(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    if is_of_own_width:
        return kept_of(n, d_model, n_heads, n_kv_heads, d_model // n_heads, d_ff)
    sizes = (n, d_model, n_kv_heads, d_head, d_ff, n_heads // n_kv_heads)
    return {line: count(*sizes) for line, count in (saved.counted | saved.added).items()}


# Marked as right, too, where that is carried from an earlier answer.
counted = saved.counted or {}
is_carried = bool(carried_width()) and saved.points == saved.max_points and LINES.keys() - counted
is_of_own_width = saved.may_be_followed and (is_carried or has_own_width(saved, counted))
is_own = saved.points < saved.max_points and saved.may_be_followed
is_own = is_of_own_width or (is_own and LINES.keys() == counted.keys())
own = {"saved_numbers": own_lines if is_own else None}
held = checks.arrays(
    activation_bytes,
    oracle=bytes_of,
    cases=lambda rng: {
        f"{mode!r}, {which}": checks.case(*case_of(rng, mode), rtol=1e-12)
        for mode in ("all", "tiled", "recompute")
        for which in ("a model", "another one")
    },
    reference=checks.Reference(SOLUTION, {}, function="activation_bytes", own=own),
    mistakes=OF_BYTES,
    share=2 / 5,
)
own["activation_bytes"] = held.mistaken if held.may_be_followed else None
batch = checks.arrays(
    largest_batch,
    oracle=batch_of,
    cases=lambda rng: {
        # So many that other bytes of a sequence are another batch.
        "all": of_memory(rng, "all", int(rng.integers(200, 300))),
        "tiled": of_memory(rng, "tiled", int(rng.integers(300, 400)), (0.3, 0.45)),
        "recompute": of_memory(rng, "recompute", int(rng.integers(400, 500))),
        "states that alone don't fit": too_small(rng),
    },
    reference=checks.Reference(SOLUTION, {}, function="largest_batch", own=own),
    mistakes=OF_BATCHES,
    share=1 / 5,
)
saved.of("saved_numbers") + held.of("activation_bytes") + batch.of("largest_batch")
