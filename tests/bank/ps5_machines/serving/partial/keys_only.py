"""Only keys, in the step.

base: accepted/step_by_step.py
replace: in_a_cache = 2 * n *
with: in_a_cache = n *
points: 3.75
finding: keys-or-values-only
"""
