"""Forgets what the loss costs forward.

base: accepted/five_formulas.py
replace: 5 * seq_len,
with: -seq_len,
points: 2.5
finding: loss-missing
"""
