import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..scale import kv_cache_bytes


# %%
# alt: The number of sequences that fit into 64 GB by your count, against their length: Llama 3 8B, the
#      same model with a key–value head for each query head, and with one for all.
def plot_cache(n_layers=32, n_heads=32, n_kv_heads=8, d_head=128, memory=80e9, weights=16e9):
    lengths = [2**k for k in range(8, 18)]
    variants = {n_heads: "one for each query head", n_kv_heads: "Llama 3 8B", 1: "one for all"}
    figure, ax = plt.subplots(figsize=(5.5, 4.5), layout="constrained")
    for (heads, name), style in zip(variants.items(), ("o-", "s--", "^:"), strict=True):
        fitting = [
            (memory - weights) // kv_cache_bytes(n_layers, n_heads, heads, d_head, n, 1, 2)
            for n in lengths
        ]
        fitting = [number or None for number in fitting]  # no point if none fits
        ax.loglog(lengths, fitting, style, label=f"key–value heads: {heads}, {name}")
    ax.set_xscale("log", base=2)
    ax.set_xticks(lengths[1::2], [f"{n:,}" for n in lengths[1::2]])
    ax.set(xlabel="tokens in each sequence", ylabel="sequences that fit")
    ax.set_title(f"{memory / 1e9:.0f} GB of memory, {weights / 1e9:.0f} GB of weights")
    ax.grid(which="both", alpha=0.3)
    figure.legend(loc="outside lower center")
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
