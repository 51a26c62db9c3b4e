# Your counts at the sizes of real models.
def compare_with_dense(models=MODELS):
    print("                             with attention                      in one dense layer")
    print("model            tokens    weights and biases    att. weights    weights    their size")
    for name, (_, n_heads, d_head, n) in models.items():
        counts = attention_counts(n, n_heads * d_head)
        own = counts["qkv_weights"] + counts["qkv_biases"]
        dense = counts["dense_weights"]
        print(
            f"{name:<14}{n:>9,}{own:>22,}{counts['attention_weights']:>16.2e}"
            f"{dense:>11.1e}{2 * dense / 1e12:>10,.0f} TB"
        )
    print("(one head as wide as a token; two bytes for a weight)")


with needs("question 1.2"):
    compare_with_dense()
