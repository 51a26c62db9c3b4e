import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..architecture import crossover_seq_len, multi_head_flops


# %%
# alt: Two log–log plots, for GPT-2 small and Llama 3.1 70B: FLOPs of a layer against the number of
#      tokens. Lines grow with N (projections, with and without a feed-forward block) and with N²
#      (scores and weighted sums). Vertical lines mark your crossovers and the longest text.
def product(m, n, p):
    """Return the FLOPs of an m × n matrix times an n × p one (P2), as a float."""
    return 2.0 * m * n * p


def draw_bottleneck(n_heads=12, d_head=64, ffn_mult=4, in_use=1_024, axes=None):
    if axes is None:
        _, axes = plt.subplots(figsize=(5.5, 4), layout="constrained")
    d = n_heads * d_head
    lengths = np.array([2**k for k in range(6, 19)])

    def cost(n):
        return multi_head_flops(n, n, d_head, n_heads)

    # A cost aN + bN² is 2aN + 4bN² at twice the length.
    quadratic = np.array([(cost(int(2 * n)) - 2 * cost(int(n))) / 2 for n in lengths], float)
    linear = np.array([cost(int(n)) for n in lengths], float) - quadratic
    feed_forward = product(lengths, d, ffn_mult * d) + product(lengths, ffn_mult * d, d)
    axes.loglog(lengths, linear, "o-", color="#4f81bd", ms=3, label="projections: $N$")
    axes.loglog(
        lengths,
        linear + feed_forward,
        "o--",
        color="#4f81bd",
        ms=3,
        label="with feed-forward block",
    )
    axes.loglog(lengths, quadratic, "s-.", color="#c0504d", ms=3, label="scores and sums: $N^2$")
    for mult, style in ((0, "-"), (ffn_mult, "--")):
        crossing = crossover_seq_len(d, mult)
        if crossing > 0:
            axes.axvline(
                crossing,
                color="#444444",
                ls=style,
                lw=1,
                label=f"your crossover, $f={mult}$: {crossing:,.0f}",
            )
    axes.axvline(in_use, color="#9bbb59", lw=5, alpha=0.5, label=f"longest text: {in_use:,}")
    axes.set(xlabel="tokens $N$", ylabel="FLOPs per layer", title=f"GPT-2 small: $D$ = {d:,}")
    axes.legend(fontsize="small")


def draw_both():
    _, both = plt.subplots(2, 1, figsize=(5.5, 8.6), layout="constrained")
    draw_bottleneck(axes=both[0])
    draw_bottleneck(n_heads=64, d_head=128, in_use=131_072, axes=both[1])
    both[1].set_title("Llama 3.1 70B, with keys for each head: $D$ = 8,192", fontsize="medium")
    plt.show()


with needs("questions 2.1 and 2.2"):
    crossover_seq_len(768, 4)
    draw_both()
