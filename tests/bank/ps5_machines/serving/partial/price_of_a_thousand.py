"""The price of a thousand tokens.

base: accepted/step_by_step.py
replace: * 1e6
with: * 1e3
points: 4.75
finding: per-thousand
"""
