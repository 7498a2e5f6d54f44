import { md5 } from '@noble/hashes/legacy.js';
import type { CipherChannel } from '#kit/cipher/body-cipher.ts';
import { signText } from '#kit/cipher/sign-text.ts';
import type { SignedRequest } from '#kit/cipher/sign-text.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { transportSecurityApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import type { TransportSecurityInfo } from '#kit/resource/shared-endpoints/transport-security.ts';
import { writeStored, readStored, storageKeys } from '../storage.ts';

/** How requests to the server are signed and encrypted. */
export interface SigningInfo {
  readonly signSecret: string | null;
  /** Server clock minus browser clock. Timestamps use the server's clock, because a PC's clock may be outside the accepted window. */
  readonly aheadMs: number;
  /** Present while bodies are encrypted. */
  readonly sealing?: { readonly channel: CipherChannel; readonly ticket: string };
}

/** The part that is stored for a day. Keys are not stored: each page load negotiates its own. */
interface SigningState {
  readonly needEncDec: boolean;
  readonly signSecret: string | null;
  readonly aheadMs: number;
  readonly untilMs: number;
}

/** When the settings cannot be read, requests are sent unsigned, and the next call reads the settings again. */
const unsigned: SigningInfo = { signSecret: null, aheadMs: 0 };
const ASK_MS = 10_000;

let pending: Promise<SigningInfo> | undefined;
let known: SigningInfo | undefined;

export const signingInfo = (): Promise<SigningInfo> => {
  if (pending) return pending;
  const asked: Promise<SigningInfo> = find().then(
    (info) => {
      // Settings that were forgotten while they were read are not known.
      if (pending === asked) known = info;
      return info;
    },
    () => {
      if (pending === asked) pending = undefined;
      return unsigned;
    },
  );
  pending = asked;
  return asked;
};

/** The same without waiting, when it has been read: a request that a page sends while it is drawn for the first time leaves before it is drawn. */
export const knownSigningInfo = (): SigningInfo | undefined => known;

/** Called after the server answered that it requires other settings. */
export const forgetSigningInfo = (): void => {
  pending = undefined;
  known = undefined;
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
    const state = JSON.parse(readStored(storageKeys.encrypted) ?? 'null') as SigningState | null; // written by this module; an entry of another version counts as expired
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
  const { success, result, timestamp } = (await response.json()) as { success: boolean; result: TransportSecurityInfo; timestamp: number }; // the answer is an envelope
  if (!success) throw new Error('the server does not say how to speak');
  const { needEncDec, signSecret, expiresInS } = result;
  const state: SigningState = { needEncDec, signSecret, aheadMs: timestamp - Date.now(), untilMs: Date.now() + expiresInS * 1_000 };
  writeStored(storageKeys.encrypted, JSON.stringify(state));
  return { ...result, ...state };
};

let lastMs = 0;
/** The value of X-TIMESTAMP by the server's clock. No two requests of a page share a value, so that the server takes none for a replay. */
export const stampOf = ({ aheadMs }: SigningInfo): string => String((lastMs = Math.max(Math.round(Date.now() + aheadMs), lastMs + 1)));

/** The value of X-Sign, computed as in the product family. */
export const signOf = (request: SignedRequest, secret: string): string =>
  [...md5(new TextEncoder().encode(signText(request) + secret))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
