"""Self-attention among all cells of a grid."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Reference,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    remove,
    replace,
)

from ..architecture import spatial_self_attention

Arguments = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # h, W_Q, W_K, W_V

LARGEST = "scores.max(axis=2, keepdims=True)"
SUM = "powers.sum(axis=2, keepdims=True)"

# fmt: off
MISCONCEPTIONS = [
    convention("small-number-in-normaliser",
      [replace(SUM, f"({SUM} + 1e-{k})") for k in (3, 4, 5, 6, 7, 8)],
      "you add a small number to the normaliser, but it is never 0"),
    misconception("softmax-along-y", assign("weights", "share(scores, X, Y, 4)"),
      "the softmax runs along y₂ only: the weights of a query add up to 1 for each x₂"),
    misconception("softmax-along-x", assign("weights", "share(scores, X, Y, 3)"),
      "the softmax runs along x₂ only: the weights of a query add up to 1 for each y₂"),
    misconception("softmax-over-queries", assign("weights", "share(scores, X, Y, (1, 2))"),
      "your softmax runs over the queries, (x₁, y₁); it should run over the keys, (x₂, y₂)"),
    misconception("one-softmax-for-all", assign("weights", "share(scores, X, Y, (1, 2, 3, 4))"),
      "your softmax runs over all pairs of cells; each query has its own"),
    misconception("softmax-over-heads", assign("weights", "share(scores, X, Y, (0, 3, 4))"),
      "your softmax runs over the heads as well; each head has its own"),
    misconception("softmax-over-heads-only", assign("weights", "share(scores, X, Y, 0)"),
      "your softmax runs over the heads; it should run over the keys, (x₂, y₂)"),
    misconception("causal-mask", assign("scores", "np.where(np.tri(X * Y), scores, -np.inf)"),
      "there is no mask here: each cell sees all cells, not only those before it"),
    misconception("some-cells-only",
      [assign("scores", f"np.where({near}, scores, -np.inf)")
       for near in ("near(X, Y, 0, Y)", "near(X, Y, X, 0)", "near(X, Y, 0, Y) | near(X, Y, X, 0)",
                    "near(X, Y, 1, 1)")],
      "each cell attends to all cells, not only to those of its row or column, or near it"),
    misconception("scores-of-all-heads",
      [assign("scores", "np.broadcast_to(scores.mean(axis=0), scores.shape)"),
       assign("scores", "np.broadcast_to(scores.sum(axis=0), scores.shape)")],
      "each head has its own scores; you use the sum or the mean of all heads"),
    misconception("scores-of-distances",
      [assign("scores", "1 * (scores - np.sum(K**2, axis=2)[:, None] / 2)"),
       assign("scores", "2 * (scores - np.sum(K**2, axis=2)[:, None] / 2)")],
      "a score is the product q·κ, not the distance of q and κ"),
    missed_idea("softmax-missing", assign("weights", "scores"),
      "the softmax is missing"),
    misconception("two-softmaxes",
      [assign("weights", "share(scores, X, Y, 3, 4)"),
       assign("weights", "share(scores, X, Y, 4, 3)")],
      "you take one softmax along x₂ and one along y₂; a single softmax runs over both together"),
    misconception("softmaxes-multiplied",
      assign("weights", "share(scores, X, Y, 3) * share(scores, X, Y, 4)"),
      "you multiply a softmax along x₂ by one along y₂, so the weights don't add up to 1; a "
      "single softmax runs over both together"),
    misconception("row-then-column", assign("weights", "shared_twice(scores, X, Y)"),
      "you multiply a softmax along y₂ by a softmax of the largest scores along x₂; a single "
      "softmax runs over both together"),
    convention("divided-by-root-u", assign("scores", "scores / W_Q.shape[1] ** 0.5"),
      "the scores are divided by √e; here they are not"),
    misconception("divided-by-root-j", assign("scores", "scores / J**0.5"),
      "the scores are divided by √D; here they are not"),
    misconception("overflow", remove(f"- {LARGEST}"),
      "the exponentials overflow: subtract each query's largest score"),
    misconception("largest-of-all-subtracted",
      [replace(LARGEST, "scores.max()"),
       replace(LARGEST, "scores.max(axis=(1, 2), keepdims=True)")],
      "you subtract the largest score of all queries, so that others get 0/0: subtract each "
      "query's largest score"),
    misconception("scores-clipped",
      [assign("most", most) & replace(f"scores - {LARGEST}", f"np.clip(scores, {least}, most)")
       for most in ("700", "709", "500", "100", "50", "30", "20")
       for least in ("-most", "-np.inf")],
      "you cut off large scores, so that they become equal: subtract each query's largest score "
      "instead"),
    misconception("attends-to-itself-again",
      assign("scores", "np.where(np.eye(X * Y), -np.inf, scores)"),
      "a cell attends to itself as well"),
    misconception("queries-and-keys-exchanged", replace("Q, K, V =", "K, Q, V ="),
      "queries and keys are swapped"),
    misconception("weights-summed-over-query",
      replace("weights @ V", "weights.transpose(0, 2, 1) @ V"),
      "you sum over the queries, (x₁, y₁); sum over the keys, (x₂, y₂)"),
    misconception("heads-interleaved", assign("out", "(weights @ V).transpose(1, 2, 0)"),
      "you interleave the features of the heads; the features of one head belong together"),
    misconception("reshaped-without-transpose", assign("out", "weights @ V"),
      "you don't move the axis of the heads before the reshape, so cells and heads are mixed up"),
    misconception("heads-added", assign("out", "(weights @ V).sum(axis=0)"),
      "you add up the heads; concatenate them"),
    misconception("heads-added-and-repeated",
      [assign("out", "np.tile((weights @ V).sum(axis=0), len(V))"),
       assign("out", "np.tile((weights @ V).mean(axis=0), len(V))")],
      "you add up or average the heads, and repeat the result; concatenate the heads' outputs"),
    misconception("one-wv-for-all", replace("weights @ V", "weights @ V[0]"),
      "each head has its own W_V; you use the first head's for all"),
    misconception("first-head-only", assign("out", "(weights @ V)[0]"),
      "you return only the first head"),
    misconception("alpha-transposed",
      replace("weights.reshape", "weights.transpose(0, 2, 1).reshape"),
      "your alpha has the keys first; put the query first"),
    misconception("x-and-y-exchanged", replace("h.reshape", "h.swapaxes(0, 1).reshape"),
      "x and y are swapped: you list the cells of the grid column by column"),
    misconception("alpha-x2-y2-exchanged",
      replace("weights.reshape(-1, X, Y, X, Y)", "weights.reshape(-1, X, Y, X, Y).swapaxes(3, 4)"),
      "in alpha, x₂ and y₂ are swapped"),
    misconception("alpha-flat", replace("weights.reshape(-1, X, Y, X, Y)", "weights"),
      "your alpha has one axis for all cells of the grid; it needs one for x and one for y"),
]
# fmt: on


def by_definition(
    h: np.ndarray, W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Attend cell by cell."""
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


