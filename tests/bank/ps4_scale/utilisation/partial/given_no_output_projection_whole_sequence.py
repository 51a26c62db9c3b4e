"""Lacks the output projection as N does, and charges the sequence to each token.

points: 2.25
given: parameters/partial/no_output_projection.py
given: forward_cost/accepted/given_no_output_projection.py
finding: per-sequence
base: accepted/given_no_output_projection.py
replace: per_token = 6
with: per_token = n * 6
replace: + 12 * n_layers * n
with: + 12 * n_layers * n**2
"""
