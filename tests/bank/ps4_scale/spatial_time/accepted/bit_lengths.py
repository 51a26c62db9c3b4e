"""Bits of the numbers, and a term that doesn't matter."""


def spatial_time(B, X, Y, J, K):
    return X.bit_length() + Y.bit_length() + (J * K).bit_length() / 2 + 40
