import { X509Certificate } from 'node:crypto';
import { textAt, valueAt } from '#engines/payment/read.ts';
import { openResource } from '#engines/payment/wechat/resource.ts';
import type { WechatAccount } from './provider.server.ts';

/** The public keys of WeChat Pay for the accounts that work with downloaded certificates. */
export interface WechatKeys {
  /** The PEM of the key with this number; undefined for one that WeChat Pay does not name, or that is no longer valid. */
  keyOf(account: WechatAccount, serial: string): Promise<string | undefined>;
  /** The number of the key that answers are to be signed with; undefined before the first download. */
  newestOf(account: WechatAccount): string | undefined;
}

interface PlatformKey {
  readonly pem: string;
  readonly validFromMs: number;
  readonly validToMs: number;
}
interface Ring {
  readonly readMs: number;
  readonly keys: ReadonlyMap<string, PlatformKey>;
}

/** A message with an unknown number makes us ask again, but not more often than this, so that forged numbers cost no calls. */
const READ_AGAIN_MS = 60_000;
/** WeChat Pay announces a new certificate at least a day before it is used. */
const READ_DAILY_MS = 12 * 3_600_000;

/** `download` returns the parsed answer of `/v3/certificates`, which proves itself: it can be decrypted only with the APIv3 key. */
export const createWechatKeys = (clock: () => number, download: (account: WechatAccount) => Promise<unknown>): WechatKeys => {
  const rings = new Map<string, Promise<Ring>>();
  const ringOf = async (account: WechatAccount, serial: string): Promise<Ring> => {
    const known = await rings.get(account.mchId);
    const ageMs = known ? clock() - known.readMs : Number.POSITIVE_INFINITY;
    const isDue = ageMs > READ_DAILY_MS || (!known?.keys.has(serial) && ageMs > READ_AGAIN_MS);
    if (known && !isDue) return known;
    const reading = readRing(account, known);
    rings.set(account.mchId, reading);
    return reading;
  };
  const readRing = async (account: WechatAccount, known: Ring | undefined): Promise<Ring> => {
    const answer = await download(account);
    const keys = new Map([...(known?.keys ?? []), ...keysIn(answer, account.apiV3Key)]);
    return { readMs: clock(), keys };
  };
  const newest = new Map<string, string>();
  return {
    keyOf: async (account, serial) => {
      if (account.publicKey !== null && serial === account.publicKeyId) return account.publicKey;
      const { keys } = await ringOf(account, serial);
      const [latest] = [...keys].toSorted(([, a], [, b]) => b.validFromMs - a.validFromMs);
      if (latest) newest.set(account.mchId, latest[0]);
      const key = keys.get(serial);
      return key && key.validFromMs <= clock() && clock() < key.validToMs ? key.pem : undefined;
    },
    newestOf: (account) => account.publicKeyId ?? newest.get(account.mchId),
  };
};

const keysIn = (answer: unknown, apiV3Key: string): readonly (readonly [string, PlatformKey])[] => {
  const items = valueAt(answer, 'data');
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const serial = textAt(item, 'serial_no');
    const pem = openResource(valueAt(item, 'encrypt_certificate'), apiV3Key);
    const key = pem === undefined ? undefined : keyIn(pem);
    return serial === undefined || !key ? [] : [[serial, key] as const];
  });
};

const keyIn = (pem: string): PlatformKey | undefined => {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(pem);
    return {
      pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
      validFromMs: Date.parse(validFrom),
      validToMs: Date.parse(validTo),
    };
  } catch {
    return undefined;
  }
};
