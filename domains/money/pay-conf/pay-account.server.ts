import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { PayAccount } from '../provider/provider.server.ts';
import { payConfUse, payType } from './pay-conf.codes.ts';
import type { PayFacts, PayType } from './pay-conf.rules.ts';

/** Facts that are stored sealed. */
const SEALED = ['privateKey', 'apiKey', 'webhookSecrets'] as const;
type SealedFact = (typeof SEALED)[number];

const contextOf = (fact: SealedFact, sealId: string) => ({ purpose: `pay-conf-${fact}`, row: sealId });

/** The columns of the sealed facts. */
export const sealedColumns = (secrets: Secrets, sealId: string, facts: Pick<PayFacts, SealedFact>): Pick<PayFacts, SealedFact> => {
  const seal = (fact: SealedFact): string | null => (facts[fact] === null ? null : secrets.seal(facts[fact], contextOf(fact, sealId)));
  return { privateKey: seal('privateKey'), apiKey: seal('apiKey'), webhookSecrets: seal('webhookSecrets') };
};

/** A configuration with its keys in the clear. It never leaves the server. */
export interface OpenedConf {
  readonly payConfId: string;
  readonly tenantId: string;
  readonly payType: PayType;
  readonly isUsed: boolean;
  readonly sealId: string;
  readonly facts: PayFacts;
}

interface StoredConf extends PayFacts {
  readonly tenantId: bigint;
  readonly payType: PayType;
  readonly isUsed: number;
  readonly sealId: string;
}

/** Undefined for one that never existed: payments that were made with a deleted one are still queried and refunded. */
export const openConf = async (tx: Tx, secrets: Secrets, payConfId: string): Promise<OpenedConf | undefined> => {
  const { rows } = await sql<StoredConf>`select tenant_id, pay_type, is_used, seal_id, merchant_no, app_id, serial_no, public_key_id, public_key,
      private_key, api_key, webhook_secrets, app_cert, provider_cert, root_cert from pay_conf where pay_conf_id = ${payConfId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { tenantId, payType: type, isUsed, sealId, ...stored } = row;
  const open = (fact: SealedFact): string | null => (stored[fact] === null ? null : secrets.open(stored[fact], contextOf(fact, sealId)));
  const facts = { ...stored, privateKey: open('privateKey'), apiKey: open('apiKey'), webhookSecrets: open('webhookSecrets') };
  return { payConfId, tenantId: String(tenantId), payType: type, isUsed: isUsed === payConfUse.items.used.value, sealId, facts };
};

const { alipay, weChat, stripe } = payType.items;

/** The account that the facts describe. They were checked when they were stored, so an empty text stands for no fact that is needed. */
export const accountOf = (type: PayType, facts: PayFacts): PayAccount => {
  const text = (fact: keyof PayFacts): string => facts[fact] ?? '';
  switch (type) {
    case alipay.value:
      return {
        kind: 'alipay',
        appId: text('appId'),
        sellerId: text('merchantNo'),
        privateKey: text('privateKey'),
        publicKey: facts.publicKey,
        certificates: facts.appCert === null ? null : { app: facts.appCert, alipay: text('providerCert'), root: text('rootCert') },
      };
    case weChat.value:
      return {
        kind: 'wechat',
        mchId: text('merchantNo'),
        appId: text('appId'),
        serialNo: text('serialNo').toUpperCase(),
        privateKey: text('privateKey'),
        apiV3Key: text('apiKey'),
        publicKeyId: facts.publicKeyId,
        publicKey: facts.publicKey,
      };
    case stripe.value:
      return {
        kind: 'stripe',
        publishableKey: text('appId'),
        secretKey: text('apiKey'),
        webhookSecrets: text('webhookSecrets').split(/\s+/).filter(Boolean),
      };
  }
};

/** The account of a configuration, whether it is used or not: payments that were made with it are queried and refunded with it. */
export const openPayAccount = async (
  tx: Tx,
  secrets: Secrets,
  payConfId: string,
): Promise<{ readonly account: PayAccount; readonly tenantId: string; readonly isUsed: boolean } | undefined> => {
  const conf = await openConf(tx, secrets, payConfId);
  return conf && { account: accountOf(conf.payType, conf.facts), tenantId: conf.tenantId, isUsed: conf.isUsed };
};

/** The configurations with which a pile is paid, at most one of each provider: the one that it is bound to, or the tenant's that has no piles. */
export const payConfsOf = async (tx: Tx, cpCode: string): Promise<readonly { readonly payConfId: string; readonly payType: PayType }[]> => {
  const { rows } = await sql<{ payConfId: bigint; payType: PayType }>`select distinct on (c.pay_type) c.pay_conf_id, c.pay_type
    from pile p join pay_conf c on c.tenant_id = p.tenant_id and c.is_used = ${payConfUse.items.used.value} and not c.is_delete
    left join pile_pay_conf l on l.cp_code = p.cp_code and l.pay_type = c.pay_type
    where p.cp_code = ${cpCode} and (l.pay_conf_id = c.pay_conf_id
      or l.cp_code is null and not exists (select from pile_pay_conf o where o.pay_conf_id = c.pay_conf_id))
    order by c.pay_type, c.pay_conf_id`.execute(tx);
  return rows.map(({ payConfId, payType: type }) => ({ payConfId: String(payConfId), payType: type }));
};

/** The configurations with which wallets of a tenant are filled, at most one of each provider: first one that belongs to no piles. */
export const payConfsOfTenant = async (tx: Tx, tenantId: string): Promise<readonly { readonly payConfId: string; readonly payType: PayType }[]> => {
  const { rows } = await sql<{ payConfId: bigint; payType: PayType }>`select distinct on (c.pay_type) c.pay_conf_id, c.pay_type from pay_conf c
    where c.tenant_id = ${tenantId} and c.is_used = ${payConfUse.items.used.value} and not c.is_delete
    order by c.pay_type, exists (select from pile_pay_conf o where o.pay_conf_id = c.pay_conf_id), c.pay_conf_id`.execute(tx);
  return rows.map(({ payConfId, payType: type }) => ({ payConfId: String(payConfId), payType: type }));
};
