"""Asking a student's function: everything it does comes back as an outcome."""

from __future__ import annotations

import resource
import sys
import warnings

import numpy as np
import pytest

from examiner.checks.calls import as_array, ask, error_said
from examiner.findings.level import Level
from examiner.findings.sentences import say


def describe_error(error):
    return say(error_said(error), Level.ANSWER)


def outcomes(function, *argument_lists, **options):
    return ask(function, list(argument_lists) or [()], **options)


def raising(error):
    def answer():
        raise error

    return answer


@pytest.mark.parametrize(
    "error",
    [ValueError("x"), SystemExit(0), KeyboardInterrupt(), RecursionError(), MemoryError()],
    ids=lambda error: type(error).__name__,
)
def test_whatever_is_raised_comes_back(error):
    (outcome,) = outcomes(raising(error))
    assert outcome.error is error
    assert outcome.value is None
    assert describe_error(error)


def test_what_a_student_says_stands_in_quotation_marks():
    assert describe_error(ValueError("right. “3” / 3")) == 'it raised ValueError: “right. "3" / 3”'
    in_time = TimeoutError("it was still running after 1 s")
    assert describe_error(in_time) == str(in_time)
    in_time.student_traceback = "Traceback"
    assert describe_error(in_time) == f"it raised TimeoutError: “{in_time}”"


def test_prints_and_warnings_do_not_matter(capsys, recwarn):
    def noisy():
        print("hello")
        print("there", file=sys.stderr)
        warnings.warn("careful", stacklevel=1)
        return 1

    assert outcomes(noisy)[0].value == 1
    assert capsys.readouterr() == ("", "")
    assert not recwarn.list


def test_a_loop_that_swallows_exceptions_meets_the_limit():
    def stubborn():
        for _ in range(2):
            try:
                while True:
                    pass
            except Exception:
                continue
        while True:
            pass

    assert isinstance(outcomes(stubborn, time_limit=0.1)[0].error, TimeoutError)


def test_memory_limit_holds_and_is_lifted():
    before = resource.getrlimit(resource.RLIMIT_AS)
    big, small = (
        outcomes(lambda n: np.ones(n).size, (n,), memory_limit=2**28)[0] for n in (2**27, 2**10)
    )
    assert isinstance(big.error, MemoryError)
    assert small.value == 2**10
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@pytest.mark.parametrize(
    "value", [None, "text", [1, [2, 3]], [object()], np.array([None]), {1: 2}, [10**400, 0.5]]
)
def test_what_is_no_array(value):
    assert as_array(value) is None


def test_what_is_an_array():
    class Lying(np.ndarray):
        def __eq__(self, other):
            return np.ones(self.shape, bool)

    lying = np.arange(3).view(Lying)
    assert type(as_array(lying)) is np.ndarray
    assert as_array([[1, 2], [3, 4]]).shape == (2, 2)
    assert as_array(2.5).shape == ()
    assert as_array([[1, 2.5], (np.float32(3), True)]).tolist() == [[1, 2.5], [3, 1]]
    assert as_array([[1, "2"]]) is None
