# One layer, from above: its steps, and the arrays between them.
def draw_layer():
    steps = [  # a step, and the arrays that it puts out
        ("input", "x:  n × d"),
        ("RMSNorm", "n × d"),
        ("maps to queries, keys, values", "n × He,  n × Ge,  n × Ge"),
        ("rotations of queries and keys", "n × He,  n × Ge"),
        ("products of queries and keys, scale, mask", "H times n × n"),
        ("softmax", "attention weights:  H times n × n"),
        ("products of weights and values", "head outputs:  n × He"),
        ("output map", "n × d"),
        ("+ x", "y:  n × d"),
        ("RMSNorm", "n × d"),
        ("gate and up", "a, b:  n × f each"),
        ("silu(a) ⊙ b", "n × f"),
        ("down", "n × d"),
        ("+ y", "output:  n × d"),
    ]
    _, ax = plt.subplots(figsize=(4.6, 6.2), layout="constrained")
    box = dict(boxstyle="round", facecolor="#e8eef7", edgecolor="steelblue")
    for row, (step, arrays) in enumerate(steps):
        ax.text(0, -row, step, ha="center", va="center", fontsize=8, bbox=box)
        ax.text(0.06, -row - 0.5, arrays, va="center", fontsize=7.5, color="dimgrey")
        ax.annotate(
            "", (0, -row - 0.72), (0, -row - 0.28), arrowprops=dict(arrowstyle="->", color="grey")
        )
    for first, last in ((0, 8), (8, 13)):  # the residual connections
        style = "arc3,rad=0.5"
        arrow = dict(arrowstyle="->", color="grey", linestyle="--", connectionstyle=style)
        ax.annotate("", (-0.12, -last), (-0.12, -first - 0.4), arrowprops=arrow)
    ax.set(xlim=(-1, 1), ylim=(-len(steps) + 0.2, 0.5))
    ax.axis("off")
    plt.show()


draw_layer()
