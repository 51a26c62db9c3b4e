import numpy as np

WORDS = """
softmax-along-y: the softmax runs along y₂ only: the weights of a query add up to 1 in each row of
    the grid
softmax-along-x: the softmax runs along x₂ only: the weights of a query add up to 1 in each column
    of the grid
softmax-over-queries: the softmax runs over the queries, (x₁, y₁); it runs over the cells that are
    looked at
one-softmax-for-all: the softmax runs over all pairs of cells; each query has its own
softmax-over-heads: the softmax runs over the heads as well; each head has its own
causal-mask: there is no mask here: each cell sees all cells, not only those before it
softmax-missing: the softmax is missing
two-softmaxes: one softmax after the other, along x₂ and along y₂; it runs over both together
divided-by-root-u: the scores are divided by √U; here they are not
divided-by-root-j: the scores are divided by √J; here they are not
overflow: the exponentials overflow: subtract each query's largest score
largest-of-all-subtracted: the largest score of all is subtracted, and other queries are left with
    0/0: each has its own
scores-clipped: scores are cut off, so that large ones look alike: subtract each query's largest
    instead
attends-to-itself-again: a cell attends to itself as well
queries-and-keys-exchanged: queries and keys have changed places
weights-summed-over-query: the weights are summed over the query, not over the cells that it looks
    at
heads-interleaved: the features of the heads are interleaved; each head's stand together
reshaped-without-transpose: the heads' axis is not moved before the reshape: cells and heads are
    mixed up
heads-added: the heads are added up, not put one behind the other
heads-added-and-repeated: the heads are added up or averaged, and repeated; each head's output
    stands in its own place
one-wv-for-all: each head has a W_V of its own, not that of the first
first-head-only: only the first head is returned
alpha-transposed: alpha has the cells that are looked at first, then the query
x-and-y-exchanged: x and y have changed places: the cells of the grid are listed column by column
alpha-x2-y2-exchanged: in alpha x₂ and y₂ have changed places
alpha-flat: alpha has an axis for all cells of the grid; it has one for x and one for y
"""


def by_definition(h, W_Q, W_K, W_V):
    """Cell by cell."""
    (X, Y, _), (K, length, _) = h.shape, W_V.shape
    cells = [(x, y) for x in range(X) for y in range(Y)]
    alpha, h_out = np.empty((K, X, Y, X, Y)), np.zeros((X, Y, K * length))
    for k in range(K):
        keys = {cell: W_K[k] @ h[cell] for cell in cells}
        values = {cell: W_V[k] @ h[cell] for cell in cells}
        for query in cells:
            scores = {cell: W_Q[k] @ h[query] @ keys[cell] for cell in cells}
            top = max(scores.values())
            powers = {cell: np.exp(score - top) for cell, score in scores.items()}
            for cell in cells:
                weight = powers[cell] / sum(powers.values())
                alpha[(k, *query, *cell)] = weight
                h_out[query][k * length : (k + 1) * length] += weight * values[cell]
    return h_out, alpha


def share(scores, axes):
    e = np.exp(scores - scores.max(axis=axes, keepdims=True))
    return e / e.sum(axis=axes, keepdims=True)


def up_to_itself(scores):
    """Weights where a cell sees only those before it, row by row."""
    places = np.arange(scores[0, 0, 0].size).reshape(scores.shape[3:])
    seen = places[None, None] <= places[:, :, None, None]
    return share(np.where(seen, scores, -np.inf), (3, 4))


def of_others(scores):
    """Weights where a cell doesn't see itself."""
    scores = scores.copy()
    for x, y in np.ndindex(scores.shape[1:3]):
        scores[:, x, y, x, y] = -np.inf
    return share(scores, (3, 4))


def overflowing(powers):
    return powers / powers.sum(axis=(3, 4), keepdims=True)


def heads_in_order(out):
    """(K, X, Y, I) -> (X, Y, K I)."""
    return out.transpose(1, 2, 0, 3).reshape(*out.shape[1:3], -1)


def with_mistake(
    weigh=lambda scores: share(scores, (3, 4)),
    scale=lambda U, J: 1,
    product="kxyab,kabi->kxyi",
    joined=heads_in_order,
    values=lambda values, keys: values,
    shown=lambda alpha: alpha,
    roles=lambda Q, K: (Q, K),
):
    def wrong(h, W_Q, W_K, W_V):
        Q, K, V = (np.einsum("xyj,kuj->kxyu", h, W) for W in (W_Q, W_K, W_V))
        scores = np.einsum("kxyu,kabu->kxyab", *roles(Q, K)) / scale(W_Q.shape[1], h.shape[2])
        alpha = weigh(scores)
        return joined(np.einsum(product, alpha, values(V, K))), shown(alpha)

    return wrong


def column_by_column(h, *matrices):
    """The cells as a sequence in which x runs first, put back as if y did."""
    h_out, alpha = with_mistake()(h.swapaxes(0, 1), *matrices)
    shape = h.shape[:2]
    return h_out.reshape(*shape, -1), alpha.reshape(len(alpha), *shape, *shape)


