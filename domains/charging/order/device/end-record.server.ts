import { sql } from 'kysely';
import type { OrderFact } from '#engines/order/facts.ts';
import { orderFactsOf } from '#engines/order/merge.ts';
import { refusedStart } from '#engines/order/admit/binding.ts';
import { openFromEndRecord } from '#engines/order/open.ts';
import { refused } from '#engines/order/verdict.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { DeviceAnswers, EndRecord } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { recordResult } from '#engines/protocol/codes.ts';
import { findParty } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { storeDeviceEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { createOrder, decide } from '../lifecycle/decide.server.ts';
import type { DecidedOrder } from '../lifecycle/decide.server.ts';
import { encodeDetail } from '../lifecycle/event-detail.rules.ts';
import { pileSituation } from '../lifecycle/load-situation.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';
import { tariffAt } from '../start/open-order.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';
import type { StartSite } from '../start/start-site.server.ts';
import { mayStop, partyOfTag, payerOf, tagAccount, tagFactsOf } from './tag-party.server.ts';
import { overflowOrder, hasTooManyRefused, UNKNOWN_RECORDS_MAX, UNKNOWN_RECORD_WAIT_MS } from './unknown-records.server.ts';

interface EndRecordMessage {
  readonly pile: PileRef;
  readonly event: EndRecord;
  readonly log: Deps['log'];
}

/** The outcome of an end record. `row` is the order it was judged for or stored with; absent if there is none. */
interface JudgedEndRecord {
  readonly verdict: Verdict;
  readonly row?: Pick<StoredOrder, 'orderNo'>;
  /** The pile sends too many records of unknown orders, so the answer is delayed. */
  readonly isTooMany?: boolean;
}

/** The answer to an end record, and how long it is delayed. */
export interface EndRecordAnswer {
  readonly answer: DeviceAnswers['endRecord'];
  readonly waitMs: number;
}

/** Judges an end record for its order, or creates an order from it, and stores the record as it was sent. */
export const answerEndRecord = async (work: OrderWork, message: EndRecordMessage): Promise<EndRecordAnswer> => {
  const { pile, event } = message;
  const { verdict, row, isTooMany } = (await decideEndRecord(work, message)) ?? (await createFromEndRecord(work, message));
  const refusal = verdict.ok ? null : verdict.refusal;
  // A refused record would be sent again for ever, so it is stored as it was sent and acknowledged. A record of a stale session is sent again by the
  // live session.
  if (refusal === 'device.staleEpoch') return { answer: { result: recordResult.later }, waitMs: 0 };
  await storeEndRecord(work, event, { cpCode: pile.cpCode, orderNo: row?.orderNo ?? event.chargingOrderNo ?? null, refusal });
  const tag = await judgeStopTag(work, message, row?.orderNo);
  return { answer: { result: recordResult.stored, ...(tag && { tag }) }, waitMs: isTooMany ? UNKNOWN_RECORD_WAIT_MS : 0 };
};

/** An OCPP station asks what to make of the tag that stopped a charge. A tag of somebody else is told to the operators, because the charge has ended. */
const judgeStopTag = async (
  { tx, nowMs }: OrderWork,
  { pile, event }: EndRecordMessage,
  orderNo: string | undefined,
): Promise<EndRecordAnswer['answer']['tag']> => {
  if (pile.protocol !== 'ocpp16' || !event.account || orderNo === undefined) return undefined;
  const order = await readOrder(tx, { orderNo });
  if (!order) return undefined;
  const { account } = event.account;
  const [payer, party] = [await payerOf(tx, order.row), await partyOfTag(tx, order.row, tagAccount(account))];
  const isAllowed = mayStop(order.row, account, { payer, party });
  if (!isAllowed)
    await storeDeviceEvent(
      tx,
      { ...order.row, cpCode: pile.cpCode },
      { kind: 'stoppedByOther', gunNumber: order.row.gunNumber, chargingOrderNo: orderNo, detail: account, atMs: nowMs, once: true },
    );
  return { mayStop: isAllowed, ...tagFactsOf(party) };
};

/**
 * Judges an end record for its order, which is found by the number that the pile was given, or by the number that the record names or was stored
 * under.
 */
const decideEndRecord = async (work: OrderWork, { pile, event }: EndRecordMessage): Promise<JudgedEndRecord | undefined> => {
  const { transactionId } = event;
  const decision = { event, session: pile };
  const byTransaction =
    transactionId !== undefined && transactionId > 0 ? await decide(work, { cpCode: pile.cpCode, transactionId }, decision) : undefined;
  const decided = byTransaction ?? (await decide(work, { orderNo: orderNoOf(event) }, decision));
  if (decided) await assignPayerByRecord(work, event, decided);
  return decided;
};

/** The order number in a record, or one derived from its content, so that the same record finds the order it created. */
const orderNoOf = ({ chargingOrderNo, digest }: EndRecord): string => chargingOrderNo || `X${digest.slice(0, 30)}`;

/** An order that was found charging gets its payer from its end record. An order whose start was refused is billed only if an operator says so. */
const assignPayerByRecord = async (work: OrderWork, event: EndRecord, { row, facts, view, verdict }: DecidedOrder): Promise<void> => {
  if (!verdict.ok || verdict.facts.length === 0 || view.party !== null || view.settled !== null || refusedStart(facts)) return;
  const party = await partyOf(work.tx, row.tenantId, event);
  if (!party || party.currency !== row.currency) return;
  const { mainPartType, mainPartId } = party;
  const byRecord = { by: work.actor, reason: event.account?.account ?? event.vin ?? row.orderNo, secondBy: null };
  await decide(work, { orderId: row.orderId }, { event: { kind: 'assignParty', party: { mainPartType, mainPartId }, ...byRecord }, party });
};

/**
 * Creates an order from the end record of an unknown order, which began offline or was lost. It can be billed if its payer is known; otherwise it
 * stays abnormal and costs nothing. The same record again finds the order it created.
 */
const createFromEndRecord = async (work: OrderWork, message: EndRecordMessage): Promise<JudgedEndRecord> => {
  const { tx, nowMs } = work;
  const { event, pile: session, log } = message;
  const orderNo = orderNoOf(event);
  const site = await lockStartSite(tx, session.cpCode, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!site) return refuseGun(work, message, orderNo);
  const party = await partyOf(tx, site.tenantId, event);
  const pile = await pileSituation(tx, session.cpCode, session);
  const payer = party ? { mainPartType: party.mainPartType, mainPartId: party.mainPartId } : null;
  const verdict = openFromEndRecord(
    event,
    { chargingOrderNo: orderNo, party: payer, ratedPowerW: site.ratedPowerW },
    { nowMs, pile, lastStopMeterDwh: null, gunTaken: site.liveOrderNo !== null, money: null },
  );
  const [created] = verdict.facts;
  if (!verdict.ok || created?.kind !== 'created') {
    log.warn({ verdict, cpCode: session.cpCode }, 'an end record of an unknown order was refused');
    return storeRefusedRecordEvent(work, { ...recordEventOf(event, orderNo), scope: site, gunNumber: site.gunNumber, verdict });
  }
  // The rate rule that applied at the start may have ended since.
  const tariff = await tariffAt(tx, site, created.notBeforeMs);
  const overflowOrderNo = tariff && isBillable(verdict.facts) ? undefined : await overflowOrder(work, session.cpCode);
  if (overflowOrderNo !== undefined) return storeWithOverflowOrder(work, { orderNo: overflowOrderNo, site, message });
  const opened = await createOrder(work, {
    site,
    party,
    tariff,
    orderNo,
    strategy: created.strategy,
    startSource: created.startSource,
    opening: verdict,
    pile,
  });
  return opened.ok ? { row: opened.order.row, verdict } : { verdict: opened.verdict };
};

/** Whether a payer is known, and the energy that was delivered. */
const isBillable = (facts: readonly OrderFact[]): boolean => {
  const set = orderFactsOf(facts);
  const view = set && project(set);
  return view?.abnormalReason === null && view.end !== null && view.end.energyDwh !== null;
};

interface OverflowRecord {
  readonly orderNo: string;
  readonly site: StartSite;
  readonly message: EndRecordMessage;
}

/**
 * The pile has created as many orders from unknown records as an hour allows: this record is stored with one of those orders, and an event reports it
 * once.
 */
const storeWithOverflowOrder = async ({ tx, nowMs }: OrderWork, { orderNo, site, message }: OverflowRecord): Promise<JudgedEndRecord> => {
  const { event, log } = message;
  const verdict = refused('record.tooMany');
  log.warn({ cpCode: site.cpCode, orderNo }, 'end records of unknown orders come too often: they are kept without an order, and the pile is slowed');
  const detail = encodeDetail({ says: 'unknownRecords', max: UNKNOWN_RECORDS_MAX });
  await storeDeviceEvent(tx, site, { kind: verdict.refusal, gunNumber: event.gunNumber, chargingOrderNo: orderNo, detail, atMs: nowMs, once: true });
  return { verdict, row: { orderNo }, isTooMany: true };
};

/** The owner of the card or car that a record names. */
const partyOf = (tx: Tx, tenantId: string, { account, vin }: EndRecord): Promise<Party | undefined> =>
  findParty(tx, { tenantId, accountType: account?.accountType ?? 0, account: account?.account ?? '', ...(vin && { vin }) });

/** A gun that does not exist cannot have an order, so an event asks operators to look at the record. */
const refuseGun = async (work: OrderWork, { event, pile }: EndRecordMessage, orderNo: string): Promise<JudgedEndRecord> => {
  const verdict = refused('record.gunUnknown');
  const { rows } = await sql<{
    tenantId: string;
    agentId: string;
    stationId: string;
  }>`select tenant_id::text, agent_id::text, station_id::text from pile where cp_code = ${pile.cpCode}`.execute(work.tx);
  const [scope] = rows;
  return scope ? storeRefusedRecordEvent(work, { ...recordEventOf(event, orderNo), scope: { ...scope, cpCode: pile.cpCode }, verdict }) : { verdict };
};

interface RefusedRecord extends ReturnType<typeof recordEventOf> {
  readonly scope: Parameters<typeof storeDeviceEvent>[1];
  readonly verdict: Verdict;
}

/** Stores an event for a refused record that belongs to no order, unless the pile has sent too many of them in the last hour. */
const storeRefusedRecordEvent = async (work: OrderWork, { scope, verdict, ...event }: RefusedRecord): Promise<JudgedEndRecord> => {
  const isTooMany = await hasTooManyRefused(work, scope.cpCode);
  const kind = verdict.ok ? 'emptyRecord' : verdict.refusal;
  if (!isTooMany) await storeDeviceEvent(work.tx, scope, { kind, ...event, atMs: work.nowMs });
  return { verdict, isTooMany };
};

/** An event for the same record is stored once. */
const recordEventOf = ({ gunNumber, digest }: EndRecord, chargingOrderNo: string) =>
  ({ gunNumber, chargingOrderNo, detail: `digest ${digest}`, once: true }) as const;

interface EndRecordOutcome {
  readonly cpCode: string;
  /** The order that accepted the record, or the number that the record names. */
  readonly orderNo: string | null;
  /** Null if it was accepted. */
  readonly refusal: string | null;
}

/** Stores an end record as it was sent, in the transaction that answers it. A repeated record changes nothing but its outcome. */
const storeEndRecord = async ({ tx, nowMs }: OrderWork, event: EndRecord, { cpCode, orderNo, refusal }: EndRecordOutcome): Promise<void> => {
  // An adapter that passes on no bytes has its decoded event stored instead.
  const raw = event.raw ?? JSON.stringify(event);
  await sql`insert into end_record as known (cp_code, digest, tenant_id, gun_number, charging_order_no, refusal, raw, told_at)
    select ${cpCode}::text, ${event.digest}::text, tenant_id, ${event.gunNumber}::int, ${orderNo}::text, ${refusal}::text, ${raw}::text, ${new Date(nowMs)}::timestamptz from pile where cp_code = ${cpCode}
    on conflict (cp_code, digest) do update set charging_order_no = excluded.charging_order_no, refusal = excluded.refusal
      where known.refusal is not null and known.refusal is distinct from excluded.refusal`.execute(tx);
};
