import numpy as np

from ...shared.previews import ask, sanity_check, warn
from ..flops import EXAMPLE, forward, random_layer, squared_loss

# %%
# The check of question 5: types, shapes, a slope for each array, and unchanged arguments.
PARAMETERS = ("W_q", "W_k", "W_v", "W_1", "w_2")


def preview_gradients(gradients):
    """Compare each gradient with a measured slope of the loss, on a new random layer."""
    with sanity_check():
        layer = random_layer(**EXAMPLE)
        answer = ask(gradients, **dict(zip(("X", "y", *PARAMETERS), layer, strict=True)))
        assert isinstance(answer, dict), f"expected a dict, not {type(answer).__name__}"
        differ = []
        for place, name in enumerate(PARAMETERS, start=2):
            if issue := issue_of_gradient(answer.get(name), layer[place].shape):
                warn(f"{name}: {issue}")
                continue
            remark = remark_on_slope(answer[name], layer, place)
            print(f"{name}: {remark}")
            if remark.startswith("DIFFERS"):
                differ.append(name)
        if differ:
            first = differ[-1]  # the last of PARAMETERS is the first on the way back
            print(f"Look at {first} first: it comes before the others on the way back.")


def issue_of_gradient(gradient, shape):
    """Return the fault in the type or shape of a gradient; "" if there is none."""
    if gradient is None:
        return "missing"
    if not isinstance(gradient, np.ndarray):
        return f"not an array of real numbers but {type(gradient).__name__}"
    if gradient.dtype.kind not in "iuf":
        return f"not an array of real numbers but of {gradient.dtype}"
    if gradient.shape != shape:
        return f"its shape is {gradient.shape}, its parameter's is {shape}"
    return "" if np.isfinite(gradient).all() else "some entries are infinite or not a number"


def remark_on_slope(gradient, layer, place, step=1e-5):
    """Compare the slope of the loss in a random direction with the slope by the gradient."""
    direction, ahead, behind = step_both_ways(layer, place, step)
    measured = (squared_loss(*ahead) - squared_loss(*behind)) / (2 * step)
    slope = np.sum(gradient * direction)
    agrees = np.isclose(slope, measured, rtol=1e-4, atol=1e-6 * np.linalg.norm(gradient))
    word = "agrees" if agrees else "DIFFERS"
    return f"{word}; slope {slope:.6g} by your gradient, {measured:.6g} measured"


def step_both_ways(layer, place, step):
    """Draw a random direction; return it, and the layer a step ahead and a step behind.

    No step crosses the kink of a ReLU, because the loss has no slope there.
    """
    for _ in range(100):
        direction = np.random.default_rng().normal(size=layer[place].shape)
        moved = [[*layer], [*layer]]
        for each, way in zip(moved, (step, -step), strict=True):
            each[place] = layer[place] + way * direction
        ahead, behind = (forward(X, *parameters)["Z"] > 0 for X, _, *parameters in moved)
        if np.array_equal(ahead, behind):
            break
    return direction, *moved
