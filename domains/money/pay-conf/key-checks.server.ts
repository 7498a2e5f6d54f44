import { createPrivateKey, createPublicKey } from 'node:crypto';
import { certificateOf, hasRoot, isCertificateOf } from '#engines/payment/crypto.ts';
import type { KeyChecks, PayFacts } from './pay-conf.rules.ts';

/** What the library of keys knows of the facts of an account. */
export const keyChecksAt = (now: Date): KeyChecks => ({ isKey: isKeyPem, certProblem: (facts) => certProblem(facts, now) });

/** Whether a text is a private or a public key in PEM. */
const isKeyPem = (fact: 'privateKey' | 'publicKey', pem: string): boolean => {
  try {
    const key = fact === 'privateKey' ? createPrivateKey(pem) : createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' && (fact === 'privateKey' || !pem.includes('PRIVATE KEY'));
  } catch {
    return false;
  }
};

const certProblem = (facts: PayFacts, now: Date): ReturnType<KeyChecks['certProblem']> => {
  for (const fact of ['appCert', 'providerCert'] as const) {
    const certificate = certificateOf(facts[fact] ?? '');
    if (!certificate) return { refusal: 'payConf.badCert', fact };
    if (certificate.validFromMs > now.getTime() || certificate.validToMs <= now.getTime()) return { refusal: 'payConf.certEnded', fact };
  }
  const privateKey = facts.privateKey ?? '';
  if (!isCertificateOf(facts.appCert ?? '', privateKey)) return { refusal: 'payConf.certOtherKey', fact: 'appCert' };
  if (isCertificateOf(facts.providerCert ?? '', privateKey)) return { refusal: 'payConf.certOwn', fact: 'providerCert' };
  return hasRoot(facts.rootCert ?? '') ? undefined : { refusal: 'payConf.badRoot', fact: 'rootCert' };
};

/** When the first of the certificates that sign ends; null without any. */
export const certEndOf = ({ appCert, providerCert }: PayFacts): Date | null => {
  const ends = [appCert, providerCert].flatMap((pem) => (pem === null ? [] : (certificateOf(pem)?.validToMs ?? [])));
  return ends.length === 0 ? null : new Date(Math.min(...ends));
};
