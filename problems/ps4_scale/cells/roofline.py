# What limits a step: reading memory (the slope) or arithmetic (the roof).
def draw_roofline(model=GPT2_XL, name="GPT-2 XL", peak=312e12, bandwidth=2.0e12, n=1024):
    _, ax = plt.subplots(figsize=(8, 4.4), layout="constrained")
    intensity = np.logspace(-0.5, 4, 200)
    ax.loglog(intensity, np.minimum(peak, bandwidth * intensity), "k-", label="at most")
    ax.axvline(peak / bandwidth, color="grey", linestyle=":")
    for batch in (1, 8, 64, 512):
        x = decode_intensity(n, batch, **model, bytes_per_value=2)
        ax.loglog(x, min(peak, bandwidth * x), "o", label=f"decoding, batch {batch}: {x:.1f}")
    # Prefill reads the weights once for all n tokens, and writes their keys and values.
    d_head = model["d_model"] // model["n_heads"]
    written = kv_cache_bytes(model["n_layers"], model["n_heads"], d_head, n, 1, 2)
    x = causal_flops(n, **model) / (2 * non_embedding_parameters(**model) + written)
    ax.loglog(x, min(peak, bandwidth * x), "s", label=f"prefill, {n} tokens: {x:.0f}")
    ax.set(
        xlabel="FLOPs per byte", ylabel="FLOPs per second", title=f"{name}, context of {n} tokens"
    )
    ax.legend(loc="lower right")
    plt.show()
    used = model_flops_utilisation(180_000, 1024, **GPT2_SMALL, peak_flops=peak)
    print(
        f"GPT-2 small trained at 180,000 tokens per second on this machine: {used:.1%} of its peak"
    )


with needs("questions `parameters`, `forward_cost`, `grouped_queries` and `utilisation`"):
    draw_roofline()
