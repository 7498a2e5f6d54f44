/** The refusal of a call whose session has not proved lately whose it is. Alone here: every call of a browser looks for it. */
export const PROOF_NEEDED = 'proofNeeded';
