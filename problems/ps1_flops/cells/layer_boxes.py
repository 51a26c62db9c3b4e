import matplotlib.pyplot as plt

BLUE, GREEN = "#cfe2f3", "#d9ead3"
BOXES = {  # name: (x, y, colour)
    "X": (0, 1, "white"),
    "W_q": (1.6, 2, BLUE),
    "W_k": (1.6, 1, BLUE),
    "W_v": (1.6, 0, BLUE),
    "Q Kᵀ / √d_attn": (4.1, 1.5, BLUE),
    "softmax": (6.1, 1.5, BLUE),
    "A V": (6.1, 0, BLUE),
    "W_1": (8.2, 0, GREEN),
    "ReLU": (8.2, 1.5, GREEN),
    "w_2": (10.3, 1.5, GREEN),
    "y_hat": (10.3, 0, "white"),
}
ARROWS = """X > > W_q; X > X (L, d_in) > W_k; X > > W_v; W_q > Q (L, d_attn) > Q Kᵀ / √d_attn;
W_k > K (L, d_attn) > Q Kᵀ / √d_attn; Q Kᵀ / √d_attn > S (L, L) > softmax; softmax > A (L, L) > A V;
W_v > V (L, d_out) > A V; A V > V_tilde (L, d_out) > W_1; W_1 > Z (L, d_hidden) > ReLU;
ReLU > H (L, d_hidden) > w_2; w_2 > y_hat (L,) > y_hat"""
