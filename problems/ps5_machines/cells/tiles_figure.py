import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import tiled_attention

# %%
# alt: A map of your attention weights for 48 queries and 48 keys in tiles of 8, with a colour bar;
#      then the memory of your function and of an array of all scores, against the length.
import tracemalloc


def draw_tiles(n=48, block=8):
    """Draw the weights. They are the outputs, since the values are unit vectors."""
    rng = np.random.default_rng(51)
    Q, K = rng.normal(size=(2, n, n))
    weights = tiled_attention(Q, K, np.eye(n), block)
    figure, ax = plt.subplots(figsize=(5, 4), layout="constrained")
    image = ax.imshow(np.sqrt(np.clip(weights, 0, 1)), cmap="Blues", vmin=0, vmax=1)
    figure.colorbar(image, label="square root of the weight", shrink=0.8)
    ax.set_xticks(np.arange(0, n, block) - 0.5, minor=True)
    ax.set_yticks(np.arange(0, n, block) - 0.5, minor=True)
    ax.grid(which="minor", color="grey", linewidth=0.7)
    ax.tick_params(which="minor", length=0)
    box = dict(boxstyle="round", facecolor="white", edgecolor="none", alpha=0.85)
    for row, column, text in ((5.5, 1, "every pair"), (0.5, 4.5, "never needed")):
        at = column * block - 0.5, row * block - 0.5
        ax.text(*at, text, ha="center", va="center", bbox=box)
    tile, at = (2.9 * block - 0.5, 2.3 * block - 0.5), (4.5 * block - 0.5, 2 * block - 0.5)
    arrow = dict(arrowstyle="->", color="black")
    ax.annotate("masked in part", tile, at, ha="center", va="center", bbox=box, arrowprops=arrow)
    ax.set(xlabel="key", ylabel="query", title="your attention weights, in tiles")
    plt.show()


def all_weights(Q, K, V, block):
    """Compute the exponentials of all scores in one array, before any mask or division."""
    scores = (Q / np.sqrt(Q.shape[1])) @ K.T
    scores -= scores.max(axis=1, keepdims=True)
    return np.exp(scores, out=scores)


def peak_memory(function, n, d=8, block=128):
    """Measure the most MiB that a call takes at a time, beside its arguments."""
    given = np.random.default_rng(53).normal(size=(3, n, d))
    tracemalloc.start()
    try:
        function(*given, block)
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def plot_memory():
    curves = {"yours": (tiled_attention, [256, 512, 1024, 2048, 4096])}
    curves["all scores"] = all_weights, [256, 512, 1024, 2048]
    _, ax = plt.subplots(figsize=(5.5, 3.4), layout="constrained")
    for (label, (function, lengths)), style in zip(curves.items(), ("o-", "s--"), strict=True):
        used = [peak_memory(function, n) for n in lengths]
        ax.loglog(lengths, used, style, label=label)
        print(f"{label:12}{used[-1]:8.1f} MiB for {lengths[-1]:,} tokens")
    ax.axhline(4, color="black", linestyle=":", label="4 MiB")
    ax.set_xscale("log", base=2)
    ax.set(xlabel="tokens $L$", ylabel="MiB at a time", title="$e$ = 8, blocks of 128")
    ax.legend()
    plt.show()


with needs("question 3.2"):
    draw_tiles()
    plot_memory()
