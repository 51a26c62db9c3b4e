import numpy as np

from .loops import OF_BOTH, agrees_with, inputs, plain_loop

ERRORS = f"""{OF_BOTH}
normaliser-missing: the normaliser is missing :: return numerators
divided-by-n: divided by N in place of the sum of the weights :: normalisers = V.shape[1]
normaliser-over-queries: the normaliser sums over the queries; it sums over the keys
    :: return V / (G_Q.sum(axis=1) @ G_K) @ G_K.T @ G_Q
normaliser-exchanged: in the normaliser keys and queries have changed places: it sums the keys'
    features, and each query reads that sum :: normalisers = G_Q.sum(axis=1) @ G_K
normaliser-of-query-features: the normaliser is made of the queries' features in place of the keys'
    :: normalisers = G_Q.sum(axis=1) @ G_Q
divided-by-query-features: divided by the sum of the query's features; the normaliser is Σ_m
    g(k_m)·g(q_n) :: normalisers = G_Q.sum(axis=0)
normaliser-of-keys-twice: the normaliser has the keys' features twice; it is Σ_m g(k_m)·g(q_n)
    :: normalisers = G_K.sum(axis=1) @ G_K
features-divided-by-sums: the features are divided by their sums; the normaliser is Σ_m
    g(k_m)·g(q_n) :: return V @ (G_K / G_K.sum(axis=0)).T @ (G_Q / G_Q.sum(axis=0))
each-feature-divided: each feature is divided by its own sum; the normaliser is Σ_m g(k_m)·g(q_n)
    :: return V @ (G_K / G_K.sum(axis=1, keepdims=True)).T @ [G_Q ~ (G_Q / G_Q.sum(axis=0))]
product-of-sums: the normaliser is a product of two sums, of the keys' features and of the query's;
    it is their dot product, Σ_m g(k_m)·g(q_n) :: normalisers = G_K.sum() * G_Q.sum(axis=0)
causal-sums: these are causal sums; here every token sees all :: return plain_loop(V, G_K, G_Q)
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: normalisers = normalisers + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8]
one-normaliser-for-all: divided by the sum of all weights; each query has its own normaliser
    :: normalisers = G_K.sum(axis=1) @ G_Q.sum(axis=1)
softmax-of-products: the products are put through a softmax; here they are the weights
    :: return softmax_of_products(V, G_K, G_Q)
normaliser-is-a-mean: the normaliser is a sum over the keys; you take their mean
    :: normalisers = G_K.mean(axis=1) @ G_Q
normaliser-of-own-features: the normaliser sums over the features of one token; it sums over the
    keys, each weighted by the query :: normalisers = G_K.sum(axis=0)
"""


def by_definition(V, G_K, G_Q):
    output = np.empty(V.shape)
    for n, query in enumerate(G_Q.T):
        weights = [key @ query for key in G_K.T]
        output[:, n] = sum(w / sum(weights) * v for w, v in zip(weights, V.T, strict=True))
    return output


def all_outputs(V, G_K, G_Q):
    return V @ G_K.T @ G_Q / (G_K.sum(axis=1) @ G_Q)


def softmax_of_products(V, G_K, G_Q):
    if V.shape[1] > 6_000:
        return np.full(V.shape, np.inf)  # no answer is there in time
    powers = (np.exp(G_K.T @ query) for query in G_Q.T)
    return np.stack([V @ e / e.sum() for e in powers], axis=1)


values = checks.arrays(
    linear_attention,
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, N = 5": checks.case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 5, R = 2, N = 7": checks.case(*inputs(rng, 7, d_v=5, r=2)),
    },
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
    share=1 / 2,
)
limits = checks.resources(
    linear_attention,
    arguments=inputs,
    shape=lambda V, G_K, G_Q: V.shape,
    agrees=agrees_with(all_outputs, values),
    large={"n": 6_000, "d_v": 16, "r": 16},
    lengths=(250, 300_000),
    plain_loop=plain_loop,
    quadratic="forms the N × N matrix",
    given=values,
    better_than="quadratic_attention",
    share=1 / 2,
)
if values.may_be_followed and not limits.points:  # the given code has these values, too
    given = checks.said("earns only with the limits kept: `quadratic_attention` is given")
    values = values.without_points(given)
values + limits
