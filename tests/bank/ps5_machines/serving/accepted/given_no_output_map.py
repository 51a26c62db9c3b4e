"""A step does an n-th of the FLOPs of its own forward pass, which forgets the output map.

given: forward_shares/partial/no_output_map.py
finding: bound by arithmetic: authored
base: accepted/step_by_step.py
replace: flops_of_a_token = 2 * matrices + 2 * scores
with: flops_of_a_token = 2 * (matrices - lines["output"]) + 2 * scores
"""
