"""Causal linear attention, in linear time."""

from collections.abc import Callable

import numpy as np

from examiner.checks import (
    Arrays,
    Custom,
    GradingContext,
    Message,
    Properties,
    Property,
    Resources,
    Verdict,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    remove,
    replace,
    unequal,
)

from ..attention import causal_linear_attention
from .loops import OF_BOTH, agrees_with, inputs, is_unnamed, plain_loop

BLOCKS = (2, 4, 8, 10, 16, 32, 50, 64, 100, 128, 256)

# fmt: off
MISCONCEPTIONS = [
    *OF_BOTH,
    misconception("state-read-before-written",
      replace("state @", "(state - V[:, t, None] * G_K[None, :, t]) @")
       & replace("features @", "(features - G_K[:, t]) @"),
      "the state is read before the token is written into it: a token should see itself"),
    misconception("values-read-before-written",
      replace("state @", "(state - V[:, t, None] * G_K[None, :, t]) @"),
      "the values are read before the token is written into the state"),
    misconception("normaliser-last-key", replace("features +=", "features ="),
      "the normaliser is not accumulated: it holds the last key only"),
    misconception("state-last-token", replace("state +=", "state ="),
      "the state is not accumulated: it holds the last token only"),
    misconception("normaliser-of-block",
      [assign("size", f"{block}")
       & replace("features +=", "features = features * (t % size > 0) +") for block in BLOCKS],
      "the normaliser starts again in each block; carry it over, like the state"),
    misconception("normaliser-over-queries",
      [assign("V", f"V / ({queries} * G_K).sum(axis=0)") & remove("/ (features @ G_Q[:, t])")
       for queries in ("G_Q.sum(axis=1, keepdims=True)", "G_Q[:, ::-1].cumsum(axis=1)[:, ::-1]")],
      "the normaliser sums over the queries; it should sum over the keys"),
    misconception("normaliser-sees-future",
      replace("np.zeros(r)", "G_K.sum(axis=1)") & remove("features += G_K[:, t]"),
      "the normaliser sums over all tokens, including future ones"),
    missed_idea("numerator-sees-future",
      replace("np.zeros((d_v, r))", "V @ G_K.T")
       & remove("state += V[:, t, None] * G_K[None, :, t]"),
      "the numerator sums over all tokens, including future ones"),
    misconception("past-and-future-exchanged",
      replace("range(n_tokens)", "reversed(range(n_tokens))"),
      "the past and the future are swapped"),
    convention("small-number-in-normaliser",
      [replace("(features @ G_Q[:, t])", f"(features @ G_Q[:, t] + 1e-{k})") for k in range(3, 9)],
      "a small number is added to the normaliser, although it is never 0"),
    missed_idea("normaliser-missing", remove("/ (features @ G_Q[:, t])"),
      "the normaliser is missing"),
    misconception("divided-by-tokens-seen", replace("(features @ G_Q[:, t])", "(t + 1)"),
      "divided by the number of tokens seen instead of the sum of their weights"),
    misconception("axes-of-weights-exchanged",
      assign("V", "V / (G_Q.cumsum(axis=1) * G_K).sum(axis=0)")
       & remove("/ (features @ G_Q[:, t])")
       & replace("range(n_tokens)", "reversed(range(n_tokens))"),
      "the axes of G_Kᵀ G_Q are taken as [query, key], but they are [key, query]: divide each "
      "column by its sum, and let query t see the rows up to t"),
    misconception("earlier-tokens-fade",
      [assign("fade", f"{fade}") & replace("state +=", "state = fade * state +")
       & replace("features +=", "features = fade * features +")
       for fade in (0.5, 0.8, 0.9, 0.95, 0.99)],
      "earlier tokens fade by a factor at each token; all tokens up to t count equally"),
    misconception("future-in-block",
      [assign("size", f"{block}")
       & replace("state += V[:, t, None] * G_K[None, :, t]",
                 "state += (t % size == 0) * V[:, t : t + size] @ G_K[:, t : t + size].T")
       & replace("features += G_K[:, t]",
                 "features += (t % size == 0) * G_K[:, t : t + size].sum(axis=1)")
       for block in BLOCKS],
      "tokens see later tokens of their block; the future is hidden inside a block, too"),
    misconception("first-token-twice",
      replace("np.zeros((d_v, r))", "V[:, :1] * G_K[None, :, 0]")
       & replace("np.zeros(r)", "1.0 * G_K[:, 0]"),
      "the first token is in the state before the loop adds it"),
]
# fmt: on


