from ...shared.needs import needs
from ..architecture import multi_head_flops


# %%
# Your cost of attention in a layer of GPT-2 small, when all tokens ask and when only one does.
def compare_askers(lengths=(64, 256, 1_024), **heads):
    heads = dict(d_head=64, n_heads=12) | heads
    rows = [(n, *(multi_head_flops(asks, n, **heads) for asks in (n, 1))) for n in lengths]
    print(" tokens  GFLOPs: all ask  one asks  of all")
    for n, every, one in rows:
        print(f"{n:>7,}{every / 1e9:>17.2f}{one / 1e9:>10.3f}{one / every:>8.0%}")


with needs("question 2.1"):
    compare_askers()
