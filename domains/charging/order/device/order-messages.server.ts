import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { CLOCK_OFF_MS } from '#engines/order/bounds.ts';
import { orderState, startSource, strategyType as strategies } from '#engines/order/codes.ts';
import { deviceAnswer } from '#engines/order/verdict.ts';
import type { RefusedVerdict } from '#engines/order/verdict.ts';
import { gunState } from '#engines/pile/codes.ts';
import { nextTimeOfDayMs } from '#engines/time/calendar.ts';
import { factOf } from '#engines/order/merge.ts';
import { isClockUnset } from '#engines/order/rules/clock.ts';
import { decideAccount } from '#engines/order/rules/start-decision.ts';
import { strategyOf } from '#engines/order/rules/strategy.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type {
  AccountAnswer,
  AccountQuery,
  AccountResult,
  DeviceAnswers,
  StartAnswer,
  StartRequest,
  StartResult,
  TransactionStarted,
} from '#engines/protocol/device.ts';
import type { PileEvent, PileRef } from '#engines/protocol/device-backend.ts';
import { accountType, startRequestResult, startResult as startResults } from '#engines/protocol/codes.ts';
import { provePassword } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { noteReportedVin, readableVin, storeDeviceEvent } from '#domains/device/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { ByKind } from '#kit/server/by-kind.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { decide, decideOn } from '../lifecycle/decide.server.ts';
import type { DecidedOrder } from '../lifecycle/decide.server.ts';
import { orderBalanceCents } from '../lifecycle/order-balance.server.ts';
import { orderWork } from '../lifecycle/order-work.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { lockOrder, readOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { openAndStart, startSituation, tariffAt } from '../start/open-order.server.ts';
import { freeGun } from '../start/free-gun.server.ts';
import { storeRefusedStart, refusalOf } from '../start/refused-start.server.ts';
import type { RefusedStartReport } from '../start/refused-start.server.ts';
import { nextReservation, reservedFor } from '../start/next-reservation.server.ts';
import { isOf, lockLiveOrder, updateReservations } from '../start/site-reservation.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';
import type { StartSite } from '../start/start-site.server.ts';
import { answerEndRecord } from './end-record.server.ts';
import { partyOf, partyOfTag, payerOf, tagAccount, tagFactsOf } from './tag-party.server.ts';

type OrderMessages = 'accountQuery' | 'startRequest' | 'startResult' | 'transactionStarted' | 'endRecord';
type OrderHandlers = ByKind<Extract<PileEvent, { readonly kind: OrderMessages }>, Pick<DeviceAnswers, OrderMessages>, PileRef>;

const NO_MONEY = { balanceCents: 0, currency: 'CNY' } as const;
const untilFull: Strategy = { type: strategies.untilFull };

/** Handles what piles report about orders, except samples. Each message has a transaction of its own and is answered after its commit. */
export const createOrderHandlers = (deps: Deps): OrderHandlers => {
  const inOrderWork = <T>({ cpCode }: PileRef, answer: (work: OrderWork) => Promise<T>): Promise<T> =>
    inSystem(deps.database, (tx) => answer(orderWork(deps, tx, cpCode)));
  return {
    accountQuery: async (pile, event) => {
      await noteReportedVin(deps.database, pile, { event, atMs: deps.clock().getTime() });
      return inOrderWork(pile, (work) => answerAccount(deps, work, { pile, event }));
    },
    startRequest: async (pile, event) => {
      await noteReportedVin(deps.database, pile, { event, atMs: deps.clock().getTime() });
      try {
        return await inOrderWork(pile, (work) => answerStart(deps, work, { pile, event }));
      } catch (error) {
        // Another order took the money between the check and the hold.
        if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') return startRefusal(startRequestResult.insufficient);
        throw error;
      }
    },
    startResult: (pile, event) => inOrderWork(pile, (work) => answerStartResult(work, { pile, event })),
    transactionStarted: (pile, event) => inOrderWork(pile, (work) => answerTransaction(deps, work, { pile, event })),
    endRecord: async (pile, event) => {
      const { answer, waitMs } = await inOrderWork(pile, (work) => answerEndRecord(work, { pile, event, log: deps.log }));
      if (waitMs > 0) await sleep(waitMs);
      return answer;
    },
  };
};

interface PileMessage<E> {
  readonly pile: PileRef;
  readonly event: E;
}

/** Locks the gun; its reservations are brought up to date first. */
const lockSiteForStart = async (work: OrderWork, cpCode: string, gunNumber: number): Promise<StartSite | undefined> => {
  await updateReservations(work, { cpCode, gunNumber });
  return lockStartSite(work.tx, cpCode, gunNumber);
};

