import matplotlib.pyplot as plt


# %%
# alt: A ring of four devices, each with an array of four pieces, shown three times: at the start,
#      after 3 steps and after 6. A number in a piece says how many arrays it adds up. After 3 steps
#      each device has one piece with the sum of all four arrays; after 6 steps it has four. Arrows
#      from device to device name the piece that is sent in the next step.
def draw_ring(p=4):
    places = [(0, 1), (1.25, 0), (0, -1), (-1.25, 0)]  # of the devices, clockwise
    added = [[1] * p for _ in range(p)]  # device -> piece -> number of arrays in it
    _, axes = plt.subplots(2, 2, figsize=(5.8, 4.6), layout="constrained")
    for step, first in ((0, 0), (p - 1, 1), (2 * (p - 1), None)):
        ax = axes.flat[step // (p - 1)]
        for device, (x, y) in enumerate(places):
            for piece, number in enumerate(added[device]):
                corner = (x - 0.56 + 0.28 * piece, y - 0.17)
                look = dict(facecolor="white", edgecolor="steelblue")
                if number == p:
                    look = dict(facecolor="#cfe0f3", edgecolor="steelblue", linewidth=2)
                ax.add_patch(plt.Rectangle(corner, 0.28, 0.34, **look))
                bold = "bold" if number == p else "normal"
                at = (corner[0] + 0.14, y)
                ax.text(*at, number, ha="center", va="center", fontsize=9, weight=bold)
            ax.text(x, y + 0.21, f"device {device}", ha="center", va="bottom", fontsize=8)
            if first is not None:
                (right, up), way = places[(device + 1) % p], {"arrowstyle": "->", "color": "grey"}
                start, end = [(x + (right - x) * k, y + (up - y) * k) for k in (0.32, 0.68)]
                ax.annotate("", end, start, arrowprops=way)
                sent = f"piece {(device + first) % p}"
                middle = ((x + right) * 0.5 * 1.22, (y + up) * 0.5 * 1.22)
                side = "left" if x + right > 0 else "right"
                ax.text(*middle, sent, ha=side, va="center", fontsize=8, color="dimgrey")
        ax.set_title("start" if not step else f"after {step} steps", fontsize=10)
        ax.set(xlim=(-1.95, 1.95), ylim=(-1.3, 1.55), aspect="equal")
        ax.axis("off")
        if not step:  # the first p - 1 steps add the pieces that arrive
            for now in range(p - 1):
                for device in range(p):
                    added[(device + 1) % p][(device - now) % p] += added[device][(device - now) % p]
        else:
            added = [[p] * p for _ in range(p)]
    key = (
        "boxes: pieces 0 to 3\n\na number: how many arrays\na piece adds up"
        "\n\nbold: the sum of all arrays\n\narrows: the next step"
    )
    axes[1, 1].text(0.5, 0.5, key, ha="center", va="center", fontsize=9)
    axes[1, 1].axis("off")
    plt.show()


draw_ring()
