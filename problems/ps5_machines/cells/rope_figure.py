import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import longest_wavelength, rope

# %%
# alt: The score of one query and one key against their distance, for Llama 2 and Llama 3; then the
#      wavelength of each pair. Hatched bars exceed the context.
LLAMA_BASES = {"Llama 2": (10_000.0, 4096), "Llama 3": (500_000.0, 8192)}  # base, context


def plot_scores(d=128):
    distances = np.arange(0, 8193, 8)
    vector = np.ones((len(distances), d)) / np.sqrt(d)
    _, ax = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    for (name, (base, _)), style in zip(LLAMA_BASES.items(), ("-", "--"), strict=True):
        keys = rope(vector, distances, base)
        query = rope(vector[:1], distances[:1], base)
        ax.plot(distances, keys @ query[0], style, linewidth=1, label=f"{name}, base {base:,.0f}")
    ax.set(xlabel="distance (tokens)", ylabel="score", title="equal query and key")
    ax.legend()
    plt.show()


def wavelengths(d, base):
    """Compute each pair's wavelength from its rotation between positions 0 and 1."""
    ones = rope(np.ones((2, d)), np.arange(2), base)
    start, turned = ones[:, 0::2] + 1j * ones[:, 1::2]
    return 2 * np.pi / np.abs(np.angle(turned / start))


def plot_wavelengths(d=128):
    _, axes = plt.subplots(2, 1, figsize=(5.5, 5), layout="constrained", sharex=True, sharey=True)
    for ax, (name, (base, context)) in zip(axes, LLAMA_BASES.items(), strict=True):
        lengths = wavelengths(d, base)
        slow = lengths > context
        pairs = np.arange(d // 2)
        ax.bar(pairs[~slow], lengths[~slow], width=0.8)
        hatched = dict(hatch="////", edgecolor="white", label="longer than the context")
        ax.bar(pairs[slow], lengths[slow], width=0.8, **hatched)
        ax.axhline(context, color="black", linewidth=1)
        ax.text(0, 1.3 * context, f"context: {context:,}")
        ax.set(yscale="log", ylabel="positions", title=f"{name}: wavelength of each pair")
        print(
            f"{name}: {slow.sum()} of {d // 2} pairs complete no turn within {context:,} positions;"
            f" the slowest needs {longest_wavelength(d, base):,.1f}"
        )
    axes[0].legend(loc="upper left")
    axes[1].set_xlabel("pair $i$")
    plt.show()


with needs("question 4.1"):
    plot_scores()
    plot_wavelengths()
