"""The caches of latents, and of layers with a window."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Functions,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    replace,
    returns,
)

from ..machines import mixed_cache_bytes, mla_cache_bytes

ONE_LAYER = "this is the cache of one layer"

# fmt: off
IN_BOTH = [
    convention("numbers-not-bytes", assign("bytes_per_value", "1"),
      "these are numbers, not bytes"),
    convention("bits", returns("8 * _"),
      "these are bits, not bytes"),
    misconception("without-itself", assign("n", "n - 1"),
      "the newest token is in the cache, too"),
]
OF_LATENTS = [
    misconception("latent-for-keys-and-values", assign("d_latent", "2 * d_latent"),
      "one latent serves keys and values"),
    misconception("all-twice", returns("2 * _"),
      "a token stores one latent and one piece of a key, not two of each"),
    misconception("rope-part-forgotten", assign("d_rope", "0"),
      "the rotated piece of the key is stored as well"),
    misconception("rope-part-twice", assign("d_rope", "2 * d_rope"),
      "the rotated piece belongs to the key only: values aren't rotated"),
    misconception("rope-part-once",
      replace("n_layers * (d_latent + d_rope)", "(n_layers * d_latent + d_rope)"),
      "each layer stores a latent and a rotated piece of a key"),
    misconception("latent-forgotten", assign("d_latent", "0"),
      "the latent is stored as well"),
    misconception("one-layer", assign("n_layers", "1"), ONE_LAYER),
    *IN_BOTH,
]
OF_WINDOWS = [
    missed_idea("no-window", assign("window", "n"),
      "most layers keep only the last `window` tokens"),
    misconception("all-windows", assign("n_global", "0"),
      "layers period, 2·period, … keep all tokens"),
    misconception("local-and-global-exchanged", assign("n_global", "n_layers - n_global"),
      "layers period, 2·period, … keep all tokens, and the others keep a window"),
    misconception("rounded-up",
      [assign("n_global", "-(-n_layers // period)"),
       assign("n_global", "round(n_layers / period)")],
      "⌊n_layers/period⌋ layers keep all tokens: the first such layer has the number `period`"),
    misconception("period-local-to-one", assign("n_global", "n_layers // (period + 1)"),
      "every period-th layer keeps all tokens, not one after `period` others"),
    misconception("not-whole", assign("n_global", "n_layers / period"),
      "a layer keeps all tokens or it doesn't, so the number of such layers is whole"),
    misconception("one-of-key-and-value", returns("_ // 2"),
      "a token stores a key and a value"),
    misconception("window-without-itself", assign("window", "window - 1"),
      "the newest token is one of the `window`"),
    misconception("window-and-itself", assign("window", "window + 1"),
      "the newest token is one of the `window`, not one more"),
    misconception("window-not-clipped", replace("min(n, window)", "window"),
      "if there are fewer tokens than `window`, count only these"),
    misconception("global-layers-alone", assign("kept", "n_global * n"),
      "layers with a window keep something, too"),
    misconception("window-in-every-layer",
      assign("kept", "n_global * n + n_layers * min(n, window)"),
      "a layer keeps all tokens or a window, not both"),
    misconception("at-least-one-global", assign("n_global", "max(1, n_global)"),
      "if the period is larger than n_layers, no layer keeps all tokens"),
    misconception("remainder-forgotten",
      replace("(n_layers - n_global)", "n_global * (period - 1)"),
      "the layers after the last multiple of `period` keep a window, too"),
    misconception("one-layer", [assign("kept", "n"), assign("kept", "min(n, window)")], ONE_LAYER),
    *IN_BOTH,
]
# fmt: on


def latents(n: int, n_layers: int, d_latent: int, d_rope: int, bytes_per_value: int) -> int:
    """Count the bytes layer by layer, token by token."""
    numbers = 0
    for _ in range(n_layers):
        for _ in range(n):
            numbers += d_latent + d_rope
    return numbers * bytes_per_value


def by_layers(
    n: int,
    n_layers: int,
    period: int,
    window: int,
    n_kv_heads: int,
    d_head: int,
    bytes_per_value: int,
) -> int:
    """Count the tokens that each layer still has, one by one."""
    numbers = 0
    for layer in range(1, n_layers + 1):
        for token in range(1, n + 1):
            if layer % period == 0 or token > n - window:
                numbers += 2 * n_kv_heads * d_head
    return numbers * bytes_per_value


def latent_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw small models with sizes that are all different."""
    return {
        f"{what} small model": case(*rng.permutation(range(3, 13))[:4].tolist(), each)
        for what, each in (("a", 2), ("another", 4), ("a third", 1))
    }


def mixed_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw n below, at and above the window, and different periods.

    Periods divide n_layers or not, are 1, or exceed n_layers.
    """

    def sizes(n: int, layers: int, period: int, window: int, each: int) -> Case:
        heads, width = rng.permutation([2, 3, 5, 7])[:2].tolist()
        return case(n, layers, period, window, heads, width, each)

    window = int(rng.integers(6, 10))
    return {
        "fewer tokens than the window": sizes(window - 3, 11, 4, window, 2),
        "as many as the window": sizes(window, 10, 3, window, 1),
        "more than the window": sizes(3 * window + 1, 62, 6, window, 4),
        "many more": sizes(10 * window, 14, 4, window, 2),
        "ordinary layers": sizes(2 * window, 5, 1, window, 4),
        "no layer keeps all": sizes(2 * window, 5, 8, window, 2),
    }


question = Functions(
    mla_cache_bytes=Arrays(
        oracle=latents,
        cases=latent_cases,
        reference=mla_cache_bytes,
        misconceptions=OF_LATENTS,
        share=1 / 3,
    ),
    mixed_cache_bytes=Arrays(
        oracle=by_layers,
        cases=mixed_cases,
        reference=mixed_cache_bytes,
        misconceptions=OF_WINDOWS,
        share=2 / 3,
    ),
)
