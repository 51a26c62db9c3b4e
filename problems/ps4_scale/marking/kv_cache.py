import numpy as np


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
    "the key of the new token meets the keys; it is its query that asks": with_mistake(
        asks=lambda q, k: k
    ),
    "queries and keys have changed places: its query goes into the cache, its key asks": (
        with_mistake(roles=lambda q, k, v: (k, q, v))
    ),
    "the values are made with W_k; W_v makes them": lambda x, K_cache, V_cache, params: (
        with_mistake()(x, K_cache, V_cache, params | {"W_v": params["W_k"]})
    ),
    "keys and values have changed places": with_mistake(roles=lambda q, k, v: (q, v, k)),
    "the token doesn't see itself": (
        with_mistake(seen=slice(-1)),
        with_mistake(seen=slice(-1), weigh=unstable),
        zeros_of_no_keys,
    ),
    "the value of the new token is left out of the weighted sum": with_mistake(
        mix=lambda weights, K, V: weights[:-1] @ V[:-1]
    ),
    "the new token sees only itself": with_mistake(seen=slice(-1, None)),
    "the scores are not divided by √d": with_mistake(scale=lambda d, n: 1.0),
    "the scores are divided by d; here by √d": with_mistake(scale=lambda d, n: d),
    "the scores are divided by the root of the number of tokens; here by √d": with_mistake(
        scale=lambda d, n: np.sqrt(n)
    ),
    "the softmax is missing": with_mistake(weigh=lambda scores: scores),
    "the weights are not divided by their sum": (
        with_mistake(weigh=lambda scores: np.exp(scores - scores.max())),
        with_mistake(weigh=np.exp),
    ),
    "the exponentials overflow: subtract the largest score": with_mistake(weigh=unstable),
    "the weighted sum is one of keys; it is one of values": with_mistake(
        mix=lambda weights, K, V: weights @ K
    ),
    "the mean of the values is taken, whatever the weights": with_mistake(
        mix=lambda weights, K, V: V.mean(axis=0)
    ),
    "the matrices are transposed: W x, not Wᵀ x": with_mistake(project=lambda W, x: x @ W),
    "the new row stands at the beginning of the caches, not at the end": with_mistake(
        join=lambda cache, row: np.vstack([row, cache])
    ),
    "the token itself goes into both caches; its key and its value do": (
        with_mistake(roles=lambda q, k, v: (q, k, v), project=lambda W, x: W @ x,
                     returns=lambda out, K, V, K_cache, V_cache, x: (
                         out, np.vstack([K_cache, x]), np.vstack([V_cache, x]))),
        lambda x, K_cache, V_cache, params: with_mistake(
            roles=lambda q, k, v: (q, x, x)
        )(x, K_cache, V_cache, params),
    ),
    "keys and values come back in each other's place: (out, K_cache, V_cache)": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (out, V, K)
    ),
    "the query is missing: the token itself meets the keys": without("W_q"),
    "the key is missing: the token itself stands in its place": without("W_k"),
    "the value is missing: the token itself stands in its place": without("W_v"),
    "the rows of the caches are multiplied with W_k and W_v again; they are keys and values": (
        projected_again
    ),
    "the value of the new token is added with weight 1, beside the weighted sum": with_mistake(
        mix=lambda weights, K, V: weights[:-1] @ V[:-1] + V[-1]
    ),
    "the token is added to its output; here is no residual connection": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (x + out, K, V)
    ),
    "the weights are divided by √d; it is the scores that are": with_mistake(
        scale=lambda d, n: 1.0,
        returns=lambda out, K, V, K_cache, V_cache, x: (out / np.sqrt(len(x)), K, V),
    ),
    "the scores have the wrong sign": (
        with_mistake(scale=lambda d, n: -np.sqrt(d)),
        with_mistake(weigh=lambda scores: unstable(scores.max() - scores)),
    ),
    "only the key with the largest score counts: a maximum, no softmax": with_mistake(
        weigh=lambda scores: 1.0 * (scores == scores.max())
    ),
    "the scores are divided by their sum, without an exponential": with_mistake(
        weigh=lambda scores: scores / scores.sum()
    ),
    "the output comes last; it is first, then the keys, then the values": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (K, V, out)
    ),
    "only the new rows come back, without the caches above them": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (out, K[-1:], V[-1:])
    ),
    "the last row of the caches is overwritten; they grow by a row": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (
            out,
            np.vstack([K_cache[:-1], K[-1:]])[: len(K_cache)],
            np.vstack([V_cache[:-1], V[-1:]])[: len(V_cache)],
        )
    ),
    "the caches come back as they were, without the new row": with_mistake(
        returns=lambda out, K, V, K_cache, V_cache, x: (out, K_cache, V_cache)
    ),
}  # fmt: skip


