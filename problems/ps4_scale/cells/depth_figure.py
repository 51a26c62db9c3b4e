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
    plt.figure(figsize=(5.5, 6), layout="constrained")
    plt.loglog(tokens, work, color="#7f7f7f", label="1 processor: its work")
    for boards, style in ((1, "--"), (1024, "-.")):
        several = np.maximum(work / (boards * cores), depth)
        label = f"{boards:,} H100{'s' if boards > 1 else ''}, {boards * cores:,} cores: at least"
        plt.loglog(tokens, several, style, color="#4f81bd", label=label)
    plt.loglog(
        tokens,
        recurrent,
        ":",
        color="#9bbb59",
        label="depth of a recurrent layer, 12 steps a token",
    )
    plt.loglog(
        tokens, serial, "s-", markersize=3, color="#e6a23c", label="your depth, serial dot products"
    )
    plt.loglog(tokens, depth, "o-", markersize=3, color="#c0504d", label="your depth, trees")
    plt.xlabel("tokens $T$")
    plt.ylabel("time (steps)")
    plt.title(f"A layer of width {J} with {K} heads")
    plt.ylim(top=1e20)
    plt.legend(loc="upper left")
    plt.show()
    at = 7  # 1024 tokens
    print(f"{tokens[at]} tokens: {work[at]:,.0f} operations, {depth[at]:.0f} steps deep.")
    print(f"On average {work[at] / depth[at]:,.0f} processors are busy.")


with needs("questions `softmax_time` and `layer_time`"):
    plot_time()
