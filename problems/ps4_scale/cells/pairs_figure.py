import matplotlib.pyplot as plt
import numpy as np


# %%
# alt: Three grids with a row for each of 8 queries and a column for each of 8 keys; a colour bar names
#      scores that are computed, and others. Dense: all are computed. Causal: the lower triangle with
#      its diagonal. Decoding token 8: the last row.
def draw_pairs(n=8):
    _, axes = plt.subplots(1, 3, figsize=(5.8, 2.2), layout="constrained", sharey=True)
    query, key = np.indices((n, n))
    pictures = {
        "dense": np.ones((n, n)),
        "causal": key <= query,
        f"decoding token {n}": query == n - 1,
    }
    for ax, (title, computed) in zip(axes, pictures.items(), strict=True):
        picture = ax.imshow(computed, cmap=plt.get_cmap("Blues", 2), vmin=0, vmax=1.6)
        ax.set_xticks(np.arange(n), np.arange(1, n + 1), fontsize="small")
        ax.set_yticks(np.arange(n), np.arange(1, n + 1), fontsize="small")
        ax.set_xticks(np.arange(n + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(n + 1) - 0.5, minor=True)
        ax.grid(which="minor", color="lightgrey", linewidth=1)
        ax.tick_params(which="both", length=0)
        ax.set(title=title, xlabel="key")
    axes[0].set_ylabel("query")
    bar = axes[0].figure.colorbar(picture, ax=axes, ticks=[0.4, 1.2])
    bar.ax.set_yticklabels(["no score", "score\ncomputed"])
    plt.show()


draw_pairs()
