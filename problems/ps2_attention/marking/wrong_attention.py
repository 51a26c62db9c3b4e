"""Attention with mistakes in it, of one head."""

import numpy as np

from examiner.checks import axis, drop, replace

WRONG_ATTENTION_WORDS = """
zeroed-after-softmax: masked weights are set to 0 after the softmax, so the others don't sum to 1
masked-score-zero: a masked score is set to 0, and exp(0) = 1 counts
masked-score-minus-ten: the score of a masked key is −10, and exp(−10) can still be seen
padding-inverted: the padding mask is inverted: True is padding
causal-hides-itself: the causal mask hides the token itself: s ≤ t, not s < t
causal-transposed: the causal mask is transposed: it hides the past
causal-lets-one-through: the causal mask lets one token of the future through
causal-aligned-at-last: the causal mask is aligned at the last token; here query 0 goes with key 0
softmax-over-queries: the softmax runs over the queries, not over the keys
not-divided-by-sum: the exponentials are not divided by their sum
nan-where-all-masked: a query whose keys are all masked gives NaN, not zeros
mean-where-all-masked: a query whose keys are all masked gives an average of the values, not zeros
zero-times-infinity: 0 · (−∞) is NaN: choose between score and −∞ with np.where, don't multiply
"""


def attention_by_definition(q, k, v, key_padding_mask=None, causal=False):
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


ATTENTION = """
def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    (n, tl, d), sl = q.shape, k.shape[1]
    hidden = np.zeros((n, tl, sl))  # by so many masks
    if key_padding_mask is not None:
        hidden += key_padding_mask[:, None, :]
    if causal:
        hidden += np.arange(sl) > np.arange(tl)[:, None]
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    seen = np.where(hidden, -np.inf, scores)
    e = np.exp(seen - seen.max(axis=2, keepdims=True))
    weights = e / e.sum(axis=2, keepdims=True)
    output = weights @ v
    output[hidden.all(2)] = 0
    return output
"""
MASKED = "np.where(hidden, -np.inf, scores)"
LARGEST, TOTAL = "- seen.max(axis=2, keepdims=True)", "/ e.sum(axis=2, keepdims=True)"
UNSEEING = drop("output[hidden.all(2)] = 0")  # whatever becomes of queries that see nothing
GUARDED = replace("weights @ v", "np.nan_to_num(weights) @ v")


def mistaken(*edits):
    """With each mistake, and zeros for queries that see nothing; or whatever becomes of those."""
    return [way for edit in edits for way in (edit, edit + UNSEEING)]


def masked_score(score):
    return replace("-np.inf", score)


def instead_of_masking(scores):
    return replace(MASKED, scores)


def causal_hides(these):
    return replace("> np.arange(tl)[:, None]", these)


# What goes wrong in one head, whether it stands alone or among others -> the ways to make it.
OF_ATTENTION = {
    "zeroed-after-softmax": mistaken(
        instead_of_masking("scores") + replace("weights @ v", "np.where(hidden, 0, weights) @ v")
    ),
    "masked-score-zero": mistaken(masked_score("0.0")),
    "masked-score-minus-ten": mistaken(masked_score("-10.0")),
    "padding-inverted": mistaken(replace("+= key_padding_mask", "+= ~key_padding_mask")),
    "causal-hides-itself": mistaken(causal_hides(">= np.arange(tl)[:, None]")),
    "causal-transposed": mistaken(causal_hides("< np.arange(tl)[:, None]")),
    "causal-lets-one-through": mistaken(causal_hides("> np.arange(tl)[:, None] + 1")),
    "causal-aligned-at-last": mistaken(causal_hides("> np.arange(tl)[:, None] + sl - tl")),
    "softmax-over-queries": [axis(2, to=1) + UNSEEING, axis(2, to=1) + UNSEEING + GUARDED],
    "not-divided-by-sum": mistaken(drop(TOTAL) + GUARDED, drop(TOTAL) + drop(LARGEST)),
    "nan-where-all-masked": UNSEEING,
    "mean-where-all-masked": [
        masked_score("-1e9") + UNSEEING,
        instead_of_masking("scores + (hidden > 0) * -1e9") + UNSEEING,
        instead_of_masking("scores + hidden * -1e9") + UNSEEING,
    ],
    "zero-times-infinity": UNSEEING
    + instead_of_masking(
        "scores if key_padding_mask is None and not causal else scores + (hidden > 0) * -np.inf"
    ),
}
