from ...shared.needs import needs
from ..architecture import head_flops, head_weights


# %%
# alt: A printed table: your costs of one head and of several heads, in a block of GPT-2 small.
def compare_heads(n=1_024, d=768, shapes=((1, 768), (12, 64), (96, 8), (12, 768))):
    rows = [
        (*shape, head_weights(n, d, *shape), head_flops(n, d, *shape) / 1e9) for shape in shapes
    ]
    print(" heads  width     weights  GFLOPs  entries of all A")
    for heads, width, weights, flops in rows:
        print(f"{heads:>6}{width:>7}{weights:>12,}{flops:>8.1f}{heads * n * n:>18,}")
    in_all = 12 * head_weights(n, d, 12, 64)
    print(
        f"\nIn 12 blocks with 12 heads: {in_all:,} weights, {in_all / 84_934_656:.1%} of 84,934,656"
    )


with needs("question 1.3"):
    compare_heads()
