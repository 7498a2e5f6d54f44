import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  constants,
  privateDecrypt,
  publicEncrypt,
  sign,
  timingSafeEqual,
  verify,
  X509Certificate,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * The cryptographic functions of the payment providers. All are pure calculations: keys, nonces and times are arguments. The import rules allow only
 * this file of the folder to use the library.
 */

/** Reading a private key takes three times as long as signing with it. PEM texts of more accounts than this are read again. */
const TEXTS_MAX = 64;

/** Reads PEM texts and remembers the newest. Throws what `read` throws. */
const remembering = <T>(read: (pem: string) => T): ((pem: string) => T) => {
  const known = new Map<string, T>();
  return (pem) => {
    const found = known.get(pem);
    if (found !== undefined) return found;
    const value = read(pem);
    const [oldest] = known.keys();
    if (known.size >= TEXTS_MAX && oldest !== undefined) known.delete(oldest);
    known.set(pem, value);
    return value;
  };
};
const privateKeyOf = remembering(createPrivateKey);
const publicKeyOf = remembering(createPublicKey);

/** RSA PKCS#1 v1.5 with SHA-256, in base64. `privateKey` is a PEM text. Throws when the key is none. */
export const signRsa = (text: string, privateKey: string): string => sign('sha256', Buffer.from(text), privateKeyOf(privateKey)).toString('base64');

