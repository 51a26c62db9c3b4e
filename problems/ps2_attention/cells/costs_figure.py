def measure(function, lengths, d_v=32, r=32, patience=0.2):
    """Lengths, seconds and MB that function(V, G_K, G_Q) takes; no longer once it gets slow."""
    seconds, megabytes = [], []
    for n in lengths:
        rng = np.random.default_rng(n)
        V, G_K, G_Q = rng.normal(size=(d_v, n)), rng.random((r, n)), rng.random((r, n))
        megabytes.append(peak_megabytes(function, V, G_K, G_Q))
        seconds.append(best_time(function, V, G_K, G_Q))
        if seconds[-1] > patience:
            break
    return lengths[: len(seconds)], seconds, megabytes


def peak_megabytes(function, *arguments):
    """Memory that one call takes at its peak."""
    tracemalloc.start()
    try:
        function(*arguments)
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def best_time(function, *arguments, most=0.05):
    """Seconds that the quickest of ten calls takes, or of as many as go into `most` seconds."""
    seconds = []
    while len(seconds) < 10 and sum(seconds) < most:
        start = time.perf_counter()
        function(*arguments)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def draw_costs(**curves):
    """Draw time and memory against length, a curve for each (lengths, seconds, megabytes)."""
    _, axes = plt.subplots(1, 2, figsize=(11, 3.6), layout="constrained")
    for name, (lengths, *costs) in curves.items():
        for ax, cost in zip(axes, costs, strict=True):
            ax.loglog(lengths, cost, "o-", label=name, base=2)
    lengths, _, memory = curves["quadratic"]
    slope_2 = memory[-1] * (np.array(lengths) / lengths[-1]) ** 2
    axes[1].loglog(lengths, slope_2, "k:", label="slope 2", base=2)
    for ax, label in zip(axes, ["time (s)", "memory at its peak (MB)"], strict=True):
        ax.set_yscale("log", base=10)
        ax.set(xlabel="number of tokens $N$", ylabel=label)
        ax.legend()
    plt.show()


quadratic_costs = measure(quadratic_attention, [128, 256, 512, 1024])
draw_costs(quadratic=quadratic_costs)
