tokens = ["the", "cat", "sat", "down", "[pad]", "[pad]"]
is_padding = np.array([False, False, False, False, True, True])
padded = np.tile(is_padding, (6, 1))
future = np.array([[s > t for s in range(6)] for t in range(6)])

_, axes = plt.subplots(1, 3, figsize=(11, 4.4), layout="constrained")
masks_drawn = {"key padding mask": padded, "causal mask": future, "both": padded | future}
for ax, (title, hidden) in zip(axes, masks_drawn.items(), strict=True):
    ax.imshow(hidden, cmap="Greys", vmin=0, vmax=2.5)
    for t, s in np.argwhere(hidden):
        ax.text(s, t, "×", ha="center", va="center")
    ax.set_xticks(range(6), tokens, rotation=45)
    ax.set_yticks(range(6), tokens)
    ax.set(title=title, xlabel="key $s$")
    ax.set_xticks(np.arange(0.5, 5), minor=True)
    ax.set_yticks(np.arange(0.5, 5), minor=True)
    ax.grid(which="minor", color="lightgrey")
    ax.tick_params(which="minor", length=0)
axes[0].set_ylabel("query $t$")
plt.show()
