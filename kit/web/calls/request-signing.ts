import { md5 } from '@noble/hashes/legacy.js';
import type { CipherChannel } from '#kit/cipher/body-cipher.ts';
import { signText } from '#kit/cipher/sign-text.ts';
import type { SignedRequest } from '#kit/cipher/sign-text.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { transportSecurityApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import type { TransportSecurityInfo } from '#kit/resource/shared-endpoints/transport-security.ts';
import { writeStored, readStored, storageKeys } from '../storage.ts';

/** How this browser speaks to the server. */
export interface SigningInfo {
  readonly signSecret: string | null;
  /** How far the server's clock is ahead: its window for stamps must not depend on the clock of a PC. */
  readonly aheadMs: number;
  /** Present while bodies are encrypted. */
  readonly sealing?: { readonly channel: CipherChannel; readonly ticket: string };
}

/** What is remembered for a day. Keys are not: each page load agrees on one of its own. */
interface SigningState {
  readonly needEncDec: boolean;
  readonly signSecret: string | null;
  readonly aheadMs: number;
  readonly untilMs: number;
}

/** A server that cannot say how is spoken to plainly, and asked again at the next call. */
const unsigned: SigningInfo = { signSecret: null, aheadMs: 0 };
const ASK_MS = 10_000;

let pending: Promise<SigningInfo> | undefined;

export const signingInfo = (): Promise<SigningInfo> =>
  (pending ??= find().catch(() => {
    pending = undefined;
    return unsigned;
  }));

/** After the server has said that it wants it otherwise. */
export const forgetSigningInfo = (): void => {
  pending = undefined;
  writeStored(storageKeys.encrypted, null);
};

const find = async (): Promise<SigningInfo> => {
  const state = remembered();
  if (state && !state.needEncDec) return state;
  const info = state ?? (await requestState());
  return info.needEncDec ? agreed() : info;
};

const remembered = (): SigningState | undefined => {
  try {
    const state = JSON.parse(readStored(storageKeys.encrypted) ?? 'null') as SigningState | null; // ours, or of another version: then it has run out
    return state && state.untilMs > Date.now() ? state : undefined;
  } catch {
    return undefined;
  }
};

const agreed = async (): Promise<SigningInfo> => {
  const { deriveSecret, generateKeyPair, openChannel } = await import('#kit/cipher/body-cipher.ts');
  const keyPair = await generateKeyPair();
  const { cipher, dataSecret, ticket, ...info } = await requestState(keyPair.publicKey);
  if (!cipher || !dataSecret || !ticket) return info;
  return { ...info, sealing: { ticket, channel: await openChannel(await deriveSecret(keyPair.privateKey, dataSecret), cipher) } };
};

const requestState = async (publicKey?: string): Promise<SigningState & TransportSecurityInfo> => {
  const query = publicKey === undefined ? '' : `?publicKey=${encodeURIComponent(publicKey)}`;
  const response = await fetch(`${BASE_PATH}${transportSecurityApi.config.path}${query}`, {
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(ASK_MS),
  });
  const { success, result, timestamp } = (await response.json()) as { success: boolean; result: TransportSecurityInfo; timestamp: number }; // an envelope
  if (!success) throw new Error('the server does not say how to speak');
  const { needEncDec, signSecret, expiresInS } = result;
  const state: SigningState = { needEncDec, signSecret, aheadMs: timestamp - Date.now(), untilMs: Date.now() + expiresInS * 1_000 };
  writeStored(storageKeys.encrypted, JSON.stringify(state));
  return { ...result, ...state };
};

let lastMs = 0;
/** X-TIMESTAMP by the server's clock. No two requests of a page share one, so that none looks like the repeat of another. */
export const stampOf = ({ aheadMs }: SigningInfo): string => String((lastMs = Math.max(Math.round(Date.now() + aheadMs), lastMs + 1)));

/** X-Sign, as the family makes it. */
export const signOf = (request: SignedRequest, secret: string): string =>
  [...md5(new TextEncoder().encode(signText(request) + secret))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
