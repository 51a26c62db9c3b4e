"""Answers the options alone.

base: accepted/closed_formula.py
replace: return (2 + ffn_mult) * d_model
with: raise NotImplementedError
points: 1
finding: not-answered
"""
