import matplotlib.pyplot as plt


# %%
# alt: The caches of keys and values after each of the words "the", "cat", "sat", "down". Each word
#      adds one row to both, here hatched; earlier rows stay the same.
def draw_cache(words):
    """Draw the caches of keys and values after each of these words, with the new row hatched."""
    _, axes = plt.subplots(2, 2, figsize=(5, 4.6), layout="constrained", sharey=True)
    for step, (ax, word) in enumerate(zip(axes.flat, words, strict=True)):
        for left, name, colour in ((0, "k", "lightsteelblue"), (5, "v", "palegreen")):
            for row in range(len(words)):
                new, there = row == step, row <= step
                face = colour if new else "lightgrey" if there else "white"
                edge = "black" if there else "lightgrey"
                box = plt.Rectangle((left, row), 4, 0.8, facecolor=face, edgecolor=edge)
                box.set_hatch("//" if new else "")
                ax.add_patch(box)
                if there:
                    text = f"${name}_{row + 1}$"
                    label = ax.text(left + 2, row + 0.4, text, ha="center", va="center")
                    label.set(fontsize=11, bbox=dict(color="white" if new else face, pad=1.5))
        ax.set(xlim=(-0.5, 9.5), ylim=(len(words) + 0.2, -0.5), xticks=[2, 7], yticks=[])
        ax.set_xticklabels(["keys", "values"])
        ax.tick_params(length=0)
        ax.set_title(f"token {step + 1}: “{word}”", fontsize="medium")
        ax.spines[:].set_visible(False)
    plt.show()


draw_cache(["the", "cat", "sat", "down"])
