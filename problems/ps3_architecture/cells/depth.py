import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..architecture import receptive_field
from .heads import MODELS


# %%
# alt: Receptive field by your 1.1 against the number of layers, with 1, 2 and 12 heads, for a text of
#      1,024 tokens. A dotted line shows both neighbours: it grows by 2 a layer.
def layers_needed(n_heads, seq_len, most=200):
    """Return the first depth at which the whole text reaches a node; None if it is above `most`."""
    depths = range(1, most + 1)
    return next((n for n in depths if receptive_field(n_heads, n, seq_len) >= seq_len), None)


def compare_depths(models=MODELS):
    rows = [
        (name, seq_len, n_layers, *(layers_needed(heads, seq_len) for heads in (1, 2, n_heads)))
        for name, (n_layers, n_heads, _, seq_len) in models.items()
    ]
    print("                                  layers needed with")
    print("                tokens  layers    1 head  2 heads  all heads")
    for name, seq_len, n_layers, one, two, every in rows:
        print(f"{name:<14}{seq_len:>8,}{n_layers:>8}{one!s:>10}{two!s:>9}{every!s:>11}")


def receptive_fields(n_heads, depths, seq_len):
    """Return the receptive field at each depth. Once it is the whole text, it stays so."""
    reached = []
    for n in depths:
        full = reached and reached[-1] >= seq_len
        reached.append(seq_len if full else receptive_field(n_heads, int(n), seq_len))
    return reached


def draw_depths(n_heads=12, seq_len=1024, deepest=14):
    depths = np.arange(1, deepest + 1)
    _, axes = plt.subplots(figsize=(5.5, 4.6), layout="constrained")
    for heads, style in ((1, "o-"), (2, "s-"), (n_heads, "^-")):
        label = f"{heads} head{'s' if heads > 1 else ''}"
        axes.semilogy(depths, receptive_fields(heads, depths, seq_len), style, base=2, label=label)
    axes.semilogy(depths, 1 + 2 * depths, "k:", base=2, label="both neighbours, as in the figure")
    axes.axhline(seq_len, color="#999999", lw=0.8)
    axes.text(1, seq_len, "the whole text", va="bottom", color="#666666")
    axes.set(
        xlabel="layers", ylabel="receptive field (positions)", title=f"A text of {seq_len:,} tokens"
    )
    axes.set(ylim=(None, 3 * seq_len))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)
    plt.show()


with needs("question 1.1"):
    compare_depths()
    draw_depths()
