"""A plan: the size of a model, its cache and its training run."""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Reference,
    ask,
    assign,
    case,
    convention,
    misconception,
    replace,
    replace_all,
    returns,
)

from ..scale import CHINCHILLA, budget
from .optimum import by_bisection, own_factor
from .own_answers import Number, Numbers, cache_of, given_own, own_answer, training_of, weights_of

Optimum = Callable[[float, Mapping[str, float]], tuple[float, float]]

OF_ALL_LAYERS = "(best_size / 196_608) ** (1 / 3)"  # N is 12 · 128² · n_layers³

# fmt: off
MISCONCEPTIONS = [
    misconception("feed-forward-missing",
      replace_all("non_embedding_parameters(", "1 / 3 * non_embedding_parameters(")
       & assign("each", "each / 3"),
      "N lacks the 8 d² weights of the feed-forward block in each layer"),
    misconception("attention-or-map-missing",
      replace_all("non_embedding_parameters(", "2 / 3 * non_embedding_parameters(")
       & assign("each", "2 * each / 3"),
      "your N has 8 d² weights in each layer instead of 12: attention's 4 are missing, or one map "
      "of the feed-forward block"),
    misconception("half-of-the-weights",
      replace_all("non_embedding_parameters(", "1 / 2 * non_embedding_parameters(")
       & assign("each", "each / 2"),
      "your N has 6 d² weights in each layer, as for d_ff = d_model; it has 12, since d_ff is 4 "
      "d_model"),
    misconception("nearest-or-larger",
      [returns('_ | {"n_layers": n_layers + 1}'),
       replace("n_layers = 1", f"n_layers = round({OF_ALL_LAYERS})"),
       replace("n_layers = 1", f"n_layers = int({OF_ALL_LAYERS}) + 1")],
      "the question asks for the next smaller size, not the nearest or the next larger one"),
    misconception("layers-not-whole", replace("n_layers = 1", f"n_layers = {OF_ALL_LAYERS}"),
      "layers come whole"),
    misconception("weights-free", assign("left", "memory"),
      "the weights need memory, too"),
    misconception("rounded-up", assign("sequences", "max(-int(-left // cache), 0)"),
      "the last sequence doesn't fit: round down, not up"),
    misconception("keys-or-values-only", assign("cache", "cache / 2"),
      "both keys and values are cached, with 2 bytes for each number; you count half of this"),
    misconception("cache-of-one-layer", assign("cache", "cache / n_layers"),
      "every layer and every head has a cache; this is the cache of a single one"),
    misconception("one-token-cached", assign("cache", "cache / n_tokens"),
      "a sequence has n_tokens tokens, the argument; you cache one token"),
    misconception("training-tokens-cached", assign("cache", "cache / n_tokens * training_tokens"),
      "a sequence has n_tokens tokens, the argument, not the number of training tokens"),
    misconception("weights-of-four-bytes", assign("left", "memory - 4 * weights"),
      "weights take 2 bytes, not 4"),
    misconception("weights-as-in-training",
      [assign("left", f"memory - {k} * weights") for k in (8, 10, 12, 14, 16, 18, 20)],
      "a weight takes 2 bytes here: no gradients and no optimiser state are stored"),
    misconception("weights-of-n-params",
      assign("weights", "best_size") & assign("each", "6 * best_size"),
      "count the weights of the chosen model, its own N, not n_params"),
    misconception("d-ff-of-a-head", replace("512 * n_layers", "512"),
      "d_ff is 4 d_model = 512 n_layers; you use 512, as for one head"),
    misconception("width-of-128",
      [replace("128 * n_layers, n_layers, n_layers, 512 * n_layers", "128, 1, n_layers, 512")
       & replace("n_layers = 1", "n_layers = max(int(best_size // (12 * 128**2)), 1)")
       & assign("cache", f"cache / {heads}") for heads in ("1", "n_layers")],
      "the width of the model is 128 n_layers, not 128"),
    convention("weeks", assign("days", "days / 7"),
      "these are weeks"),
    misconception("no-layer",
      returns("_ if best_size >= non_embedding_parameters(*sizes(1)) else dict.fromkeys(_, 0)"),
      "there is at least one layer: use 1 if none fits"),
    misconception("weights-of-one-byte", assign("left", "memory - weights"),
      "weights take 2 bytes each"),
    misconception("negative-sequences", assign("sequences", "int(left // cache)"),
      "if not even the weights fit, the number of sequences is 0, not negative"),
    misconception("sequences-not-whole", assign("sequences", "max(left / cache, 0)"),
      "sequences come whole"),
    convention("seconds", assign("days", "days * 86_400"),
      "these are seconds"),
    convention("hours", assign("days", "days * 24"),
      "these are hours"),
    misconception("days-of-all-flops", assign("days", "flops / flops_per_second / 86_400"),
      "these are the days to spend all of `flops`; count the cost of the chosen model, which "
      "has its own N"),
    misconception("forward-only", assign("days", "days / 3"),
      "this is the forward pass only"),
    misconception("n-tokens-trained-on",
      assign("days", "each * n_tokens / flops_per_second / 86_400"),
      "the argument n_tokens is the length of one sequence, not the number of training tokens"),
]
# fmt: on


