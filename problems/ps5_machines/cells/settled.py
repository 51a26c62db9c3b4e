import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import audit, dollars_per_million, step_seconds
from .models import H100, LLAMA3_8B


# %%
# From the claim to what is left: the time after each of your amounts.
def settle(batch=32, weights=8_030_261_248, peak=1979e12, dollars_per_hour=3):
    found, left = audit(), 2 * batch * weights / peak
    times = {"the claim": left}
    for name in ("embedding", "attention", "peak", "weights", "cache"):
        left -= found[name]
        times[name] = left
    _, ax = plt.subplots(figsize=(5.2, 3.6), layout="constrained")
    before = None
    for place, time in enumerate(times.values()):
        if before is None:
            ax.barh(place, 1e3 * time, color="grey")
        else:
            colour = "tab:red" if time > before else "tab:green"
            low, high = sorted((before, time))
            ax.barh(place, 1e3 * (high - low), left=1e3 * low, color=colour)
        ax.text(1e3 * max(time, before or 0), place, f" {1e3 * time:.3f}", va="center")
        before = time
    ax.barh(len(times), 1e3 * found["corrected"], color="tab:blue")
    ax.text(1e3 * found["corrected"], len(times), f" {1e3 * found['corrected']:.3f}", va="center")
    ax.set_yticks(range(len(times) + 1), [*times, "corrected"])
    ax.set(xlim=(0, 19), xlabel="milliseconds of a step, after each")
    ax.invert_yaxis()
    plt.show()
    for name, time in (("claimed", times["the claim"]), ("corrected", found["corrected"])):
        of_a_step = dollars_per_million(batch, 8192, LLAMA3_8B, H100, dollars_per_hour)
        price = of_a_step * time / step_seconds(batch, 8192, LLAMA3_8B, H100)
        print(f"{name}: {batch / time:,.0f} tokens/s,")
        print(f"    {price:.4f} dollars for a million")


with needs("questions `serving` and `price_audit`"):
    settle()
