"""Bytes of a cache with fewer heads of keys and values than of queries."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    returns,
)

from ..scale import kv_cache_bytes

# fmt: off
MISCONCEPTIONS = [
    missed_idea("query-heads-counted", assign("n_kv_heads", "n_heads"),
      "the cache has n_kv_heads heads; n_heads is the number of query heads"),
    misconception("size-of-a-group", assign("n_kv_heads", "n_heads // n_kv_heads"),
      "n_kv_heads is the number of heads of keys and values, not of query heads in a group"),
    misconception("divided-by-heads",
      [returns("_ / n_heads"), returns("_ // n_heads"), assign("d_head", "d_head // n_heads"),
       returns("n_layers * keys_and_values // n_heads * n_tokens * batch * bytes_per_value")],
      "d_head is already the width of one head: don't divide it by n_heads"),
    misconception("keys-or-values-only", returns("_ // 2"),
      "both keys and values are cached: two vectors in each head"),
    convention("numbers-not-bytes", assign("bytes_per_value", "1"),
      "these are numbers, not bytes"),
    misconception("numbers-of-keys-only", returns("_ // (2 * bytes_per_value)"),
      "these are numbers, not bytes, and only the keys"),
    misconception("four-bytes", assign("bytes_per_value", "4"),
      "bytes_per_value is the number of bytes of a number; you assume 4"),
    misconception("two-bytes", assign("bytes_per_value", "2"),
      "bytes_per_value is the number of bytes of a number; you assume 2"),
    misconception("one-head", assign("n_kv_heads", "1"),
      "this is the cache of one head of keys and values"),
    convention("bits", returns("8 * _"),
      "these are bits"),
    misconception("added-up-over-steps",
      [returns("_ * (n_tokens + 1) // 2"), returns("_ * (n_tokens + -1) // 2")],
      "you add up the caches after each token, but a step only adds the vectors of its token to "
      "the same cache"),
    misconception("last-token-left-out", assign("n_tokens", "n_tokens - 1"),
      "all n_tokens tokens are in the cache, also the last one"),
    misconception("queries-kept",
      [returns("_ * 3 // 2"),
       returns("_ + n_layers * n_heads * d_head * n_tokens * batch * bytes_per_value")],
      "queries are not cached, only a key and a value for each token"),
    misconception("keys-or-values-of-all-heads",
      assign("keys_and_values", "(n_kv_heads + n_heads) * d_head"),
      "query heads share both keys and values: n_kv_heads of each"),
    misconception("scores-kept",
      [returns("_ + n_layers * n_heads * n_tokens**2 * batch * bytes_per_value"),
       returns("_ + n_layers * n_kv_heads * n_tokens**2 * batch * bytes_per_value")],
      "scores are not cached, only keys and values"),
    convention("kib", [returns("_ // 1024"), returns("_ / 1024")],
      "this is in KiB, not in bytes"),
    misconception("four-vectors", returns("2 * _"),
      "two vectors are cached for each token in each head, a key and a value, not four"),
]
# fmt: on


def by_arrays(
    n_layers: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    n_tokens: int,
    batch: int,
    bytes_per_value: int,
) -> int:
    """Count the bytes from the shapes of the arrays, layer by layer."""
    keys = values = batch * n_kv_heads * n_tokens * d_head
    return bytes_per_value * sum(keys + values for _ in range(n_layers))


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw two models, and add two existing ones."""

    def small(bytes_per_value: int) -> Case:
        n_layers, group, n_kv_heads, *others = rng.integers(3, 12, size=6).tolist()
        return case(n_layers, group * n_kv_heads, n_kv_heads, *others, bytes_per_value)

    return {
        "a small model": small(4),
        "another one": small(1),
        "GPT-2 small": case(12, 12, 12, 64, int(rng.integers(900, 1025)), 1, 2),
        "Llama 3 8B": case(32, 32, 8, 128, int(rng.integers(8000, 8193)), 5, 2),
    }


question = Arrays(
    oracle=by_arrays, cases=cases, reference=kv_cache_bytes, misconceptions=MISCONCEPTIONS
)
