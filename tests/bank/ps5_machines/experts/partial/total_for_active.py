"""Returns the total for all.

points: 2.25
finding: all-experts
base: accepted/closed_forms.py
replace: chosen = top_k
with: chosen = n_experts
replace: return n_layers * (maps + used + scores) + 2 * vocab_size * d_model
with: return moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, n_experts)
"""
