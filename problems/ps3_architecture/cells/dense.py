from ...shared.needs import needs
from ..architecture import attention_counts
from .heads import MODELS


# %%
# alt: A printed table: your counts for the two models at their longest texts.
def compare_with_dense(models=MODELS):
    rows = [
        (name, n, attention_counts(n, n_heads * d_head))
        for name, (_, n_heads, d_head, n) in models.items()
    ]
    for name, n, counts in rows:
        own, dense = counts["qkv_weights"] + counts["qkv_biases"], counts["dense_weights"]
        print(f"{name}, {n:,} tokens")
        print(f"    one head of width D: {own:,} weights and biases")
        print(f"    entries of A: {counts['attention_weights']:,}")
        print(
            f"    a dense layer: {dense:.1e} weights, {2 * dense / 1e12:,.0f} TB at two bytes each"
        )


with needs("question 1.2"):
    compare_with_dense()
