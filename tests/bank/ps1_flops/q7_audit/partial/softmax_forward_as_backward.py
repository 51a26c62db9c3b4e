"""The softmax costs as much forward as backward.

base: accepted/five_formulas.py
replace: -5 * seq_len**2
with: 2 * (5 * seq_len**2) - 5 * seq_len**2
points: 2.5
finding: softmax-or-sign
"""
