import numpy as np

WORDS = """
key-in-place-of-query: the key of the new token meets the keys; it is its query that asks
queries-and-keys-exchanged: queries and keys have changed places: its query goes into the cache, its
    key asks
values-by-wk: the values are made with W_k; W_v makes them
keys-and-values-exchanged: keys and values have changed places
not-itself: the token doesn't see itself
own-value-left-out: the value of the new token is left out of the weighted sum
itself-only: the new token sees only itself
not-scaled: the scores are not divided by √d
divided-by-d: the scores are divided by d; here by √d
divided-by-root-of-tokens: the scores are divided by the root of the number of tokens; here by √d
softmax-missing: the softmax is missing
not-divided-by-sum: the weights are not divided by their sum
overflow: the exponentials overflow: subtract the largest score
weighted-sum-of-keys: the weighted sum is one of keys; it is one of values
mean-of-values: the mean of the values is taken, whatever the weights
matrices-transposed: the matrices are transposed: W x, not Wᵀ x
new-row-first: the new row stands at the beginning of the caches, not at the end
token-in-the-caches: the token itself goes into both caches; its key and its value do
caches-exchanged: keys and values come back in each other's place: (out, K_cache, V_cache)
query-missing: the query is missing: the token itself meets the keys
key-missing: the key is missing: the token itself stands in its place
value-missing: the value is missing: the token itself stands in its place
caches-projected-again: the rows of the caches are multiplied with W_k and W_v again; they are keys
    and values
own-value-with-weight-one: the value of the new token is added with weight 1, beside the weighted
    sum
residual-added: the token is added to its output; here is no residual connection
weights-divided-by-root-d: the weights are divided by √d; it is the scores that are
sign-reversed: the scores have the wrong sign
hard-maximum: only the key with the largest score counts: a maximum, no softmax
no-exponential: the scores are divided by their sum, without an exponential
output-last: the output comes last; it is first, then the keys, then the values
new-rows-only: only the new rows come back, without the caches above them
last-row-overwritten: the last row of the caches is overwritten; they grow by a row
caches-unchanged: the caches come back as they were, without the new row
n-keys: the new token sees itself as well: n + 1 keys, not n
without-itself: the new token sees itself as well: n + 1 in the scores and in the weighted sum
keys-and-values-computed-again: keys and values of all tokens are computed anew; the cache has them
all-computed-again: queries, keys and values of all tokens are computed anew
all-attend-again: all tokens attend again: one query is new, and it meets n + 1 keys
old-queries-attend: the key of the new token meets the old queries as well; these can't see it
output-projection: an output projection is counted, which this layer doesn't have
scale-charged: the factor 1/√d is charged; here it is free, with the softmax (P5)
biases: biases are charged, and this layer has none
n-tokens: n tokens are counted; with the new one there are n + 1
new-token-projected-only: only the new token is projected; without a cache all of them are
last-query-only: only the last query is asked; here the whole layer is computed, for all n + 1
new-query-attends-only: only the new query attends; from the start, all n + 1 do
causal-pairs: only the pairs that the mask leaves are counted; here all (n + 1)² are
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


def softmax(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()


def unstable(scores):
    return np.exp(scores) / np.exp(scores).sum()


def with_mistake(
    project=lambda W, x: W @ x,
    roles=lambda q, k, v: (q, k, v),
    scale=lambda d, n: np.sqrt(d),
    weigh=softmax,
    mix=lambda weights, K, V: weights @ V,
    seen=slice(None),
    join=lambda cache, row: np.vstack([cache, row]),
    asks=lambda q, k: q,
    returns=lambda out, K, V, K_cache, V_cache, x: (out, K, V),
):
    """roles: which of the three the query, the key and the value are. asks: what meets the keys.
    seen: which of the n + 1 keys are. returns: what is handed back."""

    def wrong(x, K_cache, V_cache, params):
        q, k, v = roles(*(project(params[name], x) for name in ("W_q", "W_k", "W_v")))
        K, V = join(K_cache, k), join(V_cache, v)
        scores = K[seen] @ asks(q, k) / scale(len(x), len(K))
        out = mix(weigh(scores), K[seen], V[seen])
        return returns(out, K, V, K_cache, V_cache, x)

    return wrong


def without(name):
    """The token itself in the place of its query, key or value."""

    def wrong(x, K_cache, V_cache, params):
        return with_mistake()(x, K_cache, V_cache, params | {name: np.eye(len(x))})

    return wrong


def zeros_of_no_keys(x, K_cache, V_cache, params):
    """The token doesn't see itself; the first one sees nothing."""
    if len(K_cache):
        return with_mistake(seen=slice(-1))(x, K_cache, V_cache, params)
    nothing = with_mistake(returns=lambda out, K, V, *_: (np.zeros(len(x)), K, V))
    return nothing(x, K_cache, V_cache, params)


