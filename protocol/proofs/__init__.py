"""Zero-knowledge proofs. Each module has, in this order: Statement, Witness, Proof, prove, verify.

`verify` returns nothing, or raises `Invalid` with the name of the equation that fails; no equation is combined with
another. `prove` does not check the witness: whoever proves a false statement gets a proof that fails.
"""
