import matplotlib.pyplot as plt
import numpy as np


# %%
# Three attentions, and a picture of what the order of the tokens does to them.
def weighted_means(X, visible):
    """Column n: the mean of those columns m of X with visible[m, n], weighted by similarity."""
    means = np.empty(X.shape)
    for n in range(X.shape[1]):
        seen = X[:, visible[:, n]]
        weights = np.exp(0.4 * seen.T @ X[:, n])
        means[:, n] = seen @ weights / np.sum(weights)
    return means


def plain_attention(X):
    """Every token sees every token. X (D, N) -> (D, N)."""
    return weighted_means(X, np.ones((X.shape[1], X.shape[1]), dtype=bool))


def causal_attention(X):
    """A token sees itself and the tokens before it. X (D, N) -> (D, N)."""
    return weighted_means(X, np.triu(np.ones((X.shape[1], X.shape[1]), dtype=bool)))


def attention_with_positions(X):
    """Like plain_attention, after each token got a vector that depends on its place only."""
    places = np.arange(X.shape[1])
    frequencies = np.arange(1, X.shape[0] + 1)[:, None]
    return plain_attention(X + np.sin(frequencies * places))


def draw_orders(gap, self_attention, order=(2, 0, 4, 6, 1, 5, 3)):
    """What attentions make of X and of XP, with the gap between the two."""
    rng = np.random.default_rng(3)
    X = 0.6 * rng.normal(size=(5, len(order)))
    matrices = [m for _ in range(3) for m in (0.6 * rng.normal(size=(5, 5)), np.zeros((5, 1)))]
    functions = {"plain": plain_attention, "causal": causal_attention}
    functions["with positions"] = attention_with_positions
    functions["yours (3.1)"] = lambda X: self_attention(X, *matrices)
    titles = {"$X$": lambda X: X}
    for name, function in functions.items():
        try:
            titles[f"{name}\ngap {gap(function, X, np.array(order)):.1g}"] = function
        except NotImplementedError:
            if not name.startswith("yours"):
                raise
    _, axes = plt.subplots(len(titles), 2, figsize=(5.5, 9.5), layout="constrained")
    for row, (title, function) in enumerate(titles.items()):
        for column, places in enumerate((list(range(len(order))), list(order))):
            ax = axes[row, column]
            ax.imshow(function(X[:, places]), cmap="RdBu", vmin=-0.9, vmax=0.9)
            ax.set_xticks(range(len(order)), places)
            ax.set_yticks([])
        axes[row, 0].set_ylabel(title)
    for ax, title in zip(axes[0], ("in order", "reordered"), strict=True):
        ax.set_title(title)
    for ax in axes[-1]:
        ax.set_xlabel("token")
    plt.show()
