"""Answers that later questions rest on: the right ones, and the student's own if they differ."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TypeAlias, TypeVar

from examiner.checks import Polynomial, carried_forward

Number: TypeAlias = float | Fraction
Numbers: TypeAlias = Callable[..., Number]
Result = TypeVar("Result")


def weights_of(d_model: int, n_heads: int, n_layers: int, d_ff: int) -> int:
    """Return the number of weights, N."""
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense_of(n: int, *model: int) -> int:
    """Return the FLOPs for n tokens that all look at all n tokens."""
    d_model, _, n_layers, _ = model
    return 2 * n * weights_of(*model) + 4 * n_layers * n**2 * d_model


def training_of(*model: int) -> int:
    """Return the FLOPs of training per token."""
    return 6 * weights_of(*model)


def cache_of(
    n_layers: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    n_tokens: int,
    batch: int,
    bytes_per_value: int,
) -> int:
    """Return the bytes of the keys and values."""
    return 2 * n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value


def split_by_length(dense: Numbers, model: Sequence[float]) -> tuple[Number, Number]:
    """Return a and b of a cost of n tokens that is a n + b n²."""
    one, two = dense(1, *model), dense(2, *model)
    return 2 * one - two / 2, two / 2 - one


OF_SEVERAL = {"dense_flops": "forward_cost", "decode_flops": "forward_cost"}


def own_answer(name: str) -> Numbers | None:
    """Return the student's answer to a question, or one function of it, if it is carried forward.

    Args:
        name: The name of the question or of the function.
    """
    verdict = carried_forward(OF_SEVERAL.get(name, name))
    if verdict is None:
        return None
    count = verdict.counted
    if isinstance(count, Mapping):
        count = count.get(name)
    if isinstance(count, Polynomial):
        return partial(_at_sizes, count)
    mistaken = None if name in OF_SEVERAL else verdict.mutant
    return None if isinstance(mistaken, Mapping) else mistaken


def _at_sizes(count: Polynomial, *sizes: int) -> Number:
    """Evaluate a count at the sizes of a model, which may begin with a length."""
    *length, d_model, n_heads, n_layers, d_ff = sizes
    return count(*length, n_heads, n_layers, d_ff, d_model // n_heads)


def given_own(definition: Callable[..., Result], *names: str) -> dict[str, Callable[..., Result]]:
    """Return the definition with the student's own answers, for each combination of them.

    Args:
        definition: A function with a keyword argument for each name.
        names: The names of questions, or of functions in questions with several.

    Returns:
        The message that allows it -> the definition, with the largest combinations first.
    """
    found_own = {name: own_answer(name) for name in names}
    own = {name: answer for name, answer in found_own.items() if answer}
    found: dict[str, Callable[..., Result]] = {}
    for number in range(len(own), 0, -1):
        for chosen in combinations(own, number):
            answers = "answers" if number > 1 else "answer"
            label = f"right, given your {answers} to {' and '.join(chosen)}"
            found[label] = partial(definition, **{name: own[name] for name in chosen})
    return found
