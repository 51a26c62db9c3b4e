"""A hidden test never breaks: two misconceptions at once get a verdict in every question.

The quick form tries some of the pairs, others when a question or its marking has changed; the
bench tries all.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator

import pytest

from examiner.checks import Verdict
from examiner.digests import digest_of
from examiner.findings.feedback_level import Level
from examiner.time_limit import limit_time
from tests.bank_runner import Notebook
from tests.mutants import Mutants, mutants_of, together, unmeasured, verdict_of
from tests.test_odd_values import QUESTIONS, SECONDS

NAMES = [(assignment, question.name) for assignment, question in QUESTIONS]
# In the quick form: seconds of the processor for a question, and for its pairs.
QUICK, MOST = 0.04, 4
# Their cases take half a second and more to draw and to mark: in the bench alone.
DRAWN_LONG = {
    "q5_gradients",
    "masked_attention",
    "multi_head",
    "softmax_jacobian",
    "spatial_attention",
    "kv_cache",
    "online_softmax",
    "layer_norm_backward",
    "causal_linear",
    "tiled_attention",
}


def failures(assignment: str, question: str, pairs: Iterator) -> Iterator[str]:
    """Yield the errors of the hidden test when it marks these answers."""
    solved = Notebook.of(assignment).solved()
    for about, answers in pairs:
        try:
            with limit_time(SECONDS, processor=True):
                verdict = verdict_of(assignment, question, solved | answers)
                assert isinstance(verdict, Verdict), f"{verdict!r} is no verdict"
                assert 0 <= verdict.points <= verdict.max_points
                assert all(verdict.shown(level) for level in Level)
        except Exception as error:
            yield f"{question}, {about}: {error!r:.300}"


def some(assignment: str, question: str, mutants: Mutants) -> Iterator:
    """A few pairs, for as long as the quick form has time; which ones follows from the text of the
    question and of its marking."""
    notebook = Notebook.of(assignment)
    digest = digest_of([notebook.solutions[question], notebook.tests[question]])
    rng, began = random.Random(digest), time.process_time()
    pairs = list(mutants.pairs())
    rng.shuffle(pairs)
    for pair in itertools.islice(together(pairs), MOST):
        yield pair
        if time.process_time() - began > QUICK:
            return


@pytest.mark.slow(8)
@pytest.mark.parametrize("assignment", sorted({assignment for assignment, _ in NAMES}))
def test_two_misconceptions_at_once_get_a_verdict(assignment):
    with unmeasured():
        for name in (name for where, name in NAMES if where == assignment):
            if name not in DRAWN_LONG:
                mutants = mutants_of(assignment, name)
                assert mutants.own, f"no wrong answer to {name} to try"
                assert list(failures(assignment, name, some(assignment, name, mutants))) == []


@pytest.mark.bench
@pytest.mark.parametrize(("assignment", "question"), NAMES)
def test_any_two_misconceptions_get_a_verdict(assignment, question):
    with unmeasured():
        mutants = mutants_of(assignment, question)
        assert mutants.own, "no wrong answer to try"
        found = failures(assignment, question, together(mutants.pairs()))
        assert list(itertools.islice(found, 10)) == []


def test_the_width_of_a_head_and_another_mistake_together_get_a_verdict():
    """Of `head_weights` at any width, and where D = He, the two verdicts are told together."""

    def head_weights(n, d, d_head, n_heads):
        return 3 * d_head * d + d * d

    solved = Notebook.of("ps3_architecture").solved()
    verdict = verdict_of("ps3_architecture", "head_costs", solved | {"head_weights": head_weights})
    assert 3 <= verdict.points < verdict.max_points
