import { API_V3_KEY_BYTES } from '#engines/payment/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { payType } from './pay-conf.codes.ts';
import type { PayConfRefusal } from './pay-conf.labels.ts';

/** The facts of an account, in the clear. */
export interface PayFacts {
  readonly merchantNo: string | null;
  readonly appId: string | null;
  readonly serialNo: string | null;
  readonly publicKeyId: string | null;
  readonly publicKey: string | null;
  readonly privateKey: string | null;
  readonly apiKey: string | null;
  readonly webhookSecrets: string | null;
  readonly appCert: string | null;
  readonly providerCert: string | null;
  readonly rootCert: string | null;
}
export type PayFact = keyof PayFacts;
export type PayType = CodeValue<typeof payType>;

const { alipay, weChat, stripe } = payType.items;

/** What an account of each provider has to have, and what it may have besides. */
const factsOf: Readonly<Record<PayType, { readonly needed: readonly PayFact[]; readonly possible: readonly PayFact[] }>> = {
  [alipay.value]: {
    needed: ['merchantNo', 'appId', 'privateKey'],
    possible: ['publicKey', 'appCert', 'providerCert', 'rootCert'],
  },
  [weChat.value]: { needed: ['merchantNo', 'appId', 'serialNo', 'privateKey', 'apiKey'], possible: ['publicKeyId', 'publicKey'] },
  [stripe.value]: { needed: ['appId', 'apiKey', 'webhookSecrets'], possible: [] },
};

export const certFacts = ['appCert', 'providerCert', 'rootCert'] as const satisfies readonly PayFact[];
export const payFacts: readonly PayFact[] = [
  'merchantNo',
  'appId',
  'serialNo',
  'publicKeyId',
  'publicKey',
  'privateKey',
  'apiKey',
  'webhookSecrets',
  ...certFacts,
];

/** Whether a provider's account has this fact. */
export const hasFact = (type: PayType, fact: PayFact): boolean => factsOf[type].needed.includes(fact) || factsOf[type].possible.includes(fact);

export type CertRefusal = Extract<
  PayConfRefusal,
  'payConf.badCert' | 'payConf.certEnded' | 'payConf.certOtherKey' | 'payConf.certOwn' | 'payConf.badRoot'
>;
export type FactRefusal =
  | Extract<PayConfRefusal, 'payConf.needs' | 'payConf.notTaken' | 'payConf.badKey' | 'payConf.badApiKey' | 'payConf.keyOrCerts'>
  | CertRefusal;

/** What only the library of keys knows. */
export interface KeyChecks {
  readonly isKey: (fact: 'privateKey' | 'publicKey', pem: string) => boolean;
  /** What is wrong with the certificates of an account; its private key is right. */
  readonly certProblem: (facts: PayFacts) => { readonly refusal: CertRefusal; readonly fact: (typeof certFacts)[number] } | undefined;
}

type FactVerdict = Verdict<PayFacts, FactRefusal> & { readonly fact?: PayFact };

/** Whether an account is complete. The name of a refused fact is `args.field`. */
export const checkFacts = (type: PayType, facts: PayFacts, { isKey, certProblem }: KeyChecks): FactVerdict => {
  const missing = factsOf[type].needed.find((fact) => facts[fact] === null);
  if (missing) return { ...deny('payConf.needs'), fact: missing };
  const surplus = payFacts.find((fact) => facts[fact] !== null && !hasFact(type, fact));
  if (surplus) return { ...deny('payConf.notTaken'), fact: surplus };
  // An id names a key, and a key needs the id by which messages name it.
  if (type === weChat.value && (facts.publicKeyId === null) !== (facts.publicKey === null))
    return { ...deny('payConf.needs'), fact: facts.publicKeyId === null ? 'publicKeyId' : 'publicKey' };
  const withCerts = certFacts.some((fact) => facts[fact] !== null);
  const incomplete = type === alipay.value ? missingAtAlipay(facts, withCerts) : undefined;
  if (incomplete) return incomplete;
  const wrong = (['privateKey', 'publicKey'] as const).find((fact) => facts[fact] !== null && !isKey(fact, facts[fact] ?? ''));
  if (wrong) return { ...deny('payConf.badKey'), fact: wrong };
  const problem = withCerts ? certProblem(facts) : undefined;
  if (problem) return { ...deny(problem.refusal), fact: problem.fact };
  if (type === weChat.value && facts.apiKey?.length !== API_V3_KEY_BYTES) return { ...deny('payConf.badApiKey'), fact: 'apiKey' };
  return allow(facts);
};

/** Alipay signs by a key that the merchant has entered, or by certificates, three of which belong together. */
const missingAtAlipay = (facts: PayFacts, withCerts: boolean): FactVerdict | undefined => {
  if (!withCerts) return facts.publicKey === null ? { ...deny('payConf.needs'), fact: 'publicKey' } : undefined;
  if (facts.publicKey !== null) return { ...deny('payConf.keyOrCerts'), fact: 'publicKey' };
  const missing = certFacts.find((fact) => facts[fact] === null);
  return missing && { ...deny('payConf.needs'), fact: missing };
};
