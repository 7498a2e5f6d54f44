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
import { findParty, provePassword } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { storeDeviceEvent } from '#domains/device/server.ts';
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
import { freeGun } from '../start/next-start.server.ts';
import { keepRefusedStart, refusalOf } from '../start/refused-start.server.ts';
import type { RefusedTelling } from '../start/refused-start.server.ts';
import { endOverdueReservation, isOf, lockLiveOrder, reservationOf } from '../start/site-reservation.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';
import type { StartSite } from '../start/start-site.server.ts';
import { answerReport } from './end-record.server.ts';

type OrderMessages = 'accountQuery' | 'startRequest' | 'startResult' | 'transactionStarted' | 'orderReport';
type OrderHandlers = ByKind<Extract<PileEvent, { readonly kind: OrderMessages }>, Pick<DeviceAnswers, OrderMessages>, PileRef>;

const NO_MONEY = { balanceCents: 0, currency: 'CNY' } as const;
const untilFull: Strategy = { type: strategies.untilFull };

/** What piles say about orders, except samples: each in a transaction of its own, answered after its commit. */
export const createOrderHandlers = (deps: Deps): OrderHandlers => {
  const inWork = <T>({ cpCode }: PileRef, answer: (work: OrderWork) => Promise<T>): Promise<T> =>
    inSystem(deps.database, (tx) => answer(orderWork(deps, tx, cpCode)));
  return {
    accountQuery: (pile, event) => inWork(pile, (work) => answerAccount(deps, work, { pile, event })),
    startRequest: async (pile, event) => {
      try {
        return await inWork(pile, (work) => answerStart(deps, work, { pile, event }));
      } catch (error) {
        // Somebody else took the money between the look and the hold.
        if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') return refusedStart(startRequestResult.insufficient);
        throw error;
      }
    },
    startResult: (pile, event) => inWork(pile, (work) => answerStartResult(work, { pile, event })),
    transactionStarted: (pile, event) => inWork(pile, (work) => answerTransaction(deps, work, { pile, event })),
    orderReport: async (pile, event) => {
      const { answer, waitMs } = await inWork(pile, (work) => answerReport(work, { pile, event, log: deps.log }));
      if (waitMs > 0) await sleep(waitMs);
      return answer;
    },
  };
};

interface PileMessage<E> {
  readonly pile: PileRef;
  readonly event: E;
}

/** The gun, locked; a reservation of it whose time has run out is ended first. */
const siteToStart = async (work: OrderWork, cpCode: string, gunNumber: number): Promise<StartSite | undefined> => {
  await endOverdueReservation(work, { cpCode, gunNumber });
  return lockStartSite(work.tx, cpCode, gunNumber);
};

/** Who a pile's account names: card, VIN or phone; an OCPP tag may be any of them. */
const partyOf = async (
  tx: Tx,
  site: Pick<StartSite, 'tenantId'>,
  account: { readonly accountType: number; readonly account: string; readonly vin?: string | undefined },
): Promise<Party | undefined> =>
  findParty(tx, {
    tenantId: site.tenantId,
    accountType: account.accountType,
    account: account.account,
    ...(account.vin !== undefined && { vin: account.vin }),
  });

interface PasswordProof {
  readonly party: Party | undefined;
  readonly account: Pick<AccountQuery, 'accountType' | 'passwordDigest'>;
  readonly cpCode: string;
}

/** Whether the card's password was right; null where none is asked for. */
const password = async (deps: Deps, tx: Tx, { party, account, cpCode }: PasswordProof): Promise<boolean | null> => {
  if (!party) return null;
  const isNumberTyped = account.accountType === TYPED;
  const verdict = await provePassword(tx, deps.secrets, { party, isNumberTyped, digest: account.passwordDigest, cpCode, at: deps.clock() });
  return verdict === 'unasked' ? null : verdict === 'right';
};

/** Account type "password": the number of a card and its password, typed at the pile. */
const TYPED = accountType.password;
/** What OCPP says of a tag; it has no words for a password. */
const cardOf = (idTag: string) => ({ accountType: accountType.card, account: idTag }) as const;

const answerAccount = async (deps: Deps, work: OrderWork, { pile, event }: PileMessage<AccountQuery>): Promise<AccountAnswer> => {
  const { tx, nowMs } = work;
  // The tag of a platform start is nobody's account, yet piles ask about it.
  const own = await lockOrder(tx, { cpCode: pile.cpCode, idTag: event.account });
  if (own)
    return {
      result: startRequestResult.success,
      balanceCents: Number(await orderBalanceCents(tx, own.row)),
      currency: own.row.currency,
      displayName: '',
    };
  const site = await siteToStart(work, pile.cpCode, event.gunNumber === 0 ? 1 : event.gunNumber);
  if (!site) return { result: startRequestResult.other, ...NO_MONEY, displayName: '' };
  const party = await anyParty(tx, site, event);
  const passwordMatches = await password(deps, tx, { party, account: event, cpCode: pile.cpCode });
  const tariff = await tariffAt(tx, site, nowMs);
  const reserved = reservationOf(party && (await lockLiveOrder(tx, site)), party);
  const situation = await startSituation(tx, { site, party, reserved, tariff, passwordMatches, strategy: untilFull, mustBePlugged: false });
  const { result } = decideAccount(event.gunNumber === 0 ? { ...situation, gun: null } : situation);
  // Whoever is refused may be anybody: he learns neither whose account it is nor what lies in it.
  if (result !== startRequestResult.success) return { result, ...NO_MONEY, currency: site.currency, displayName: '' };
  return {
    result,
    balanceCents: Number(situation.account?.availableCents ?? 0n),
    currency: site.currency,
    displayName: party?.userName ?? party?.custName ?? '',
  };
};

