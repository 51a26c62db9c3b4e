"""What a question's text promises in numbers is what its check draws and allows.

The numbers are read from the text alone; what they are held against is what the check is run with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from examiner.authoring.marking_modules import question_object
from examiner.checks import Resources
from examiner.checks.resources import ALLOWED
from tests.bank_runner import COURSE, hidden_names

KEYS = range(200)


def text_of(assignment: str, question: str) -> str:
    """The text in front of a question's answer cell, in one line."""
    (problem,) = COURSE.problems(assignment)
    before = problem.notebook_source.read_text().partition(f'answer="{question}"')[0]
    cells = before.split("# %% [markdown]")[-2:]
    return " ".join(line.removeprefix("#").strip() for line in "".join(cells).splitlines())


def promised(assignment: str, question: str, pattern: str) -> list[int]:
    """The numbers in the one place of the text that this pattern finds."""
    (found,) = re.findall(pattern, text_of(assignment, question))
    numbers = found if isinstance(found, tuple) else (found,)
    return [int(number.replace(",", "").replace("_", "")) for number in numbers]


def test_a_bound_is_asked_to_be_tight_up_to_the_length_that_is_promised() -> None:
    (most,) = promised("ps2_attention", "scaling_bound", r"up to \$n=(\d+)\$")
    names = hidden_names("ps2_attention", "scaling_bound")
    drawn = {n for key in KEYS for n, _ in names["points"](np.random.default_rng(key))}
    assert max(drawn) == most


def limits_of(assignment: str, question: str) -> list[Resources]:
    """What the solution's time and memory are measured with."""
    (problem,) = COURSE.problems(assignment)
    checks = question_object(question, problem).checks
    return [check for check in checks if isinstance(check, Resources)]


# question -> where its text says the length and the MiB of its limit of memory, the sizes beside
# it, the long call, the length of the short ones, and the allowed ratios of times.
TIMES = (
    r"most (\d+) times the processor time of a plain Python loop .*"
    r" at most (\d+) times that of [\d,]+ calls .*, or at most that of the loop\."
)
LIMITS = {
    "scaling_jacobian_norm": {
        "memory": r"([\d,]+) weights within (\d+) MiB",
        "long": r"One call with ([\d,]+) weights",
        "short": r"calls with ([\d,]+)",
        "longer": r"a call with\s+([\d,]+)",
        "times": TIMES,
    },
    "linear_attention": {
        "memory": r"([\d,]+) tokens with \$D_v=R=16\$ within (\d+) MiB",
        "sizes": r"tokens with \$D_v=R=(\d+)\$ within",
        "long": r"One call with ([\d,]+) tokens",
        "short": r"calls with ([\d,]+)",
        "longer": r"a call with\s+([\d,]+)",
        "times": TIMES,
    },
    "causal_linear": {
        "memory": r"([\d,]+) tokens with \$D_v=R=48\$ within (\d+) MiB",
        "sizes": r"tokens with \$D_v=R=(\d+)\$",
    },
}


def wrong_promises(question: str, limits: Resources) -> Iterator[str]:
    """The promises of a question's limits that its check doesn't keep."""
    large, memory = limits.large, limits.memory // 2**20
    length, *widths = large.values()
    kept: dict[str, Callable[[list[int]], bool]] = {
        "memory": lambda found: found == [length, memory],
        "sizes": lambda found: {*found} == {*widths},
        "long": lambda found: found == [limits.lengths[1]],
        "short": lambda found: found == [limits.lengths[0]],
        "longer": lambda found: found == [limits.longer],
        "times": lambda found: [*found, 1] == [ALLOWED[2], ALLOWED[0], ALLOWED[1]],
    }
    for what, pattern in LIMITS[question].items():
        numbers = promised("ps2_attention", question, pattern)
        if not kept[what](numbers):
            yield f"{what}: {numbers}"


@pytest.mark.parametrize("question", LIMITS)
def test_limits_are_those_that_the_text_promises(question: str) -> None:
    found = limits_of("ps2_attention", question)
    assert found
    assert [wrong for limits in found for wrong in wrong_promises(question, limits)] == []


def test_a_wide_case_is_as_wide_as_the_text_promises() -> None:
    (wide,) = promised("ps3_architecture", "layer_norm_backward", r"forty tokens of ([\d,]+) feat")
    assert hidden_names("ps3_architecture", "layer_norm_backward")["WIDE"] == wide


def test_shares_are_counted_among_as_many_tokens_as_the_text_promises() -> None:
    (most,) = promised("ps3_architecture", "bert_masking", r"among up to ([\d,]+) tokens")
    texts = hidden_names("ps3_architecture", "bert_masking")["drawn"](1, 2)
    assert max(np.size(text[0]) for text in (texts.large, texts.few_words)) == most


@pytest.mark.slow
def test_scores_are_as_large_as_the_text_promises_and_no_unit_is_at_the_kink() -> None:
    (large,) = promised("ps1_flops", "q5_gradients", r"Scores can exceed ([\d,]+),")
    names = hidden_names("ps1_flops", "q5_gradients")
    layers = [
        names["forward"](*drawn.arguments[:1], *drawn.arguments[2:])
        for key in KEYS
        for drawn in names["cases"](np.random.default_rng(key)).values()
    ]
    scores = [np.abs(layer["S"]).max() for layer in layers]
    assert large < max(scores) < 10 * large
    assert all(layer["Z"].all() for layer in layers)


def drawn_budgets(question: str, cases: str) -> list[float]:
    """The budgets in FLOPs that the check of this question draws, for all keys."""
    draw = hidden_names("ps4_scale", question)[cases]
    return [case.arguments[0] for key in KEYS for case in draw(np.random.default_rng(key)).values()]


def test_budgets_are_in_the_range_that_the_text_promises() -> None:
    low, high = promised(
        "ps4_scale", "compute_optimal", r"from \$10\^\{(\d+)\}\$ to \$10\^\{(\d+)\}\$"
    )
    drawn = drawn_budgets("compute_optimal", "cases") + drawn_budgets("budget", "plans")
    assert 10.0**low <= min(drawn) < max(drawn) <= 10.0**high


def test_no_model_is_as_near_to_the_best_size_as_the_text_promises() -> None:
    (per_cent,) = promised("ps4_scale", "budget", r"is within (\d+) % of `n_params`")
    names = hidden_names("ps4_scale", "budget")
    layers = np.arange(1, 100)
    weights = 12 * 128**2 * layers**3
    for flops in drawn_budgets("budget", "plans"):
        best, _ = names["by_bisection"](flops, names["CHINCHILLA"])
        assert min(abs(weights / best - 1)) > per_cent / 100


def test_masks_are_asked_for_in_images_as_large_as_the_text_promises() -> None:
    height, width = promised("ps4_scale", "sparse_own", r"at least \$(\d+)\\times(\d+)\$ patches")
    images = hidden_names("ps4_scale", "sparse_own")["IMAGES"]
    assert all(h >= height and w >= width for h, w in images)
