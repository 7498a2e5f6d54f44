import { constants, createVerify, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { firmwareRefusals } from './firmware.labels.ts';

interface SignedFile {
  /** The content, read once. */
  readonly content: Readable;
  /** Base64. */
  readonly signature: string;
  /** PEM. */
  readonly certificate: string;
}

/** Verifies a signature of a file with SHA-256 and returns the subject of the certificate. The certificate has to be valid at `now`. */
export const verifySignature = async (
  { content, signature, certificate }: SignedFile,
  now: Date,
): Promise<Verdict<string, keyof typeof firmwareRefusals>> => {
  const parsed = parseCertificate(certificate);
  if (!parsed || !keyTypes.has(parsed.publicKey.asymmetricKeyType)) return deny('firmware.badCertificate');
  if (now < new Date(parsed.validFrom) || now > new Date(parsed.validTo)) return deny('firmware.expiredCertificate');
  const verifiers = schemesOf(parsed.publicKey).map((scheme) => ({ scheme, verifier: createVerify('sha256') }));
  for await (const chunk of content) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stored file is read as bytes');
    for (const { verifier } of verifiers) verifier.update(chunk);
  }
  const bytes = Buffer.from(signature.replaceAll(/\s/g, ''), 'base64');
  const isRight = verifiers.some(({ scheme, verifier }) => verifier.verify({ key: parsed.publicKey, ...scheme }, bytes));
  return isRight ? allow(subjectOf(parsed)) : deny('firmware.wrongSignature');
};

const keyTypes: ReadonlySet<string | undefined> = new Set(['rsa', 'rsa-pss', 'ec']);

/** A maker's RSA signature may have either padding. */
const schemesOf = ({ asymmetricKeyType }: KeyObject): readonly { readonly padding?: number }[] => {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING };
  if (asymmetricKeyType === 'ec') return [{}];
  return asymmetricKeyType === 'rsa' ? [{ padding: constants.RSA_PKCS1_PADDING }, pss] : [pss];
};

const parseCertificate = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
};

const SUBJECT_LENGTH_MAX = 255;
const subjectOf = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ').slice(0, SUBJECT_LENGTH_MAX);
