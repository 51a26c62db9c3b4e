"""Answers of the bank show each rule of credit in docs/student.md.

A rule has the name of its first words, in bold. The file of an answer has its points, and
`test_bank` marks it. This module lists the answers that show a rule, on either side of it.
"""

from __future__ import annotations

import re

import pytest

from tests.bank_runner import BANK, EARNS, ROOT, answers

RULES: dict[str, list[str]] = {}
for line in """
Items.
    ps1_flops/q1_parameters/partial/forgets_w_2  # terms
    ps1_flops/q7_ledger/partial/shapes_only  # lines
    ps1_flops/q5_gradients/wrong_answer/three_slips  # arrays, right in every case
    ps3_architecture/multi_head_growth/partial/queries_only  # growth with a size
    ps2_attention/equivariance_steps/partial/softmax_and_cancelling_at_once  # facts
    ps2_attention/scaling_steps/partial/every_reason_everywhere
    ps1_flops/q6_forward/partial/loss_of_one_token  # of unequal points
What doesn't belong
    ps1_flops/q2_attention/wrong_answer/terms_that_nobody_can_name
    ps1_flops/q7_ledger/partial/gradient_of_x
    ps1_flops/q7_ledger/accepted/notes_and_total  # notes cost nothing
A named mistake costs once
    ps1_flops/q2_attention/partial/multiply_accumulates  # a convention
    ps1_flops/q7_ledger/partial/multiply_accumulates
    ps3_architecture/head_costs/partial/biases  # of one of two functions
    ps1_flops/q2_attention/partial/one_token  # a slip
    ps1_flops/q7_ledger/partial/one_slip_in_many_lines
    ps3_architecture/spatial_attention/partial/scaled_by_the_width
    ps2_attention/masked_attention/partial/causal_ignored  # and the property that it breaks
    ps4_scale/softmax_time/partial/serial_sum
    ps3_architecture/layer_norm/partial/batch_norm  # it misses the idea
    ps1_flops/q4_feedforward/partial/multiply_accumulates_and_relu  # two
Carried forward.
    ps1_flops/q6_forward/accepted/given_no_weighted_sum
    ps1_flops/q7_backward/accepted/given_a_ledger_with_the_gradient_of_x
    ps2_attention/linear_crossover/wrong_answer/from_counts_of_nothing
Conditions.
    ps2_attention/causal_linear/partial/all_states
    ps2_attention/linear_attention/wrong_answer/quadratic
    ps2_attention/linear_attention/wrong_answer/calls_the_given_code
    ps2_attention/softmax_jacobian/wrong_answer/central_differences
    ps3_architecture/layer_norm_backward/partial/complex_step  # for one array
    ps2_attention/softmax/partial/nested_lists
    ps2_attention/softmax/partial/in_place
    ps1_flops/q5_gradients/partial/remembers_its_calls
A person may look
    ps1_flops/q7_audit/partial/other_sign  # rounded
""".strip().splitlines():
    if line[0] != " ":
        RULES[line] = []
    else:
        RULES[[*RULES][-1]].append(line.partition("  #")[0].strip())
LEAD = re.compile(r"^\d\. \*\*([^*]+)\*\*", re.MULTILINE)


def test_the_rules_are_those_of_student_md() -> None:
    text = (ROOT / "docs" / "student.md").read_text()
    section = re.search(r"^## How points are given$(.*?)^\| kind", text, re.MULTILINE | re.DOTALL)
    found = [" ".join(lead.split()) for lead in LEAD.findall(section[1])]
    assert found == [*RULES]


@pytest.mark.parametrize("rule", RULES)
def test_answers_of_the_bank_show_a_rule(rule: str) -> None:
    there = {str(answer.path.relative_to(BANK).with_suffix("")) for answer in answers()}
    assert {*RULES[rule]} <= there
    assert all(name.split("/")[2] in EARNS for name in RULES[rule])
