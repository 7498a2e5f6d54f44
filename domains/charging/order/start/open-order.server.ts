import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { START_RESULT_WAIT_MS } from '#engines/order/bounds.ts';
import { openOrder } from '#engines/order/open.ts';
import { mainPartType } from '#engines/order/codes.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import { capCentsOf } from '#engines/order/rules/strategy.ts';
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
import type { Tx } from '#kit/db/index.ts';
import { createOrder, decideOn } from '../lifecycle/decide.server.ts';
import type { OpenedOrder } from '../lifecycle/decide.server.ts';
import { atMost, orderBalanceCents } from '../lifecycle/order-balance.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import type { StartSite } from './start-site.server.ts';

/** An answered start may take this long to be told; a commanded one this long to leave. */
export const START_DEADLINE_MS = 45_000;

/** Who wants to charge where, and how. */
export interface StartTerms {
  readonly site: StartSite;
  readonly party: Party | undefined;
  /** The order by which the gun is reserved for this very party. */
  readonly reserved: LoadedOrder | undefined;
  /** Null: none was asked for. */
  readonly passwordMatches: boolean | null;
  readonly strategy: Strategy;
  readonly startSource: number;
  /** `answer`: the pile asked and the reply lets it start. `command`: we tell it to. */
  readonly by: 'answer' | 'command';
  /** The pile has started by itself and tells since when. */
  readonly startedAtMs?: number;
  /** What an OCPP pile sent when it started by itself. */
  readonly startSaid?: string;
  readonly mustBePlugged: StartSituation['mustBePlugged'];
  /** Nothing is plugged in, and the pile waits so long for it. */
  readonly plugWaitMs?: number;
  /** The pile has started by itself already and tells of it. */
  readonly hasBegun?: boolean;
}

const NOBODY = { mainPartType: mainPartType.phoneUser, mainPartId: '0' } as const;

/** Opens an order and lets it start, or says what stands in the way. Everything in the caller's transaction. */
export const openAndStart = async (work: OrderWork, terms: StartTerms): Promise<OpenedOrder> => {
  const { site, party, startedAtMs, startSaid, strategy, startSource } = terms;
  const { nowMs } = work;
  const tariff = await tariffAt(work.tx, site, begunAtMs(startedAtMs ?? nowMs, nowMs));
  const situation = await startSituation(work.tx, { ...terms, tariff });
  const payer = party ? { mainPartType: party.mainPartType, mainPartId: party.mainPartId } : NOBODY;
  const start = {
    kind: 'start',
    by: terms.by,
    commandId: newCommandId(),
    deadlineMs: nowMs + START_DEADLINE_MS,
    party: payer,
    ...waitOf(terms),
  } as const;
  if (terms.reserved) return arrive(work, { terms, order: terms.reserved, situation, start });
  const orderNo = newOrderNo(nowMs);
  const { cpCode, gunNumber, ratedPowerW, accountMinAmountCents } = site;
  const opened = openOrder(
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
    { start: situation, hold: { accountMinAmountCents, availableCents: situation.account?.availableCents ?? 0n, prepaidCents: null }, nowMs },
  );
  if (!opened.ok) return { ok: false, verdict: opened };
  return createOrder(work, { site, party, tariff, orderNo, strategy, startSource, startSaid, opened, firstEvent: start });
};

const waitOf = ({ plugWaitMs }: StartTerms) => (plugWaitMs === undefined ? {} : { resultWaitMs: START_RESULT_WAIT_MS + plugWaitMs });

interface StartJudgement {
  readonly terms: StartTerms;
  readonly order: LoadedOrder;
  readonly situation: StartSituation;
  readonly start: Start;
}

/** Row 3: the party comes to the gun that is reserved for it. Its money is held already, so only pile, gun and account are asked. */
const arrive = async (work: OrderWork, { terms, order, situation, start }: StartJudgement): Promise<OpenedOrder> => {
  const { result, obstacle } = decideStart({ ...situation, neededCents: 0n });
  if (obstacle !== null) return { ok: false, verdict: refused('start.refused', { args: { result, obstacle } }) };
  const { verdict, ...started } = await decideOn(work, order, { event: start, startSaid: terms.startSaid });
  return verdict.ok ? { ok: true, order: started } : { ok: false, verdict };
};

