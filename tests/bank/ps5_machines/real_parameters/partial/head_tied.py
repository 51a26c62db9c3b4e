"""The head is the embedding, as in GPT-2.

points: 3.75
finding: head-tied
base: accepted/closed_forms.py
replace: "head": vocab_size * d_model
with: "head": 0
"""
