import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { admit } from '#engines/order/admit.ts';
import { openOrder } from '#engines/order/open.ts';
import { mainPartType, startSource } from '#engines/order/codes.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import { capCentsOf, strategyValE2 } from '#engines/order/rules/strategy.ts';
import { decideStart } from '#engines/order/rules/start-decision.ts';
import type { StartSituation } from '#engines/order/rules/start-decision.ts';
import { orderFactsOf } from '#engines/order/merge.ts';
import { project } from '#engines/order/view.ts';
import { refused } from '#engines/order/verdict.ts';
import type { OrderEffect, Verdict } from '#engines/order/verdict.ts';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import type { Party } from '#domains/customer/server.ts';
import { mayChargeAt } from '#domains/customer/server.ts';
import { newCommandId } from '#domains/device/server.ts';
import { walletBalance } from '#domains/money/server.ts';
import { freezeTariff } from '#domains/tariff/server.ts';
import type { FrozenTariff } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { atMost, orderBalanceCents, perform } from '../lifecycle/perform-effects.server.ts';
import type { Place } from './start-site.server.ts';
import { keepFacts, saveFacts } from '../lifecycle/save-order.server.ts';
import { reservedHere } from './own-reservation.server.ts';
import { situationOf } from '../lifecycle/load-situation.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';

/** An answered start may take this long to be told; a commanded one this long to leave. */
export const START_DEADLINE_MS = 45_000;

export interface StartAsk {
  readonly place: Place;
  readonly party: Party | undefined;
  /** Null: none was asked for. */
  readonly passwordMatches: boolean | null;
  readonly strategy: Strategy;
  readonly startSource: number;
  /** `answer`: the pile asked and the reply lets it start. `command`: we tell it to. */
  readonly by: 'answer' | 'command';
  /** The pile has started by itself and tells since when. */
  readonly startedAtMs?: number;
  readonly mustBePlugged: boolean;
  readonly nowMs: number;
  readonly actor: string;
  readonly wake: Set<string>;
}

export type Opened =
  | { readonly ok: true; readonly order: LoadedOrder }
  | { readonly ok: false; readonly verdict: Extract<Verdict, { readonly ok: false }> };

/** Opens an order and lets it start, or says what stands in the way. Everything in the caller's transaction. */
export const openAndStart = async (tx: Tx, ask: StartAsk): Promise<Opened> => {
  const { place, party } = ask;
  const tariff = await tariffAt(tx, place, Math.min(ask.startedAtMs ?? ask.nowMs, ask.nowMs));
  const situation = await startSituation(tx, { ...ask, tariff });
  const reserved = await reservedHere(tx, place, party);
  if (reserved) return arrive(tx, { ask, order: reserved, situation });
  const orderNo = newOrderNo(ask.nowMs);
  const verdict = openOrder(
    {
      chargingOrderNo: orderNo,
      cpCode: place.cpCode,
      gunNumber: place.gunNumber,
      startSource: ask.startSource,
      party: party ? idOf(party) : { mainPartType: 1, mainPartId: '0' },
      strategy: ask.strategy,
      ratedPowerW: place.ratedPowerW,
      ...(ask.startedAtMs !== undefined && { startedAtMs: ask.startedAtMs }),
    },
    {
      start: situation,
      hold: { accountMinAmountCents: place.accountMinAmountCents, availableCents: situation.account?.availableCents ?? 0n, prepaidCents: null },
      nowMs: ask.nowMs,
    },
  );
  if (!verdict.ok) return { ok: false, verdict };
  const order = await insertOrder(tx, { place, party, tariff, orderNo, strategy: ask.strategy, startSource: ask.startSource, facts: verdict.facts });
  return begin(tx, { ask, order, effects: verdict.effects });
};

/** Row 3: the party comes to the gun that was kept for it. Its money is held already, so only pile, gun and account are asked. */
const arrive = async (
  tx: Tx,
  { ask, order, situation }: { readonly ask: StartAsk; readonly order: LoadedOrder; readonly situation: StartSituation },
): Promise<Opened> => {
  const { result, obstacle } = decideStart({ ...situation, neededCents: 0n });
  return obstacle === null
    ? begin(tx, { ask, order, effects: [] })
    : { ok: false, verdict: refused('start.refused', { args: { result, obstacle } }) };
};