/** What stands between this party and this gun. */
export const startSituation = async (
  tx: Tx,
  terms: Pick<StartTerms, 'site' | 'party' | 'reserved' | 'passwordMatches' | 'strategy' | 'mustBePlugged' | 'hasBegun'> & {
    readonly tariff: FrozenTariff | undefined;
  },
): Promise<StartSituation> => {
  const { site, party, strategy, reserved } = terms;
  const cap = capCentsOf(strategy) ?? 0n;
  return {
    // A rule that cannot be frozen is none: energy would flow without a price. Who reserved has his frozen already.
    pile: {
      cpWorkStat: site.cpWorkStat,
      isPlaceOpen: site.isOpen,
      hasRatePolicy: reserved ? reserved.row.tariffSnapshotId !== null : terms.tariff !== undefined,
      currency: site.currency,
    },
    // To whom it is kept for, a reserved gun is what its device says.
    gun: {
      gunWorkStat: reserved ? site.deviceGunStat : site.gunWorkStat,
      reservedForParty: reserved !== undefined,
      hasLiveOrder: site.liveOrderNo !== null && reserved === undefined,
      isOutOfService: site.isOutOfService,
    },
    mustBePlugged: terms.mustBePlugged,
    hasBegun: terms.hasBegun ?? false,
    account: party ? await accountSituation(tx, terms.passwordMatches, { party, site, reserved }) : null,
    neededCents: cap > site.accountMinAmountCents ? cap : site.accountMinAmountCents,
  };
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
    hasLiveOrder: !reserved && (await chargesAlready(tx, party)),
    currency: party.currency,
    ...(await moneyOf(tx, { party, site, reserved })),
  };
};

interface PayerInput {
  readonly party: Party;
  readonly site: StartSite;
  readonly reserved: LoadedOrder | undefined;
}

/** What the party can spend, and what it owes. A gun that is kept for it was paid for when it owed too little to be refused. */
const moneyOf = async (tx: Tx, { party, site, reserved }: PayerInput): Promise<{ readonly availableCents: bigint; readonly owedCents: bigint }> => {
  if (reserved) return { availableCents: await orderBalanceCents(tx, reserved.row), owedCents: 0n };
  const { availableCents, owedCents } = await walletBalance(tx, { tenantId: party.tenantId, currency: party.currency, owner: party.wallet });
  return { availableCents: atMost(availableCents, site.drawMaxCents), owedCents };
};

/** A card, a car and a person charge one car at a time; a company has many. */
const chargesAlready = async (tx: Tx, { tenantId, mainPartType: type, mainPartId }: Party): Promise<boolean> => {
  if (type === mainPartType.agentCustomer) return false;
  // Two starts of one party at two guns follow each other, or neither would see the other's order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging ${type} ${mainPartId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ live: boolean }>`select party_is_charging(${tenantId}::int8, ${type}::int2, ${mainPartId}::int8) as live`.execute(tx);
  return rows[0]?.live ?? false;
};

/** 12 digits of time and 100 bits of chance: nobody guesses another's order. Fits the 32 characters of the native protocol. */
export const newOrderNo = (nowMs: number): string => `${new Date(nowMs).toISOString().slice(2, 19).replace(/\D/g, '')}${randomCode(20)}`;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomCode = (length: number): string => Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join('');

/** What a gun charges by at an instant, frozen. */
export const tariffAt = async (
  tx: Tx,
  { rateRuleId, zone, currency }: Pick<StartSite, 'rateRuleId' | 'zone' | 'currency'>,
  atMs: number,
): Promise<FrozenTariff | undefined> => (rateRuleId === null ? undefined : freezeTariff(tx, { rateRuleId, zone, currency, atMs }));
