"""GPT-2's head is counted once more.

points: 3.75
finding: head-counted-twice
base: accepted/closed_forms.py
replace: (vocab_size + n_positions)
with: (2 * vocab_size + n_positions)
"""
