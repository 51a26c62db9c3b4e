"""Scales the token before it normalises.

base: accepted/in_one_expression.py
replace: mu = x.mean(axis=-1, keepdims=True)
with: x = gamma * x; mu = x.mean(axis=-1, keepdims=True)
replace: return gamma * (x - mu)
with: return (x - mu)
points: 1.5
finding: gamma-before-normalising
"""
