"""Charges four operations for each hidden unit. Two errors that would come to this aren't told.

points: 1
finding: seq_len·d_hidden: wrong-term
base: accepted/closed_formula.py
replace: (d_out + 1)
with: (d_out + 1) + 4 * seq_len * d_hidden
"""
