rng = np.random.default_rng(3)
X = 0.6 * rng.normal(size=(4, 6))
order = np.array([2, 0, 4, 1, 5, 3])
functions = {"X": lambda X: X, "plain": plain_attention, "causal": causal_attention}
functions["with positions"] = attention_with_positions

_, axes = plt.subplots(2, 4, figsize=(11, 4.2), layout="constrained")
for column, (name, function) in enumerate(functions.items()):
    for row, tokens in enumerate([X, X[:, order]]):
        ax = axes[row, column]
        ax.imshow(function(tokens), cmap="RdBu", vmin=-0.8, vmax=0.8)
        ax.set_xticks(range(6), np.arange(6) if row == 0 else order)
        ax.set_yticks([])
        if row == 0:
            ax.set_title(name)
    axes[1, column].set_xlabel("token")
axes[0, 0].set_ylabel("in order")
axes[1, 0].set_ylabel("reordered")
plt.show()
