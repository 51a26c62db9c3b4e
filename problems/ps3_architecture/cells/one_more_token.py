# Your cost of attention in a layer of GPT-2 small, when all tokens ask and when only one does.
def compare_askers(lengths=(64, 256, 1_024), d_head=64, n_heads=12):
    print(" tokens    all ask (GFLOPs)    one asks (GFLOPs)    of all")
    for n in lengths:
        one, all_of_them = (
            at_large_sizes(multi_head_flops, n_t, n_s=n, d_head=d_head, n_heads=n_heads)
            for n_t in (1, n)
        )
        share = one / all_of_them
        print(f"{n:>7,}{all_of_them / 1e9:>20.2f}{one / 1e9:>21.3f}{share:>10.0%}")


with needs("question 2.1"):
    compare_askers()
