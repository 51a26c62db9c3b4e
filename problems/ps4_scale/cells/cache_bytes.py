import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..scale import kv_cache_bytes


# %%
# alt: Your gigabytes of cache for 16 sequences against their length: Llama 3 8B, the same model with
#      a key–value head for each query head, and with one for all; a line marks 80 GB of memory.
def plot_cache(n_layers=32, n_heads=32, n_kv_heads=8, d_head=128, batch=16, memory=80e9):
    lengths = [2**k for k in range(8, 18)]
    variants = {n_heads: "one for each query head", n_kv_heads: "Llama 3 8B", 1: "one for all"}
    caches = {
        heads: [
            kv_cache_bytes(n_layers, n_heads, heads, d_head, n, batch, 2) / 1e9 for n in lengths
        ]
        for heads in variants
    }
    _, ax = plt.subplots(figsize=(5.5, 3.4), layout="constrained")
    for (heads, cache), style in zip(caches.items(), ("o-", "s--", "^:"), strict=True):
        ax.loglog(lengths, cache, style, label=f"key–value heads: {heads}, {variants[heads]}")
    ax.axhline(
        memory / 1e9, color="firebrick", linestyle="-.", label=f"{memory / 1e9:.0f} GB of memory"
    )
    ax.set(xlabel="tokens in each sequence", ylabel=f"cache of {batch} sequences (GB)")
    ax.legend()
    plt.show()


def print_cache():
    models = {"GPT-2 small": (12, 12, 12, 64, 1024), "Llama 3 8B": (32, 32, 8, 128, 8192)}
    for name, (n_layers, n_heads, n_kv_heads, d_head, n) in models.items():
        sizes = (n_layers, n_heads, n_kv_heads, d_head)
        token, text = (kv_cache_bytes(*sizes, tokens, 1, 2) for tokens in (1, n))
        print(f"{name}: {token / 1024:.0f} KiB for a token, {text / 2**20:,.0f} MiB for {n:,}")


with needs("question `grouped_queries`"):
    plot_cache()
    print_cache()
