import numpy as np

from ...shared.previews import ask, sanity_check, warn
from ..flops import EXAMPLE, forward, random_layer, squared_loss

# %%
# The check of question 5: types, shapes, a slope for each array, and unchanged arguments.
PARAMETERS = ("W_q", "W_k", "W_v", "W_1", "w_2")
NEEDS = {  # parameter: what its gradient needs, on the way back from the loss
    "w_2": ["dy_hat", "dw_2"],
    "W_1": ["dy_hat", "dH", "dZ", "dW_1"],
    "W_v": ["dy_hat", "dH", "dZ", "dV_tilde", "dV", "dW_v"],
    "W_q": ["dy_hat", "dH", "dZ", "dV_tilde", "dA", "dS", "1/√d_attn", "dQ", "dW_q"],
    "W_k": ["dy_hat", "dH", "dZ", "dV_tilde", "dA", "dS", "1/√d_attn", "dK", "dW_k"],
}


def preview_gradients(gradients):
    """Compare each gradient with a measured slope of the loss, on a new random layer."""
    with sanity_check():
        layer = random_layer(**EXAMPLE)
        answer = ask(gradients, **dict(zip(("X", "y", *PARAMETERS), layer, strict=True)))
        assert isinstance(answer, dict), f"expected a dict, not {type(answer).__name__}"
        agree, differ = [], []
        for place, name in enumerate(PARAMETERS, start=2):
            if issue := issue_of_gradient(answer.get(name), layer[place].shape):
                warn(f"{name}: {issue}")
                continue
            remark = remark_on_slope(answer[name], layer, place)
            print(f"{name}: {remark}")
            (agree if remark.startswith("agrees") else differ).append(name)
        if differ:
            print(where_to_look(agree, differ))


def where_to_look(agree, differ):
    """Name the steps that every gradient that differs needs, and none that agrees."""
    suspects = [
        step
        for step in NEEDS[differ[0]]
        if all(step in NEEDS[name] for name in differ)
        and not any(step in NEEDS[name] for name in agree)
    ]
    if not suspects:
        return f"Look at {' and '.join(differ)} one by one: no single step explains all of them."
    steps = ", ".join(suspects)
    return f"Look at {steps} first: all gradients that differ need this, and no others do."


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
