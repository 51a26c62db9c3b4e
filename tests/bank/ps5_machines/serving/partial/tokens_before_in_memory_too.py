"""The tokens before it, in the step and in memory.

base: accepted/step_by_step.py
replace: scores = 2 * n
with: scores = 2 * (n - 1)
replace: in_a_cache = 2 * n
with: in_a_cache = 2 * (n - 1)
replace: held = 2 * n
with: held = 2 * (n - 1)
points: 3.75
finding: new-token-left-out
"""
