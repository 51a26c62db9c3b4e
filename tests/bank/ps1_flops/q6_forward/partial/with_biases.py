"""An honest other convention: biases of all layers.

base: accepted/three_parts.py
replace: loss = 
with: loss = seq_len * (2 * d_attn + d_out + d_hidden + 1) + 
points: 1.5
finding: biases
"""
