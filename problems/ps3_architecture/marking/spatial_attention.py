import numpy as np

LARGEST = "scores.max(axis=2, keepdims=True)"
ERRORS = f"""
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: powers.sum(axis=2, keepdims=True) -> (powers.sum(axis=2, keepdims=True)
    + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8])
softmax-along-y: the softmax runs along y₂ only: the weights of a query add up to 1 for each x₂
    :: weights = share(scores, X, Y, 4)
softmax-along-x: the softmax runs along x₂ only: the weights of a query add up to 1 for each y₂
    :: weights = share(scores, X, Y, 3)
softmax-over-queries: the softmax runs over the queries, (x₁, y₁); it runs over the cells that are
    looked at :: weights = share(scores, X, Y, (1, 2))
one-softmax-for-all: the softmax runs over all pairs of cells; each query has its own
    :: weights = share(scores, X, Y, (1, 2, 3, 4))
softmax-over-heads: the softmax runs over the heads as well; each head has its own
    :: weights = share(scores, X, Y, (0, 3, 4))
softmax-over-heads-only: the softmax runs over the heads; it runs over the cells that are looked at
    :: weights = share(scores, X, Y, 0)
causal-mask: there is no mask here: each cell sees all cells, not only those before it
    :: scores = np.where(np.tri(X * Y), scores, -np.inf)
some-cells-only: each cell attends to all cells, not only to those of its row or column, or near it
    :: scores = np.where([near(X, Y, 0, Y) ~ near(X, Y, X, 0) ~ near(X, Y, 0, Y) | near(X, Y, X, 0)
    ~ near(X, Y, 1, 1)], scores, -np.inf)
scores-of-all-heads: each head has scores of its own, not the sum or the mean of all heads'
    :: scores = np.broadcast_to(scores.[mean ~ sum](axis=0), scores.shape)
scores-of-distances: a score is the product q·κ, not the distance of q and κ
    :: scores = [1 ~ 2] * (scores - np.sum(K**2, axis=2)[:, None] / 2)
softmax-missing: the softmax is missing :: weights = scores
two-softmaxes: one softmax after the other, along x₂ and along y₂; it runs over both together
    :: weights = share(scores, X, Y, [3, 4 ~ 4, 3])
softmaxes-multiplied: a softmax along x₂ times one along y₂: their weights don't add up to 1; it
    runs over both together :: weights = share(scores, X, Y, 3) * share(scores, X, Y, 4)
row-then-column: a softmax along y₂ times one of the largest scores along x₂; it runs over both
    together :: weights = shared_twice(scores, X, Y)
divided-by-root-u: the scores are divided by √e; here they are not
    :: scores = scores / W_Q.shape[1] ** 0.5
divided-by-root-j: the scores are divided by √D; here they are not :: scores = scores / J**0.5
overflow: the exponentials overflow: subtract each query's largest score :: - {LARGEST} ->
largest-of-all-subtracted: the largest score of all is subtracted, and other queries are left with
    0/0: each has its own :: {LARGEST} -> scores.max([ ~ axis=(1, 2), keepdims=True])
scores-clipped: scores are cut off, so that large ones look alike: subtract each query's largest
    instead
    :: most = [700 ~ 709 ~ 500 ~ 100 ~ 50 ~ 30 ~ 20]
    && scores - {LARGEST} -> np.clip(scores, [-most ~ -np.inf], most)
attends-to-itself-again: a cell attends to itself as well
    :: scores = np.where(np.eye(X * Y), -np.inf, scores)
queries-and-keys-exchanged: queries and keys have changed places :: Q, K, V = -> K, Q, V =
weights-summed-over-query: the weights are summed over the query, not over the cells that it looks
    at :: weights @ V -> weights.transpose(0, 2, 1) @ V
heads-interleaved: the features of the heads are interleaved; each head's stand together
    :: out = (weights @ V).transpose(1, 2, 0)
reshaped-without-transpose: the heads' axis is not moved before the reshape: cells and heads are
    mixed up :: out = weights @ V
heads-added: the heads are added up, not put one behind the other :: out = (weights @ V).sum(axis=0)
heads-added-and-repeated: the heads are added up or averaged, and repeated; each head's output
    stands in its own place :: out = np.tile((weights @ V).[sum ~ mean](axis=0), len(V))
one-wv-for-all: each head has a W_V of its own, not that of the first
    :: weights @ V -> weights @ V[0]
first-head-only: only the first head is returned :: out = (weights @ V)[0]
alpha-transposed: alpha has the cells that are looked at first, then the query
    :: weights.reshape -> weights.transpose(0, 2, 1).reshape
x-and-y-exchanged: x and y have changed places: the cells of the grid are listed column by column
    :: h.reshape -> h.swapaxes(0, 1).reshape
alpha-x2-y2-exchanged: in alpha x₂ and y₂ have changed places
    :: weights.reshape(-1, X, Y, X, Y) -> weights.reshape(-1, X, Y, X, Y).swapaxes(3, 4)
alpha-flat: alpha has an axis for all cells of the grid; it has one for x and one for y
    :: weights.reshape(-1, X, Y, X, Y) -> weights
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


def near(X, Y, by_x, by_y):
    """Which cells (X Y, X Y) are as near to each other as this."""
    x, y = np.divmod(np.arange(X * Y), Y)
    return (abs(x - x[:, None]) <= by_x) & (abs(y - y[:, None]) <= by_y)


def share(scores, X, Y, *axes):
    """The softmax of scores (K, X Y, X Y) along these axes of (K, x₁, y₁, x₂, y₂), one after the
    other."""
    s = scores.reshape(-1, X, Y, X, Y)
    for each in axes:
        s = softmax(s, each)
    return s.reshape(scores.shape)


def softmax(s, axis):
    """The softmax of s along this axis, or these."""
    powers = np.exp(s - s.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def shared_twice(scores, X, Y):
    """For each query, first the row of the grid by its largest score, then the cell in this row."""
    s = scores.reshape(-1, X, Y, X, Y)
    of_rows = softmax(s.max(axis=4, keepdims=True), 3)
    return (of_rows * softmax(s, 4)).reshape(scores.shape)


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


checks.arrays(
    spatial_self_attention,
    oracle=by_definition,
    cases=cases,
    outputs={"h_out": 1, "alpha": 1},
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
)
