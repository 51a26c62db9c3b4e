from ...shared.needs import needs
from ..architecture import multi_head_flops


# %%
# alt: A printed table: your cost of attention in a block of GPT-2 small, for L queries and for one.
def compare_queries(lengths=(64, 256, 1_024), **heads):
    heads = dict(d_head=64, n_heads=12) | heads
    rows = [(n, *(multi_head_flops(queries, n, **heads) for queries in (n, 1))) for n in lengths]
    print("      L  GFLOPs: L queries  1 query  share")
    for n, every, one in rows:
        print(f"{n:>7,}{every / 1e9:>19.2f}{one / 1e9:>9.3f}{one / every:>7.0%}")


with needs("question 2.1"):
    compare_queries()
