"""Appending a token to a cache, and the cost of it."""

import dataclasses
from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Adds,
    Arrays,
    Case,
    Count,
    Custom,
    Formula,
    GradingContext,
    Misconception,
    Polynomial,
    Product,
    Verdict,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    previous,
    remove,
    replace,
    replace_all,
    returns,
    sizes,
    total,
)

from ..scale import append_token

Appended = tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]  # the arguments

SIZES = n, d = sizes("n d")
QUERY, KEY, VALUE = (Product(f"the {each}", 1, d, d) for each in ("query", "key", "value"))
SCORES = Product("the scores", 1, d, n + 1)
WEIGHTED_SUM = Product("the weighted sum", 1, n + 1, d)
APPEND = [QUERY, KEY, VALUE, SCORES, WEIGHTED_SUM]
QUERIES, KEYS, VALUES = (
    Product(f"the {each}", n + 1, d, d) for each in ("queries", "keys", "values")
)
ALL_SCORES = Product("the scores", n + 1, d, n + 1)
WEIGHTED_SUMS = Product("the weighted sums", n + 1, n + 1, d)
RECOMPUTE = [QUERIES, KEYS, VALUES, ALL_SCORES, WEIGHTED_SUMS]

NOT_ITSELF = replace("K @ q", "K[:-1] @ q") & assign("out", "weights @ V[:-1]")
MOST_OF_NONE = "scores.max(initial=-np.inf)"


# fmt: off
def common(rows: Formula | int, scores: Formula) -> list[Misconception]:
    """Return the conventions of both counts.

    Args:
        rows: The number of tokens.
        scores: The number of scores.
    """
    return [
        misconception("output-projection", Adds(2 * rows * d**2),
          "an output projection is counted, which this layer doesn't have"),
        convention("scale-charged", Adds(scores),
          "the factor 1/√d is counted; here it is free, like the softmax (P5)"),
        *[convention(f"softmax-charged({k})", Adds(k * scores),
          f"{k} operations for each score are counted for the softmax and the factor 1/√d; here "
          "both are free (P5)") for k in (2, 3, 4, 5)],
        convention("biases", Adds(3 * rows * d),
          "biases are counted, but this layer has none"),
    ]


