import matplotlib.pyplot as plt
import numpy as np

# %%
# Figures of scores and of the Jacobian.
CASES = {  # title: d, mean_q, var_q, mean_k, var_k
    "GPT-2 small: heads of 64": (64, 0, 1, 0, 1),
    "Llama 3.1 70B: heads of 128": (128, 0, 1, 0, 1),
    "heads of 64, queries and keys with a mean": (64, -0.5, 1, 0.5, 2),
}


def draw_scores(moments, cases=CASES):
    """Draw simulated scores, and normal curves with the moments of the answer."""
    rng = np.random.default_rng(2)
    _, axes = plt.subplots(3, 1, figsize=(5.5, 6.5), sharex=True, layout="constrained")
    for ax, (title, (d, mean_q, var_q, mean_k, var_k)) in zip(axes, cases.items(), strict=True):
        q = rng.normal(mean_q, var_q**0.5, size=(5000, d))
        k = rng.normal(mean_k, var_k**0.5, size=(5000, d))
        ax.hist(np.sum(q * k, axis=1), bins=60, density=True, color="lightgrey", label="simulated")
        mean, variance = moments(d, mean_q, var_q, mean_k, var_k)
        s = np.linspace(-50, 50, 501)
        if variance > 0:
            curve = np.exp(-((s - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
            ax.plot(s, curve, label="your moments")
        ax.set(title=title, ylabel="density", xlim=(-50, 50))
    axes[-1].set_xlabel("score")
    axes[0].legend(loc="upper left", fontsize="small")
    plt.show()


def draw_scaling(norm_squared, bound, n_draws=((1024, 80), (16, 400))):
    """Draw the norm of the Jacobian against d, and its square with the bound."""
    rng = np.random.default_rng(0)
    widths = 2 ** np.arange(2, 11)
    _, axes = plt.subplots(2, 1, figsize=(5.5, 7.5), layout="constrained")
    for (n, draws), marker in zip(n_draws, "so", strict=True):
        for name, line in (("divided by $\\sqrt{d}$", "-"), ("unscaled", "--")):
            norms, eps = [], []
            for d in widths:
                # Scores of normal queries and keys, without the keys: these would take long.
                size = np.sqrt(rng.chisquare(d, size=(draws, 1)))
                scores = size * rng.normal(size=(draws, n)) / (d**0.5 if line == "-" else 1)
                weights = np.exp(scores)
                weights /= weights.sum(axis=1)[:, None]
                norms.append([float(norm_squared(a)) for a in weights])
                eps.append(1 - weights.max(axis=1))
            medians = np.sqrt(np.maximum(np.median(norms, axis=1), 0))
            look: dict = {"label": f"{n:,} keys, {name}", "marker": marker}
            axes[0].loglog(widths, medians, line, **look)
            look |= {"markerfacecolor": "none", "zorder": 3} if line == "-" else {}
            axes[1].loglog(np.ravel(eps), np.ravel(norms), linestyle="", markersize=3, **look)
    axes[0].set_xscale("log", base=2)
    axes[0].set(title="$\\|J\\|_F$, median of many draws", xlabel="width $d$")
    axes[0].text(4, 0.017, "1,024 keys share the weight", fontsize="small")
    axes[0].legend(loc="lower left", fontsize="small")
    eps = np.geomspace(1e-8, 0.5, 50)
    axes[1].loglog(eps, [bound(1024, e) for e in eps], "k", label="your bound, $n$ = 1,024")
    axes[1].set(title=r"$\|J\|_F^2$ of each draw", xlabel=r"$\varepsilon$ = 1 − largest weight")
    axes[1].set(xlim=(1e-8, 1.2), ylim=(1e-16, 10))
    axes[1].legend(loc="upper left", fontsize="small")
    plt.show()
