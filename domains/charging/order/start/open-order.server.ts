import { sql } from 'kysely';
import { START_RESULT_WAIT_MS } from '#engines/order/bounds.ts';
import { openOrder } from '#engines/order/open.ts';
import { mainPartType } from '#engines/order/codes.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import { capCentsOf, lacksCar } from '#engines/order/rules/strategy.ts';
import type { Start } from '#engines/order/admit/begin.ts';
import { begunAtMs } from '#engines/order/rules/clock.ts';
import { decideStart } from '#engines/order/rules/start-decision.ts';
import type { StartSituation } from '#engines/order/rules/start-decision.ts';
import { refused } from '#engines/order/verdict.ts';
import type { Party } from '#domains/customer/server.ts';
import { mayChargeAt } from '#domains/customer/server.ts';
import { newCommandId } from '#domains/device/server.ts';
import { walletBalance } from '#domains/money/server.ts';
import { freezeTariff } from '#domains/tariff/server.ts';
import type { FrozenTariff } from '#domains/tariff/server.ts';
import { randomCode } from '#kit/server/security/random-code.ts';
import type { Tx } from '#kit/db/index.ts';
import { createOrder, decideOn } from '../lifecycle/decide.server.ts';
import type { OpenedOrder } from '../lifecycle/decide.server.ts';
import { atMost, orderBalanceCents } from '../lifecycle/order-balance.server.ts';
import type { PaidInAdvance } from '../lifecycle/order-balance.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { nextReservation } from './next-reservation.server.ts';
import type { NextReservation } from './next-reservation.server.ts';
import { plannedPoints, reserveForOrder } from './reserve-for-order.server.ts';
import type { StartSite } from './start-site.server.ts';

/** The longest time until a start that was answered is reported, or a commanded start is sent. */
export const START_DEADLINE_MS = 45_000;

/** Who wants to charge, where and how. */
export interface StartTerms {
  readonly site: StartSite;
  readonly party: Party | undefined;
  /** The order that reserves the gun for this party. */
  readonly reserved: LoadedOrder | undefined;
  /** Null if none was required. */
  readonly passwordMatches: boolean | null;
  readonly strategy: Strategy;
  /** The VIN that the pile reports with its request. */
  readonly vinAtGun?: string | undefined;
  readonly startSource: number;
  /** The payment that pays for it in place of the party's wallet; the party may then be unknown. */
  readonly prepaid?: PaidInAdvance;
  /** The received coupon that the party has chosen, or `NO_COUPON`. Absent: the best that the party holds. */
  readonly coupon?: string | undefined;
  /** Whether the customer's points pay as much as they can. They are never spent unasked. */
  readonly usesPoints?: boolean | undefined;
  /** The prices that were frozen before; otherwise those of now are. */
  readonly tariff?: FrozenTariff | undefined;
  /** `answer`: the pile requested the start, and the reply allows it. `command`: the platform commands it. */
  readonly by: 'answer' | 'command';
  /** The pile has started by itself, at this instant. */
  readonly startedAtMs?: number;
  /** The start message of an OCPP pile that started by itself. */
  readonly startMessage?: string;
  readonly mustBePlugged: StartSituation['mustBePlugged'];
  /** Nothing is plugged in, and the pile waits this long for the plug. */
  readonly plugWaitMs?: number;
  /** The pile has already started by itself and reports it. */
  readonly hasBegun?: boolean;
}

const NOBODY = { mainPartType: mainPartType.phoneUser, mainPartId: '0' } as const;

