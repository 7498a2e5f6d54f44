import { alipayCertSn, certificateOf, isCertifiedBy } from '#engines/payment/crypto.ts';
import type { CertificateFacts } from '#engines/payment/crypto.ts';
import type { AlipayAccount, AlipayCertificates } from './provider.server.ts';

/** The keys by which Alipay signs what it sends to an account. */
export interface AlipayKeys {
  /** The PEM of the key of an answer that names this certificate; undefined for one that is not Alipay's, or not valid now. */
  keyOf(account: AlipayAccount, certSn: string | undefined): Promise<string | undefined>;
  /** The keys that are valid now, as far as they are known. Notifications name none. */
  knownOf(account: AlipayAccount): readonly string[];
}

/** An unknown number makes us ask for its certificate, but not more often than this, so that forged numbers cost no calls. */
const ASK_AGAIN_MS = 60_000;
/** More than an app ever has at one time. */
const KEPT_MAX = 8;

interface Ring {
  askedMs: number;
  /** Downloaded certificates by their numbers. */
  readonly certificates: Map<string, CertificateFacts>;
}

/**
 * `download` returns the PEM of a certificate by its number. Nothing else proves it, so it has to lead to the root certificate of the account, and be
 * of the owner and the issuer of the one that was entered: the same roots certify the apps of merchants.
 */
export const createAlipayKeys = (
  clock: () => number,
  download: (account: AlipayAccount, certSn: string) => Promise<string | undefined>,
): AlipayKeys => {
  const rings = new Map<string, Ring>();
  const ringOf = ({ appId }: AlipayAccount): Ring => {
    const ring = rings.get(appId) ?? { askedMs: Number.NEGATIVE_INFINITY, certificates: new Map() };
    rings.set(appId, ring);
    return ring;
  };
  const isValid = ({ validFromMs, validToMs }: CertificateFacts): boolean => validFromMs <= clock() && clock() < validToMs;
  const downloaded = async (account: AlipayAccount, own: AlipayCertificates, certSn: string): Promise<CertificateFacts | undefined> => {
    const ring = ringOf(account);
    const known = ring.certificates.get(certSn);
    if (known || clock() - ring.askedMs < ASK_AGAIN_MS) return known;
    ring.askedMs = clock();
    const pem = await download(account, certSn);
    const found = pem === undefined || alipayCertSn(pem) !== certSn ? undefined : certificateOf(pem);
    if (pem === undefined || !found || !isOfSameOwner(found, own) || !isCertifiedBy(pem, { roots: own.root, atMs: clock() })) return undefined;
    const [oldest] = ring.certificates.keys();
    if (ring.certificates.size >= KEPT_MAX && oldest !== undefined) ring.certificates.delete(oldest);
    ring.certificates.set(certSn, found);
    return found;
  };
  return {
    keyOf: async (account, certSn) => {
      const { certificates: own } = account;
      if (!own) return account.publicKey ?? undefined;
      if (certSn === undefined) return undefined;
      const found = certSn === alipayCertSn(own.alipay) ? certificateOf(own.alipay) : await downloaded(account, own, certSn);
      return found && isValid(found) ? found.publicKey : undefined;
    },
    knownOf: (account) => {
      const { certificates: own, publicKey } = account;
      if (!own) return publicKey === null ? [] : [publicKey];
      const entered = certificateOf(own.alipay);
      const known = [...(entered ? [entered] : []), ...ringOf(account).certificates.values()];
      return known.filter(isValid).map((certificate) => certificate.publicKey);
    },
  };
};

const ORGANISATION = /^O=.*$/m;

const isOfSameOwner = (found: CertificateFacts, own: AlipayCertificates): boolean => {
  const entered = certificateOf(own.alipay);
  const organisation = ORGANISATION.exec(found.subject)?.[0];
  return (
    entered !== undefined && organisation !== undefined && found.issuer === entered.issuer && organisation === ORGANISATION.exec(entered.subject)?.[0]
  );
};
