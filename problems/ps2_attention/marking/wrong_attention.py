"""Attention with mistakes in it, of one head."""

import numpy as np

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


def attention_with(
    scale=lambda d, sl: np.sqrt(d),
    masked_score=-np.inf,
    sees=lambda s, t, sl, tl: s <= t,
    padding=lambda m: ~m[:, None, :],
    axis=2,
    stable=True,
    zero_after=False,
    divide_output=False,
    guarded=False,
    added=False,
    for_each_mask=False,
    multiplied=False,
    zeros=False,
    cut=False,
    before_mask=False,
    total=None,
):
    """axis: along which the largest score is sought. total: along which the exponentials are added,
    if that is another axis; () adds none."""

    def wrong(q, k, v, key_padding_mask=None, causal=False):
        (_, tl, d), sl = q.shape, k.shape[1]
        scores = q @ k.transpose(0, 2, 1) / scale(d, sl)
        hidden = np.zeros(scores.shape)  # by so many masks
        if key_padding_mask is not None:
            seen = padding(key_padding_mask)
            hidden = hidden + np.logical_not(seen[:, :tl] if cut else seen)
        if causal:
            not_seen = np.logical_not(sees(np.arange(sl)[None, :], np.arange(tl)[:, None], sl, tl))
            hidden = hidden + not_seen
        visible, all_scores = hidden == 0, scores
        if added and (causal or key_padding_mask is not None):
            scores = scores + (hidden if for_each_mask else ~visible) * masked_score
        elif not (zero_after or multiplied):
            scores = np.where(visible, scores, masked_score)
        largest = (all_scores if before_mask else scores).max(axis=axis, keepdims=True)
        e = np.exp(scores - largest if stable else scores)
        e = e * visible if multiplied else e
        over = axis if total is None else total
        weights = e if over == () else e / e.sum(axis=over, keepdims=True)
        weights = np.nan_to_num(weights) if guarded else weights
        output = (np.where(visible, weights, 0) if zero_after else weights) @ v
        if zeros:
            output[~visible.any(axis=2)] = 0
        return output / np.sqrt(q.shape[2]) if divide_output else output

    return wrong


def mistaken(**how):
    """With a mistake, and zeros for queries that see nothing; or whatever becomes of those."""
    return attention_with(**how, zeros=True), attention_with(**how)


# What goes wrong in one head, whether it stands alone or among others -> the ways to make it.
OF_ATTENTION = {
    "zeroed-after-softmax": (mistaken(zero_after=True)),
    "masked-score-zero": mistaken(masked_score=0.0),
    "masked-score-minus-ten": mistaken(masked_score=-10.0),
    "padding-inverted": mistaken(padding=lambda m: m[:, None, :]),
    "causal-hides-itself": mistaken(sees=lambda s, t, sl, tl: s < t),
    "causal-transposed": mistaken(sees=lambda s, t, sl, tl: s >= t),
    "causal-lets-one-through": mistaken(sees=lambda s, t, sl, tl: s <= t + 1),
    "causal-aligned-at-last": (mistaken(sees=lambda s, t, sl, tl: s <= t + sl - tl)),
    "softmax-over-queries": (attention_with(axis=1), attention_with(axis=1, guarded=True)),
    "not-divided-by-sum": [*mistaken(total=(), guarded=True), *mistaken(total=(), stable=False)],
    "nan-where-all-masked": attention_with(),
    "mean-where-all-masked": (
        attention_with(masked_score=-1e9),
        attention_with(masked_score=-1e9, added=True),
        attention_with(masked_score=-1e9, added=True, for_each_mask=True),
    ),
    "zero-times-infinity": attention_with(added=True),
}
