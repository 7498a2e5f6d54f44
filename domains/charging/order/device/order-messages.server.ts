import { sql } from 'kysely';
import { startSource } from '#engines/order/codes.ts';
import { deviceAnswer } from '#engines/order/verdict.ts';
import { nextTimeOfDayMs } from '#engines/time/calendar.ts';
import { decideAccount } from '#engines/order/rules/start-decision.ts';
import { strategyOf } from '#engines/order/rules/strategy.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type {
  AccountAnswer,
  AccountQuery,
  AccountResult,
  DeviceAnswers,
  OrderReport,
  StartAnswer,
  StartRequest,
  StartResult,
  TransactionStarted,
} from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/door.ts';
import { findParty, provePassword } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { keepEvent } from '#domains/device/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { announce } from '../lifecycle/publish-order-change.server.ts';
import type { Announced } from '../lifecycle/publish-order-change.server.ts';
import { decide, decideOn } from '../lifecycle/decide.server.ts';
import type { Decided } from '../lifecycle/decide.server.ts';
import { keepEndRecord } from './end-record.server.ts';
import { numberOf, openUnknown, payByRecord } from './unmatched-end-record.server.ts';
import type { AskedReport, Heard } from './unmatched-end-record.server.ts';
import { endOverdue } from '../start/end-overdue-reservation.server.ts';
import { openAndStart, startSituation, tariffAt } from '../start/open-order.server.ts';
import { orderBalanceCents } from '../lifecycle/perform-effects.server.ts';
import { lockPlace } from '../start/start-site.server.ts';
import type { Place } from '../start/start-site.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';

const NO_MONEY = { balanceCents: 0, currency: 'CNY' } as const;
const untilFull: Strategy = { type: 1 };

/** What piles say about orders, except samples: each in a transaction of its own, answered after its commit. */
export const createOrderHandlers = (deps: Deps) => {
  const now = (): number => deps.clock().getTime();
  const work = async <T>(act: (tx: Tx, wake: Set<string>, changed: Changed) => Promise<T>): Promise<T> => {
    const wake = new Set<string>();
    const news = new Map<string, Announced>();
    const answer = await inSystem(deps.database, (tx) => {
      wake.clear();
      news.clear();
      return act(tx, wake, (order) => void news.set(order.orderNo, order));
    });
    for (const topic of wake) deps.bus.wake(topic);
    for (const order of news.values()) announce(deps.live, order);
    return answer;
  };

  return {
    accountQuery: (pile: PileRef, event: AccountQuery): Promise<AccountAnswer> =>
      work((tx, wake, changed) => answerAccount(deps, tx, { pile, event, wake, changed, nowMs: now() })),

    startRequest: async (pile: PileRef, event: StartRequest): Promise<StartAnswer> => {
      try {
        return await work((tx, wake, changed) => answerStart(deps, tx, { pile, event, wake, changed, nowMs: now() }));
      } catch (error) {
        // Somebody else took the money between the look and the hold.
        if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') return refusedStart(2);
        throw error;
      }
    },

    startResult: (pile: PileRef, event: StartResult): Promise<DeviceAnswers['startResult']> =>
      work(async (tx, wake, changed) => {
        const decided = await decide(tx, { orderNo: event.chargingOrderNo }, { event, nowMs: now(), actor: pile.cpCode, speaker: pile, wake });
        if (decided) changed(decided.row);
        return { result: decided ? startAnswerOf(decided, event) : deviceAnswer.orderUnknown };
      }),

    transactionStarted: (pile: PileRef, event: TransactionStarted): Promise<DeviceAnswers['transactionStarted']> =>
      work((tx, wake, changed) => answerTransaction(deps, tx, { pile, event, wake, changed, nowMs: now() })),

    orderReport: (pile: PileRef, event: OrderReport): Promise<DeviceAnswers['orderReport']> =>
      work(async (tx, wake, changed) => {
        const nowMs = now();
        const asked = { event, nowMs, actor: pile.cpCode, speaker: pile, wake };
        const { verdict, row } = (await decideReport(tx, pile, asked)) ?? (await openUnknown(tx, deps, asked));
        if (row) changed(row);
        const refusal = verdict.ok ? null : verdict.refusal;
        // What is refused would come again for ever: it is kept as it was sent, and that is acknowledged. The live session tells again what a stale one told.
        if (refusal === 'device.staleEpoch') return { result: 1 };
        await keepEndRecord(tx, event, { cpCode: pile.cpCode, orderNo: row?.orderNo ?? event.chargingOrderNo ?? null, refusal, nowMs });
        return { result: 0 };
      }),
  };
};