interface PasswordProof {
  readonly party: Party | undefined;
  readonly account: Pick<AccountQuery, 'accountType' | 'passwordDigest'>;
  readonly cpCode: string;
}

/** Whether the card's password is right; null if none is required. */
const checkPassword = async (deps: Deps, tx: Tx, { party, account, cpCode }: PasswordProof): Promise<boolean | null> => {
  if (!party) return null;
  const isNumberTyped = account.accountType === TYPED_CARD;
  const verdict = await provePassword(tx, deps.secrets, { party, isNumberTyped, digest: account.passwordDigest, cpCode, at: deps.clock() });
  return verdict === 'unasked' ? null : verdict === 'right';
};

/** Account type "password": the number and the password of a card, typed at the pile. */
const TYPED_CARD = accountType.password;

const answerAccount = async (deps: Deps, work: OrderWork, { pile, event }: PileMessage<AccountQuery>): Promise<AccountAnswer> => {
  const { tx, nowMs } = work;
  // The tag of a start by the platform is no customer's account, but piles ask about it.
  const ownOrder = await lockOrder(tx, { cpCode: pile.cpCode, idTag: event.account });
  if (ownOrder)
    return {
      result: startRequestResult.success,
      balanceCents: Number(await orderBalanceCents(tx, ownOrder.row)),
      currency: ownOrder.row.currency,
      displayName: '',
      tag: tagFactsOf(await payerOf(tx, ownOrder.row)),
    };
  const site = await lockSiteForStart(work, pile.cpCode, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!site) return { result: startRequestResult.other, ...NO_MONEY, displayName: '' };
  const party = await partyOfTag(tx, site, event);
  const passwordMatches = await checkPassword(deps, tx, { party, account: event, cpCode: pile.cpCode });
  const tariff = await tariffAt(tx, site, nowMs);
  const reserved = await reservedFor(tx, site, { party, nowMs });
  const next = await nextReservation(tx, { site, party, nowMs });
  const situation = await startSituation(tx, { site, party, reserved, next, tariff, passwordMatches, strategy: untilFull, mustBePlugged: false });
  // OCPP names no gun in an Authorize. A pile with a single gun, which is reserved, accepts its party only.
  const isReserved = situation.gun?.gunWorkStat === gunState.reserved || situation.gun?.isReservedSoon === true;
  const isUnnamed = event.gunNumber === 0 && !(isReserved && site.gunCount === 1);
  const { result } = decideAccount(isUnnamed ? { ...situation, gun: null } : situation);
  // A refused query may come from anyone, so the answer does not reveal the owner or the balance of the account.
  const tag = tagFactsOf(party);
  if (result !== startRequestResult.success) return { result, ...NO_MONEY, currency: site.currency, displayName: '', tag };
  return {
    result,
    balanceCents: Number(situation.account?.availableCents ?? 0n),
    currency: site.currency,
    displayName: party?.userName ?? party?.custName ?? '',
    tag,
  };
};

const startRefusal = (result: AccountResult): StartAnswer => ({ result, chargingOrderNo: '', balanceCents: 0, rateRuleNo: '', maxAmountCents: 0 });

const sourceOf: Readonly<Record<number, number>> = {
  [accountType.none]: startSource.manual,
  [accountType.card]: startSource.card,
  [accountType.vin]: startSource.vin,
  [accountType.password]: startSource.password,
  [accountType.phoneUser]: startSource.account,
};

const answerStart = async (deps: Deps, work: OrderWork, { pile, event }: PileMessage<StartRequest>): Promise<StartAnswer> => {
  const { tx, nowMs } = work;
  await freeGun(work, { cpCode: pile.cpCode, gunNumber: event.gunNumber });
  const site = await lockStartSite(tx, pile.cpCode, event.gunNumber);
  if (!site) return startRefusal(startRequestResult.unknownPile);
  const party = await partyOf(tx, site, event);
  const live = party && (await lockLiveOrder(tx, site));
  if (live && isRepeatedStart(live, party)) return startAnswer(tx, live);
  const strategy = requestedStrategy(event, { zone: site.zone, nowMs });
  if (typeof strategy === 'string') return startRefusal(startRequestResult.creationFailed);
  const opened = await openAndStart(work, {
    site,
    party,
    reserved: await reservedFor(tx, site, { party, nowMs }),
    passwordMatches: await checkPassword(deps, tx, { party, account: event, cpCode: pile.cpCode }),
    strategy,
    vinAtGun: readableVin(event.vin ?? ''),
    startSource: sourceOf[event.accountType] ?? startSource.unknown,
    by: 'answer',
    mustBePlugged: true,
  });
  return opened.ok ? startAnswer(tx, opened.order) : startRefusal(resultOf(opened.verdict.args['result']));
};

