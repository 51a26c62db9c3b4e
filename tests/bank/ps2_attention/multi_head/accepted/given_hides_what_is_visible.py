"""Right, but for its own attention, which shows the masked keys only.

given: masked_attention/partial/hides_what_is_visible.py
finding: causal, 2 heads of 4: authored
base: accepted/error_carried_over.py
replace: np.exp(scores - scores.max(axis=2, keepdims=True)) * (scores > -1e8)
with: np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])) * (scores < -1e8)
"""
