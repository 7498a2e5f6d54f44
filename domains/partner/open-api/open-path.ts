/** The base of the open API; what is added to it stays compatible, and a break gets `v2` beside it. */
export const openPath = '/open/partner/v1';

/** What all calls of partners have in common: keys of their own in place of a session, and answers and problems as public APIs give them. */
export const openCall = { allow: 'public', noTransaction: true, unlogged: true, publicStatus: 200, bearer: true, signed: true } as const;

/** Headers of a call, in small letters. */
export const openHeaders = {
  authId: 'x-auth-id',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const;