/** An OCPP tag is tried as card, then as phone account, then as VIN. */
const anyParty = async (
  tx: Tx,
  site: Pick<StartSite, 'tenantId'>,
  event: Pick<AccountQuery, 'accountType' | 'account'>,
): Promise<Party | undefined> =>
  (await partyOf(tx, site, event)) ??
  (event.accountType === accountType.card
    ? ((await partyOf(tx, site, { accountType: accountType.phoneUser, account: event.account })) ??
      (await partyOf(tx, site, { accountType: accountType.vin, account: event.account })))
    : undefined);

const refusedStart = (result: AccountResult): StartAnswer => ({ result, chargingOrderNo: '', balanceCents: 0, rateRuleNo: '', maxAmountCents: 0 });

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
  if (!site) return refusedStart(startRequestResult.unknownPile);
  const party = await partyOf(tx, site, event);
  const live = party && (await lockLiveOrder(tx, site));
  if (live && isStartAgain(live, party)) return startAnswer(tx, live);
  const strategy = strategyAsked(event, { zone: site.zone, nowMs });
  if (typeof strategy === 'string') return refusedStart(startRequestResult.creationFailed);
  const opened = await openAndStart(work, {
    site,
    party,
    reserved: reservationOf(live, party),
    passwordMatches: await password(deps, tx, { party, account: event, cpCode: pile.cpCode }),
    strategy,
    startSource: sourceOf[event.accountType] ?? startSource.unknown,
    by: 'answer',
    mustBePlugged: true,
  });
  return opened.ok ? startAnswer(tx, opened.order) : refusedStart(resultOf(opened.verdict.args['result']));
};

/** A scheduled time comes as minutes after midnight at the station, and means the next such time. */
const strategyAsked = ({ strategyType, strategyValE2 }: StartRequest, { zone, nowMs }: { readonly zone: string; readonly nowMs: number }) => {
  const untilMs = strategyType === strategies.byTime ? nextTimeOfDayMs(nowMs, strategyValE2 / 100, zone) : undefined;
  return strategyOf({ strategyType, strategyValE2, ...(untilMs !== undefined && { untilMs }) });
};

const answerStartResult = async (work: OrderWork, { pile, event }: PileMessage<StartResult>): Promise<DeviceAnswers['startResult']> => {
  const decided = await decide(work, { orderNo: event.chargingOrderNo }, { event, speaker: pile });
  return { result: decided ? startAnswerOf(decided, event) : deviceAnswer.orderUnknown };
};

/** A start that nothing can price is kept, and the pile is told. */
const startAnswerOf = ({ verdict, row }: DecidedOrder, { startResult }: StartResult): number =>
  verdict.ok && startResult === startResults.success && row.tariffSnapshotId === null ? deviceAnswer.policyError : verdict.answer;

const resultOf = (value: unknown): AccountResult => {
  const told = Object.values(startRequestResult).find((result) => result === value) ?? startRequestResult.other;
  return told === startRequestResult.success ? startRequestResult.other : told;
};

/** A pile that lost our answer asks again: it gets the same order, not a second one. */
const isStartAgain = (live: LoadedOrder, party: Party | undefined): boolean =>
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

