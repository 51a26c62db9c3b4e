"""An honest other convention: divides for the mean, per token.

base: accepted/three_parts.py
replace: loss = seq_len +
with: loss = 2 * seq_len +
points: 1.5
finding: mean-loss-per-token
"""
