"""Never stops.

finding: not-in-time
"""


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    while True:
        X = X + 0
