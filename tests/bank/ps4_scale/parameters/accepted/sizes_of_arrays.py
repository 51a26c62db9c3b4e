"""Forms the matrices and adds up their sizes."""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    total = 0
    for _ in range(n_layers):
        for _ in range(n_heads):
            total += sum(np.empty((d_model, d_head)).size for _ in "qkv")
        for shape in ((n_heads * d_head, d_model), (d_model, d_ff), (d_ff, d_model)):
            total += np.zeros(shape).size
    return total