/** Creates an order and lets it start, or returns what prevents it. Everything happens in the caller's transaction. */
export const openAndStart = async (work: OrderWork, terms: StartTerms): Promise<OpenedOrder> => {
  const { site, party, startedAtMs, startMessage, strategy, startSource, prepaid } = terms;
  const { nowMs } = work;
  const tariff = terms.tariff ?? (await tariffAt(work.tx, site, begunAtMs(startedAtMs ?? nowMs, nowMs)));
  const next = await nextReservation(work.tx, { site, party, nowMs });
  const points = await plannedPoints(work, terms);
  const situation = await startSituation(work.tx, { ...terms, next, tariff, sureCents: points?.sureCents ?? 0n });
  const payer = party ? { mainPartType: party.mainPartType, mainPartId: party.mainPartId } : NOBODY;
  const start = {
    kind: 'start',
    by: terms.by,
    commandId: newCommandId(),
    deadlineMs: nowMs + START_DEADLINE_MS,
    party: payer,
    ...resultWaitOf(terms),
  } as const;
  if (terms.reserved) return startReserved(work, { terms, order: terms.reserved, situation, start });
  const orderNo = newOrderNo(nowMs);
  const { cpCode, gunNumber, ratedPowerW, accountMinAmountCents } = site;
  const opening = openOrder(
    {
      chargingOrderNo: orderNo,
      cpCode,
      gunNumber,
      startSource,
      party: payer,
      strategy,
      ratedPowerW,
      ...(startedAtMs !== undefined && { startedAtMs }),
    },
    {
      start: situation,
      hold: {
        accountMinAmountCents,
        availableCents: situation.account?.availableCents ?? 0n,
        prepaidCents: prepaid?.amountCents ?? null,
        sureCents: points?.sureCents ?? 0n,
      },
      nowMs,
    },
  );
  if (!opening.ok) return { ok: false, verdict: opening };
  const begun = { facts: [...opening.facts, ...promiseFacts(next, nowMs)], effects: opening.effects };
  return createOrder(work, {
    site,
    party,
    tariff,
    orderNo,
    strategy,
    startSource,
    startMessage,
    prepaid,
    opening: begun,
    firstEvent: start,
    alongside: (row) => reserveForOrder(work, row, { ...terms, points }),
  });
};

/** The charge ends before the next reservation of its gun. Whoever starts it has been told so. */
const promiseFacts = (next: NextReservation | undefined, nowMs: number): readonly OrderFact[] =>
  next === undefined || next.endByMs === null ? [] : [{ kind: 'gunPromised', reservedFromMs: next.fromMs, endByMs: next.endByMs, atMs: nowMs }];

const resultWaitOf = ({ plugWaitMs }: StartTerms) => (plugWaitMs === undefined ? {} : { resultWaitMs: START_RESULT_WAIT_MS + plugWaitMs });

interface StartJudgement {
  readonly terms: StartTerms;
  readonly order: LoadedOrder;
  readonly situation: StartSituation;
  readonly start: Start;
}

/** The party arrives at the gun that is reserved for it. Its money is held already, so only pile, gun and account are checked. */
const startReserved = async (work: OrderWork, { terms, order, situation, start }: StartJudgement): Promise<OpenedOrder> => {
  const { result, obstacle } = decideStart({ ...situation, neededCents: 0n });
  if (obstacle !== null) return { ok: false, verdict: refused('start.refused', { args: { result, obstacle } }) };
  const { verdict, ...started } = await decideOn(work, order, { event: start, startMessage: terms.startMessage });
  if (verdict.ok) await reserveForOrder(work, order.row, { ...terms, points: undefined });
  return verdict.ok ? { ok: true, order: started } : { ok: false, verdict };
};

/** What a start of this party at this gun is judged by. */
export const startSituation = async (
  tx: Tx,
  terms: Pick<StartTerms, 'site' | 'party' | 'reserved' | 'passwordMatches' | 'strategy' | 'vinAtGun' | 'mustBePlugged' | 'hasBegun' | 'prepaid'> & {
    readonly tariff: FrozenTariff | undefined;
    /** The next reservation of the gun by somebody else. */
    readonly next: NextReservation | undefined;
    /** What points surely pay of the amount of the strategy. */
    readonly sureCents?: bigint;
  },
): Promise<StartSituation> => {
  const { site, party, strategy, vinAtGun, reserved } = terms;
  const cap = (capCentsOf(strategy) ?? 0n) - (terms.sureCents ?? 0n);
  return {
    // A rate rule that cannot be frozen counts as none, because energy would flow without a price. A reservation has frozen its rule already.
    pile: {
      cpWorkStat: site.cpWorkStat,
      isPlaceOpen: site.isOpen,
      hasRatePolicy: reserved ? reserved.row.tariffSnapshotId !== null : terms.tariff !== undefined,
      currency: site.currency,
    },
    // For the party that reserved it, a gun has the state that its device reports.
    gun: {
      gunWorkStat: reserved ? site.deviceGunStat : site.gunWorkStat,
      reservedForParty: reserved !== undefined,
      isReservedSoon: reserved === undefined && terms.next?.isReservedSoon === true,
      hasLiveOrder: site.liveOrderNo !== null && reserved === undefined,
      isOutOfService: site.isOutOfService,
    },
    mustBePlugged: terms.mustBePlugged,
    hasBegun: terms.hasBegun ?? false,
    account: await payerSituation(tx, terms),
    lacksCar: lacksCar(strategy, party?.carVin ?? null, vinAtGun),
    neededCents: cap > site.accountMinAmountCents ? cap : site.accountMinAmountCents,
  };
};

