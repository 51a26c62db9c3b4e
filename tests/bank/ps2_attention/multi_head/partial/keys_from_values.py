"""Keys are made of k, not of v.

base: accepted/heads_in_the_batch.py
replace: split(k @ W_k.T)
with: split(v @ W_k.T)
points: 2.5
finding: keys-from-values
"""
