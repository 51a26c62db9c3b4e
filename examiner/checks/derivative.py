"""Gradients and Jacobians against an independent derivative of the forward pass.

The derivative is the complex step Im f(x + ih) / h with h = 1e-30 (Squire and Trapp 1998): no
subtraction, so no cancellation, and exact to rounding for any forward pass that is analytic where
it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .calls import Outcome, as_array, ask, describe_error, describe_value
from .tolerances import close
from .verdict import Finding, Verdict

STEP = 1e-30
# Constant factors worth naming when an array is right but for one of them.
FACTORS = (-1.0, 2.0, 0.5, -2.0, -0.5, 4.0, 0.25)

Arrays = Mapping[str, np.ndarray]


def complex_step(loss: Callable[..., complex], case: Arrays, name: str) -> np.ndarray:
    """d loss(**case) / d case[name], entry by entry, in the shape of case[name]."""
    values = np.asarray(case[name], dtype=complex)
    gradient = np.empty(values.shape)
    for index in np.ndindex(values.shape):
        moved = values.copy()
        moved[index] += 1j * STEP
        gradient[index] = np.imag(loss(**{**case, name: moved})) / STEP
    return gradient


def derivative(
    gradients: Any,
    *,
    loss: Callable[..., complex],
    cases: Sequence[Arrays],
    arrays: Sequence[str],
    points: float,
    mistakes: Mapping[str, Callable[..., Arrays]] | None = None,
) -> Verdict:
    """Whether `gradients(*case.values())` is a dict of d loss / d array for each of `arrays`.

    loss: scalar function of the case's arrays by name, analytic in each of `arrays`.
    cases: argument name -> array, in the order of the arguments of `gradients`.
    mistakes: what went wrong -> a function of the case by name that returns the gradients that it
        leads to; recognised array by array.
    points: an equal share for each array, earned by being right in every case.
    """
    outcomes = ask(gradients, [tuple(case.values()) for case in cases])
    for outcome in outcomes:
        if outcome.error is not None:
            return Verdict.nothing("the gradients", describe_error(outcome.error), points)
        if not isinstance(outcome.value, dict):
            wanted = f"expected a dict with the keys {', '.join(arrays)}"
            message = f"{wanted}, not {describe_value(outcome.value)}"
            return Verdict.nothing("the gradients", message, points)
    truth = [{name: complex_step(loss, case, name) for name in arrays} for case in cases]
    wrong = {
        label: [mistaken(**case) for case in cases] for label, mistaken in (mistakes or {}).items()
    }
    share = points / len(arrays)
    findings = (_array(name, outcomes, truth, wrong, share) for name in arrays)
    return Verdict.from_findings(findings, points)


def _array(
    name: str,
    outcomes: Sequence[Outcome],
    truth: Sequence[Arrays],
    wrong: Mapping[str, Sequence[Arrays]],
    share: float,
) -> Finding:
    asked = f"gradient of {name}"
    answers = []
    for outcome, expected in zip(outcomes, truth, strict=True):
        if name not in outcome.value:
            return Finding(asked, f"the dict has no {name!r}", 0.0, share)
        answer = as_array(outcome.value[name])
        if answer is None:
            message = f"expected an array, not {describe_value(outcome.value[name])}"
            return Finding(asked, message, 0.0, share)
        if answer.shape != expected[name].shape:
            return Finding(asked, _shape(name, answer, expected[name]), 0.0, share)
        answers.append(answer)
    if all(close(a, t[name]).all() for a, t in zip(answers, truth, strict=True)):
        return Finding(asked, "right", share, share, ok=True)
    reason = next(_reasons(name, answers, truth, wrong), "")
    return Finding(asked, reason or _first_difference(answers, truth, name), 0.0, share)


def _shape(name: str, answer: np.ndarray, expected: np.ndarray) -> str:
    message = f"its shape is {answer.shape}; the gradient has the shape of {name}, {expected.shape}"
    transposed = answer.T.shape == expected.shape and close(answer.T, expected).all()
    return f"{message}: it is transposed" if transposed else message


def _reasons(
    name: str,
    answers: Sequence[np.ndarray],
    truth: Sequence[Arrays],
    wrong: Mapping[str, Sequence[Arrays]],
) -> Iterator[str]:
    """Why the array is wrong, most telling first."""

    def same(candidates: Sequence[np.ndarray]) -> bool:
        pairs = zip(answers, candidates, strict=True)
        return all(a.shape == np.shape(c) and close(a, c).all() for a, c in pairs)

    for label, gradients in wrong.items():
        if same([g[name] for g in gradients]):
            yield label
    if all(not np.any(answer) for answer in answers):
        yield "it is zero: nothing flows back to this parameter"
    for other in truth[0]:
        if other != name and same([t[other] for t in truth]):
            yield f"this is the gradient of {other}"
    for factor in FACTORS:
        if same([factor * t[name] for t in truth]):
            yield f"{factor:g} times the right one"


def _first_difference(answers: Sequence[np.ndarray], truth: Sequence[Arrays], name: str) -> str:
    for answer, expected in zip(answers, truth, strict=True):
        differs = np.argwhere(~close(answer, expected[name]))
        if len(differs):
            index = tuple(int(i) for i in differs[0])
            place = ", ".join(map(str, index))
            return (
                f"{len(differs)} of {answer.size} entries differ; first [{place}]: "
                f"you have {answer[index]:.6g}, expected {expected[name][index]:.6g}"
            )
    raise AssertionError("called for arrays that agree")
