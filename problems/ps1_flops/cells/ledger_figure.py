import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import at_large_sizes, needs
from ..flops import GPT2_SMALL, backward_ledger
from .lines import LEDGER_LINES


# %%
# Your ledger, for a short and a long sequence.
# alt: Two markers for each of the 15 lines of the ledger, from dyhat to dWv, joined by a line: its
#   share of the FLOPs of the backward pass at 1,000 tokens (a hollow circle) and at 128,000 tokens
#   (a filled square), in percent on a logarithmic axis. A line that costs nothing has no marker.
def draw_ledger(widths=GPT2_SMALL, lengths=(1_000, 128_000)):
    ledgers = [at_large_sizes(backward_ledger, length, **widths) for length in lengths]
    short, long = (
        np.array([100 * ledger.get(line, 0) / sum(ledger.values()) for line in LEDGER_LINES], float)
        for ledger in ledgers
    )
    _, axes = plt.subplots(figsize=(5.5, 6), layout="constrained")
    places = np.arange(len(LEDGER_LINES))
    seen = (short > 0) & (long > 0)
    axes.hlines(places[seen], short[seen], long[seen], color="#777777")
    labels = [f"{length:,} tokens" for length in lengths]
    axes.plot(short[seen], places[seen], "o", mfc="white", mec="#4f81bd", label=labels[0])
    axes.plot(long[seen], places[seen], "s", color="#c0504d", label=labels[1])
    axes.set_yticks(places, LEDGER_LINES)
    axes.set(xscale="log", xlabel="share of the backward pass (%), logarithmic")
    axes.grid(axis="x", color="lightgrey")
    axes.set_axisbelow(True)
    axes.invert_yaxis()
    axes.legend()
    plt.show()


with needs("the ledger"):
    draw_ledger()
