import matplotlib.pyplot as plt
import numpy as np


# %%
# Pictures of your weights under masks.
def draw_matrix(ax, matrix, title, ticks, colours="Blues", most=1.0):
    """A matrix, with a cross where it is NaN."""
    ax.imshow(matrix, cmap=colours, vmin=-most if colours == "RdBu" else 0, vmax=most)
    for t, s in np.argwhere(np.isnan(matrix)):
        ax.text(s, t, "×", ha="center", va="center", color="firebrick")
    ax.set_xticks([])
    ax.set_yticks(range(len(ticks)), ticks)
    ax.set_title(title, fontsize="medium")


def draw_masks(attention):
    """Weights under four masks; below, two layers over a sentence that is padded on the left."""
    words = ["the", "cat", "sat", "down", "[pad]", "[pad]", "[pad]"]
    rng = np.random.default_rng(5)
    x = 0.8 * rng.normal(size=(1, 7, 7))
    padding = np.array([[word == "[pad]" for word in words]])
    identity = np.eye(7)[None]  # with values like these the output is the weights
    _, axes = plt.subplots(4, 2, figsize=(5.5, 9.5), layout="constrained")
    masks = {"no mask": (None, False), "padding": (padding, False)}
    masks |= {"causal": (None, True), "padding and causal": (padding, True)}
    for ax, (title, mask) in zip(axes.flat, masks.items(), strict=False):
        draw_matrix(ax, attention(x, x, identity, *mask)[0], title, words)
    words, x, padding = np.roll(words, 3), np.roll(x, 3, axis=1), np.roll(padding, 3, axis=1)
    weights = attention(x, x, identity, padding, True)[0]
    draw_matrix(axes[2, 0], weights, "padded on the left", words)
    first = attention(x, x, x, padding, True)
    spoilt = np.where(padding[:, :, None], np.nan, first)
    layers = {
        "output of layer 1": first,
        "of layer 2": attention(first, first, first, padding, True),
    }
    layers["of layer 2, after NaN"] = attention(spoilt, spoilt, spoilt, padding, True)
    for ax, (title, output) in zip(axes.flat[5:], layers.items(), strict=True):
        draw_matrix(ax, output[0], title, words, "RdBu", 1.5)
    plt.show()


def draw_heads(multi_head, n_heads=3, n_tokens=7):
    """The weights of each head, read off the output."""
    rng = np.random.default_rng(7)
    d = n_heads * n_tokens
    x = rng.normal(size=(1, n_tokens, d))
    W_q, W_k = 1.3 * rng.normal(size=(2, d, d)) / np.sqrt(d)
    # The value of token s is 1 at feature s of every head, so that head h puts out its weights.
    values = np.eye(n_tokens, d)[None]
    W_v = np.tile(np.eye(n_tokens, d), (n_heads, 1))
    output = multi_head(x, x, values, W_q, W_k, W_v, np.eye(d), n_heads, None, True)
    heads = np.reshape(output, (n_tokens, n_heads, n_tokens)).transpose(1, 0, 2)
    _, axes = plt.subplots(1, n_heads, figsize=(5.5, 2.3), layout="constrained")
    for h, (ax, weights) in enumerate(zip(axes, heads, strict=True)):
        draw_matrix(ax, weights, f"head {h}", range(n_tokens))
    plt.show()
