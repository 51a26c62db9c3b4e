from ...shared.needs import at_large_sizes, needs
from ..flops import GPT2_SMALL, attention_flops, feedforward_flops, forward, random_layer

# %%
# Your FLOPs, and the seconds that this machine takes.
from functools import partial
import timeit


def compare_seconds(widths=GPT2_SMALL, patience=2):
    lengths = (64, 128, 256, 512, 1024, 2048)
    X, _, *weights = random_layer(lengths[-1], **widths)
    forward(X[:64], *weights)  # the first call takes longer
    counts = [
        at_large_sizes(attention_flops, length, **widths)
        + at_large_sizes(feedforward_flops, length, **widths)
        for length in lengths
    ]
    print(" tokens   GFLOPs   seconds   GFLOPs per second")
    for length, flops in zip(lengths, counts, strict=True):
        gigaflops = flops / 1e9
        times = max(1, 256 // length)
        call = partial(forward, X[:length], *weights)
        seconds = min(timeit.repeat(call, number=1, repeat=times))
        print(f"{length:7,}{gigaflops:9.2f}{seconds:10.4f}{gigaflops / seconds:20.1f}")
        if seconds > patience / 4:  # the next length takes about three times as long
            break


with needs("questions 2 and 4"):
    compare_seconds()
