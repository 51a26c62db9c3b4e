import matplotlib.pyplot as plt
import numpy as np


# %%
# alt: The largest weight against the width d, from 4 to 1,024, for 16 and for 1,024 keys. Divided by
#      the root of d, it stays near 0.2 and near 0.015. Unscaled, it rises towards 1: with 16 keys
#      it is 0.9 at d = 64, with 1,024 keys 0.7 at d = 64 and 0.9 at d = 128.
def draw_largest_weight(draws=400):
    """Draw the median of the largest weight, for normal queries and keys, against d."""
    rng = np.random.default_rng(4)
    widths = 2 ** np.arange(2, 11)
    _, ax = plt.subplots(figsize=(5.5, 4.2), layout="constrained")
    for n, marker in ((16, "o"), (1024, "s")):
        for name, line in (("unscaled", "--"), ("divided by $\\sqrt{d}$", "-")):
            largest = []
            for d in widths:
                # Scores of normal queries and keys, without the keys: these would take long.
                size = np.sqrt(rng.chisquare(d, size=(draws, 1)))
                scores = size * rng.normal(size=(draws, n)) / (d**0.5 if line == "-" else 1)
                powers = np.exp(scores)
                largest.append(np.median(powers.max(axis=1) / powers.sum(axis=1)))
            ax.plot(widths, largest, marker + line, label=f"{n:,} keys, {name}")
    ax.set_xscale("log", base=2)
    ax.set(title=f"largest weight, median of {draws} draws", xlabel="width $d$", ylim=(0, 1.05))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, fontsize="small")
    plt.show()


draw_largest_weight()
