"""Right, but for the causal mask of its own attention, which hides the past.

given: masked_attention/partial/future_only.py
finding: causal, 2 heads of 4: authored
base: accepted/error_carried_over.py
replace: q @ k.transpose(0, 2, 1)
with: q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
replace: bool), scores, -1e9)
with: bool), -1e9, scores)
"""
