"""Scores and weighted sums of all 1,024 tokens.

points: 2.5
finding: pairs-of-all-tokens
"""

def audit():
    d, L, n = 768, 12, 1024
    all_scores = L * 2 * n * n * d
    output = L * 11 * 2 * d**3
    tokens = L * 767 * 2 * (4 * d * d + 2 * d * 3072)
    scores = L * 6_291_456 - all_scores
    values = -all_scores
    return dict(output=output, tokens=tokens, scores=scores, values=values,
                corrected=250_123_124_736 - output - tokens - scores - values)