def projected_again(x, K_cache, V_cache, params):
    caches = K_cache @ params["W_k"].T, V_cache @ params["W_v"].T
    return with_mistake()(x, *caches, params)


MISTAKES = {
    "key-in-place-of-query": with_mistake(asks=lambda q, k: k),
    "queries-and-keys-exchanged": (with_mistake(roles=lambda q, k, v: (k, q, v))),
    "values-by-wk": lambda x, K_cache, V_cache, params: with_mistake()(
        x, K_cache, V_cache, params | {"W_v": params["W_k"]}
    ),
    "keys-and-values-exchanged": with_mistake(roles=lambda q, k, v: (q, v, k)),
    "not-itself": (
        with_mistake(seen=slice(-1)),
        with_mistake(seen=slice(-1), weigh=unstable),
        zeros_of_no_keys,
    ),
    "own-value-left-out": with_mistake(mix=lambda weights, K, V: weights[:-1] @ V[:-1]),
    "itself-only": with_mistake(seen=slice(-1, None)),
    "not-scaled": with_mistake(scale=lambda d, n: 1.0),
    "divided-by-d": with_mistake(scale=lambda d, n: d),
    "divided-by-root-of-tokens": with_mistake(scale=lambda d, n: np.sqrt(n)),
    "softmax-missing": with_mistake(weigh=lambda scores: scores),
    "not-divided-by-sum": (
        with_mistake(weigh=lambda scores: np.exp(scores - scores.max())),
        with_mistake(weigh=np.exp),
    ),
    "overflow": with_mistake(weigh=unstable),
    "weighted-sum-of-keys": with_mistake(mix=lambda weights, K, V: weights @ K),
    "mean-of-values": with_mistake(mix=lambda weights, K, V: V.mean(axis=0)),
    "matrices-transposed": with_mistake(project=lambda W, x: x @ W),
    "new-row-first": with_mistake(join=lambda cache, row: np.vstack([row, cache])),
    "token-in-the-caches": (
        with_mistake(
            roles=lambda q, k, v: (q, k, v),
            project=lambda W, x: W @ x,
            returns=lambda out, K, V, K_cache, V_cache, x: (
                out,
                np.vstack([K_cache, x]),
                np.vstack([V_cache, x]),
            ),
        ),
        lambda x, K_cache, V_cache, params: with_mistake(roles=lambda q, k, v: (q, x, x))(
            x, K_cache, V_cache, params
        ),
    ),
    "caches-exchanged": with_mistake(returns=lambda out, K, V, K_cache, V_cache, x: (out, V, K)),
    "query-missing": without("W_q"),
    "key-missing": without("W_k"),
    "value-missing": without("W_v"),
    "caches-projected-again": (projected_again),
    "own-value-with-weight-one": with_mistake(
        mix=lambda weights, K, V: weights[:-1] @ V[:-1] + V[-1]
    ),
    "residual-added": with_mistake(returns=lambda out, K, V, K_cache, V_cache, x: (x + out, K, V)),
    "weights-divided-by-root-d": with_mistake(
        scale=lambda d, n: 1.0,
        returns=lambda out, K, V, K_cache, V_cache, x: (out / np.sqrt(len(x)), K, V),
    ),
    "sign-reversed": (
        with_mistake(scale=lambda d, n: -np.sqrt(d)),
        with_mistake(weigh=lambda scores: unstable(scores.max() - scores)),
    ),
    "hard-maximum": with_mistake(weigh=lambda scores: 1.0 * (scores == scores.max())),
    "no-exponential": with_mistake(weigh=lambda scores: scores / scores.sum()),
    "output-last": with_mistake(returns=lambda out, K, V, K_cache, V_cache, x: (K, V, out)),
    "new-rows-only": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (out, K[-1:], V[-1:])
    ),
    "last-row-overwritten": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (
            out,
            np.vstack([K_cache[:-1], K[-1:]])[: len(K_cache)],
            np.vstack([V_cache[:-1], V[-1:]])[: len(V_cache)],
        )
    ),
    "caches-unchanged": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (out, K_cache, V_cache)
    ),
}


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
        the others that float32 will do."""
        while True:
            drawn = x, K_cache, _, params = *tokens(1, 3), *caches(4, 3), matrices(3, scale=3000.0)
            query = params["W_q"] @ x
            if sign < 0:
                K_cache *= -np.sign(K_cache @ query)[:, None]
            *_, second, first = np.sort([*K_cache @ query, params["W_k"] @ x @ query])
            if (first > 4000 if sign > 0 else first < -2000) and first - second > 200:
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


APPEND = {
    "the query": "1 d d",
    "the key": "1 d d",
    "the value": "1 d d",
    "the scores": "1 d n+1",
    "the weighted sum": "1 n+1 d",
}
RECOMPUTE = {
    "the queries": "n+1 d d",
    "the keys": "n+1 d d",
    "the values": "n+1 d d",
    "the scores": "n+1 d n+1",
    "the weighted sums": "n+1 n+1 d",
}
SCALED = "the factor 1/√d is charged; here it is free, with the softmax (P5)"
BIASES = "biases are charged, and this layer has none"


def n_plus_1_times(first, second):
    """The formula n + 1 times that of the first count, where that may be followed and the second,
    which isn't right, is just this; else ""."""
    if not (first.may_be_followed and first.counted) or second.points == second.max_points:
        return ""
    terms = [f"({c})*n**{n}*d**{d}" for (n, d), c in first.counted.terms.items()]
    formula = f"(n + 1)*({' + '.join(terms)})"
    return formula if type(first.counted).parse(formula, ("n", "d")) == second.counted else ""


