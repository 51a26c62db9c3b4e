"""Counts gamma from 1, as some models store it.

base: accepted/in_one_expression.py
replace: gamma * (x - mu)
with: (1 + gamma) * (x - mu)
points: 2.25
finding: one-plus-gamma
"""
