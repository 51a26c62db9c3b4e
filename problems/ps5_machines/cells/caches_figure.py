import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import mixed_cache_bytes, mla_cache_bytes
from .models import LLAMA3_8B, LLAMA3_405B


# %%
# alt: The bytes of one sequence's cache against its length, for four models, by your counts.
def llama_cache(model, n):
    layers, heads = model["n_layers"], model["n_kv_heads"]
    return mixed_cache_bytes(n, layers, 1, n, heads, model["d_head"], 2)


CACHES = {
    "Llama 3 405B": lambda n: llama_cache(LLAMA3_405B, n),
    "Llama 3 8B": lambda n: llama_cache(LLAMA3_8B, n),
    "Gemma 3 27B": lambda n: mixed_cache_bytes(n, 62, 6, 1024, 16, 128, 2),
    "DeepSeek-V3": lambda n: mla_cache_bytes(n, 61, 512, 64, 2),
}


def plot_caches():
    lengths = [2**k for k in range(7, 18)]
    _, ax = plt.subplots(figsize=(5.5, 3.8), layout="constrained")
    for (name, cache), mark in zip(CACHES.items(), "so^v", strict=True):
        ax.loglog(lengths, [cache(n) / 1e9 for n in lengths], mark + "-", label=name)
    ax.axvline(1024, color="grey", linestyle=":")
    ax.set_xscale("log", base=2)
    ax.set(xlabel="tokens $L$", ylabel="GB for one sequence")
    ax.legend()
    plt.show()
    print(f"{'cache of':14}{'1 token (bytes)':>18}{'131,072 tokens (GB)':>22}")
    for name, cache in CACHES.items():
        print(f"{name:14}{cache(1):18,}{cache(131_072) / 1e9:22.2f}")


with needs("question 4.2"):
    plot_caches()
