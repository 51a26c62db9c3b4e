"""What the notebooks give to students: previews of their answers, pictures, and figures and tables
that their answers drive."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any
from unittest import mock

import matplotlib.pyplot as plt
import numpy as np
import pytest

from examiner.cell_code import run_code
from examiner.regions import split, visible
from tests.bank_runner import ASSIGNMENTS, Notebook, built, printed_by

PS1, PS2, PS3, PS4, PS5, *_ = ASSIGNMENTS
each_set = pytest.mark.parametrize("assignment", ASSIGNMENTS)
SOLUTION = re.compile(r"( *)### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)
FAULTS = "raises|No picture|DIFFERS|This needs|This waits|ot answered|TOO SLOW|take too long"
# The worked example of derivations has a false line.
WARNINGS = r"Warning: (?!line 2 is not `=` line 1 \(u and v|the last line is not 1 \+ v)"


@cache
def looks(assignment: str) -> dict[str, str]:
    """The cell below each answer."""
    tests = Notebook.of(assignment).tests
    return {question: split(test, "hidden tests")[0] for question, test in tests.items()}


def look(assignment: str, question: str, names: dict[str, Any]) -> str:
    return printed_by(looks(assignment)[question], names)


def pictures(assignment: str) -> list[str]:
    """The questions whose answers are drawn below them."""
    return [question for question, cell in looks(assignment).items() if "draw_" in cell]


def cell_with(assignment: str, text: str) -> str:
    (cell,) = (cell for cell in Notebook.of(assignment).other if text in cell)
    return cell


def students(assignment: str) -> dict[str, Any]:
    """The namespace of a student's notebook with right answers."""
    return Notebook.of(assignment).solved("__main__")


# --- with right answers, without, and with wrong ones --------------------------------------------

# Worked out by hand from the sizes of the models, or published.
SHOWN = {
    PS1: [
        r"the weights: 8\.3 MB", r"\n *1,000 .* 27%\n", r"\n *8,000 .* 75%\n",
        r"\n *128,000 .* 98%\n", r"Llama 3 405B: 3\.8e\+25 FLOPs, 68 days",
        r"products, predicted: +(\d+)\nproducts, measured: +\1\n",
        r"your gradients, measured: +([\d,]+)\n.*all products but dH: +\1\n",
        r"backward / forward: +1\.97\nFLOPs for each weight and token: +8\.21\n",
    ],
    PS2: [r"standard deviation of a score +8 +11\.3"],
    PS3: [
        # 2¹⁰ = 1024 < 3⁷, 13³ > 1024; 2¹⁷ = 131072 < 3¹¹, 65³ > 131072
        r"GPT-2 small +1,024 +12 +10 +7 +3\n", r"Llama 3.1 70B +131,072 +80 +17 +11 +3\n",
        r"one head of width D: 1,771,776 weights and biases\n    entries of A: 1,048,576\n",
        r"a dense layer: 6\.2e\+11 weights, 1 TB",
        r"1,024 +2,359,296 +8\.1 +28,311,552\n",
        r"131,072 +268,435,456 +633,318\.7 +21,474,836,480\n",
        r"33\.3% of the 84,934,656", r"1,024 +8\.05 +2\.421 +30%",
        r"add to dense_biases +131,072 +-262,144",
    ],
    PS4: [
        r"axial +7,936 +7,936 +12\.1% +2\n", r"windows 4 × 4 +4,096 +– +6\.2% +never\n",
        *(rf"{how}( +\d\.\de(-1[5-7]|\+00)){{3}}\n" for how in ("in a row", "the end", "tree")),
        r" ([\d,]+)\nyour corrected value +\1\n",  # the audit is settled to the last FLOP
    ],
    PS5: [r"Llama 2 7B +6,738,415,616 +6,738,415,616", r"corrected: 2,171 tokens/s"],
}  # fmt: skip


@pytest.mark.slow
@each_set
def test_right_answers_drive_all_that_is_shown(assignment: str) -> None:
    names, said = students(assignment), ""
    for question in looks(assignment):
        said += look(assignment, question, names)
        assert len(plt.get_fignums()) == (question in pictures(assignment)), question
        assert not plt.get_fignums() or plt.gcf().get_figwidth() < 6  # it can be read on a phone
        plt.close("all")
    for cell in Notebook.of(assignment).other:
        more = printed_by(cell, names)
        assert more or plt.get_fignums() or "needs(" not in cell, cell
        said += more
        plt.close("all")
    assert not re.search(f"{FAULTS}|{WARNINGS}", said), said
    assert [
        text for text in SHOWN.get(assignment, ()) if not re.search(text, said, re.DOTALL)
    ] == []


