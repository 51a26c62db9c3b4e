"""The experts share one block.

points: 3.5
finding: experts-share-d-ff
base: accepted/closed_forms.py
replace: experts = n_experts * 3
with: experts = 3
"""
