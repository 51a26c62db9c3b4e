import matplotlib.pyplot as plt
import numpy as np


# %%
# Three attentions, and a figure of the effect of the order of the tokens.
def weighted_means(X, visible):
    """Return in column n the mean of the columns m of X with visible[m, n].

    The mean is weighted by the similarity of columns n and m.
    """
    means = np.empty(X.shape)
    for n in range(X.shape[1]):
        seen = X[:, visible[:, n]]
        weights = np.exp(0.4 * seen.T @ X[:, n])
        means[:, n] = seen @ weights / np.sum(weights)
    return means


def plain_attention(X):
    """Return attention in which every token sees every token. X (D, N) -> (D, N)."""
    return weighted_means(X, np.ones((X.shape[1], X.shape[1]), dtype=bool))


def causal_attention(X):
    """Return attention in which a token sees itself and earlier tokens. X (D, N) -> (D, N)."""
    return weighted_means(X, np.triu(np.ones((X.shape[1], X.shape[1]), dtype=bool)))


def attention_with_positions(X):
    """Add to each token a vector that depends on its place only, and return plain_attention."""
    places = np.arange(X.shape[1])
    frequencies = np.arange(1, X.shape[0] + 1)[:, None]
    return plain_attention(X + np.sin(frequencies * places))


def draw_orders(gap, self_attention, order=(2, 0, 4, 6, 1, 5, 3)):
    """Draw the outputs of several attentions for X and for XP, with the gap between the two."""
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
    images = []
    for row, (title, function) in enumerate(titles.items()):
        for column, places in enumerate((list(range(len(order))), list(order))):
            ax = axes[row, column]
            images.append(ax.imshow(function(X[:, places]), cmap="cividis", vmin=-0.9, vmax=0.9))
            ax.set_xticks(range(len(order)), places)
            ax.set_yticks([])
        axes[row, 0].set_ylabel(title)
    for ax, title in zip(axes[0], ("in order", "reordered"), strict=True):
        ax.set_title(title)
    for ax in axes[-1]:
        ax.set_xlabel("token")
    plt.colorbar(images[-1], ax=axes, label="entry (rows are features)", shrink=0.4)
    plt.show()
