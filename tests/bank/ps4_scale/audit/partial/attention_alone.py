"""Puts the number of tokens right in the maps of attention, and leaves the feed-forward block.

points: 3.25
finding: some-maps
"""


def audit():
    output = 12 * 11 * 2 * 768**3
    tokens = 12 * 767 * 2 * 4 * 768**2
    scores = 144 * 2 * 64 * (64**2 - 1024)
    values = -144 * 2 * 64 * 1024
    corrected = 250_123_124_736 - output - tokens - scores - values
    return dict(output=output, tokens=tokens, scores=scores, values=values, corrected=corrected)
