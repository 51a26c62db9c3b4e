from bisect import bisect
from functools import partial
from itertools import pairwise

from .optimum import by_bisection, own_factor
from .own_answers import cache_of, given_own, own_answer, training_of, weights_of

OF_ALL_LAYERS = "(best_size / 196_608) ** (1 / 3)"  # N is 12 · 128² · L³
ERRORS = f"""
feed-forward-missing: the feed-forward block's 8 L d² weights are missing in N
    :: non_embedding_parameters( => 1 / 3 * non_embedding_parameters( && each = each / 3
attention-or-map-missing: in N are 8 L d² weights, not 12: attention's 4 are missing, or one map of
    the feed-forward block
    :: non_embedding_parameters( => 2 / 3 * non_embedding_parameters( && each = 2 * each / 3
half-of-the-weights: in N are 6 L d² weights, as with d_ff = d_model; there are 12, as d_ff is
    4 d_model :: non_embedding_parameters( => 1 / 2 * non_embedding_parameters( && each = each / 2
nearest-or-larger: the next smaller size is asked for, not the nearest or the next larger
    :: return _ | {{"n_layers": n_layers + 1}}
    :: n_layers = 1 -> n_layers = [round({OF_ALL_LAYERS}) ~ int({OF_ALL_LAYERS}) + 1]
layers-not-whole: layers come whole :: n_layers = 1 -> n_layers = {OF_ALL_LAYERS}
weights-free: the weights need memory, too :: left = memory
rounded-up: the last sequence doesn't fit: rounded down, not up
    :: sequences = max(-int(-left // cache), 0)
keys-or-values-only: keys and values are cached, not one of them :: cache = cache / 2
cache-of-one-layer: every layer has a cache, and every head; this is that of one of them
    :: cache = cache / n_layers
one-token-cached: a sequence has n_tokens tokens, the argument; one token is cached here
    :: cache = cache / n_tokens
training-tokens-cached: a sequence has n_tokens tokens, the argument, not those of the training
    :: cache = cache / n_tokens * training_tokens
weights-of-four-bytes: weights take 2 bytes, not 4 :: left = memory - 4 * weights
weights-as-in-training: a weight takes 2 bytes here: no gradients and no state of an optimiser are
    kept :: left = memory - [8 ~ 10 ~ 12 ~ 14 ~ 16 ~ 18 ~ 20] * weights
weights-of-n-params: the weights of the model are its own N, not n_params
    :: weights = best_size && each = 6 * best_size
d-ff-of-a-head: d_ff is 4 d_model, 512 L, not 512, as for one head :: 512 * n_layers -> 512
width-of-128: the width of the model is 128 L, not 128
    :: 128 * n_layers, n_layers, n_layers, 512 * n_layers -> 128, 1, n_layers, 512
    && n_layers = 1 -> n_layers = max(int(best_size // (12 * 128**2)), 1)
    && cache = cache / [1 ~ n_layers]
weeks: these are weeks :: days = days / 7
no-layer: there is a layer at least: 1 if none fits
    :: return _ if best_size >= non_embedding_parameters(*sizes(1)) else dict.fromkeys(_, 0)
weights-of-one-byte: weights take 2 bytes each :: left = memory - weights
negative-sequences: where not even the weights fit there is no sequence: 0, and nothing below
    :: sequences = int(left // cache)
sequences-not-whole: sequences come whole :: sequences = max(left / cache, 0)
seconds: these are seconds :: days = days * 86_400
hours: these are hours :: days = days * 24
days-of-all-flops: days are those of spending all of `flops`; the model has its own N, and costs
    what that takes :: days = flops / flops_per_second / 86_400
forward-only: this is the forward pass only :: days = days / 3
n-tokens-trained-on: the argument n_tokens is the length of one sequence, not what is trained on
    :: days = each * n_tokens / flops_per_second / 86_400
"""


BUDGETED = ("parameters", "training_cost", "grouped_queries", "compute_optimal")
MOST_LAYERS = 10**6  # that any answer leads to
FAR_OFF = 2  # no n_layers that is farther off by this factor is followed


def sizes(n_layers):
    return 128 * n_layers, n_layers, n_layers, 512 * n_layers


def flops_of(n_layers, between):
    """The budget whose best size lies so far, from 0 to 1, from this model to the next larger one:
    no precision of a search makes it another one."""
    c = CHINCHILLA
    low, high = (weights_of(*sizes(layers)) for layers in (n_layers, n_layers + 1))
    best_size = low + between * (high - low)
    slope = c["alpha"] * c["A"] / best_size ** c["alpha"]  # by the logarithm of either
    return 6 * best_size * (c["beta"] * c["B"] / slope) ** (1 / c["beta"])


