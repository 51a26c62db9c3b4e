"""A slip: the embedding has a row and a column for each word.

points: 3.75
finding: embedding: wrong-line
base: accepted/closed_forms.py
replace: "embedding": vocab_size * d_model
with: "embedding": vocab_size**2
"""
