"""Lists arrays, and marks those that a token meets; products one by one."""


def arrays(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    found = [((vocab_size, d_model), True)]
    for _ in range(n_layers):
        found += [((1, d_model), True)] * 2
        found += [((d_model, d_head), True)] * (2 * n_heads + 2 * n_kv_heads)
        found.append(((d_model, n_experts), True))
        for expert in range(n_experts):
            found += [((d_model, d_ff), expert < top_k)] * 3
    return [*found, ((1, d_model), True), ((d_model, vocab_size), True)]


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    model = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return sum(rows * columns for (rows, columns), _ in arrays(*model))


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    model = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return sum(rows * columns for (rows, columns), met in arrays(*model) if met)


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    model = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    matrices = [shape for shape, met in arrays(*model)[1:] if met and shape[0] > 1]
    return sum(2 * rows * columns for rows, columns in matrices)
