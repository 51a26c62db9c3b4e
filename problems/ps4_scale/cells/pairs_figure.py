import matplotlib.pyplot as plt
import numpy as np


# %%
# alt: Three grids with a row for each of 8 queries and a column for each of 8 keys. Dense: all
#      squares are filled. Causal: the lower triangle with its diagonal. Decoding: the last row.
def draw_pairs(n=8):
    _, axes = plt.subplots(3, 1, figsize=(3.2, 9), layout="constrained")
    query, key = np.indices((n, n))
    pictures = {
        "dense": np.ones((n, n)),
        "causal": key <= query,
        f"decoding, token t = {n}": query == n - 1,
    }
    for ax, (title, computed) in zip(axes, pictures.items(), strict=True):
        ax.imshow(computed, cmap="Blues", vmin=0, vmax=1.6)
        ax.set_xticks(np.arange(n), np.arange(1, n + 1))
        ax.set_yticks(np.arange(n), np.arange(1, n + 1))
        ax.set_xticks(np.arange(n + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(n + 1) - 0.5, minor=True)
        ax.grid(which="minor", color="white", linewidth=1.5)
        ax.tick_params(which="both", length=0)
        ax.set(title=title, xlabel="key", ylabel="query")
    plt.show()


draw_pairs()
