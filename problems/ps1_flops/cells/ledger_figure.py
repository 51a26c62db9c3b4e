# Your ledger as bars, for a short and a long sequence.
def draw_ledger(widths=GPT2_SMALL, lengths=(1_000, 8_000)):
    ledgers = [at_large_sizes(backward_ledger, length, **widths) for length in lengths]
    _, both = plt.subplots(1, 2, figsize=(12, 4.2), layout="constrained", sharex=True, sharey=True)
    for axes, length, ledger in zip(both, lengths, ledgers, strict=True):
        shares = [100 * ledger.get(line, 0) / sum(ledger.values()) for line in LEDGER_LINES]
        axes.barh(LEDGER_LINES, shares, color="#4f81bd")
        axes.set(xlabel="share of the backward pass (%)", title=f"{length:,} tokens")
        axes.grid(axis="x", color="lightgrey")
        axes.set_axisbelow(True)
    both[0].invert_yaxis()
    plt.show()


with needs("the ledger"):
    draw_ledger()
