import matplotlib.pyplot as plt

from ...shared.needs import needs
from ..machines import tensor_parallel_ratio, tokens_to_hide
from .models import H100, LLAMA3_8B, LLAMA3_70B, LLAMA3_405B


# %%
# alt: Above, the tokens that hide an all-reduce, against the number of devices, for two links.
#      Below, the waiting time per working time of tensor parallel training, for three models.
COLOURS = ("tab:blue", "tab:orange", "tab:green")


def draw_communication(links=((450e9, "inside, 450 GB/s"), (50e9, "network, 50 GB/s"))):
    peak, cards, few = H100["peak_flops"], [2**k for k in range(1, 11)], (2, 4, 8)
    models = {"8B": LLAMA3_8B, "70B": LLAMA3_70B, "405B": LLAMA3_405B}
    _, axes = plt.subplots(2, 1, figsize=(5.5, 7), layout="constrained")
    for (link, place), line in zip(links, ("-", "--"), strict=True):
        tokens = [tokens_to_hide(2**33, n_cards, peak, link) for n_cards in cards]
        axes[0].loglog(cards, tokens, "o" + line, label=place)
        axes[1].plot([], [], "k" + line, label=place)
        for mark, colour, (name, model) in zip("s^D", COLOURS, models.items(), strict=True):
            layer = {size: model[size] for size in model if size not in ("vocab_size", "n_layers")}
            ratios = [
                tensor_parallel_ratio(n_cards, **layer, peak_flops=peak, link=link)
                for n_cards in few
            ]
            label = name if line == "-" else None
            axes[1].semilogy(few, ratios, mark + line, color=colour, label=label)
            print(f"{name} on 8 devices, {place}: {ratios[-1]:.3g} s of waiting per second of work")
    axes[0].set(title="data parallel", xlabel="devices", ylabel="tokens on each device")
    axes[0].set_xscale("log", base=2)
    axes[1].axhline(1, color="grey", linestyle=":")
    axes[1].set(
        title="tensor parallel", xlabel="devices", ylabel="waiting time / working time", xticks=few
    )
    axes[0].legend(fontsize=8)
    axes[1].legend(fontsize=8, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.25))
    plt.show()


with needs("question 2.3"):
    draw_communication()
