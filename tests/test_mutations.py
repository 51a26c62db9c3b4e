"""Changed right answers: by rules, by mutations, and the mutants that survive a check."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examiner.authoring.mutants import CACHE, SOLUTION, mutant_reports, try_mutants
from examiner.authoring.mutation_rules import mutations_of
from examiner.checks import Mutation, remove, replace, returns
from examiner.checks.reference_code import ReferenceCode, combined_mutant, mutated_source
from examiner.course import Course, CourseQuestion

SOFTMAX = '''
def softmax(z):
    """e^z / Σ e^z, along axis=-1."""
    ### BEGIN SOLUTION
    e = np.exp(z - z.max(axis=-1, keepdims=True))  # the largest is 1
    return e / e.sum(axis=-1, keepdims=True)
    ### END SOLUTION
'''
HEADS = '''
def project(x, W_o, n_kv_heads, n_heads):
    """x @ W_o.T is not meant to be found here."""
    y = x * n_kv_heads
    return y @ W_o.T
'''
ROW = np.array([[0.5, -1.0, 2.0], [1.0, 0.0, -3.0]])


def made_by(rule: str, source: str) -> list[str]:
    """The last line of each text that a rule makes."""
    return [e.text.splitlines()[-1].strip() for e in mutations_of(source) if e.rule == rule]


class TestRules:
    @pytest.mark.parametrize(
        ("rule", "right", "wrong"),
        [
            ("term-missing", "a + b * c", "b * c"),
            ("factor-missing", "a @ b @ c", "a @ c"),
            ("divisor-missing", "a / np.sqrt(b)", "a"),
            ("function-missing", "np.exp(a)", "a"),
            ("case-missing", "a if c else b", "b"),
            ("constant-factor", "a + b", "2 * (a + b)"),
            ("divided-for-multiplied", "a * b", "a / b"),
            ("power", "a * b", "a * b * b"),
            ("exchanged", "f(a, b)", "f(b, a)"),
            ("names-exchanged", "a - a * b", "b - b * a"),
            ("axis", "a.sum(axis=0)", "a.sum(axis=-1)"),
            ("transposed", "a @ b.T", "a @ b"),
            ("constant", "a[0]", "a[0 + 1]"),
            ("compared", "a < b", "a <= b"),
            ("other-function", "max(a, b)", "min(a, b)"),
            ("absolute", "a - b", "a - abs(b)"),
            ("epsilon", "a / b", "a / (b + 1e-09)"),
        ],
    )
    def test_each_makes_its_mistake(self, rule: str, right: str, wrong: str) -> None:
        found = made_by(rule, f"def f(a, b, c):\n    return {right}")
        assert f"return {wrong}" in found

    def test_a_statement_is_dropped_and_a_body_is_never_empty(self) -> None:
        (edit,) = (e for e in mutations_of("def f(a):\n    a += 1") if e.rule == "step-missing")
        assert edit.text == "def f(a):\n    pass"

    def test_the_same_change_is_made_in_one_place_and_everywhere_alike(self) -> None:
        found = made_by("factor-missing", "def f(a, b):\n    return (2 * a, 2 * b)")
        assert {"return (a, 2 * b)", "return (2 * a, b)", "return (a, b)"} <= set(found)

    def test_no_text_comes_twice_or_is_the_right_one(self) -> None:
        texts = [edit.text for edit in mutations_of(SOFTMAX)]
        assert len(texts) == len(set(texts)) > 50
        assert texts == [edit.text for edit in mutations_of(SOFTMAX)]
        assert not any("along" in text for text in texts)  # nor is its docstring edited
        right = ReferenceCode(SOFTMAX, {}).definition()(ROW)
        assert np.allclose(right.sum(axis=1), 1)


class TestAuthored:
    @pytest.mark.parametrize(
        ("edit", "said"),
        [
            (remove("@ W_q.T"), "'@ W_q.T' is not in the right answer"),
            (remove("@ W_o.T"), "is 2 times in the right answer"),  # its docstring has it, too
            (replace("y @ W_o.T", "y @"), "no Python"),
            (replace("x * n_kv_heads", "x*n_kv_heads"), "it changes nothing"),
            (replace("", "y"), r"replace\('', 'y'\)"),
        ],
    )
    def test_what_can_not_be_edited_is_an_error_that_says_so(
        self, edit: Mutation, said: str
    ) -> None:
        with pytest.raises(ValueError, match=said):
            mutated_source(edit, HEADS, "project")

    def test_a_definition_rests_on_given_code_and_earlier_answers_and_leaves_nothing(self) -> None:
        given = {"earlier": lambda x: 3.0 * x}
        source = (
            "def helper(x):\n    return x\n\n\ndef answer(x):\n    return helper(earlier(x)) + 1"
        )
        reference = ReferenceCode(source, given)
        assert reference.definition()(2.0) == 7.0
        assert reference.definition(remove("+ 1"))(2.0) == 6.0
        assert ReferenceCode(source, given, function="helper").definition()(2.0) == 2.0
        assert given.keys() == {"earlier"}
        with pytest.raises(ValueError, match="the right answer doesn't define other"):
            reference.definition(replace("return x", "return 2 * other(x)"))
        attribute = replace("helper(earlier(x))", "np.real(earlier(x)).other")
        assert reference.definition(attribute)  # it raises only when it is called

    def test_edits_in_one_place_are_no_two_mistakes(self) -> None:
        reference = ReferenceCode(SOFTMAX, {})
        one = reference.definition(replace("e / e.sum", "e * e.sum"))
        other = reference.definition(replace("e / e.sum", "e + e.sum"))
        assert combined_mutant([one, other]) is None
        assert combined_mutant([one, np.exp]) is None


def test_a_name_that_is_nowhere_is_refused() -> None:
    """A misspelt edit would raise in every case, and name nobody's mistake."""
    with pytest.raises(ValueError, match="exq"):
        ReferenceCode(SOFTMAX, {}).definition(returns("exq / exq.sum()"))


