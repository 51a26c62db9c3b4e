import time

import numpy as np

from ...shared.needs import needs
from .norm_figures import draw_gradients


# %%
# Slopes of a loss, measured with your layer norm and computed from your gradients; their time.
def draw_backward(layer_norm, backward):
    """Print the time of the gradients and their slopes, and draw them."""
    with needs("questions 3.2 and 3.6"):
        time_many_features(backward)
        compare_slopes(layer_norm, backward)
        draw_gradients(layer_norm, backward)


def compare_slopes(layer_norm, backward, step=1e-5):
    """Move x, gamma and beta one at a time in a random direction; print both slopes."""
    rng = np.random.default_rng()
    x, dy = rng.normal(size=(2, 5, 7))
    gamma, beta = rng.normal(size=(2, 7))
    gradients = backward(dy.copy(), x.copy(), gamma.copy(), 0.1)
    for place, name in enumerate(("x", "gamma", "beta")):
        moved = [x, gamma, beta]
        direction = rng.normal(size=moved[place].shape)
        losses = []
        for way in (step, -step):
            moved[place] = (x, gamma, beta)[place] + way * direction
            normed = layer_norm(*(each.copy() for each in moved), 0.1)
            losses.append(np.sum(dy * normed))
        measured = (losses[0] - losses[1]) / (2 * step)
        slope = np.sum(gradients[place] * direction)
        agrees = abs(slope - measured) <= 1e-5 * (1 + abs(measured))
        word = "agrees" if agrees else "DIFFERS"
        print(f"d{name}: {word}; slope {slope:.6g} by your gradient, {measured:.6g} by your 3.2")


def time_many_features(backward, n_tokens=40, d=6_000, limit=1.5):
    """Print how long the gradients of tokens of many features take."""
    rng = np.random.default_rng()
    dy, x = rng.normal(size=(2, n_tokens, d))
    start = time.perf_counter()
    backward(dy, x, rng.normal(size=d), 0.1)
    seconds = time.perf_counter() - start
    word = "in time" if seconds <= limit else "TOO SLOW"
    print(f"{n_tokens} tokens of {d:,} features: {word}; {seconds:.2g} s, at most {limit} s")
