"""The second map of the feed-forward block has a bias of d_model numbers, not d_ff.

base: accepted/closed_forms.py
replace: d_ff + d_ff + d_model
with: d_ff + d_ff + d_ff
points: 3.5
finding: down-bias-of-d-ff
"""
