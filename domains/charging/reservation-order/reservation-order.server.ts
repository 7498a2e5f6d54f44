import { sql } from 'kysely';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { longestMinutes } from '#engines/reservation/occupancy.ts';
import { leftPluggedGunStates, reservationGunStates } from '#engines/pile/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
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
import type { StartSite } from '../order/start/start-site.server.ts';
import { refuseStart, textContextOf, visiblePayer } from '../order/visible-order.server.ts';
import { openReservation } from './open-reservation.server.ts';
import type { ReservationTerms } from './open-reservation.server.ts';
import { reservationRefusals } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';
import type { Offer } from './reservation-order.ts';

const { list, queryById, exportXls } = crudHandlers(reservationOrder);

/** The operators' calls about reservations. */
export const reservationRoutes = (deps: OrderActionDeps): readonly Route[] =>
  implement(reservationOrderApi, {
    list,
    queryById,
    exportXls,
    ...revealHandlers(reservationOrder),
    offer: (ctx, { cpCode }) => offerOf(ctx, cpCode),
    make: (ctx, input) => make(ctx, deps, input),
    cancel: async (ctx, { id }) => cancelReservation(ctx, deps, (await ctx.rows(reservationOrder).get(id)).chargingOrderNo),
  });

const make = async (ctx: Context, deps: OrderActionDeps, input: InputOf<typeof reservationOrderApi.make>) => {
  const { canBeReservation, crcId } = await ctx.rows(pile).get(input.cpCode);
  const work = operatorWork(ctx, deps);
  await freeGun(work, { cpCode: input.cpCode, gunNumber: input.gunNum });
  const site = (await lockStartSite(ctx.db, input.cpCode, input.gunNum)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const party = await visiblePayer(ctx, input.mainPartType, input.mainPartId);
  if (canBeReservation !== 1) throwRefusal(orderRefusals, 'reservation.notOffered');
  const terms = crcId === null ? undefined : await termsOf(ctx, crcId);
  if (!terms?.isEnabled) return throwRefusal(orderRefusals, 'reservation.confDisabled');
  const max = longestMinutes(storedIntervals(terms.details));
  if (input.minutes > max) throwRefusal(reservationRefusals, 'reservation.tooLong', { max });
  refuseIfOccupied(site);
  const reserved = await openReservation(work, { site, canBeReservation: true, terms, party, minutes: input.minutes });
  if (!reserved.ok) return refuseStart(reserved.verdict, textContextOf(ctx, site));
  const { order, croId, reservationOrderNo } = reserved;
  return { croId, reservationOrderNo, chargingOrderId: order.row.orderId, chargingOrderNo: order.row.orderNo };
};

const refuseIfOccupied = ({ liveOrderNo, gunWorkStat }: StartSite): void => {
  if (liveOrderNo !== null && reservationGunStates.includes(gunWorkStat)) throwRefusal(orderRefusals, 'reservation.slotTaken');
  if (leftPluggedGunStates.includes(gunWorkStat)) throwRefusal(reservationRefusals, 'reservation.gunBusy');
};

const termsOf = async (
  ctx: Context,
  crcId: string,
): Promise<(ReservationTerms & { readonly crcName: string; readonly currency: string }) | undefined> => {
  const { rows } = await sql<{ crcName: string; isEnabled: boolean; details: readonly StoredInterval[]; currency: string }>`
    select c.crc_name, c.crc_state = ${sql.lit(entityState.enabled)} and not c.is_delete as is_enabled, c.details, t.currency
    from reservation_conf c join tenant t on t.tenant_id = c.tenant_id where c.crc_id = ${crcId}`.execute(ctx.db);
  return rows[0] && { crcId, ...rows[0] };
};

/** Decimals of an amount in requests and responses. */
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
          maxMinutes: longestMinutes(storedIntervals(terms.details)),
          details: terms.details.map((detail) => ({ ...detail, occupyFeeUnit: formatScaled(BigInt(detail.occupyFeeUnit), DIGITS) })),
        }
      : null,
    currency: row.currency,
    isToldToPile: row.protocol === pileProtocol.items.ocpp16.value,
    guns,
  };
};
