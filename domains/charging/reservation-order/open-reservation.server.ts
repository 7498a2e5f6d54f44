import { sql } from 'kysely';
import { mainPartType, startSource as startSources, strategyType } from '#engines/order/codes.ts';
import { openOrder } from '#engines/order/open.ts';
import type { StartSituation } from '#engines/order/rules/start-decision.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { RefusedVerdict } from '#engines/order/verdict.ts';
import { occupancy } from '#engines/reservation/occupancy.ts';
import { closedFromMs } from '#engines/reservation/window.ts';
import type { ReservedWindow } from '#engines/reservation/window.ts';
import type { Party } from '#domains/customer/server.ts';
import type { FrozenTariff } from '#domains/tariff/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { createOrder } from '../order/lifecycle/decide.server.ts';
import type { PaidInAdvance } from '../order/lifecycle/order-balance.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { LoadedOrder, StoredOrder } from '../order/lifecycle/stored-order.server.ts';
import { liveReservationStates, reservationState } from '../order/reservation.codes.ts';
import { storedIntervals } from '../order/settlement/occupancy.server.ts';
import type { StoredInterval } from '../order/settlement/occupancy.server.ts';
import { newOrderNo, startSituation, tariffAt } from '../order/start/open-order.server.ts';
import { clearMsOf, nextReservation } from '../order/start/next-reservation.server.ts';
import type { StartSite } from '../order/start/start-site.server.ts';

/** The reservation terms of a pile as they are now. */
export interface ReservationTerms {
  readonly crcId: string;
  readonly isEnabled: boolean;
  readonly details: readonly StoredInterval[];
}

/** The payment that pays for a reservation, made in the same transaction and not paid yet. */
export interface ReservationPayment extends Omit<PaidInAdvance, 'amountCents'> {
  /** What remains for the charge when the fee takes its most. */
  readonly chargeCents: bigint;
  readonly payByMs: number;
  readonly startSource: number;
}

/** Who reserves which gun, when and under which terms. */
export interface ReservationDraft {
  readonly site: StartSite;
  readonly canBeReservation: boolean;
  readonly terms: ReservationTerms;
  readonly party: Party;
  readonly window: ReservedWindow;
  /** Null: the party's account holds the money. */
  readonly payment: ReservationPayment | null;
  /** The most that the charge may cost; null: until full. A payment has its own. */
  readonly capCents?: bigint | null;
}

export type OpenedReservation =
  | { readonly ok: true; readonly order: LoadedOrder; readonly croId: string; readonly reservationOrderNo: string }
  | { readonly ok: false; readonly verdict: RefusedVerdict };

/** The highest fee that a reservation can cost. */
export const dearestFeeCents = (details: readonly StoredInterval[], { fromMs, untilMs }: ReservedWindow): bigint =>
  occupancy(storedIntervals(details), untilMs - fromMs).feeCents;

/**
 * Creates an order and reserves its gun, now or at the beginning of the window. An account holds what a start would hold plus the highest fee that the
 * reservation can cost; a payment waits for its money. Everything happens in the caller's transaction, with the gun locked.
 */
export const openReservation = async (work: OrderWork, draft: ReservationDraft): Promise<OpenedReservation> => {
  const { tx, nowMs } = work;
  const { site, party, terms, window, canBeReservation, payment } = draft;
  const tariff = await tariffAt(tx, site, nowMs);
  const feeCents = dearestFeeCents(terms.details, window);
  const capCents = payment?.chargeCents ?? draft.capCents ?? null;
  const strategy: Strategy = capCents === null ? { type: strategyType.untilFull } : { type: strategyType.byAmount, capCents };
  const prepaid = payment && { ...payment, amountCents: payment.chargeCents + feeCents };
  const start = await reservationSituation(work, { ...draft, tariff, strategy, prepaid });
  const orderNo = newOrderNo(nowMs);
  const { cpCode, gunNumber, ratedPowerW, accountMinAmountCents } = site;
  const payer = { mainPartType: party.mainPartType, mainPartId: party.mainPartId };
  const startTerms = { strategy, startSource: payment?.startSource ?? startSources.platform };
  const hold = {
    accountMinAmountCents,
    availableCents: start.account?.availableCents ?? 0n,
    prepaidCents: prepaid?.amountCents ?? null,
    reservationCents: feeCents,
  };
  const opening = openOrder({ chargingOrderNo: orderNo, cpCode, gunNumber, party: payer, ratedPowerW, ...startTerms }, { start, hold, nowMs });
  if (!opening.ok) return { ok: false, verdict: opening };
  const reservationOrderNo = `R${newOrderNo(nowMs).slice(0, RESERVATION_NO_LETTERS)}`;
  const created = await createOrder(work, {
    site,
    party,
    tariff,
    orderNo,
    ...startTerms,
    prepaid: prepaid ?? undefined,
    opening,
    firstEvent: {
      kind: 'reserve',
      reservationOrderNo,
      ...window,
      payByMs: payment?.payByMs ?? null,
      canBeReservation,
      confEnabled: terms.isEnabled,
      slotFree: (window.fromMs > nowMs || site.liveOrderNo === null) && !(await isTaken(tx, site, window)),
    },
    reserve: (row) => insertReservation(work, row, { ...draft, reservationOrderNo }),
  });
  return created.ok ? { ok: true, order: created.order, croId: created.reservationId ?? '', reservationOrderNo } : created;
};

