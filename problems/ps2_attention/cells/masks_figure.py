# Tokens as columns and as rows; the masks of four tokens and three of padding.
words = ["the", "cat", "sat", "down", "[pad]", "[pad]", "[pad]"]
is_padding = np.array([word == "[pad]" for word in words])
padded = np.tile(is_padding, (7, 1))
future = np.triu(np.ones((7, 7), dtype=bool), k=1)
shades = np.arange(1, 8)[:, None] / 8  # a shade for each token

_, axes = plt.subplots(1, 5, figsize=(12, 3.4), width_ratios=[7, 4, 7, 7, 7], layout="constrained")
axes[0].imshow(np.tile(shades.T, (4, 1)), cmap="Blues", vmin=0, vmax=1.4)
axes[0].set(title="parts 3 and 5\n$X$: a token is a column", yticks=[], ylabel="features")
axes[0].set_xticks(range(7), words, rotation=60)
axes[1].imshow(np.tile(shades, (1, 4)), cmap="Blues", vmin=0, vmax=1.4)
axes[1].set(title="here\na token is a row", xticks=[], xlabel="features")
axes[1].set_yticks(range(7), words)
shown = {"key padding mask": padded, "causal mask": future, "both": padded | future}
for ax, (title, hidden) in zip(axes[2:], shown.items(), strict=True):
    ax.imshow(hidden, cmap="Greys", vmin=0, vmax=2.5)
    for t, s in np.argwhere(hidden):
        ax.text(s, t, "×", ha="center", va="center")
    ax.set(title=title, xlabel="key $s$", xticks=[], yticks=[])
axes[2].set_ylabel("query $t$")
for ax in axes:
    rows, columns = ax.images[0].get_array().shape
    ax.hlines(np.arange(rows - 1) + 0.5, -0.5, columns - 0.5, color="lightgrey", linewidth=0.6)
    ax.vlines(np.arange(columns - 1) + 0.5, -0.5, rows - 0.5, color="lightgrey", linewidth=0.6)
plt.show()
