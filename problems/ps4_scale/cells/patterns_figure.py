import matplotlib.pyplot as plt
import numpy as np


# %%
# alt: Three patterns on 16 × 16 patches; the patches that a dot sees are shaded. Local: a 5 × 5 square
#      around each dot, cut off at the border. Axial: the row and the column of the dot. Windows: the
#      fixed 4 × 4 square that the dot is in.
def draw_grid(ax, title, areas):
    """Draw patches and the areas they see: (row, column) -> (top, left, height, width) of each area."""
    for (y, x), boxes in areas.items():
        for top, left, height, width in boxes:
            corner = left - 0.5, top - 0.5
            ax.add_patch(plt.Rectangle(corner, width, height, color="tab:blue", alpha=0.45, lw=0))
        ax.plot(x, y, "o", color="firebrick", markersize=5)
    ax.set(xlim=(-0.5, 15.5), ylim=(15.5, -0.5), xticks=[0, 15], yticks=[0, 15], title=title)
    ax.set_aspect("equal")
    ax.set_xticks(np.arange(-0.5, 16), minor=True)
    ax.set_yticks(np.arange(-0.5, 16), minor=True)
    ax.grid(which="minor", color="lightgrey", linewidth=0.6)
    ax.tick_params(which="both", length=0)


axes = plt.subplots(3, 1, figsize=(3, 8.4), layout="constrained")[1]
draw_grid(
    axes[0],
    "local, $r$ = 2",
    {(0, 1): [(-2, -1, 5, 5)], (7, 7): [(5, 5, 5, 5)], (12, 15): [(10, 13, 5, 5)]},
)
draw_grid(axes[1], "axial", {(5, 9): [(5, 0, 1, 16), (0, 9, 5, 1), (6, 9, 10, 1)]})
draw_grid(
    axes[2],
    "windows of 4 × 4",
    {(1, 2): [(0, 0, 4, 4)], (7, 8): [(4, 8, 4, 4)], (12, 15): [(12, 12, 4, 4)]},
)
for ax in axes:
    ax.set(xlabel="column $x$", ylabel="row $y$")
plt.show()
