"""The cache has one token, in the step.

base: accepted/step_by_step.py
replace: in_a_cache = 2 * n *
with: in_a_cache = 2 *
points: 3.75
finding: one-token-of-cache
"""
