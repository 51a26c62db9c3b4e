# Your bytes of cache against the length of the text: Llama 3 8B, and what it would be otherwise.
def plot_cache(n_layers=32, n_heads=32, n_kv_heads=8, d_head=128, batch=16, memory=80e9):
    lengths = [2**k for k in range(8, 18)]
    _, ax = plt.subplots(figsize=(7.5, 3.8), layout="constrained")
    for heads, what in (
        (n_heads, "one for each query head"),
        (n_kv_heads, "Llama 3 8B"),
        (1, "one for all"),
    ):
        cache = [kv_cache_bytes(n_layers, heads, d_head, n, batch, 2) for n in lengths]
        ax.loglog(lengths, np.array(cache) / 1e9, "o-", label=f"{heads} key–value heads: {what}")
    ax.axhline(memory / 1e9, color="firebrick", label=f"{memory / 1e9:.0f} GB of memory")
    ax.set(xlabel="tokens in each sequence", ylabel=f"cache of {batch} sequences (GB)")
    ax.legend()
    plt.show()
    for name, sizes in {
        "GPT-2 small": (12, 12, 64, 1024),
        "Llama 3 8B": (32, 8, 128, 8192),
    }.items():
        in_all = kv_cache_bytes(*sizes, 1, 2)
        print(
            f"{name}: {in_all / sizes[-1] / 1024:.0f} KiB for a token, {in_all / 2**20:,.0f} MiB for {sizes[-1]:,}"
        )


with needs("question `grouped_queries`"):
    plot_cache()
