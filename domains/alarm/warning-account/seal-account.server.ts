import { createHash } from 'node:crypto';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { AccountAddress } from './account.rules.ts';

/** A sealed text can be opened only together with the account to which it belongs. */
export interface SealedFor {
  readonly tenantId: string;
  readonly addressHash: string;
}

const contextOf = (purpose: 'address' | 'secret', { tenantId, addressHash }: SealedFor) => ({
  purpose: `warning-account-${purpose}`,
  row: `${tenantId} ${addressHash}`,
});

/** The whole address of a robot. */
export const sealAddress = (secrets: Secrets, account: SealedFor, address: string): string => secrets.seal(address, contextOf('address', account));
export const openAddress = (secrets: Secrets, account: SealedFor, sealed: string): string => secrets.open(sealed, contextOf('address', account));

/** What signs messages to the account. */
export const sealAccountSecret = (secrets: Secrets, account: SealedFor, secret: string): string => secrets.seal(secret, contextOf('secret', account));
export const openAccountSecret = (secrets: Secrets, account: SealedFor, sealed: string): string => secrets.open(sealed, contextOf('secret', account));

/** The same for equal accounts, however their address is shown. */
export const addressHashOf = ({ type, areaCode, address }: AccountAddress): string =>
  createHash('sha256')
    .update(`${type} ${areaCode ?? ''} ${address}`)
    .digest('hex');