BUDGETED = ("parameters", "training_cost", "grouped_queries", "compute_optimal")
LAYERS = [(6, 10), (12, 19), (25, 33), (55, 66)]
MOST_LAYERS = 10**6  # limit of the search


def sizes(n_layers: int) -> tuple[int, int, int, int]:
    """Return d_model, n_heads, n_layers and d_ff of a model with `n_layers` layers."""
    return 128 * n_layers, n_layers, n_layers, 512 * n_layers


def flops_of(n_layers: int, between: float) -> float:
    """Return a budget with its best size between two models.

    The distance to both models is large, so that the precision of a search doesn't matter.

    Args:
        n_layers: The number of layers of the smaller model.
        between: The place of the best size, from 0 (the smaller model) to 1 (the next larger one).
    """
    c = CHINCHILLA
    low, high = (weights_of(*sizes(layers)) for layers in (n_layers, n_layers + 1))
    best_size = low + between * (high - low)
    slope = (
        c["alpha"] * c["A"] / best_size ** c["alpha"]
    )  # derivative of the loss by log N or log D
    return 6 * best_size * (c["beta"] * c["B"] / slope) ** (1 / c["beta"])


def rounded(number: float, digits: int = 3) -> float:
    """Round a number to this many significant digits."""
    return float(f"{number:.{digits}g}")


