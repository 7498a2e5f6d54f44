/** The refusal of a call that requires recent authentication. A file of its own, because every browser call uses it. */
export const PROOF_NEEDED = 'proofNeeded';
