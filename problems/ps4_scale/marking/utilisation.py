"""Model FLOPs utilisation in training, and FLOPs per byte in decoding."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Functions,
    Mutation,
    Reference,
    assign,
    case,
    convention,
    misconception,
    replace,
    returns,
)

from ..scale import decode_intensity, model_flops_utilisation
from .own_answers import (
    Number,
    Numbers,
    cache_of,
    dense_of,
    given_own,
    own_answer,
    split_by_length,
    training_of,
    weights_of,
)


def needed(pairs: str) -> Mutation:
    """Return the mutation that counts this cost for the pairs of a token."""
    weights = "6 * non_embedding_parameters(d_model, n_heads, n_layers, d_ff)"
    return assign("per_token", f"{weights} + {pairs}")


NO_PAIRS = "you leave out the scores and weighted sums"
ONE_OF_PAIRS = (
    "you leave out the scores or the weighted sums, or half of both, as in a causal sequence"
)

# fmt: off
IN_TRAINING = [
    misconception("pairs-left-out", needed("0"), NO_PAIRS),
    misconception("per-sequence", assign("per_token", "per_token * n"),
      "this is the cost of a whole sequence; a token takes one n-th of it"),
    misconception("backward-left-out", assign("per_token", "per_token / 3"),
      "you leave out the backward pass"),
    misconception("backward-alone", assign("per_token", "per_token * 2 / 3"),
      "you count only the backward pass, or it costs as much as the forward pass in your count; "
      "it has two products for each product of the forward pass"),
    misconception("forward-twice", assign("per_token", "per_token * 4 / 3"),
      "you count the forward pass twice, as if it were computed again; the model needs it once"),
    misconception("pairs-backward-as-forward", needed("8 * n * n_layers * d_model"),
      "scores and weighted sums have two gradients each: their backward pass costs twice the "
      "forward pass"),
    misconception("pairs-without-backward", needed("4 * n * n_layers * d_model"),
      "you leave out the backward pass of the scores and weighted sums"),
    misconception("weighted-sums-left-out", needed("6 * n * n_layers * d_model"), ONE_OF_PAIRS),
    misconception("causal-pairs",
      [needed(f"6 * (n + {k}) * n_layers * d_model") for k in (1, -1)],
      "you skip a masked half; here sequences are dense"),
    misconception("pairs-of-whole-sequence", needed("12 * n**2 * n_layers * d_model"),
      "you count the attention of the whole sequence for each token"),
    misconception("pairs-of-one-layer", needed("12 * n * d_model"),
      "you count the scores and weighted sums of one layer only"),
    convention("multiply-accumulates", returns("_ / 2")),
    convention("per-cent", returns("_ * 100"),
      "this is in per cent"),
    misconception("upside-down", returns("1 / _"),
      "your fraction is upside down"),
]
IN_DECODING = [
    misconception("flops-of-one-sequence", assign("flops", "flops / batch"),
      "your FLOPs are for one sequence, but your bytes are for the whole batch"),
    misconception("weights-read-for-each", assign("weights", "batch * weights"),
      "the weights are read once for the whole batch, not for each sequence"),
    misconception("cache-of-one-layer", assign("cache", "cache / n_layers"),
      "you count the cache of one layer; each layer has its own"),
    misconception("cache-of-one-sequence", assign("cache", "cache / batch"),
      "each sequence of the batch has its own cache; or you count neither the cache nor the "
      "scores and weighted sums"),
    misconception("cache-left-out", assign("cache", "0"),
      "you leave out the cache"),
    misconception("weights-left-out", assign("weights", "0"),
      "you leave out the weights"),
    misconception("cache-in-numbers", assign("cache", "cache / bytes_per_value"),
      "you count the cache in numbers, not in bytes"),
    misconception("weights-in-numbers", assign("weights", "weights / bytes_per_value"),
      "you count the weights in numbers, not in bytes"),
    misconception("weight-takes-bytes-per-value",
      assign("weights", "2 * weights / bytes_per_value"),
      "a weight takes bytes_per_value bytes, not 2"),
    misconception("keys-or-values-only", assign("cache", "cache / 2"),
      "both keys and values are read; you count one of them"),
    convention("t-plus-1-tokens", assign("cache", "cache * (t + 1) / t"),
      "t tokens are read, with the new one, not t + 1; writing is free"),
    convention("new-vectors-read",
      [assign("cache", "cache + bytes_per_value * batch * d_model * 1"),
       assign("cache", "cache + bytes_per_value * batch * d_model * n_layers")],
      "you count the vectors of the new tokens as read; only weights and caches are read"),
    misconception("t-minus-1-tokens", assign("cache", "cache * (t - 1) / t"),
      "the new token is in the cache, too: t tokens are read, not t − 1"),
    misconception("pairs-left-out", replace("decode_flops(t", "decode_flops(0"), NO_PAIRS),
    misconception("weighted-sums-left-out", replace("decode_flops(t", "decode_flops(t / 2"),
      ONE_OF_PAIRS),
    misconception("width-counted-for-each-head", assign("cache", "cache * n_heads"),
      "the keys of all heads together have d_model numbers, not those of one head"),
    misconception("keys-of-one-head", assign("cache", "cache / n_heads"),
      "you count the keys of one head; each head has its own"),
    misconception("flops-per-number", returns("bytes_per_value * _"),
      "this is per number that is read, not per byte"),
    convention("multiply-accumulates", returns("_ / 2")),
    misconception("upside-down-intensity", returns("1 / _"),
      "this is upside down: bytes per FLOP"),
]
# fmt: on

GPT2 = (768, 12, 12, 3072)


def decode_of(t: int, *model: int) -> int:
    """Return the FLOPs for the t-th token."""
    d_model, _, n_layers, _ = model
    return 2 * weights_of(*model) + 4 * n_layers * t * d_model


def about(rng: np.random.Generator, length: int) -> int:
    """Draw a length between this one and an eighth more."""
    return length + int(rng.integers(length // 8 + 1))


def mfu(
    tokens_per_second: float,
    n: int,
    *rest: float,
    dense_flops: Numbers = dense_of,
    training_cost: Numbers | None = None,
) -> Number:
    """Return the utilisation for a whole sequence, which costs three times its forward pass.

    Args:
        tokens_per_second: The speed of training.
        n: The length of a sequence.
        rest: The sizes of the model, and the peak FLOPs per second.
        dense_flops: The answer for the cost of a sequence.
        training_cost: The answer for the cost of the products with weights; None to derive it.
    """
    *model, peak = rest
    linear, square = split_by_length(dense_flops, model)
    weights = 3 * linear if training_cost is None else training_cost(*model)
    return tokens_per_second * (weights + 3 * square * n) / peak


def mfu_alike(
    tokens_per_second: float,
    n: int,
    *rest: float,
    dense_flops: Numbers = dense_of,
    training_cost: Numbers = training_of,
) -> Number:
    """Return the utilisation if all products cost the same multiple of the forward pass.

    The multiple comes from the student's answer for the cost of training.
    """
    *model, peak = rest
    times = training_cost(*model) / split_by_length(dense_flops, model)[0]
    return tokens_per_second * times * dense_flops(n, *model) / n / peak


def given_counts(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Return the utilisations that follow from the student's own counts."""
    alike = {
        f"{label}, for all products": definition
        for label, definition in given_own(mfu_alike, "dense_flops", "training_cost").items()
        if "training_cost" in label
    }
    return {**given_own(mfu, "dense_flops", "training_cost"), **alike}