/** The order a report speaks of, by the number the pile was given, or by the number it names or was kept under. */
const decideReport = async (tx: Tx, pile: PileRef, asked: AskedReport): Promise<Heard | undefined> => {
  const { transactionId } = asked.event;
  const given = transactionId !== undefined && transactionId > 0 ? await decide(tx, { cpCode: pile.cpCode, transactionId }, asked) : undefined;
  const decided = given ?? (await decide(tx, { orderNo: numberOf(asked.event) }, asked));
  if (decided) await payByRecord(tx, asked, decided);
  return decided;
};

type Told<E> = { readonly pile: PileRef; readonly event: E };
/** Notes an order to be told of after the commit. */
type Changed = (order: Announced) => void;
type Telling<E> = Told<E> & { readonly wake: Set<string>; readonly changed: Changed; readonly nowMs: number };

/** The gun, locked; a reservation of it whose time has run out is ended first. */
const placeToStart = async (
  tx: Tx,
  { pile, wake, changed, nowMs }: Omit<Telling<unknown>, 'event'>,
  gunNumber: number,
): Promise<Place | undefined> => {
  const over = await endOverdue(tx, { cpCode: pile.cpCode, gunNumber }, { nowMs, actor: pile.cpCode, wake });
  if (over) changed(over);
  return lockPlace(tx, pile.cpCode, gunNumber);
};

/** Who a pile's account names: card, VIN or phone; an OCPP tag may be any of them. */
const partyOf = async (
  tx: Tx,
  place: Pick<Place, 'tenantId'>,
  account: { readonly accountType: number; readonly account: string; readonly vin?: string | undefined },
): Promise<Party | undefined> =>
  findParty(tx, {
    tenantId: place.tenantId,
    accountType: account.accountType,
    account: account.account,
    ...(account.vin !== undefined && { vin: account.vin }),
  });

/** Whether the card's password was right; null where none is asked for. */
const password = async (
  deps: Deps,
  tx: Tx,
  said: { readonly party: Party | undefined; readonly account: Pick<AccountQuery, 'accountType' | 'passwordDigest'>; readonly cpCode: string },
): Promise<boolean | null> => {
  const { party, account, cpCode } = said;
  if (!party) return null;
  const isNumberTyped = account.accountType === TYPED;
  const verdict = await provePassword(tx, deps.secrets, { party, isNumberTyped, digest: account.passwordDigest, cpCode, at: deps.clock() });
  return verdict === 'unasked' ? null : verdict === 'right';
};

/** Account type "password": the number of a card and its password, typed at the pile. */
const TYPED = 3;
/** What OCPP says of a tag; it has no words for a password. */
const cardOf = (idTag: string) => ({ accountType: 1, account: idTag }) as const;

const answerAccount = async (deps: Deps, tx: Tx, told: Telling<AccountQuery>): Promise<AccountAnswer> => {
  const { pile, event } = told;
  // The tag of a platform start is nobody's account, yet piles ask about it.
  const own = await lockOrder(tx, { cpCode: pile.cpCode, idTag: event.account });
  if (own) return { result: 0, balanceCents: Number(await orderBalanceCents(tx, own.row)), currency: own.row.currency, displayName: '' };
  const place = await placeToStart(tx, told, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!place) return { result: 153, ...NO_MONEY, displayName: '' };
  const party = await anyParty(tx, place, event);
  const matches = await password(deps, tx, { party, account: event, cpCode: pile.cpCode });
  const tariff = await tariffAt(tx, place, told.nowMs);
  const situation = await startSituation(tx, { place, party, tariff, passwordMatches: matches, strategy: untilFull, mustBePlugged: false });
  const { result } = decideAccount(event.gunNumber === 0 ? { ...situation, gun: null } : situation);
  // Whoever is refused may be anybody: he learns neither whose account it is nor what lies in it.
  if (result !== 0) return { result, ...NO_MONEY, currency: place.currency, displayName: '' };
  return {
    result,
    balanceCents: Number(situation.account?.availableCents ?? 0n),
    currency: place.currency,
    displayName: party?.userName ?? party?.custName ?? '',
  };
};