MISTAKES = {
    "softmax-along-y": with_mistake(weigh=lambda s: share(s, 4)),
    "softmax-along-x": with_mistake(weigh=lambda s: share(s, 3)),
    "softmax-over-queries": with_mistake(weigh=lambda s: share(s, (1, 2))),
    "one-softmax-for-all": with_mistake(weigh=lambda s: share(s, (1, 2, 3, 4))),
    "softmax-over-heads": with_mistake(weigh=lambda s: share(s, (0, 3, 4))),
    "causal-mask": with_mistake(weigh=up_to_itself),
    "softmax-missing": with_mistake(weigh=lambda s: s),
    "two-softmaxes": (
        with_mistake(weigh=lambda s: share(share(s, 3), 4)),
        with_mistake(weigh=lambda s: share(share(s, 4), 3)),
    ),
    "divided-by-root-u": with_mistake(scale=lambda U, J: U**0.5),
    "divided-by-root-j": with_mistake(scale=lambda U, J: J**0.5),
    "overflow": with_mistake(weigh=lambda s: overflowing(np.exp(s))),
    "largest-of-all-subtracted": (
        with_mistake(weigh=lambda s: overflowing(np.exp(s - s.max()))),
        with_mistake(weigh=lambda s: overflowing(np.exp(s - s.max((1, 2, 3, 4), keepdims=True)))),
    ),
    "scores-clipped": tuple(
        with_mistake(
            weigh=lambda s, most=most, least=least: overflowing(np.exp(np.clip(s, -least, most)))
        )
        for most in (700, 709, 500, 100, 50, 30, 20)
        for least in (most, np.inf)
    ),
    "attends-to-itself-again": with_mistake(weigh=of_others),
    "queries-and-keys-exchanged": with_mistake(roles=lambda Q, K: (K, Q)),
    "weights-summed-over-query": with_mistake(product="kxyab,kxyi->kabi"),
    "heads-interleaved": with_mistake(
        joined=lambda out: out.transpose(1, 2, 3, 0).reshape(*out.shape[1:3], -1)
    ),
    "reshaped-without-transpose": with_mistake(joined=lambda out: out.reshape(*out.shape[1:3], -1)),
    "heads-added": with_mistake(joined=lambda out: out.sum(axis=0)),
    "heads-added-and-repeated": (
        with_mistake(joined=lambda out: np.concatenate([out.sum(axis=0)] * len(out), axis=-1)),
        with_mistake(joined=lambda out: np.concatenate([out.mean(axis=0)] * len(out), axis=-1)),
    ),
    "one-wv-for-all": with_mistake(values=lambda values, keys: np.stack([values[0]] * len(values))),
    "first-head-only": with_mistake(joined=lambda out: out[0]),
    "alpha-transposed": with_mistake(shown=lambda alpha: alpha.transpose(0, 3, 4, 1, 2)),
    "x-and-y-exchanged": column_by_column,
    "alpha-x2-y2-exchanged": with_mistake(shown=lambda alpha: alpha.transpose(0, 1, 2, 4, 3)),
    "alpha-flat": with_mistake(shown=lambda a: a.reshape(len(a), a.shape[1] * a.shape[2], -1)),
}


def cases(rng):
    def arguments(X, Y, n_heads, *lengths, scale=1.0):
        """lengths: of queries and keys, and of values."""
        (U, length), J = lengths, 7
        matrices = (rng.normal(size=(n_heads, rows, J)) / np.sqrt(J) for rows in (U, U, length))
        W_Q, W_K, W_V = matrices
        return rng.normal(size=(X, Y, J)), scale * W_Q, W_K, W_V

    def far():
        """Scores in the thousands, the largest far above the others; those of the first head are
        all below 0."""
        while True:
            h, W_Q, W_K, W_V = arguments(3, 4, 2, 3, 4, scale=3000.0)
            h, W_Q[0], W_K[0] = np.abs(h), np.abs(W_Q[0]), -np.abs(W_K[0])
            cells = h.reshape(12, -1).T
            scores = np.sort((W_Q @ cells).swapaxes(1, 2) @ (W_K @ cells), axis=2)
            if np.min(scores[..., -1] - scores[..., -2]) > 100:
                return h, W_Q, W_K, W_V

    return {
        "2 × 5, 3 heads": checks.case(*arguments(2, 5, 3, 4, 2)),
        "4 × 3, 2 heads": checks.case(*arguments(4, 3, 2, 5, 3)),
        "3 × 2, 4 heads": checks.case(*arguments(3, 2, 4, 2, 5)),
        "5 × 4, one head": checks.case(*arguments(5, 4, 1, 3, 2)),
        "scores in the thousands": checks.case(*far()),
    }


checks.words(WORDS)
checks.arrays(
    spatial_self_attention,
    oracle=by_definition,
    cases=cases,
    seed=81,
    outputs={"h_out": 1, "alpha": 1},
    float32=True,
    mistakes=MISTAKES,
)