@pytest.mark.slow
@each_set
def test_what_waits_for_an_answer_is_a_line_and_no_empty_figure(assignment: str) -> None:
    notebook = Notebook.of(assignment)
    names = notebook.namespace("__main__")
    for question, solution in notebook.solutions.items():
        run_code(SOLUTION.sub(r"\1raise NotImplementedError", solution), names)
        said = look(assignment, question, names)
        assert "raises" not in said, question
        waits = "This waits for an answer: " in said or "This needs question" in said
        assert waits or question not in pictures(assignment), question
    for cell in notebook.other:
        plt.close("all")
        said = printed_by(cell, names)
        if "needs(" in cell:
            assert re.match("This needs .*answered.\n", said), cell
            assert not plt.get_fignums(), cell


@each_set
def test_nothing_is_drawn_where_answers_are_graded(assignment: str) -> None:
    names = Notebook.of(assignment).solved()
    for question in pictures(assignment):
        look(assignment, question, names)
    assert not plt.get_fignums()


@pytest.mark.slow
@each_set
@pytest.mark.parametrize("wrong", [lambda *_, **__: None, lambda *_, **__: np.zeros(3)])
def test_a_picture_of_a_wrong_answer_stops_nothing(assignment: str, wrong: Any) -> None:
    right = students(assignment)
    for question in pictures(assignment):
        defined = re.findall(r"^def (\w+)", Notebook.of(assignment).solutions[question], re.M)
        for name in defined:
            _, error = run_code(looks(assignment)[question], right | {name: wrong})
            assert error is None, (question, name)
        plt.close("all")


# --- previews ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("assignment", "question", "answer", "said"),
    [
        (PS2, "softmax_conclusion", 'conclusion = {"output": "insensible"}', "is no option;"),
        (PS2, "mask_scenarios", 'masks = {"BERT": {"self-attention": {"padding"}}, "GPT": None}',
         "is no option; choose from"),
        (PS3, "layer_norm_steps",
         'layer_norm_steps = [("=", "norm(gamma * z)", ""), ("=", "abs(gamma) * norm(z)", "")]',
         "The last line still contains z, not only gamma and d."),
        (PS3, "bert_tasks", 'tasks = ["generative"]', "expected a dict, not list"),
        (PS3, "layer_norm_backward", "layer_norm_backward = lambda *_: np.zeros((5, 7))",
         "not array"),
        (PS3, "layer_norm_backward", "layer_norm_backward = lambda *_: (1, 2)", "not 2 things"),
        (PS3, "layer_norm_backward",
         "layer_norm_backward = lambda dy, *_: (dy, np.zeros(5), np.zeros((1, 7)))",
         "dgamma: the shape is (5,), expected (7,)"),
        (PS3, "bert_masking", "bert_mask = lambda tokens, *_: (tokens, tokens.ravel())",
         "targets: the shape is (30,), expected (5, 6)"),
        (PS3, "spatial_attention",
         "spatial_self_attention = lambda h, *_: (h[:, :, :6], np.zeros((3, 28, 28)))",
         "Warning: alpha has 3 axes, and 5 indices in your 5.1."),
        (PS3, "spatial_equations", 'equations = {"projections": {"k", "z"}}', "'z' is no option;"),
        (PS3, "dense_audit", 'audit_lines = {"2": "no"}', "2: 'no' is no option; choose"),
        (PS3, "dense_audit", 'dense_audit = lambda *_: {"bias": 3, "qkv_biases": 1}',
         "Not asked for: bias"),
        (PS3, "dense_audit", "dense_audit = lambda *_: [1, 2]", "expected a dict, not list"),
        (PS4, "kv_cache", "append_token = lambda x, K, V, p: (x, K, V)",
         "is (3, 7), expected (4, 7)"),
        (PS4, "kv_cache", """right = append_token
def append_token(x, K_cache, V_cache, params):
    params['W_q'] += 1
    return right(x, K_cache, V_cache, params)""", "changes its argument params: work on a copy."),
        (PS4, "kv_cache", """right = append_token
def append_token(x, K_cache, V_cache, params):
    K_cache[0]
    return right(x, K_cache, V_cache, params)""",
         "Warning: append_token fails with empty caches: index 0 is out of bounds"),
        (PS4, "online_softmax", "merge = lambda s, t: s[:2]", "expected (m, l, o), not 2 parts"),
        (PS4, "serial_growth", 'serial_growth["Z"] = "linearly"',
         "Warning: Z: expected a dict with U and T, not the str 'linearly'"),
        (PS4, "serial_growth", 'serial_growth = {"layer": "linearly"}',
         "Z: expected a dict with U and T; there is none yet"),
        (PS4, "sparse_patterns", "local_mask = lambda h, w, r: None", "is a return missing?"),
        (PS4, "sparse_patterns", "axial_mask = lambda h, w: 'x'", "expected bools, not <U1"),
        (PS4, "davit", "patch_attention_flops = lambda n, d: n / d", "expected a whole number"),
    ],
)  # fmt: skip
def test_what_an_answer_lacks_is_said_below_it(
    assignment: str, question: str, answer: str, said: str
) -> None:
    names = Notebook.of(assignment).solved()
    assert said not in look(assignment, question, names)
    exec(answer, names)
    assert said in look(assignment, question, names)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("preview_shape('gap', None, ())", "gap: nothing is returned; is a return missing?"),
        ("preview_shape('gap', 1j, ())", "gap: expected real numbers, not complex128"),
        ("preview_shape('gap', [1, 2], ())", "gap: the shape is (2,), expected ()"),
        ("preview_shape('A', [[1.0], [np.nan]], (2, 1))", "some entries are infinite or not"),
        ("preview_choice('entry', {'b', 'a'}, ['a', 'b'])", "entry: a, b\n"),
        ("preview_choice('entry', set(), ['a', 'b'])", "entry: no option at all"),
        (
            "preview_choice('entry', ['a', 1], ['a', 'b'])",
            'Warning: entry: 1 is no option; choose from "a", "b"\n',
        ),
        ("preview_choice('entry', None, ['a', 'b'])", "Warning: entry: nothing chosen yet\n"),
        ("preview_choice('entry', True, ['true'])", 'True is no option; choose from "true"\n'),
        ("preview_shape('A', [[1.0]], (1, 1))", "Warning: A: a list; return a numpy array.\n"),
        ("show(lambda: draw_scores(lambda *_: 1 / 0))", "ZeroDivisionError: division by zero"),
        ("show(lambda: draw_scores(not_defined))", "This waits for an answer: not_defined\n"),
    ],
)
def test_shapes_choices_and_pictures(code: str, said: str) -> None:
    assert said in printed_by(f"with sanity_check():\n    {code}", students(PS2))