MISCONCEPTIONS = [
    convention("small-number-in-normaliser",
      [replace("powers.sum()", f"(powers.sum() + 1e-{k})") for k in (3, 4, 5, 6, 7, 8)],
      "you add a small number to the normaliser, but it is never 0"),
    misconception("key-in-place-of-query", assign("q", "k"),
      "you multiply the new token's key by the keys; use its query"),
    misconception("queries-and-keys-exchanged", replace("q, k, v =", "k, q, v ="),
      "queries and keys are swapped: you cache the query, and use the key as a query"),
    misconception("values-by-wk", replace('params["W_v"]', 'params["W_k"]'),
      "you compute the values with W_k; use W_v"),
    misconception("keys-and-values-exchanged", replace("q, k, v =", "q, v, k ="),
      "keys and values are swapped"),
    misconception("not-itself",
      [*[NOT_ITSELF & assign("powers", f"np.exp(scores - {most})")
         for most in ("scores.max()", "0", MOST_OF_NONE)],
       *[NOT_ITSELF & assign("powers", f"np.exp(scores - {MOST_OF_NONE})")
         & returns(f"_ if len(K_cache) else ({out}, K, V)") for out in ("v", "x")]],
      "the token doesn't see itself"),
    misconception("own-value-left-out", assign("out", "weights[:-1] @ V[:-1]"),
      "the value of the new token is left out of the weighted sum"),
    misconception("itself-only", assign("out", "v"),
      "the new token sees only itself"),
    misconception("not-scaled", remove("/ np.sqrt(len(x))"),
      "the scores are not divided by √d"),
    misconception("divided-by-d", replace("np.sqrt(len(x))", "len(x)"),
      "you divide the scores by d; divide by √d"),
    misconception("divided-by-root-of-tokens", replace("len(x)", "len(K)"),
      "you divide the scores by the root of the number of tokens; divide by √d"),
    misconception("scores-clipped",
      [assign("most", f"{most}")
       & replace("scores - scores.max()", f"np.clip(scores, {least}, most)")
       for most in (700, 709, 500, 100, 50, 30, 20) for least in ("-most", "-np.inf")],
      "you cut off large scores, so that they become equal: subtract the largest score instead"),
    missed_idea("softmax-missing", assign("weights", "scores"),
      "the softmax is missing"),
    missed_idea("not-divided-by-sum",
      [assign("weights", "powers"), assign("weights", "np.exp(scores)")],
      "the weights are not divided by their sum"),
    misconception("overflow", assign("powers", "np.exp(scores)"),
      "the exponentials overflow, or are all 0 if the scores are far below 0: subtract the "
      "largest score"),
    misconception("weighted-sum-of-keys", assign("out", "weights @ K"),
      "you take a weighted sum of keys; take one of values"),
    misconception("mean-of-values", assign("out", "V.mean(axis=0)"),
      "you take the mean of the values and ignore the weights"),
    misconception("matrices-transposed", replace_all("] @ x", "].T @ x"),
      "your matrices are transposed: it is W x, not Wᵀ x"),
    misconception("new-row-first",
      assign("K", "np.vstack([k, K_cache])") & assign("V", "np.vstack([v, V_cache])"),
      "you put the new row at the beginning of the caches; put it at the end"),
    misconception("token-in-the-caches",
      [returns("out, np.vstack([K_cache, x]), np.vstack([V_cache, x])"),
       assign("K", "np.vstack([K_cache, x])") & assign("V", "np.vstack([V_cache, x])")],
      "you cache the token itself; cache its key and its value"),
    misconception("tokens-cached",
      assign("K", 'np.vstack([K_cache, x]) @ params["W_k"].T')
       & assign("V", 'np.vstack([V_cache, x]) @ params["W_v"].T')
       & returns("out, np.vstack([K_cache, x]), np.vstack([V_cache, x])"),
      "your caches keep tokens, and you compute keys and values when you use them; cache keys "
      "and values"),
    misconception("output-cached", returns("out, K, np.vstack([V_cache, out])"),
      "you cache the output instead of the new value"),
    misconception("scaled-key-cached",
      [remove("/ np.sqrt(len(x))") & assign("k", "k / np.sqrt(len(x))"),
       assign("k", "k / np.sqrt(len(x))")],
      "you cache the new key divided by √d; the cache keeps W_k x"),
    misconception("caches-exchanged", returns("out, V, K"),
      "you return keys and values in the wrong order: return (out, K_cache, V_cache)"),
    misconception("query-missing", assign("q", "x"),
      "the query is missing: you multiply the token itself by the keys"),
    misconception("key-missing", assign("k", "x"),
      "the key is missing: you use the token itself"),
    misconception("value-missing", assign("v", "x"),
      "the value is missing: you use the token itself"),
    misconception("caches-projected-again",
      assign("K", 'np.vstack([K_cache @ params["W_k"].T, k])')
       & assign("V", 'np.vstack([V_cache @ params["W_v"].T, v])'),
      "you multiply the rows of the caches by W_k and W_v again, but they are already keys and "
      "values"),
    misconception("own-value-with-weight-one", assign("out", "weights[:-1] @ V[:-1] + v"),
      "you add the value of the new token with weight 1, outside the weighted sum"),
    misconception("residual-added", assign("out", "x + out"),
      "you add the token to its output, but there is no residual connection here"),
    misconception("weights-divided-by-root-d",
      remove("/ np.sqrt(len(x))") & assign("out", "out / len(x) ** 0.5"),
      "you divide the weights by √d; divide the scores"),
    misconception("sign-reversed",
      [replace("K @ q", "-K @ q"), assign("powers", "np.exp(scores.max() - scores)")],
      "the scores have the wrong sign"),
    misconception("hard-maximum", assign("weights", "1.0 * (scores == scores.max())"),
      "you use only the key with the largest score; that is a maximum, not a softmax"),
    misconception("no-exponential", assign("powers", "scores"),
      "you divide the scores by their sum, without an exponential"),
    misconception("output-last", returns("K, V, out"),
      "you return the output last; it comes first, then the keys, then the values"),
    misconception("new-rows-only", returns("out, K[-1:], V[-1:]"),
      "you return only the new rows, without the caches above them"),
    misconception("last-row-overwritten",
      returns("out, *(np.vstack([C[:-1], row])[: len(C)]"
              " for C, row in ((K_cache, k), (V_cache, v)))"),
      "you overwrite the last row of the caches; they grow by a row"),
    missed_idea("caches-unchanged", returns("out, K_cache, V_cache"),
      "you return the old caches, without the new row"),
]
APPENDING = [
    misconception("n-keys", {SCORES: 2 * n * d, WEIGHTED_SUM: 2 * n * d},
      "the new token sees itself as well: n + 1 keys, not n"),
    misconception("without-itself", {SCORES: 2 * n * d},
      "the new token sees itself as well: n + 1 in the scores and in the weighted sum"),
    misconception("keys-and-values-computed-again",
      {KEY: 2 * (n + 1) * d**2, VALUE: 2 * (n + 1) * d**2},
      "you compute keys and values of all tokens again, but they are in the cache"),
    misconception("all-computed-again",
      {QUERY: 2 * (n + 1) * d**2, KEY: 2 * (n + 1) * d**2, VALUE: 2 * (n + 1) * d**2},
      "you compute queries, keys and values of all tokens again"),
    misconception("all-attend-again",
      {SCORES: 2 * (n + 1)**2 * d, WEIGHTED_SUM: 2 * (n + 1)**2 * d},
      "you let all tokens attend again; only one query is new, and it meets n + 1 keys"),
    misconception("old-queries-attend", {SCORES: 2 * (2 * n + 1) * d},
      "you multiply the new key by the old queries as well, but these can't see the new token"),
    misconception("row-and-column",
      {SCORES: 2 * (2 * n + 1) * d, WEIGHTED_SUM: 2 * (2 * n + 1) * d},
      "the new row has n + 1 pairs; the pairs of the new column, of old queries and the new "
      "key, are masked"),
    *common(1, n + 1),
]
RECOMPUTING = [
    misconception("n-tokens", n * (6 * d**2 + 4 * n * d),
      "you count n tokens; with the new one, there are n + 1"),
    misconception("new-token-projected-only", {QUERIES: 2 * d**2, KEYS: 2 * d**2, VALUES: 2 * d**2},
      "you project only the new token; without a cache, project all of them"),
    misconception("last-query-only",
      {QUERIES: 2 * d**2, ALL_SCORES: 2 * (n + 1) * d, WEIGHTED_SUMS: 2 * (n + 1) * d},
      "you count only the last query; here the whole layer is computed, for all n + 1"),
    misconception("new-query-attends-only",
      {ALL_SCORES: 2 * (n + 1) * d, WEIGHTED_SUMS: 2 * (n + 1) * d},
      "in your count, only the new query attends; without a cache, all n + 1 do"),
    convention("causal-pairs",
      {ALL_SCORES: (n + 1) * (n + 2) * d, WEIGHTED_SUMS: (n + 1) * (n + 2) * d},
      "you count only the pairs that a mask leaves; here count all (n + 1)²"),
    *common(n + 1, (n + 1)**2),
]
# fmt: on


