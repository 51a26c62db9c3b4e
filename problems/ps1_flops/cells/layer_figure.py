import matplotlib.pyplot as plt

# %%
# The layer as a picture.
# alt: The steps of the layer as boxes. X of shape (L, d_in) goes to the products with W_q, W_k and
#   W_v. They give Q and K of shape (L, d_attn), and V of shape (L, d_out). Q and K meet in the
#   scores S = Q Kᵀ / √d_attn of shape (L, L), and the softmax turns S into A. A and V meet in A V,
#   which gives V_tilde of shape (L, d_out). These steps are the self-attention. The feed-forward
#   block follows: W_1 gives Z of shape (L, d_hidden), ReLU gives H of the same shape, and w_2 gives
#   y_hat of shape (L,). It goes to the loss.
BLUE, GREEN = "#cfe2f3", "#d9ead3"
BOXES = {  # name: (x, y, colour)
    "X": (1.4, 0, "white"),
    "W_q": (0, 1, BLUE),
    "W_k": (1.4, 1, BLUE),
    "W_v": (2.8, 1, BLUE),
    "Q Kᵀ / √d_attn": (0.7, 2.1, BLUE),
    "softmax": (0.7, 3.1, BLUE),
    "A V": (2.8, 3.1, BLUE),
    "W_1": (2.8, 4.1, GREEN),
    "ReLU": (2.8, 5.1, GREEN),
    "w_2": (2.8, 6.1, GREEN),
    "loss": (0.7, 6.1, "white"),
}
ARROWS = """X > X > W_q; X > X (L, d_in) > W_k; X > X > W_v; W_q > Q (L, d_attn) > Q Kᵀ / √d_attn;
W_k > K (L, d_attn) > Q Kᵀ / √d_attn; Q Kᵀ / √d_attn > S (L, L) > softmax; softmax > A (L, L) > A V;
W_v > V (L, d_out) > A V; A V > V_tilde (L, d_out) > W_1; W_1 > Z (L, d_hidden) > ReLU;
ReLU > H (L, d_hidden) > w_2; w_2 > y_hat (L,) > loss"""


def draw_layer():
    _, axes = plt.subplots(figsize=(6, 7))
    drawn = {}
    for name, (x, y, colour) in BOXES.items():
        frame = dict(boxstyle="round,pad=0.5", facecolor=colour, edgecolor="#555555")
        drawn[name] = axes.text(x, y, name, ha="center", va="center", fontsize=11, bbox=frame)

    def write(label, at, offset, **look):
        axes.annotate(label, at, offset, textcoords="offset points", fontsize=9, **look)

    for arrow in ARROWS.split(";"):
        start, label, end = (part.strip() for part in arrow.split(">"))
        (x0, y0, _), (x1, y1, _) = BOXES[start], BOXES[end]
        look = dict(arrowstyle="-|>", color="#555555", patchA=drawn[start].get_bbox_patch())
        look["patchB"] = drawn[end].get_bbox_patch()
        axes.annotate("", (x1, y1), (x0, y0), arrowprops=look)
        middle = (x0 + 0.4 * (x1 - x0), (y0 + y1) / 2)  # two labels must not overlap
        if y0 == y1:
            write(label, middle, (0, 3), ha="center")
        elif x0 == x1 and start != "X":
            write(label, middle, (5, 0), va="center")
        else:
            gap = dict(facecolor="white", edgecolor="none", pad=1)
            write(label, middle, (0, 0), ha="center", va="center", bbox=gap)
    axes.text(1.75, 2.1, "self-\nattention", ha="center", va="center", style="italic")
    axes.text(1.75, 4.6, "feed-forward\nblock", ha="center", va="center", style="italic")
    axes.set(xlim=(-0.4, 3.9), ylim=(6.4, -0.3))
    axes.set_axis_off()
    plt.show()


draw_layer()