def by_definition(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    output = np.zeros(V.shape)
    for t in range(V.shape[1]):
        weights = G_K[:, : t + 1].T @ G_Q[:, t]
        output[:, t] = V[:, : t + 1] @ weights / sum(weights)
    return output


def all_outputs(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray, block: int = 32) -> np.ndarray:
    """Compute the outputs in linear time and memory, block by block.

    Each block uses the state that earlier blocks left, and the pairs of tokens inside the block.
    """
    n = V.shape[1]
    values, keys, queries = (
        np.pad(array, ((0, 0), (0, -n % block))).reshape(len(array), -1, block).swapaxes(0, 1)
        for array in (np.vstack([V, np.ones(n)]), G_K, G_Q)  # the ones give the normaliser
    )
    keys = keys.swapaxes(1, 2)
    added = values @ keys
    states = np.cumsum(added, axis=0) - added
    sums = states @ queries + values @ np.triu(keys @ queries)
    sums = sums.swapaxes(0, 1).reshape(len(V) + 1, -1)[:, :n]
    return sums[:-1] / sums[-1]


def future_is_invisible(
    attend: Callable[..., np.ndarray], rng: np.random.Generator, d_v: int, r: int, n: int
) -> str | Message:
    V, G_K, G_Q = inputs(rng, n, d_v, r)
    before = attend(V, G_K, G_Q)
    for t in range(n - 1):
        values, features = V.copy(), G_K.copy()
        values[:, t + 1 :], features[:, t + 1 :] = -50.0, 3.0
        context = f"token {t} changed with the tokens after it"
        if issue := unequal(attend(values, features, G_Q)[:, t], before[:, t], context):
            return issue
    V[:, 0] += 1.0
    changed = ~np.isclose(attend(V, G_K, G_Q), before).all(axis=0)
    return (
        "" if changed.all() else "some token doesn't change with the first value: it can't see it"
    )


VALUES = Arrays(
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, L = 5": case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 4, R = 2, L = 7": case(*inputs(rng, 7, d_v=4, r=2)),
        "D_v = 2, R = 3, L = 300": case(*inputs(rng, 300, d_v=2, r=3), weight=2),
    },
    float32=True,
    reference=causal_linear_attention,
    misconceptions=MISCONCEPTIONS,
    others={
        "every token sees all tokens, as in 5.2; here the future can't be seen": (
            lambda V, K, Q: V @ K.T @ Q / (K.sum(axis=1) @ Q)
        )
    },
    share=1 / 2,
)

VISIBILITY = Properties(
    {
        "the future can't be seen, the past can": Property(
            future_is_invisible, sizes=[(1, 1, 2), (2, 3, 3), (3, 2, 5)]
        )
    },
    shape=lambda V, G_K, G_Q: V.shape,
    given=VALUES,
    share=1 / 4,
)


def limits(*, by_column: bool) -> Resources:
    return Resources(
        arguments=inputs,
        shape=lambda V, G_K, G_Q: V.shape,
        agrees=agrees_with(all_outputs, by_column=by_column),
        large={"seq_len": 4_500, "d_v": 48, "r": 48},
        lengths=(1_000, 50_000),
        plain_loop=plain_loop,
        longer=400_000,
        longer_sizes={"r": 8},
        quadratic="forms the L × L matrix",
        hoards="holds the L × L matrix, or the running states of many tokens",
        given=VALUES,
        share=1 / 4,
    )


LIMITS, LIMITS_BY_COLUMN = limits(by_column=False), limits(by_column=True)


def judge(grading: GradingContext, attention: Callable[..., np.ndarray]) -> Verdict:
    values = grading.mark(VALUES, attention)
    resources = LIMITS_BY_COLUMN if is_unnamed(values) else LIMITS
    return values + grading.mark(VISIBILITY, attention) + grading.mark(resources, attention)


question = Custom(judge, [VALUES, VISIBILITY, LIMITS, LIMITS_BY_COLUMN])
