import matplotlib.pyplot as plt


# %%
# alt: One layer from input to output. Boxes are its steps, with the shape of the arrays between
#      them: RMSNorm, attention with its maps, softmax and output map, a sum with the input, RMSNorm,
#      the gated feed-forward block, and a sum with its input. The values skip rotations and softmax.
def draw_layer():
    steps = [  # a step, and the arrays that it returns
        ("input", "x:  L × d"),
        ("RMSNorm", "L × d"),
        ("maps to queries, keys, values", "queries, keys:  L × He,  L × Ge"),
        ("rotations of queries and keys", "Q, K:  L × He,  L × Ge"),
        ("queries times keys, 1/√e, mask", "scores:  H times L × L"),
        ("softmax", "A:  H times L × L"),
        ("A times V", "head outputs:  L × He"),
        ("output map", "L × d"),
        ("+ x", "y:  L × d"),
        ("RMSNorm", "L × d"),
        ("gate and up", "a, b:  L × f each"),
        ("silu(a) ⊙ b", "L × f"),
        ("down", "L × d"),
        ("+ y", "output:  L × d"),
    ]
    _, ax = plt.subplots(figsize=(4.8, 6.4), layout="constrained")
    box = {"boxstyle": "round", "facecolor": "#e8eef7", "edgecolor": "steelblue"}
    arrow = {"arrowstyle": "->", "color": "grey"}
    for row, (step, arrays) in enumerate(steps):
        ax.text(0, -row, step, ha="center", va="center", fontsize=8.5, bbox=box)
        ax.text(0.06, -row - 0.5, arrays, va="center", fontsize=8, color="dimgrey")
        ax.annotate("", (0, -row - 0.74), (0, -row - 0.28), arrowprops=arrow)
    # Arrays that skip steps: the residual connections on the left, the values on the right.
    for first, last, side, start, end in (
        (0.5, 8, -0.95, 0, -0.14),
        (8.5, 13, -0.95, 0, -0.14),
        (2, 6, 1.2, 0.56, 0.24),
    ):
        ax.plot([start, side, side], [-first, -first, -last], color="grey", lw=1)
        ax.annotate("", (end, -last), (side * 1.01, -last), arrowprops=arrow)
    ax.text(1.23, -4, "values V:\nL × Ge", va="center", fontsize=8, color="dimgrey")
    ax.set(xlim=(-1.05, 1.7), ylim=(-len(steps) + 0.2, 0.5))
    ax.axis("off")
    plt.show()


draw_layer()
