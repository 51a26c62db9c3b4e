"""Forward differences with a large step.

base: partial/forward_differences.py
replace: 1e-8
with: 1e-4
points: 2
finding: dx: some-digits-only
"""
