import { sql } from 'kysely';
import { mainPartType, strategyType } from '#engines/order/codes.ts';
import { startObstacles } from '#engines/order/rules/start-decision.ts';
import { capCentsOf } from '#engines/order/rules/strategy.ts';
import { prepayState } from '#engines/payment/codes.ts';
import { partyById } from '#domains/customer/server.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { plugRequirementOf } from '../order/actions/remote-start.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { readOrder } from '../order/lifecycle/stored-order.server.ts';
import { freeGun } from '../order/start/free-gun.server.ts';
import { openAndStart } from '../order/start/open-order.server.ts';
import { lockStartSite } from '../order/start/start-site.server.ts';
import { readProgress } from './paid-charge.server.ts';
import type { PaidCharge } from './paid-charge.server.ts';
import type { appType } from './prepaid-order.codes.ts';

/** A charge that the wallet of a signed-in driver pays, up to an amount that is set aside for it. */
export interface WalletCharge {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly custId: string;
  readonly capCents: bigint;
  readonly appType: CodeValue<typeof appType>;
  /** A received coupon, or `none`; absent: the best that the customer holds. */
  readonly coupon?: string | undefined;
  /** Whether points pay as much as they can. */
  readonly usesPoints?: boolean | undefined;
  /** Runs with the gun locked, before the order is made; what it throws prevents it. */
  readonly check: () => Promise<void>;
}

export type StartedWalletCharge = { readonly ok: true; readonly chargingOrderId: string } | { readonly ok: false; readonly obstacle: string };

/** Begins the charge and sets its amount aside, in the transaction of the caller. */
export const startWalletCharge = async (
  work: OrderWork,
  { cpCode, gunNumber, custId, capCents, appType: source, coupon, usesPoints, check }: WalletCharge,
): Promise<StartedWalletCharge> => {
  const { tx } = work;
  await freeGun(work, { cpCode, gunNumber });
  const site = await lockStartSite(tx, cpCode, gunNumber);
  if (!site) return { ok: false, obstacle: 'gun.unknown' };
  await check();
  const party = await partyById(tx, mainPartType.phoneUser, custId);
  if (party?.tenantId !== site.tenantId) return { ok: false, obstacle: 'account.unknown' };
  const opened = await openAndStart(work, {
    site,
    party,
    reserved: undefined,
    passwordMatches: null,
    strategy: { type: strategyType.byAmount, capCents },
    startSource: source,
    coupon,
    usesPoints,
    by: 'command',
    ...(await plugRequirementOf(tx, site)),
  });
  if (opened.ok) return { ok: true, chargingOrderId: opened.order.row.orderId };
  const { refusal, args } = opened.verdict;
  return { ok: false, obstacle: startObstacles.find((obstacle) => obstacle === args['obstacle']) ?? refusal };
};

/** Whether this customer is charging a car. */
export const isPersonCharging = async (tx: Tx, { tenantId, custId }: { readonly tenantId: string; readonly custId: string }): Promise<boolean> => {
  const { rows } = await sql<{
    live: boolean;
  }>`select party_is_charging(${tenantId}::int8, ${mainPartType.phoneUser}::int2, ${custId}::int8) as live`.execute(tx);
  return rows[0]?.live ?? false;
};

/** A charge that a wallet pays, as one that was paid for: the amount is set aside, and nothing goes back because nothing was taken before the bill. */
export const readWalletCharge = async (tx: Tx, chargingOrderId: string): Promise<PaidCharge | undefined> => {
  const order = await readOrder(tx, { orderId: chargingOrderId });
  if (!order) return undefined;
  const { created } = order.facts;
  return {
    payState: prepayState.paid,
    amountCents: capCentsOf(created.strategy) ?? 0n,
    currency: order.row.currency,
    paidMs: created.atMs,
    expiresMs: created.atMs,
    startRefusal: null,
    couponCreditCents: 0n,
    replugUntilMs: null,
    retryUntilMs: null,
    retryCount: 0,
    charge: await readProgress(tx, chargingOrderId),
    refunds: [],
  };
};
