"""Adds the biases before the matrices.

points: 2
finding: biases-inside
"""
import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = omega_q @ (X + beta_q), omega_k @ (X + beta_k), omega_v @ (X + beta_v)
    scores = K.T @ Q
    powers = np.exp(scores - scores.max(axis=0))
    return V @ (powers / powers.sum(axis=0))
