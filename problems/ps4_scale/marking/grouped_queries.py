def by_arrays(n_layers, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    """Shapes of the arrays, layer by layer."""
    keys = values = batch * n_kv_heads * n_tokens * d_head
    return bytes_per_value * sum(keys + values for _ in range(n_layers))


checks.arrays(
    kv_cache_bytes,
    oracle=by_arrays,
    cases=lambda rng: {
        "a small model": checks.case(*rng.integers(3, 12, size=5).tolist(), 4),
        "another one": checks.case(*rng.integers(3, 12, size=5).tolist(), 1),
        "GPT-2 small": checks.case(12, 12, 64, int(rng.integers(900, 1025)), 1, 2),
        "Llama 3 8B": checks.case(32, 8, 128, int(rng.integers(8000, 8193)), 5, 2),
    },
    seed=451,
    mistakes={
        "keys and values are kept: two vectors in each head": lambda *sizes: by_arrays(*sizes) // 2,
        "these are numbers, not bytes": lambda *sizes: by_arrays(*sizes) // sizes[-1],
        "these are numbers, not bytes, and only the keys": lambda *sizes: (
            by_arrays(*sizes) // (2 * sizes[-1])
        ),
        "bytes_per_value says how many bytes a number takes; you take it to be 4": (
            lambda *sizes: by_arrays(*sizes[:-1], 4)
        ),
        "bytes_per_value says how many bytes a number takes; you take it to be 2": (
            lambda *sizes: by_arrays(*sizes[:-1], 2)
        ),
        "this is the cache of one layer": lambda L, *sizes: by_arrays(1, *sizes),
        "this is the cache of one sequence of the batch": lambda *sizes: by_arrays(
            *sizes[:4], 1, sizes[-1]
        ),
        "this is what one token takes": lambda *sizes: by_arrays(*sizes[:3], 1, *sizes[4:]),
        "these are bits": lambda *sizes: 8 * by_arrays(*sizes),
        "the cache has no entry for a pair of tokens": lambda *sizes: sizes[3] * by_arrays(*sizes),
        "all n_tokens are in the cache, the last one too": lambda *sizes: by_arrays(
            *sizes[:3], sizes[3] - 1, *sizes[4:]
        ),
        "queries are not kept: a key and a value for each token": lambda *sizes: (
            by_arrays(*sizes) * 3 // 2
        ),
        "scores are not kept, only keys and values": lambda L, heads, d, n, batch, each: (
            by_arrays(L, heads, d, n, batch, each) + L * heads * n**2 * batch * each
        ),
        "this is in KiB, not in bytes": (
            lambda *sizes: by_arrays(*sizes) // 1024,
            lambda *sizes: by_arrays(*sizes) / 1024,
        ),
        "two vectors are kept for each token in each head, a key and a value, not four": (
            lambda *sizes: 2 * by_arrays(*sizes)
        ),
    },
)
