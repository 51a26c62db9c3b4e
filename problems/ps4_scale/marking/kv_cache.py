import numpy as np

ERRORS = """
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: powers.sum() -> (powers.sum() + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8])
key-in-place-of-query: the key of the new token meets the keys; it is its query that asks :: q = k
queries-and-keys-exchanged: queries and keys have changed places: its query goes into the cache, its
    key asks :: q, k, v = -> k, q, v =
values-by-wk: the values are made with W_k; W_v makes them :: params["W_v"] -> params["W_k"]
keys-and-values-exchanged: keys and values have changed places :: q, k, v = -> q, v, k =
not-itself: the token doesn't see itself
    :: K @ q -> K[:-1] @ q && out = weights @ V[:-1]
    && powers = np.exp(scores - [scores.max() ~ 0 ~ scores.max(initial=-np.inf)])
    :: K @ q -> K[:-1] @ q && out = weights @ V[:-1]
    && powers = np.exp(scores - scores.max(initial=-np.inf))
    && return _ if len(K_cache) else ([v ~ x], K, V)
own-value-left-out: the value of the new token is left out of the weighted sum
    :: out = weights[:-1] @ V[:-1]
itself-only: the new token sees only itself :: out = v
not-scaled: the scores are not divided by √d :: / np.sqrt(len(x)) ->
divided-by-d: the scores are divided by d; here by √d :: np.sqrt(len(x)) -> len(x)
divided-by-root-of-tokens: the scores are divided by the root of the number of tokens; here by √d
    :: len(x) -> len(K)
scores-clipped: scores are cut off, so that large ones look alike: subtract the largest instead
    :: most = [700 ~ 709 ~ 500 ~ 100 ~ 50 ~ 30 ~ 20]
    && scores - scores.max() -> np.clip(scores, [-most ~ -np.inf], most)
softmax-missing: the softmax is missing :: weights = scores
not-divided-by-sum: the weights are not divided by their sum :: weights = powers
    :: weights = np.exp(scores)
overflow: the exponentials overflow, or are all 0 where the scores are far below 0: subtract the
    largest score :: powers = np.exp(scores)
weighted-sum-of-keys: the weighted sum is one of keys; it is one of values :: out = weights @ K
mean-of-values: the mean of the values is taken, whatever the weights :: out = V.mean(axis=0)
matrices-transposed: the matrices are transposed: W x, not Wᵀ x :: ] @ x => ].T @ x
new-row-first: the new row stands at the beginning of the caches, not at the end
    :: K = np.vstack([k, K_cache]) && V = np.vstack([v, V_cache])
token-in-the-caches: the token itself goes into both caches; its key and its value do
    :: return out, np.vstack([K_cache, x]), np.vstack([V_cache, x])
    :: K = np.vstack([K_cache, x]) && V = np.vstack([V_cache, x])
tokens-cached: the caches keep tokens, which become keys and values when they are used; they are to
    keep keys and values
    :: K = np.vstack([K_cache, x]) @ params["W_k"].T
    && V = np.vstack([V_cache, x]) @ params["W_v"].T
    && return out, np.vstack([K_cache, x]), np.vstack([V_cache, x])
output-cached: the output goes into the cache in the place of the new value
    :: return out, K, np.vstack([V_cache, out])
scaled-key-cached: the new key goes into the cache divided by √d; the cache keeps W_k x
    :: / np.sqrt(len(x)) -> && k = k / np.sqrt(len(x)) :: k = k / np.sqrt(len(x))
caches-exchanged: keys and values come back in each other's place: (out, K_cache, V_cache)
    :: return out, V, K
query-missing: the query is missing: the token itself meets the keys :: q = x
key-missing: the key is missing: the token itself stands in its place :: k = x
value-missing: the value is missing: the token itself stands in its place :: v = x
caches-projected-again: the rows of the caches are multiplied with W_k and W_v again; they are keys
    and values
    :: K = np.vstack([K_cache @ params["W_k"].T, k])
    && V = np.vstack([V_cache @ params["W_v"].T, v])
own-value-with-weight-one: the value of the new token is added with weight 1, beside the weighted
    sum :: out = weights[:-1] @ V[:-1] + v
residual-added: the token is added to its output; here is no residual connection :: out = x + out
weights-divided-by-root-d: the weights are divided by √d; it is the scores that are
    :: / np.sqrt(len(x)) -> && out = out / len(x) ** 0.5
sign-reversed: the scores have the wrong sign :: K @ q -> -K @ q
    :: powers = np.exp(scores.max() - scores)
hard-maximum: only the key with the largest score counts: a maximum, no softmax
    :: weights = 1.0 * (scores == scores.max())
no-exponential: the scores are divided by their sum, without an exponential :: powers = scores
output-last: the output comes last; it is first, then the keys, then the values :: return K, V, out
new-rows-only: only the new rows come back, without the caches above them
    :: return out, K[-1:], V[-1:]
last-row-overwritten: the last row of the caches is overwritten; they grow by a row
    :: return out, *(np.vstack([C[:-1], row])[: len(C)] for C, row in ((K_cache, k), (V_cache, v)))
caches-unchanged: the caches come back as they were, without the new row
    :: return out, K_cache, V_cache
"""
APPENDING = """
n-keys: the new token sees itself as well: n + 1 keys, not n
    :: the scores = 2*n*d && the weighted sum = 2*n*d
without-itself: the new token sees itself as well: n + 1 in the scores and in the weighted sum
    :: the scores = 2*n*d
keys-and-values-computed-again: keys and values of all tokens are computed anew; the cache has them
    :: the key = 2*(n + 1)*d**2 && the value = 2*(n + 1)*d**2
all-computed-again: queries, keys and values of all tokens are computed anew
    :: the query = 2*(n + 1)*d**2 && the key = 2*(n + 1)*d**2 && the value = 2*(n + 1)*d**2
all-attend-again: all tokens attend again: one query is new, and it meets n + 1 keys
    :: the scores = 2*(n + 1)**2*d && the weighted sum = 2*(n + 1)**2*d
old-queries-attend: the key of the new token meets the old queries as well; these can't see it
    :: the scores = 2*(2*n + 1)*d
row-and-column: the new row has n + 1 pairs; those of the new column, old queries and the new key,
    are masked :: the scores = 2*(2*n + 1)*d && the weighted sum = 2*(2*n + 1)*d
output-projection: an output projection is counted, which this layer doesn't have :: + 2*d**2
"""
RECOMPUTING = """
n-tokens: n tokens are counted; with the new one there are n + 1 :: n*(6*d**2 + 4*n*d)
new-token-projected-only: only the new token is projected; without a cache all of them are
    :: the queries = 2*d**2 && the keys = 2*d**2 && the values = 2*d**2
last-query-only: only the last query is asked; here the whole layer is computed, for all n + 1
    :: the queries = 2*d**2 && the scores = 2*(n + 1)*d && the weighted sums = 2*(n + 1)*d
new-query-attends-only: only the new query attends; from the start, all n + 1 do
    :: the scores = 2*(n + 1)*d && the weighted sums = 2*(n + 1)*d
output-projection :: + 2*(n + 1)*d**2
"""
CONVENTIONS = """
scale-charged: the factor 1/√d is charged; here it is free, with the softmax (P5) :: + n + 1
softmax-charged(2 ~ 3 ~ 4 ~ 5): {} operations for each score are charged for the softmax and the
    factor 1/√d; here both are free (P5) :: + {}*(n + 1)
biases: biases are charged, and this layer has none :: + 3*d
"""
CONVENTIONS_OF_ALL = """
causal-pairs: only the pairs that the mask leaves are counted; here all (n + 1)² are
    :: the scores = (n + 1)*(n + 2)*d && the weighted sums = (n + 1)*(n + 2)*d
scale-charged :: + (n + 1)**2
softmax-charged(2 ~ 3 ~ 4 ~ 5) :: + {}*(n + 1)**2
biases :: + 3*(n + 1)*d
"""


