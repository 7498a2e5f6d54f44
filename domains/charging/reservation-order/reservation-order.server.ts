import { sql } from 'kysely';
import { pile } from '#domains/network/resources.ts';
import { longestMinutes } from '#engines/reservation/occupancy.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { tellAfterwards } from '../order/actions/order-action.server.ts';
import type { OrderDesk } from '../order/actions/order-action.server.ts';
import { takeBack } from '../order/actions/cancel-reservation.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { endOverdue } from '../order/start/end-overdue-reservation.server.ts';
import { visiblePayer } from '../order/start/visible-payer.server.ts';
import { lockPlace } from '../order/start/start-site.server.ts';
import type { Place } from '../order/start/start-site.server.ts';
import { refuseStart } from '../order/visible-order.server.ts';
import { keptIntervals } from './occupancy.server.ts';
import type { KeptDetail } from './occupancy.server.ts';
import { openReservation } from './open-reservation.server.ts';
import type { Terms } from './open-reservation.server.ts';
import { reservationRefusals } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';
import type { Offer } from './reservation-order.ts';

const { list, queryById, exportXls } = crudHandlers(reservationOrder);

/** What operators see and do of reservations. */
export const reservationRoutes = (desk: OrderDesk): readonly Route[] =>
  implement(reservationOrderApi, {
    list,
    queryById,
    exportXls,
    ...revealHandlers(reservationOrder),
    offer: (ctx, { cpCode }) => offerOf(ctx, cpCode),
    make: (ctx, input) => make(ctx, desk, input),
    cancel: async (ctx, { id }) => takeBack(ctx, desk, (await ctx.rows(reservationOrder).get(id)).chargingOrderNo),
  });

const make = async (ctx: Context, desk: OrderDesk, input: InputOf<typeof reservationOrderApi.make>) => {
  const { canBeReservation, crcId } = await ctx.rows(pile).get(input.cpCode);
  const nowMs = desk.clock().getTime();
  const wake = new Set<string>();
  const over = await endOverdue(ctx.db, { cpCode: input.cpCode, gunNumber: input.gunNum }, { nowMs, actor: ctx.viewer.username, wake });
  const place = (await lockPlace(ctx.db, input.cpCode, input.gunNum)) ?? refuse(kitRefusals, 'missing', {}, { status: 404 });
  const party = await visiblePayer(ctx, input.mainPartType, input.mainPartId);
  if (canBeReservation !== 1) refuse(orderRefusals, 'reservation.notOffered');
  const terms = crcId === null ? undefined : await termsOf(ctx, crcId);
  if (!terms?.isEnabled) return refuse(orderRefusals, 'reservation.confDisabled');
  const max = longestMinutes(keptIntervals(terms.details));
  if (input.minutes > max) refuse(reservationRefusals, 'reservation.tooLong', { max });
  demandFree(place);
  const actor = ctx.viewer.username;
  const reserved = await openReservation(ctx.db, { place, canBeReservation: true, terms, party, minutes: input.minutes, nowMs, actor, wake });
  if (!reserved.ok) return refuseStart(reserved.verdict, { language: ctx.viewer.language, currency: place.currency, zone: place.zone });
  const { order, croId, reservationOrderNo } = reserved;
  if (over) tellAfterwards(ctx, desk, { row: over, wake });
  tellAfterwards(ctx, desk, { row: order.row, wake });
  return { croId, reservationOrderNo, chargingOrderId: order.row.orderId, chargingOrderNo: order.row.orderNo };
};

const RESERVED = [1, 4];
/** Somebody's car still hangs there, or a start has just failed. */
const OCCUPIED = [7, 8];
const demandFree = ({ liveOrderNo, gunWorkStat }: Place): void => {
  if (liveOrderNo !== null && RESERVED.includes(gunWorkStat)) refuse(orderRefusals, 'reservation.slotTaken');
  if (OCCUPIED.includes(gunWorkStat)) refuse(reservationRefusals, 'reservation.gunBusy');
};

const termsOf = async (ctx: Context, crcId: string): Promise<(Terms & { readonly crcName: string; readonly currency: string }) | undefined> => {
  const { rows } = await sql<{ crcName: string; isEnabled: boolean; details: readonly KeptDetail[]; currency: string }>`
    select c.crc_name, c.crc_state = 1 and not c.is_delete as is_enabled, c.details, t.currency
    from reservation_conf c join tenant t on t.tenant_id = c.tenant_id where c.crc_id = ${crcId}`.execute(ctx.db);
  return rows[0] && { crcId, ...rows[0] };
};

/** Decimals of an amount on the wire. */
const DIGITS = 2;

const offerOf = async (ctx: Context, cpCode: string): Promise<Offer> => {
  const row = await ctx.rows(pile).get(cpCode);
  const terms = row.crcId === null ? undefined : await termsOf(ctx, row.crcId);
  const { rows: guns } = await sql<{ gunNumber: number; gunWorkStat: number }>`select gun_number, gun_work_stat from gun
    where cp_code = ${cpCode} and not is_delete order by gun_number`.execute(ctx.db);
  return {
    tenantId: row.tenantId,
    canBeReservation: row.canBeReservation === 1,
    terms: terms
      ? {
          crcName: terms.crcName,
          isEnabled: terms.isEnabled,
          maxMinutes: longestMinutes(keptIntervals(terms.details)),
          details: terms.details.map((detail) => ({ ...detail, occupyFeeUnit: formatScaled(BigInt(detail.occupyFeeUnit), DIGITS) })),
        }
      : null,
    currency: row.currency,
    guns,
  };
};
