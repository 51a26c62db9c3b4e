"""Each rule of credit in docs/student.md is what answers of the bank earn by it.

A rule goes by the words in bold that it begins with. What each answer earns is in its file, and
`test_bank` marks it; here stands which answers show which rule, on either side of it.
"""

from __future__ import annotations

import re

import pytest

from tests.bank_runner import BANK, EARNS, ROOT, answers

PS1, PS2, PS3, PS4, PS5 = (
    "ps1_flops",
    "ps2_attention",
    "ps3_architecture",
    "ps4_scale",
    "ps5_machines",
)
RULES = {
    "Terms that don't belong": [
        f"{PS1}/q2_attention/partial/softmax_charged",  # a convention: its term alone
        f"{PS1}/q1_parameters/partial/forgets_w_2",
        f"{PS1}/q1_parameters/partial/values_as_wide_as_queries",  # in the place of a wrong one
        f"{PS1}/q2_attention/partial/terms_that_nobody_can_name",  # half at most
        f"{PS1}/q4_feedforward/wrong_answer/all_products_of_sizes",  # more than the right ones
        f"{PS1}/q1_parameters/partial/one_of_queries_and_keys",  # a term of several parts
    ],
    "One factor too many or too few everywhere": [
        f"{PS1}/q2_attention/partial/one_token",
        f"{PS1}/q7_products/partial/twice",
        f"{PS1}/q4_feedforward/partial/attention_too",
        f"{PS1}/q6_forward/partial/attention_twice",
        f"{PS1}/q7_backward/partial/sum_with_its_own_total",
    ],
    "Another convention": [
        f"{PS1}/q2_attention/partial/multiply_accumulates",
        f"{PS1}/q2_attention/partial/projections_without_additions",  # in some terms only
        f"{PS4}/davit/partial/weighted_sums_as_macs",  # in some products of a term
        f"{PS3}/head_costs/partial/biases",  # of several functions
        f"{PS1}/q7_ledger/partial/multiply_accumulates",  # two lines
        f"{PS5}/forward_shares/partial/multiply_accumulates",  # one of four
        f"{PS3}/spatial_attention/partial/scaled",  # of arrays, a mistake
        f"{PS5}/serving/partial/macs",  # and of seconds
    ],
    "Growth": [
        f"{PS3}/multi_head_growth/partial/with_a_logarithm",
        f"{PS3}/multi_head_growth/partial/queries_only",
        f"{PS3}/multi_head_growth/wrong_answer/sum_of_the_sizes",
        f"{PS3}/multi_head_growth/wrong_answer/tokens_multiplied",
        f"{PS3}/multi_head_growth/wrong_answer/longer_text",
        f"{PS4}/softmax_time/partial/serial_sum",  # a misreading that is named
    ],
    "In a ledger": [
        f"{PS1}/q7_ledger/partial/one_slip_in_many_lines",
        f"{PS1}/q7_ledger/partial/shapes_only",  # less than half is right without it
        f"{PS1}/q7_ledger/partial/per_token",  # a factor, half of its lines
        f"{PS5}/real_parameters/partial/maps_of_one_layer",  # though the question names it
        f"{PS1}/q7_ledger/partial/gradient_of_x",  # lines that aren't asked for
        f"{PS1}/q7_ledger/accepted/notes_and_total",
    ],
    "An error carried forward": [
        f"{PS1}/q6_forward/accepted/given_no_weighted_sum",
        f"{PS1}/q7_backward/accepted/given_a_ledger_with_the_gradient_of_x",  # and its line
        f"{PS3}/bottleneck/partial/from_one_of_six_products",  # two mistakes that leave little
        f"{PS2}/linear_crossover/wrong_answer/from_counts_of_nothing",
    ],
    "In arrays": [
        f"{PS3}/spatial_attention/partial/scaled_by_the_width",
        f"{PS5}/training_state/partial/gradients_in_float32",  # of one number
        f"{PS4}/online_softmax/partial/larger_maximum_only",  # knows nothing of what is asked
        f"{PS2}/masked_attention/partial/unscaled_and_strictly_causal",  # two
        f"{PS1}/q5_gradients/partial/no_relu_mask",  # one array
        f"{PS1}/q5_gradients/partial/three_slips",
        f"{PS2}/masked_attention/partial/causal_ignored",  # a property that it breaks, too
        f"{PS5}/tiled_attention/partial/all_scores_no_scale",  # memory
        f"{PS2}/masked_attention/wrong_answer/returns_weights",  # another form
    ],
    "In a derivation": [
        f"{PS2}/equivariance_steps/partial/softmax_and_cancelling_at_once",  # a jump
        f"{PS2}/equivariance_steps/partial/starts_in_the_middle",
        f"{PS2}/equivariance_steps/partial/transpose_in_the_wrong_order",  # a false line left out
        f"{PS2}/equivariance_steps/partial/biases_ignored",  # true in a special case
        f"{PS2}/equivariance_steps/partial/first_line_unreadable",
        f"{PS2}/equivariance_steps/partial/cancels_inside_the_softmax",  # false from there on
        f"{PS2}/scaling_steps/partial/every_reason_everywhere",
        f"{PS2}/scaling_steps/wrong_answer/fact_that_cancels",  # and is needed below
    ],
    "Numbers": [
        f"{PS2}/masked_attention/accepted/float32",
        f"{PS3}/layer_norm/partial/single_precision",
    ],
    "Memory and time": [
        f"{PS2}/causal_linear/partial/all_states",
        f"{PS2}/causal_linear/partial/sum_over_the_past",
        f"{PS2}/linear_attention/wrong_answer/quadratic",
    ],
    "A list": [
        f"{PS2}/softmax/partial/nested_lists",
        f"{PS1}/q5_gradients/partial/lists_and_more_keys",
    ],
    "A function that changes its arguments": [
        f"{PS2}/softmax/partial/in_place",
        f"{PS1}/q5_gradients/partial/changes_its_arguments",
        f"{PS1}/q5_gradients/partial/remembers_its_calls",
    ],
    "Numerical differentiation": [
        f"{PS2}/softmax_jacobian/wrong_answer/central_differences",
        f"{PS3}/layer_norm_backward/partial/complex_step",  # of one array
    ],
    "Code that is to be quicker": [f"{PS2}/linear_attention/wrong_answer/calls_the_given_code"],
    "Rounding.": [f"{PS1}/q7_audit/partial/other_sign", f"{PS1}/q6_forward/partial/scale_charged"],
    "It doesn't matter how": [
        f"{PS1}/q1_parameters/accepted/counts_in_a_loop",
        f"{PS1}/q7_ledger/accepted/numpy_and_floats",
        f"{PS1}/q2_attention/wrong_answer/different_each_time",
    ],
    "What never costs points": [f"{PS2}/softmax/accepted/warns_and_prints"],
}
LEAD = re.compile(r"(?:^- |^|(?<=\. ))\*\*([^*]+)\*\*", re.MULTILINE)


def test_the_rules_are_those_of_student_md() -> None:
    text = (ROOT / "docs" / "student.md").read_text()
    section = re.search(
        r"^## How answers are graded$(.*?)^\| limit", text, re.MULTILINE | re.DOTALL
    )
    found = [" ".join(lead.split()) for lead in LEAD.findall(section[1])]
    assert found == [*RULES]


@pytest.mark.parametrize("rule", RULES)
def test_answers_of_the_bank_show_a_rule(rule: str) -> None:
    there = {str(answer.path.relative_to(BANK).with_suffix("")) for answer in answers()}
    assert {*RULES[rule]} <= there
    assert all(name.split("/")[2] in EARNS for name in RULES[rule])
