"""Attention with one head, and the misconceptions about it."""

import numpy as np

from examiner.checks import Mutation, assign, convention, misconception, replace, replace_all


def attention_by_definition(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    key_padding_mask: np.ndarray | None = None,
    causal: bool = False,
) -> np.ndarray:
    output = np.zeros(q.shape)
    for b, t in np.ndindex(q.shape[:2]):
        seen = [s for s in range(k.shape[1]) if not causal or s <= t]
        if key_padding_mask is not None:
            seen = [s for s in seen if not key_padding_mask[b, s]]
        scores = [q[b, t] @ k[b, s] / np.sqrt(q.shape[2]) for s in seen]
        powers = [np.exp(score - max(scores)) for score in scores]
        for s, power in zip(seen, powers, strict=True):
            output[b, t] += power / sum(powers) * v[b, s]
    return output


# This form has a line that each misconception can change.
def scaled_dot_product_attention(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    key_padding_mask: np.ndarray | None = None,
    causal: bool = False,
) -> np.ndarray:
    (n, tl, d), sl = q.shape, k.shape[1]
    hidden = np.zeros((n, tl, sl))  # the number of masks that hide each key
    later = np.arange(sl) > np.arange(tl)[:, None]
    if key_padding_mask is not None:
        hidden += key_padding_mask[:, None, :]
    if causal:
        hidden += later
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    seen = np.where(hidden, -np.inf, scores)
    e = np.exp(seen - seen.max(axis=2, keepdims=True))
    weights = e / e.sum(axis=2, keepdims=True)
    output = weights @ v
    unseeing = hidden.all(2)
    output[unseeing] = 0
    return output


def either(*mutations: Mutation) -> list[Mutation]:
    """Combine each mutation with both treatments of queries that see no keys: zeros, or none."""
    treatments = [assign("unseeing", "unseeing"), assign("unseeing", "False")]
    return [each & treatment for each in mutations for treatment in treatments]


SMALL = [f"1e-{power}" for power in range(3, 9)]
GUARDED = assign("weights", "np.nan_to_num(weights)")

# A large finite number hides keys, so a query that sees no keys averages values.
FINITE = [
    assign("seen", seen) & assign("unseeing", "False")
    for seen in (
        "np.where(hidden, -1e9, scores)",
        "scores + (hidden > 0) * -1e9",
        "scores + hidden * -1e9",
    )
]

INVERTED = replace("+= key_padding_mask", "+= ~key_padding_mask")
PADDING_INVERTED = misconception(
    "padding-inverted",
    [*either(INVERTED), *[INVERTED & each for each in FINITE]],
    "the padding mask is inverted: True is padding",
)
VISIBLE_HIDDEN = misconception(
    "visible-keys-hidden",
    [
        assign("seen", f"np.where(hidden, scores, {least})") & assign("unseeing", unseeing)
        for least, unseeing in (
            ("-np.inf", "(hidden == 0).all(2)"),
            ("-np.inf", "False"),
            ("-1e9", "False"),
        )
    ],
    "the masks are inverted: visible keys are hidden, and masked keys get their scores",
)
NOT_DIVIDED_BY_SUM = misconception(
    "not-divided-by-sum",
    either(assign("weights", "np.nan_to_num(e)"), assign("weights", "np.exp(seen)")),
    "the exponentials are not divided by their sum",
)

# The other misconceptions about one head, which also apply to several heads.
# fmt: off
OF_ATTENTION = [
    misconception("zeroed-after-softmax",
      either(assign("seen", "scores") & assign("weights", "np.where(hidden, 0, weights)")),
      "masked weights are set to 0 after the softmax, so the other weights don't sum to 1"),
    misconception("masked-score-zero", either(assign("seen", "np.where(hidden, 0.0, scores)")),
      "a masked score is set to 0, but exp(0) = 1 still counts"),
    misconception("masked-score-minus-ten",
      either(assign("seen", "np.where(hidden, -10.0, scores)")),
      "the score of a masked key is −10, but exp(−10) is still visible"),
    misconception("causal-hides-itself",
      either(assign("later", "np.arange(sl) >= np.arange(tl)[:, None]")),
      "the causal mask hides the token itself: query t sees keys s ≤ t, not only s < t"),
    misconception("causal-transposed",
      either(assign("later", "np.arange(sl) < np.arange(tl)[:, None]"),
             assign("later", "np.arange(sl) <= np.arange(tl)[:, None]")),
      "the causal mask is transposed: it hides the past"),
    misconception("causal-lets-one-through",
      either(assign("later", "np.arange(sl) > np.arange(tl)[:, None] + 1")),
      "the causal mask lets one token of the future through"),
    convention("causal-aligned-at-last",
      either(assign("later", "np.arange(sl) > np.arange(tl)[:, None] + sl - tl")),
      "the causal mask is aligned at the last token; here query 0 belongs to key 0"),
    misconception("softmax-over-queries",
      [replace_all("axis=2", "axis=1") & assign("unseeing", "False"),
       replace_all("axis=2", "axis=1") & GUARDED & assign("unseeing", "False")],
      "the softmax runs over the queries, not over the keys"),
    misconception("nan-where-all-masked", assign("unseeing", "False"),
      "a query whose keys are all masked gives NaN, not zeros"),
    # With NaN for queries that see no keys, a number of 1e-8 would explain that NaN as well.
    convention("small-number-in-normaliser",
      [change & replace("/ e.sum(axis=2, keepdims=True)",
                        f"/ (e.sum(axis=2, keepdims=True) + {small})")
       for small in SMALL for change in (
         assign("e", "e"),
         assign("e", "np.nan_to_num(e)") & assign("unseeing", "False"),
       )],
      "a small number is added to the normaliser, which is never 0 if a key is visible"),
    convention("mean-where-all-masked", FINITE,
      "a query whose keys are all masked gives an average of the values, not zeros"),
    misconception("zero-times-infinity",
      assign("seen", "scores if key_padding_mask is None and not causal"
                     " else scores + (hidden > 0) * -np.inf")
       & assign("unseeing", "False"),
      "0 · (−∞) is NaN: choose between score and −∞ with np.where, don't multiply"),
]
# fmt: on