interface SituationInput extends ReservationDraft {
  readonly tariff: FrozenTariff | undefined;
  readonly strategy: Strategy;
  readonly prepaid: PaidInAdvance | null;
}

/**
 * Whether the party could start here now, but for the plug. A window so far ahead that others may still charge before it is judged by what lasts: what
 * people have put out of service, the account and its money.
 */
const reservationSituation = async (work: OrderWork, { site, party, window, tariff, strategy, prepaid }: SituationInput): Promise<StartSituation> => {
  const { tx, nowMs } = work;
  const isAhead = nowMs < closedFromMs(window.fromMs, await clearMsOf(tx, site.tenantId, nowMs));
  const next = isAhead ? undefined : await nextReservation(tx, { site, party, nowMs });
  const situation = await startSituation(tx, {
    site,
    party,
    reserved: undefined,
    // The next window is no obstacle to one that ends before it; the two are compared with each other.
    next: next && next.fromMs >= window.untilMs ? undefined : next,
    tariff,
    passwordMatches: null,
    strategy,
    mustBePlugged: false,
    ...(prepaid && { prepaid }),
    ...(isAhead && { hasBegun: true }),
  });
  if (!isAhead) return situation;
  return {
    ...situation,
    gun: situation.gun && { ...situation.gun, hasLiveOrder: false },
    account: situation.account && { ...situation.account, hasLiveOrder: false },
  };
};

/** The gun is reserved for a part of the window already. */
export const isTaken = async (
  tx: Tx,
  { cpCode, gunNumber }: Pick<StartSite, 'cpCode' | 'gunNumber'>,
  { fromMs, untilMs }: ReservedWindow,
): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`select exists (select from reservation_order where cp_code = ${cpCode} and gun_num = ${gunNumber}
    and state in (${literals(liveReservationStates)}) and tstzrange(start_time, expire_time) && tstzrange(${new Date(fromMs)}, ${new Date(untilMs)})) as taken`.execute(
    tx,
  );
  return rows[0]?.taken ?? false;
};

/** The live reservations of a party. Two requests of one party follow each other from here on. */
export const countLive = async (tx: Tx, { tenantId, mainPartType: type, mainPartId }: Party): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging ${type} ${mainPartId}`}, 0))`.execute(tx);
  const { rows } = await sql<{
    live: number;
  }>`select count(*)::int as live from reservation_order r join charging_order o on o.charging_order_id = r.charging_order_id
    where r.tenant_id = ${tenantId} and r.state in (${literals(liveReservationStates)}) and o.main_part_type = ${type} and o.main_part_id = ${mainPartId}`.execute(
    tx,
  );
  return rows[0]?.live ?? 0;
};

/** A company has many cars, everybody else one at a time. */
export const isCompany = ({ mainPartType: type }: Pick<Party, 'mainPartType'>): boolean => type === mainPartType.agentCustomer;

const { reserved, unpaid } = valuesOf(reservationState);

/** Inserts the reservation with the terms as they are at this moment. */
const insertReservation = async (
  { tx, nowMs, actor }: OrderWork,
  row: StoredOrder,
  { terms, party, window, payment, reservationOrderNo }: ReservationDraft & { readonly reservationOrderNo: string },
): Promise<string> => {
  const { rows } = await sql<{
    croId: bigint;
  }>`insert into reservation_order (tenant_id, agent_id, station_id, reservation_order_no, charging_order_id, cust_id, crc_id, pre_pay_order_id, details, cp_code, gun_num, start_time, expire_time, state, create_by, create_time)
    values (${row.tenantId}, ${row.agentId}, ${row.stationId}, ${reservationOrderNo}, ${row.orderId}, ${party.custId}, ${terms.crcId}, ${payment?.prePayOrderId ?? null}::bigint, ${JSON.stringify(terms.details)}::jsonb, ${row.cpCode}, ${row.gunNumber},
      ${new Date(window.fromMs)}, ${new Date(window.untilMs)}, ${payment ? unpaid : reserved}, ${actor}, ${new Date(nowMs)}) returning cro_id`.execute(
    tx,
  );
  return String(rows[0]?.croId);
};
/** 12 digits of time and 60 random bits. */
const RESERVATION_NO_LETTERS = 24;
