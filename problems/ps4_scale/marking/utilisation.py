from .own_answers import cache_of, dense_of, given_own, split_by_length, training_of, weights_of

WORDS = """
pairs-left-out: the scores and weighted sums are left out
backward-left-out: the backward pass is left out
backward-alone: the backward pass alone is counted, or it costs here as much as the forward pass; it
    has two products for each of the forward pass
forward-twice: the forward pass is counted twice, as if it were computed again; the model needs it
    once
pairs-backward-as-forward: scores and weighted sums have two gradients each: their backward pass
    costs twice the forward
pairs-without-backward: the backward pass of the scores and weighted sums is left out
weighted-sums-left-out: the weighted sums are left out
causal-pairs: the masked half is skipped; here sequences are dense
whole-sequence: these are the FLOPs of the whole sequence; a token has an n-th of them
pairs-of-whole-sequence: the attention of the whole sequence is charged to each token
pairs-of-one-layer: the scores and weighted sums of one layer are counted
multiply-accumulates: these are multiply–accumulates; each is two FLOPs (P6)
per-cent: this is in per cent
upside-down: this is upside down
not-divided-by-peak: the peak is not divided by
weights-read-for-each: the weights are read once for the whole batch, not for each sequence
cache-of-one-layer: the cache of one layer is counted; each has its own
cache-of-one-sequence: each sequence of the batch has a cache of its own; or neither the cache is
    counted nor the scores and weighted sums
cache-left-out: the cache is left out
weights-left-out: the weights are left out
cache-in-numbers: the cache is in numbers, not in bytes
weights-in-numbers: the weights are in numbers, not in bytes
weight-takes-bytes-per-value: a weight takes bytes_per_value bytes, not 2
keys-or-values-only: keys and values are read, not one of them
t-minus-1-tokens: the new token is in the cache, too: t tokens are read, not t − 1
width-counted-for-each-head: d_model numbers are the keys of all heads together, not of one
keys-of-one-head: the keys of one head are counted; each head has its own
one-sequence: these are the FLOPs of one sequence; a step makes a token of each
flops-per-number: this is for each number that is read, not for each byte
upside-down-intensity: this is upside down: bytes for each FLOP
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


def decoded(
    t, batch, *rest, parameters=weights_of, decode_flops=decode_of, grouped_queries=cache_of
):
    *model, each = rest
    d_model, n_heads, n_layers, _ = model
    cache = grouped_queries(n_layers, n_heads, d_model // n_heads, t, batch, each)
    return batch * decode_flops(t, *model) / (each * parameters(*model) + cache)


def by_terms(weights, scores):
    """A utilisation that charges so much for each weight, and for each score of a token."""

    def wrong(tokens_per_second, n, *rest):
        d_model, n_heads, n_layers, d_ff, peak = rest
        attention = scores(n) * n_layers * d_model
        count = weights * weights_of(d_model, n_heads, n_layers, d_ff) + attention
        return tokens_per_second * count / peak

    return wrong


MFU_MISTAKES = {
    "pairs-left-out": by_terms(6, lambda n: 0),
    "backward-left-out": by_terms(2, lambda n: 4 * n),
    "backward-alone": by_terms(4, lambda n: 8 * n),
    "forward-twice": by_terms(8, lambda n: 16 * n),
    "pairs-backward-as-forward": by_terms(6, lambda n: 8 * n),
    "pairs-without-backward": by_terms(6, lambda n: 4 * n),
    "weighted-sums-left-out": by_terms(6, lambda n: 6 * n),
    "causal-pairs": (by_terms(6, lambda n: 6 * (n + 1)), by_terms(6, lambda n: 6 * (n - 1))),
    "whole-sequence": lambda *given: given[1] * mfu(*given),
    "pairs-of-whole-sequence": by_terms(6, lambda n: 12 * n * n),
    "pairs-of-one-layer": lambda tokens_per_second, n, *rest: by_terms(
        6, lambda n: 12 * n / rest[2]
    )(tokens_per_second, n, *rest),
    "multiply-accumulates": lambda *given: mfu(*given) / 2,
    "per-cent": lambda *given: 100 * mfu(*given),
    "upside-down": lambda *given: 1 / mfu(*given),
    "not-divided-by-peak": lambda *given: given[-1] * mfu(*given),
}


def read(weights=lambda batch: 1, cached=lambda t, batch: 2 * t * batch, looked_at=lambda t: t):
    """An intensity of a step that reads all weights so often, and so many vectors of d_model
    numbers in a layer; a token looks at so many.
    """

    def wrong(t, batch, *rest):
        *model, each = rest
        size, (d_model, _, n_layers, _) = weights_of(*model), model
        count = batch * (2 * size + 4 * n_layers * looked_at(t) * d_model)
        numbers = weights(batch) * size + n_layers * cached(t, batch) * d_model
        return count / (each * numbers)

    return wrong


def heads_counted(times):
    """The cache is too large or too small by a factor that the number of heads gives."""

    def wrong(t, batch, *rest):
        return read(cached=lambda t, batch: 2 * t * batch * times(rest[1]))(t, batch, *rest)

    return wrong


DECODED_MISTAKES = {
    "weights-read-for-each": read(weights=lambda batch: batch),
    "cache-of-one-layer": lambda t, batch, *rest: read(
        cached=lambda t, batch: 2 * t * batch / rest[2]
    )(t, batch, *rest),
    "cache-of-one-sequence": read(cached=lambda t, batch: 2 * t),
    "cache-left-out": read(cached=lambda t, batch: 0),
    "weights-left-out": read(weights=lambda batch: 0),
    "cache-in-numbers": lambda t, batch, *rest: read(
        cached=lambda t, batch: 2 * t * batch / rest[-1]
    )(t, batch, *rest),
    "weights-in-numbers": lambda t, batch, *rest: read(weights=lambda batch: 1 / rest[-1])(
        t, batch, *rest
    ),
    "weight-takes-bytes-per-value": lambda t, batch, *rest: read(
        weights=lambda batch: 2 / rest[-1]
    )(t, batch, *rest),
    "keys-or-values-only": read(cached=lambda t, batch: t * batch),
    "t-minus-1-tokens": read(cached=lambda t, batch: 2 * (t - 1) * batch),
    "pairs-left-out": read(looked_at=lambda t: 0),
    "weighted-sums-left-out": read(looked_at=lambda t: t / 2),
    "width-counted-for-each-head": heads_counted(lambda h: h),
    "keys-of-one-head": heads_counted(lambda h: 1 / h),
    "one-sequence": lambda *given: decoded(*given) / given[1],
    "flops-per-number": lambda *given: given[-1] * decoded(*given),
    "multiply-accumulates": lambda *given: decoded(*given) / 2,
    "upside-down-intensity": lambda *given: 1 / decoded(*given),
}

checks.words(WORDS)
training = checks.arrays(
    model_flops_utilisation,
    oracle=mfu,
    cases=lambda rng: {
        "GPT-2 small": checks.case(180_000.0, about(rng, 1000), *GPT2, 312e12),
        "a small model": checks.case(2e6, about(rng, 37), 96, 6, 5, 256, 1e13),
        "a long context": checks.case(3e4, about(rng, 4800), 64, 4, 3, 160, 4e11),
        "GPT-3": checks.case(1.2e5, about(rng, 2000), 12288, 96, 96, 49152, 3.2e17),
    },
    seed=453,
    accept=given_own(mfu, "dense_flops", "training_cost") | given_training_alike(),
    mistakes=MFU_MISTAKES,
    share=1 / 2,
)
decoding = checks.arrays(
    decode_intensity,
    oracle=decoded,
    cases=lambda rng: {
        "GPT-2 small, one sequence": checks.case(about(rng, 1000), 1, *GPT2, 2),
        "a small model": checks.case(about(rng, 37), 3, 96, 6, 5, 256, 4),
        "a batch of 20": checks.case(about(rng, 150), 20, 64, 4, 3, 160, 2),
        "GPT-3, a large batch": checks.case(about(rng, 2000), 50, 12288, 96, 96, 49152, 2),
    },
    seed=454,
    accept=given_own(decoded, "parameters", "decode_flops", "grouped_queries"),
    mistakes=DECODED_MISTAKES,
    share=1 / 2,
)
training.of("model_flops_utilisation") + decoding.of("decode_intensity")