/** An OCPP tag is tried as card, then as phone account, then as VIN. */
const anyParty = async (tx: Tx, place: Place, event: Pick<AccountQuery, 'accountType' | 'account'>): Promise<Party | undefined> =>
  (await partyOf(tx, place, event)) ??
  (event.accountType === 1
    ? ((await partyOf(tx, place, { accountType: 4, account: event.account })) ??
      (await partyOf(tx, place, { accountType: 2, account: event.account })))
    : undefined);

const refusedStart = (result: AccountResult): StartAnswer => ({ result, chargingOrderNo: '', balanceCents: 0, rateRuleNo: '', maxAmountCents: 0 });

const sourceOf: Readonly<Record<number, number>> = {
  0: startSource.manual,
  1: startSource.card,
  2: startSource.vin,
  3: startSource.password,
  4: startSource.account,
};

const answerStart = async (deps: Deps, tx: Tx, told: Telling<StartRequest>): Promise<StartAnswer> => {
  const { pile, event, wake, changed, nowMs } = told;
  const place = await placeToStart(tx, told, event.gunNumber);
  if (!place) return refusedStart(14);
  const party = await partyOf(tx, place, event);
  const again = await repeatedStart(tx, place, party);
  if (again) return again;
  const strategy = strategyAsked(event, { zone: place.zone, nowMs });
  if (typeof strategy === 'string') return refusedStart(13);
  const passwordMatches = await password(deps, tx, { party, account: event, cpCode: pile.cpCode });
  const opened = await openAndStart(tx, {
    place,
    party,
    passwordMatches,
    strategy,
    startSource: sourceOf[event.accountType] ?? startSource.unknown,
    by: 'answer',
    mustBePlugged: true,
    nowMs,
    actor: pile.cpCode,
    wake,
  });
  if (!opened.ok) return refusedStart(resultOf(opened.verdict.args['result']));
  changed(opened.order.row);
  return startAnswer(tx, opened.order.row.orderNo);
};

const SCHEDULED = 6;

/** A scheduled time comes as minutes after midnight at the station, and means the next such time. */
const strategyAsked = ({ strategyType, strategyValE2 }: StartRequest, { zone, nowMs }: { readonly zone: string; readonly nowMs: number }) => {
  const untilMs = strategyType === SCHEDULED ? nextTimeOfDayMs(nowMs, strategyValE2 / 100, zone) : undefined;
  return strategyOf({ strategyType, strategyValE2, ...(untilMs !== undefined && { untilMs }) });
};

/** A start that nothing can price is kept, and the pile is told. */
const startAnswerOf = ({ verdict, row }: Decided, { startResult }: StartResult): number =>
  verdict.ok && startResult === 0 && row.tariffSnapshotId === null ? deviceAnswer.policyError : verdict.answer;

const resultOf = (value: unknown): AccountResult => {
  const known: readonly AccountResult[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 153];
  return known.find((result) => result === value) ?? 153;
};

/** A pile that lost our answer asks again: it gets the same order, not a second one. */
const repeatedStart = async (tx: Tx, place: Place, party: Party | undefined): Promise<StartAnswer | undefined> => {
  if (place.liveOrderNo === null || !party) return undefined;
  const order = await lockOrder(tx, { orderNo: place.liveOrderNo });
  if (!order || order.row.state !== 6) return undefined;
  const asked = order.facts.later.get('startCommand');
  const same = order.row.mainPartType === party.mainPartType && order.row.mainPartId === party.mainPartId;
  return same && asked?.kind === 'startCommand' && asked.by === 'answer' ? startAnswer(tx, order.row.orderNo) : undefined;
};

const startAnswer = async (tx: Tx, orderNo: string): Promise<StartAnswer> => {
  const order = await lockOrder(tx, { orderNo });
  if (!order) return refusedStart(13);
  const { rows } = await sql<{
    rateRuleNo: string | null;
  }>`select r.rate_rule_no from charging_order o left join rate_rule r on r.rate_rule_id = o.rate_rule_id where o.charging_order_id = ${order.row.orderId}`.execute(
    tx,
  );
  const { strategy } = order.facts.created;
  return {
    result: 0,
    chargingOrderNo: orderNo,
    balanceCents: Number(await orderBalanceCents(tx, order.row)),
    rateRuleNo: rows[0]?.rateRuleNo ?? '',
    maxAmountCents: strategy.type === 2 ? Number(strategy.capCents) : 0,
  };
};