/** A scheduled end arrives as minutes after midnight at the station, and means the next such time. */
const requestedStrategy = ({ strategyType, strategyValE2 }: StartRequest, { zone, nowMs }: { readonly zone: string; readonly nowMs: number }) => {
  const untilMs = strategyType === strategies.byTime ? nextTimeOfDayMs(nowMs, strategyValE2 / 100, zone) : undefined;
  return strategyOf({ strategyType, strategyValE2, ...(untilMs !== undefined && { untilMs }) });
};

const answerStartResult = async (work: OrderWork, { pile, event }: PileMessage<StartResult>): Promise<DeviceAnswers['startResult']> => {
  const decided = await decide(work, { orderNo: event.chargingOrderNo }, { event, session: pile });
  return { result: decided ? startAnswerOf(decided, event) : deviceAnswer.orderUnknown };
};

/** A start without a tariff is accepted and stored, and the pile is told that its pricing policy is wrong. */
const startAnswerOf = ({ verdict, row }: DecidedOrder, { startResult }: StartResult): number =>
  verdict.ok && startResult === startResults.success && row.tariffSnapshotId === null ? deviceAnswer.policyError : verdict.answer;

const resultOf = (value: unknown): AccountResult => {
  const match = Object.values(startRequestResult).find((result) => result === value) ?? startRequestResult.other;
  return match === startRequestResult.success ? startRequestResult.other : match;
};

/** A pile that missed the answer repeats its request and gets the same order, not a second one. */
const isRepeatedStart = (live: LoadedOrder, party: Party | undefined): boolean =>
  live.row.state === orderState.starting && isOf(live, party) && factOf(live.facts, 'startCommand')?.by === 'answer';

const startAnswer = async (tx: Tx, { row, facts }: LoadedOrder): Promise<StartAnswer> => {
  const { rows } = await sql<{
    rateRuleNo: string | null;
  }>`select r.rate_rule_no from charging_order o left join rate_rule r on r.rate_rule_id = o.rate_rule_id where o.charging_order_id = ${row.orderId}`.execute(
    tx,
  );
  const { strategy } = facts.created;
  return {
    result: startRequestResult.success,
    chargingOrderNo: row.orderNo,
    balanceCents: Number(await orderBalanceCents(tx, row)),
    rateRuleNo: rows[0]?.rateRuleNo ?? '',
    maxAmountCents: strategy.type === strategies.byAmount ? Number(strategy.capCents) : 0,
  };
};

/** OCPP: the pile has started by itself and reports it. The same start reported again gets the same transaction number. */
const answerTransaction = async (
  deps: Deps,
  work: OrderWork,
  { pile, event }: PileMessage<TransactionStarted>,
): Promise<DeviceAnswers['transactionStarted']> => {
  const { tx, nowMs } = work;
  const { cpCode } = pile;
  const repeated = await findRepeatedStart(work, cpCode, event);
  if (repeated) return { ...repeatAnswer(repeated), tag: tagFactsOf(await payerOf(tx, repeated.row)) };
  const isOfParty = async ({ row }: LoadedOrder) => row.idTag !== event.idTag && isOf({ row }, await partyOfTag(tx, row, tagAccount(event.idTag)));
  await freeGun(work, { cpCode, gunNumber: event.gunNumber }, { startAtMs: event.startAtMs, isOfParty });
  const site = await lockStartSite(tx, cpCode, event.gunNumber);
  if (!site) return { transactionId: await nextTransaction(tx), accepted: false, reason: startRequestResult.unknownPile };
  const result = startedResult(event, await wasReportedAtOnce(tx, pile.cpCode, event));
  const startMessage = startMessageOf(event);
  const commandedOrder = await lockOrder(tx, { cpCode: pile.cpCode, idTag: event.idTag });
  if (commandedOrder) {
    const { row, facts } = commandedOrder;
    const started = { ...result, chargingOrderNo: row.orderNo, startSource: facts.created.startSource };
    const { verdict } = await decideOn(work, commandedOrder, { event: started, session: pile, startMessage });
    return {
      transactionId: row.transactionId ?? 0,
      accepted: verdict.ok,
      reason: verdict.ok ? startRequestResult.success : startRequestResult.other,
      tag: tagFactsOf(await payerOf(tx, row)),
    };
  }
  const tag = tagAccount(event.idTag);
  const party = await partyOfTag(tx, site, tag);
  const opened = await openAndStart(work, {
    site,
    party,
    reserved: await reservedFor(tx, site, { party, nowMs }),
    passwordMatches: await checkPassword(deps, tx, { party, account: tag, cpCode: pile.cpCode }),
    strategy: untilFull,
    startSource: startSource.card,
    by: 'answer',
    ...(result.fromStore && { startedAtMs: event.startAtMs }),
    startMessage,
    mustBePlugged: false,
    hasBegun: true,
  });
  if (!opened.ok) {
    const startResult = { ...result, startSource: startSource.card };
    const refused = await answerRefusedStart(work, { site, pile, idTag: event.idTag, startMessage, startResult }, opened.verdict);
    return { ...refused, tag: tagFactsOf(party) };
  }
  const { row } = opened.order;
  await decideOn(work, opened.order, { event: { ...result, chargingOrderNo: row.orderNo, startSource: startSource.card }, session: pile });
  return { transactionId: row.transactionId ?? 0, accepted: true, reason: startRequestResult.success, tag: tagFactsOf(party) };
};

