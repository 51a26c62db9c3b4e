import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..scale import layer_depth, layer_depth_serial


# %%
# alt: Time of a layer in steps against the number of tokens: its work on one processor, lower bounds
#      for one H100 and for 1,024, the depth of a recurrent layer, and your two depths.
def layer_work(T, J, K, U):
    """Count the operations of the layer; a dot product has n products and n − 1 additions."""
    values = J // K
    projections = K * T * (2 * U + values) * (2 * J - 1)
    weights = K * T * T * (2 * U - 1) + K * T * (3 * T - 1)  # scores; exp, sum and division
    return projections + weights + K * T * values * (2 * T - 1)


def plot_time(J=512, K=8, U=64, cores=16_896, recurrent_steps=12):
    tokens = 2 ** np.arange(3, 21)
    depth = np.array([float(layer_depth(int(T), J, K, U)) for T in tokens])
    serial = np.array([float(layer_depth_serial(int(T), J, K, U)) for T in tokens])
    work = np.array([float(layer_work(int(T), J, K, U)) for T in tokens])
    recurrent = tokens * recurrent_steps  # one token after another
    figure, ax = plt.subplots(figsize=(5.5, 6.5), layout="constrained")
    ax.loglog(tokens, work, color="#7f7f7f", label="1 processor: its work")
    for boards, style, width in ((1, "--", 1.5), (1024, "-", 5)):  # wide: others lie on it
        several = np.maximum(work / (boards * cores), depth)
        label = f"{boards:,} H100{'s' if boards > 1 else ''}, {boards * cores:,} cores: at least"
        ax.loglog(tokens, several, style, linewidth=width, color="#9dbbe0", label=label)
    ax.loglog(tokens, recurrent, ":", color="#6b8e23", label="depth of a recurrent layer")
    ax.loglog(
        tokens, serial, "s-", markersize=3, color="#e6a23c", label="your depth, serial dot products"
    )
    ax.loglog(tokens, depth, "o-", markersize=3, color="#c0504d", label="your depth, trees")
    ax.set_xscale("log", base=2)
    ax.set_xticks(tokens[1::2], [f"{n:,}" for n in tokens[1::2]], fontsize=8)
    ax.set(xlabel="tokens $T$", ylabel="time (steps)")
    ax.set_title(f"A layer of width {J} with {K} heads")
    ax.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=1)
    plt.show()
    at = 7  # 1024 tokens
    print(f"{tokens[at]} tokens: {work[at]:,.0f} operations, {depth[at]:.0f} steps deep.")
    print(f"On average {work[at] / depth[at]:,.0f} processors are busy.")
    print(f"A recurrent layer takes {recurrent_steps} steps a token: {recurrent_steps - 2} for a")
    print(f"product of length {J}, one for another sum, and one for the activation.")


with needs("questions `softmax_time` and `layer_time`"):
    plot_time()
