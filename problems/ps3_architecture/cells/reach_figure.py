import matplotlib.pyplot as plt


# %%
# alt: Two grids of 17 positions and three layers. With one head that copies from the left neighbour,
#      4 positions of the input reach the node at the top; with two heads that copy from both
#      neighbours, 7 positions do. Solid lines are heads, dotted lines residual connections.
def positions_below(positions, offsets, n_tokens):
    """Return the positions whose values reach these ones, through heads at these offsets."""
    moved = {at + offset for at in positions for offset in (0, *offsets)}
    return {at for at in moved if 0 <= at < n_tokens}


def draw_reach(name, layers, n_tokens=17, axes=None):
    """Draw the positions that reach a node. layers: offsets of the heads, from the top down."""
    if axes is None:
        _, axes = plt.subplots(figsize=(5.5, 2.5), layout="constrained")
    reached = [{n_tokens // 2}]
    for offsets in layers:
        reached.append(positions_below(reached[-1], offsets, n_tokens))
    for depth, offsets in enumerate(layers):
        for at in reached[depth]:
            for below in positions_below({at}, offsets, n_tokens):
                own = below == at
                ends = [at, below], [len(layers) - depth, len(layers) - depth - 1]
                colour, style, width = ("#777777", ":", 1.2) if own else ("#4f81bd", "-", 1.6)
                axes.plot(*ends, color=colour, ls=style, lw=width, zorder=1)
    for depth, positions in enumerate(reached):
        colours = ["#c0504d" if at in positions else "white" for at in range(n_tokens)]
        heights = [len(layers) - depth] * n_tokens
        axes.scatter(range(n_tokens), heights, c=colours, edgecolors="#888888", s=42, zorder=2)
    names = ["input", *(f"layer {number}" for number in range(1, len(layers) + 1))]
    axes.set_yticks(range(len(layers) + 1), names)
    axes.set(
        xlabel="position in the text",
        title=f"{name}: {len(reached[-1])} positions of the input reach the node",
    )
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


both = plt.subplots(2, 1, figsize=(5.5, 5), layout="constrained")[1]
draw_reach("one head", [(-1,), (-1,), (-1,)], axes=both[0])  # the left neighbour
draw_reach("two heads", [(-1, 1), (-1, 1), (-1, 1)], axes=both[1])  # both neighbours
for label, look in (("head", "-"), ("residual connection", ":")):
    both[0].plot([], [], look, color="#4f81bd" if look == "-" else "#777777", label=label)
both[0].legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=2, frameon=False)
plt.show()
