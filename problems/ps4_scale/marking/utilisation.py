from .own_answers import (
    cache_of,
    dense_of,
    given_own,
    own_answer,
    split_by_length,
    training_of,
    weights_of,
)

NEEDED = (  # for each token, beside the scores and weighted sums
    "per_token = 6 * non_embedding_parameters(d_model, n_heads, n_layers, d_ff)"
)
IN_TRAINING = f"""
pairs-left-out: the scores and weighted sums are left out :: {NEEDED}
backward-left-out: the backward pass is left out :: per_token = per_token / 3
backward-alone: the backward pass alone is counted, or it costs here as much as the forward pass; it
    has two products for each of the forward pass :: per_token = per_token * 2 / 3
forward-twice: the forward pass is counted twice, as if it were computed again; the model needs it
    once :: per_token = per_token * 4 / 3
pairs-backward-as-forward: scores and weighted sums have two gradients each: their backward pass
    costs twice the forward :: {NEEDED} + 8 * n * n_layers * d_model
pairs-without-backward: the backward pass of the scores and weighted sums is left out
    :: {NEEDED} + 4 * n * n_layers * d_model
weighted-sums-left-out: the scores or the weighted sums are left out, or half of both, as in a
    causal sequence :: {NEEDED} + 6 * n * n_layers * d_model
causal-pairs: the masked half is skipped; here sequences are dense
    :: {NEEDED} + 6 * (n + [1 ~ -1]) * n_layers * d_model
pairs-of-whole-sequence: the attention of the whole sequence is charged to each token
    :: {NEEDED} + 12 * n**2 * n_layers * d_model
pairs-of-one-layer: the scores and weighted sums of one layer are counted
    :: {NEEDED} + 12 * n * d_model
multiply-accumulates :: return _ / 2
per-cent: this is in per cent :: return _ * 100
upside-down: this is upside down :: return 1 / _
"""
IN_DECODING = """
flops-of-one-sequence: the FLOPs are those of one sequence, the bytes those of the whole batch
    :: flops = flops / batch
weights-read-for-each: the weights are read once for the whole batch, not for each sequence
    :: weights = batch * weights
cache-of-one-layer: the cache of one layer is counted; each has its own :: cache = cache / n_layers
cache-of-one-sequence: each sequence of the batch has a cache of its own; or neither the cache is
    counted nor the scores and weighted sums :: cache = cache / batch
cache-left-out: the cache is left out :: cache = 0
weights-left-out: the weights are left out :: weights = 0
cache-in-numbers: the cache is in numbers, not in bytes :: cache = cache / bytes_per_value
weights-in-numbers: the weights are in numbers, not in bytes :: weights = weights / bytes_per_value
weight-takes-bytes-per-value: a weight takes bytes_per_value bytes, not 2
    :: weights = 2 * weights / bytes_per_value
keys-or-values-only: keys and values are read, not one of them :: cache = cache / 2
t-plus-1-tokens: t tokens are read, the new one among them, not t + 1; writing is free
    :: cache = cache * (t + 1) / t
new-vectors-read: the vectors of the new tokens are counted as read; only weights and caches are
    :: cache = cache + bytes_per_value * batch * d_model * [1 ~ n_layers]
t-minus-1-tokens: the new token is in the cache, too: t tokens are read, not t − 1
    :: cache = cache * (t - 1) / t
pairs-left-out :: decode_flops(t -> decode_flops(0
weighted-sums-left-out :: decode_flops(t -> decode_flops(t / 2
width-counted-for-each-head: d_model numbers are the keys of all heads together, not of one
    :: cache = cache * n_heads
keys-of-one-head: the keys of one head are counted; each head has its own :: cache = cache / n_heads
flops-per-number: this is for each number that is read, not for each byte
    :: return bytes_per_value * _
multiply-accumulates :: return _ / 2
upside-down-intensity: this is upside down: bytes for each FLOP :: return 1 / _
"""


def decode_of(t, *model):
    d_model, _, n_layers, _ = model
    return 2 * weights_of(*model) + 4 * n_layers * t * d_model


GPT2 = (768, 12, 12, 3072)


def about(rng, length):
    """A length that is drawn: this one, or up to an eighth more."""
    return length + int(rng.integers(length // 8 + 1))


def mfu(tokens_per_second, n, *rest, dense_flops=dense_of, training_cost=None):
    """By the whole sequence: three times its forward pass.

    training_cost: of the part with weights.
    """
    *model, peak = rest
    linear, square = split_by_length(dense_flops, model)
    weights = 3 * linear if training_cost is None else training_cost(*model)
    return tokens_per_second * (weights + 3 * square * n) / peak


def mfu_alike(tokens_per_second, n, *rest, dense_flops=dense_of, training_cost=training_of):
    """By what training costs beside a forward pass, the same for all products."""
    *model, peak = rest
    times = training_cost(*model) / split_by_length(dense_flops, model)[0]
    return tokens_per_second * times * dense_flops(n, *model) / n / peak


def given_training_alike():
    found = given_own(mfu_alike, "dense_flops", "training_cost")
    return {
        f"{label}, for all products": definition
        for label, definition in found.items()
        if "training_cost" in label
    }


def decoded(t, batch, *rest):
    *model, each = rest
    d_model, n_heads, n_layers, _ = model
    cache = cache_of(n_layers, n_heads, n_heads, d_model // n_heads, t, batch, each)
    return batch * decode_of(t, *model) / (each * weights_of(*model) + cache)


COUNTS = {
    "dense_flops": dense_of,
    "decode_flops": decode_of,
    "non_embedding_parameters": weights_of,
    "kv_cache_bytes": cache_of,
}
training = checks.arrays(
    model_flops_utilisation,
    oracle=mfu,
    cases=lambda rng: {
        "GPT-2 small": checks.case(180_000.0, about(rng, 1000), *GPT2, 312e12),
        "a small model": checks.case(2e6, about(rng, 37), 96, 6, 5, 256, 1e13),
        "a long context": checks.case(3e4, about(rng, 4800), 64, 4, 3, 160, 4e11),
        "GPT-3": checks.case(1.2e5, about(rng, 2000), 12288, 96, 96, 49152, 3.2e17),
    },
    accept=given_own(mfu, "dense_flops", "training_cost") | given_training_alike(),
    reference=checks.Reference(
        SOLUTION,
        COUNTS,
        function="model_flops_utilisation",
        own={"dense_flops": own_answer("dense_flops")},
    ),
    mistakes=IN_TRAINING,
    share=1 / 2,
)
decoding = checks.arrays(
    decode_intensity,
    oracle=decoded,
    cases=lambda rng: {
        "GPT-2 small, one sequence": checks.case(about(rng, 1000), 1, *GPT2, 4),
        "a small model": checks.case(about(rng, 37), 3, 96, 6, 5, 256, 4),
        "a batch of 20": checks.case(about(rng, 150), 20, 64, 4, 3, 160, 2),
        "GPT-3, a large batch": checks.case(about(rng, 2000), 50, 12288, 96, 96, 49152, 2),
    },
    reference=checks.Reference(
        SOLUTION,
        COUNTS,
        function="decode_intensity",
        own={
            "non_embedding_parameters": own_answer("parameters"),
            "decode_flops": own_answer("decode_flops"),
            "kv_cache_bytes": own_answer("grouped_queries"),
        },
    ),
    mistakes=IN_DECODING,
    share=1 / 2,
)
training.of("model_flops_utilisation") + decoding.of("decode_intensity")
