# Tokens a second for a user against tokens a second in all, from one sequence to the most that fit.
def frontier(n, model, machine, bits):
    """Batches that fit, and the seconds of their steps."""
    most = largest_serving_batch(n, model, machine, **bits)
    batches = sorted({1, *(min(2**k, most) for k in range(1, 11))}) if most else []
    return [(batch, step_seconds(batch, n, model, machine, **bits)) for batch in batches]


def draw_frontier(model=LLAMA3_8B, machine=H100, dollars_per_hour=3, lengths=(1024, 8192)):

    def price_of(speed):  # and the speed of a price
        return dollars_per_hour / 3600 * 1e6 / speed

    _, axes = plt.subplots(len(lengths), 1, figsize=(5.2, 7), layout="constrained")
    for ax, n in zip(axes, lengths, strict=True):
        for weight_bits, cache_bits in ((16, 16), (4, 16), (4, 8)):
            bits = dict(weight_bits=weight_bits, cache_bits=cache_bits)
            steps = frontier(n, model, machine, bits)
            users, all_of_them = [1 / s for _, s in steps], [b / s for b, s in steps]
            label = f"weights {weight_bits} bits, caches {cache_bits}: to batch {steps[-1][0]}"
            ax.loglog(users, all_of_them, "o-", markersize=4, label=label)
        price = ax.secondary_yaxis("right", functions=(price_of, price_of))
        price.set_ylabel("dollars for a million tokens")
        ax.set(title=f"Llama 3 8B, {n:,} tokens", ylabel="tokens/s in all")
        ax.set_xlabel("tokens/s for each user")
        ax.legend(loc="lower left", fontsize="small")
    plt.show()


def print_frontier(n=8192, model=LLAMA3_8B, machine=H100, dollars_per_hour=3):
    most = largest_serving_batch(n, model, machine)
    print(f"Llama 3 8B, {n:,} tokens, 16 bits: at most {most} sequences")
    print(f"{'batch':>5}{'ms a step':>11}{'tokens/s':>10}{'in all':>8}{'a million':>11}")
    for batch in (1, 32, most):
        step = step_seconds(batch, n, model, machine)
        price = dollars_per_million(batch, n, model, machine, dollars_per_hour)
        numbers = f"{1e3 * step:11.3f}{1 / step:10.0f}{batch / step:8,.0f}{price:11.3f}"
        print(f"{batch:5}{numbers}")


with needs("questions `real_parameters` and `serving`"):
    draw_frontier()
    print_frontier()