/** The pile has started in spite of the refusal, so the start is stored with everything it reported. */
const answerRefusedStart = async (
  work: OrderWork,
  refused: Omit<RefusedStartReport, 'verdict' | 'result'>,
  verdict: RefusedVerdict,
): Promise<DeviceAnswers['transactionStarted']> => {
  const { tx, nowMs } = work;
  const { args, refusal } = verdict;
  const reason = resultOf(args['result']);
  const stored = await storeRefusedStart(work, { ...refused, verdict, result: reason });
  if (stored?.row.transactionId != null) return { transactionId: stored.row.transactionId, accepted: false, reason };
  const detail = `${refused.startMessage} ${String(args['obstacle'] ?? refusal)}`;
  await storeDeviceEvent(tx, refused.site, { kind: 'startRefused', gunNumber: refused.site.gunNumber, detail, atMs: nowMs });
  return { transactionId: await nextTransaction(tx), accepted: false, reason };
};

const repeatAnswer = (order: LoadedOrder): DeviceAnswers['transactionStarted'] => {
  const refusal = refusalOf(order);
  return {
    transactionId: order.row.transactionId ?? 0,
    accepted: refusal === null,
    reason: refusal === null ? startRequestResult.success : resultOf(refusal),
  };
};

const startedResult = (event: TransactionStarted, reportedAtOnce: boolean): StartResult => ({
  kind: 'startResult',
  chargingOrderNo: '',
  gunNumber: event.gunNumber,
  startResult: startResults.success,
  startSource: 0,
  startAtMs: event.startAtMs,
  startMeterDwh: event.startMeterDwh,
  // OCPP does not mark messages that were stored before they were sent.
  fromStore: !reportedAtOnce,
});

/**
 * A start that began while the pile was connected was reported at once, unless its gun was seen charging at that time: then the instant is right and
 * the report is late.
 */
const wasReportedAtOnce = async (tx: Tx, cpCode: string, { gunNumber, startAtMs }: TransactionStarted): Promise<boolean> => {
  const { rows } = await sql`select from pile_state s where s.cp_code = ${cpCode} and s.online and s.online_since <= ${new Date(startAtMs)}
      and not exists (select from gun g where g.cp_code = s.cp_code and g.gun_number = ${gunNumber} and g.device_gun_stat = ${sql.lit(gunState.charging)}
        and g.state_changed_at <= ${new Date(startAtMs + CLOCK_OFF_MS)})`.execute(tx);
  return rows.length > 0;
};

/** The content of a start, which the pile repeats until it is answered. The pile's clock may be wrong, so the instant is not corrected here. */
const startMessageOf = ({ gunNumber, idTag, startAtMs, undated, startMeterDwh }: TransactionStarted): string =>
  JSON.stringify([gunNumber, idTag, undated ? null : startAtMs, startMeterDwh]);

/**
 * Without an instant, or with a clock that restarts at each boot, two starts at the same meter reading may be different ones, so only an order that
 * has not ended can match.
 */
const findRepeatedStart = async ({ tx, nowMs }: OrderWork, cpCode: string, event: TransactionStarted): Promise<LoadedOrder | undefined> => {
  const isDated = event.undated !== true && !isClockUnset(event.startAtMs, nowMs);
  const { rows } = await sql<{
    orderId: bigint;
  }>`select charging_order_id as order_id from charging_order where cp_code = ${cpCode} and start_said = ${startMessageOf(event)} and transaction_id is not null
      and (${isDated} or stop_time is null)
    order by charging_order_id desc limit 1`.execute(tx);
  return rows[0] && readOrder(tx, { orderId: String(rows[0].orderId) });
};

const nextTransaction = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ id: bigint }>`select nextval('charging_transaction') as id`.execute(tx);
  return Number(rows[0]?.id ?? 1n);
};
