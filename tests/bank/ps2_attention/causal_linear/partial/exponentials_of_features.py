"""Applies exp to the features.

points: 2
base: accepted/running_state.py
replace: S = np.zeros
with: G_K, G_Q, S = np.exp(G_K), np.exp(G_Q), np.zeros
finding: features-again
"""
