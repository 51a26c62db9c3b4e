import numpy as np

from examiner.checks import drop, replace

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
divided-by-root-u: the scores are divided by √e; here they are not
divided-by-root-j: the scores are divided by √D; here they are not
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


SCORES, LARGEST = "Q @ K.transpose(0, 2, 1)", "scores.max(axis=2, keepdims=True)"
SOFTMAX = f"""
    weights = np.exp(scores - {LARGEST})
    weights /= weights.sum(axis=2, keepdims=True)
"""


def weights_as(of_grid):
    """An edit of the weights; s: the scores on the grid, (K, X, Y, X, Y)."""
    on_grid = f"\n    s = scores.reshape(-1, X, Y, X, Y)\n    weights = {of_grid}"
    return replace(SOFTMAX, f"{on_grid}.reshape(scores.shape)\n")


def scores_as(changed):
    return replace(SCORES, changed)


def joined_as(heads):
    """An edit of how the heads' outputs, (K, cells, I), are put together."""
    return replace("(weights @ V).transpose(1, 0, 2)", heads)


def alpha_as(shown):
    return replace("weights.reshape(-1, X, Y, X, Y)", shown)


MISTAKES = {
    "softmax-along-y": weights_as("share(s, 4)"),
    "softmax-along-x": weights_as("share(s, 3)"),
    "softmax-over-queries": weights_as("share(s, (1, 2))"),
    "one-softmax-for-all": weights_as("share(s, (1, 2, 3, 4))"),
    "softmax-over-heads": weights_as("share(s, (0, 3, 4))"),
    "causal-mask": scores_as(f"np.where(np.tri(X * Y), {SCORES}, -np.inf)"),
    "softmax-missing": weights_as("s"),
    "two-softmaxes": (weights_as("share(share(s, 3), 4)"), weights_as("share(share(s, 4), 3)")),
    "divided-by-root-u": scores_as(f"{SCORES} / W_Q.shape[1] ** 0.5"),
    "divided-by-root-j": scores_as(f"{SCORES} / J**0.5"),
    "overflow": drop(f"- {LARGEST}"),
    "largest-of-all-subtracted": (
        replace(LARGEST, "scores.max()"),
        replace(LARGEST, "scores.max(axis=(1, 2), keepdims=True)"),
    ),
    "scores-clipped": tuple(
        replace(f"scores - {LARGEST}", f"np.clip(scores, -{least}, {most})")
        for most in (700, 709, 500, 100, 50, 30, 20)
        for least in (most, "np.inf")
    ),
    "attends-to-itself-again": scores_as(f"np.where(np.eye(X * Y), -np.inf, {SCORES})"),
    "queries-and-keys-exchanged": replace("Q, K, V =", "K, Q, V ="),
    "weights-summed-over-query": replace("weights @ V", "weights.transpose(0, 2, 1) @ V"),
    "heads-interleaved": joined_as("(weights @ V).transpose(1, 2, 0)"),
    "reshaped-without-transpose": joined_as("(weights @ V)"),
    "heads-added": joined_as("(weights @ V).sum(axis=0)"),
    "heads-added-and-repeated": (
        joined_as("np.tile((weights @ V).sum(axis=0), len(V))"),
        joined_as("np.tile((weights @ V).mean(axis=0), len(V))"),
    ),
    "one-wv-for-all": replace("weights @ V", "weights @ V[0]"),
    "first-head-only": joined_as("(weights @ V)[0]"),
    "alpha-transposed": alpha_as("weights.transpose(0, 2, 1).reshape(-1, X, Y, X, Y)"),
    "x-and-y-exchanged": replace("h.reshape", "h.swapaxes(0, 1).reshape"),
    "alpha-x2-y2-exchanged": alpha_as("weights.reshape(-1, X, Y, X, Y).swapaxes(3, 4)"),
    "alpha-flat": alpha_as("weights"),
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
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=MISTAKES,
)