def plans(rng):
    """Budgets in ascending order. The first is too small for a layer; the last is of weights that
    leave no memory."""

    def rounded(number, digits=3):
        return float(f"{number:.{digits}g}")

    def plan(flops, memory, n_tokens, flops_per_second, **how):
        about = (
            rounded(memory * rng.uniform(0.8, 1.25)),
            n_tokens + int(rng.integers(n_tokens // 2)),
        )
        speed = rounded(flops_per_second * rng.uniform(0.5, 2), 2)
        return checks.case(flops, *about, speed, CHINCHILLA, rtol=1e-3, **how)

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


LAYERS = [(6, 10), (12, 19), (25, 33), (55, 66)]


def planned(
    flops,
    memory,
    n_tokens,
    flops_per_second,
    coefficients,
    parameters=weights_of,
    training_cost=training_of,
    grouped_queries=cache_of,
    compute_optimal=None,
    layers=None,
):
    """The plan by these answers. layers: of the best size -> n_layers, where they are another's."""
    if compute_optimal is None:
        # The student's own cost of a token is in their optimum, too.
        each = 6 if training_cost is training_of else own_factor() or 6
        compute_optimal = partial(by_bisection, each=each)
    best_size, training_tokens = compute_optimal(flops, coefficients)
    fitting = bisect(range(1, MOST_LAYERS), best_size, key=lambda n: parameters(*sizes(n)))
    n_layers = max(fitting, 1) if layers is None else layers(best_size)
    cache = grouped_queries(n_layers, n_layers, n_layers, 128, n_tokens, 1, 2)
    left = (memory - 2 * parameters(*sizes(n_layers))) // cache
    seconds = training_cost(*sizes(n_layers)) * training_tokens / flops_per_second
    return {"n_layers": n_layers, "sequences": max(left, 0), "days": seconds / 86_400}


def may_be_planned(layers, plans, named=False):
    """Whether these may be the n_layers of the plans: a larger budget gives more of them, and they
    are such as a mistake may lead to. Of a model that no memory holds, 0 sequences are no answer.

    named: whether known errors explain the answers that lead to these, however far they lead.
    """
    right = [planned(*case.arguments)["n_layers"] for case in plans.values()]
    near = all(n / FAR_OFF <= own <= n * FAR_OFF for own, n in zip(layers, right, strict=True))
    return (near or named) and all(few < more for few, more in pairwise(layers))


def given_earlier(plans):
    """The plan by the student's earlier answers, where these lead to n_layers that may be."""

    verdicts = [verdict for name in BUDGETED if (verdict := checks.followed(name))]
    named = all(v.mistake or v.points == v.max_points for v in verdicts)

    def leads_to_what_may_be(plan):
        try:
            layers = [plan(*case.arguments)["n_layers"] for case in plans.values()]
            return may_be_planned(layers, plans, named)
        except (ArithmeticError, ValueError):  # an optimum that is none, a cache of nothing
            return False

    own = given_own(planned, *BUDGETED).items()
    return {label: plan for label, plan in own if leads_to_what_may_be(plan)}


def given_layers(answer, plans):
    """The plan by the student's own n_layers, where these may be."""
    outcomes = checks.ask(answer, [case.arguments for case in plans.values()], time_limit=2)
    try:
        own = [int(outcome.value["n_layers"]) for outcome in outcomes]
    except Exception:  # whatever came back has no such number
        return {}
    if not may_be_planned(own, plans):
        return {}
    by_budget = {case.arguments[0]: n for case, n in zip(plans.values(), own, strict=True)}

    def by_own_layers(flops, *rest):
        right = planned(flops, *rest)
        changed = planned(flops, *rest, layers=lambda best_size: by_budget[flops])
        return changed | {"n_layers": right["n_layers"]}

    return {"right, given your n_layers": by_own_layers}


def given_training():
    """The plan by the student's own cost of a token, where their optimum is right all the same."""
    own = own_answer("training_cost")
    if not own:
        return {}
    plan = partial(planned, training_cost=own, compute_optimal=by_bisection)
    return {"right, given your answer to training_cost, with the right optimum": plan}


RIGHT = {
    "compute_optimal": by_bisection,
    "non_embedding_parameters": weights_of,
    "training_flops_per_token": training_of,
    "kv_cache_bytes": cache_of,
}
checks.arrays(
    budget,
    oracle=planned,
    cases=plans,
    seed=455,
    outputs={"n_layers": 1, "sequences": 1, "days": 1},
    accept=lambda plans: given_earlier(plans) | given_training() | given_layers(budget, plans),
    reference=checks.Reference(SOLUTION, RIGHT),
    mistakes=ERRORS,
)
