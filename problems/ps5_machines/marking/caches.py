OF_LATENTS = """
latent-for-keys-and-values: one latent serves keys and values :: d_latent = 2 * d_latent
all-twice: a token leaves one latent and one piece of key, not two of each :: return 2 * _
rope-part-forgotten: the turned piece of key is kept as well :: d_rope = 0
rope-part-twice: the turned piece is of the key alone: values aren't turned :: d_rope = 2 * d_rope
rope-part-once: each layer keeps a latent and a turned piece of key
    :: n_layers * (d_latent + d_rope) -> (n_layers * d_latent + d_rope)
latent-forgotten: the latent is kept as well :: d_latent = 0
one-layer: this is the cache of one layer :: n_layers = 1
numbers-not-bytes: these are numbers, not bytes :: bytes_per_value = 1
bits: these are bits, not bytes :: return 8 * _
without-itself: the newest token is in the cache, too :: n = n - 1
"""
OF_WINDOWS = """
no-window: most layers keep the last `window` tokens only :: window = n
all-windows: layers period, 2·period, … keep all tokens :: n_global = 0
local-and-global-exchanged: layers period, 2·period, … keep all, the others a window
    :: n_global = n_layers - n_global
rounded-up: ⌊n_layers/period⌋ layers keep all: the first such layer has the number `period`
    :: n_global = -(-n_layers // period) :: n_global = round(n_layers / period)
period-local-to-one: every period-th layer keeps all, not one after `period` others
    :: n_global = n_layers // (period + 1)
not-whole: a layer keeps all or it doesn't: the number of those that do is whole
    :: n_global = n_layers / period
one-of-key-and-value: a token leaves a key and a value :: return _ // 2
window-without-itself: the newest token is one of the `window` :: window = window - 1
window-and-itself: the newest token is one of the `window`, not one more :: window = window + 1
window-not-clipped: while there are fewer tokens than `window`, these are all
    :: min(n, window) -> window
global-layers-alone: layers with a window keep something, too :: kept = n_global * n
window-in-every-layer: a layer keeps all tokens or a window, not both
    :: kept = n_global * n + n_layers * min(n, window)
at-least-one-global: with a period beyond n_layers no layer keeps all :: n_global = max(1, n_global)
remainder-forgotten: the layers after the last multiple of `period` keep a window, too
    :: (n_layers - n_global) -> n_global * (period - 1)
one-layer :: kept = n :: kept = min(n, window)
numbers-not-bytes :: bytes_per_value = 1
bits :: return 8 * _
without-itself :: n = n - 1
"""


def latents(n, n_layers, d_latent, d_rope, bytes_per_value):
    """Layer by layer, token by token."""
    numbers = 0
    for _ in range(n_layers):
        for _ in range(n):
            numbers += d_latent + d_rope
    return numbers * bytes_per_value


def by_layers(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    """The tokens that each layer still has, one by one."""
    numbers = 0
    for layer in range(1, n_layers + 1):
        for token in range(1, n + 1):
            if layer % period == 0 or token > n - window:
                numbers += 2 * n_kv_heads * d_head
    return numbers * bytes_per_value


def mixed_cases(rng):
    """n below, at and above the window; periods that divide n_layers, don't, are 1 and larger."""

    def sizes(n, layers, period, window, each):
        heads, width = rng.permutation([2, 3, 5, 7])[:2].tolist()
        return checks.case(n, layers, period, window, heads, width, each)

    window = int(rng.integers(6, 10))
    return {
        "fewer tokens than the window": sizes(window - 3, 11, 4, window, 2),
        "as many as the window": sizes(window, 10, 3, window, 1),
        "more than the window": sizes(3 * window + 1, 62, 6, window, 4),
        "many more": sizes(10 * window, 14, 4, window, 2),
        "ordinary layers": sizes(2 * window, 5, 1, window, 4),
        "no layer keeps all": sizes(2 * window, 5, 8, window, 2),
    }


mla = checks.arrays(
    mla_cache_bytes,
    oracle=latents,
    cases=lambda rng: {
        f"{what} small model": checks.case(*rng.permutation(range(3, 13))[:4].tolist(), each)
        for what, each in (("a", 2), ("another", 4), ("a third", 1))
    },
    reference=checks.Reference(SOLUTION, {}, function="mla_cache_bytes"),
    mistakes=OF_LATENTS,
    share=1 / 3,
)
mixed = checks.arrays(
    mixed_cache_bytes,
    oracle=by_layers,
    cases=mixed_cases,
    reference=checks.Reference(SOLUTION, {}, function="mixed_cache_bytes"),
    mistakes=OF_WINDOWS,
    share=2 / 3,
)
mla.of("mla_cache_bytes") + mixed.of("mixed_cache_bytes")