@pytest.mark.parametrize(
    ("counts", "lines"),
    [
        ("counts(n, d):\n    return {'a': n * d, 'b': n / d, 3: d}",
         ["a: 35", "Warning: b: expected a whole number, not the float 1.4", "Warning: c: missing",
          "Not asked for: 3"]),
        ("counts(N, D):\n    return {'a': N}", ["raises TypeError"]),
        ("counts(d, n):\n    return {'a': d}", ["returns something else"]),
    ],
)  # fmt: skip
def test_the_entries_of_a_dict_of_counts(counts: str, lines: list[str]) -> None:
    names = students(PS3)
    exec(f"def {counts}", names)
    shown = printed_by("preview_counts(counts, ['a', 'b', 'c'], n=7, d=5)", names)
    assert all(line in shown for line in lines), shown


def test_slopes_show_a_wrong_gradient() -> None:
    names = students(PS3)
    right = names["layer_norm_backward"]
    names["halved"] = lambda *arguments: (right(*arguments)[0] / 2, *right(*arguments)[1:])
    shown = printed_by("compare_slopes(layer_norm, halved)", names)
    found = dict(re.findall(r"d(\w+): (\w+)", shown))
    assert found == {"x": "DIFFERS", "gamma": "agrees", "beta": "agrees"}


# --- loops, and what takes long ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("growth", "remark"),
    [
        ("U * math.log(T)", "OverflowError: such an int is no float and no np.int64, and can't be"),
        ("sum(1 for _ in range(T * U))", "doesn't end: no loop can count to these"),
        ("T if T < 2 else 1 + softmax_time(B, T - 1, U)", "RecursionError: nothing can count down"),
        ("T * U", ""),
    ],
)
@pytest.mark.slow
def test_a_growth_that_huge_sizes_stop_is_told_so(growth: str, remark: str) -> None:
    names = students(PS4)
    exec(f"def softmax_time(B, T, U):\n    return {growth}", names)
    limit = names["time_limit"]
    names["time_limit"] = lambda seconds=60: limit(60 if seconds == 60 else 0.3)
    said = printed_by("preview_growth(softmax_time, B=2, T=10, U=6)", names)
    assert remark in said
    assert ("Warning: at sizes" in said) == bool(remark)
    assert "use Python's ints" not in said