def decoded(t: int, batch: int, *rest: int) -> float:
    """Return the intensity, with a formula for each of its parts."""
    *model, each = rest
    d_model, n_heads, n_layers, _ = model
    cache = cache_of(n_layers, n_heads, n_heads, d_model // n_heads, t, batch, each)
    return batch * decode_of(t, *model) / (each * weights_of(*model) + cache)


def training_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw models of different sizes, with short and long sequences."""
    return {
        "GPT-2 small": case(180_000.0, about(rng, 1000), *GPT2, 312e12),
        "a small model": case(2e6, about(rng, 37), 96, 6, 5, 256, 1e13),
        "a long context": case(3e4, about(rng, 4800), 64, 4, 3, 160, 4e11),
        "GPT-3": case(1.2e5, about(rng, 2000), 12288, 96, 96, 49152, 3.2e17),
    }


def decoding_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw models of different sizes, with small and large batches."""
    return {
        "GPT-2 small, one sequence": case(about(rng, 1000), 1, *GPT2, 4),
        "a small model": case(about(rng, 37), 3, 96, 6, 5, 256, 4),
        "a batch of 20": case(about(rng, 150), 20, 64, 4, 3, 160, 2),
        "GPT-3, a large batch": case(about(rng, 2000), 50, 12288, 96, 96, 49152, 2),
    }


def own_in_training() -> Mapping[str, Numbers | None]:
    """Return the student's own count that the utilisation rests on."""
    return {"dense_flops": own_answer("dense_flops")}


def own_in_decoding() -> Mapping[str, Numbers | None]:
    """Return the student's own answers that the intensity rests on."""
    return {
        "non_embedding_parameters": own_answer("parameters"),
        "decode_flops": own_answer("decode_flops"),
        "kv_cache_bytes": own_answer("grouped_queries"),
    }


question = Functions(
    model_flops_utilisation=Arrays(
        oracle=mfu,
        cases=training_cases,
        accept=given_counts,
        reference=Reference(model_flops_utilisation, carried=own_in_training),
        misconceptions=IN_TRAINING,
        share=1 / 2,
    ),
    decode_intensity=Arrays(
        oracle=decoded,
        cases=decoding_cases,
        reference=Reference(decode_intensity, carried=own_in_decoding),
        misconceptions=IN_DECODING,
        share=1 / 2,
    ),
)
