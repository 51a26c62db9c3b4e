import numpy as np


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
    "the softmax runs along y₂ only: the weights of a query add up to 1 in each row of the grid": (
        with_mistake(weigh=lambda s: share(s, 4))
    ),
    "the softmax runs along x₂ only: the weights of a query add up to 1 in each column of the"
    " grid": (with_mistake(weigh=lambda s: share(s, 3))),
    "the softmax runs over the queries, (x₁, y₁); it runs over the cells that are looked at": (
        with_mistake(weigh=lambda s: share(s, (1, 2)))
    ),
    "the softmax runs over all pairs of cells; each query has its own": with_mistake(
        weigh=lambda s: share(s, (1, 2, 3, 4))
    ),
    "the softmax runs over the heads as well; each head has its own": with_mistake(
        weigh=lambda s: share(s, (0, 3, 4))
    ),
    "there is no mask here: each cell sees all cells, not only those before it": with_mistake(
        weigh=up_to_itself
    ),
    "the softmax is missing": with_mistake(weigh=lambda s: s),
    "one softmax after the other, along x₂ and along y₂; it runs over both together": (
        with_mistake(weigh=lambda s: share(share(s, 3), 4)),
        with_mistake(weigh=lambda s: share(share(s, 4), 3)),
    ),
    "the scores are divided by √U; here they are not": with_mistake(scale=lambda U, J: U**0.5),
    "the scores are divided by √J; here they are not": with_mistake(scale=lambda U, J: J**0.5),
    "the exponentials overflow: subtract each query's largest score": with_mistake(
        weigh=lambda s: overflowing(np.exp(s))
    ),
    "the largest score of all is subtracted, and other queries are left with 0/0: each has its"
    " own": (
        with_mistake(weigh=lambda s: overflowing(np.exp(s - s.max()))),
        with_mistake(weigh=lambda s: overflowing(np.exp(s - s.max((1, 2, 3, 4), keepdims=True)))),
    ),
    "scores are cut off, so that large ones look alike: subtract each query's largest instead": (
        tuple(
            with_mistake(
                weigh=lambda s, most=most, least=least: overflowing(
                    np.exp(np.clip(s, -least, most))
                )
            )
            for most in (700, 709, 500, 100, 50, 30, 20)
            for least in (most, np.inf)
        )
    ),
    "a cell attends to itself as well": with_mistake(weigh=of_others),
    "queries and keys have changed places": with_mistake(roles=lambda Q, K: (K, Q)),
    "the weights are summed over the query, not over the cells that it looks at": with_mistake(
        product="kxyab,kxyi->kabi"
    ),
    "the features of the heads are interleaved; each head's stand together": with_mistake(
        joined=lambda out: out.transpose(1, 2, 3, 0).reshape(*out.shape[1:3], -1)
    ),
    "the heads' axis is not moved before the reshape: cells and heads are mixed up": with_mistake(
        joined=lambda out: out.reshape(*out.shape[1:3], -1)
    ),
    "the heads are added up, not put one behind the other": with_mistake(
        joined=lambda out: out.sum(axis=0)
    ),
    "the heads are added up or averaged, and repeated; each head's output stands in its own"
    " place": (
        with_mistake(joined=lambda out: np.concatenate([out.sum(axis=0)] * len(out), axis=-1)),
        with_mistake(joined=lambda out: np.concatenate([out.mean(axis=0)] * len(out), axis=-1)),
    ),
    "each head has a W_V of its own, not that of the first": with_mistake(
        values=lambda values, keys: np.stack([values[0]] * len(values))
    ),
    "only the first head is returned": with_mistake(joined=lambda out: out[0]),
    "alpha has the cells that are looked at first, then the query": with_mistake(
        shown=lambda alpha: alpha.transpose(0, 3, 4, 1, 2)
    ),
    "x and y have changed places: the cells of the grid are listed column by column": (
        column_by_column
    ),
    "in alpha x₂ and y₂ have changed places": with_mistake(
        shown=lambda alpha: alpha.transpose(0, 1, 2, 4, 3)
    ),
    "alpha has an axis for all cells of the grid; it has one for x and one for y": with_mistake(
        shown=lambda a: a.reshape(len(a), a.shape[1] * a.shape[2], -1)
    ),
}


def cases(rng):
    def arguments(X, Y, n_heads, *lengths, scale=1.0):
        """lengths: of queries and keys, and of values."""
        (U, length), J = lengths, 7
        matrices = (rng.normal(size=(n_heads, rows, J)) / np.sqrt(J) for rows in (U, U, length))
        W_Q, W_K, W_V = matrices
        return rng.normal(size=(X, Y, J)), scale * W_Q, W_K, W_V

    return {
        "2 × 5, 3 heads": checks.case(*arguments(2, 5, 3, 4, 2)),
        "4 × 3, 2 heads": checks.case(*arguments(4, 3, 2, 5, 3)),
        "3 × 2, 4 heads": checks.case(*arguments(3, 2, 4, 2, 5)),
        "5 × 4, one head": checks.case(*arguments(5, 4, 1, 3, 2)),
        "scores in the thousands": checks.case(*arguments(3, 4, 2, 3, 4, scale=3000.0)),
    }


checks.arrays(
    spatial_self_attention,
    oracle=by_definition,
    cases=cases,
    seed=81,
    outputs={"h_out": 1, "alpha": 1},
    float32=True,
    mistakes=MISTAKES,
)
