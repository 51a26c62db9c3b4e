"""Takes d_ff for 4 d_model, in either.

points: 2.5
finding: gate: d-ff-is-4-d
finding: d-ff-is-4-d
base: accepted/closed_forms.py
replace:     ff = d_model * d_ff
with:     ff = 4 * d_model**2
replace: block = 2 * d_model * d_ff + d_ff + d_model
with: block = 8 * d_model**2 + 5 * d_model
"""