/** OCPP: the pile has started by itself and tells. The same start told again gets the same number. */
const answerTransaction = async (deps: Deps, tx: Tx, told: Telling<TransactionStarted>): Promise<DeviceAnswers['transactionStarted']> => {
  const { pile, event, wake, changed, nowMs } = told;
  const place = await placeToStart(tx, told, event.gunNumber);
  if (!place) return { transactionId: await nextTransaction(tx), accepted: false, reason: 14 };
  const before = await sameStart(tx, place, event);
  if (before !== undefined) return { transactionId: before, accepted: true, reason: 0 };
  const result = startedResult(event, await wasConnected(tx, pile.cpCode, event.startAtMs));
  const asked = { nowMs, actor: pile.cpCode, speaker: pile, wake };
  const commanded = await lockOrder(tx, { cpCode: pile.cpCode, idTag: event.idTag });
  if (commanded) {
    changed(commanded.row);
    const decided = await decideOn(tx, commanded, {
      ...asked,
      event: { ...result, chargingOrderNo: commanded.row.orderNo, startSource: commanded.facts.created.startSource },
    });
    if (decided.verdict.ok) await rememberStart(tx, commanded.row.orderId, event);
    return { transactionId: commanded.row.transactionId ?? 0, accepted: decided.verdict.ok, reason: decided.verdict.ok ? 0 : 153 };
  }
  const tag = cardOf(event.idTag);
  const party = await anyParty(tx, place, tag);
  const opened = await openAndStart(tx, {
    place,
    party,
    passwordMatches: await password(deps, tx, { party, account: tag, cpCode: pile.cpCode }),
    strategy: untilFull,
    startSource: startSource.card,
    by: 'answer',
    ...(result.fromStore && { startedAtMs: event.startAtMs }),
    mustBePlugged: false,
    nowMs,
    actor: pile.cpCode,
    wake,
  });
  if (!opened.ok) {
    await keepEvent(tx, place, {
      kind: 'startRefused',
      gunNumber: event.gunNumber,
      detail: `${event.idTag}: ${String(opened.verdict.args['obstacle'] ?? opened.verdict.refusal)}`,
      atMs: nowMs,
    });
    return { transactionId: await nextTransaction(tx), accepted: false, reason: resultOf(opened.verdict.args['result']) };
  }
  const { row } = opened.order;
  changed(row);
  await rememberStart(tx, row.orderId, event);
  await decideOn(tx, opened.order, { ...asked, event: { ...result, chargingOrderNo: row.orderNo, startSource: startSource.card } });
  return { transactionId: row.transactionId ?? 0, accepted: true, reason: 0 };
};

const startedResult = (event: TransactionStarted, wasTold: boolean): StartResult => ({
  kind: 'startResult',
  chargingOrderNo: '',
  gunNumber: event.gunNumber,
  startResult: 0,
  startSource: 0,
  startAtMs: event.startAtMs,
  startMeterDwh: event.startMeterDwh,
  // OCPP does not mark what was stored; what began while the pile was connected was told at once.
  fromStore: !wasTold,
});

const wasConnected = async (tx: Tx, cpCode: string, atMs: number): Promise<boolean> => {
  const { rows } = await sql`select from pile_state where cp_code = ${cpCode} and online and online_since <= ${new Date(atMs)}`.execute(tx);
  return rows.length > 0;
};

/** A start in the words in which a pile tells it, again and again until it is answered. Its clock may be wrong, so nothing is put right here. */
const saidOf = ({ gunNumber, idTag, startAtMs, undated, startMeterDwh }: TransactionStarted): string =>
  JSON.stringify([gunNumber, idTag, undated ? null : startAtMs, startMeterDwh]);

/** Without an instant two starts of one meter may differ, so only one that has not ended can be meant. */
const sameStart = async (tx: Tx, place: Place, event: TransactionStarted): Promise<number | undefined> => {
  const { rows } = await sql<{
    transactionId: number;
  }>`select transaction_id from charging_order where cp_code = ${place.cpCode} and start_said = ${saidOf(event)} and transaction_id is not null
      and (${event.undated !== true} or stop_time is null)
    order by charging_order_id desc limit 1`.execute(tx);
  return rows[0]?.transactionId;
};

const rememberStart = async (tx: Tx, orderId: string, event: TransactionStarted): Promise<void> => {
  await sql`update charging_order set start_said = ${saidOf(event)} where charging_order_id = ${orderId}`.execute(tx);
};

const nextTransaction = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ id: bigint }>`select nextval('charging_transaction') as id`.execute(tx);
  return Number(rows[0]?.id ?? 1n);
};
