import { sql } from 'kysely';
import type { OrderFact } from '#engines/order/facts.ts';
import { orderFactsOf } from '#engines/order/merge.ts';
import { refusedStart } from '#engines/order/admit/binding.ts';
import { openFromReport } from '#engines/order/open.ts';
import { refused } from '#engines/order/verdict.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { DeviceAnswers, OrderReport } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { recordResult } from '#engines/protocol/codes.ts';
import { findParty } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { storeDeviceEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { createOrder, decide } from '../lifecycle/decide.server.ts';
import type { DecidedOrder } from '../lifecycle/decide.server.ts';
import { keptDetail } from '../lifecycle/event-detail.rules.ts';
import { pileSituation } from '../lifecycle/load-situation.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';
import { tariffAt } from '../start/open-order.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';
import type { StartSite } from '../start/start-site.server.ts';
import { fullOrder, refusesTooMany, UNKNOWN_RECORDS_MAX, UNKNOWN_RECORD_WAIT_MS } from './unknown-records.server.ts';

interface ReportMessage {
  readonly pile: PileRef;
  readonly event: OrderReport;
  readonly log: Deps['log'];
}

/** What became of an end record: `row` is the order it was judged for or is kept with, absent where there is none. */
interface JudgedReport {
  readonly verdict: Verdict;
  readonly row?: Pick<StoredOrder, 'orderNo'>;
  /** The pile tells too many records that nobody knows, so the answer waits. */
  readonly isTooMany?: boolean;
}

/** The answer to an end record, and whether it is to wait. */
export interface AnsweredReport {
  readonly answer: DeviceAnswers['orderReport'];
  readonly waitMs: number;
}

/** Judges an end record for its order, or opens one for it, and stores it was sent. */
export const answerReport = async (work: OrderWork, message: ReportMessage): Promise<AnsweredReport> => {
  const { pile, event } = message;
  const { verdict, row, isTooMany } = (await decideReport(work, message)) ?? (await openUnknown(work, message));
  const refusal = verdict.ok ? null : verdict.refusal;
  // What is refused would come again for ever: it is stored as it was sent, and that is acknowledged. The live session tells again what a stale one told.
  if (refusal === 'device.staleEpoch') return { answer: { result: recordResult.later }, waitMs: 0 };
  await keepEndRecord(work, event, { cpCode: pile.cpCode, orderNo: row?.orderNo ?? event.chargingOrderNo ?? null, refusal });
  return { answer: { result: recordResult.stored }, waitMs: isTooMany ? UNKNOWN_RECORD_WAIT_MS : 0 };
};

/** The order a report speaks of, by the number the pile was given, or by the number it names or was stored under. */
const decideReport = async (work: OrderWork, { pile, event }: ReportMessage): Promise<JudgedReport | undefined> => {
  const { transactionId } = event;
  const decision = { event, speaker: pile };
  const given = transactionId !== undefined && transactionId > 0 ? await decide(work, { cpCode: pile.cpCode, transactionId }, decision) : undefined;
  const decided = given ?? (await decide(work, { orderNo: numberOf(event) }, decision));
  if (decided) await payByRecord(work, event, decided);
  return decided;
};

/** The number a record names, else one made of what it says: told again it finds the order it made. */
const numberOf = ({ chargingOrderNo, digest }: OrderReport): string => chargingOrderNo || `X${digest.slice(0, 30)}`;

/** An order that was found charging learns from its record who pays. Whose start was refused is billed by a person's word only. */
const payByRecord = async (work: OrderWork, event: OrderReport, { row, facts, view, verdict }: DecidedOrder): Promise<void> => {
  if (!verdict.ok || verdict.facts.length === 0 || view.party !== null || view.settled !== null || refusedStart(facts)) return;
  const party = await partyOf(work.tx, row.tenantId, event);
  if (!party || party.currency !== row.currency) return;
  const { mainPartType, mainPartId } = party;
  const byRecord = { by: work.actor, reason: event.account?.account ?? event.vin ?? row.orderNo, secondBy: null };
  await decide(work, { orderId: row.orderId }, { event: { kind: 'assignParty', party: { mainPartType, mainPartId }, ...byRecord }, party });
};

/**
 * An end record of an order nobody knows: one that began offline, or was lost. Somebody recorded can be billed; else it is kept at
 * 9 without money. The same record again finds the order it made.
 */
const openUnknown = async (work: OrderWork, message: ReportMessage): Promise<JudgedReport> => {
  const { tx, nowMs } = work;
  const { event, pile: speaker, log } = message;
  const orderNo = numberOf(event);
  const site = await lockStartSite(tx, speaker.cpCode, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!site) return refuseGun(work, message, orderNo);
  const party = await partyOf(tx, site.tenantId, event);
  const pile = await pileSituation(tx, speaker.cpCode, speaker);
  const payer = party ? { mainPartType: party.mainPartType, mainPartId: party.mainPartId } : null;
  const verdict = openFromReport(
    event,
    { chargingOrderNo: orderNo, party: payer, ratedPowerW: site.ratedPowerW },
    { nowMs, pile, lastStopMeterDwh: null, gunTaken: site.liveOrderNo !== null, money: null },
  );
  const [created] = verdict.facts;
  if (!verdict.ok || created?.kind !== 'created') {
    log.warn({ verdict, cpCode: speaker.cpCode }, 'an end record of an unknown order was refused');
    return tellRefused(work, { ...eventOf(event, orderNo), scope: site, gunNumber: site.gunNumber, verdict });
  }
  // The rule may have ended since.
  const tariff = await tariffAt(tx, site, created.notBeforeMs);
  const full = tariff && isBillable(verdict.facts) ? undefined : await fullOrder(work, speaker.cpCode);
  if (full !== undefined) return keepWith(work, { orderNo: full, site, message });
  const opened = await createOrder(work, {
    site,
    party,
    tariff,
    orderNo,
    strategy: created.strategy,
    startSource: created.startSource,
    opened: verdict,
    pile,
  });
  return opened.ok ? { row: opened.order.row, verdict } : { verdict: opened.verdict };
};

/** Somebody is known to pay for it, and how much has flowed. */
const isBillable = (facts: readonly OrderFact[]): boolean => {
  const set = orderFactsOf(facts);
  const view = set && project(set);
  return view?.abnormalReason === null && view.end !== null && view.end.energyDwh !== null;
};

interface KeptWith {
  readonly orderNo: string;
  readonly site: StartSite;
  readonly message: ReportMessage;
}

/** The pile has made as many orders of records that nobody knows as an hour may bring: this one is kept with one of them, which tells of it once. */
const keepWith = async ({ tx, nowMs }: OrderWork, { orderNo, site, message }: KeptWith): Promise<JudgedReport> => {
  const { event, log } = message;
  const verdict = refused('record.tooMany');
  log.warn({ cpCode: site.cpCode, orderNo }, 'end records of unknown orders come too often: they are kept without an order, and the pile is slowed');
  const detail = keptDetail({ says: 'unknownRecords', max: UNKNOWN_RECORDS_MAX });
  await storeDeviceEvent(tx, site, { kind: verdict.refusal, gunNumber: event.gunNumber, chargingOrderNo: orderNo, detail, atMs: nowMs, once: true });
  return { verdict, row: { orderNo }, isTooMany: true };
};

/** Whoever the card or car in a record belongs to. */
const partyOf = (tx: Tx, tenantId: string, { account, vin }: OrderReport): Promise<Party | undefined> =>
  findParty(tx, { tenantId, accountType: account?.accountType ?? 0, account: account?.account ?? '', ...(vin && { vin }) });

/** A gun we do not have can hold no order: somebody has to look at the record. */
const refuseGun = async (work: OrderWork, { event, pile }: ReportMessage, orderNo: string): Promise<JudgedReport> => {
  const verdict = refused('record.gunUnknown');
  const { rows } = await sql<{
    tenantId: string;
    agentId: string;
    stationId: string;
  }>`select tenant_id::text, agent_id::text, station_id::text from pile where cp_code = ${pile.cpCode}`.execute(work.tx);
  const [scope] = rows;
  return scope ? tellRefused(work, { ...eventOf(event, orderNo), scope: { ...scope, cpCode: pile.cpCode }, verdict }) : { verdict };
};

interface RefusedUnknown extends ReturnType<typeof eventOf> {
  readonly scope: Parameters<typeof storeDeviceEvent>[1];
  readonly verdict: Verdict;
}

/** Tells of a refused record that fits no order, the first of them in an hour. */
const tellRefused = async (work: OrderWork, { scope, verdict, ...event }: RefusedUnknown): Promise<JudgedReport> => {
  const isTooMany = await refusesTooMany(work, scope.cpCode);
  const kind = verdict.ok ? 'emptyRecord' : verdict.refusal;
  if (!isTooMany) await storeDeviceEvent(work.tx, scope, { kind, ...event, atMs: work.nowMs });
  return { verdict, isTooMany };
};

/** The same record is told of once. */
const eventOf = ({ gunNumber, digest }: OrderReport, chargingOrderNo: string) =>
  ({ gunNumber, chargingOrderNo, detail: `digest ${digest}`, once: true }) as const;

interface KeptAs {
  readonly cpCode: string;
  /** The order it was taken for, or the number it names. */
  readonly orderNo: string | null;
  /** Null: it was taken. */
  readonly refusal: string | null;
}

/** Stores an end record as it was sent, in the transaction that answers it. Told again it changes nothing but what became of it. */
const keepEndRecord = async ({ tx, nowMs }: OrderWork, event: OrderReport, { cpCode, orderNo, refusal }: KeptAs): Promise<void> => {
  // An adapter that hands on no bytes is kept in our words.
  const raw = event.raw ?? JSON.stringify(event);
  await sql`insert into end_record as known (cp_code, digest, tenant_id, gun_number, charging_order_no, refusal, raw, told_at)
    select ${cpCode}::text, ${event.digest}::text, tenant_id, ${event.gunNumber}::int, ${orderNo}::text, ${refusal}::text, ${raw}::text, ${new Date(nowMs)}::timestamptz from pile where cp_code = ${cpCode}
    on conflict (cp_code, digest) do update set charging_order_no = excluded.charging_order_no, refusal = excluded.refusal
      where known.refusal is not null and known.refusal is distinct from excluded.refusal`.execute(tx);
};
