"""Never stops.

finding: not-in-time
"""


def linear_attention(V, G_K, G_Q):
    while True:
        V = V + 0
