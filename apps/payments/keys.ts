import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AlipayAccount, StripeAccount, WechatAccount } from '#domains/money/server.ts';

interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

const rsaKeys = (): KeyPair =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/** The keys of both sides. A merchant enters its side in a pay configuration. */
export interface StandInKeys {
  readonly merchants: { readonly wechat: WechatAccount; readonly alipay: AlipayAccount; readonly stripe: StripeAccount };
  /** Public halves of the merchants' keys, by which the stand-in believes requests. */
  readonly merchantPublicKeys: { readonly wechat: string; readonly alipay: string };
  /** Private keys of the providers, which sign answers and notifications. */
  readonly providers: { readonly wechat: string; readonly alipay: string };
  /** A key that belongs to nobody, for forgeries. */
  readonly stranger: string;
}

export const createKeys = (): StandInKeys => {
  const [wechatMerchant, wechat, alipayMerchant, alipay, stranger] = [rsaKeys(), rsaKeys(), rsaKeys(), rsaKeys(), rsaKeys()];
  const number = (digits: number): string => String(BigInt(`0x${randomBytes(12).toString('hex')}`)).slice(0, digits);
  const secret = (prefix: string): string => `${prefix}${randomBytes(16).toString('hex')}`;
  return {
    merchants: {
      wechat: {
        kind: 'wechat',
        mchId: `19${number(8)}`,
        appId: `wx${randomBytes(8).toString('hex')}`,
        serialNo: randomBytes(20).toString('hex').toUpperCase(),
        privateKey: wechatMerchant.privateKey,
        apiV3Key: randomBytes(16).toString('hex'),
        publicKeyId: `PUB_KEY_ID_01${number(24)}`,
        publicKey: wechat.publicKey,
      },
      alipay: {
        kind: 'alipay',
        appId: `2021${number(12)}`,
        sellerId: `2088${number(12)}`,
        privateKey: alipayMerchant.privateKey,
        publicKey: alipay.publicKey,
        certificates: null,
      },
      stripe: { kind: 'stripe', secretKey: secret('sk_test_'), publishableKey: secret('pk_test_'), webhookSecrets: [secret('whsec_')] },
    },
    merchantPublicKeys: { wechat: wechatMerchant.publicKey, alipay: alipayMerchant.publicKey },
    providers: { wechat: wechat.privateKey, alipay: alipay.privateKey },
    stranger: stranger.privateKey,
  };
};

/** The keys in a file, which is written when there is none, so that what merchants have entered stays right after a restart. */
export const storedKeys = (file: string): StandInKeys => {
  if (existsSync(file)) {
    const keys: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isKeys(keys)) return keys;
  }
  const keys = createKeys();
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
};

/** The file is ours; what an older version wrote may lack a part. */
const isKeys = (keys: unknown): keys is StandInKeys =>
  typeof keys === 'object' && keys !== null && ['merchants', 'merchantPublicKeys', 'providers', 'stranger'].every((part) => part in keys);
