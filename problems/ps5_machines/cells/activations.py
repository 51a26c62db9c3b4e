import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import activation_bytes, largest_batch, parameter_ledger, state_bytes
from .models import H100, LLAMA3_8B

# %%
# alt: Bars: your bytes on each of 8 cards that train Llama 3 8B with one sequence each. Each stage
#      has a bar for each mode, with state and activations, and there is a line at 80 GB.
MODES = ("all", "tiled", "recompute")


def draw_training(n=8192, n_cards=8, memory=H100["memory"]):
    sizes = {name: size for name, size in LLAMA3_8B.items() if name != "vocab_size"}
    n_params = sum(parameter_ledger(**LLAMA3_8B).values())
    held = {mode: activation_bytes(mode, 1, n, **sizes) / 1e9 for mode in MODES}
    states = [state_bytes(n_params, n_cards, stage) / 1e9 for stage in range(4)]
    _, ax = plt.subplots(figsize=(5.5, 4.4), layout="constrained")
    for place, (mode, hatch) in enumerate(zip(MODES, ("", "///", "..."), strict=True)):
        rows = np.arange(4) + 0.27 * (place - 1)
        ax.barh(rows, states, height=0.24, color="lightgrey", label="state" if not place else None)
        label = f"activations, {mode!r}"
        ax.barh(rows, held[mode], 0.24, left=states, hatch=hatch, edgecolor="white", label=label)
    ax.axvline(memory / 1e9, color="black", linestyle=":", label=f"{memory / 1e9:.0f} GB")
    ax.set_yticks(range(4), [f"stage {stage}" for stage in range(4)])
    ax.set(xlabel=f"GB on each of {n_cards} cards, one sequence of {n:,} tokens on each")
    ax.invert_yaxis()
    ax.legend(fontsize=8)
    plt.show()
    print(f"GB together {MODES[0]:>12}{MODES[1]:>12}{MODES[2]:>12}")
    for stage, state in enumerate(states):
        print(f"stage {stage}    ", "".join(f"{state + held[mode]:12.1f}" for mode in MODES))
    for length in (2048, n):
        fit = [largest_batch(memory, states[3] * 1e9, mode, length, **sizes) for mode in MODES]
        print(f"Stage 3, {length:,} tokens: at most", *fit, "sequences on each card", MODES)


with needs("questions 1.1, 2.1 and 2.2"):
    draw_training()
