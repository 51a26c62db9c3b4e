# Your costs of one head and of many, in a block of GPT-2 small.
def compare_heads(n=1_024, d=768, shapes=((1, 768), (12, 64), (96, 8), (12, 768))):
    print(" heads    width of each      weights    GFLOPs    numbers in all A")
    for n_heads, d_head in shapes:
        weights = head_weights(n, d, n_heads, d_head)
        flops = at_large_sizes(head_flops, n, d=d, n_heads=n_heads, d_head=d_head)
        print(f"{n_heads:>6}{d_head:>17}{weights:>13,}{flops / 1e9:>10.1f}{n_heads * n * n:>20,}")
    in_all = 12 * head_weights(n, d, 12, 64)
    print(
        f"\nIn 12 blocks with 12 heads: {in_all:,} weights, {in_all / 84_934_656:.1%} of 84,934,656"
    )


with needs("question 1.3"):
    compare_heads()
