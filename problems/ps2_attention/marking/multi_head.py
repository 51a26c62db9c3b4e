import numpy as np

from examiner.checks import drop, replace

from .wrong_attention import ATTENTION, OF_ATTENTION, WRONG_ATTENTION_WORDS, attention_by_definition

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
projections-not-transposed: W_q, W_k and W_v are not transposed: you form q W_q; it should be q W_qᵀ
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


def by_definition(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    heads = np.zeros(q.shape)
    for features in np.split(np.arange(q.shape[2]), n_heads):
        parts = (x @ W[features].T for x, W in ((q, W_q), (k, W_k), (v, W_v)))
        heads[:, :, features] = attention_by_definition(*parts, key_padding_mask, causal)
    return heads @ W_o.T


def with_attention(attention):
    """The right answer, whose heads have this attention."""
    return checks.Reference(SOLUTION, {**globals(), "scaled_dot_product_attention": attention})


SPLIT, JOIN = "split.transpose(0, 2, 1, 3)", "-1).transpose(0, 2, 1, 3)"
HANDED_ON = "heads(v, W_v), key_padding_mask, causal"
EVERY_NTH = replace("n_heads, -1)", "-1, n_heads)") + replace(SPLIT, "split.transpose(0, 3, 1, 2)")
OWN_FEATURES = "np.kron(np.eye(n_heads), np.ones((x.shape[2] // n_heads,) * 2))"
AROUND_HEADS = {
    "every-nth-feature": EVERY_NTH + replace(JOIN, "-1).transpose(0, 2, 3, 1)"),
    "every-nth-feature-side-by-side": EVERY_NTH,
    "split-before-projected": replace("W.T", f"(W * {OWN_FEATURES}).T"),
    "wo-not-transposed": replace("W_o.T", "W_o"),
    "mean-of-heads": replace("output.reshape(q.shape)", "np.tile(output.mean(axis=2), n_heads)"),
    "sum-of-heads": replace("output.reshape(q.shape)", "np.tile(output.sum(axis=2), n_heads)"),
    "reshaped-without-transpose": [
        replace(SPLIT, "split") + replace(JOIN, "-1)"),
        replace(SPLIT, "split"),
    ],
    "merged-without-transpose": replace(JOIN, "-1)"),
    "scaled-by-root-d": replace("heads(q, W_q)", "heads(q, W_q) / n_heads**0.5"),
    "not-scaled": replace("heads(q, W_q)", "heads(q, W_q) * (q.shape[2] // n_heads) ** 0.5"),
    "masks-in-other-order": replace(
        "np.repeat(key_padding_mask, n_heads, axis=0)", "np.tile(key_padding_mask, (n_heads, 1))"
    ),
    "no-output-projection": drop("@ W_o.T"),
    "weights-not-transposed": drop(".T", everywhere=True),
    "projections-not-transposed": replace("W.T", "W"),
    "one-head": replace("n = len(q)", "n, n_heads = len(q), 1"),
    "masks-not-handed-on": replace(HANDED_ON, "heads(v, W_v)"),
    "padding-ignored": replace(HANDED_ON, "heads(v, W_v), None, causal"),
    "causal-ignored": replace(HANDED_ON, "heads(v, W_v), key_padding_mask"),
    "padding-off-where-causal": replace(
        HANDED_ON, "heads(v, W_v), None if causal else key_padding_mask, causal"
    ),
}


def causal_off_where_padded(attention):
    def wrong(q, k, v, mask, causal):
        output = attention(q, k, v, mask, causal)
        if mask is None or not causal:
            return output
        padded = mask.any(axis=1)[:, None, None]
        return np.where(padded, attention(q, k, v, mask, False), output)

    return wrong


def padded_queries(attention, *left):
    """With the padding mask on the queries. left: what these give; the mean of the values, if
    nothing is said."""

    def wrong(q, k, v, mask, causal):
        output = attention(q, k, v, None, causal)
        if mask is not None:
            for b, t in np.argwhere(mask[:, : q.shape[1]]):
                output[b, t] = left[0] if left else v[b].mean(axis=0)
        return output

    return wrong


def around_heads(attention):
    """What goes wrong around heads with this attention -> the ways to make it."""
    queries = [padded_queries(attention, *left) for left in ((0.0,), (np.nan,), ())]
    return with_attention(attention).definitions(AROUND_HEADS) | {
        "causal-off-where-padded": with_attention(causal_off_where_padded(attention)).definition(),
        "padding-hides-queries": [with_attention(each).definition() for each in queries],
    }


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


RIGHT, YOURS = checks.Reference(ATTENTION, globals()), your_attention()


def mistakes():
    """What went wrong -> the ways to make it: in each head, or around the heads, also where these
    are the student's own attention.
    """
    within = {
        label: [with_attention(each).definition() for each in listed(ways)]
        for label, ways in RIGHT.definitions(OF_ATTENTION).items()
    }
    ways = [around_heads(each) for each in (RIGHT.definition(), YOURS) if each]
    around = {label: [each for way in ways for each in listed(way[label])] for label in ways[0]}
    others = {"softmax-over-heads": softmax_over(1), "softmax-over-batch": softmax_over(0)}
    return within | around | others


def listed(ways):
    return ways if isinstance(ways, list) else [ways]


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
    accept=YOURS
    and {
        "right, given your answer to 4.1 (scaled_dot_product_attention)": (
            with_attention(YOURS).definition()
        )
    },
    cases=cases,
    seed=43,
    float32=True,
    mistakes=mistakes(),
)