def cases(rng):
    def matrices(d, scale=1.0):
        W_q, W_k, W_v = rng.normal(size=(3, d, d)) / np.sqrt(d)
        return {"W_q": scale * W_q, "W_k": W_k, "W_v": W_v}

    def tokens(n, d):
        return tuple(1.5 * rng.normal(size=(n, d)))

    def caches(n, d):
        return tuple(rng.normal(size=(2, n, d)))

    def far():
        """Scores in the thousands, the largest so far above the others that float32 will do."""
        while True:
            drawn = *tokens(1, 3), *caches(4, 3), matrices(3, scale=3000.0)
            x, K_cache, _, params = drawn
            query = params["W_q"] @ x
            *_, second, first = np.sort([*K_cache @ query, params["W_k"] @ x @ query])
            if first > 4000 and first - second > 200:
                return drawn

    (first, *rest), params = tokens(3, 6), matrices(6)
    then = [(x, checks.previous(1), checks.previous(2), params) for x in rest]
    return {
        "after six tokens, d = 4": checks.case(*tokens(1, 4), *caches(6, 4), matrices(4)),
        "the first token, d = 3": checks.case(
            *tokens(1, 3), *caches(0, 3), matrices(3), weight=0.5
        ),
        "three in a row, d = 6": checks.case(first, *caches(2, 6), params, then=then, weight=2),
        "scores in the thousands": checks.case(*far(), weight=0.5),
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
        "the new token sees itself as well: n + 1 keys, not n": {
            "the scores": "2*n*d",
            "the weighted sum": "2*n*d",
        },
        "the new token sees itself as well: n + 1 in the scores and in the weighted sum": {
            "the scores": "2*n*d"
        },
        "keys and values of all tokens are computed anew; the cache has them": {
            "the key": "2*(n + 1)*d**2",
            "the value": "2*(n + 1)*d**2",
        },
        "queries, keys and values of all tokens are computed anew": {
            "the query": "2*(n + 1)*d**2",
            "the key": "2*(n + 1)*d**2",
            "the value": "2*(n + 1)*d**2",
        },
        "all tokens attend again: one query is new, and it meets n + 1 keys": {
            "the scores": "2*(n + 1)**2*d",
            "the weighted sum": "2*(n + 1)**2*d",
        },
        "the key of the new token meets the old queries as well; these can't see it": {
            "the scores": "2*(2*n + 1)*d",
        },
        "an output projection is counted, which this layer doesn't have": {"+": "2*d**2"},
    },
    conventions={SCALED: {"+": "n + 1"}, BIASES: {"+": "3*d"}},
    others={"recompute_flops": "(n + 1)*(6*d**2 + 4*(n + 1)*d)"},
    share=1 / 6,
)
recomputed = checks.flops(
    recompute_flops,
    variables="n d",
    products=RECOMPUTE,
    mistakes={
        "n tokens are counted; with the new one there are n + 1": "n*(6*d**2 + 4*n*d)",
        "only the new token is projected; without a cache all of them are": {
            "the queries": "2*d**2",
            "the keys": "2*d**2",
            "the values": "2*d**2",
        },
        "only the last query is asked; here the whole layer is computed, for all n + 1": {
            "the queries": "2*d**2",
            "the scores": "2*(n + 1)*d",
            "the weighted sums": "2*(n + 1)*d",
        },
        "only the new query attends; from the start, all n + 1 do": {
            "the scores": "2*(n + 1)*d",
            "the weighted sums": "2*(n + 1)*d",
        },
        "an output projection is counted, which this layer doesn't have": {"+": "2*(n + 1)*d**2"},
    },
    conventions={
        "only the pairs that the mask leaves are counted; here all (n + 1)² are": {
            "the scores": "(n + 1)*(n + 2)*d",
            "the weighted sums": "(n + 1)*(n + 2)*d",
        },
        SCALED: {"+": "(n + 1)**2"},
        BIASES: {"+": "3*(n + 1)*d"},
    },
    others={"append_flops": "6*d**2 + 4*(n + 1)*d"},
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
