import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import at_large_sizes, needs
from ..flops import GPT2_SMALL, backward_ledger
from .lines import LEDGER_LINES


# %%
# Your ledger as bars, for a short and a long sequence.
# alt: Bars for the 15 lines of the ledger, from dyhat to dWv. Each line has two: its share of the
#   FLOPs of the backward pass at 1,000 tokens (plain) and at 8,000 tokens (hatched), in percent.
def draw_ledger(widths=GPT2_SMALL, lengths=(1_000, 8_000)):
    ledgers = [at_large_sizes(backward_ledger, length, **widths) for length in lengths]
    _, axes = plt.subplots(figsize=(5.5, 6), layout="constrained")
    places = np.arange(len(LEDGER_LINES))
    for place, length, ledger in zip((0, 1), lengths, ledgers, strict=True):
        shares = [100 * ledger.get(line, 0) / sum(ledger.values()) for line in LEDGER_LINES]
        bars = axes.barh(places + 0.4 * place - 0.2, shares, height=0.4, edgecolor="white")
        for bar in bars if place else ():
            bar.set_hatch("////")
        bars.set_label(f"{length:,} tokens")
    axes.set_yticks(places, LEDGER_LINES)
    axes.set(xlabel="share of the backward pass (%)")
    axes.grid(axis="x", color="lightgrey")
    axes.set_axisbelow(True)
    axes.invert_yaxis()
    axes.legend()
    plt.show()


with needs("the ledger"):
    draw_ledger()
