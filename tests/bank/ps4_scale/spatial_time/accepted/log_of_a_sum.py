"""The logarithm of a sum grows as the largest of the logarithms."""

def spatial_time(B, X, Y, J, K):
    return math.log2(X + Y + J)
