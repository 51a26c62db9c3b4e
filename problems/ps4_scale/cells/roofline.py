# What limits a step: reading memory (the slope) or arithmetic (the roof).
def draw_roofline(model=GPT2_XL, name="GPT-2 XL", peak=312e12, bandwidth=2.0e12, n=1024):
    steps = {
        f"decoding, batch {batch}": decode_intensity(n, batch, **model, bytes_per_value=2)
        for batch in (1, 8, 64, 512)
    }
    # Prefill reads the weights once for all n tokens, and writes their keys and values.
    d_head = model["d_model"] // model["n_heads"]
    written = kv_cache_bytes(model["n_layers"], model["n_heads"], d_head, n, 1, 2)
    moved = 2 * non_embedding_parameters(**model) + written
    steps[f"prefill, {n:,} tokens"] = causal_flops(n, **model) / moved
    _, ax = plt.subplots(figsize=(8, 4.4), layout="constrained")
    intensity = np.logspace(-0.5, 4, 200)
    ax.loglog(intensity, np.minimum(peak, bandwidth * intensity), "k-", label="at most")
    ax.axvline(peak / bandwidth, color="grey", linestyle=":")
    for (step, x), mark in zip(steps.items(), "oooos", strict=True):
        ax.loglog(x, min(peak, bandwidth * x), mark, label=f"{step}: {x:.3g} FLOPs per byte")
    ax.set(xlabel="FLOPs per byte", ylabel="FLOPs per second", title=f"{name}, {n:,} tokens")
    ax.legend(loc="lower right")
    plt.show()


def print_utilisation(tokens_per_second=180_000, peak=312e12):
    used = model_flops_utilisation(tokens_per_second, 1024, **GPT2_SMALL, peak_flops=peak)
    print(f"GPT-2 small trained at {tokens_per_second:,} tokens a second: {used:.1%} of the peak")


with needs("questions `parameters`, `forward_cost`, `grouped_queries` and `utilisation`"):
    draw_roofline()
    print_utilisation()