def near(X: int, Y: int, by_x: int, by_y: int) -> np.ndarray:
    """Return the mask (X Y, X Y) of the pairs of cells that are this close.

    Args:
        X: The number of rows of the grid.
        Y: The number of columns.
        by_x: The largest distance in x.
        by_y: The largest distance in y.
    """
    x, y = np.divmod(np.arange(X * Y), Y)
    return (abs(x - x[:, None]) <= by_x) & (abs(y - y[:, None]) <= by_y)


def softmax(s: np.ndarray, axis: int | tuple[int, ...]) -> np.ndarray:
    """Return the softmax of s along an axis, or along several axes together."""
    powers = np.exp(s - s.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def share(scores: np.ndarray, X: int, Y: int, *axes: int | tuple[int, ...]) -> np.ndarray:
    """Take the softmax of scores along axes, one after the other.

    Args:
        scores: Scores (K, X Y, X Y).
        X: The number of rows of the grid.
        Y: The number of columns.
        axes: Axes of (K, x₁, y₁, x₂, y₂).
    """
    s = scores.reshape(-1, X, Y, X, Y)
    for each in axes:
        s = softmax(s, each)
    return s.reshape(scores.shape)


def shared_twice(scores: np.ndarray, X: int, Y: int) -> np.ndarray:
    """Attend to a row of the grid by its largest score, then to a cell in this row."""
    s = scores.reshape(-1, X, Y, X, Y)
    of_rows = softmax(s.max(axis=4, keepdims=True), 3)
    return (of_rows * softmax(s, 4)).reshape(scores.shape)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw grids of different sizes, and one with scores in the thousands."""

    def arguments(
        X: int, Y: int, n_heads: int, width: int, width_of_values: int, scale: float = 1.0
    ) -> Arguments:
        J, widths = 7, (width, width, width_of_values)
        matrices = (rng.normal(size=(n_heads, rows, J)) / np.sqrt(J) for rows in widths)
        W_Q, W_K, W_V = matrices
        return rng.normal(size=(X, Y, J)), scale * W_Q, W_K, W_V

    def far() -> Arguments:
        """Draw scores in the thousands, with the largest far above the others.

        All scores of the first head are negative.
        """
        while True:
            h, W_Q, W_K, W_V = arguments(3, 4, 2, 3, 4, scale=3000.0)
            h, W_Q[0], W_K[0] = np.abs(h), np.abs(W_Q[0]), -np.abs(W_K[0])
            cells = h.reshape(12, -1).T
            scores = np.sort((W_Q @ cells).swapaxes(1, 2) @ (W_K @ cells), axis=2)
            if np.min(scores[..., -1] - scores[..., -2]) > 100:
                return h, W_Q, W_K, W_V

    return {
        "2 × 5, 3 heads": case(*arguments(2, 5, 3, 4, 2)),
        "4 × 3, 2 heads": case(*arguments(4, 3, 2, 5, 3)),
        "3 × 2, 4 heads": case(*arguments(3, 2, 4, 2, 5)),
        "5 × 4, one head": case(*arguments(5, 4, 1, 3, 2)),
        "scores in the thousands": case(*far()),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    outputs={"h_out": 1, "alpha": 1},
    float32=True,
    reference=Reference(spatial_self_attention, near, share, shared_twice),
    misconceptions=MISCONCEPTIONS,
)
