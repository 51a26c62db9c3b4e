import numpy as np

from .wrong_attention import OF_ATTENTION, WRONG_ATTENTION_WORDS

WORDS = """
every-nth-feature: a head gets every n_heads-th feature; it should get d_head neighbouring ones
every-nth-feature-side-by-side: a head gets every n_heads-th feature, though the heads are put side
    by side; it should get d_head neighbouring ones
split-before-projected: the inputs are split before they are projected; project all features, then
    split
wo-not-transposed: W_o is not transposed
mean-of-heads: this is the mean of the heads; put them side by side
sum-of-heads: this is the sum of the heads; put them side by side
reshaped-without-transpose: reshaped without a transpose: a head gets pieces of other tokens
merged-without-transpose: the heads are put together without a transpose: a token gets pieces of
    other tokens
scaled-by-root-d: the scores are divided by √d, not by √d_head
not-scaled: the scores are not divided by √d_head
masks-in-other-order: masks and heads are in different order: heads of one sequence get the masks of
    others
no-output-projection: the output projection is missing
weights-not-transposed: the weights are not transposed: you form q W_q; it should be q W_qᵀ
one-head: there is only one head
masks-not-handed-on: neither mask has an effect: are they handed on?
padding-ignored: the padding mask has no effect
causal-ignored: the causal mask has no effect
padding-off-where-causal: where the mask is causal, the padding mask has no effect
causal-off-where-padded: where there is padding, the causal mask has no effect
padding-hides-queries: the padding mask hides queries; it hides keys
softmax-over-heads: the softmax runs over the heads, not over the keys
softmax-over-batch: the softmax runs over the batch, not over the keys
"""


def attend(q, k, v, mask, causal, scale):
    """One sequence, one head: q (tl, e), k and v (sl, e), mask (sl,)."""
    output = np.zeros(q.shape)
    for t in range(len(q)):
        seen = [s for s in range(len(k)) if not mask[s] and (s <= t or not causal)]
        if not seen:
            continue
        powers = np.exp([q[t] @ k[s] / scale for s in seen])
        output[t] = (powers / powers.sum()) @ v[seen]
    return output


