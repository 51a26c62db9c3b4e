import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..scale import decode_intensity, model_flops_utilisation
from .models import GPT2_SMALL, GPT2_XL


# %%
# alt: Your FLOPs per byte of decoding against the size of the batch, at token 16, 128 and 1,024. A
#      shaded area below 156 FLOPs per byte says that the machine waits for memory.
def draw_intensity(model=GPT2_XL, name="GPT-2 XL", peak=312e12, bandwidth=2.0e12):
    batches = 2 ** np.arange(13)

    def intensities(t):
        return [decode_intensity(t, int(n), **model, bytes_per_value=2) for n in batches]

    curves = {t: intensities(t) for t in (16, 128, 1024)}
    _, ax = plt.subplots(figsize=(5.5, 4), layout="constrained")
    lowest = min(map(min, curves.values()))
    ax.axhspan(lowest / 2, peak / bandwidth, color="#eeeeee")
    ax.axhline(peak / bandwidth, color="grey", linestyle=":")
    ax.text(1, peak / bandwidth * 1.1, f"{peak / bandwidth:.0f}: below, it waits for memory")
    for (t, steps), style in zip(curves.items(), ("o-", "s--", "^:"), strict=True):
        ax.loglog(batches, steps, style, markersize=4, label=f"at token {t:,}")
    ax.set(xlabel="sequences in the batch", ylabel="FLOPs per byte", title=f"{name}, decoding")
    ax.set_ylim(bottom=lowest / 2)
    ax.legend()
    plt.show()


def print_utilisation(tokens_per_second=180_000, peak=312e12):
    used = model_flops_utilisation(tokens_per_second, 1024, **GPT2_SMALL, peak_flops=peak)
    print(f"GPT-2 small trained at {tokens_per_second:,} tokens a second: {used:.1%} of the peak")


with needs("questions `parameters`, `forward_cost` and `utilisation`"):
    draw_intensity()
    print_utilisation()
