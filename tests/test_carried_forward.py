"""Errors carried forward: the answers that follow from a student's own earlier answers.

Submissions consist of functions, and the real hidden tests mark them one after the other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from functools import lru_cache
from typing import Any

import nbformat
import pytest

from examiner import checks
from examiner.cell_code import quiet
from examiner.cell_kinds import CellKind, nbgrader_metadata
from examiner.checks import Verdict
from examiner.checks.grading import GradingContext
from examiner.grading.examination import examine
from tests.bank_ids import ids_of
from tests.bank_runner import COURSE, Notebook, hidden_test

PS1, PS2 = "ps1_flops", "ps2_attention"
Answers = Mapping[str, Callable[..., Any]]


@lru_cache
def _solved(assignment: str) -> dict[str, Any]:
    return Notebook.of(assignment).solved()


def defined(assignment: str, question: str) -> str:
    """The name of the function that a question asks for."""
    (signature,) = COURSE.assignments[assignment].questions[question].defines
    return signature.partition("(")[0]


def marked(assignment: str, answers: Answers) -> dict[str, Verdict]:
    """The verdicts on these answers, marked in the order of the questions."""
    verdicts: dict[str, Verdict] = {}
    for question in COURSE.assignments[assignment].questions:
        if question in answers:
            names = dict(_solved(assignment))
            names[defined(assignment, question)] = answers[question]
            statements, check = hidden_test(assignment, question)
            with GradingContext(question, earlier=dict(verdicts)).active():
                exec(statements, names)
                verdicts[question] = eval(check, names)
    return verdicts


def solution(assignment: str, question: str) -> Callable[..., Any]:
    return _solved(assignment)[defined(assignment, question)]


NOTHINGS: dict[str, Callable[..., Any]] = {
    "zero": lambda *sizes: 0,
    "one": lambda *sizes: 1,
    "its argument": lambda *sizes: sizes[0],
    "the sum of its arguments": lambda *sizes: sum(sizes),
    "nothing": lambda *sizes: None,
}


@pytest.mark.slow
@pytest.mark.parametrize("later", ["zero", "the sum of its arguments", "a copy", "their sum"])
def test_nothing_follows_from_nothing(later: str) -> None:
    """Empty answers earn nothing, and answers that follow from them earn nothing either."""
    for first in NOTHINGS.values():

        def last(*sizes: int, first: Callable = first) -> Any:
            if later == "a copy":
                return first(*sizes)
            if later == "their sum":
                return 2 * first(*sizes) + 3 * sizes[0]
            return NOTHINGS[later](*sizes)

        answers = {"q2_attention": first, "q4_feedforward": first, "q6_forward": last}
        alone = marked(PS1, {"q6_forward": last})["q6_forward"]
        assert marked(PS1, answers)["q6_forward"].points == alone.points <= 1
        counts = {"linear_flops": first, "quadratic_flops": first}
        for crossover in (
            lambda d, r: 0,
            lambda d, r: 1,
            lambda d, r, last=last: last(d, r, d, r),
        ):
            alone = marked(PS2, {"linear_crossover": crossover})["linear_crossover"]
            found = marked(PS2, counts | {"linear_crossover": crossover})["linear_crossover"]
            assert found.points == alone.points == 0


def test_an_answer_copied_into_every_question_earns_what_its_terms_are_worth() -> None:
    """A copy of a right answer is named as that question's answer, and not carried forward."""
    attention = solution(PS1, "q2_attention")
    copies = dict.fromkeys(("q2_attention", "q4_feedforward", "q6_forward"), attention)
    found = marked(PS1, copies)
    assert [verdict.points for verdict in found.values()] == [4, 0, 1]
    assert "asks-for(q2_attention)" in ids_of(found["q4_feedforward"])
    follows = copies | {"q6_forward": lambda *s: 2 * attention(*s) + 3 * s[0]}
    assert not {"right-given", "expected-given"} & ids_of(marked(PS1, follows)["q6_forward"])


def test_an_answer_is_followed_as_it_was_when_it_was_marked() -> None:
    """The first answer is wrong at length 1 only, and the question excludes that length."""
    right = solution(PS2, "linear_flops")
    found = marked(
        PS2,
        {
            "linear_flops": lambda n, d, r: 0 if n == 1 else right(n, d, r),
            "quadratic_flops": solution(PS2, "quadratic_flops"),
            "linear_crossover": lambda d, r: 1,
        },
    )
    assert found["linear_flops"].points == 3
    assert found["linear_crossover"].points == 0


n, k = checks.sizes("n k")


