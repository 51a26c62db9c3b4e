import matplotlib.pyplot as plt
import numpy as np


# %%
# Figures of your weights under masks.
def draw_matrix(ax, matrix, title, ticks, colours="Blues", least=0.0, most=1.0):
    """Draw a matrix, with a cross at each NaN, and return the image."""
    image = ax.imshow(matrix, cmap=colours, vmin=least, vmax=most)
    for t, s in np.argwhere(np.isnan(matrix)):
        ax.text(s, t, "×", ha="center", va="center")
    ax.set_xticks(range(matrix.shape[1]), [])
    ax.set_yticks(range(len(ticks)), ticks)
    ax.set_title(title, fontsize="medium")
    return image


def draw_masks(attention):
    """Draw the weights under four masks, and two layers over a sentence padded on the left."""
    words = ["the", "cat", "sat", "down", "[pad]", "[pad]", "[pad]"]
    rng = np.random.default_rng(5)
    x = 0.8 * rng.normal(size=(1, 7, 7))
    padding = np.array([[word == "[pad]" for word in words]])
    identity = np.eye(7)[None]  # with values like these the output is the weights
    _, axes = plt.subplots(4, 2, figsize=(5.5, 12), layout="constrained")
    masks = {"no mask": (None, False), "padding": (padding, False)}
    masks |= {"causal": (None, True), "padding and causal": (padding, True)}
    for ax, (title, mask) in zip(axes.flat, masks.items(), strict=False):
        draw_matrix(ax, attention(x, x, identity, *mask)[0], title, words)
        ax.set_xticks(range(7), words, rotation=90)
    words, x, padding = np.roll(words, 3), np.roll(x, 3, axis=1), np.roll(padding, 3, axis=1)
    weights = attention(x, x, identity, padding, True)[0]
    image = draw_matrix(axes[2, 0], weights, "causal, padded on the left", words)
    axes[2, 0].set_xticks(range(7), words, rotation=90)
    for ax in [*axes[:2].flat, axes[2, 0]]:
        ax.set(xlabel="key", ylabel="query")
    look: dict = {"ax": axes, "shrink": 0.6, "aspect": 40}
    plt.colorbar(image, label="weight (the first five panels)", location="top", **look)
    first = attention(x, x, x, padding, True)
    spoilt = np.where(padding[:, :, None], np.nan, first)
    layers = {
        "layer 1: output": first,
        "layer 2: output": attention(first, first, first, padding, True),
    }
    layers["layer 2 after NaN (×)"] = attention(spoilt, spoilt, spoilt, padding, True)
    for ax, (title, output) in zip(axes.flat[5:], layers.items(), strict=True):
        image = draw_matrix(ax, output[0], title, words, "cividis", -1.5, 1.5)
        ax.set(xlabel="feature", ylabel="token")
    plt.colorbar(image, label="output (the last three panels)", location="bottom", **look)
    plt.show()


def draw_heads(multi_head, n_heads=3, n_tokens=7):
    """Draw the weights of each head, which the output shows for these values."""
    rng = np.random.default_rng(7)
    d = n_heads * n_tokens
    x = rng.normal(size=(1, n_tokens, d))
    W_q, W_k = 1.3 * rng.normal(size=(2, d, d)) / np.sqrt(d)
    # The value of token s is 1 at feature s of every head. So the output of a head is its weights.
    values = np.eye(n_tokens, d)[None]
    W_v = np.tile(np.eye(n_tokens, d), (n_heads, 1))
    output = multi_head(x, x, values, W_q, W_k, W_v, np.eye(d), n_heads, None, True)
    heads = np.reshape(output, (n_tokens, n_heads, n_tokens)).transpose(1, 0, 2)
    _, axes = plt.subplots(1, n_heads, figsize=(5.5, 2.5), layout="constrained")
    for h, (ax, weights) in enumerate(zip(axes, heads, strict=True)):
        image = draw_matrix(ax, weights, f"head {h}", range(n_tokens))
        ax.set_xticks(range(n_tokens), range(n_tokens))
        ax.set_xlabel("key")
    axes[0].set_ylabel("query")
    plt.colorbar(image, ax=axes, label="weight", shrink=0.6)
    plt.show()
