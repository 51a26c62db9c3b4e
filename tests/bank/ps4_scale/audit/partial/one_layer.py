"""Amounts in a layer.

points: 1.5
finding: amount-of-one-layer
"""


def audit():
    amounts = dict(queries_keys_values=32_572_440_576, output_projection=130_445_475_840,
                   scores=56_623_104, feed_forward=86_859_841_536, absent=-18_874_368)
    return {name: amount // 12 for name, amount in amounts.items()} | {"corrected": 207_618_048}
