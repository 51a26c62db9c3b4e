"""A plan: the size of a model, its cache and its training run."""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Reference,
    ask,
    assign,
    carried_forward,
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

OF_ALL_LAYERS = "(best_size / 196_608) ** (1 / 3)"  # N is 12 · 128² · L³

# fmt: off
MISCONCEPTIONS = [
    misconception("feed-forward-missing",
      replace_all("non_embedding_parameters(", "1 / 3 * non_embedding_parameters(")
       & assign("each", "each / 3"),
      "the feed-forward block's 8 L d² weights are missing in N"),
    misconception("attention-or-map-missing",
      replace_all("non_embedding_parameters(", "2 / 3 * non_embedding_parameters(")
       & assign("each", "2 * each / 3"),
      "in N are 8 L d² weights, not 12: attention's 4 are missing, or one map of the feed-forward "
      "block"),
    misconception("half-of-the-weights",
      replace_all("non_embedding_parameters(", "1 / 2 * non_embedding_parameters(")
       & assign("each", "each / 2"),
      "in N are 6 L d² weights, as with d_ff = d_model; there are 12, as d_ff is 4 d_model"),
    misconception("nearest-or-larger",
      [returns('_ | {"n_layers": n_layers + 1}'),
       replace("n_layers = 1", f"n_layers = round({OF_ALL_LAYERS})"),
       replace("n_layers = 1", f"n_layers = int({OF_ALL_LAYERS}) + 1")],
      "the next smaller size is asked for, not the nearest or the next larger"),
    misconception("layers-not-whole", replace("n_layers = 1", f"n_layers = {OF_ALL_LAYERS}"),
      "layers come whole"),
    misconception("weights-free", assign("left", "memory"),
      "the weights need memory, too"),
    misconception("rounded-up", assign("sequences", "max(-int(-left // cache), 0)"),
      "the last sequence doesn't fit: rounded down, not up"),
    misconception("keys-or-values-only", assign("cache", "cache / 2"),
      "keys and values are cached, not one of them"),
    misconception("cache-of-one-layer", assign("cache", "cache / n_layers"),
      "every layer has a cache, and every head; this is that of one of them"),
    misconception("one-token-cached", assign("cache", "cache / n_tokens"),
      "a sequence has n_tokens tokens, the argument; one token is cached here"),
    misconception("training-tokens-cached", assign("cache", "cache / n_tokens * training_tokens"),
      "a sequence has n_tokens tokens, the argument, not those of the training"),
    misconception("weights-of-four-bytes", assign("left", "memory - 4 * weights"),
      "weights take 2 bytes, not 4"),
    misconception("weights-as-in-training",
      [assign("left", f"memory - {k} * weights") for k in (8, 10, 12, 14, 16, 18, 20)],
      "a weight takes 2 bytes here: no gradients and no state of an optimiser are kept"),
    misconception("weights-of-n-params",
      assign("weights", "best_size") & assign("each", "6 * best_size"),
      "the weights of the model are its own N, not n_params"),
    misconception("d-ff-of-a-head", replace("512 * n_layers", "512"),
      "d_ff is 4 d_model, 512 L, not 512, as for one head"),
    misconception("width-of-128",
      [replace("128 * n_layers, n_layers, n_layers, 512 * n_layers", "128, 1, n_layers, 512")
       & replace("n_layers = 1", "n_layers = max(int(best_size // (12 * 128**2)), 1)")
       & assign("cache", f"cache / {heads}") for heads in ("1", "n_layers")],
      "the width of the model is 128 L, not 128"),
    convention("weeks", assign("days", "days / 7"),
      "these are weeks"),
    misconception("no-layer",
      returns("_ if best_size >= non_embedding_parameters(*sizes(1)) else dict.fromkeys(_, 0)"),
      "there is a layer at least: 1 if none fits"),
    misconception("weights-of-one-byte", assign("left", "memory - weights"),
      "weights take 2 bytes each"),
    misconception("negative-sequences", assign("sequences", "int(left // cache)"),
      "where not even the weights fit there is no sequence: 0, and nothing below"),
    misconception("sequences-not-whole", assign("sequences", "max(left / cache, 0)"),
      "sequences come whole"),
    convention("seconds", assign("days", "days * 86_400"),
      "these are seconds"),
    convention("hours", assign("days", "days * 24"),
      "these are hours"),
    misconception("days-of-all-flops", assign("days", "flops / flops_per_second / 86_400"),
      "days are those of spending all of `flops`; the model has its own N, and costs what "
      "that takes"),
    misconception("forward-only", assign("days", "days / 3"),
      "this is the forward pass only"),
    misconception("n-tokens-trained-on",
      assign("days", "each * n_tokens / flops_per_second / 86_400"),
      "the argument n_tokens is the length of one sequence, not what is trained on"),
]
# fmt: on


BUDGETED = ("parameters", "training_cost", "grouped_queries", "compute_optimal")
LAYERS = [(6, 10), (12, 19), (25, 33), (55, 66)]
MOST_LAYERS = 10**6  # that any answer leads to
FAR_OFF = 2  # no n_layers that is farther off by this factor is followed


def sizes(n_layers: int) -> tuple[int, int, int, int]:
    """d_model, n_heads, n_layers and d_ff of a model with so many layers."""
    return 128 * n_layers, n_layers, n_layers, 512 * n_layers


