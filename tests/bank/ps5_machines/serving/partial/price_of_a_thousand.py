"""The price of a thousand tokens.

base: accepted/step_by_step.py
replace: * 1e6
with: * 1e3
points: 4.5
finding: per-thousand
"""
