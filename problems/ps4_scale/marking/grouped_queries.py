WORDS = """
query-heads-counted: the cache has n_kv_heads heads; n_heads is the number of those that ask
keys-or-values-only: keys and values are kept: two vectors in each head
numbers-not-bytes: these are numbers, not bytes
numbers-of-keys-only: these are numbers, not bytes, and only the keys
four-bytes: bytes_per_value says how many bytes a number takes; you take it to be 4
two-bytes: bytes_per_value says how many bytes a number takes; you take it to be 2
one-layer: this is the cache of one layer
one-sequence: this is the cache of one sequence of the batch
one-token: this is what one token takes
bits: these are bits
pairs-cached: the cache has no entry for a pair of tokens
last-token-left-out: all n_tokens are in the cache, the last one too
queries-kept: queries are not kept: a key and a value for each token
scores-kept: scores are not kept, only keys and values
kib: this is in KiB, not in bytes
four-vectors: two vectors are kept for each token in each head, a key and a value, not four
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


def with_scores(which):
    """With a score for each pair of tokens, in each head of queries (1), or of keys (2)."""

    def wrong(*sizes):
        n_tokens, batch, bytes_per_value = sizes[4:]
        scores = sizes[0] * sizes[which] * n_tokens**2 * batch * bytes_per_value
        return by_arrays(*sizes) + scores

    return wrong


checks.words(WORDS)
checks.arrays(
    kv_cache_bytes,
    oracle=by_arrays,
    cases=cases,
    seed=451,
    mistakes={
        "query-heads-counted": lambda L, heads, _, *sizes: by_arrays(L, heads, heads, *sizes),
        "keys-or-values-only": lambda *sizes: by_arrays(*sizes) // 2,
        "numbers-not-bytes": lambda *sizes: by_arrays(*sizes) // sizes[-1],
        "numbers-of-keys-only": lambda *sizes: by_arrays(*sizes) // (2 * sizes[-1]),
        "four-bytes": lambda *sizes: by_arrays(*sizes[:-1], 4),
        "two-bytes": lambda *sizes: by_arrays(*sizes[:-1], 2),
        "one-layer": lambda L, *sizes: by_arrays(1, *sizes),
        "one-sequence": lambda *sizes: by_arrays(*sizes[:5], 1, sizes[-1]),
        "one-token": lambda *sizes: by_arrays(*sizes[:4], 1, *sizes[5:]),
        "bits": lambda *sizes: 8 * by_arrays(*sizes),
        "pairs-cached": lambda *sizes: sizes[4] * by_arrays(*sizes),
        "last-token-left-out": lambda *sizes: by_arrays(*sizes[:4], sizes[4] - 1, *sizes[5:]),
        "queries-kept": lambda *sizes: by_arrays(*sizes) * 3 // 2,
        "scores-kept": (with_scores(1), with_scores(2)),
        "kib": (lambda *sizes: by_arrays(*sizes) // 1024, lambda *sizes: by_arrays(*sizes) / 1024),
        "four-vectors": lambda *sizes: 2 * by_arrays(*sizes),
    },
)
