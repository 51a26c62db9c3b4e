import matplotlib.pyplot as plt


# %%
# Which tokens reach the node at the top: an example with badly chosen heads.
def positions_below(positions, offsets, n_tokens):
    """From where the values at these positions come in a layer with heads at these offsets."""
    moved = {at + offset for at in positions for offset in (0, *offsets)}
    return {at for at in moved if 0 <= at < n_tokens}


def draw_reach(layers, n_tokens=17, axes=None):
    """layers: from the top down, the offsets at which the heads of a layer look."""
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
                axes.plot(
                    *ends, color="#999999" if own else "#4f81bd", lw=1 if own else 1.6, zorder=1
                )
    for depth, positions in enumerate(reached):
        colours = ["#c0504d" if at in positions else "white" for at in range(n_tokens)]
        heights = [len(layers) - depth] * n_tokens
        axes.scatter(range(n_tokens), heights, c=colours, edgecolors="#888888", s=42, zorder=2)
    names = ["input", *(f"layer {number}" for number in range(1, len(layers) + 1))]
    axes.set_yticks(range(len(layers) + 1), names)
    axes.set(xlabel="position in the text", title=f"{len(reached[-1])} positions reach the node")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


_, both = plt.subplots(2, 1, figsize=(5.5, 5), layout="constrained")
draw_reach([(-1,), (-1,), (-1,)], axes=both[0])  # one head: the token before
draw_reach([(-1, 1), (-1, 1), (-1, 1)], axes=both[1])  # two heads: both neighbours
plt.show()
