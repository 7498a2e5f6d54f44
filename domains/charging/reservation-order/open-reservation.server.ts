import { sql } from 'kysely';
import { admit } from '#engines/order/admit.ts';
import { startSource } from '#engines/order/codes.ts';
import { openOrder } from '#engines/order/open.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { Refused } from '#engines/order/verdict.ts';
import { occupancy } from '#engines/reservation/occupancy.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { insertOrder, newOrderNo, startSituation, tariffAt } from '../order/start/open-order.server.ts';
import { perform } from '../order/lifecycle/perform-effects.server.ts';
import type { Place } from '../order/start/start-site.server.ts';
import { saveFacts } from '../order/lifecycle/save-order.server.ts';
import { situationOf } from '../order/lifecycle/load-situation.server.ts';
import type { LoadedOrder } from '../order/lifecycle/stored-order.server.ts';
import { keptIntervals } from './occupancy.server.ts';
import type { KeptDetail } from './occupancy.server.ts';

/** The terms a pile follows, as they are now. */
export interface Terms {
  readonly crcId: string;
  readonly isEnabled: boolean;
  readonly details: readonly KeptDetail[];
}

export interface ReservationAsk {
  readonly place: Place;
  readonly canBeReservation: boolean;
  readonly terms: Terms;
  readonly party: Party;
  readonly minutes: number;
  readonly nowMs: number;
  readonly actor: string;
  readonly wake: Set<string>;
}

export type Reserved =
  | { readonly ok: true; readonly order: LoadedOrder; readonly croId: string; readonly reservationOrderNo: string }
  | { readonly ok: false; readonly verdict: Refused };

const MINUTE_MS = 60_000;
const untilFull: Strategy = { type: 1 };

/**
 * Rows 1 and 2 of the transitions: an order at 0, then reserved, its gun kept and its fee counting. Held is what a start would hold and the
 * dearest the reservation can become. Everything in the caller's transaction.
 */
export const openReservation = async (tx: Tx, ask: ReservationAsk): Promise<Reserved> => {
  const { place, party, nowMs } = ask;
  const tariff = await tariffAt(tx, place, nowMs);
  const start = await startSituation(tx, { place, party, tariff, passwordMatches: null, strategy: untilFull, mustBePlugged: false });
  const opened = openOrder(
    {
      chargingOrderNo: newOrderNo(nowMs),
      cpCode: place.cpCode,
      gunNumber: place.gunNumber,
      startSource: startSource.platform,
      party: { mainPartType: party.mainPartType, mainPartId: party.mainPartId },
      strategy: untilFull,
      ratedPowerW: place.ratedPowerW,
    },
    {
      start,
      hold: {
        accountMinAmountCents: place.accountMinAmountCents,
        availableCents: start.account?.availableCents ?? 0n,
        prepaidCents: null,
        reservationCents: occupancy(keptIntervals(ask.terms.details), ask.minutes * MINUTE_MS).feeCents,
      },
      nowMs,
    },
  );
  if (!opened.ok) return { ok: false, verdict: opened };
  const [created] = opened.facts;
  if (created?.kind !== 'created') throw new Error('a new order begins with its creation');
  const orderNo = created.chargingOrderNo;
  const order = await insertOrder(tx, { place, party, tariff, orderNo, strategy: untilFull, startSource: startSource.platform, facts: opened.facts });
  const kept = await keepReservation(tx, order, ask);
  const situation = await situationOf(tx, order.row, { nowMs });
  const reserved = admit(
    order.facts,
    {
      kind: 'reserve',
      reservationOrderNo: kept.reservationOrderNo,
      untilMs: nowMs + ask.minutes * MINUTE_MS,
      canBeReservation: ask.canBeReservation,
      confEnabled: ask.terms.isEnabled,
      slotFree: !situation.gunTaken,
    },
    situation,
  );
  if (!reserved.ok) return { ok: false, verdict: reserved };
  const { facts, view } = await saveFacts(tx, order, { facts: reserved.facts, pile: situation.pile });
  await perform([...opened.effects, ...reserved.effects], { tx, row: order.row, view, nowMs, actor: ask.actor, wake: ask.wake });
  return { ok: true, order: { row: order.row, facts }, ...kept };
};

/** The reservation's own row, with the terms as they are at this moment; the order points to it. */
const keepReservation = async (
  tx: Tx,
  { row }: LoadedOrder,
  { terms, party, minutes, nowMs, actor }: ReservationAsk,
): Promise<{ readonly croId: string; readonly reservationOrderNo: string }> => {
  const reservationOrderNo = `R${newOrderNo(nowMs).slice(0, RESERVATION_NO_LETTERS)}`;
  const { rows } = await sql<{
    croId: bigint;
  }>`insert into reservation_order (tenant_id, agent_id, station_id, reservation_order_no, charging_order_id, cust_id, crc_id, details, cp_code, gun_num, start_time, expire_time, create_by, create_time)
    values (${row.tenantId}, ${row.agentId}, ${row.stationId}, ${reservationOrderNo}, ${row.orderId}, ${party.custId}, ${terms.crcId}, ${JSON.stringify(terms.details)}::jsonb, ${row.cpCode}, ${row.gunNumber},
      ${new Date(nowMs)}, ${new Date(nowMs + minutes * MINUTE_MS)}, ${actor}, ${new Date(nowMs)}) returning cro_id`.execute(tx);
  const croId = String(rows[0]?.croId);
  await sql`update charging_order set reservation_id = ${croId} where charging_order_id = ${row.orderId}`.execute(tx);
  return { croId, reservationOrderNo };
};
/** 12 digits of time and 60 bits of chance. */
const RESERVATION_NO_LETTERS = 24;