def after(given: Any, count: Callable[..., int], **lines: Callable[..., int]) -> Verdict:
    """The verdict on a count of 6 k n + n, after a ledger with a line "a" of k and one "b"."""
    ledger = checks.Ledger([k], [checks.Term("a", k), checks.Term("b", 1)])
    own = ledger.grade(lambda k: {line: of(k) for line, of in lines.items()}, points=1)
    terms = [checks.Term("a", 6 * k * n), checks.Term("b", n)]
    with GradingContext(earlier={"ledger": own}).active():
        return checks.Count([n, k], terms, given=given).grade(count, points=1)


def test_a_count_rests_on_lines_that_are_multiplied_or_on_a_formula() -> None:
    lines = {"a": lambda k: k + 1, "b": lambda k: 1}
    given = {"ledger": {"a": 6 * n, "b": n}}
    assert after(given, lambda n, k: 6 * n * (k + 1) + n, **lines).points == 1
    for so_often, points in ((1, 1), (2, 1), (3, 0.5)):
        found = after({"f": 6 * k * n + 2 * n}, lambda n, k, m=so_often: 6 * k * n + m * n)
        assert found.points == points


def test_parts_that_a_count_has_not_are_an_error_of_the_course() -> None:
    question = checks.Count([n], [checks.Product("a", n, n, n)], given={"q1": ["b"]})
    with pytest.raises(ValueError, match=r"q1.*b; .*a"):
        question.grade(lambda n: n, points=1)


def test_a_question_is_no_other_question() -> None:
    """A problem set lists the counts of all its questions once, for each of them."""
    counts = {"q1": n + k, "q2": n * k}
    said = {
        name: ids_of(checks.Count([n, k], count, others=counts).grade(lambda n, k: n + k, points=1))
        for name, count in counts.items()
    }
    assert "asks-for(q1)" in said["q2"]
    assert "asks-for(q1)" not in said["q1"]


# --- the examination -----------------------------------------------------------------------------

FIRST = "Count(SIZES, n * d + n + 1).grade(f, points=3)"
SECOND = """\
TERMS = F, _ = Term("f", n * d + n + 1), Term("rest", d)
Count(SIZES, TERMS, given={"q_one": [F]}).grade(g, points=3)"""


def notebook(first: str, second: str):
    cells = [nbformat.v4.new_code_cell(first), nbformat.v4.new_code_cell(second)]
    for name, check in (("q_one_test", FIRST), ("q_two_test", SECOND)):
        source = (
            "### BEGIN HIDDEN TESTS\nfrom examiner.checks import Count, Term, sizes\n\n"
            f'SIZES = n, d = sizes("n d")\n{check}\n### END HIDDEN TESTS'
        )
        metadata = {"nbgrader": nbgrader_metadata(CellKind.TEST, name, 3)}
        cells.append(nbformat.v4.new_code_cell(source, metadata=metadata))
    return nbformat.v4.new_notebook(cells=cells)


def test_the_examination_hands_on_what_was_marked_in_this_submission(sandbox) -> None:
    wrong = notebook("def f(n, d): return n * d + n", "def g(n, d): return f(n, d) + d")
    other = notebook("def f(n, d): return 0", "def g(n, d): return n * d + n + d")
    points = []
    for submitted in (wrong, other, wrong):
        with closing(sandbox.student()) as student:
            results = examine(submitted, student)
        points.append([result.points for result in results.values()])
    assert points[0] == points[2] == [2, 3]
    assert points[1] == [0, 2.25]


# --- one slip is one slip ------------------------------------------------------------------------
CHARGES = {
    "multiply-accumulates": lambda m, n, p: m * n * p,
    "dot-product-2n-1": lambda m, n, p: m * p * (2 * n - 1),
}
LINES = {
    "dw2": "h L 1", "dW1": "h L o", "dVt": "L h o", "dV": "L L o", "dA": "L o L", "dQ": "L L a",
    "dK": "L L a", "dWq": "a L i", "dWk": "a L i", "dWv": "o L i",
}  # fmt: skip


