# Your FLOPs beside the seconds that this machine takes.
from functools import partial
from timeit import repeat


def compare_seconds(widths=GPT2_SMALL, patience=2):
    rows = []
    for length in (64, 128, 256, 512, 1024, 2048):
        gigaflops = attention_flops(length, **widths) / 1e9
        gigaflops += feedforward_flops(length, **widths) / 1e9
        X, _, *weights = random_layer(length, **widths)
        seconds = min(repeat(partial(forward, X, *weights), number=1, repeat=2))
        rows.append(f"{length:7,}{gigaflops:9.2f}{seconds:10.4f}{gigaflops / seconds:20.1f}")
        if seconds > patience:
            break
    print(" tokens   GFLOPs   seconds   GFLOPs per second", *rows, sep="\n")


with needs("questions 2 and 4"):
    compare_seconds()
