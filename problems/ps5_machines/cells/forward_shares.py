import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import forward_ledger
from .models import FORWARD_LINES, LLAMA3_8B, LLAMA3_70B, LLAMA3_405B


# %%
# alt: The shares of your four lines in the FLOPs of a forward pass, against the length of the
#      sequence, for Llama 3 8B, 70B and 405B.
def draw_forward_shares(longest=2**17):
    models = {"Llama 3 8B": LLAMA3_8B, "70B": LLAMA3_70B, "405B": LLAMA3_405B}
    lengths = [2**k for k in range(9, longest.bit_length())]
    figure, axes = plt.subplots(3, 1, figsize=(5.5, 8), sharex=True, layout="constrained")
    for ax, (name, sizes) in zip(axes, models.items(), strict=True):
        ledgers = [forward_ledger(n, **sizes) for n in lengths]
        shares = [
            [100 * each[line] / sum(each.values()) for each in ledgers] for line in FORWARD_LINES
        ]
        areas = ax.stackplot(lengths, shares, labels=FORWARD_LINES, edgecolor="white")
        for area, hatch in zip(areas, ("", "///", "...", "xx"), strict=True):
            area.set_hatch(hatch)
        ax.set(title=name, ylabel="share of FLOPs (%)", xscale="log", ylim=(0, 100))
        ax.margins(x=0)
    figure.legend(
        *axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4, fontsize=8
    )
    axes[-1].set(xlabel="tokens in the sequence")
    axes[-1].set_xscale("log", base=2)
    plt.show()
    ledger = forward_ledger(2048, **LLAMA3_8B)
    shares = [f"{line} {count / sum(ledger.values()):.1%}" for line, count in ledger.items()]
    print("Llama 3 8B, 2,048 tokens:", ", ".join(shares))


with needs("question 1.2"):
    draw_forward_shares()
