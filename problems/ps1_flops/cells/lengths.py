from ...shared.needs import at_large_sizes, needs
from ..flops import GPT2_SMALL, attention_flops, feedforward_flops


# %%
# Your FLOPs at three lengths, and the share that grows with the square of the length.
def compare_lengths(widths=GPT2_SMALL):
    rows = []
    for length in (1_000, 8_000, 128_000):
        attention, twice_as_long = (
            at_large_sizes(attention_flops, tokens, **widths) for tokens in (length, 2 * length)
        )
        feed_forward = at_large_sizes(feedforward_flops, length, **widths)
        # A cost aL + bL² is 2aL + 4bL² at twice the length: 2bL² more than twice the cost.
        share = (twice_as_long - 2 * attention) / 2 / (attention + feed_forward)
        rows.append(f"{length:7,}{attention / 1e9:21,.1f}{feed_forward / 1e9:24,.1f}{share:18.0%}")
    print(" tokens   attention (GFLOPs)   feed-forward (GFLOPs)   quadratic part", *rows, sep="\n")


with needs("questions 2 and 4"):
    compare_lengths()