/** The new order's hold, then its permission to start. */
const begin = async (
  tx: Tx,
  { ask, order, effects }: { readonly ask: StartAsk; readonly order: LoadedOrder; readonly effects: readonly OrderEffect[] },
): Promise<Opened> => {
  const { created } = order.facts;
  const situation = await situationOf(tx, order.row, { nowMs: ask.nowMs });
  const party = created.party ?? { mainPartType: 1, mainPartId: '0' };
  const started = admit(
    order.facts,
    { kind: 'start', by: ask.by, commandId: newCommandId(), deadlineMs: ask.nowMs + START_DEADLINE_MS, party },
    situation,
  );
  if (!started.ok) return { ok: false, verdict: started };
  const { facts, view } = await saveFacts(tx, order, { facts: started.facts, pile: situation.pile });
  await perform([...effects, ...started.effects], { tx, row: order.row, view, nowMs: ask.nowMs, actor: ask.actor, wake: ask.wake });
  return { ok: true, order: { row: order.row, facts } };
};

/** What stands between this party and this gun. */
export const startSituation = async (
  tx: Tx,
  ask: Pick<StartAsk, 'place' | 'party' | 'passwordMatches' | 'strategy' | 'mustBePlugged'> & Pick<NewOrder, 'tariff'>,
): Promise<StartSituation> => {
  const { place, party, strategy } = ask;
  const cap = capCentsOf(strategy) ?? 0n;
  const reserved = await reservedHere(tx, place, party);
  return {
    // A rule that cannot be frozen is none: energy would flow without a price. Who reserved has his frozen already.
    pile: {
      cpWorkStat: place.cpWorkStat,
      isPlaceOpen: place.isOpen,
      hasRatePolicy: reserved ? reserved.row.tariffSnapshotId !== null : ask.tariff !== undefined,
      currency: place.currency,
    },
    // To whom it is kept for, a reserved gun is what its device says.
    gun: {
      gunWorkStat: reserved ? place.deviceGunStat : place.gunWorkStat,
      reservedForParty: reserved !== undefined,
      hasLiveOrder: place.liveOrderNo !== null && reserved === undefined,
    },
    mustBePlugged: ask.mustBePlugged,
    account: party ? await accountSituation(tx, ask.passwordMatches, { party, place, reserved }) : null,
    neededCents: cap > place.accountMinAmountCents ? cap : place.accountMinAmountCents,
  };
};

const accountSituation = async (
  tx: Tx,
  passwordMatches: boolean | null,
  { party, place, reserved }: Paying,
): Promise<NonNullable<StartSituation['account']>> => {
  return {
    isEnabled: party.state !== 'disabled',
    isLockedByErrors: party.isLockedByErrors,
    isLocked: party.state === 'locked' && !party.isLockedByErrors,
    passwordMatches,
    isAdmittedHere: mayChargeAt(party, place),
    hasLiveOrder: !reserved && (await chargesAlready(tx, party)),
    currency: party.currency,
    ...(await moneyOf(tx, { party, place, reserved })),
  };
};

interface Paying {
  readonly party: Party;
  readonly place: Place;
  readonly reserved: LoadedOrder | undefined;
}

/** What the party can spend, and what it owes. A gun that is kept for it was paid for when it owed too little to be refused. */
const moneyOf = async (tx: Tx, { party, place, reserved }: Paying): Promise<{ readonly availableCents: bigint; readonly owedCents: bigint }> => {
  if (reserved) return { availableCents: await orderBalanceCents(tx, reserved.row), owedCents: 0n };
  const { availableCents, owedCents } = await walletBalance(tx, { tenantId: party.tenantId, currency: party.currency, owner: party.wallet });
  return { availableCents: atMost(availableCents, place.drawMaxCents), owedCents };
};

