import matplotlib.pyplot as plt
import numpy as np


# %%
# alt: A dot product of length 6 in two ways. By a tree, six multiplications come first; then
#      neighbours are added in pairs, three sums, two, one: 4 steps. Serially, six multiplications
#      come first; then five additions follow one another: 6 steps.
# Each circle is a step of one processor, and the lines lead to the numbers that it needs.
def draw_level(ax, places, operation, step, needed=()):
    """Draw operations at these places in one step, with lines to what they need, one step earlier."""
    for place, sources in zip(places, needed, strict=False):
        for source, earlier in sources:
            ax.plot([place, source], [step, earlier], color="black", linewidth=0.9, zorder=1)
    face = "lightsteelblue" if operation == "×" else "white"
    for place in places:
        ax.plot(place, step, "o", markersize=15, color=face, markeredgecolor="black", zorder=2)
        ax.text(place, step, operation, ha="center", va="center", fontsize=11, zorder=3)


def draw_tree(ax, n):
    """Draw a tree of sums. If a number has no neighbour, it waits for a later step."""
    left = [(float(place), 1) for place in range(n)]  # place and step of each number to add
    draw_level(ax, range(n), "×", 1)
    step = 1
    while len(left) > 1:
        step += 1
        pairs = [left[i : i + 2] for i in range(0, len(left), 2)]
        sums = [pair for pair in pairs if len(pair) == 2]
        places = [float(np.mean([place for place, _ in pair])) for pair in sums]
        draw_level(ax, places, "+", step, sums)
        left = [(place, step) for place in places] + [pair[0] for pair in pairs if len(pair) == 1]
    ax.set_title(f"by a tree: {step} steps", fontsize="medium")


def draw_chain(ax, n):
    """Draw the same sum term by term."""
    draw_level(ax, range(n), "×", 1)
    for term in range(1, n):
        before = (0, 1) if term == 1 else (term - 1, term)
        draw_level(ax, [term], "+", term + 1, [[before, (term, 1)]])
    ax.set_title(f"serially: {n} steps", fontsize="medium")


axes = plt.subplots(2, 1, figsize=(4.6, 6.4), layout="constrained", height_ratios=(4, 6))[1]
for ax, draw_sum in zip(axes, (draw_tree, draw_chain), strict=True):
    draw_sum(ax, 6)
    ax.set(xlim=(-0.6, 5.6), yticks=range(1, 5 if ax is axes[0] else 7), ylabel="step")
    ax.set(xticks=range(6), xticklabels=[f"$q_{i} k_{i}$" for i in range(1, 7)])
    ax.margins(y=0.12)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
plt.show()
