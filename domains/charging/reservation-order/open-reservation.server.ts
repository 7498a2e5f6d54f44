import { sql } from 'kysely';
import { startSource, strategyType } from '#engines/order/codes.ts';
import { openOrder } from '#engines/order/open.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { RefusedVerdict } from '#engines/order/verdict.ts';
import { occupancy } from '#engines/reservation/occupancy.ts';
import type { Party } from '#domains/customer/server.ts';
import { createOrder } from '../order/lifecycle/decide.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { LoadedOrder, StoredOrder } from '../order/lifecycle/stored-order.server.ts';
import { storedIntervals } from '../order/settlement/occupancy.server.ts';
import type { StoredInterval } from '../order/settlement/occupancy.server.ts';
import { newOrderNo, startSituation, tariffAt } from '../order/start/open-order.server.ts';
import { lockLiveOrder, reservationOf } from '../order/start/site-reservation.server.ts';
import { tellReservation } from '../order/start/station-reservation.server.ts';
import type { StartSite } from '../order/start/start-site.server.ts';

/** The reservation terms of a pile as they are now. */
export interface ReservationTerms {
  readonly crcId: string;
  readonly isEnabled: boolean;
  readonly details: readonly StoredInterval[];
}

/** Who reserves which gun, for how long and under which terms. */
export interface ReservationDraft {
  readonly site: StartSite;
  readonly canBeReservation: boolean;
  readonly terms: ReservationTerms;
  readonly party: Party;
  readonly minutes: number;
}

export type OpenedReservation =
  | { readonly ok: true; readonly order: LoadedOrder; readonly croId: string; readonly reservationOrderNo: string }
  | { readonly ok: false; readonly verdict: RefusedVerdict };

const MINUTE_MS = 60_000;
const untilFull: Strategy = { type: strategyType.untilFull };

/**
 * Creates an order and reserves its gun; the fee runs from now on. The hold is what a start would hold plus the highest fee that the reservation can
 * cost. Everything happens in the caller's transaction.
 */
export const openReservation = async (work: OrderWork, draft: ReservationDraft): Promise<OpenedReservation> => {
  const { tx, nowMs } = work;
  const { site, party, terms, minutes, canBeReservation } = draft;
  const tariff = await tariffAt(tx, site, nowMs);
  const reserved = reservationOf(await lockLiveOrder(tx, site), party);
  const start = await startSituation(tx, { site, party, reserved, tariff, passwordMatches: null, strategy: untilFull, mustBePlugged: false });
  const orderNo = newOrderNo(nowMs);
  const { cpCode, gunNumber, ratedPowerW, accountMinAmountCents } = site;
  const payer = { mainPartType: party.mainPartType, mainPartId: party.mainPartId };
  const startTerms = { strategy: untilFull, startSource: startSource.platform };
  const opening = openOrder(
    { chargingOrderNo: orderNo, cpCode, gunNumber, party: payer, ratedPowerW, ...startTerms },
    {
      start,
      hold: {
        accountMinAmountCents,
        availableCents: start.account?.availableCents ?? 0n,
        prepaidCents: null,
        reservationCents: occupancy(storedIntervals(terms.details), minutes * MINUTE_MS).feeCents,
      },
      nowMs,
    },
  );
  if (!opening.ok) return { ok: false, verdict: opening };
  const reservationOrderNo = `R${newOrderNo(nowMs).slice(0, RESERVATION_NO_LETTERS)}`;
  const created = await createOrder(work, {
    site,
    party,
    tariff,
    orderNo,
    ...startTerms,
    opening,
    firstEvent: {
      kind: 'reserve',
      reservationOrderNo,
      untilMs: nowMs + minutes * MINUTE_MS,
      canBeReservation,
      confEnabled: terms.isEnabled,
      slotFree: site.liveOrderNo === null,
    },
    reserve: (row) => insertReservation(work, row, { ...draft, reservationOrderNo }),
  });
  if (created.ok) await tellReservation(work, created.order.row, { party, untilMs: nowMs + minutes * MINUTE_MS });
  return created.ok ? { ok: true, order: created.order, croId: created.reservationId ?? '', reservationOrderNo } : created;
};

/** Inserts the reservation with the terms as they are at this moment. */
const insertReservation = async (
  { tx, nowMs, actor }: OrderWork,
  row: StoredOrder,
  { terms, party, minutes, reservationOrderNo }: ReservationDraft & { readonly reservationOrderNo: string },
): Promise<string> => {
  const { rows } = await sql<{
    croId: bigint;
  }>`insert into reservation_order (tenant_id, agent_id, station_id, reservation_order_no, charging_order_id, cust_id, crc_id, details, cp_code, gun_num, start_time, expire_time, create_by, create_time)
    values (${row.tenantId}, ${row.agentId}, ${row.stationId}, ${reservationOrderNo}, ${row.orderId}, ${party.custId}, ${terms.crcId}, ${JSON.stringify(terms.details)}::jsonb, ${row.cpCode}, ${row.gunNumber},
      ${new Date(nowMs)}, ${new Date(nowMs + minutes * MINUTE_MS)}, ${actor}, ${new Date(nowMs)}) returning cro_id`.execute(tx);
  return String(rows[0]?.croId);
};
/** 12 digits of time and 60 random bits. */
const RESERVATION_NO_LETTERS = 24;
