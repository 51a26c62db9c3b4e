"""The gate isn't there at all.

points: 3.75
finding: gate: line-missing
base: accepted/closed_forms.py
replace: "gate": n_layers * ff,
with:
"""
