"""A recursion for the depth; numpy's logarithm, which ends at 64 bits."""


def levels(n):
    return 0 if n <= 1 else 1 + levels(-(-n // 2))


def softmax_depth(T, U):
    return levels(T) + levels(U) + 2.0


def softmax_time(B, T, U):
    return np.log2(T) + 3 * np.log2(U) + 1


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
