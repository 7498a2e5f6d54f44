import { sql } from 'kysely';
import { pile } from '#domains/network/resources.ts';
import { keptOccupancy } from '#engines/reservation/window.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { operatorWork } from '../order/actions/order-action.server.ts';
import type { OrderActionDeps } from '../order/actions/order-action.server.ts';
import { cancelReservation } from '../order/actions/stop-order.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { storedIntervals } from '../order/settlement/occupancy.server.ts';
import type { StoredInterval } from '../order/settlement/occupancy.server.ts';
import { freeGun } from '../order/start/free-gun.server.ts';
import { lockStartSite } from '../order/start/start-site.server.ts';
import { refuseStart, textContextOf, visiblePayer } from '../order/visible-order.server.ts';
import { openReservation } from './open-reservation.server.ts';
import { AMOUNT_DIGITS, checkWindow, offerOf, reservationRulesOf } from './reservation-offer.server.ts';
import type { ReservationRules } from './reservation-offer.server.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';
import type { CancelOffer } from './reservation-order.ts';
import { liveReservationStates } from '../order/reservation.codes.ts';

const { list, queryById, exportXls } = crudHandlers(reservationOrder);

/** The operators' calls about reservations. */
export const reservationRoutes = (deps: OrderActionDeps): readonly Route[] =>
  implement(reservationOrderApi, {
    list,
    queryById,
    exportXls,
    ...revealHandlers(reservationOrder),
    offer: async (ctx, { cpCode }) => offerOf(ctx.db, cpCode, await visibleRules(ctx, cpCode)),
    make: (ctx, input) => make(ctx, deps, input),
    cancelOffer: (ctx, { id }) => cancelOfferOf(ctx, id, operatorWork(ctx, deps).nowMs),
    cancel: async (ctx, { id }) => cancelReservation(ctx, deps, (await ctx.rows(reservationOrder).get(id)).chargingOrderNo),
  });

/** The rules of a pile inside the viewer's scope. */
const visibleRules = async (ctx: Context, cpCode: string): Promise<ReservationRules> => {
  await ctx.rows(pile).get(cpCode);
  return (await reservationRulesOf(ctx.db, cpCode, ctx.now)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

const make = async (ctx: Context, deps: OrderActionDeps, input: InputOf<typeof reservationOrderApi.make>) => {
  const rules = await visibleRules(ctx, input.cpCode);
  const work = operatorWork(ctx, deps);
  await freeGun(work, { cpCode: input.cpCode, gunNumber: input.gunNum });
  const site = (await lockStartSite(ctx.db, input.cpCode, input.gunNum)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const party = await visiblePayer(ctx, input.mainPartType, input.mainPartId);
  const fromMs = input.startTime?.getTime() ?? null;
  const { window, terms } = await checkWindow(ctx.db, { site, party, rules, fromMs, minutes: input.minutes, nowMs: work.nowMs });
  const reserved = await openReservation(work, { site, canBeReservation: true, terms, party, window, payment: null });
  if (!reserved.ok) return refuseStart(reserved.verdict, textContextOf(ctx, site));
  const { order, croId, reservationOrderNo } = reserved;
  return { croId, reservationOrderNo, chargingOrderId: order.row.orderId, chargingOrderNo: order.row.orderNo };
};

interface CancelColumns {
  readonly details: readonly StoredInterval[];
  readonly startTime: Date;
  readonly expireTime: Date;
  readonly keptTime: Date | null;
  readonly currency: string;
  readonly isPrepaid: boolean;
  readonly securedCents: bigint;
}

const cancelOfferOf = async (ctx: Context, croId: string, nowMs: number): Promise<CancelOffer> => {
  const { chargingOrderId, state } = await ctx.rows(reservationOrder).get(croId);
  if (!liveReservationStates.includes(state)) throwRefusal(orderRefusals, 'reservation.none');
  const { rows } =
    await sql<CancelColumns>`select r.details, r.start_time, r.expire_time, r.kept_time, o.currency, r.pre_pay_order_id is not null as is_prepaid,
      coalesce(p.actual_pay_amount, h.amount, 0) as secured_cents
    from reservation_order r join charging_order o on o.charging_order_id = r.charging_order_id
    left join prepaid_order p on p.pre_pay_order_id = r.pre_pay_order_id left join ledger.hold h on h.order_id = r.charging_order_id and h.state = 'open'
    where r.charging_order_id = ${chargingOrderId}`.execute(ctx.db);
  const row = rows[0] ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const window = { fromMs: row.startTime.getTime(), untilMs: row.expireTime.getTime(), keptSinceMs: row.keptTime?.getTime() ?? null };
  const { minutes, feeCents } = keptOccupancy(storedIntervals(row.details), window, nowMs);
  return {
    occupyMinutes: minutes,
    feeAmount: formatScaled(feeCents, AMOUNT_DIGITS),
    backAmount: formatScaled(row.securedCents > feeCents ? row.securedCents - feeCents : 0n, AMOUNT_DIGITS),
    currency: row.currency,
    isPrepaid: row.isPrepaid,
  };
};
