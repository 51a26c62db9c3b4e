import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import parameter_ledger, state_bytes
from .models import H100, LLAMA3_8B


# %%
# alt: Bars: your bytes on each card while Llama 3 8B trains on 1 to 64 cards, for stages 0 to 3,
#      and a line at 80 GB.
def draw_state(memory=H100["memory"]):
    n_params = sum(parameter_ledger(**LLAMA3_8B).values())
    cards = [2**k for k in range(7)]
    _, ax = plt.subplots(figsize=(5.5, 3.4), layout="constrained")
    for stage, hatch in enumerate(("", "///", "...", "xx")):
        places = np.arange(len(cards)) + 0.2 * (stage - 1.5)
        sizes = [state_bytes(n_params, n_cards, stage) / 1e9 for n_cards in cards]
        ax.bar(places, sizes, 0.18, hatch=hatch, edgecolor="white", label=f"stage {stage}")
    ax.axhline(memory / 1e9, color="black", linestyle=":", label=f"{memory / 1e9:.0f} GB")
    ax.set_xticks(range(len(cards)), cards)
    ax.set(xlabel="cards", ylabel="state on each (GB)")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=5, fontsize=7, frameon=False)
    plt.show()
    print("GB on each of", "".join(f"{n_cards:7}" for n_cards in cards), "cards")
    for stage in range(4):
        sizes = [state_bytes(n_params, n_cards, stage) / 1e9 for n_cards in cards]
        print(f"stage {stage}     ", "".join(f"{size:7.1f}" for size in sizes))


with needs("questions 1.1 and 2.1"):
    draw_state()
