"""What problem set 4 gives to students beside its questions on caches and patterns: previews of
their answers, and pictures.
"""

from __future__ import annotations

import re
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from examiner.regions import split
from tests.bank_runner import Notebook, printed_by

NOTEBOOK = Notebook.of("ps4_scale")
QUESTIONS = ("kv_cache", "online_softmax", "sparse_patterns", "davit")


def preview(question: str, names: dict[str, Any]) -> str:
    return printed_by(split(NOTEBOOK.tests[question], "hidden tests")[0], names)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_open_question_is_said_to_be_open_and_nothing_stops(question: str) -> None:
    names, solution = NOTEBOOK.namespace("__main__"), NOTEBOOK.solutions[question]
    region = r"( *)### BEGIN SOLUTION.*?### END SOLUTION"
    exec(re.sub(region, r"\1raise NotImplementedError", solution, flags=re.DOTALL), names)
    said = preview(question, names)
    functions = re.findall(r"^def (\w+)", solution, re.MULTILINE)
    assert said.count("Not answered yet") == len(functions)
    assert "The picture waits for an answer." in said


@pytest.mark.parametrize(
    ("question", "wrong", "message"),
    [
        ("kv_cache", "append_token = lambda *a: None", "expected (out, K_cache, V_cache), not"),
        ("kv_cache", "append_token = lambda x, K, V, p: (x, K)", "not 2 parts"),
        ("kv_cache", "append_token = lambda x, K, V, p: (x, K, V)", "is (3, 7), expected (4, 7)"),
        ("online_softmax", "merge = lambda s, t: s[:2]", "merge: expected (m, l, o), not 2 parts"),
        ("online_softmax", "merge = lambda s, t: (1, 2, 3)", "o: the shape is (), expected (3,)"),
        ("sparse_patterns", "local_mask = lambda h, w, r: None", "is a return missing?"),
        ("sparse_patterns", "axial_mask = lambda h, w: 'x'", "expected bools, not <U1"),
        ("sparse_patterns", "axial_mask = lambda h, w: np.eye(h)", "(5, 5), expected (35, 35)"),
        ("sparse_patterns", "local_mask = lambda h, w, r: np.eye(h * w)", "bool is asked for"),
        ("davit", "patch_attention_flops = lambda n, d: n / d", "expected a whole number"),
    ],
)  # fmt: skip
def test_previews_name_what_is_wrong(question: str, wrong: str, message: str) -> None:
    names = NOTEBOOK.solved()
    exec(wrong, names)
    assert message in preview(question, names)


@pytest.mark.slow
def test_pictures_of_right_answers() -> None:
    names = NOTEBOOK.solved("__main__")
    for source in NOTEBOOK.other:
        if "draw_cache(" in source or "draw_grid(" in source:
            exec(source, names)
    said = "".join(preview(question, names) for question in QUESTIONS)
    assert "No picture" not in said
    assert len(plt.get_fignums()) == 6
    assert re.search(r"axial +7,936 +7,936 +12\.1% +2\n", said)
    assert re.search(r"windows 4 × 4 +4,096 +6\.2% +never\n", said)
    assert all(float(e) < 1e-14 for e in re.findall(r"(?:row|end|tree) +(\S+e-\d+)\n", said))


def test_counts_that_loop_get_no_picture() -> None:
    names = NOTEBOOK.solved("__main__")
    loop = "def patch_attention_flops(n, d):\n    return sum(4 for _ in range(20 * n * d))"
    exec(loop, names)
    said = preview("davit", names)
    assert "TakesTooLong: patch_attention_flops at real sizes" in said
    counting = "def local_pairs(h, w, r):\n    return sum(local_mask(h, w, r).ravel().tolist())"
    exec(counting, names)
    names["seconds_of"] = lambda *call: 1.0
    assert "local, r = 7     with your answer this would take too long" in preview(
        "sparse_patterns", names
    )


def test_windows_are_blocks() -> None:
    mask = NOTEBOOK.namespace()["window_mask"](4, 6, 2)
    assert mask.dtype == bool
    assert np.all(mask.sum(axis=1) == 4)
    assert mask[0, [0, 1, 6, 7]].all()