checks.words(WORDS)
values = checks.arrays(
    append_token,
    oracle=by_definition,
    cases=cases,
    outputs={"out": 6, "K_cache": 1, "V_cache": 1},
    seed=431,
    float32=True,
    mistakes=MISTAKES,
    share=4 / 6,
)
appended = checks.flops(
    append_flops,
    variables="n d",
    products=APPEND,
    mistakes={
        "n-keys": {"the scores": "2*n*d", "the weighted sum": "2*n*d"},
        "without-itself": {"the scores": "2*n*d"},
        "keys-and-values-computed-again": {
            "the key": "2*(n + 1)*d**2",
            "the value": "2*(n + 1)*d**2",
        },
        "all-computed-again": {
            "the query": "2*(n + 1)*d**2",
            "the key": "2*(n + 1)*d**2",
            "the value": "2*(n + 1)*d**2",
        },
        "all-attend-again": {"the scores": "2*(n + 1)**2*d", "the weighted sum": "2*(n + 1)**2*d"},
        "old-queries-attend": {"the scores": "2*(2*n + 1)*d"},
        "output-projection": {"+": "2*d**2"},
    },
    conventions={"scale-charged": {"+": "n + 1"}, "biases": {"+": "3*d"}},
    others={"recompute_flops": checks.cost(RECOMPUTE)},
    share=1 / 6,
)
recomputed = checks.flops(
    recompute_flops,
    variables="n d",
    products=RECOMPUTE,
    mistakes={
        "n-tokens": "n*(6*d**2 + 4*n*d)",
        "new-token-projected-only": {
            "the queries": "2*d**2",
            "the keys": "2*d**2",
            "the values": "2*d**2",
        },
        "last-query-only": {
            "the queries": "2*d**2",
            "the scores": "2*(n + 1)*d",
            "the weighted sums": "2*(n + 1)*d",
        },
        "new-query-attends-only": {"the scores": "2*(n + 1)*d", "the weighted sums": "2*(n + 1)*d"},
        "output-projection": {"+": "2*(n + 1)*d**2"},
    },
    conventions={
        "causal-pairs": {
            "the scores": "(n + 1)*(n + 2)*d",
            "the weighted sums": "(n + 1)*(n + 2)*d",
        },
        "scale-charged": {"+": "(n + 1)**2"},
        "biases": {"+": "3*(n + 1)*d"},
    },
    others={"append_flops": checks.cost(APPEND)},
    share=1 / 6,
)
if carried := n_plus_1_times(appended, recomputed):
    recomputed = checks.polynomial(
        recompute_flops,
        variables="n d",
        expected={"n + 1 times your append_flops": carried},
        share=1 / 6,
    )
values.of("append_token") + appended.of("append_flops") + recomputed.of("recompute_flops")
