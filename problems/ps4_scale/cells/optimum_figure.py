import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..scale import (
    CHINCHILLA,
    compute_optimal,
    non_embedding_parameters,
    predicted_loss,
    training_flops_per_token,
)
from .models import EXAMPLE


# %%
# alt: Predicted loss against the number of weights, one curve for each of five budgets of FLOPs. Each
#      curve has a flat minimum; a dot marks your optimum.
# The last budget is that of Chinchilla.
def plot_budgets(budgets=(1e20, 1e21, 1e22, 1e23, 5.9e23), coefficients=CHINCHILLA):
    # FLOPs of a weight and a token, by your own count.
    each = training_flops_per_token(**EXAMPLE) / non_embedding_parameters(**EXAMPLE)
    best = {flops: compute_optimal(flops, coefficients) for flops in budgets}
    figure, ax = plt.subplots(figsize=(5.5, 4.2), layout="constrained")
    styles = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
    for (flops, (n_params, n_tokens)), style in zip(best.items(), styles, strict=True):
        weights = n_params * np.logspace(-1.2, 1.2, 200)
        curve = predicted_loss(weights, flops / (each * weights), coefficients)
        (line,) = ax.semilogx(weights, curve, linestyle=style, label=f"{flops:.2g} FLOPs")
        loss = predicted_loss(n_params, n_tokens, coefficients)
        ax.plot(n_params, loss, "o", color=line.get_color())
    ax.set(xlabel="weights N", ylabel="predicted loss", title="dots: your optimum")
    figure.legend(loc="outside lower center", ncols=3)
    plt.show()
    print("   FLOPs   weights    tokens   tokens for each weight")
    for flops, (n_params, n_tokens) in best.items():
        print(f"{flops:8.2g}{n_params:10.1e}{n_tokens:10.1e}{n_tokens / n_params:16.0f}")


with needs("questions `parameters`, `training_cost` and `compute_optimal`"):
    plot_budgets()
