"""Each rule of credit in docs/student.md is what answers of the bank earn by it.

A rule goes by the words in bold that it begins with. What each answer earns is in its file, and
`test_bank` marks it; here stands which answers show which rule, on either side of it.
"""

from __future__ import annotations

import re

import pytest

from tests.bank_runner import BANK, EARNS, ROOT, answers

RULES: dict[str, list[str]] = {}
for line in """
Terms that don't belong
    ps1_flops/q2_attention/partial/softmax_charged  # a convention: its term alone
    ps1_flops/q1_parameters/partial/forgets_w_2
    ps1_flops/q1_parameters/partial/values_as_wide_as_queries  # in the place of a wrong one
    ps1_flops/q2_attention/partial/terms_that_nobody_can_name  # half at most
    ps1_flops/q4_feedforward/wrong_answer/all_products_of_sizes  # more than the right ones
    ps1_flops/q1_parameters/partial/one_of_queries_and_keys  # a term of several parts
One factor too many or too few everywhere
    ps1_flops/q2_attention/partial/one_token
    ps1_flops/q7_products/partial/twice
    ps1_flops/q4_feedforward/partial/attention_too
    ps1_flops/q6_forward/partial/attention_twice
    ps1_flops/q7_backward/partial/sum_with_its_own_total
Another convention
    ps1_flops/q2_attention/partial/multiply_accumulates
    ps1_flops/q2_attention/partial/projections_without_additions  # in some terms only
    ps4_scale/davit/partial/weighted_sums_as_macs  # in some products of a term
    ps3_architecture/head_costs/partial/biases  # of several functions
    ps1_flops/q7_ledger/partial/multiply_accumulates  # two lines
    ps5_machines/forward_shares/partial/multiply_accumulates  # one of four
    ps3_architecture/spatial_attention/partial/scaled  # of arrays, a mistake
    ps5_machines/serving/partial/macs  # and of seconds
Growth
    ps3_architecture/multi_head_growth/partial/with_a_logarithm
    ps3_architecture/multi_head_growth/partial/queries_only
    ps3_architecture/multi_head_growth/wrong_answer/sum_of_the_sizes
    ps3_architecture/multi_head_growth/wrong_answer/tokens_multiplied
    ps3_architecture/multi_head_growth/wrong_answer/longer_text
    ps4_scale/softmax_time/partial/serial_sum  # a misreading that is named
In a ledger
    ps1_flops/q7_ledger/partial/one_slip_in_many_lines
    ps1_flops/q7_ledger/partial/shapes_only  # less than half is right without it
    ps1_flops/q7_ledger/partial/per_token  # a factor, half of its lines
    ps5_machines/real_parameters/partial/maps_of_one_layer  # though the question names it
    ps1_flops/q7_ledger/partial/gradient_of_x  # lines that aren't asked for
    ps1_flops/q7_ledger/accepted/notes_and_total
An error carried forward
    ps1_flops/q6_forward/accepted/given_no_weighted_sum
    ps1_flops/q7_backward/accepted/given_a_ledger_with_the_gradient_of_x  # and its line
    ps3_architecture/bottleneck/partial/from_one_of_six_products  # two mistakes that leave little
    ps2_attention/linear_crossover/wrong_answer/from_counts_of_nothing
In arrays
    ps3_architecture/spatial_attention/partial/scaled_by_the_width
    ps5_machines/training_state/partial/gradients_in_float32  # of one number
    ps4_scale/online_softmax/partial/larger_maximum_only  # knows nothing of what is asked
    ps2_attention/masked_attention/partial/unscaled_and_strictly_causal  # two
    ps1_flops/q5_gradients/partial/no_relu_mask  # one array
    ps1_flops/q5_gradients/partial/three_slips
    ps2_attention/masked_attention/partial/causal_ignored  # a property that it breaks, too
    ps5_machines/tiled_attention/partial/all_scores_no_scale  # memory
    ps2_attention/masked_attention/wrong_answer/returns_weights  # another form
In a derivation
    ps2_attention/equivariance_steps/partial/softmax_and_cancelling_at_once  # a jump
    ps2_attention/equivariance_steps/partial/starts_in_the_middle
    ps2_attention/equivariance_steps/partial/transpose_in_the_wrong_order  # a false line left out
    ps2_attention/equivariance_steps/partial/biases_ignored  # true in a special case
    ps2_attention/equivariance_steps/partial/first_line_unreadable
    ps2_attention/equivariance_steps/partial/cancels_inside_the_softmax  # false from there on
    ps2_attention/scaling_steps/partial/every_reason_everywhere
    ps2_attention/scaling_steps/wrong_answer/fact_that_cancels  # and is needed below
Numbers
    ps2_attention/masked_attention/accepted/float32
    ps3_architecture/layer_norm/partial/single_precision
Memory and time
    ps2_attention/causal_linear/partial/all_states
    ps2_attention/causal_linear/partial/sum_over_the_past
    ps2_attention/linear_attention/wrong_answer/quadratic
A list
    ps2_attention/softmax/partial/nested_lists
    ps1_flops/q5_gradients/partial/lists_and_more_keys
A function that changes its arguments
    ps2_attention/softmax/partial/in_place
    ps1_flops/q5_gradients/partial/changes_its_arguments
    ps1_flops/q5_gradients/partial/remembers_its_calls
Numerical differentiation
    ps2_attention/softmax_jacobian/wrong_answer/central_differences
    ps3_architecture/layer_norm_backward/partial/complex_step  # of one array
Code that is to be quicker
    ps2_attention/linear_attention/wrong_answer/calls_the_given_code
Rounding.
    ps1_flops/q7_audit/partial/other_sign
    ps1_flops/q6_forward/partial/scale_charged
It doesn't matter how
    ps1_flops/q1_parameters/accepted/counts_in_a_loop
    ps1_flops/q7_ledger/accepted/numpy_and_floats
    ps1_flops/q2_attention/wrong_answer/different_each_time
What never costs points
    ps2_attention/softmax/accepted/warns_and_prints
""".strip().splitlines():
    if line[0] != " ":
        RULES[line] = []
    else:
        RULES[[*RULES][-1]].append(line.partition("  #")[0].strip())
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
