import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import dollars_per_million, largest_serving_batch, step_seconds
from .models import H100, LLAMA3_8B


# %%
# Tokens a second for a user against tokens a second in all: from one sequence, below, to the most
# that fit, whose number stands there.
def frontier(n, model, machine, bits):
    """Batches that fit, and the seconds of their steps."""
    most = largest_serving_batch(n, model, machine, **bits)
    batches = sorted({1, *(min(2**k, most) for k in range(1, 12))}) if most else []
    return [(batch, step_seconds(batch, n, model, machine, **bits)) for batch in batches]


def draw_frontier(model=LLAMA3_8B, machine=H100, dollars_per_hour=3, lengths=(1024, 8192)):
    price = dollars_per_million(1, lengths[0], model, machine, dollars_per_hour)
    at_one_a_second = price / step_seconds(1, lengths[0], model, machine)

    def price_of(speed):  # and the speed of a price
        return at_one_a_second / np.maximum(speed, 1e-9)

    figure, axes = plt.subplots(len(lengths), 1, figsize=(5.2, 7.4), layout="constrained")
    for ax, n in zip(axes, lengths, strict=True):
        for weight_bits, cache_bits, below in ((16, 16, 14), (4, 16, 1), (4, 8, -5)):
            bits = dict(weight_bits=weight_bits, cache_bits=cache_bits)
            steps = frontier(n, model, machine, bits)
            users, all_of_them = [1 / s for _, s in steps], [b / s for b, s in steps]
            label = f"weights of {weight_bits} bits, caches of {cache_bits}"
            (line,) = ax.loglog(users, all_of_them, "o-", markersize=4, label=label)
            how = dict(textcoords="offset points", ha="right", color=line.get_color())
            ax.annotate(f"{steps[-1][0]}", (users[-1], all_of_them[-1]), (-6, -below), **how)
        price = ax.secondary_yaxis("right", functions=(price_of, price_of))
        price.set_ylabel("dollars for a million tokens")
        price.yaxis.set_major_formatter("{x:g}")
        ax.set(title=f"Llama 3 8B, {n:,} tokens", xlim=(20, 1500), ylim=(100, 1e5))
        ax.set_xticks([50, 100, 200, 500, 1000])
        ax.xaxis.set_major_formatter("{x:g}")
        ax.xaxis.set_minor_formatter("")
        ax.yaxis.set_major_formatter("{x:,g}")
        ax.set(xlabel="tokens/s for each user", ylabel="tokens/s in all")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center")
    plt.show()


def print_frontier(n=8192, model=LLAMA3_8B, machine=H100, dollars_per_hour=3):
    most = largest_serving_batch(n, model, machine)
    print(f"16 bits, {n:,} tokens: {most} at most")
    print(f"{'batch':>5}{'ms':>8}{'tokens/s':>10}{'in all':>7}{'price':>7}")
    for batch in (1, 32, most):
        step = step_seconds(batch, n, model, machine)
        price = dollars_per_million(batch, n, model, machine, dollars_per_hour)
        numbers = f"{1e3 * step:8.3f}{1 / step:10.0f}{batch / step:7,.0f}{price:7.3f}"
        print(f"{batch:5}{numbers}")


with needs("questions `real_parameters` and `serving`"):
    draw_frontier()
    print_frontier()
