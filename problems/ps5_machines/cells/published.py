import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..machines import gpt2_parameters, parameter_ledger
from .models import LLAMA2_7B, LLAMA3_8B, LLAMA3_70B, LLAMA3_405B, MISTRAL_7B

# %%
# alt: Bars for five models: the shares of embedding and head, of attention and of the feed-forward
#      maps in your total.
# The sizes are those in config.json of each model on huggingface.co, the totals those listed there.
# (Some lists add 64 rotary frequencies in each of Llama 2 7B's 32 layers.)
GATED = {
    "Llama 2 7B": (LLAMA2_7B, 6_738_415_616),
    "Mistral 7B": (MISTRAL_7B, 7_241_732_096),
    "Llama 3 8B": (LLAMA3_8B, 8_030_261_248),
    "Llama 3.1 70B": (LLAMA3_70B, 70_553_706_496),
    "Llama 3.1 405B": (LLAMA3_405B, 405_853_388_800),
}
GPT2 = {  # d_model, n_layers, d_ff
    "GPT-2 small": (768, 12, 3072, 124_439_808),
    "GPT-2 medium": (1024, 24, 4096, 354_823_168),
    "GPT-2 large": (1280, 36, 5120, 774_030_080),
    "GPT-2 XL": (1600, 48, 6400, 1_557_611_200),
}


def compare_with_published():
    yours = {name: sum(parameter_ledger(**sizes).values()) for name, (sizes, _) in GATED.items()}
    yours |= {name: gpt2_parameters(50257, 1024, *sizes) for name, (*sizes, _) in GPT2.items()}
    print(f"{'':15}{'yours':>16}{'published':>16}")
    for name, (*_, total) in (GATED | GPT2).items():
        print(f"{name:15}{yours[name]:16,}{total:16,}{'' if yours[name] == total else '!':>2}")


PARTS = {
    "embedding and head": ("embedding", "head"),
    "maps of attention": ("queries", "keys", "values", "output"),
    "feed-forward maps": ("gate", "up", "down"),
}


def draw_shares(models=GATED):
    _, ax = plt.subplots(figsize=(5.5, 2.6), layout="constrained")
    left = np.zeros(len(models))
    ledgers = [parameter_ledger(**sizes) for sizes, _ in models.values()]
    for (part, lines), hatch in zip(PARTS.items(), ("", "///", "..."), strict=True):
        widths = [100 * sum(each[line] for line in lines) / sum(each.values()) for each in ledgers]
        ax.barh(list(models), widths, left=left, hatch=hatch, edgecolor="white", label=part)
        left += widths
    ax.set(xlabel="share of your total (%)")
    ax.invert_yaxis()
    ax.legend(loc="upper center", bbox_to_anchor=(0.4, 1.25), ncols=3, fontsize=8, frameon=False)
    plt.show()


with needs("question 1.1"):
    compare_with_published()
    draw_shares()
