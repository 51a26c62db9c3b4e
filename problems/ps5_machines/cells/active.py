import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import moe_active, moe_flops_per_token, moe_total
from .models import LLAMA3_70B, MISTRAL_7B, MIXTRAL_8X7B, QWEN3_30B


# %%
# alt: Bars for four models: your totals with their active parts, and below the FLOPs of a token.
def draw_active():
    dense = dict(n_experts=1, top_k=1)  # a router of one column is next to nothing
    models = {
        "Mistral 7B": MISTRAL_7B | dense,
        "Mixtral 8x7B": MIXTRAL_8X7B,
        "Qwen3-30B-A3B": QWEN3_30B,
        "Llama 3 70B": LLAMA3_70B | dense,
    }
    total = [moe_total(**sizes) / 1e9 for sizes in models.values()]
    active = [moe_active(**sizes) / 1e9 for sizes in models.values()]
    flops = [moe_flops_per_token(**sizes) / 1e9 for sizes in models.values()]
    _, axes = plt.subplots(2, 1, figsize=(5.5, 4.8), layout="constrained")
    axes[0].barh(list(models), total, color="lightgrey", label="total")
    axes[0].barh(list(models), active, height=0.45, hatch="///", edgecolor="white", label="active")
    axes[0].set(xlabel="your parameters (billions)")
    axes[0].legend()
    axes[1].barh(list(models), flops, height=0.45)
    axes[1].set(xlabel="your FLOPs per token (billions)")
    for ax in axes:
        ax.invert_yaxis()
    plt.show()
    mixtral, qwen = (moe_total(**sizes) for sizes in (MIXTRAL_8X7B, QWEN3_30B))
    print(f"Mixtral 8x7B: {mixtral:,} in all, {moe_active(**MIXTRAL_8X7B):,} active")
    print(f"Qwen3-30B-A3B: {qwen:,} in all, {moe_active(**QWEN3_30B):,} active")


with needs("question 1.3 (with 1.1)"):
    draw_active()
