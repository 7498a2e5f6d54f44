import { sql } from 'kysely';
import { prepayState } from '#engines/payment/codes.ts';
import { CANCELLED } from '#engines/payment/prepaid.ts';
import { startObstacles } from '#engines/order/rules/start-decision.ts';
import { mainPartType, strategyType } from '#engines/order/codes.ts';
import { partyById } from '#domains/customer/server.ts';
import { releasePaymentCoupon } from '#domains/marketing/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { FrozenTariff } from '#domains/tariff/server.ts';
import { inSavepoint } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { freeGun } from '../order/start/free-gun.server.ts';
import { openAndStart } from '../order/start/open-order.server.ts';
import { lockStartSite } from '../order/start/start-site.server.ts';
import { plugRequirementOf } from '../order/actions/remote-start.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { confirmPaid, reservedOrderOf } from '../reservation-order/confirm-paid.server.ts';
import { waitsForGun } from '../start-retry/replug.server.ts';
import { lockPrepaid } from './prepaid-row.server.ts';
import type { PrepaidRow } from './prepaid-row.server.ts';

/** A driver who has paid waits for so long; after that a charge would begin behind the driver's back, so the money goes back. */
export const START_WITHIN_MS = 90_000;

/**
 * Begins the charge, or confirms the reservation, that was paid for, once, up to the paid amount. What prevents it is stored, and the money goes back.
 * Done in the transaction of the caller; a second call finds the charge or the refusal. True if the charge begins now, waits for its cable or its
 * pile, or the reservation holds.
 */
export const beginPaidCharge = async (work: OrderWork, prePayOrderId: string): Promise<boolean> => {
  const { tx, nowMs } = work;
  const reservedOrderId = await reservedOrderOf(tx, prePayOrderId);
  if (reservedOrderId !== undefined) return confirmPaid(work, prePayOrderId, reservedOrderId);
  const row = await lockPrepaid(tx, prePayOrderId);
  if (!row || row.payState !== prepayState.paid || row.walletOf !== null || row.chargingOrderId !== null || row.startRefusal !== null) return false;
  const paidMs = row.payMs ?? nowMs;
  const isTooLate = nowMs > paidMs + START_WITHIN_MS;
  const reason = row.isCancelled ? CANCELLED : isTooLate ? 'tooLate' : undefined;
  const started = reason === undefined ? await startCharge(work, row) : { refusal: reason };
  if (await waitsForGun(work, row, { refusal: started.refusal, startBy: paidMs + START_WITHIN_MS })) return true;
  await sql`update prepaid_order set charging_order_id = ${started.orderId ?? null}::bigint, start_refusal = ${started.refusal ?? null},
    next_step_at = ${started.orderId === undefined ? new Date(nowMs) : null}::timestamptz, update_time = now(), version = version + 1
    where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  if (started.orderId === undefined) await releasePaymentCoupon(tx, prePayOrderId, { reason: 'notStarted', now: new Date(nowMs) });
  return started.orderId !== undefined;
};

interface Started {
  readonly orderId?: string;
  readonly refusal?: string;
}

/** Starts a charge up to the paid amount, or says what is in its way; then nothing is written. */
export const startCharge = async (work: OrderWork, row: PrepaidRow): Promise<Started> => {
  const { cpCode, gunNumber, appType, orderCents, prePayOrderId, userMobile } = row;
  if (cpCode === null || gunNumber === null) return { refusal: 'gun.unknown' };
  await freeGun(work, { cpCode, gunNumber });
  const site = await lockStartSite(work.tx, cpCode, gunNumber);
  if (!site) return { refusal: 'gun.unknown' };
  if (site.tenantId !== row.tenantId || site.currency !== row.currency) return { refusal: 'money.otherCurrency' };
  const party = row.custId === null ? undefined : await partyById(work.tx, mainPartType.phoneUser, row.custId);
  // What an order wrote before it was refused is rolled back; the refusal itself is stored.
  const opened = await inSavepoint(work.tx, async () =>
    openAndStart(work, {
      site: { ...site, rateRuleId: row.toldRateRuleId ?? site.rateRuleId },
      party,
      reserved: undefined,
      passwordMatches: null,
      strategy: { type: strategyType.byAmount, capCents: orderCents },
      startSource: appType,
      prepaid: { prePayOrderId, amountCents: orderCents, userMobile },
      tariff: await toldTariff(work.tx, row),
      by: 'command',
      ...(await plugRequirementOf(work.tx, site)),
    }),
  );
  if (opened.ok) return { orderId: opened.order.row.orderId };
  const { refusal, args } = opened.verdict;
  return { refusal: startObstacles.find((obstacle) => obstacle === args['obstacle']) ?? refusal };
};

/** A price that has changed since the payment is not the price of this charge. */
const toldTariff = async (tx: Tx, { tariffSnapshotId }: PrepaidRow): Promise<FrozenTariff | undefined> => {
  const tariff = tariffSnapshotId === null ? undefined : await readSnapshot(tx, tariffSnapshotId);
  return tariff && tariffSnapshotId !== null ? { snapshotId: tariffSnapshotId, rateRuleNo: tariff.rateRuleNo } : undefined;
};
