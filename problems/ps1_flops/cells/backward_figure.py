import matplotlib.pyplot as plt

# %%
# The way back through the layer as a picture.
# alt: The steps of the layer as boxes, with arrows that run from the loss back towards the input.
#   The loss sends dy_hat of shape (L,) to the product with w_2. This product sends dH to ReLU,
#   ReLU sends dZ to the product with W_1, and W_1 sends dV_tilde to the product A V. Two arrows
#   leave A V: dV of shape (L, d_out) goes to W_v, and dA of shape (L, L) goes to the softmax. The
#   softmax sends dS to the scores, which send dQ to W_q and dK to W_k. A dashed arrow leads from
#   each of the five weights to a dashed box with its gradient: dw_2, dW_1, dW_v, dW_q and dW_k.
#   No arrow leads to X.
BLUE, GREEN = "#cfe2f3", "#d9ead3"
WAY_BACK = {  # step: (x, y, colour)
    "loss": (0.7, 6.1, "white"),
    "w_2": (2.8, 6.1, GREEN),
    "ReLU": (2.8, 5.1, GREEN),
    "W_1": (2.8, 4.1, GREEN),
    "A V": (2.8, 3.1, BLUE),
    "softmax": (0.7, 3.1, BLUE),
    "Q Kᵀ / √d_attn": (0.7, 2.1, BLUE),
    "W_q": (0, 1, BLUE),
    "W_k": (1.4, 1, BLUE),
    "W_v": (2.8, 1, BLUE),
}
PARAMETER_GRADIENTS = {  # gradient: (x, y, its parameter)
    "dw_2\n(d_hidden,)": (0.7, 5.1, "w_2"),
    "dW_1\n(d_hidden, d_out)": (0.7, 4.1, "W_1"),
    "dW_q\n(d_attn, d_in)": (0, 0, "W_q"),
    "dW_k\n(d_attn, d_in)": (1.4, 0, "W_k"),
    "dW_v\n(d_out, d_in)": (2.8, 0, "W_v"),
}
GRADIENTS_BACK = """loss > dy_hat (L,) > w_2; w_2 > dH (L, d_hidden) > ReLU;
ReLU > dZ (L, d_hidden) > W_1; W_1 > dV_tilde (L, d_out) > A V; A V > dA (L, L) > softmax;
A V > dV (L, d_out) > W_v; softmax > dS (L, L) > Q Kᵀ / √d_attn;
Q Kᵀ / √d_attn > dQ (L, d_attn) > W_q; Q Kᵀ / √d_attn > dK (L, d_attn) > W_k"""


def draw_way_back():
    _, axes = plt.subplots(figsize=(6, 7))
    drawn = {}
    for name, (x, y, colour) in WAY_BACK.items():
        frame = dict(boxstyle="round,pad=0.5", facecolor=colour, edgecolor="#555555")
        drawn[name] = axes.text(x, y, name, ha="center", va="center", fontsize=11, bbox=frame)
    for name, (x, y, _) in PARAMETER_GRADIENTS.items():
        frame = dict(boxstyle="round,pad=0.4", facecolor="white", edgecolor="#555555", ls="--")
        drawn[name] = axes.text(x, y, name, ha="center", va="center", fontsize=9, bbox=frame)

    def arrow(start, end, **look):
        (x0, y0), (x1, y1) = drawn[start].get_position(), drawn[end].get_position()
        look |= dict(arrowstyle="-|>", color="#555555", patchA=drawn[start].get_bbox_patch())
        look["patchB"] = drawn[end].get_bbox_patch()
        axes.annotate("", (x1, y1), (x0, y0), arrowprops=look)
        share = 0.6 if y0 == y1 else 0.7  # two labels must not overlap
        return x0 + share * (x1 - x0), (y0 + y1) / 2

    def write(label, at, offset, **look):
        axes.annotate(label, at, offset, textcoords="offset points", fontsize=9, **look)

    for path in GRADIENTS_BACK.split(";"):
        start, label, end = (part.strip() for part in path.split(">"))
        middle = arrow(start, end)
        if WAY_BACK[start][1] == WAY_BACK[end][1]:
            write(label, middle, (0, 3), ha="center")
        elif WAY_BACK[start][0] == WAY_BACK[end][0]:
            write(label, middle, (5, 0), va="center")
        else:
            gap = dict(facecolor="white", edgecolor="none", pad=1)
            write(label, middle, (0, 0), ha="center", va="center", bbox=gap)
    for gradient, (_, _, parameter) in PARAMETER_GRADIENTS.items():
        arrow(parameter, gradient, linestyle="--")
    axes.text(1.75, 2.1, "self-\nattention", ha="center", va="center", style="italic")
    axes.text(1.9, 4.65, "feed-forward\nblock", ha="center", va="center", style="italic")
    axes.set(xlim=(-0.4, 3.9), ylim=(6.4, -0.4))
    axes.set_axis_off()
    plt.show()


draw_way_back()
