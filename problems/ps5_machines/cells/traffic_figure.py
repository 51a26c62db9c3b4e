import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import forward_ledger, naive_traffic, roofline_seconds, tiled_traffic
from .models import H100, LLAMA3_8B


# %%
# alt: The time of a layer's attention against the length of the text, by your counts: in three
#      steps and in tiles, with the time of the arithmetic alone.
def plot_traffic(model=LLAMA3_8B, machine=H100, blocks=(128, 512)):
    n_layers, n_heads, d_head = (model[name] for name in ("n_layers", "n_heads", "d_head"))
    lengths = [2**k for k in range(9, 18)]
    counts = {"in three steps": lambda n: naive_traffic(n, d_head)}
    for block in blocks:

        def in_blocks(n, block=block):
            return tiled_traffic(n, d_head, block)

        counts[f"tiles of {block} queries"] = in_blocks

    def milliseconds(n, numbers):
        flops = forward_ledger(n, **model)["scores_and_sums"] / n_layers
        n_bytes = n_heads * 2 * numbers
        return 1e3 * roofline_seconds(flops, n_bytes, machine["peak_flops"], machine["bandwidth"])

    _, ax = plt.subplots(figsize=(5.5, 3.8), layout="constrained")
    for (label, count), mark in zip(counts.items(), "os^", strict=False):
        ax.loglog(lengths, [milliseconds(n, count(n)) for n in lengths], mark + "-", label=label)
    roof = [milliseconds(n, 0) for n in lengths]
    ax.loglog(lengths, roof, "k--", label="the roof: arithmetic alone")
    ax.set_xscale("log", base=2)
    ax.set(xlabel="tokens $L$", ylabel="milliseconds, at least", title="Llama 3 8B, a layer, H100")
    ax.legend()
    plt.show()
    n = 16_384
    for label, count in counts.items():
        print(f"{n:,} tokens, {label:18}{milliseconds(n, count(n)):6.1f} ms")


with needs("questions 1.2 and 3.1"):
    plot_traffic()
