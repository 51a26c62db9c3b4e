"""Masked attention with several heads."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Reference,
    assign,
    carried_forward,
    case,
    convention,
    misconception,
    missed_idea,
    replace,
    replace_all,
    returns,
)

from ..attention import multi_head_attention
from .wrong_attention import (
    NOT_DIVIDED_BY_SUM,
    OF_ATTENTION,
    PADDING_INVERTED,
    attention_by_definition,
    scaled_dot_product_attention,
)

# fmt: off
MISCONCEPTIONS = [
    PADDING_INVERTED,
    NOT_DIVIDED_BY_SUM,
    *OF_ATTENTION,
    convention("every-nth-feature",
      replace("n_heads, -1)", "-1, n_heads)")
       & replace("split.transpose(0, 2, 1, 3)", "split.transpose(0, 3, 1, 2)")
       & assign("output", "apart.transpose(0, 2, 3, 1).reshape(q.shape)"),
      "a head gets every n_heads-th feature; it should get d neighbouring features"),
    misconception("every-nth-feature-side-by-side",
      replace("n_heads, -1)", "-1, n_heads)")
       & replace("split.transpose(0, 2, 1, 3)", "split.transpose(0, 3, 1, 2)"),
      "a head gets every n_heads-th feature, although the heads are put side by side; it should "
      "get d neighbouring features"),
    misconception("split-before-projected",
      replace("W.T", "(W * np.kron(np.eye(n_heads), np.ones((x.shape[2] // n_heads,) * 2))).T"),
      "the inputs are split before they are projected; project all features, then split"),
    misconception("wo-not-transposed", replace("W_o.T", "W_o"),
      "W_o is not transposed"),
    misconception("mean-of-heads",
      assign("output", "np.tile(apart.transpose(0, 2, 1, 3).mean(axis=2), n_heads)"),
      "this is the mean of the heads; put them side by side"),
    misconception("sum-of-heads",
      assign("output", "np.tile(apart.transpose(0, 2, 1, 3).sum(axis=2), n_heads)"),
      "this is the sum of the heads; put them side by side"),
    misconception("reshaped-without-transpose",
      [replace("split.transpose(0, 2, 1, 3)", "split") & assign("output", "apart.reshape(q.shape)"),
       replace("split.transpose(0, 2, 1, 3)", "split") & assign("output", "output")],
      "reshaped without a transpose: a head gets pieces of other tokens"),
    misconception("merged-without-transpose", assign("output", "apart.reshape(q.shape)"),
      "the heads are put together without a transpose: a token gets pieces of other tokens"),
    misconception("merged-interleaved",
      assign("output", "apart.transpose(0, 2, 3, 1).reshape(q.shape)"),
      "the heads are put together with their features interleaved; put them side by side"),
    misconception("scaled-by-root-d", assign("Q", "Q / n_heads**0.5"),
      "the scores are divided by √D, not by √d"),
    misconception("not-scaled", assign("Q", "Q * (q.shape[2] // n_heads) ** 0.5"),
      "the scores are not divided by √d"),
    misconception("masks-in-other-order",
      replace("np.repeat(mask, n_heads, axis=0)", "np.tile(mask, (n_heads, 1))"),
      "masks and heads are in different orders: heads of one sequence get the masks of another"),
    misconception("no-output-projection", returns("output"),
      "the output projection is missing"),
    convention("weights-not-transposed", replace_all(".T", ""),
      "the weights are not transposed: you form q W_q; it should be q W_qᵀ"),
    misconception("projections-not-transposed", replace("W.T", "W"),
      "W_q, W_k and W_v are not transposed: you form q W_q; it should be q W_qᵀ"),
    misconception("queries-not-projected", replace("heads(q, W_q)", "heads(q, np.eye(*W_q.shape))"),
      "the projection with W_q is missing"),
    misconception("keys-not-projected", replace("heads(k, W_k)", "heads(k, np.eye(*W_k.shape))"),
      "the projection with W_k is missing"),
    misconception("values-not-projected", replace("heads(v, W_v)", "heads(v, np.eye(*W_v.shape))"),
      "the projection with W_v is missing"),
    missed_idea("one-head",
      [assign("n_heads", "1"),
       *[assign("Q", f"q @ W_q.T * n_heads**{power}") & assign("K", "k @ W_k.T")
         & assign("V", "v @ W_v.T") & assign("mask", "key_padding_mask")
         & assign("output", "attended") for power in (0.5, -0.5)]],
      "there is only one head, or one softmax for all heads"),
    misconception("masks-not-handed-on",
      assign("attended", "scaled_dot_product_attention(Q, K, V)"),
      "neither mask has an effect: do you pass them on?"),
    misconception("causal-in-first-head-only",
      assign("attended", "np.where((np.arange(n * n_heads) % n_heads == 0)[:, None, None],"
                         " attended, scaled_dot_product_attention(Q, K, V, mask))"),
      "the causal mask is applied to the first head only; apply it to all heads"),
    misconception("padding-ignored",
      assign("attended", "scaled_dot_product_attention(Q, K, V, None, causal)"),
      "the padding mask has no effect"),
    misconception("causal-ignored",
      assign("attended", "scaled_dot_product_attention(Q, K, V, mask)"),
      "the causal mask has no effect"),
    misconception("padding-off-where-causal",
      assign("attended",
             "scaled_dot_product_attention(Q, K, V, None if causal else mask, causal)"),
      "with a causal mask, the padding mask has no effect"),
    misconception("causal-off-where-padded",
      assign("attended",
             "attended if mask is None or not causal else np.where("
             "mask.any(axis=1)[:, None, None], scaled_dot_product_attention(Q, K, V, mask),"
             " attended)"),
      "with padding, the causal mask has no effect"),
    misconception("causal-off-with-padding-mask",
      assign("attended", "scaled_dot_product_attention(Q, K, V, mask, causal and mask is None)"),
      "if a padding mask is given, the causal mask has no effect"),
    misconception("padding-hides-queries",
      [assign("attended",
              "hiding_queries(scaled_dot_product_attention(Q, K, V, None, causal), mask,"
              f" {left})") for left in ("0.0", "np.nan", "V.mean(axis=1)")],
      "the padding mask hides queries; it should hide keys"),
    misconception("softmax-over-heads",
      assign("attended", "softmax_over(1, Q, K, V, mask, causal, n)"),
      "the softmax runs over the heads, not over the keys"),
    misconception("softmax-over-batch",
      assign("attended", "softmax_over(0, Q, K, V, mask, causal, n)"),
      "the softmax runs over the batch, not over the keys"),
    misconception("one-total-for-all-heads",
      [assign("attended", f"{times} * softmax_over((1, 3), Q, K, V, mask, causal, n,"
                          f" over_largest={over_largest})")
       for times in ("1", "n_heads") for over_largest in (False, True)],
      "each weight is divided by a total over all heads; each head has its own"),
    misconception("weights-averaged",
      assign("attended", "softmax_over(3, Q, K, V, mask, causal, n, averaged=True)"),
      "the weights of all heads are averaged; each head has its own"),
    misconception("values-from-keys", replace("heads(v, W_v)", "heads(k, W_v)"),
      "the values are computed from k instead of v"),
    misconception("keys-from-values", replace("heads(k, W_k)", "heads(v, W_k)"),
      "the keys are computed from v instead of k"),
]
# fmt: on


def by_definition(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    n_heads: int,
    key_padding_mask: np.ndarray | None = None,
    causal: bool = False,
) -> np.ndarray:
    heads = np.zeros(q.shape)
    for features in np.split(np.arange(q.shape[2]), n_heads):
        Q, K, V = (x @ W[features].T for x, W in ((q, W_q), (k, W_k), (v, W_v)))
        heads[:, :, features] = attention_by_definition(Q, K, V, key_padding_mask, causal)
    return heads @ W_o.T


def hiding_queries(
    output: np.ndarray, mask: np.ndarray | None, left: float | np.ndarray
) -> np.ndarray:
    """Apply the padding mask to the queries.

    Args:
        output: The outputs, which are changed.
        mask: The padding mask.
        left: The output of a masked query, for all sequences or one for each.
    """
    if mask is not None:
        for b, t in np.argwhere(mask[:, : output.shape[1]]):
            output[b, t] = left[b] if isinstance(left, np.ndarray) else left
    return output


def your_attention() -> Callable[..., np.ndarray] | None:
    """Return attention with the misconception that marking found in the student's 4.1.

    It computes one sequence and one head at a time. The student's function itself isn't called,
    because its behaviour on these inputs was not marked.

    Returns:
        The function; None if marking found no misconception in 4.1.
    """
    earlier = carried_forward("masked_attention")
    mistaken = earlier.mutant if earlier else None
    if not callable(mistaken):
        return None

    def attention(
        q: np.ndarray,
        k: np.ndarray,
        v: np.ndarray,
        mask: np.ndarray | None = None,
        causal: bool = False,
    ) -> np.ndarray:
        masks = [None] * len(q) if mask is None else mask[:, None]
        ones = zip(*(x[:, None] for x in (q, k, v)), masks, strict=True)
        with np.errstate(all="ignore"):
            return np.concatenate([mistaken(*one, causal) for one in ones])

    return attention


def softmax_over(
    axis: int | tuple[int, ...],
    Q: np.ndarray,
    K: np.ndarray,
    V: np.ndarray,
    mask: np.ndarray | None,
    causal: bool,
    n: int,
    averaged: bool = False,
    over_largest: bool = False,
) -> np.ndarray:
    """Return the outputs of attention with weights that are normalised over other axes.

    Args:
        axis: The batch (0), the heads (1), the keys (3), or several of them.
        Q: The queries of all heads, and `K` and `V` their keys and values.
        K: See `Q`.
        V: See `Q`.
        mask: The padding mask.
        causal: True for a causal mask.
        n: The number of sequences.
        averaged: True if each head takes the mean of all heads' weights.
        over_largest: True if each exponential is divided by the largest of its query first.
    """
    powers = np.exp(Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[2]))
    if mask is not None:
        powers = powers * ~mask[:, None, :]
    if causal:
        powers = np.tril(powers)
    if over_largest:
        powers = powers / np.maximum(powers.max(axis=2, keepdims=True), 1e-300)
    by_heads = powers.reshape(n, -1, *powers.shape[1:])
    total = by_heads.sum(axis=axis, keepdims=True)
    weights = by_heads / np.where(total > 0, total, 1)
    if averaged:
        weights = np.broadcast_to(weights.mean(axis=1, keepdims=True), by_heads.shape)
    return weights.reshape(powers.shape) @ V


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    def arguments(n: int, tl: int, sl: int, n_heads: int, e: int) -> tuple[Any, ...]:
        d = n_heads * e
        sequences = [rng.normal(size=(n, length, d)) for length in (tl, sl, sl)]
        return (*sequences, *(rng.normal(size=(4, d, d)) / np.sqrt(d)), n_heads)

    padding = np.array([[False] * 4, [False] * 3 + [True], [False] * 2 + [True] * 2])
    return {
        "no mask, 3 heads of 2": case(*arguments(2, 3, 4, 3, 2), weight=4),
        "padding, 2 heads of 3": case(
            *arguments(3, 4, 4, 2, 3), key_padding_mask=padding, weight=2
        ),
        "causal, 2 heads of 4": case(*arguments(2, 4, 4, 2, 4), causal=True, weight=2),
        "padding and causal, 4 heads of 2": case(
            *arguments(3, 5, 4, 4, 2), key_padding_mask=padding, causal=True, weight=1
        ),
        "padding on the left, and causal, 2 heads of 2": case(
            *arguments(2, 4, 4, 2, 2),
            key_padding_mask=np.array([[True, True, False, False], [False] * 4]),
            causal=True,
            weight=1,
        ),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=Reference(
        multi_head_attention,
        hiding_queries,
        softmax_over,
        parts=[scaled_dot_product_attention],
        carried=lambda: {"scaled_dot_product_attention": your_attention()},
    ),
    misconceptions=MISCONCEPTIONS,
)
