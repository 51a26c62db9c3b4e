import matplotlib.pyplot as plt
import numpy as np

from .three_attentions import ATTENTIONS


# %%
# alt: Two columns of heat maps: seven tokens in order, 0 to 6, and reordered, 2 0 4 6 1 5 3. The
#      rows are the tokens X and the outputs of three attentions. Plain attention gives each token
#      the same output in both columns. Causal attention and attention with positions don't.
def draw_orders(order=(2, 0, 4, 6, 1, 5, 3)):
    """Draw the outputs of three attentions for tokens in order and reordered."""
    X = 0.6 * np.random.default_rng(3).normal(size=(5, len(order)))
    rows = {"tokens $X$": lambda X: X, **ATTENTIONS}
    _, axes = plt.subplots(len(rows), 2, figsize=(5.5, 7.5), layout="constrained")
    for row, (title, attention) in enumerate(rows.items()):
        sides = (list(range(len(order))), list(order))
        outputs = [attention(X[:, places]) for places in sides]
        most = np.max(np.abs(outputs))
        for ax, places, output in zip(axes[row], sides, outputs, strict=True):
            image = ax.imshow(output, cmap="cividis", vmin=-most, vmax=most)
            ax.set_xticks(range(len(order)), places)
            ax.set_yticks([])
        axes[row, 0].set_ylabel(title)
        plt.colorbar(image, ax=axes[row], label="entry")
    for ax, title in zip(axes[0], ("in order", "reordered"), strict=True):
        ax.set_title(title)
    for ax in axes[-1]:
        ax.set_xlabel("token")
    plt.show()


draw_orders()