def flops_of(n_layers: int, between: float) -> float:
    """The budget whose best size lies so far, from 0 to 1, from this model to the next larger one:
    no precision of a search makes it another one."""
    c = CHINCHILLA
    low, high = (weights_of(*sizes(layers)) for layers in (n_layers, n_layers + 1))
    best_size = low + between * (high - low)
    slope = c["alpha"] * c["A"] / best_size ** c["alpha"]  # by the logarithm of either
    return 6 * best_size * (c["beta"] * c["B"] / slope) ** (1 / c["beta"])


def rounded(number: float, digits: int = 3) -> float:
    """A number with so many digits."""
    return float(f"{number:.{digits}g}")


def plans(rng: np.random.Generator) -> Mapping[str, Case]:
    """Budgets in ascending order. The first is too small for a layer; the last is of weights that
    leave no memory."""

    def plan(
        flops: float, memory: float, n_tokens: int, flops_per_second: float, weight: float = 1
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
        f"{too_few:g} FLOPs, too few for a layer": plan(too_few, 1e9, 500, 1e10, weight=0.25),
        f"{budgets[0]:g} FLOPs": plan(budgets[0], 3e9, 1000, 5e13),
        f"{budgets[1]:g} FLOPs": plan(budgets[1], 40e9, 2000, 1e15),
        f"{budgets[2]:g} FLOPs": plan(budgets[2], 320e9, 5000, 8e15),
        f"{budgets[3]:g} FLOPs, weights that fill the memory": plan(
            budgets[3], 0.7 * filled, 1024, 1.3e17, weight=0.25
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
    """The plan by these answers. layers: n_layers by the best size, if they are another's."""
    if compute_optimal is None:
        # The student's own cost of a token is in their optimum, too.
        each = 6 if training_cost is training_of else own_factor() or 6
        compute_optimal = partial(by_bisection, each=each)
    best_size, training_tokens = compute_optimal(flops, coefficients)
    fitting = bisect(range(1, MOST_LAYERS), False, key=lambda n: parameters(*sizes(n)) > best_size)
    n_layers = max(fitting, 1) if layers is None else layers(best_size)
    cache = grouped_queries(n_layers, n_layers, n_layers, 128, n_tokens, 1, 2)
    left = (memory - 2 * parameters(*sizes(n_layers))) // cache
    seconds = training_cost(*sizes(n_layers)) * training_tokens / flops_per_second
    return {"n_layers": n_layers, "sequences": max(left, 0), "days": seconds / 86_400}


def may_be_planned(
    layers: Sequence[Number], plans: Mapping[str, Case], *, named: bool = False
) -> bool:
    """Whether these may be the n_layers of the plans: a larger budget gives more of them, and they
    are such as a misconception may lead to. Of a model that no memory holds, 0 sequences are no
    answer.

    Args:
        layers: n_layers of each plan.
        plans: The cases.
        named: Whether misconceptions explain the answers that lead to these, however far they lead.
    """
    right = [planned(*case.arguments)["n_layers"] for case in plans.values()]
    near = all(n / FAR_OFF <= own <= n * FAR_OFF for own, n in zip(layers, right, strict=True))
    return (near or named) and all(few < more for few, more in pairwise(layers))


def given_earlier(plans: Mapping[str, Case]) -> Accepted:
    """The plan by the student's earlier answers, where these lead to n_layers that may be."""
    verdicts = [verdict for name in BUDGETED if (verdict := carried_forward(name))]
    named = all(v.misconception_key or v.points == v.max_points for v in verdicts)

    def leads_to_what_may_be(plan: Callable[..., dict[str, Number]]) -> bool:
        try:
            layers = [plan(*case.arguments)["n_layers"] for case in plans.values()]
            return may_be_planned(layers, plans, named=named)
        except (ArithmeticError, ValueError):  # an optimum that is none, a cache of nothing
            return False

    own = given_own(planned, *BUDGETED).items()
    return {label: plan for label, plan in own if leads_to_what_may_be(plan)}


def given_layers(answer: object, plans: Mapping[str, Case]) -> Accepted:
    """The plan by the student's own n_layers, where these may be."""
    outcomes = ask(answer, [case.arguments for case in plans.values()], time_limit=2)
    try:
        own = [int(outcome.value["n_layers"]) for outcome in outcomes]
    except Exception:  # whatever came back has no such number
        return {}
    if not may_be_planned(own, plans):
        return {}
    by_budget = {case.arguments[0]: n for case, n in zip(plans.values(), own, strict=True)}

    def by_own_layers(
        flops: float,
        memory: float,
        n_tokens: int,
        flops_per_second: float,
        coefficients: Mapping[str, float],
    ) -> dict[str, Number]:
        rest = memory, n_tokens, flops_per_second, coefficients
        right = planned(flops, *rest)
        changed = planned(flops, *rest, layers=lambda best_size: by_budget[flops])
        return changed | {"n_layers": right["n_layers"]}

    return {"right, given your n_layers": by_own_layers}


def given_training() -> Accepted:
    """The plan by the student's own cost of a token, where their optimum is right all the same."""
    own = own_answer("training_cost")
    if not own:
        return {}
    plan = partial(planned, training_cost=own, compute_optimal=by_bisection)
    return {"right, given your answer to training_cost, with the right optimum": plan}


def given_own_answers(plans: Mapping[str, Case], answer: object) -> Accepted:
    """What is right as well by the student's earlier answers, or by the n_layers of this one."""
    return {**given_earlier(plans), **given_training(), **given_layers(answer, plans)}


# In the place of the solutions: these take sizes that aren't whole as well.
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
