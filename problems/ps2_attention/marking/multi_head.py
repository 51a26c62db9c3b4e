import numpy as np

from .wrong_attention import ATTENTION, OF_ATTENTION, attention_by_definition

ERRORS = f"""{OF_ATTENTION}
every-nth-feature: a head gets every n_heads-th feature; it should get d_head neighbouring ones
    :: n_heads, -1) -> -1, n_heads) && split.transpose(0, 2, 1, 3) -> split.transpose(0, 3, 1, 2)
    && output = apart.transpose(0, 2, 3, 1).reshape(q.shape)
every-nth-feature-side-by-side: a head gets every n_heads-th feature, though the heads are put side
    by side; it should get d_head neighbouring ones
    :: n_heads, -1) -> -1, n_heads) && split.transpose(0, 2, 1, 3) -> split.transpose(0, 3, 1, 2)
split-before-projected: the inputs are split before they are projected; project all features, then
    split :: W.T -> (W * np.kron(np.eye(n_heads), np.ones((x.shape[2] // n_heads,) * 2))).T
wo-not-transposed: W_o is not transposed :: W_o.T -> W_o
mean-of-heads: this is the mean of the heads; put them side by side
    :: output = np.tile(apart.transpose(0, 2, 1, 3).mean(axis=2), n_heads)
sum-of-heads: this is the sum of the heads; put them side by side
    :: output = np.tile(apart.transpose(0, 2, 1, 3).sum(axis=2), n_heads)
reshaped-without-transpose: reshaped without a transpose: a head gets pieces of other tokens
    :: split.transpose(0, 2, 1, 3) -> split && output = [apart.reshape(q.shape) ~ output]
merged-without-transpose: the heads are put together without a transpose: a token gets pieces of
    other tokens :: output = apart.reshape(q.shape)
merged-interleaved: the heads are put together with their features interleaved; put them side by
    side :: output = apart.transpose(0, 2, 3, 1).reshape(q.shape)
scaled-by-root-d: the scores are divided by √d, not by √d_head :: Q = Q / n_heads**0.5
not-scaled: the scores are not divided by √d_head :: Q = Q * (q.shape[2] // n_heads) ** 0.5
masks-in-other-order: masks and heads are in different order: heads of one sequence get the masks of
    others :: np.repeat(mask, n_heads, axis=0) -> np.tile(mask, (n_heads, 1))
no-output-projection: the output projection is missing :: return output
weights-not-transposed: the weights are not transposed: you form q W_q; it should be q W_qᵀ :: .T =>
projections-not-transposed: W_q, W_k and W_v are not transposed: you form q W_q; it should be q W_qᵀ
    :: W.T -> W
queries-not-projected: the projection with W_q is missing
    :: heads(q, W_q) -> heads(q, np.eye(*W_q.shape))
keys-not-projected: the projection with W_k is missing
    :: heads(k, W_k) -> heads(k, np.eye(*W_k.shape))
values-not-projected: the projection with W_v is missing
    :: heads(v, W_v) -> heads(v, np.eye(*W_v.shape))
one-head: there is only one head, or one softmax for all heads :: n_heads = 1
    :: Q = q @ W_q.T * n_heads**[0.5 ~ -0.5] && K = k @ W_k.T && V = v @ W_v.T
    && mask = key_padding_mask && output = attended
masks-not-handed-on: neither mask has an effect: are they handed on?
    :: attended = scaled_dot_product_attention(Q, K, V)
causal-in-first-head-only: the causal mask is put on the first head only; it is the same for all
    :: attended = np.where((np.arange(n * n_heads) % n_heads == 0)[:, None, None], attended,
    scaled_dot_product_attention(Q, K, V, mask))
padding-ignored: the padding mask has no effect
    :: attended = scaled_dot_product_attention(Q, K, V, None, causal)
causal-ignored: the causal mask has no effect
    :: attended = scaled_dot_product_attention(Q, K, V, mask)
padding-off-where-causal: where the mask is causal, the padding mask has no effect
    :: attended = scaled_dot_product_attention(Q, K, V, None if causal else mask, causal)
causal-off-where-padded: where there is padding, the causal mask has no effect
    :: attended = attended if mask is None or not causal else np.where(
    mask.any(axis=1)[:, None, None], scaled_dot_product_attention(Q, K, V, mask), attended)
causal-off-with-padding-mask: where a padding mask is given, the causal mask has no effect
    :: attended = scaled_dot_product_attention(Q, K, V, mask, causal and mask is None)
padding-hides-queries: the padding mask hides queries; it hides keys
    :: attended = hiding_queries(scaled_dot_product_attention(Q, K, V, None, causal), mask,
    [0.0 ~ np.nan ~ V.mean(axis=1)])
softmax-over-heads: the softmax runs over the heads, not over the keys
    :: attended = softmax_over(1, Q, K, V, mask, causal, n)
softmax-over-batch: the softmax runs over the batch, not over the keys
    :: attended = softmax_over(0, Q, K, V, mask, causal, n)
one-total-for-all-heads: each weight is divided by a total over all heads; each head has its own
    :: attended = [1 ~ n_heads] * softmax_over((1, 3), Q, K, V, mask, causal, n,
    over_largest=[False ~ True])
weights-averaged: the weights of all heads are averaged; each head has its own
    :: attended = softmax_over(3, Q, K, V, mask, causal, n, averaged=True)
values-from-keys: values are made of v, not of k :: heads(v, W_v) -> heads(k, W_v)
keys-from-values: keys are made of k, not of v :: heads(k, W_k) -> heads(v, W_k)
"""


