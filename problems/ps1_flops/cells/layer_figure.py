# The layer as a picture.
BLUE, GREEN = "#cfe2f3", "#d9ead3"
BOXES = {  # name: (x, y, colour)
    "X": (0, 1, "white"),
    "W_q": (1.6, 2, BLUE),
    "W_k": (1.6, 1, BLUE),
    "W_v": (1.6, 0, BLUE),
    "Q Kᵀ / √d_attn": (4.3, 1.5, BLUE),
    "softmax": (6.7, 1.5, BLUE),
    "A V": (6.7, 0, BLUE),
    "W_1": (9.0, 0, GREEN),
    "ReLU": (9.0, 1.5, GREEN),
    "w_2": (11.3, 1.5, GREEN),
    "y_hat": (11.3, 0, "white"),
}
ARROWS = """X > > W_q; X > X (L, d_in) > W_k; X > > W_v; W_q > Q (L, d_attn) > Q Kᵀ / √d_attn;
W_k > K (L, d_attn) > Q Kᵀ / √d_attn; Q Kᵀ / √d_attn > S (L, L) > softmax; softmax > A (L, L) > A V;
W_v > V (L, d_out) > A V; A V > V_tilde (L, d_out) > W_1; W_1 > Z (L, d_hidden) > ReLU;
ReLU > H (L, d_hidden) > w_2; w_2 > y_hat (L,) > y_hat"""


def draw_layer():
    _, axes = plt.subplots(figsize=(13, 3.8))
    drawn = {}
    for name, (x, y, colour) in BOXES.items():
        frame = dict(boxstyle="round,pad=0.5", facecolor=colour, edgecolor="#555555")
        drawn[name] = axes.text(x, y, name, ha="center", va="center", fontsize=12, bbox=frame)
    for arrow in ARROWS.split(";"):
        start, label, end = (part.strip() for part in arrow.split(">"))
        (x0, y0, _), (x1, y1, _) = BOXES[start], BOXES[end]
        look = dict(arrowstyle="-|>", color="#555555", patchA=drawn[start].get_bbox_patch())
        look["patchB"] = drawn[end].get_bbox_patch()
        axes.annotate("", (x1, y1), (x0, y0), arrowprops=look)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        if y0 == y1:
            axes.annotate(label, middle, (0, 3), textcoords="offset points", ha="center")
        elif label:
            gap = dict(facecolor="white", edgecolor="none", pad=1)
            axes.text(*middle, label, ha="center", va="center", bbox=gap)
    axes.set(xlim=(-0.4, 11.9), ylim=(-0.4, 2.4))
    axes.set_axis_off()
    plt.show()


draw_layer()
