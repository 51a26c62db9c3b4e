"""Forward differences with so small a step that few digits are left.

base: partial/forward_differences.py
replace: 1e-8
with: 1e-11
points: 2
finding: dx: some-digits-only
"""
