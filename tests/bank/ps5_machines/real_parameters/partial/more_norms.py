"""Norms of queries and keys in the ledger; in GPT-2 one behind the embedding.

base: accepted/closed_forms.py
replace: "norms": (2 * n_layers + 1) * d_model
with: "norms": (2 * n_layers + 1) * d_model + 2 * n_layers * d_head
replace: layers + 2 * d_model
with: layers + 4 * d_model
points: 3.5
finding: embedding-norm
finding: query-key-norms
"""
