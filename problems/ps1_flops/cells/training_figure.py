import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs
from ..flops import EXAMPLE, gradients, random_layer, squared_loss
from .preview_gradients import PARAMETERS

# %%
# Gradient descent with your gradients, on one random sequence.
# alt: The squared loss of one random sequence, on a logarithmic axis, over 300 steps of gradient
#   descent with your gradients. With right gradients the line falls.
from time import perf_counter


def draw_training(rate=0.01, steps=300, patience=10):
    X, y, *parameters = random_layer(**EXAMPLE, seed=4)
    parameters = [parameter / 2 for parameter in parameters]
    losses, start = [], perf_counter()
    for _ in range(steps):
        losses.append(squared_loss(X, y, *parameters))
        if not np.isfinite(losses[-1]):
            print(
                f"After {len(losses) - 1} steps the loss is no longer finite; the rest is left out."
            )
            break
        steepest = gradients(*(array.copy() for array in (X, y, *parameters)))
        parameters = [
            parameter - rate * steepest[name]
            for name, parameter in zip(PARAMETERS, parameters, strict=True)
        ]
        if perf_counter() - start > patience:
            print(f"{len(losses)} steps in {patience} seconds; the rest is left out.")
            break
    _, axes = plt.subplots(figsize=(5.5, 3), layout="constrained")
    axes.semilogy(losses, color="#c0504d")
    axes.set(xlabel="step", ylabel="squared loss", title="Gradient descent with your gradients")
    plt.show()


with needs("question 5"), np.errstate(all="ignore"):  # wrong gradients may overflow
    draw_training()