def by_definition(
    x: np.ndarray, K_cache: np.ndarray, V_cache: np.ndarray, params: Mapping[str, np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Append the token, number by number."""
    query, key, value = (
        np.array([sum(w * each for w, each in zip(row, x, strict=True)) for row in params[name]])
        for name in ("W_q", "W_k", "W_v")
    )
    keys, values = [*K_cache, key], [*V_cache, value]
    scores = [sum(a * b for a, b in zip(query, k, strict=True)) / len(x) ** 0.5 for k in keys]
    powers = [np.exp(score - max(scores)) for score in scores]
    out = sum(power / sum(powers) * v for power, v in zip(powers, values, strict=True))
    return out, np.array(keys), np.array(values)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw tokens that follow short texts, some with scores that overflow."""

    def matrices(d: int, scale: float = 1.0) -> dict[str, np.ndarray]:
        W_q, W_k, W_v = rng.normal(size=(3, d, d)) / np.sqrt(d)
        return {"W_q": scale * W_q, "W_k": W_k, "W_v": W_v}

    def tokens(n: int, d: int) -> list[np.ndarray]:
        return [*(1.5 * rng.normal(size=(n, d)))]

    def caches(n: int, d: int) -> list[np.ndarray]:
        return [*rng.normal(size=(2, n, d))]

    def far(sign: int) -> Appended:
        """Draw scores in the thousands, for `sign` < 0 all negative.

        The largest score is so far above the others that float32 suffices. It is the score of an
        earlier token, or for `sign` < 0 of the new one.
        """
        while True:
            (x,), (K_cache, V_cache) = tokens(1, 3), caches(4, 3)
            params = matrices(3, scale=3000.0)
            query = params["W_q"] @ x
            if sign < 0:
                K_cache *= -np.sign(K_cache @ query)[:, None]
            scores = np.array([*K_cache @ query, params["W_k"] @ x @ query])
            *_, second, first = np.sort(scores)
            far_off = first > 4000 if sign > 0 else first < -2000
            if far_off and first - second > 200 and (scores[-1] == first) == (sign < 0):
                return x, K_cache, V_cache, params

    (first, *rest), params = tokens(3, 6), matrices(6)
    then = [(x, previous(1), previous(2), params) for x in rest]
    return {
        "after six tokens, d = 4": case(*tokens(1, 4), *caches(6, 4), matrices(4)),
        "the first token, d = 3": case(*tokens(1, 3), *caches(0, 3), matrices(3), weight=0.5),
        "three in a row, d = 6": case(first, *caches(2, 6), params, then=then, weight=2),
        "scores in the thousands": case(*far(1), weight=0.25),
        "scores far below 0": case(*far(-1), weight=0.25),
    }


APPENDED = Arrays(
    oracle=by_definition,
    cases=cases,
    outputs={"out": 6, "K_cache": 1, "V_cache": 1},
    float32=True,
    reference=append_token,
    misconceptions=MISCONCEPTIONS,
    share=4 / 6,
)
APPEND_COUNT = Count(
    SIZES,
    APPEND,
    misconceptions=APPENDING,
    others={"recompute_flops": total(RECOMPUTE)},
    share=1 / 6,
)
RECOMPUTE_COUNT = Count(
    SIZES,
    RECOMPUTE,
    misconceptions=RECOMPUTING,
    others={"append_flops": total(APPEND)},
    share=1 / 6,
)


def given_appended(appended: Verdict) -> Count:
    """Return the check of `recompute_flops`, which may rest on the student's own `append_flops`."""
    if not (appended.may_be_carried and isinstance(appended.counted, Polynomial)):
        return RECOMPUTE_COUNT
    by_own = {"append_flops": (n + 1) * appended.counted}
    return dataclasses.replace(RECOMPUTE_COUNT, given=by_own)


def judge(
    grading: GradingContext, append_token: object, append_flops: object, recompute_flops: object
) -> Verdict:
    """Mark the three functions. The second count may rest on the first."""
    values = grading.mark(APPENDED, append_token)
    appended = grading.mark(APPEND_COUNT, append_flops)
    recomputed = grading.mark(given_appended(appended), recompute_flops)
    return (
        values.for_function("append_token")
        + appended.for_function("append_flops")
        + recomputed.for_function("recompute_flops")
    )


question = Custom(
    judge,
    {
        "append_token": [APPENDED],
        "append_flops": [APPEND_COUNT],
        "recompute_flops": [RECOMPUTE_COUNT],
    },
)
