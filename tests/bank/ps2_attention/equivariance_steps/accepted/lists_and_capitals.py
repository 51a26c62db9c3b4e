"""Lists for tuples, capitals, == for =, no reason where a step uses no fact."""

equivariance_steps = [
    ["==", "V_XP @ softmax(K_XP.T @ Q_XP)"],
    ["==", "((V@P)) @ softmax( ((K@P).T) @ (Q@P) )", " Ones "],
    ["==", "V@P @ softmax(P.T@K.T @ Q@P)", ""],
    ["==", "V@P @ P.T @ softmax(K.T@Q) @ P", "SOFTMAX; Transpose"],
    ["==", "V @ softmax(K.T@Q) @ P", "Orthogonal and algebra"],
]
