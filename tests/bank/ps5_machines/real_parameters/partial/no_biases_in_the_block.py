"""GPT-2 without biases in the feed-forward block.

points: 3.5
finding: feed-forward-biases-forgotten
base: accepted/closed_forms.py
replace: d_ff + d_ff + d_model
with: d_ff
"""
