from ...shared.needs import needs
from ..architecture import head_flops, head_weights
from .heads import MODELS


# %%
# alt: A printed table: your costs of the heads of the two models, in a block and in all blocks.
def compare_heads(models=MODELS):
    rows = []
    for name, (n_blocks, n_heads, d_head, n) in models.items():
        sizes = n, n_heads * d_head, n_heads, d_head
        rows.append((name, n, n_blocks, head_weights(*sizes), head_flops(*sizes)))
    print("                        in a block               in all blocks")
    print("                tokens      weights     GFLOPs         weights")
    for name, n, n_blocks, weights, flops in rows:
        total = n_blocks * weights
        print(f"{name:<14}{n:>8,}{weights:>13,}{flops / 1e9:>11,.1f}{total:>16,}")
    share = rows[0][2] * rows[0][3] / 84_934_656
    print(
        f"In GPT-2 small, these are {share:.1%} of the 84,934,656 weights in its blocks' matrices."
    )


with needs("question 1.3"):
    compare_heads()