def by_definition(x, K_cache, V_cache, params):
    query, key, value = (
        np.array([sum(w * each for w, each in zip(row, x, strict=True)) for row in params[name]])
        for name in ("W_q", "W_k", "W_v")
    )
    keys, values = [*K_cache, key], [*V_cache, value]
    scores = [sum(a * b for a, b in zip(query, k, strict=True)) / len(x) ** 0.5 for k in keys]
    powers = [np.exp(score - max(scores)) for score in scores]
    out = sum(power / sum(powers) * v for power, v in zip(powers, values, strict=True))
    return out, np.array(keys), np.array(values)


def cases(rng):
    def matrices(d, scale=1.0):
        W_q, W_k, W_v = rng.normal(size=(3, d, d)) / np.sqrt(d)
        return {"W_q": scale * W_q, "W_k": W_k, "W_v": W_v}

    def tokens(n, d):
        return tuple(1.5 * rng.normal(size=(n, d)))

    def caches(n, d):
        return tuple(rng.normal(size=(2, n, d)))

    def far(sign):
        """Scores in the thousands, all of this sign if they are below 0, the largest so far above
        the others that float32 will do: that of an earlier token, below 0 that of the new one."""
        while True:
            drawn = x, K_cache, _, params = *tokens(1, 3), *caches(4, 3), matrices(3, scale=3000.0)
            query = params["W_q"] @ x
            if sign < 0:
                K_cache *= -np.sign(K_cache @ query)[:, None]
            scores = np.array([*K_cache @ query, params["W_k"] @ x @ query])
            *_, second, first = np.sort(scores)
            far_off = first > 4000 if sign > 0 else first < -2000
            if far_off and first - second > 200 and (scores[-1] == first) == (sign < 0):
                return drawn

    (first, *rest), params = tokens(3, 6), matrices(6)
    then = [(x, checks.previous(1), checks.previous(2), params) for x in rest]
    return {
        "after six tokens, d = 4": checks.case(*tokens(1, 4), *caches(6, 4), matrices(4)),
        "the first token, d = 3": checks.case(
            *tokens(1, 3), *caches(0, 3), matrices(3), weight=0.5
        ),
        "three in a row, d = 6": checks.case(first, *caches(2, 6), params, then=then, weight=2),
        "scores in the thousands": checks.case(*far(1), weight=0.25),
        "scores far below 0": checks.case(*far(-1), weight=0.25),
    }


