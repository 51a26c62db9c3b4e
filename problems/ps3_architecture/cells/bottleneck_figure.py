import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..architecture import crossover_seq_len, multi_head_flops


# %%
# alt: Two log–log plots, for GPT-2 small and Llama 3.1 70B: FLOPs in a block against the number of
#      tokens L, of attention by your 2.1. One line is the part that grows with L, another the part that
#      grows with L². A dashed line shows all other products for f = 4, by your crossover. Vertical
#      lines mark your crossovers and the longest text.
def draw_bottleneck(n_heads=12, d_head=64, ffn_mult=4, in_use=1_024, axes=None):
    if axes is None:
        _, axes = plt.subplots(figsize=(5.5, 4), layout="constrained")
    d = n_heads * d_head
    lengths = np.array([2**k for k in range(6, 19)])

    def cost(n):
        return multi_head_flops(n, n, d_head, n_heads)

    # A cost aL + bL² is 2aL + 4bL² at twice the length.
    quadratic = np.array([(cost(int(2 * n)) - 2 * cost(int(n))) / 2 for n in lengths], float)
    linear = np.array([cost(int(n)) for n in lengths], float) - quadratic
    axes.loglog(lengths, linear, "o-", color="#4f81bd", ms=3, label="grows with $L$")
    axes.loglog(lengths, quadratic, "s-.", color="#c0504d", ms=3, label="grows with $L^2$")
    for mult, style in ((0, "-"), (ffn_mult, "--")):
        crossing = crossover_seq_len(d, mult)
        if crossing <= 0:
            continue
        label = f"your crossover, $f={mult}$: {crossing:,.0f}"
        axes.axvline(crossing, color="#444444", ls=style, lw=1, label=label)
        if mult:  # what grows with L and reaches the other curve at the crossover
            others = quadratic[0] * crossing * lengths / lengths[0] ** 2
            label = f"all other products, $f={mult}$, by your crossover"
            axes.loglog(lengths, others, "--", color="#4f81bd", label=label)
    axes.axvline(in_use, color="#9bbb59", lw=5, alpha=0.5, label=f"longest text: {in_use:,}")
    axes.set(xlabel="tokens $L$", ylabel="FLOPs in a block")
    axes.set_title(f"GPT-2 small: $D$ = {d:,}")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2)


def draw_both():
    _, both = plt.subplots(2, 1, figsize=(5.5, 9.4), layout="constrained")
    draw_bottleneck(axes=both[0])
    draw_bottleneck(n_heads=64, d_head=128, in_use=131_072, axes=both[1])
    both[1].set_title("Llama 3.1 70B, simplified: $D$ = 8,192")
    plt.show()


with needs("questions 2.1 and 2.2"):
    crossover_seq_len(768, 4)
    draw_both()
