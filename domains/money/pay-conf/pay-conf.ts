import { choice, count, id, instant, json, longText, onAdd, optional, readOnly, ref, secret, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { pile, pileCode } from '#domains/network/resources.ts';
import { payConfUse, payType } from './pay-conf.codes.ts';

const NUMBER_MAX = 64;
const PEM_MAX = 8_000;
/** A file of root certificates has several. */
const CERTS_MAX = 20_000;

/** SHA-256. Null: no certificate. */
export interface CertFingerprints {
  readonly appCert: readonly string[] | null;
  readonly providerCert: readonly string[] | null;
  readonly rootCert: readonly string[] | null;
}

/**
 * An account at a payment provider. A tenant may have several of one provider, each for some of its piles. It is used once a call with its keys was
 * answered rightly. Keys are stored sealed, and no answer contains them.
 */
export const payConf = resource({
  name: 'payConf',
  path: '/pay/ssePayConf',
  table: 'pay_conf',
  view: 'pay_conf_view',
  key: 'payConfId',
  title: 'confName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'hidden' },
  fields: {
    payConfId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    confName: text({ unique: ['tenantId'], min: 1, max: 60, filter: 'contains' }),
    payType: onAdd(choice(payType, { filter: 'equals' })),
    isUsed: readOnly(choice(payConfUse, { filter: 'equals', initial: payConfUse.items.notUsed.value })),
    /** The merchant's number at WeChat Pay, the seller's number at Alipay. */
    merchantNo: optional(text({ max: NUMBER_MAX })),
    /** The app at WeChat Pay or Alipay; Stripe's publishable key. */
    appId: optional(text({ max: 255 })),
    /** Of the merchant's certificate at WeChat Pay. */
    serialNo: optional(text({ max: NUMBER_MAX })),
    /** Of WeChat Pay's public key; without it, certificates are downloaded. */
    publicKeyId: optional(text({ max: NUMBER_MAX })),
    /** The provider's public key, PEM. */
    publicKey: optional(longText({ max: PEM_MAX })),
    /** Alipay in place of its public key: the certificate of the app, Alipay's with the authorities behind it, and the roots. PEM. */
    appCert: optional(longText({ max: CERTS_MAX })),
    providerCert: optional(longText({ max: CERTS_MAX })),
    rootCert: optional(longText({ max: CERTS_MAX })),
    /** Of each certificate of the three texts, in their sequence, as openssl prints them. */
    certFingerprints: readOnly(json<CertFingerprints>()),
    /** When the first of the two certificates ends that sign. */
    certEndTime: readOnly(optional(instant())),
    /** The merchant's private key, PEM. */
    privateKey: secret(optional(longText({ max: PEM_MAX }))),
    /** The APIv3 key of WeChat Pay, or Stripe's secret key. */
    apiKey: secret(optional(text({ max: 255 }))),
    /** Stripe's signing secrets of webhooks, one in a line. */
    webhookSecrets: secret(optional(longText({ max: 1_000 }))),
    /** What seals the keys belongs to this row alone. */
    sealId: readOnly(secret(text({ max: 64 }))),
    /** The public facts of the account. */
    confJson: readOnly(json<Readonly<Record<string, string | null>>>()),
    /** Piles that are bound to it. Without any, it serves the piles of the tenant that are bound to no other of its provider. */
    pileCount: readOnly(count()),
    provenAt: readOnly(optional(instant())),
    remark: optional(text({ max: 255 })),
  },
});

const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(payConf);

export const payConfApi = {
  ...standardEndpoints,
  add: { ...standardEndpoints.add, proof: 'keys' as const },
  edit: { ...standardEndpoints.edit, proof: 'keys' as const },
  ...stateApi(payConf, choice(payConfUse)),
  /** Makes a call that changes nothing, with the stored keys. */
  prove: endpoint({
    method: 'POST',
    path: `${payConf.path}/prove`,
    allow: 'payConf:edit',
    noTransaction: true,
    input: { payConfId: id() },
    output: words(),
  }),
  /** Without a configuration, the pile is released from the one of this provider. */
  setPayConf: endpoint({
    method: 'POST',
    path: `${pile.path}/setPayConf`,
    proof: 'keys',
    allow: 'payConf:bind',
    bulk: { of: 'pile', row: 'cpCode', shared: ['payType', 'payConfId'] },
    input: { cpCode: pileCode, payType: choice(payType), payConfId: optional(ref('payConf')) },
    output: words(),
  }),
};
