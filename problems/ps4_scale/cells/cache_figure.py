import matplotlib.pyplot as plt


# %%
# The cache while a text is written.
def draw_cache(words):
    """The caches of keys and values after each of these words: the new row in colour."""
    _, axes = plt.subplots(2, 2, figsize=(5, 4.6), layout="constrained", sharey=True)
    for step, (ax, word) in enumerate(zip(axes.flat, words, strict=True)):
        for left, name, colour in ((0, "k", "tab:blue"), (5, "v", "tab:green")):
            for row in range(len(words)):
                new, there = row == step, row <= step
                face = colour if new else "lightgrey" if there else "white"
                edge = "black" if there else "lightgrey"
                ax.add_patch(plt.Rectangle((left, row), 4, 0.8, facecolor=face, edgecolor=edge))
                if there:
                    text = f"${name}_{row + 1}$"
                    ax.text(left + 2, row + 0.4, text, ha="center", va="center", fontsize=11)
        ax.set(xlim=(-0.5, 9.5), ylim=(len(words) + 0.2, -0.5), xticks=[2, 7], yticks=[])
        ax.set_xticklabels(["keys", "values"])
        ax.tick_params(length=0)
        ax.set_title(f"token {step + 1}: “{word}”", fontsize="medium")
        ax.spines[:].set_visible(False)
    plt.show()


draw_cache(["the", "cat", "sat", "down"])
