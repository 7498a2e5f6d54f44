import { alipayCertSn, alipayRootSn } from '#engines/payment/crypto.ts';
import type { AlipayCertificates } from '#domains/money/server.ts';
import type { StandInKeys } from './keys.ts';

/** A certificate of Alipay with the authority behind it, and the key by which answers are signed. */
export interface AlipaySigner {
  readonly certSn: string;
  readonly pem: string;
  readonly privateKey: string;
}

/** The certificates of both sides. Like Alipay's, one root certifies an authority for Alipay itself and one for the apps of merchants. */
export interface StandInCertificates {
  /** The merchant's side of the account. */
  readonly merchant: AlipayCertificates;
  readonly appSn: string;
  readonly rootSn: string;
  /** The first signs; the next one takes its place when the certificate is renewed. */
  readonly signers: readonly [AlipaySigner, AlipaySigner];
  /** The app of another merchant, certified by the same root; it signs nothing rightly. */
  readonly otherApp: AlipaySigner;
}

const DAY_MS = 86_400_000;
const ROOT_DAYS = 7_300;
const DAYS = 1_825;
/** The clock of a test may be some years behind. */
const SINCE_DAYS = 1_000;

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface NewCertificate {
  readonly organisation: string;
  readonly name: string;
  readonly days: number;
  readonly isAuthority?: boolean;
  readonly by?: Certificate;
  readonly keys?: { readonly privateKey: string; readonly publicKey: string };
}

/** The library is read when certificates are first asked for. */
const certificate = async ({ organisation, name, days, isAuthority = false, by, keys }: NewCertificate): Promise<Certificate> => {
  const { generate } = await import('selfsigned');
  const names = [
    { name: 'countryName', value: 'CN' },
    { name: 'organizationName', value: organisation },
    { name: 'commonName', value: name },
  ];
  const { cert, private: key } = await generate(names, {
    algorithm: 'sha256',
    keySize: 2_048,
    notBeforeDate: new Date(Date.now() - SINCE_DAYS * DAY_MS),
    notAfterDate: new Date(Date.now() + days * DAY_MS),
    extensions: [{ name: 'basicConstraints', cA: isAuthority, critical: true }],
    ...(by && { ca: by }),
    ...(keys && { keyPair: keys }),
  });
  return { cert, key };
};

/** Makes the certificates of a stand-in for its keys; this takes about a second. */
export const createCertificates = async ({ merchants, merchantPublicKeys, providers }: StandInKeys): Promise<StandInCertificates> => {
  const { appId, privateKey, publicKey } = merchants.alipay;
  const authorities = 'Stand-in Certification Authority';
  const root = await certificate({ organisation: authorities, name: 'Stand-in Root R1', days: ROOT_DAYS, isAuthority: true });
  const authority = (name: string) => certificate({ organisation: authorities, name, days: ROOT_DAYS, isAuthority: true, by: root });
  const [ofApps, ofAlipay] = [await authority('Stand-in Class 1 R1'), await authority('Stand-in Class 2 R1')];
  const appOf = (name: string) => certificate({ organisation: 'ChargeOps Demo', name, days: DAYS, by: ofApps });
  const app = await certificate({
    organisation: 'ChargeOps Demo',
    name: appId,
    days: DAYS,
    by: ofApps,
    keys: { privateKey, publicKey: merchantPublicKeys.alipay },
  });
  const alipay = { organisation: 'Stand-in Alipay', name: 'stand-in.alipay', days: DAYS, by: ofAlipay };
  const signer = ({ cert, key }: Certificate, { cert: behind }: Certificate): AlipaySigner => ({
    certSn: alipayCertSn(cert),
    pem: `${cert.trim()}\n${behind.trim()}\n`,
    privateKey: key,
  });
  const first = await certificate({ ...alipay, keys: { privateKey: providers.alipay, publicKey: publicKey ?? '' } });
  const signers = [signer(first, ofAlipay), signer(await certificate(alipay), ofAlipay)] as const;
  return {
    merchant: { app: app.cert, alipay: signers[0].pem, root: root.cert },
    appSn: alipayCertSn(app.cert),
    rootSn: alipayRootSn(root.cert),
    signers,
    otherApp: signer(await appOf('2021000000000009'), ofApps),
  };
};
