import matplotlib.pyplot as plt
import numpy as np

# %%
# Memory, time and FLOPs of both forms of attention, and figures of them.
import time
import tracemalloc


def peak_megabytes(function, *arguments):
    """Return the peak memory of one call, in MB."""
    tracemalloc.start()
    try:
        function(*arguments)
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def milliseconds(function, *arguments):
    """Return the time of the fastest of 3 to 30 calls, in milliseconds.

    Threads of matrix products make some calls much slower.
    """
    times = []
    while len(times) < 3 or (len(times) < 30 and sum(times) < 300):
        start = time.perf_counter()
        function(*arguments)
        times.append(1e3 * (time.perf_counter() - start))
    return min(times)


def measured(function, lengths, d_v=7, r=7, patience=1000):
    """Return lengths, memory (MB) and time (ms) of function(V, G_K, G_Q).

    Longer inputs are left out after a call that takes more than `patience` milliseconds.
    """
    rows = []
    for n in lengths:
        rng = np.random.default_rng(n)
        arguments = rng.normal(size=(d_v, n)), rng.random((r, n)), rng.random((r, n))
        rows.append((n, peak_megabytes(function, *arguments), milliseconds(function, *arguments)))
        if rows[-1][-1] > patience:
            break
    return np.transpose(rows)


def draw_costs(quadratic, linear):
    """Draw memory and time of both forms against the length."""
    curves = {"quadratic": measured(quadratic, [128, 256, 512, 1024])}
    curves["yours"] = measured(linear, [128, 256, 512, 1024, 2048, 4096])
    _, axes = plt.subplots(2, 1, figsize=(5.5, 7), layout="constrained")
    for name, (lengths, *costs) in curves.items():
        style = "o-" if name == "quadratic" else "s-."
        for ax, cost in zip(axes, costs, strict=True):
            ax.loglog(lengths, cost, style, label=name)
    lengths, memory, _ = curves["quadratic"]
    for slope, style in ((2, ":"), (1, "--")):
        line = memory[0] * (lengths / lengths[0]) ** slope
        axes[0].loglog(lengths, line, f"k{style}", linewidth=0.8, label=f"slope {slope}")
    for ax, title in zip(
        axes, ["peak memory (MB)", "fastest call on this machine (ms)"], strict=True
    ):
        ax.set_xscale("log", base=2)
        ax.set(xlabel="number of tokens $L$", title=title)
        ax.legend(fontsize="small")
    plt.show()


def draw_crossover(linear, quadratic, crossover):
    """Draw the FLOPs of one head against the length, and mark the crossover."""
    _, axes = plt.subplots(2, 1, figsize=(5.5, 7), layout="constrained")
    models = [("GPT-2 small", 64, 1024), ("Llama 3.1 70B", 128, 131072)]
    for ax, (name, d, context) in zip(axes, models, strict=True):
        lengths = np.unique(np.geomspace(1, context, 60).astype(int)).tolist()
        for count, label, style in [(quadratic, "quadratic", "-"), (linear, "linear", "--")]:
            try:
                flops = [float(count(n, d, d)) for n in lengths]
            except RecursionError:
                plt.close()
                print("Your counts call themselves too often: the figure needs a closed formula.")
                return
            ax.loglog(lengths, flops, style, label=label)
        cross = crossover(d, d)
        ax.axvline(cross, color="grey", linewidth=0.8)
        ax.text(cross, ax.get_ylim()[0], f" $L$ = {cross}", va="bottom", color="grey")
        share = quadratic(context, d, d) / linear(context, d, d)
        title = f"{name}, {context:,} tokens: {share:,.0f} times cheaper"
        ax.set(title=title, xlabel="number of tokens $L$", ylabel="FLOPs of one head, $R = D_v$")
        ax.legend(loc="upper left")
    plt.show()


def draw_linear_weights(linear, causal, n=11, r=3):
    """Draw the weights of both forms: if the values are the identity, the output is the weights."""
    rng = np.random.default_rng(11)
    G_K, G_Q = rng.random((2, r, n)) ** 3
    _, axes = plt.subplots(1, 2, figsize=(5.5, 2.8), layout="constrained")
    for ax, (title, form) in zip(axes, {"5.2": linear, "5.6, causal": causal}.items(), strict=True):
        image = ax.imshow(form(np.eye(n), G_K, G_Q), cmap="Blues", vmin=0, vmax=1)
        ax.set(title=f"{title}: weights ($V = I$)", xlabel="query $t$")
        ax.set_xticks(range(0, n, 5), range(1, n + 1, 5))
        ax.set_yticks(range(0, n, 5), range(1, n + 1, 5))
    axes[0].set_ylabel("key $m$")
    plt.colorbar(image, ax=axes, label="weight", shrink=0.7)
    plt.show()
