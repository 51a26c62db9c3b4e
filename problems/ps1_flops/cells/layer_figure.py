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
    axes.set(xlim=(-0.4, 10.9), ylim=(-0.4, 2.4))
    axes.set_axis_off()
    plt.show()


draw_layer()