/** OCPP: the pile has started by itself and tells. The same start told again gets the same number. */
const answerTransaction = async (
  deps: Deps,
  work: OrderWork,
  { pile, event }: PileMessage<TransactionStarted>,
): Promise<DeviceAnswers['transactionStarted']> => {
  const { tx } = work;
  const { cpCode } = pile;
  const before = await sameStart(work, cpCode, event);
  if (before) return answerAgain(before);
  const isOfParty = async ({ row }: LoadedOrder) => row.idTag !== event.idTag && isOf({ row }, await anyParty(tx, row, cardOf(event.idTag)));
  await freeGun(work, { cpCode, gunNumber: event.gunNumber }, { startAtMs: event.startAtMs, isOfParty });
  const site = await lockStartSite(tx, cpCode, event.gunNumber);
  if (!site) return { transactionId: await nextTransaction(tx), accepted: false, reason: startRequestResult.unknownPile };
  const result = startedResult(event, await wasToldAtOnce(tx, pile.cpCode, event));
  const startSaid = saidOf(event);
  const commanded = await lockOrder(tx, { cpCode: pile.cpCode, idTag: event.idTag });
  if (commanded) {
    const { row, facts } = commanded;
    const started = { ...result, chargingOrderNo: row.orderNo, startSource: facts.created.startSource };
    const { verdict } = await decideOn(work, commanded, { event: started, speaker: pile, startSaid });
    return {
      transactionId: row.transactionId ?? 0,
      accepted: verdict.ok,
      reason: verdict.ok ? startRequestResult.success : startRequestResult.other,
    };
  }
  const tag = cardOf(event.idTag);
  const party = await anyParty(tx, site, tag);
  const opened = await openAndStart(work, {
    site,
    party,
    reserved: reservationOf(party && (await lockLiveOrder(tx, site)), party),
    passwordMatches: await password(deps, tx, { party, account: tag, cpCode: pile.cpCode }),
    strategy: untilFull,
    startSource: startSource.card,
    by: 'answer',
    ...(result.fromStore && { startedAtMs: event.startAtMs }),
    startSaid,
    mustBePlugged: false,
    hasBegun: true,
  });
  if (!opened.ok)
    return refuseTold(work, { site, pile, idTag: event.idTag, startSaid, told: { ...result, startSource: startSource.card } }, opened.verdict);
  const { row } = opened.order;
  await decideOn(work, opened.order, { event: { ...result, chargingOrderNo: row.orderNo, startSource: startSource.card }, speaker: pile });
  return { transactionId: row.transactionId ?? 0, accepted: true, reason: startRequestResult.success };
};

/** The start has happened all the same: it is kept with all that it told. */
const refuseTold = async (
  work: OrderWork,
  told: Omit<RefusedTelling, 'verdict' | 'result'>,
  verdict: RefusedVerdict,
): Promise<DeviceAnswers['transactionStarted']> => {
  const { tx, nowMs } = work;
  const { args, refusal } = verdict;
  const reason = resultOf(args['result']);
  const kept = await keepRefusedStart(work, { ...told, verdict, result: reason });
  if (kept?.row.transactionId != null) return { transactionId: kept.row.transactionId, accepted: false, reason };
  const detail = `${told.startSaid} ${String(args['obstacle'] ?? refusal)}`;
  await storeDeviceEvent(tx, told.site, { kind: 'startRefused', gunNumber: told.site.gunNumber, detail, atMs: nowMs });
  return { transactionId: await nextTransaction(tx), accepted: false, reason };
};

const answerAgain = (order: LoadedOrder): DeviceAnswers['transactionStarted'] => {
  const refusal = refusalOf(order);
  return {
    transactionId: order.row.transactionId ?? 0,
    accepted: refusal === null,
    reason: refusal === null ? startRequestResult.success : resultOf(refusal),
  };
};

const startedResult = (event: TransactionStarted, wasTold: boolean): StartResult => ({
  kind: 'startResult',
  chargingOrderNo: '',
  gunNumber: event.gunNumber,
  startResult: startResults.success,
  startSource: 0,
  startAtMs: event.startAtMs,
  startMeterDwh: event.startMeterDwh,
  // OCPP does not mark what was stored.
  fromStore: !wasTold,
});

/** What began while the pile was connected was told at once, unless its gun was seen charging since: then the instant is right and its telling late. */
const wasToldAtOnce = async (tx: Tx, cpCode: string, { gunNumber, startAtMs }: TransactionStarted): Promise<boolean> => {
  const { rows } = await sql`select from pile_state s where s.cp_code = ${cpCode} and s.online and s.online_since <= ${new Date(startAtMs)}
      and not exists (select from gun g where g.cp_code = s.cp_code and g.gun_number = ${gunNumber} and g.device_gun_stat = ${sql.lit(gunState.charging)}
        and g.state_changed_at <= ${new Date(startAtMs + CLOCK_OFF_MS)})`.execute(tx);
  return rows.length > 0;
};

/** A start in the words in which a pile tells it, again and again until it is answered. Its clock may be wrong, so nothing is put right here. */
const saidOf = ({ gunNumber, idTag, startAtMs, undated, startMeterDwh }: TransactionStarted): string =>
  JSON.stringify([gunNumber, idTag, undated ? null : startAtMs, startMeterDwh]);

/** Without an instant, or by a clock that begins anew with each boot, two starts of one meter may differ, so only one that has not ended can be meant. */
const sameStart = async ({ tx, nowMs }: OrderWork, cpCode: string, event: TransactionStarted): Promise<LoadedOrder | undefined> => {
  const isDated = event.undated !== true && !isClockUnset(event.startAtMs, nowMs);
  const { rows } = await sql<{
    orderId: bigint;
  }>`select charging_order_id as order_id from charging_order where cp_code = ${cpCode} and start_said = ${saidOf(event)} and transaction_id is not null
      and (${isDated} or stop_time is null)
    order by charging_order_id desc limit 1`.execute(tx);
  return rows[0] && readOrder(tx, { orderId: String(rows[0].orderId) });
};

const nextTransaction = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ id: bigint }>`select nextval('charging_transaction') as id`.execute(tx);
  return Number(rows[0]?.id ?? 1n);
};