class TestMutants:
    SOLUTION = "def distance(x, y):\n    return abs(x - y) + 2 * y**2"
    TEST = (
        "from examiner.checks import Arrays, case, misconception\n"
        "no_two = lambda x, y: abs(x - y) + y**2\n"
        "question = Arrays(oracle=lambda x, y: abs(x - y) + 2 * y**2,\n"
        "    cases={'one': case(3.0, 1.0), 'two': case(2.0, 1.5)},\n"
        "    misconceptions=[misconception('no-two', no_two, 'the square has no factor 2')])\n"
        "question.grade(distance, points=2)"
    )
    QUESTION = CourseQuestion("q", 2, defines=("distance(x, y)",))

    def report(self, test: str, accepted: dict[str, str] | None = None) -> tuple[set, set]:
        answers = {SOLUTION: self.SOLUTION} | (accepted or {})
        found = try_mutants(self.QUESTION, {}, test, answers).found
        surviving = {f"{each.rule} {each.place}" for each in found if each.survives}
        return surviving, {each.rule for each in found if not each.survives}

    @pytest.mark.slow
    def test_a_mutant_survives_until_a_case_shows_it(self) -> None:
        without_abs = "function-missing without abs"
        surviving, unnamed = self.report(self.TEST)
        assert any(mutant.startswith(without_abs) for mutant in surviving)
        assert not any(
            "y - x" in mutant for mutant in surviving
        )  # |y − x|: another way to write it
        assert "divided-for-multiplied" in unnamed  # it loses points without a name
        with_case = self.TEST.replace("'two': case(2.0", "'two': case(1.0")
        assert not any(mutant.startswith(without_abs) for mutant in self.report(with_case)[0])

    @pytest.mark.parametrize(
        ("right", "oracle"),
        [
            (  # a result that holds itself
                "e, found = x - y, {'d': x - y}\n    found['e'] = e\n    return found",
                "{'d': x - y, 'e': x - y}",
            ),
            ("return 10 ** (5000 * x - 5000) * y", "y"),  # an integer of any length
        ],
    )
    def test_whatever_is_returned_is_compared(self, right: str, oracle: str) -> None:
        test = (
            "from examiner.checks import Arrays, case\n"
            f"question = Arrays(oracle=lambda x, y: {oracle},\n"
            "    cases={'one': case(1, 3), 'two': case(1, 5)})\n"
            "question.grade(distance, points=2)"
        )
        solution = f"def distance(x, y):\n    {right}"
        assert try_mutants(self.QUESTION, {}, test, {SOLUTION: solution}).mutant_count > 10

    @pytest.mark.slow
    def test_a_question_that_did_not_change_is_not_marked_again(self, small_course: Course) -> None:
        (report,) = mutant_reports(small_course, "ps0_warm_up")
        assert report.question == "q1_sum"
        assert report.mutant_count > 10
        file = small_course.root / CACHE / "ps0_warm_up" / "q1_sum.json"
        file.write_text(
            file.read_text().replace(f'"mutant_count": {report.mutant_count}', '"mutant_count": 1')
        )
        assert next(mutant_reports(small_course, "ps0_warm_up", "q1_sum")).mutant_count == 1
        text = Path(small_course.root, "problems/ps0_warm_up/sums.py")
        text.write_text(text.read_text().replace("(square(n) + n) // 2", "n * (n + 1) // 2"))
        (again,) = mutant_reports(small_course, "ps0_warm_up")
        assert again.mutant_count > 10
        assert again.as_text().startswith(f"q1_sum: {again.mutant_count} ")
