import { randomBytes } from 'node:crypto';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

const KEY_BYTES = 32;
const SEAL_ID_BYTES = 16;
const HINT_LETTERS = 4;
const TOKEN_PREFIX = 'cop_';
/** Of secrets of Standard Webhooks; base64 follows. */
export const SIGN_SECRET_PREFIX = 'whsec_';

/** The keys of an account in plain form. */
export interface KeySet {
  readonly accessToken: string;
  readonly secretKey: string;
  readonly ivKey: string;
  readonly signSecret: string;
}

/** The keys of an account as they are stored: the token as a digest, the others sealed. */
export interface StoredKeySet {
  readonly sealId: string;
  readonly secretKey: string;
  readonly ivKey: string;
  readonly signSecret: string;
}

/** A token is 256 random bits, so its digest needs neither salt nor work. */
export const digestOfToken = (token: string): Buffer => sha256(token);

const random = (): string => randomBytes(KEY_BYTES).toString('base64');

export const newKeySet = (): KeySet => ({
  accessToken: `${TOKEN_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`,
  secretKey: random(),
  ivKey: random(),
  signSecret: `${SIGN_SECRET_PREFIX}${random()}`,
});

export const hintOf = ({ accessToken }: KeySet): string => accessToken.slice(-HINT_LETTERS);

const contextOf = (name: string, sealId: string) => ({ purpose: `partner-${name}`, row: sealId });

export const sealKeySet = (secrets: Secrets, { secretKey, ivKey, signSecret }: KeySet): StoredKeySet => {
  const sealId = randomBytes(SEAL_ID_BYTES).toString('hex');
  return {
    sealId,
    secretKey: secrets.seal(secretKey, contextOf('secretKey', sealId)),
    ivKey: secrets.seal(ivKey, contextOf('ivKey', sealId)),
    signSecret: secrets.seal(signSecret, contextOf('signSecret', sealId)),
  };
};

export const openSignSecret = (secrets: Secrets, { sealId, signSecret }: Pick<StoredKeySet, 'sealId' | 'signSecret'>): string =>
  secrets.open(signSecret, contextOf('signSecret', sealId));

/** The keys of AES. */
export const openCipherKeys = (secrets: Secrets, { sealId, secretKey, ivKey }: StoredKeySet): Pick<KeySet, 'secretKey' | 'ivKey'> => ({
  secretKey: secrets.open(secretKey, contextOf('secretKey', sealId)),
  ivKey: secrets.open(ivKey, contextOf('ivKey', sealId)),
});