/** Whether the key, a PEM text, signed this text. False also for a text that is no base64 of a signature, and for a key that is none. */
export const isSignedByRsa = (text: string, { signature, publicKey }: { readonly signature: string; readonly publicKey: string }): boolean => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  try {
    return verify('sha256', Buffer.from(text), publicKeyOf(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};

const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' } as const;

/** RSA-OAEP with SHA-1, in base64: how WeChat Pay takes names and bank accounts. At most 214 bytes for a key of 2,048 bits. */
export const sealRsa = (text: string, publicKey: string): string =>
  publicEncrypt({ key: publicKeyOf(publicKey), ...OAEP }, Buffer.from(text)).toString('base64');

/** The text; undefined when it was sealed for another key, or is none. */
export const openRsa = (sealed: string, privateKey: string): string | undefined => {
  try {
    return privateDecrypt({ key: privateKeyOf(privateKey), ...OAEP }, Buffer.from(sealed, 'base64')).toString('utf8');
  } catch {
    return undefined;
  }
};

const GCM = 'aes-256-gcm';
const TAG_BYTES = 16;

interface GcmParts {
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly associated: Uint8Array;
}

/** The ciphertext followed by the tag of 16 bytes. */
export const sealGcm = (text: string, { key, nonce, associated }: GcmParts): Buffer => {
  const cipher = createCipheriv(GCM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
};

/** The text; undefined for a wrong key or a changed ciphertext. */
export const openGcm = (sealed: Uint8Array, { key, nonce, associated }: GcmParts): string | undefined => {
  if (sealed.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(GCM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** SHA-1 in hexadecimal digits. WeChat Pay uses it to find damaged bills, not as a protection. */
export const sha1Hex = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

export const hmacSha256Hex = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Compares in constant time. */
export const isEqualText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The certificates of a PEM text in their order; without those that cannot be read. */
const certificatesIn = remembering((pem: string): readonly X509Certificate[] =>
  (pem.match(CERTIFICATE) ?? []).flatMap((one) => {
    try {
      return [new X509Certificate(one)];
    } catch {
      return [];
    }
  }),
);

export interface CertificateFacts {
  /** PEM. */
  readonly publicKey: string;
  /** Names such as `O=Alipay`, one in a line. */
  readonly subject: string;
  readonly issuer: string;
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** The first certificate of a PEM text; undefined when there is none with a key of RSA. */
export const certificateOf = (pem: string): CertificateFacts | undefined => {
  const [first] = certificatesIn(pem);
  const publicKey = first && keyIn(first);
  if (!first || publicKey?.asymmetricKeyType !== 'rsa') return undefined;
  const { subject, issuer, validFrom, validTo } = first;
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    subject,
    issuer,
    validFromMs: Date.parse(validFrom),
    validToMs: Date.parse(validTo),
  };
};

/** Undefined for a key of a kind that the library does not know, such as SM2. */
const keyIn = (certificate: X509Certificate): KeyObject | undefined => {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
};

/** Whether the first certificate of a PEM text is that of a private key, a PEM text. */
export const isCertificateOf = (pem: string, privateKey: string): boolean =>
  certificatesIn(pem)[0]?.checkPrivateKey(privateKeyOf(privateKey)) === true;

/** Whether a PEM text has a certificate of an authority that has certified itself, with a key of RSA. */
export const hasRoot = (pem: string): boolean => certificatesIn(pem).some((one) => isSignedWithRsa(one) && isIssuedBy(one, one));

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean => {
  const key = issuer.ca && certificate.checkIssued(issuer) ? keyIn(issuer) : undefined;
  return key !== undefined && certificate.verify(key);
};

/** Authorities between a certificate and a root. */
const BETWEEN_MAX = 3;

/** Whether the first certificate of a PEM text leads to one of the roots, by the authorities behind it in the text, all of them valid at the instant. */
export const isCertifiedBy = (pem: string, { roots, atMs }: { readonly roots: string; readonly atMs: number }): boolean => {
  const [chain, trusted] = [certificatesIn(pem), certificatesIn(roots)];
  const isValid = ({ validFrom, validTo }: X509Certificate): boolean => Date.parse(validFrom) <= atMs && atMs < Date.parse(validTo);
  let [current] = chain;
  for (let step = 0; step <= BETWEEN_MAX; step += 1) {
    const certificate: X509Certificate | undefined = current;
    if (!certificate || !isValid(certificate)) return false;
    if (trusted.some((root) => isIssuedBy(certificate, root) && isValid(root))) return true;
    current = chain.find((other) => other.fingerprint256 !== certificate.fingerprint256 && isIssuedBy(certificate, other));
  }
  return false;
};

const alipaySn = ({ issuer, serialNumber }: X509Certificate): string => {
  const names = issuer.split('\n').toReversed().join(',');
  return createHash('md5')
    .update(`${names}${String(BigInt(`0x${serialNumber}`))}`)
    .digest('hex');
};

/**
 * The serial number by which Alipay names the first certificate of a PEM text: MD5 of the issuer's names from the last to the first and the decimal
 * serial number. Empty when there is no certificate.
 */
export const alipayCertSn = (pem: string): string => certificatesIn(pem).slice(0, 1).map(alipaySn).join('');

/** The serial number by which Alipay names a file of root certificates: the numbers of those that were signed with RSA. */
export const alipayRootSn = (pem: string): string => certificatesIn(pem).filter(isSignedWithRsa).map(alipaySn).join('_');

/** 1.2.840.113549.1.1, the signatures of PKCS #1, without the last part. */
const PKCS1 = Buffer.from('2a864886f70d0101', 'hex');

/** The certificate is `SEQUENCE { what is signed, SEQUENCE { the algorithm, … }, signature }`. */
const isSignedWithRsa = ({ raw }: X509Certificate): boolean => {
  const signed = derContent(raw, derContent(raw, 0).begin);
  const oid = derContent(raw, derContent(raw, signed.end).begin);
  return raw.subarray(oid.begin, oid.begin + PKCS1.length).equals(PKCS1);
};

/** Where the content of an element begins and ends. Only for what was read as a certificate, so lengths are right. */
const derContent = (der: Buffer, at: number): { readonly begin: number; readonly end: number } => {
  const length = der.readUInt8(at + 1);
  const lengthBytes = length < 0x80 ? 0 : length & 0x7f;
  const begin = at + 2 + lengthBytes;
  return { begin, end: begin + (lengthBytes === 0 ? length : der.readUIntBE(at + 2, lengthBytes)) };
};