@pytest.mark.parametrize(
    ("assignment", "function", "figure"),
    [(PS3, "receptive_field", "compare_depths"), (PS4, "layer_depth", "plot_time")],
)
@pytest.mark.slow
def test_an_endless_loop_does_not_hold_a_figure_up(
    assignment: str, function: str, figure: str
) -> None:
    names = students(assignment)
    exec(f"def {function}(*sizes, **named):\n    while True:\n        pass", names)
    names["time_limit"] = partial(names["time_limit"], 0.3)
    said = printed_by(cell_with(assignment, f"def {figure}("), names)
    assert "this cell needs a closed formula. (Your answer is graded at small sizes.)" in said


def test_slow_code_is_not_measured_for_ever() -> None:
    asked = []

    def slow(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> None:
        asked.append(V.shape[1])
        sum(range(200_000))

    assert students(PS2)["measured"](slow, [1, 2, 3, 4], patience=1e-3).shape == (3, 1)
    assert set(asked) == {1}


# --- what pictures show --------------------------------------------------------------------------


@pytest.mark.slow
def test_quadratic_memory_has_slope_2_and_linear_has_slope_1() -> None:
    names, slopes = students(PS2), {}
    for name, lengths in {"quadratic": [512, 1024], "linear": [512, 4096]}.items():
        _, memory, _ = names["measured"](names[f"{name}_attention"], lengths)
        slopes[name] = np.log(memory[1] / memory[0]) / np.log(lengths[1] / lengths[0])
    assert slopes == pytest.approx({"quadratic": 2, "linear": 1}, abs=0.15)


def test_training_learns() -> None:
    with mock.patch.object(plt, "show"):
        printed_by(cell_with(PS1, "draw_training()"), students(PS1))
    losses = plt.gcf().axes[0].lines[0].get_ydata()
    assert losses[-1] < 1e-9 * losses[0]


def test_without_sliders_there_is_a_figure() -> None:
    names = students(PS1)
    with mock.patch.dict("sys.modules", {"ipywidgets": None}), mock.patch.object(plt, "show"):
        printed_by(cell_with(PS1, "def plot_cost"), names)
    labels = [text.get_text() for text in plt.gcf().axes[0].get_legend().get_texts()]
    widths = {"d_in": 512, "d_attn": 64, "d_out": 256, "d_hidden": 2048}
    overtakes = [
        names["attention_flops"](L, **widths) > names["feedforward_flops"](L, **widths)
        for L in (1030, 1031)
    ]
    assert overtakes == [False, True]
    assert "they cross at $L$ = 1030" in labels


# --- what is not given away ----------------------------------------------------------------------

SECRETS = {
    PS2: ["65 tokens", "5.6e-42", r"5.64 \cdot", "insensitive to z", "J has no negative"],
    PS3: [
        *("abs(gamma) * sqrt(d)", r"\gamma|\sqrt", r"\sqrt d", "D^2N^2", "4*n_t", "(n_t + n_s) *"),
        *("through_mu", "ellipsoid", "3 * d - 3", "annotators gave", "varepsilon/3"),
        *("(n_heads + 1) **", "(2 + ffn_mult)", "d * ffn_mult * d", "8 N D", "4 f N D"),
        *("3 * d**2", "n**2 * d**2", "(n * d) ** 2"),
    ],
    PS4: [
        *("4 * d_model", "2 * d_model * d_ff", "84_934_656", "n * (n + 1)", "(n + 1) / 2", "6N"),
        *("log2(T)", "math.log(T", "log T", "log J", "(n + 1) * d", "np.vstack", "h + w - 1"),
        *("r * (r + 1)", "(2 * r + 1)", "<= r", "4 * n", "2 * n_kv_heads", "alpha * A"),
        *("flops / 6", "6 * n_params", "alpha + beta", "3 * dense", "exp(m_1", "exp(m1"),
    ],
}


@pytest.mark.parametrize("assignment", SECRETS)
def test_what_students_see_gives_no_answer_away(assignment: str) -> None:
    """Nothing that a student can read holds a result or a formula that a question asks for."""
    seen = "\n".join(visible(cell.source) for cell in built(assignment).cells)
    assert [secret for secret in SECRETS[assignment] if secret in seen] == []