def plans(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw budgets in ascending order.

    The first budget is too small for a layer. The weights of the last model fill the memory.
    """

    def plan(
        flops: float, memory: float, n_tokens: int, flops_per_second: float, weight: float = 0.86
    ) -> Case:
        about = (
            rounded(memory * rng.uniform(0.8, 1.25)),
            n_tokens + int(rng.integers(n_tokens // 2)),
        )
        speed = rounded(flops_per_second * rng.uniform(0.5, 2), 2)
        return case(flops, *about, speed, CHINCHILLA, rtol=1e-3, weight=weight)

    small, middle, large, largest = (int(rng.integers(*ends)) for ends in LAYERS)
    budgets = [rounded(flops_of(n, rng.uniform(0.3, 0.7))) for n in (small, middle, large, largest)]
    too_few = rounded(rng.uniform(2e11, 1.2e12))
    filled = 2 * weights_of(*sizes(largest))
    return {
        f"{too_few:g} FLOPs, too few for a layer": plan(too_few, 1e9, 500, 1e10, weight=0.21),
        f"{budgets[0]:g} FLOPs": plan(budgets[0], 3e9, 1000, 5e13),
        f"{budgets[1]:g} FLOPs": plan(budgets[1], 40e9, 2000, 1e15),
        f"{budgets[2]:g} FLOPs": plan(budgets[2], 320e9, 5000, 8e15),
        f"{budgets[3]:g} FLOPs, weights that fill the memory": plan(
            budgets[3], 0.7 * filled, 1024, 1.3e17, weight=0.21
        ),
    }


def planned(
    flops: float,
    memory: float,
    n_tokens: int,
    flops_per_second: float,
    coefficients: Mapping[str, float],
    *,
    parameters: Numbers = weights_of,
    training_cost: Numbers = training_of,
    grouped_queries: Numbers = cache_of,
    compute_optimal: Optimum | None = None,
    layers: Callable[[float], int] | None = None,
) -> dict[str, Number]:
    """Make the plan with the given answers to earlier questions.

    Args:
        flops: The budget.
        memory: The memory in bytes.
        n_tokens: The length of a sequence.
        flops_per_second: The speed.
        coefficients: The coefficients of the loss.
        parameters: The answer for the number of weights.
        training_cost: The answer for FLOPs per token.
        grouped_queries: The answer for the bytes of a cache.
        compute_optimal: The answer for the best size; None for the right one.
        layers: A function from the best size to n_layers; None for the right one.
    """
    if compute_optimal is None:
        # The student's optimum rests on their own cost of a token, too.
        each = 6 if training_cost is training_of else own_factor() or 6
        compute_optimal = partial(by_bisection, each=each)
    best_size, training_tokens = compute_optimal(flops, coefficients)
    fitting = bisect(range(1, MOST_LAYERS), False, key=lambda n: parameters(*sizes(n)) > best_size)
    n_layers = max(fitting, 1) if layers is None else layers(best_size)
    cache = grouped_queries(n_layers, n_layers, n_layers, 128, n_tokens, 1, 2)
    left = (memory - 2 * parameters(*sizes(n_layers))) // cache
    seconds = training_cost(*sizes(n_layers)) * training_tokens / flops_per_second
    return {"n_layers": n_layers, "sequences": max(left, 0), "days": seconds / 86_400}


def are_growing(layers: Sequence[Number]) -> bool:
    """Return whether n_layers grows with the budget. No later number rests on other values."""
    return all(few < more for few, more in pairwise(layers))


def given_earlier(plans: Mapping[str, Case]) -> Accepted:
    """Return the plans that follow from the student's earlier answers, if n_layers grows."""

    def is_growing(plan: Callable[..., dict[str, Number]]) -> bool:
        try:
            return are_growing([plan(*case.arguments)["n_layers"] for case in plans.values()])
        except (ArithmeticError, ValueError):  # for example, an infinite optimum or an empty cache
            return False

    own = given_own(planned, *BUDGETED).items()
    return {label: plan for label, plan in own if is_growing(plan)}


def given_layers(answer: object, plans: Mapping[str, Case]) -> Accepted:
    """Return the plans that follow from the student's own n_layers, if these values grow.

    They may rest on earlier answers, too. With a wrong n_layers, an answer of 0 sequences is right
    only if the right plan has none. Otherwise, n_layers could be made up so that no memory holds
    the model.
    """
    outcomes = ask(answer, [case.arguments for case in plans.values()], time_limit=2)
    try:
        own = [int(outcome.value["n_layers"]) for outcome in outcomes]
    except Exception:  # the answer has no such number
        return {}
    if not are_growing(own):
        return {}
    by_budget = {case.arguments[0]: n for case, n in zip(plans.values(), own, strict=True)}

    def by_own_layers(
        flops: float,
        memory: float,
        n_tokens: int,
        flops_per_second: float,
        coefficients: Mapping[str, float],
        **earlier: Any,
    ) -> dict[str, Number]:
        rest = memory, n_tokens, flops_per_second, coefficients
        right = planned(flops, *rest)
        changed = planned(flops, *rest, layers=lambda best_size: by_budget[flops], **earlier)
        if by_budget[flops] != right["n_layers"] and not changed["sequences"]:
            changed["sequences"] = right["sequences"]
        return changed | {"n_layers": right["n_layers"]}

    found = given_own(by_own_layers, *BUDGETED)
    return {
        "right, given your n_layers": by_own_layers,
        **{f"{label}, and your n_layers": plan for label, plan in found.items()},
    }


def given_training() -> Accepted:
    """Return the plan with the student's own cost of a token but the right optimum."""
    own = own_answer("training_cost")
    if not own:
        return {}
    plan = partial(planned, training_cost=own, compute_optimal=by_bisection)
    return {"right, given your answer to training_cost, with the right optimum": plan}


def given_own_answers(plans: Mapping[str, Case], answer: object) -> Accepted:
    """Return the plans that follow from the student's earlier answers, or from n_layers here."""
    return {**given_earlier(plans), **given_training(), **given_layers(answer, plans)}


# These replace the solutions, because they also take sizes that are not whole numbers.
RIGHT = {
    "compute_optimal": by_bisection,
    "non_embedding_parameters": weights_of,
    "training_flops_per_token": training_of,
    "kv_cache_bytes": cache_of,
}
question = Arrays(
    oracle=planned,
    cases=plans,
    seed=455,
    outputs={"n_layers": 1, "sequences": 1, "days": 1},
    accept=given_own_answers,
    reference=Reference(budget, names=RIGHT),
    misconceptions=MISCONCEPTIONS,
)
