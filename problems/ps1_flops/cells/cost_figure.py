import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import TakesLong, at_large_sizes, needs
from ..flops import attention_flops, feedforward_flops


# %%
# Cost against length, by your formulas; with sliders if ipywidgets is installed.
# alt: Two plots over the sequence length, from 1 to 16,384 tokens on a logarithmic axis. Above, the
#   FLOPs of attention (circles) and of the feed-forward block (squares), with dotted lines of slopes
#   1 and 2. Below, the share of each in the FLOPs of both; attention is hatched. A vertical line
#   marks the length at which the two costs are equal, if there is one.
def cost_by_length(function, widths):
    """Return the costs at lengths 1, 2, 4, ..., until the function takes long."""
    costs = {}
    for length in (2**k for k in range(15)):
        try:
            costs[length] = at_large_sizes(function, length, patience=0.5, **widths)
        except TakesLong:
            if len(costs) < 2:
                raise
            break
    return costs


@needs("questions 2 and 4")
def plot_cost(d_in=512, d_attn=64, d_out=256, d_hidden=2048):
    widths = dict(d_in=d_in, d_attn=d_attn, d_out=d_out, d_hidden=d_hidden)
    by_length = [cost_by_length(f, widths) for f in (attention_flops, feedforward_flops)]
    lengths = np.array(sorted(by_length[0].keys() & by_length[1].keys()))
    attention, feed_forward = (np.array([c[n] for n in lengths], float) for c in by_length)
    ratio = attention / feed_forward  # it is linear in L, so that its interpolation is exact
    _, (above, below) = plt.subplots(2, 1, figsize=(5.5, 7), layout="constrained")
    above.loglog(lengths, attention, "o-", color="#c0504d", label="attention")
    above.loglog(lengths, feed_forward, "s-", color="#4f81bd", label="feed-forward block")
    above.loglog(lengths, attention[0] * (lengths / lengths[0]), "k:", label="slopes 1 and 2")
    above.loglog(lengths, attention[-1] * (lengths / lengths[-1]) ** 2, "k:")
    lowest = min(attention.min(), feed_forward.min())
    above.set(ylabel="FLOPs per sequence", title="Cost", ylim=(lowest / 3, None))
    share = 100 * attention / (attention + feed_forward)
    colors = ["#e6b8b7", "#b8cce4"]
    parts = below.stackplot(lengths, share, 100 - share, colors=colors, edgecolor="#777777")
    parts[0].set_hatch("//")
    readable = dict(facecolor="white", edgecolor="none", pad=2)
    below.text(lengths[-1] / 1.2, 5, "attention", ha="right", bbox=readable)
    below.text(lengths[0] * 1.2, 90, "feed-forward block", bbox=readable)
    below.set(xscale="log", xlim=lengths[[0, -1]], ylim=(0, 100))
    below.set(ylabel="share of the FLOPs of both (%)", title="Share of the two")
    for axes in (above, below):
        axes.set(xlabel="sequence length $L$ (tokens)")
        if ratio[0] < 1 < ratio[-1]:
            crossing = np.interp(1, ratio, lengths)
            axes.axvline(crossing, color="#444444", label=f"they cross at $L$ = {crossing:.0f}")
    if not ratio[0] < 1 < ratio[-1]:
        above.plot([], [], " ", label="they don't cross here")
    above.legend()
    plt.show()


def plot_with_sliders():
    try:
        import ipywidgets
    except ImportError:
        plot_cost()
        return
    options = [2**power for power in range(5, 14)]
    widths = dict(d_in=512, d_attn=64, d_out=256, d_hidden=2048)
    ipywidgets.interact(
        plot_cost,
        **{
            name: ipywidgets.SelectionSlider(options=options, value=value, continuous_update=False)
            for name, value in widths.items()
        },
    )


with needs("questions 2 and 4"):
    attention_flops(2, 3, 5, 7, 11), feedforward_flops(2, 3, 5, 7, 11)
    plot_with_sliders()
