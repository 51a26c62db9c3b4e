"""Attention with mistakes in it, of one head."""

import numpy as np


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
"""
EITHER = "unseeing = [unseeing ~ False]"  # zeros for queries that see nothing, or what comes of it
GUARDED = "weights = np.nan_to_num(weights)"
# What goes wrong in one head, whether it stands alone or among others.
OF_ATTENTION = f"""
zeroed-after-softmax: masked weights are set to 0 after the softmax, so the others don't sum to 1
    :: seen = scores && weights = np.where(hidden, 0, weights) && {EITHER}
masked-score-zero: a masked score is set to 0, and exp(0) = 1 counts
    :: seen = np.where(hidden, 0.0, scores) && {EITHER}
masked-score-minus-ten: the score of a masked key is −10, and exp(−10) can still be seen
    :: seen = np.where(hidden, -10.0, scores) && {EITHER}
padding-inverted: the padding mask is inverted: True is padding
    :: += key_padding_mask -> += ~key_padding_mask && {EITHER}
causal-hides-itself: the causal mask hides the token itself: s ≤ t, not s < t
    :: later = np.arange(sl) >= np.arange(tl)[:, None] && {EITHER}
causal-transposed: the causal mask is transposed: it hides the past
    :: later = np.arange(sl) < np.arange(tl)[:, None] && {EITHER}
causal-lets-one-through: the causal mask lets one token of the future through
    :: later = np.arange(sl) > np.arange(tl)[:, None] + 1 && {EITHER}
causal-aligned-at-last: the causal mask is aligned at the last token; here query 0 goes with key 0
    :: later = np.arange(sl) > np.arange(tl)[:, None] + sl - tl && {EITHER}
softmax-over-queries: the softmax runs over the queries, not over the keys
    :: axis=2 => axis=1 && unseeing = False :: axis=2 => axis=1 && {GUARDED} && unseeing = False
not-divided-by-sum: the exponentials are not divided by their sum
    :: weights = [np.nan_to_num(e) ~ np.exp(seen)] && {EITHER}
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    where a key can be seen :: e = [e ~ np.nan_to_num(e)]
    && e.sum(axis=2, keepdims=True) -> (e.sum(axis=2, keepdims=True)
    + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8]) && {EITHER}
nan-where-all-masked: a query whose keys are all masked gives NaN, not zeros :: unseeing = False
mean-where-all-masked: a query whose keys are all masked gives an average of the values, not zeros
    :: seen = np.where(hidden, -1e9, scores) && unseeing = False
    :: seen = scores + [(hidden > 0) ~ hidden] * -1e9 && unseeing = False
zero-times-infinity: 0 · (−∞) is NaN: choose between score and −∞ with np.where, don't multiply
    :: seen = scores if key_padding_mask is None and not causal else scores + (hidden > 0) * -np.inf
    && unseeing = False
"""
