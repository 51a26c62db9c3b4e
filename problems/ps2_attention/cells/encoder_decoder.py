import matplotlib.pyplot as plt

# %%
# alt: Modules of an encoder–decoder. Left, from below: source, embedding, and layers of encoder
#      self-attention and feed-forward. Right, from below: shifted target, embedding, and layers of
#      decoder self-attention, cross-attention and feed-forward; then predictions and loss. Queries,
#      keys and values of both self-attentions come from below. Cross-attention takes its queries
#      from the decoder, and its keys and values from the output of the encoder.
ENCODER, DECODER, HALF, GREY = 0.0, 3.3, 0.95, "#555555"  # centres of the two stacks, half a width
MODULES = {  # (x, y): text; an attention has a thick frame
    (ENCODER, 0.0): "source",
    (ENCODER, 1.0): "embedding\nwith positions",
    (ENCODER, 2.5): "encoder\nself-attention",
    (ENCODER, 4.2): "feed-forward",
    (DECODER, 0.0): "target, shifted",
    (DECODER, 1.0): "embedding\nwith positions",
    (DECODER, 2.5): "decoder\nself-attention",
    (DECODER, 4.2): "cross-attention",
    (DECODER, 5.9): "feed-forward",
    (DECODER, 7.4): "predictions",
    (DECODER, 8.3): "loss",
}
LAYERS = {ENCODER: (1.62, 5.12), DECODER: (1.62, 6.82)}  # bottom and top of the repeated layers


def draw_box(ax, x, y, text):
    """Draw a module, and return its bottom and its top."""
    attends = "attention" in text
    half = 0.42 if "\n" in text else 0.27
    look: dict = dict(
        facecolor="#cfe2f3" if attends else "white", edgecolor="black" if attends else GREY
    )
    size = (2 * HALF, 2 * half)
    ax.add_patch(
        plt.Rectangle((x - HALF, y - half), *size, linewidth=1 + attends, zorder=3, **look)
    )
    ax.text(x, y, text, ha="center", va="center", fontsize=8.5, zorder=4)
    return y - half, y + half


def draw_arrow(ax, *points):
    """Draw a line through the points, with an arrowhead at its end."""
    *_, last, end = points
    ax.plot(*zip(*points[:-1], strict=True), color=GREY, linewidth=1, solid_joinstyle="miter")
    ax.annotate("", end, last, arrowprops=dict(arrowstyle="-|>", color=GREY, shrinkA=0, shrinkB=0))


def draw_sum(ax, x, module, side):
    """Draw "add and norm" above a module, and the residual connection around the module."""
    bottom, top = module
    bottom_of_sum, top_of_sum = top + 0.16, top + 0.42
    look: dict = dict(facecolor="#eeeeee", edgecolor=GREY, zorder=3)
    ax.add_patch(plt.Rectangle((x - HALF, bottom_of_sum), 2 * HALF, 0.26, **look))
    ax.text(x, top + 0.29, "add and norm", ha="center", va="center", fontsize=7.5, zorder=4)
    draw_arrow(ax, (x, top), (x, bottom_of_sum))
    start, outside = bottom - 0.34, x + side * (HALF + 0.22)
    rim = x + side * HALF
    draw_arrow(ax, (x, start), (outside, start), (outside, top + 0.29), (rim, top + 0.29))
    return top_of_sum


def draw_encoder_decoder():
    """Draw both stacks from below, and the keys and values that go from one to the other."""
    _, ax = plt.subplots(figsize=(5.5, 7.4))
    tops, crossing = {}, (0, 0)
    for (x, y), text in MODULES.items():
        bottom, top = draw_box(ax, x, y, text)
        if x in tops:
            draw_arrow(ax, (x, tops[x]), (x, bottom))
        side = 1 if x == DECODER else -1
        repeated = LAYERS[x][0] < y < LAYERS[x][1]
        if "attention" in text:
            label = "queries" if text == "cross-attention" else "queries,\nkeys, values"
            ax.text(x - side * 0.06, bottom - 0.05, label, ha="right" if side > 0 else "left",
                    va="top", fontsize=7)  # fmt: skip
        if text == "cross-attention":
            crossing = (x - HALF, y)
        tops[x] = draw_sum(ax, x, (bottom, top), side) if repeated else top
    middle, (left, height), top = (ENCODER + DECODER) / 2, crossing, tops[ENCODER]
    draw_arrow(ax, (ENCODER, top), (ENCODER, 5.5), (middle, 5.5), (middle, height), (left, height))
    ax.text(ENCODER + 0.06, 5.56, "keys and values", va="bottom", fontsize=7.5)
    for x, name in ((ENCODER, "Encoder"), (DECODER, "Decoder")):
        low, high = LAYERS[x]
        frame: dict = dict(facecolor="none", edgecolor=GREY, linestyle="--", linewidth=0.8)
        ax.add_patch(plt.Rectangle((x - 1.3, low), 2.6, high - low, **frame))
        ax.text(x, -0.62, name, ha="center", va="center", fontsize=10, fontweight="bold")
        ax.text(x - 1.24 if x == ENCODER else x + 1.24, high + 0.05, "each layer", va="bottom",
                ha="left" if x == ENCODER else "right", fontsize=7.5)  # fmt: skip
    ax.set(xlim=(-1.45, 4.75), ylim=(-0.85, 8.7))
    ax.set_axis_off()
    plt.show()


draw_encoder_decoder()
