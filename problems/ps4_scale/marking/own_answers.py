"""What later questions rest on: the right answers, and the student's own where they differ."""

from functools import partial
from itertools import combinations


def weights_of(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense_of(n, *model):
    d_model, _, n_layers, _ = model
    return 2 * n * weights_of(*model) + 4 * n_layers * n**2 * d_model


def training_of(*model):
    return 6 * weights_of(*model)


def cache_of(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return 2 * n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value


def split_by_length(dense, model):
    """A cost a n + b n² of n tokens: (a, b)."""
    one, two = dense(1, *model), dense(2, *model)
    return 2 * one - two / 2, two / 2 - one


OF_SEVERAL = {"dense_flops": "forward_cost", "decode_flops": "forward_cost"}


def own_answer(name):
    """The student's answer to a question, or one function of an answer of several, if it may be
    followed; else None.
    """
    verdict = checks.followed(OF_SEVERAL.get(name, name))
    if verdict is None:
        return None
    count = verdict.counted
    if name in OF_SEVERAL:
        count = (count or {}).get(name)
    if count is None:
        return verdict.mistaken

    def counted(*sizes):
        *length, d_model, n_heads, n_layers, d_ff = sizes
        return count(*length, n_heads, n_layers, d_ff, d_model // n_heads)

    return counted


def given_own(definition, *names):
    """What allows it -> the definition by the student's own answers, as many as there are first.

    definition: takes the answers of these names under their names.
    """
    own = {name: own_answer(name) for name in names}
    own = {name: answer for name, answer in own.items() if answer}
    found = {}
    for number in range(len(own), 0, -1):
        for chosen in combinations(own, number):
            answers = "answers" if number > 1 else "answer"
            label = f"right, given your {answers} to {' and '.join(chosen)}"
            found[label] = partial(definition, **{name: own[name] for name in chosen})
    return found
