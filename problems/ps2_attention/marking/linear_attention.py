import numpy as np

from .loops import agrees_with, inputs, plain_loop

WORDS = """
normaliser-missing: the normaliser is missing
divided-by-n: divided by N in place of the sum of the weights
normaliser-over-queries: the normaliser sums over the queries; it sums over the keys
normaliser-of-query-features: the normaliser is made of the queries' features in place of the keys'
divided-by-query-features: divided by the sum of the query's features; the normaliser is Σ_m
    g(k_m)·g(q_n)
normaliser-of-keys-twice: the normaliser has the keys' features twice; it is Σ_m g(k_m)·g(q_n)
features-divided-by-sums: the features are divided by their sums; the normaliser is Σ_m
    g(k_m)·g(q_n)
each-feature-divided: each feature is divided by its own sum; the normaliser is Σ_m g(k_m)·g(q_n)
causal-sums: these are causal sums; here every token sees all
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
one-normaliser-for-all: divided by the sum of all weights; each query has its own normaliser
keys-and-queries-exchanged: keys and queries have changed places
softmax-of-products: the products are put through a softmax; here they are the weights
"""


def by_definition(V, G_K, G_Q):
    N = V.shape[1]
    output = np.zeros(V.shape)
    for n in range(N):
        products = [G_K[:, m] @ G_Q[:, n] for m in range(N)]
        for m in range(N):
            output[:, n] += products[m] / sum(products) * V[:, m]
    return output


def by_weights(weigh):
    """With weights weigh(products, K, Q, n), where the products are those of the queries n."""

    def attention(V, G_K, G_Q, columns=slice(None)):
        return V @ weigh(G_K.T @ G_Q[:, columns], G_K, G_Q, columns)

    return attention


right = by_weights(lambda products, *_: products / products.sum(axis=0))


def all_outputs(V, G_K, G_Q):
    return V @ G_K.T @ G_Q / (G_K.sum(axis=1) @ G_Q)


def softmax_of_columns(S):
    return np.exp(S) / np.exp(S).sum(axis=0)


MISTAKES = {
    "normaliser-missing": by_weights(lambda products, K, Q, n: products),
    "divided-by-n": by_weights(lambda products, K, Q, n: products / len(products)),
    "normaliser-over-queries": by_weights(
        lambda products, K, Q, n: products / (Q.sum(axis=1) @ K)[:, None]
    ),
    "normaliser-of-query-features": by_weights(
        lambda products, K, Q, n: products / (Q.sum(axis=1) @ Q[:, n])
    ),
    "divided-by-query-features": by_weights(
        lambda products, K, Q, n: products / Q[:, n].sum(axis=0)
    ),
    "normaliser-of-keys-twice": by_weights(
        lambda products, K, Q, n: products / (K.sum(axis=1) @ K[:, n])
    ),
    "features-divided-by-sums": by_weights(
        lambda products, K, Q, n: (K / K.sum(axis=0)).T @ (Q[:, n] / Q[:, n].sum(axis=0))
    ),
    "each-feature-divided": (
        by_weights(lambda products, K, Q, n: (K / K.sum(axis=1, keepdims=True)).T @ Q[:, n]),
        by_weights(
            lambda products, K, Q, n: (
                (K / K.sum(axis=1, keepdims=True)).T @ (Q[:, n] / Q[:, n].sum(axis=0))
            )
        ),
    ),
    "causal-sums": lambda V, K, Q, n=slice(None): plain_loop(V, K, Q)[:, n],
    "small-number-in-normaliser": [
        by_weights(
            lambda products, K, Q, n, eps=10.0**-power: products / (products.sum(axis=0) + eps)
        )
        for power in range(3, 9)
    ],
    "one-normaliser-for-all": by_weights(
        lambda products, K, Q, n: products / (K.sum(axis=1) @ Q.sum(axis=1))
    ),
    "keys-and-queries-exchanged": lambda V, K, Q, *n: right(V, Q, K, *n),
    "softmax-of-products": by_weights(lambda products, K, Q, n: softmax_of_columns(products)),
}

checks.words(WORDS)
values = checks.arrays(
    linear_attention,
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, N = 5": checks.case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 5, R = 2, N = 7": checks.case(*inputs(rng, 7, d_v=5, r=2)),
    },
    seed=51,
    float32=True,
    mistakes=MISTAKES,
    share=1 / 2,
)
limits = checks.resources(
    linear_attention,
    arguments=inputs,
    shape=lambda V, G_K, G_Q: V.shape,
    agrees=agrees_with(all_outputs),
    large={"n": 6_000, "d_v": 16, "r": 16},
    lengths=(250, 90_000),
    plain_loop=plain_loop,
    quadratic="forms the N × N matrix",
    given=values,
    mistakes=MISTAKES,
    seed=51,
    share=1 / 2,
)
if values.may_be_followed and not limits.points:  # the given code has these values, too
    given = checks.said("earns only with memory or time kept: `quadratic_attention` is given")
    values = values.without_points(given)
values + limits