def by_definition(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    heads = np.zeros(q.shape)
    for features in np.split(np.arange(q.shape[2]), n_heads):
        parts = (x @ W[features].T for x, W in ((q, W_q), (k, W_k), (v, W_v)))
        heads[:, :, features] = attention_by_definition(*parts, key_padding_mask, causal)
    return heads @ W_o.T


def hiding_queries(output, mask, left):
    """With the padding mask on the queries. left: what these give, for all or each sequence."""
    if mask is not None:
        for b, t in np.argwhere(mask[:, : output.shape[1]]):
            output[b, t] = left[b] if np.ndim(left) else left
    return output


def your_attention():
    """The attention with the mistake that the student's 4.1 was marked to have, of one sequence and
    one head at a time; None where it has none with a name.

    The student's function itself isn't called: what it does here, nobody has marked.
    """
    earlier = checks.followed("masked_attention")
    if earlier is None or earlier.mistaken is None:
        return None

    def attention(q, k, v, mask=None, causal=False):
        mask = np.zeros(k.shape[:2], bool) if mask is None else mask
        ones = zip(*(x[:, None] for x in (q, k, v, mask)), strict=True)
        with np.errstate(all="ignore"):
            return np.concatenate([earlier.mistaken(*one, causal) for one in ones])

    return attention


def softmax_over(axis, Q, K, V, mask, causal, n, averaged=False, over_largest=False):
    """What the heads of n sequences attend to where weights are normalised over the batch (0), the
    heads (1), the keys (3) or both.

    averaged: whether each takes the mean of all heads' weights.
    over_largest: whether each score is taken from the largest of its head before.
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


def cases(rng):
    def arguments(n, tl, sl, n_heads, e):
        d = n_heads * e
        sequences = [rng.normal(size=(n, length, d)) for length in (tl, sl, sl)]
        return (*sequences, *(rng.normal(size=(4, d, d)) / np.sqrt(d)), n_heads)

    padding = np.array([[False] * 4, [False] * 3 + [True], [False] * 2 + [True] * 2])
    return {
        "no mask, 3 heads of 2": checks.case(*arguments(2, 3, 4, 3, 2), weight=4),
        "padding, 2 heads of 3": checks.case(
            *arguments(3, 4, 4, 2, 3), key_padding_mask=padding, weight=2
        ),
        "causal, 2 heads of 4": checks.case(*arguments(2, 4, 4, 2, 4), causal=True, weight=2),
        "padding and causal, 4 heads of 2": checks.case(
            *arguments(3, 5, 4, 4, 2), key_padding_mask=padding, causal=True, weight=1
        ),
        "padding on the left, and causal, 2 heads of 2": checks.case(
            *arguments(2, 4, 4, 2, 2),
            key_padding_mask=np.array([[True, True, False, False], [False] * 4]),
            causal=True,
            weight=1,
        ),
    }


checks.arrays(
    multi_head_attention,
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=checks.Reference(
        f"{ATTENTION}\n\n{SOLUTION}",
        globals(),
        function="multi_head_attention",
        own={"scaled_dot_product_attention": your_attention()},
    ),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
)
