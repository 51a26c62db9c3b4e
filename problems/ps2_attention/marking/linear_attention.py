"""Attention in linear time."""

from collections.abc import Callable

import numpy as np

from examiner.checks import (
    Arrays,
    Custom,
    GradingContext,
    Reference,
    Resources,
    Verdict,
    assign,
    case,
    convention,
    message,
    misconception,
    missed_idea,
    returns,
)

from ..attention import linear_attention
from .loops import OF_BOTH, agrees_with, inputs, is_unnamed, plain_loop

# fmt: off
MISCONCEPTIONS = [
    *OF_BOTH,
    missed_idea("normaliser-missing", returns("numerators"),
      "the normaliser is missing"),
    misconception("divided-by-n", assign("normalisers", "V.shape[1]"),
      "divided by L instead of the sum of the weights"),
    misconception("normaliser-over-queries", returns("V / (G_Q.sum(axis=1) @ G_K) @ G_K.T @ G_Q"),
      "the normaliser sums over the queries; it should sum over the keys"),
    misconception("normaliser-exchanged", assign("normalisers", "G_Q.sum(axis=1) @ G_K"),
      "keys and queries are swapped in the normaliser: sum the keys' features, and multiply the "
      "sum by each query's features"),
    misconception("normaliser-of-query-features", assign("normalisers", "G_Q.sum(axis=1) @ G_Q"),
      "the normaliser uses the queries' features twice; it should be Σ_m g(k_m)·g(q_t)"),
    misconception("divided-by-query-features", assign("normalisers", "G_Q.sum(axis=0)"),
      "divided by the sum of the query's features; the normaliser is Σ_m g(k_m)·g(q_t)"),
    misconception("normaliser-of-keys-twice", assign("normalisers", "G_K.sum(axis=1) @ G_K"),
      "the normaliser uses the keys' features twice; it should be Σ_m g(k_m)·g(q_t)"),
    misconception("features-divided-by-sums",
      returns("V @ (G_K / G_K.sum(axis=0)).T @ (G_Q / G_Q.sum(axis=0))"),
      "the features are divided by their sums; the normaliser is Σ_m g(k_m)·g(q_t)"),
    misconception("each-feature-divided",
      [returns("V @ (G_K / G_K.sum(axis=1, keepdims=True)).T @ G_Q"),
       returns("V @ (G_K / G_K.sum(axis=1, keepdims=True)).T @ (G_Q / G_Q.sum(axis=0))")],
      "each feature is divided by its own sum; the normaliser is Σ_m g(k_m)·g(q_t)"),
    misconception("product-of-sums", assign("normalisers", "G_K.sum() * G_Q.sum(axis=0)"),
      "the normaliser is a product of two sums, one over the keys' features and one over the "
      "query's; it should be a dot product, Σ_m g(k_m)·g(q_t)"),
    misconception("causal-sums", returns("plain_loop(V, G_K, G_Q)"),
      "these are causal sums; here every token sees all tokens"),
    convention("small-number-in-normaliser",
      [assign("normalisers", f"normalisers + 1e-{k}") for k in range(3, 9)],
      "a small number is added to the normaliser, although it is never 0"),
    misconception("one-normaliser-for-all",
      assign("normalisers", "G_K.sum(axis=1) @ G_Q.sum(axis=1)"),
      "divided by the sum of all weights; each query has its own normaliser"),
    missed_idea("softmax-of-products", returns("softmax_of_products(V, G_K, G_Q)"),
      "a softmax is applied to the products; here the products themselves are the weights"),
    misconception("normaliser-is-a-mean", assign("normalisers", "G_K.mean(axis=1) @ G_Q"),
      "the normaliser is a sum over the keys; yours is a mean"),
    misconception("normaliser-of-own-features", assign("normalisers", "G_K.sum(axis=0)"),
      "the normaliser sums over the features of one token; it should sum over the keys, each "
      "weighted by the query"),
]
# fmt: on


def by_definition(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    output = np.empty(V.shape)
    for n, query in enumerate(G_Q.T):
        weights = [key @ query for key in G_K.T]
        output[:, n] = sum(w / sum(weights) * v for w, v in zip(weights, V.T, strict=True))
    return output


def all_outputs(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    return V @ G_K.T @ G_Q / (G_K.sum(axis=1) @ G_Q)


def softmax_of_products(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    if V.shape[1] > 6_000:
        return np.full(V.shape, np.inf)  # no answer would finish in time
    powers = (np.exp(G_K.T @ query) for query in G_Q.T)
    return np.stack([V @ e / e.sum() for e in powers], axis=1)


VALUES = Arrays(
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, L = 5": case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 5, R = 2, L = 7": case(*inputs(rng, 7, d_v=5, r=2)),
    },
    float32=True,
    reference=Reference(linear_attention, plain_loop, softmax_of_products),
    misconceptions=MISCONCEPTIONS,
    share=1 / 2,
)


def limits(*, by_column: bool) -> Resources:
    return Resources(
        arguments=inputs,
        shape=lambda V, G_K, G_Q: V.shape,
        agrees=agrees_with(all_outputs, by_column=by_column),
        large={"seq_len": 6_000, "d_v": 16, "r": 16},
        lengths=(1_000, 50_000),
        plain_loop=plain_loop,
        longer=400_000,
        longer_sizes={"r": 8},
        quadratic="forms the L × L matrix",
        given=VALUES,
        better_than="quadratic_attention",
        share=1 / 2,
    )


LIMITS, LIMITS_BY_COLUMN = limits(by_column=False), limits(by_column=True)


def judge(grading: GradingContext, attention: Callable[..., np.ndarray]) -> Verdict:
    values = grading.mark(VALUES, attention)
    resources = grading.mark(LIMITS_BY_COLUMN if is_unnamed(values) else LIMITS, attention)
    if values.may_be_carried and not resources.points:  # the given code produces these values, too
        note = message("earns points only within the limits: `quadratic_attention` is given")
        values = values.without_points(note)
    return values + resources


question = Custom(judge, [VALUES, LIMITS, LIMITS_BY_COLUMN])
