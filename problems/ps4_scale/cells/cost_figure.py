import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..scale import causal_flops, decode_flops, dense_flops
from .models import GPT2_SMALL, GPT3


# %%
# alt: Your FLOPs per token against the length of the context, for GPT-2 small and for GPT-3: three
#      curves, dense, causal and decoding, and a dotted line at twice the cost of the maps alone.
def plot_token_cost(model=GPT2_SMALL, name="GPT-2 small", longest=2**18):
    lengths = [2**k for k in range(6, longest.bit_length())]
    curves = {
        "dense, mean of all tokens": [dense_flops(n, **model) / n for n in lengths],
        "causal, mean of all tokens": [causal_flops(n, **model) / n for n in lengths],
        "decoding the last token": [decode_flops(n, **model) for n in lengths],
    }
    _, ax = plt.subplots(figsize=(5.5, 3.4), layout="constrained")
    for (label, costs), style in zip(curves.items(), ("o-", "s-", "k--"), strict=True):
        ax.loglog(lengths, costs, style, label=label)
    maps = decode_flops(0, **model)  # a token that sees nothing
    ax.axhline(2 * maps, linestyle=":", color="grey", label="twice the maps alone")
    ax.set(xlabel="length of the context (tokens)", ylabel="FLOPs per token", title=name)
    ax.legend()
    plt.show()


with needs("question `forward_cost`"):
    plot_token_cost()
    plot_token_cost(GPT3, "GPT-3")
