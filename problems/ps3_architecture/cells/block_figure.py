import matplotlib.pyplot as plt

# %%
# alt: The block from bottom to top: X, layer norm, attention in several heads, a sum, layer norm,
#      feed-forward block, a sum, and X for the next block. An arrow leads from X around layer norm
#      and attention to the first sum, and another from there to the second sum.
ATTENTION_COLOUR, FEED_FORWARD_COLOUR, NORM_COLOUR = "#cfe2f3", "#d9ead3", "#fff2cc"
BLOCK = [  # text, how high it stands, colour
    ("X", 0.0, "white"),
    ("layer norm", 1.6, NORM_COLOUR),
    ("attention in several heads", 2.8, ATTENTION_COLOUR),
    ("+", 4.0, "white"),
    ("layer norm", 5.6, NORM_COLOUR),
    ("feed-forward block", 6.8, FEED_FORWARD_COLOUR),
    ("+", 8.0, "white"),
    ("X, to the next block", 9.2, "white"),
]


def draw_block():
    _, axes = plt.subplots(figsize=(4, 5.4))
    look = dict(arrowstyle="-|>", color="#555555")
    drawn = []
    for text, y, colour in BLOCK:
        frame = dict(boxstyle="round,pad=0.5", facecolor=colour, edgecolor="#555555")
        drawn.append(axes.text(0, y, text, ha="center", va="center", fontsize=12, bbox=frame))
    for at, (_, y, _) in enumerate(BLOCK[1:]):
        start, end = (text.get_bbox_patch() for text in drawn[at : at + 2])
        between = look | dict(patchA=start, patchB=end)
        axes.annotate("", (0, y), (0, BLOCK[at][1]), arrowprops=between)
    for leaves, returns in (
        (0.75, 4.0),
        (4.75, 8.0),
    ):  # around attention, around the feed-forward block
        axes.plot([0, 1.85, 1.85], [leaves, leaves, returns], color="#555555")
        axes.annotate("", (0.22, returns), (1.87, returns), arrowprops=look)
    axes.set(xlim=(-1.95, 1.95), ylim=(-0.5, 9.8))
    axes.set_axis_off()
    plt.show()


draw_block()
