PROJECTIONS = "(n_t + n_s)*(d_head*n_heads)**2"
PAIRS = "n_t*n_s*d_head*n_heads"
checks.growth(
    multi_head_growth,
    variables="n_t n_s d_head n_heads",
    expected=f"{PROJECTIONS} + {PAIRS}",
    mistakes={
        "keys and values are projected too: n_s tokens of them": (
            f"n_t*(d_head*n_heads)**2 + {PAIRS}"
        ),
        "queries and outputs are projected too: n_t tokens of them": (
            f"n_s*(d_head*n_heads)**2 + {PAIRS}"
        ),
        "the scores and weighted sums of all heads count, not those of one": (
            f"{PROJECTIONS} + n_t*n_s*d_head"
        ),
        "scores and weighted sums cost d_head for each pair and head, not 1": (
            f"{PROJECTIONS} + n_t*n_s*n_heads"
        ),
        "a head reads the whole token, n_heads·d_head numbers, not a slice of it": (
            f"(n_t + n_s)*d_head**2*n_heads + {PAIRS}"
        ),
        "the projections are those of one head": f"(n_t + n_s)*d_head**2 + {PAIRS}",
        "everything is that of one head": "(n_t + n_s)*d_head**2 + n_t*n_s*d_head",
        "the heads share the width: n_heads·d_head for each pair, and not n_heads times that": (
            f"{PROJECTIONS} + n_t*n_s*d_head*n_heads**2"
        ),
        "each head projects to d_head numbers, not to all n_heads·d_head": (
            f"(n_t + n_s)*d_head**2*n_heads**3 + {PAIRS}"
        ),
        "queries are n_t, keys and values n_s: n_t·n_s pairs, not n_t²": (
            f"{PROJECTIONS} + n_t**2*d_head*n_heads"
        ),
        "there are n_s keys and values, not n_t: this is self-attention": (
            "n_t*(d_head*n_heads)**2 + n_t**2*d_head*n_heads"
        ),
        "pairs of queries and keys only, not of any two tokens": (
            f"{PROJECTIONS} + (n_t + n_s)**2*d_head*n_heads"
        ),
        "projecting is done for each token, not for each pair": "n_t*n_s*(d_head*n_heads)**2",
        "the projections are missing: with wide tokens they cost most": PAIRS,
        "only the smaller of the two costs is there; they add up, so the larger one counts": (
            f"min({PROJECTIONS}, {PAIRS})"
        ),
        "a pair of a query and a key costs d_head in each head, not 1": (
            f"{PROJECTIONS} + n_t*n_s"
        ),
        "a token's projections cost the square of n_heads·d_head, not its cube": (
            f"(n_t + n_s)*(d_head*n_heads)**3 + {PAIRS}"
        ),
        "the scores and weighted sums are missing": PROJECTIONS,
        "these are scores alone, 1 for each pair and head": "n_t*n_s*n_heads",
        "these are the scores and weighted sums of one head; the others count, and so do the"
        " projections": "n_t*n_s*d_head",
        "this is what the weights take in memory: each token uses all of them": (
            "(d_head*n_heads)**2"
        ),
    },
)
