PROJECTIONS = "(n_t + n_s)*(d_head*n_heads)**2"
PAIRS = "n_t*n_s*d_head*n_heads"
ERRORS = f"""
keys-and-values-not-projected: keys and values are projected too: n_s tokens of them
    :: n_t*(d_head*n_heads)**2 + {PAIRS}
queries-and-outputs-not-projected: queries and outputs are projected too: n_t tokens of them
    :: n_s*(d_head*n_heads)**2 + {PAIRS}
pairs-of-one-head: the scores and weighted sums of all heads count, not those of one
    :: {PROJECTIONS} + n_t*n_s*d_head
pairs-without-d-head: scores and weighted sums cost d_head for each pair and head, not 1
    :: {PROJECTIONS} + n_t*n_s*n_heads
heads-see-a-slice: a head reads the whole token, n_heads·d_head numbers, not a slice of it
    :: (n_t + n_s)*d_head**2*n_heads + {PAIRS}
keys-and-values-of-a-slice: keys and values are made of the whole token, n_heads·d_head numbers, not
    of a slice of it :: n_t*(d_head*n_heads)**2 + n_s*d_head**2*n_heads + {PAIRS}
projections-of-one-head: the projections are those of one head :: (n_t + n_s)*d_head**2 + {PAIRS}
one-head: everything is that of one head :: (n_t + n_s)*d_head**2 + n_t*n_s*d_head
pairs-of-full-width: the heads share the width: n_heads·d_head for each pair, and not n_heads times
    that :: {PROJECTIONS} + n_t*n_s*d_head*n_heads**2
heads-of-full-width: each head projects to d_head numbers, not to all n_heads·d_head
    :: (n_t + n_s)*d_head**2*n_heads**3 + {PAIRS}
pairs-of-queries: queries are n_t, keys and values n_s: n_t·n_s pairs, not n_t²
    :: {PROJECTIONS} + n_t**2*d_head*n_heads
pairs-of-self-attention: there are n_s keys and values, not n_t: this is self-attention
    :: n_t*(d_head*n_heads)**2 + n_t**2*d_head*n_heads
pairs-of-all-tokens: pairs of queries and keys only, not of any two tokens
    :: {PROJECTIONS} + (n_t + n_s)**2*d_head*n_heads
projected-for-each-pair: projecting is done for each token, not for each pair
    :: n_t*n_s*(d_head*n_heads)**2
projections-missing: the projections are missing, or take n_heads·d_head for each token; they take
    its square, and with wide tokens they cost most :: {PAIRS}
projections-of-one-token: the projections happen for every token, n_t + n_s of them
    :: (d_head*n_heads)**2 + {PAIRS}
costs-multiplied: the costs of projections and pairs add up; you multiply them
    :: {PROJECTIONS}*{PAIRS}
smaller-cost-only: only the smaller of the two costs is there; they add up, so the larger one counts
    :: min({PROJECTIONS}, {PAIRS})
pairs-of-one: a pair of a query and a key costs d_head in each head, not 1
    :: {PROJECTIONS} + n_t*n_s
projections-cubed: a token's projections cost the square of n_heads·d_head, not its cube
    :: (n_t + n_s)*(d_head*n_heads)**3 + {PAIRS}
pairs-missing: the scores and weighted sums are missing :: {PROJECTIONS}
softmax-with-a-logarithm: the softmax takes a constant for each score, whatever the length: no
    logarithm :: {PROJECTIONS} + {PAIRS} + n_t*n_s*n_heads*log(n_s)
scores-without-width: these are scores alone, 1 for each pair and head :: n_t*n_s*n_heads
scores-of-one-head-only: these are the scores and weighted sums of one head; the others count, and
    so do the projections :: n_t*n_s*d_head
weights-in-memory: this is what the weights take in memory: each token uses all of them
    :: (d_head*n_heads)**2
"""

checks.growth(
    multi_head_growth,
    variables="n_t n_s d_head n_heads",
    expected=f"{PROJECTIONS} + {PAIRS}",
    mistakes=ERRORS,
)
