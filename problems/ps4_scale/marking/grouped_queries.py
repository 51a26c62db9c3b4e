ERRORS = """
query-heads-counted: the cache has n_kv_heads heads; n_heads is the number of those that ask
    :: n_kv_heads = n_heads
size-of-a-group: n_kv_heads is a number of heads, not that of the query heads in a group
    :: n_kv_heads = n_heads // n_kv_heads
divided-by-heads: d_head is the width of one head already: it isn't divided by n_heads
    :: return _ / n_heads :: return _ // n_heads :: d_head = d_head // n_heads
    :: return n_layers * keys_and_values // n_heads * n_tokens * batch * bytes_per_value
keys-or-values-only: keys and values are kept: two vectors in each head :: return _ // 2
numbers-not-bytes: these are numbers, not bytes :: bytes_per_value = 1
numbers-of-keys-only: these are numbers, not bytes, and only the keys
    :: return _ // (2 * bytes_per_value)
four-bytes: bytes_per_value says how many bytes a number takes; you take it to be 4
    :: bytes_per_value = 4
two-bytes: bytes_per_value says how many bytes a number takes; you take it to be 2
    :: bytes_per_value = 2
one-head: this is the cache of one head of keys and values :: n_kv_heads = 1
bits: these are bits :: return 8 * _
added-up-over-steps: the caches after each token are added up: a step only adds the vectors of its
    token to the same cache :: return _ * (n_tokens + [1 ~ -1]) // 2
last-token-left-out: all n_tokens are in the cache, the last one too :: n_tokens = n_tokens - 1
queries-kept: queries are not kept: a key and a value for each token :: return _ * 3 // 2
    :: return _ + n_layers * n_heads * d_head * n_tokens * batch * bytes_per_value
keys-or-values-of-all-heads: both keys and values are shared by query heads: n_kv_heads of each
    :: keys_and_values = (n_kv_heads + n_heads) * d_head
scores-kept: scores are not kept, only keys and values
    :: return _ + n_layers * [n_heads ~ n_kv_heads] * n_tokens**2 * batch * bytes_per_value
kib: this is in KiB, not in bytes :: return _ // 1024 :: return _ / 1024
four-vectors: two vectors are kept for each token in each head, a key and a value, not four
    :: return 2 * _
"""


def by_arrays(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    """Shapes of the arrays, layer by layer."""
    keys = values = batch * n_kv_heads * n_tokens * d_head
    return bytes_per_value * sum(keys + values for _ in range(n_layers))


def cases(rng):
    def small(bytes_per_value):
        n_layers, group, n_kv_heads, *others = rng.integers(3, 12, size=6).tolist()
        return checks.case(n_layers, group * n_kv_heads, n_kv_heads, *others, bytes_per_value)

    return {
        "a small model": small(4),
        "another one": small(1),
        "GPT-2 small": checks.case(12, 12, 12, 64, int(rng.integers(900, 1025)), 1, 2),
        "Llama 3 8B": checks.case(32, 32, 8, 128, int(rng.integers(8000, 8193)), 5, 2),
    }


checks.arrays(
    kv_cache_bytes,
    oracle=by_arrays,
    cases=cases,
    reference=checks.Reference(SOLUTION, {}),
    mistakes=ERRORS,
)
