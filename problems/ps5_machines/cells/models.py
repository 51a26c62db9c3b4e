# Sizes of published models, from their configuration files; of a machine; and of an example.
LLAMA3_8B = dict(
    vocab_size=128256, d_model=4096, n_layers=32, n_heads=32, n_kv_heads=8, d_head=128, d_ff=14336
)
LLAMA3_70B = dict(
    vocab_size=128256, d_model=8192, n_layers=80, n_heads=64, n_kv_heads=8, d_head=128, d_ff=28672
)
LLAMA3_405B = dict(
    vocab_size=128256,
    d_model=16384,
    n_layers=126,
    n_heads=128,
    n_kv_heads=8,
    d_head=128,
    d_ff=53248,
)
LLAMA2_7B = dict(
    vocab_size=32000, d_model=4096, n_layers=32, n_heads=32, n_kv_heads=32, d_head=128, d_ff=11008
)
MISTRAL_7B = dict(
    vocab_size=32000, d_model=4096, n_layers=32, n_heads=32, n_kv_heads=8, d_head=128, d_ff=14336
)
MIXTRAL_8X7B = MISTRAL_7B | dict(n_experts=8, top_k=2)
QWEN3_30B = dict(
    vocab_size=151936, d_model=2048, n_layers=48, n_heads=32, n_kv_heads=4, d_head=128, d_ff=768
) | dict(n_experts=128, top_k=8)
# The card H100 (SXM) of 2022: FLOPs per second in dense bf16 products, bytes per second, bytes,
# bytes sent per second.
H100 = dict(peak_flops=989.5e12, bandwidth=3.35e12, memory=80e9, link=450e9)
EXAMPLE = dict(vocab_size=101, d_model=24, n_layers=3, n_heads=6, n_kv_heads=2, d_head=5, d_ff=58)
PARAMETER_LINES = ["embedding", "queries", "keys", "values", "output", "gate", "up", "down"]
PARAMETER_LINES += ["norms", "head"]
FORWARD_LINES = ["attention_maps", "scores_and_sums", "feed_forward", "head"]
SAVED_LINES = ["norm_inputs", "map_inputs", "queries_keys_values", "attention_weights"]
SAVED_LINES += ["head_outputs", "gate_up_product"]
CLAIM_LINES = ["embedding", "head", "attention", "peak", "overlap", "weights", "cache", "writing"]
