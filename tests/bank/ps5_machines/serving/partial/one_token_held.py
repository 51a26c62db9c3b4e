"""Room for one token of each.

base: accepted/step_by_step.py
replace: held = 2 * n *
with: held = 2 *
points: 4.25
finding: one-token-of-cache
"""
