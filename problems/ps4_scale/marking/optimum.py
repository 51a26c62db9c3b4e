"""The compute-optimal size of a model, and the student's own FLOPs per weight and token."""

from collections.abc import Mapping

from .own_answers import own_answer, weights_of


def by_bisection(
    flops: float, coefficients: Mapping[str, float], each: float = 6
) -> tuple[float, float]:
    """Find the minimum of the loss for a budget: the place with slope 0 in log N.

    Args:
        flops: The budget.
        coefficients: The coefficients of the fitted loss.
        each: The FLOPs per weight and token.

    Returns:
        N and the number of tokens.
    """
    c = coefficients

    def slope(n_params: float) -> float:
        n_tokens = flops / (each * n_params)
        falling = c["alpha"] * c["A"] / n_params ** c["alpha"]
        return c["beta"] * c["B"] / n_tokens ** c["beta"] - falling

    low, high = 1.0, flops
    for _ in range(200):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return low, flops / (each * low)


def own_factor() -> float | None:
    """Return the FLOPs per weight and token in the student's training cost, if there are any."""
    training = own_answer("training_cost")
    if training is None:
        return None
    models = [(35, 5, 3, 58), (96, 6, 5, 256), (768, 12, 12, 3072)]
    for weights in filter(None, (own_answer("parameters"), weights_of)):
        factors = {training(*model) / weights(*model) for model in models if weights(*model)}
        if len(factors) == 1 and min(factors) > 0:
            return float(min(factors))
    return None
