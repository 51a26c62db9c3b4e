"""GPT-2 with a gate.

points: 3.75
finding: three-maps-not-two
base: accepted/closed_forms.py
replace: block = 2 *
with: block = 3 *
"""
