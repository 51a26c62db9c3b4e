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
        curve = np.exp(-((s - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
        ax.plot(s, curve, label="your moments")
        ax.set(title=title, ylabel="density", xlim=(-50, 50))
    axes[-1].set_xlabel("score")
    axes[0].legend(loc="upper left", fontsize="small")
    plt.show()


def draw_scaling(softmax, norm_squared, bound, n=17, draws=100):
    """Draw entropy and Jacobian of the weights against d, and the norm with its bound."""
    rng = np.random.default_rng(0)
    widths = 2 ** np.arange(2, 11)
    _, axes = plt.subplots(3, 1, figsize=(5.5, 10), layout="constrained")
    weights = {"divided by $\\sqrt{d}$": [], "unscaled": []}
    for d in widths:
        scores = np.sum(rng.normal(size=(draws, 1, d)) * rng.normal(size=(draws, n, d)), axis=2)
        for name, scale in zip(weights, (np.sqrt(d), 1), strict=True):
            weights[name].append(softmax(scores / scale))
    for (name, by_width), style in zip(weights.items(), ("o-", "x--"), strict=True):
        entropies = [np.median(-np.sum(a * np.log(a + 1e-300), axis=1)) for a in by_width]
        norms = [[norm_squared(row) for row in a] for a in by_width]
        axes[0].semilogx(widths, entropies, style, base=2, label=name)
        axes[1].loglog(widths, np.sqrt(np.maximum(np.median(norms, axis=1), 0)), style)
        eps = 1 - np.max(by_width, axis=2)
        axes[2].loglog(eps.ravel(), np.ravel(norms), style[0], markersize=3, label=name)
    axes[0].axhline(np.log(n), color="grey", linewidth=0.8)
    axes[0].text(4, np.log(n) + 0.05, "all weights equal", color="grey")
    axes[0].set(title=f"entropy of {n} weights (nats)", xlabel="$d$", ylim=(0, 3.3))
    axes[0].legend(loc="lower left")
    axes[1].set_xscale("log", base=2)
    axes[1].set(title=r"norm of the Jacobian, $\|J\|_F$", xlabel="$d$")
    eps = np.geomspace(1e-8, 0.5, 50)
    axes[2].loglog(eps, [bound(n, e) for e in eps], "k", label="your bound", zorder=3)
    axes[2].set(title=r"$\|J\|_F^2$ of each draw", xlabel=r"$\varepsilon$ = 1 − largest weight")
    axes[2].set(xlim=(1e-8, 1), ylim=(1e-16, 10))
    axes[2].legend(loc="upper left")
    plt.show()