def with_mistake(
    features=lambda h, n_heads, e: slice(h * e, (h + 1) * e),
    mask_of=lambda b, h, n, n_heads: b,
    scale=lambda e, d: np.sqrt(e),
    transpose=np.transpose,
    one=attend,
    project_output=True,
    merge=lambda heads, n_heads: heads,
):
    def wrong(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
        (n, tl, d), sl = q.shape, k.shape[1]
        e = d // n_heads
        mask = np.zeros((n, sl), bool) if key_padding_mask is None else key_padding_mask
        Q, K, V = q @ transpose(W_q), k @ transpose(W_k), v @ transpose(W_v)
        heads = np.zeros((n, tl, d))
        for b in range(n):
            for h in range(n_heads):
                part = features(h, n_heads, e)
                this = mask[mask_of(b, h, n, n_heads)]
                head = one(Q[b][:, part], K[b][:, part], V[b][:, part], this, causal, scale(e, d))
                heads[b][:, part] = head
        heads = merge(heads, n_heads)
        return heads @ transpose(W_o) if project_output else heads

    return wrong


by_definition = with_mistake()


def regrouped(one=attend, inputs=True, outputs=True):
    """reshape(n * n_heads, length, d_head) without a transpose: heads get pieces of tokens.

    inputs: whether heads are made so; outputs: whether they are put together so.
    """

    def wrong(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
        n, e = len(q), q.shape[2] // n_heads

        def split(x):
            if not inputs:
                x = x.reshape(n, x.shape[1], n_heads, e).transpose(0, 2, 1, 3)
            return x.reshape(n * n_heads, -1, e)

        Q, K, V = (split(x @ W.T) for x, W in [(q, W_q), (k, W_k), (v, W_v)])
        masks = np.zeros(k.shape[:2], bool) if key_padding_mask is None else key_padding_mask
        masks = np.repeat(masks, n_heads, axis=0)
        heads = [one(Q[i], K[i], V[i], masks[i], causal, np.sqrt(e)) for i in range(n * n_heads)]
        if not outputs:
            heads = np.reshape(heads, (n, n_heads, -1, e)).swapaxes(1, 2)
        return np.reshape(heads, q.shape) @ W_o.T

    return wrong


def side_by_side(heads, n_heads):
    """Heads of every n_heads-th feature, put one after the other."""
    n, tl, d = heads.shape
    return heads.reshape(n, tl, -1, n_heads).swapaxes(2, 3).reshape(n, tl, d)


def mean_of(heads, n_heads):
    return np.tile(heads.reshape(*heads.shape[:2], n_heads, -1).mean(axis=2), n_heads)


def split_first(one=attend):
    """Each head projects its own features only."""

    def wrong(q, k, v, W_q, W_k, W_v, W_o, n_heads, **masks):
        blocks = np.kron(np.eye(n_heads), np.ones((q.shape[2] // n_heads,) * 2))
        projections = (W * blocks for W in (W_q, W_k, W_v))
        return with_mistake(one=one)(q, k, v, *projections, W_o, n_heads, **masks)

    return wrong


def padded_queries(one, *left):
    """The attention of one head with the padding mask on the queries. left: what these give; the
    mean of the values, if nothing is said."""

    def wrong(q, k, v, mask, causal, scale):
        output, shared = one(q, k, v, np.zeros(len(k), bool), causal, scale), min(len(q), len(k))
        output[:shared][mask[:shared]] = left[0] if left else v.mean(axis=0)
        return output

    return wrong


def without(name, one=attend):
    """The definition without one of its masks."""

    def wrong(*arguments, **masks):
        kept = {other: mask for other, mask in masks.items() if other != name}
        return with_mistake(one=one)(*arguments, **kept)

    return wrong


def mistakes_with(one):
    """What goes wrong around an attention of one head."""
    return {
        "every-nth-feature": (
            with_mistake(features=lambda h, n_heads, e: slice(h, None, n_heads), one=one)
        ),
        "every-nth-feature-side-by-side": with_mistake(
            features=lambda h, n_heads, e: slice(h, None, n_heads), merge=side_by_side, one=one
        ),
        "split-before-projected": (split_first(one)),
        "wo-not-transposed": lambda *a, **masks: with_mistake(one=one)(
            *a[:6], a[6].T, *a[7:], **masks
        ),
        "mean-of-heads": with_mistake(merge=mean_of, one=one),
        "sum-of-heads": with_mistake(
            merge=lambda heads, n_heads: n_heads * mean_of(heads, n_heads), one=one
        ),
        "reshaped-without-transpose": (regrouped(one), regrouped(one, outputs=False)),
        "merged-without-transpose": (regrouped(one, inputs=False)),
        "scaled-by-root-d": with_mistake(scale=lambda e, d: np.sqrt(d), one=one),
        "not-scaled": with_mistake(scale=lambda e, d: 1.0, one=one),
        "masks-in-other-order": (
            with_mistake(mask_of=lambda b, h, n, n_heads: (b * n_heads + h) % n, one=one)
        ),
        "no-output-projection": with_mistake(project_output=False, one=one),
        "weights-not-transposed": with_mistake(transpose=np.asarray, one=one),
        "one-head": lambda *a, **k: with_mistake(one=one)(*a[:7], 1, **k),
        "masks-not-handed-on": (lambda *arguments, **masks: with_mistake(one=one)(*arguments)),
        "padding-ignored": without("key_padding_mask", one=one),
        "causal-ignored": without("causal", one=one),
        "padding-off-where-causal": with_mistake(
            one=lambda q, k, v, mask, causal, scale: one(
                q, k, v, mask & (not causal), causal, scale
            )
        ),
        "causal-off-where-padded": with_mistake(
            one=lambda q, k, v, mask, causal, scale: one(
                q, k, v, mask, causal and not mask.any(), scale
            )
        ),
        "padding-hides-queries": tuple(
            with_mistake(one=padded_queries(one, *left)) for left in ((0.0,), (np.nan,), ())
        ),
    }


def your_attention():
    """The attention of one head with the mistake that the student's 4.1 was marked to have; None
    where it has none with a name.

    The student's function itself isn't called: what it does here, nobody has marked.
    """
    earlier = checks.followed("masked_attention")
    if earlier is None or earlier.mistaken is None:
        return None

    def one(q, k, v, mask, causal, scale):
        q = q * (np.sqrt(q.shape[1]) / scale)  # it divides by the root of d_head itself
        with np.errstate(all="ignore"):
            return earlier.mistaken(q[None], k[None], v[None], mask[None], causal)[0]

    return one


def right_with_yours():
    """What allows it -> the definition with the student's own attention, where that has a mistake
    with a name.
    """
    one = your_attention()
    if one is None:
        return {}
    return {"right, given your answer to 4.1 (scaled_dot_product_attention)": with_mistake(one=one)}


def each_with(attention):
    """Heads that each have this attention of a batch, as 4.1 asks for it."""

    def wrong(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
        projected = (x @ W.T for x, W in ((q, W_q), (k, W_k), (v, W_v)))
        parts = zip(*(np.split(x, n_heads, axis=2) for x in projected), strict=True)
        with np.errstate(all="ignore"):
            heads = [attention(*part, key_padding_mask, causal) for part in parts]
        return np.concatenate(heads, axis=2) @ W_o.T

    return wrong


def softmax_over(axis):
    """Heads whose weights are normalised over the batch (0) or over the heads (1)."""

    def wrong(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
        Q, K, V = (
            (x @ W.T).reshape(*x.shape[:2], n_heads, -1).swapaxes(1, 2)
            for x, W in ((q, W_q), (k, W_k), (v, W_v))
        )
        powers = np.exp(Q @ K.swapaxes(2, 3) / np.sqrt(Q.shape[3]))
        if key_padding_mask is not None:
            powers = powers * ~key_padding_mask[:, None, None, :]
        if causal:
            powers = np.tril(powers)
        total = powers.sum(axis=axis, keepdims=True)
        heads = powers / np.where(total > 0, total, 1) @ V
        return heads.swapaxes(1, 2).reshape(q.shape) @ W_o.T

    return wrong


def mistakes():
    """What went wrong -> the ways to make it: around the heads, also where these are the student's
    own attention, or in each of them.
    """
    ways = [mistakes_with(one) for one in (attend, your_attention()) if one]
    around = {label: [each for way in ways for each in listed(way[label])] for label in ways[0]}
    within = {
        label: [each_with(way) for way in listed(OF_ATTENTION[label])] for label in OF_ATTENTION
    }
    others = {"softmax-over-heads": softmax_over(1), "softmax-over-batch": softmax_over(0)}
    return within | around | others


def listed(ways):
    return list(ways) if isinstance(ways, (tuple, list)) else [ways]


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


checks.words(WORDS, WRONG_ATTENTION_WORDS)
checks.arrays(
    multi_head_attention,
    oracle=by_definition,
    accept=right_with_yours(),
    cases=cases,
    seed=43,
    float32=True,
    mistakes=mistakes(),
)