NEW, ALL = ("the query", "the key", "the value"), ("the queries", "the keys", "the values")
APPEND = dict.fromkeys(NEW, "1 d d") | {"the scores": "1 d n+1", "the weighted sum": "1 n+1 d"}
RECOMPUTE = dict.fromkeys(ALL, "n+1 d d") | {
    "the scores": "n+1 d n+1",
    "the weighted sums": "n+1 n+1 d",
}


values = checks.arrays(
    append_token,
    oracle=by_definition,
    cases=cases,
    outputs={"out": 6, "K_cache": 1, "V_cache": 1},
    float32=True,
    reference=checks.Reference(SOLUTION, globals(), function="append_token"),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
    share=4 / 6,
)
appended = checks.polynomial(
    append_flops,
    variables="n d",
    products=APPEND,
    mistakes=APPENDING,
    conventions=CONVENTIONS,
    others={"recompute_flops": checks.cost(RECOMPUTE)},
    share=1 / 6,
)
is_followed = appended.may_be_followed and appended.counted
recomputed = checks.polynomial(
    recompute_flops,
    variables="n d",
    products=RECOMPUTE,
    mistakes=RECOMPUTING,
    conventions=CONVENTIONS_OF_ALL,
    given={"append_flops": f"(n + 1)*({appended.counted.formula})"} if is_followed else {},
    others={"append_flops": checks.cost(APPEND)},
    share=1 / 6,
)
values.of("append_token") + appended.of("append_flops") + recomputed.of("recompute_flops")
