import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import speedup, step_seconds
from .models import H100, LLAMA3_8B


# %%
# alt: Your speed-up against the number of drafts in a round: above for three rates of acceptance,
#      below for three batches that Llama 3 8B checks.
def steps_of_check(k, batch, n, model=LLAMA3_8B, machine=H100):
    """Return the steps that a check of k drafts takes, if weights and caches are read once."""
    busier = machine | {"peak_flops": machine["peak_flops"] / (k + 1)}
    return step_seconds(batch, n, model, busier) / step_seconds(batch, n, model, machine)


def draw_drafts(cost=0.1, alpha=0.8, most=32):
    drafts = list(range(most + 1))
    _, (above, below) = plt.subplots(2, 1, figsize=(5, 7), layout="constrained", sharex=True)
    styles = ("-", "--", ":")
    for each, style in zip((0.6, 0.8, 0.9), styles, strict=True):
        speeds = [speedup(each, k, cost) for k in drafts]
        above.plot(drafts, speeds, style, label=f"{each:.0%} accepted")
    above.set(title=f"a draft takes {cost} steps, the check 1", ylabel="speed-up")
    for (batch, n), style in zip(((1, 8192), (32, 8192), (256, 1024)), styles, strict=True):
        checks = [steps_of_check(k, batch, n) for k in drafts]
        speeds = [speedup(alpha, k, cost / c) / c for k, c in zip(drafts, checks, strict=True)]
        free = [k for k in range(512) if steps_of_check(k, batch, n) < 1 + 1e-9]
        label = f"batch {batch}, {n:,} tokens: {max(free, default=0)} are free"
        below.plot(drafts, speeds, style, label=label)
    below.set(title=f"{alpha:.0%} accepted; checked by Llama 3 8B", ylabel="speed-up")
    below.set(xlabel="drafts in a round, k")
    for ax in (above, below):
        ax.axhline(1, color="grey", linestyle=":")
    above.legend(fontsize=8)
    below.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.25),
        fontsize=8,
        title="free: they don't make the check longer",
        title_fontsize=8,
    )
    plt.show()


with needs("questions 5.1 and 5.2"):
    draw_drafts()
