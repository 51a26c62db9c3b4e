import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import combine, scan_depth


# %%
# alt: The rounds of a scan of 16 tokens by your merge: a number for each element says how many
#      tokens it covers. Then your number of rounds and the steps of a loop, against the length.
def draw_rounds(T=16):
    """Draw the rounds. With a_t = 1 and unit vectors b_t, b shows the tokens of an element."""
    found, step, rows = [(np.ones(T), row) for row in np.eye(T)], 1, []
    while True:
        rows.append([np.flatnonzero(b) for _, b in found])
        if step >= T:
            break
        merged = [combine(*both) for both in zip(found, found[step:], strict=False)]
        found, step = found[:step] + merged, 2 * step
    _, ax = plt.subplots(figsize=(5.5, 3.8), layout="constrained")
    for y, row in enumerate(rows):
        for t, known in enumerate(row):
            if y and t >= 2 ** (y - 1):
                ax.plot([t - 2 ** (y - 1), t], [y - 1, y], color="tab:orange", linewidth=1)
            if y:
                ax.plot([t, t], [y - 1, y], color="lightgrey", linewidth=1, zorder=0)
            done = len(known) == t + 1
            ax.plot(t, y, "o", markersize=14, color="tab:blue" if done else "lightgrey")
            colour = "white" if done else "black"
            ax.text(t, y, str(len(known)), ha="center", va="center", color=colour, fontsize=8)
    ax.set_xticks(range(T), map(str, range(1, T + 1)), fontsize=8)
    ax.set_yticks(range(len(rows)))
    ax.set(xlabel="token $t$", ylabel="round", ylim=(len(rows) - 0.5, -0.5))
    ax.set_title(
        "number of tokens that an element covers; filled: all up to $t$", fontsize="medium"
    )
    plt.show()


def plot_depths():
    lengths = [2**k for k in range(1, 18)]
    curves = {
        "loop: a token in each step": lengths,
        "your scan: rounds": [scan_depth(T) for T in lengths],
    }
    _, ax = plt.subplots(figsize=(5.5, 3.4), layout="constrained")
    for (label, numbers), style in zip(curves.items(), ("o-", "s--"), strict=True):
        ax.loglog(lengths, numbers, style, markersize=4, label=label)
    ax.set(xlabel="tokens $L$", ylabel="steps or rounds")
    ax.legend()
    plt.show()


with needs("question 4.3"):
    draw_rounds()
    plot_depths()
