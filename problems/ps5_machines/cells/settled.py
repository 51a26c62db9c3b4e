import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import audit, dollars_per_million, step_seconds
from .models import CLAIM_LINES, H100, LLAMA3_8B


# %%
# alt: Bars from the claim to your corrected time, in milliseconds: each bar leads from the time
#      before a correction to the time after it. Beside it stands your amount, with its sign.
def settle(batch=32, weights=8_030_261_248, peak=1979e12, dollars_per_hour=3):
    found, left = audit(), 2 * batch * weights / peak
    times = {"the claim": left}
    for name in CLAIM_LINES:
        if found.get(name) and np.isfinite(found[name]):
            left -= found[name]
            times[f"{name} corrected"] = left
    given = found.get("corrected", np.nan)
    _, ax = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
    before = None
    for place, time in enumerate(times.values()):
        if before is None:
            ax.barh(place, 1e3 * time, color="grey")
            text = f" {1e3 * time:.3f}"
        else:
            low, high = sorted((before, time))
            hatch = "///" if time > before else "..."
            (bar,) = ax.barh(place, 1e3 * (high - low), left=1e3 * low, color="steelblue")
            bar.set(hatch=hatch, edgecolor="white")
            text = f" amount {1e3 * (before - time):+.3f}".replace("-", "−")
        ax.text(1e3 * max(time, before or 0), place, text, va="center")
        before = time
    ax.barh(len(times), 1e3 * given, color="black")
    ax.text(1e3 * max(given, 0), len(times), f" {1e3 * given:.3f}", va="center")
    ax.set_yticks(range(len(times) + 1), [*times, '"corrected"'])
    ax.set(xlabel="milliseconds of a step, corrected line by line")
    ax.margins(x=0.5)
    ax.invert_yaxis()
    plt.show()
    for name, time in (("claimed", times["the claim"]), ("corrected", given)):
        of_a_step = dollars_per_million(batch, 8192, LLAMA3_8B, H100, dollars_per_hour)
        price = of_a_step * time / step_seconds(batch, 8192, LLAMA3_8B, H100)
        print(f"{name}: {batch / time:,.0f} tokens/s,")
        print(f"    {price:.4f} dollars for a million tokens")


with needs("questions 5.1 and 5.4"):
    settle()
