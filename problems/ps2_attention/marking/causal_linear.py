import numpy as np

from .loops import agrees_with, inputs, plain_loop

WORDS = """
state-read-before-written: the state is read before the token is written into it: a token should see
    itself
values-read-before-written: the values are read before the token is written into the state
normaliser-last-key: the normaliser is not accumulated: it holds the last key only
state-last-token: the state is not accumulated: it holds the last token only
normaliser-sees-future: the normaliser sums over all tokens, also those of the future
numerator-sees-future: the numerator sums over all tokens, also those of the future
past-and-future-exchanged: the past and the future have changed places
normaliser-missing: the normaliser is missing
divided-by-tokens-seen: divided by the number of tokens seen, in place of the sum of their weights
keys-and-queries-exchanged: keys and queries have changed places
"""


def by_definition(V, G_K, G_Q):
    output = np.zeros(V.shape)
    for t in range(V.shape[1]):
        products = [G_K[:, m] @ G_Q[:, t] for m in range(t + 1)]
        for m in range(t + 1):
            output[:, t] += products[m] / sum(products) * V[:, m]
    return output


def by_weights(weigh):
    """The quadratic form with weights weigh(products, m, t), for all outputs or some columns t."""

    def attention(V, G_K, G_Q, columns=slice(None)):
        m, t = np.arange(V.shape[1])[:, None], np.arange(V.shape[1])[columns]
        return V @ weigh(G_K.T @ G_Q[:, t], m, t)

    return attention


def masked(numerator, normaliser):
    """The quadratic form with masks sees(m, t) of its own for numerator and normaliser."""
    return by_weights(
        lambda products, m, t: (
            products * numerator(m, t) / (products * normaliser(m, t)).sum(axis=0)
        )
    )


def up_to(m, t):
    return m <= t


causal = masked(up_to, up_to)


def all_outputs(V, G_K, G_Q, length=64):
    """The outputs in linear time: the state of the tokens before a chunk, and pairs within it."""
    output = np.empty(V.shape)
    values = np.vstack([V, np.ones(V.shape[1])])  # the ones give the normaliser
    state = np.zeros((len(values), len(G_K)))
    sees = np.triu(np.ones((length, length)))  # [key, query]
    for start in range(0, V.shape[1], length):
        chunk = slice(start, start + length)
        v, keys, queries = values[:, chunk], G_K[:, chunk], G_Q[:, chunk]
        pairs = sees[: v.shape[1], : v.shape[1]] * (keys.T @ queries)
        sums = state @ queries + v @ pairs
        output[:, chunk] = sums[:-1] / sums[-1]
        state += v @ keys.T
    return output


def future_is_invisible(attend, rng, d_v, r, n):
    V, G_K, G_Q = inputs(rng, n, d_v, r)
    before = attend(V, G_K, G_Q)
    for t in range(n - 1):
        values, features = V.copy(), G_K.copy()
        values[:, t + 1 :], features[:, t + 1 :] = -50.0, 3.0
        words = f"token {t} changed with the tokens after it"
        if reason := checks.unequal(attend(values, features, G_Q)[:, t], before[:, t], words):
            return reason
    V[:, 0] += 1.0
    changed = ~np.isclose(attend(V, G_K, G_Q), before).all(axis=0)
    return (
        "" if changed.all() else "some token doesn't change with the first value: it can't see it"
    )


MISTAKES = {
    "state-read-before-written": masked(lambda m, t: m < t, lambda m, t: m < t),
    "values-read-before-written": masked(lambda m, t: m < t, up_to),
    "normaliser-last-key": masked(up_to, lambda m, t: m == t),
    "state-last-token": masked(lambda m, t: m == t, up_to),
    "normaliser-sees-future": masked(up_to, lambda m, t: m >= 0),
    "numerator-sees-future": masked(lambda m, t: m >= 0, up_to),
    "past-and-future-exchanged": masked(lambda m, t: m >= t, lambda m, t: m >= t),
    "normaliser-missing": by_weights(lambda products, m, t: products * (m <= t)),
    "divided-by-tokens-seen": by_weights(lambda products, m, t: products * (m <= t) / (t + 1)),
    "keys-and-queries-exchanged": lambda V, K, Q, *t: causal(V, Q, K, *t),
}

checks.words(WORDS)
values = checks.arrays(
    causal_linear_attention,
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, N = 5": checks.case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 4, R = 2, N = 7": checks.case(*inputs(rng, 7, d_v=4, r=2)),
    },
    seed=55,
    float32=True,
    mistakes=MISTAKES,
    others={
        "every token sees all tokens, as in 5.1; here the future can't be seen": masked(
            lambda m, t: m >= 0, lambda m, t: m >= 0
        )
    },
    share=1 / 2,
)
(
    values
    + checks.properties(
        causal_linear_attention,
        properties={
            "the future can't be seen, the past can": checks.Property(
                future_is_invisible, sizes=[(1, 1, 2), (2, 3, 3), (3, 2, 5)]
            )
        },
        shape=lambda V, G_K, G_Q: V.shape,
        given=values,
        seed=55,
        share=1 / 4,
    )
    + checks.resources(
        causal_linear_attention,
        arguments=inputs,
        shape=lambda V, G_K, G_Q: V.shape,
        agrees=agrees_with(all_outputs),
        large={"n": 4_500, "d_v": 48, "r": 48},
        lengths=(250, 60_000),
        plain_loop=plain_loop,
        quadratic="forms the N × N matrix",
        hoards="holds the N × N matrix, or the running states of many tokens",
        given=values,
        mistakes=MISTAKES,
        seed=55,
        share=1 / 4,
    )
)
