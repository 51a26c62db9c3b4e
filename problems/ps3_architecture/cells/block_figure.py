# The block as a picture.
ATTENTION_COLOUR, FEED_FORWARD_COLOUR, NORM_COLOUR = "#cfe2f3", "#d9ead3", "#fff2cc"
BLOCK = [  # text, where it stands, colour
    ("X", 0.0, "white"),
    ("layer norm", 1.7, NORM_COLOUR),
    ("attention\nin several heads", 3.9, ATTENTION_COLOUR),
    ("+", 5.7, "white"),
    ("layer norm", 7.4, NORM_COLOUR),
    ("feed-forward\nblock", 9.5, FEED_FORWARD_COLOUR),
    ("+", 11.2, "white"),
    ("X", 12.6, "white"),
]


def draw_block():
    _, axes = plt.subplots(figsize=(12, 2.3))
    look = dict(arrowstyle="-|>", color="#555555")
    drawn = []
    for text, x, colour in BLOCK:
        frame = dict(boxstyle="round,pad=0.5", facecolor=colour, edgecolor="#555555")
        drawn.append(axes.text(x, 0, text, ha="center", va="center", fontsize=11, bbox=frame))
    for at, (_, x, _) in enumerate(BLOCK[1:]):
        start, end = (text.get_bbox_patch() for text in drawn[at : at + 2])
        between = look | dict(patchA=start, patchB=end)
        axes.annotate("", (x, 0), (BLOCK[at][1], 0), arrowprops=between)
    for leaves, returns in (
        (0.75, 5.7),
        (6.3, 11.2),
    ):  # past attention, past the feed-forward block
        axes.plot([leaves, leaves, returns], [0, 1, 1], color="#555555")
        axes.annotate("", (returns, 0.3), (returns, 1.03), arrowprops=look)
    axes.text(12.6, 0.55, "to the next block", ha="center")
    axes.set(xlim=(-0.4, 13.5), ylim=(-0.7, 1.2))
    axes.set_axis_off()
    plt.show()


draw_block()
