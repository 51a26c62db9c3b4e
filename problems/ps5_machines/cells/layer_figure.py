import matplotlib.pyplot as plt


# %%
# alt: One layer from input to output. Boxes are its steps, with the shape of the arrays between
#      them: RMSNorm, attention with its maps, softmax and output map, a sum with the input, RMSNorm,
#      the gated feed-forward block, and a sum with its input.
def draw_layer():
    steps = [  # a step, and the arrays that it returns
        ("input", "x:  n × d"),
        ("RMSNorm", "n × d"),
        ("maps to queries, keys, values", "n × He,  n × Ge,  n × Ge"),
        ("rotations of queries and keys", "n × He,  n × Ge"),
        ("queries times keys, scale, mask", "H times n × n"),
        ("softmax", "attention weights:  H times n × n"),
        ("weights times values", "head outputs:  n × He"),
        ("output map", "n × d"),
        ("+ x", "y:  n × d"),
        ("RMSNorm", "n × d"),
        ("gate and up", "a, b:  n × f each"),
        ("silu(a) ⊙ b", "n × f"),
        ("down", "n × d"),
        ("+ y", "output:  n × d"),
    ]
    _, ax = plt.subplots(figsize=(3.8, 6.4), layout="constrained")
    box = {"boxstyle": "round", "facecolor": "#e8eef7", "edgecolor": "steelblue"}
    arrow = {"arrowstyle": "->", "color": "grey"}
    for row, (step, arrays) in enumerate(steps):
        ax.text(0, -row, step, ha="center", va="center", fontsize=8.5, bbox=box)
        ax.text(0.06, -row - 0.5, arrays, va="center", fontsize=8, color="dimgrey")
        ax.annotate("", (0, -row - 0.74), (0, -row - 0.28), arrowprops=arrow)
    for first, last in ((0, 8), (8, 13)):  # the residual connections
        ax.plot([0, -0.95, -0.95], [-first - 0.5, -first - 0.5, -last], color="grey", lw=1)
        ax.annotate("", (-0.14, -last), (-0.97, -last), arrowprops=arrow)
    ax.set(xlim=(-1.05, 1.05), ylim=(-len(steps) + 0.2, 0.5))
    ax.axis("off")
    plt.show()


draw_layer()
