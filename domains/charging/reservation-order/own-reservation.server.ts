import { sql } from 'kysely';
import { mainPartType } from '#engines/order/codes.ts';
import { closedFromMs } from '#engines/reservation/window.ts';
import { partyById } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Language } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { plugRequirementOf } from '../order/actions/remote-start.server.ts';
import { decideOn } from '../order/lifecycle/decide.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { announceOrder } from '../order/lifecycle/order-work.server.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import { freeGun } from '../order/start/free-gun.server.ts';
import { openAndStart } from '../order/start/open-order.server.ts';
import { clearMsOf, reservedFor } from '../order/start/next-reservation.server.ts';
import { lockStartSite } from '../order/start/start-site.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { refuseStart, throwIfRefused } from '../order/visible-order.server.ts';
import { payerOf } from '../order/device/tag-party.server.ts';
import { openReservation } from './open-reservation.server.ts';
import { checkWindow, offerOf, reservationRulesOf } from './reservation-offer.server.ts';
import { reservationRefusals } from './reservation-order.labels.ts';
import type { Offer } from './reservation-order.ts';

/** What a pile offers a driver; undefined when there is no such pile. */
export const readOffer = async (tx: Tx, cpCode: string, now: Date): Promise<Offer | undefined> => {
  const rules = await reservationRulesOf(tx, cpCode, now);
  return rules && offerOf(tx, cpCode, rules);
};

export interface HeldReservation {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly custId: string;
  /** Null: now. */
  readonly fromMs: number | null;
  readonly minutes: number;
  /** The most that the charge may cost, which is held beside the dearest fee. */
  readonly capCents: bigint;
  readonly language: Language;
}

/** Reserves a gun for a driver whose own account holds the money. Returns the number of the reservation. */
export const makeHeldReservation = async (
  work: OrderWork,
  { cpCode, gunNumber, custId, fromMs, minutes, capCents, language }: HeldReservation,
): Promise<string> => {
  const { tx, nowMs } = work;
  const rules = await reservationRulesOf(tx, cpCode, new Date(nowMs));
  await freeGun(work, { cpCode, gunNumber });
  const site = await lockStartSite(tx, cpCode, gunNumber);
  const party = await partyById(tx, mainPartType.phoneUser, custId);
  if (!site || !rules || party?.tenantId !== site.tenantId) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const { window, terms } = await checkWindow(tx, { site, party, rules, fromMs, minutes, nowMs });
  const made = await openReservation(work, { site, canBeReservation: true, terms, party, window, payment: null, capCents });
  return made.ok ? made.reservationOrderNo : refuseStart(made.verdict, { language, currency: site.currency, zone: site.zone });
};

interface OwnReservation {
  readonly orderId: string;
  readonly language: Language;
}

/** Cancels a reservation in the name of its driver. */
export const cancelOwnReservation = async (work: OrderWork, { orderId, language }: OwnReservation): Promise<void> => {
  const order = await lockOrder(work.tx, { orderId });
  if (!order) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  announceOrder(work, order.row);
  const { verdict } = await decideOn(work, order, { event: { kind: 'cancel', cause: 'user', by: work.actor } });
  throwIfRefused(verdict, { language, currency: order.row.currency, zone: order.row.zone });
};

interface StartedReservation extends OwnReservation {
  /** The received coupon that the driver has chosen, or `none`. Undefined: the best. */
  readonly coupon: string | undefined;
}

/** The driver has come: the charge begins by the reservation. */
export const startOwnReservation = async (work: OrderWork, { orderId, coupon, language }: StartedReservation): Promise<void> => {
  const { tx, nowMs } = work;
  const { rows } = await sql<{
    cpCode: string;
    gunNumber: number;
  }>`select cp_code, gun_number from charging_order where charging_order_id = ${orderId}`.execute(tx);
  const gun = rows[0] ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  await freeGun(work, gun);
  const order = await lockOrder(tx, { orderId });
  const site = await lockStartSite(tx, gun.cpCode, gun.gunNumber);
  const party = order && (await payerOf(tx, order.row));
  if (!order || !site || !party) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const reserved = await reservedFor(tx, site, { party, nowMs });
  if (reserved?.row.orderId !== orderId) return refuseEarly(work, order.row.orderId, site.tenantId);
  const { strategy, startSource } = order.facts.created;
  const plug = await plugRequirementOf(tx, site);
  const terms = { site, party, reserved, passwordMatches: null, strategy, startSource, coupon, by: 'command' } as const;
  const opened = await openAndStart(work, { ...terms, ...plug });
  if (!opened.ok) refuseStart(opened.verdict, { language, currency: site.currency, zone: site.zone });
};

/** It is over, or its window is too far away. */
const refuseEarly = async ({ tx, nowMs }: OrderWork, orderId: string, tenantId: string): Promise<never> => {
  const { rows } = await sql<{
    startTime: Date;
    isLive: boolean;
  }>`select start_time, end_time is null as is_live from reservation_order where charging_order_id = ${orderId}`.execute(tx);
  const [row] = rows;
  if (!row?.isLive) return throwRefusal(orderRefusals, 'reservation.expired', {}, { status: 409 });
  const fromMs = row.startTime.getTime();
  const isEarly = nowMs < closedFromMs(fromMs, await clearMsOf(tx, tenantId, nowMs));
  return throwRefusal(reservationRefusals, isEarly ? 'reservation.early' : 'reservation.gunBusy', {}, { status: 409 });
};
