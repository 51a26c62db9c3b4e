"""Charges the softmax in the forward pass.

base: accepted/five_formulas.py
replace: -5 * seq_len**2
with: 3 * seq_len**2
points: 2.5
finding: softmax-free-forward
"""