/** A card, a car and a person charge one car at a time; a company has many. */
const chargesAlready = async (tx: Tx, { tenantId, mainPartType: type, mainPartId }: Party): Promise<boolean> => {
  if (type === mainPartType.agentCustomer) return false;
  // Two starts of one party at two guns follow each other, or neither would see the other's order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging ${type} ${mainPartId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ live: boolean }>`select party_is_charging(${tenantId}::int8, ${type}::int2, ${mainPartId}::int8) as live`.execute(tx);
  return rows[0]?.live ?? false;
};

export const walletName = (party: Pick<Party, 'wallet'>): string => `${party.wallet.ownerType}:${party.wallet.ownerId}`;
const idOf = (party: Party) => ({ mainPartType: party.mainPartType, mainPartId: party.mainPartId });

/** 12 digits of time and 100 bits of chance: nobody guesses another's order. Fits the 32 characters of the native protocol. */
export const newOrderNo = (nowMs: number): string => `${new Date(nowMs).toISOString().slice(2, 19).replace(/\D/g, '')}${randomCode(20)}`;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomCode = (length: number): string => Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join('');

export interface NewOrder {
  readonly place: Place;
  readonly party: Party | undefined;
  /** What it is priced with; undefined only where energy has flowed already. */
  readonly tariff: FrozenTariff | undefined;
  readonly orderNo: string;
  /** By which an OCPP pile knows it already; else it gets a new one. */
  readonly transactionId?: number;
  readonly strategy: Strategy;
  readonly startSource: number;
  readonly facts: readonly OrderFact[];
}

/** What a gun charges by at an instant, frozen. */
export const tariffAt = async (tx: Tx, { rateRuleId, zone, currency }: Place, atMs: number): Promise<FrozenTariff | undefined> =>
  rateRuleId === null ? undefined : freezeTariff(tx, { rateRuleId, zone, currency, atMs });

/** Writes the row of a new order with what is frozen at its start, and its first facts. */
export const insertOrder = async (tx: Tx, order: NewOrder): Promise<LoadedOrder> => {
  const { place, party, tariff, orderNo, strategy } = order;
  const facts = orderFactsOf(order.facts);
  if (!facts) throw new Error('a new order needs its creation');
  await sql`insert into charging_order (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, transaction_id, id_tag, order_state, order_category, main_part_type, main_part_id, cust_id, cust_name,
      user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, start_source, charging_strategy_type, charging_strategy_val, rate_rule_id, tariff_snapshot_id, currency, vip_level_name, vip_discounts, wallet_owner, create_by)
    values (${place.tenantId}, ${place.agentId}, ${place.stationId}, ${place.cpCode}, ${place.gunNumber}, ${orderNo}, coalesce(${order.transactionId ?? null}::int, nextval('charging_transaction')), ${idTagOf(orderNo)}, ${project(facts).state}, ${facts.created.orderType},
      ${party?.mainPartType ?? null}, ${party?.mainPartId ?? null}, ${party?.custId ?? null}, ${party?.custName ?? null}, ${party?.userName ?? null}, ${party?.userMobile ?? null}, ${party?.icCardId ?? null}, ${party?.icCardNo ?? null},
      ${party?.carVin ?? null}, ${party?.carNum ?? null}, ${order.startSource}, ${strategy.type}, ${strategyValE2(strategy)}, ${place.rateRuleId}, ${tariff?.snapshotId ?? null}, ${place.currency},
      ${party?.vipLevelName ?? null}, ${party ? JSON.stringify(party.vipDiscounts) : null}::jsonb, ${party ? walletName(party) : null}, ${sourceName(order.startSource)})`.execute(
    tx,
  );
  return lockNew(tx, orderNo, order.facts);
};

const lockNew = async (tx: Tx, orderNo: string, facts: readonly OrderFact[]): Promise<LoadedOrder> => {
  const { rows } = await sql<{
    orderId: bigint;
    tenantId: bigint;
  }>`select charging_order_id as order_id, tenant_id from charging_order where charging_order_no = ${orderNo}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`order ${orderNo} was not kept`);
  await keepFacts(tx, { orderId: String(row.orderId), tenantId: String(row.tenantId) }, facts);
  const order = await lockOrder(tx, { orderNo });
  if (!order) throw new Error(`order ${orderNo} was not kept`);
  return order;
};

const sourceName = (source: number): string => (source === startSource.platform ? 'platform' : 'pile');
