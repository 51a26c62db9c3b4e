import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import dollars_per_million, largest_serving_batch, step_seconds
from .models import H100, LLAMA3_8B


# %%
# alt: Tokens per second for each user against tokens per second in all, for 1,024 and 8,192 tokens
#      and three choices of bits. Each curve runs from one sequence to the most that fit.
from matplotlib.ticker import LogLocator


def frontier(n, model, machine, bits):
    """Return the batches that fit, each with the seconds of its step."""
    most = largest_serving_batch(n, model, machine, **bits)
    batches = sorted({1, *(min(2**k, most) for k in range(1, 12))}) if most else []
    return [(batch, step_seconds(batch, n, model, machine, **bits)) for batch in batches]


def draw_frontier(model=LLAMA3_8B, machine=H100, dollars_per_hour=3, lengths=(1024, 8192)):
    price = dollars_per_million(1, lengths[0], model, machine, dollars_per_hour)
    at_one_a_second = price / step_seconds(1, lengths[0], model, machine)

    def price_of(speed):  # its own inverse
        return at_one_a_second / np.maximum(speed, 1e-9)

    figure, axes = plt.subplots(len(lengths), 1, figsize=(5.2, 7.4), layout="constrained")
    for ax, n in zip(axes, lengths, strict=True):
        choices = ((16, 16, 14, "o-"), (4, 16, 1, "s--"), (4, 8, -5, "^:"))
        for weight_bits, cache_bits, below, style in choices:
            bits = dict(weight_bits=weight_bits, cache_bits=cache_bits)
            steps = frontier(n, model, machine, bits)
            users, all_of_them = [1 / s for _, s in steps], [b / s for b, s in steps]
            label = f"{weight_bits} bits per weight, {cache_bits} per cached number"
            (line,) = ax.loglog(users, all_of_them, style, markersize=4, label=label)
            if not steps:
                continue
            how = dict(textcoords="offset points", ha="right", color=line.get_color())
            ax.annotate(f"{steps[-1][0]}", (users[-1], all_of_them[-1]), (-6, -below), **how)
        price = ax.secondary_yaxis("right", functions=(price_of, price_of))
        price.set_ylabel("dollars per million tokens")
        price.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        price.yaxis.set_major_formatter("{x:g}")
        price.yaxis.set_minor_formatter("")
        ax.set(title=f"Llama 3 8B, {n:,} tokens")
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter("{x:,g}")
            axis.set_minor_formatter("")
        ax.margins(x=0.2, y=0.1)
        ax.set(xlabel="tokens per second for each user", ylabel="tokens per second in all")
    figure.legend(
        *axes[0].get_legend_handles_labels(),
        loc="outside upper center",
        title="at the end of a curve: the largest batch",
        title_fontsize="medium",
    )
    plt.show()


def print_frontier(n=8192, model=LLAMA3_8B, machine=H100, dollars_per_hour=3):
    most = largest_serving_batch(n, model, machine)
    print(f"16 bits, {n:,} tokens: {most} at most")
    print(f"{'batch':>5}{'ms':>8}{'tokens/s':>10}{'in all':>7}{'price':>7}")
    for batch in (1, 32, most) if most else (1, 32):
        step = step_seconds(batch, n, model, machine)
        price = dollars_per_million(batch, n, model, machine, dollars_per_hour)
        numbers = f"{1e3 * step:8.3f}{1 / step:10.0f}{batch / step:7,.0f}{price:7.3f}"
        print(f"{batch:5}{numbers}")


with needs("questions 1.1 and 5.1"):
    draw_frontier()
    print_frontier()
