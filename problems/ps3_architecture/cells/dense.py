# Your counts at the sizes of real models.
def compare_with_dense(models=MODELS):
    rows = [
        (name, n, at_large_sizes(attention_counts, n, d=n_heads * d_head))
        for name, (_, n_heads, d_head, n) in models.items()
    ]
    print("                          one head of width D                one dense layer")
    print("               tokens    weights, biases    entries of A    weights    at two bytes")
    for name, n, counts in rows:
        own, dense = counts["qkv_weights"] + counts["qkv_biases"], counts["dense_weights"]
        print(
            f"{name:<13}{n:>8,}{own:>19,}{counts['attention_weights']:>16,}"
            f"{dense:>11.1e}{2 * dense / 1e12:>13,.0f} TB"
        )


with needs("question 1.2"):
    compare_with_dense()
