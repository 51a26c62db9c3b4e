"""Takes the scores and weighted sums from its own forward pass, which forgets the weighted sums.

given: forward_shares/partial/no_weighted_sums.py
finding: bound by arithmetic: authored
base: accepted/step_by_step.py
replace: flops_of_a_token = 2 * matrices + 2 * scores
with: flops_of_a_token = 2 * matrices + scores
"""