@pytest.mark.parametrize("loss_too", [True, False])
@pytest.mark.parametrize("convention", CHARGES)
def test_a_convention_throughout_costs_at_most_4_of_16_points(
    convention: str, loss_too: bool
) -> None:
    charge = CHARGES[convention]

    def products(*texts: str) -> Callable[..., int]:
        def count(*sizes: int) -> int:
            named = dict(zip("Liaoh", sizes, strict=True)) | {"1": 1}
            return sum(charge(*(named[size] for size in text.split())) for text in texts)

        return count

    attention = products("L i a", "L i a", "L i o", "L a L", "L L o")
    feed_forward = products("L o h", "L h 1")

    def forward(*sizes: int) -> int:
        square = charge(1, sizes[0], 1) if loss_too else 2 * sizes[0]
        return attention(*sizes) + feed_forward(*sizes) + sizes[0] + square

    def ledger(*sizes: int) -> dict[str, int]:
        L, *_, h = sizes
        lines = {line: products(text)(*sizes) for line, text in LINES.items()}
        softmax = L * charge(1, L, 1) + 2 * L * L
        return lines | {"dyhat": L, "dH": L * h, "relu": 0, "softmax": softmax, "scale": L * L}

    answers = {
        "q2_attention": attention,
        "q4_feedforward": feed_forward,
        "q6_forward": forward,
        "q7_ledger": ledger,
        "q7_backward": lambda *sizes: sum(ledger(*sizes).values()),
        "q7_products": products(*LINES.values(), "L 1 h"),
    }
    found = marked(PS1, answers)
    lost = {question: v.max_points - v.points for question, v in found.items()}
    assert sum(v.max_points for v in found.values()) == 16
    assert 0 < sum(lost.values()) <= 4
    assert lost["q6_forward"] == lost["q7_backward"] == 0
    # The product with w_2 has a convention of its own there.
    assert lost["q7_products"] <= 0.25
    assert convention in ids_of(found["q2_attention"])
    alone = [marked(PS1, {question: answer})[question] for question, answer in answers.items()]
    # Alone, a forward pass that follows the convention in some terms only is marked by its items.
    assert sum(v.max_points - v.points for v in alone) <= (4.5 if loss_too else 5.5)


# --- one slip throughout a problem set -----------------------------------------------------------

SIZES = {"d_head", "d_model", "n_heads"}


def with_own_width(source: str, divided: str) -> str:
    """An answer in which a head is as wide as d_model divided by the heads, in each function that
    takes these sizes, or a model."""
    lines, found = source.split("\n"), []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            names = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
            first = node.body[bool(ast.get_docstring(node))].lineno - 1
            if names >= SIZES:
                found.append((first, f"    d_head = d_model {divided} n_heads"))
            elif "model" in names:
                width = f'model["d_model"] {divided} model["n_heads"]'
                found.append((first, f'    model = {{**model, "d_head": {width}}}'))
    for at, line in reversed(found):
        lines.insert(at, line)
    return "\n".join(lines)


def verdicts_with_own_width(questions: Collection[str], divided: str = "//") -> dict[str, Verdict]:
    """The verdicts on problem set 5 where these questions have the slip, and the others none."""
    notebook, verdicts = Notebook.of("ps5_machines"), {}
    names = notebook.namespace()
    for question, solution in notebook.solutions.items():
        is_slip = question in questions
        exec(with_own_width(solution, divided) if is_slip else solution, names)
        if with_own_width(solution, divided) != solution:
            definitions, check = hidden_test("ps5_machines", question)
            test = dict(names)
            with quiet(), GradingContext(question, earlier=dict(verdicts)).active():
                exec(definitions, test)
                verdicts[question] = eval(check, test)
    return verdicts


OF_A_WIDTH = ["real_parameters", "forward_shares", "experts"]
OF_A_WIDTH += ["activations", "communication", "serving"]


@pytest.mark.slow(10)
@pytest.mark.parametrize("divided", ["//", "/"])
def test_a_width_that_is_computed_throughout_costs_once(divided: str) -> None:
    verdicts = verdicts_with_own_width(OF_A_WIDTH, divided)
    assert set(OF_A_WIDTH) <= verdicts.keys()
    lost = {
        name: v.max_points - v.points for name, v in verdicts.items() if v.points < v.max_points
    }
    assert lost == {"real_parameters": 1.0}  # four of ten lines


@pytest.mark.slow(6)
@pytest.mark.parametrize(
    ("question", "lost"),
    [
        ("real_parameters", 1.0),
        ("forward_shares", 1.5),
        ("experts", 0.5),
        ("activations", 0.75),
        ("communication", 0.75),
        ("serving", 1.25),
    ],
)
def test_a_width_that_is_computed_once_has_its_name_in_each_question(
    question: str, lost: float
) -> None:
    verdicts = verdicts_with_own_width({question})
    wrong = {name for name, verdict in verdicts.items() if verdict.points < verdict.max_points}
    assert wrong == {question}
    verdict = verdicts[question]
    assert verdict.max_points - verdict.points == lost
    assert {e.id for f in verdict.findings for e in f.errors} == {"width-is-d-model"}
    if question in ("real_parameters", "forward_shares", "experts", "activations"):
        assert "it is 0" not in verdict.text