/** A prepayment needs no account. Where the driver has one too, it has to be allowed to charge here. */
const payerSituation = async (
  tx: Tx,
  { site, party, reserved, passwordMatches, prepaid }: Pick<StartTerms, 'site' | 'party' | 'reserved' | 'passwordMatches' | 'prepaid'>,
): Promise<StartSituation['account']> => {
  const account = party ? await accountSituation(tx, passwordMatches, { party, site, reserved }) : null;
  if (!prepaid) return account;
  const paid = { currency: site.currency, availableCents: prepaid.amountCents, owedCents: 0n };
  if (account) return { ...account, ...paid };
  return { isEnabled: true, isLockedByErrors: false, isLocked: false, passwordMatches: null, isAdmittedHere: true, hasLiveOrder: false, ...paid };
};

const accountSituation = async (
  tx: Tx,
  passwordMatches: boolean | null,
  { party, site, reserved }: PayerInput,
): Promise<NonNullable<StartSituation['account']>> => {
  return {
    isEnabled: party.state !== 'disabled',
    isLockedByErrors: party.isLockedByErrors,
    isLocked: party.state === 'locked' && !party.isLockedByErrors,
    passwordMatches,
    isAdmittedHere: mayChargeAt(party, site),
    hasLiveOrder: !reserved && (await isChargingAlready(tx, party)),
    currency: party.currency,
    ...(await moneyOf(tx, { party, site, reserved })),
  };
};

interface PayerInput {
  readonly party: Party;
  readonly site: StartSite;
  readonly reserved: LoadedOrder | undefined;
}

/** What the party can spend, and what it owes. A reserved gun was paid for at a time when the debt was too small for a refusal. */
const moneyOf = async (tx: Tx, { party, site, reserved }: PayerInput): Promise<{ readonly availableCents: bigint; readonly owedCents: bigint }> => {
  if (reserved) return { availableCents: await orderBalanceCents(tx, reserved.row), owedCents: 0n };
  const { availableCents, owedCents } = await walletBalance(tx, { tenantId: party.tenantId, currency: party.currency, owner: party.wallet });
  return { availableCents: atMost(availableCents, site.drawMaxCents), owedCents };
};

/** A card, a car and a person charge one vehicle at a time; a company has many vehicles. */
const isChargingAlready = async (tx: Tx, { tenantId, mainPartType: type, mainPartId }: Party): Promise<boolean> => {
  if (type === mainPartType.agentCustomer) return false;
  // Two starts of one party at two guns are made to follow each other; otherwise neither would see the other's order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging ${type} ${mainPartId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ live: boolean }>`select party_is_charging(${tenantId}::int8, ${type}::int2, ${mainPartId}::int8) as live`.execute(tx);
  return rows[0]?.live ?? false;
};

/** 12 digits of time and 100 random bits, so that order numbers cannot be guessed. It fits the 32 characters of the native protocol. */
export const newOrderNo = (nowMs: number): string => `${new Date(nowMs).toISOString().slice(2, 19).replace(/\D/g, '')}${randomCode(20)}`;

/** The tariff of a gun at an instant, frozen. */
export const tariffAt = async (
  tx: Tx,
  { rateRuleId, zone, currency }: Pick<StartSite, 'rateRuleId' | 'zone' | 'currency'>,
  atMs: number,
): Promise<FrozenTariff | undefined> => (rateRuleId === null ? undefined : freezeTariff(tx, { rateRuleId, zone, currency, atMs }));
