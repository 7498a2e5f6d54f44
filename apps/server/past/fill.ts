import { freezeFormerTariff } from '#domains/tariff/server.ts';
import type { FormerPrices } from '#domains/tariff/server.ts';
import { beginPast, enterParts, hasEarlierOrders, openParts, pastParties, pastPlaces, pastProgress, readPastRun } from '#domains/charging/server.ts';
import type {
  EnteredCharges,
  FinishedCharge,
  OpenPart,
  PartToEnter,
  PastPlace,
  PastProgress,
  PastRun,
  RefundedCharge,
} from '#domains/charging/server.ts';
import type { Party } from '#domains/customer/resources.ts';
import { enterUnplugs } from '#domains/insight/server.ts';
import type { Unplug } from '#domains/insight/server.ts';
import { partyCode } from '#domains/money/server.ts';
import { mainPartType } from '#engines/order/codes.ts';
import { startResult as startResults } from '#engines/protocol/codes.ts';
import { rateType } from '#engines/tariff/codes.ts';
import { parseScaled } from '#kit/fields/scaled.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { rechargeAmounts } from '#apps/simulator/demo/data/people.ts';
import { planPast } from '#apps/simulator/past/plan.ts';
import type { PastPart, PlannedCharge } from '#apps/simulator/past/plan.ts';
import { connectedGroups } from './connected-groups.ts';
import { networkOf, partyKey } from './network.ts';

export interface FillOptions {
  readonly seed: number;
  /** Whole days. */
  readonly days: number;
  readonly log: (line: string) => void;
  /** Waits between two parts, so that those who use the network come first. */
  readonly pause: () => Promise<void>;
  readonly nowMs: () => number;
}

/** These days stand first. */
const NEWEST_DAYS = 7;
/** So many days of all stations of a group are entered in one transaction. */
const DAYS_TOGETHER = 3;
const HOUR_MS = 3_600_000;
/** Charges that began before this many days cost other prices, in percent of the present ones. */
const formerPrices: readonly { readonly beforeDays: number; readonly percents: FormerPrices }[] = [
  { beforeDays: 300, percents: { [rateType.electricity]: 104n, [rateType.service]: 85n } },
  { beforeDays: 150, percents: { [rateType.electricity]: 97n, [rateType.service]: 92n } },
];
const DAY_MS = 86_400_000;
/** The wallets of a past are filled with more at a time than those of the living network. */
const RECHARGE_TIMES = 4n;
const ACTOR = 'demo';

interface Filling {
  readonly database: Database;
  readonly log: FillOptions['log'];
  readonly run: PastRun;
  readonly places: ReadonlyMap<string, PastPlace>;
  readonly parties: ReadonlyMap<string, Party>;
  readonly planned: ReadonlyMap<string, PastPart>;
}

interface GroupFilling extends Filling {
  /** Of frozen prices, by rule and time. Each group of stations has its own, because what another's transaction stores is not to be read before its commit. */
  readonly snapshotIds: Map<string, string>;
}

/**
 * Enters the past of the demo, the last week first; what was entered before stays, and the rest follows. A network that has orders of its own from
 * earlier gets no past. Returns how many charges were entered.
 */
export const fillPast = async (database: Database, options: FillOptions): Promise<number> => {
  const { log, nowMs } = options;
  const filling = await prepare(database, options);
  if (!filling) return 0;
  const parts = await inSystem(database, (tx) => openParts(tx, NEWEST_DAYS));
  const begunMs = nowMs();
  const newest = [...new Set([...filling.planned.values()].map(({ day }) => day))].toSorted().at(-NEWEST_DAYS) ?? '';
  const isOfLastWeek = ({ day }: OpenPart): boolean => day >= newest;
  const entered = await enterAll(filling, parts.filter(isOfLastWeek), options);
  const earlier = parts.filter((part) => !isOfLastWeek(part));
  if (earlier.length > 0) log(`the last week stands after ${seconds(nowMs() - begunMs)} s: ${entered} charges`);
  const tellTenths = tenthsTeller(await inSystem(database, pastProgress), log);
  const enteredEarlier = await enterAll(filling, earlier, { ...options, onEntered: (part) => tellTenths(planOf(filling, part).length, part.day) });
  if (parts.length > 0) log(`the past of ${filling.run.days} days stands after ${seconds(nowMs() - begunMs)} s: ${entered + enteredEarlier} charges`);
  return entered + enteredEarlier;
};

interface EnterOptions extends Pick<FillOptions, 'pause'> {
  readonly onEntered?: (part: OpenPart) => void;
}

/**
 * Enters parts and returns how many charges they had. Stations at which nobody pays from the same wallet share no balance and no sum, so the parts of
 * each group of stations follow one another beside those of the others: while the database books for one, charges of another are judged. An error ends
 * all of them.
 */
const enterAll = async (filling: Filling, parts: readonly OpenPart[], { pause, onEntered }: EnterOptions): Promise<number> => {
  const failures: unknown[] = [];
  let entered = 0;
  const enterInTurn = async (own: readonly OpenPart[]): Promise<void> => {
    const group: GroupFilling = { ...filling, snapshotIds: new Map() };
    for (const together of togetherOf(own)) {
      if (failures.length > 0) return;
      const done = await enterTogether(group, together);
      entered += done.orders;
      for (const part of done.parts) onEntered?.(part);
      await pause();
    }
  };
  await Promise.all(partsByGroup(filling, parts).map((own) => enterInTurn(own).catch((error: unknown) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
  return entered;
};

/** Parts of one station, or with charges from one wallet, are in one group. */
const partsByGroup = (filling: Filling, parts: readonly OpenPart[]): readonly (readonly OpenPart[])[] =>
  connectedGroups(parts, (part) => [
    `station:${part.stationId}`,
    ...planOf(filling, part).flatMap(({ driver }) => {
      const party = filling.parties.get(driver.key);
      return party ? [partyCode(party.wallet)] : [];
    }),
  ]);

/** Tells each tenth of the past that stands. */
const tenthsTeller = ({ entered, total }: PastProgress, log: FillOptions['log']) => {
  let standing = entered;
  let told = 0;
  return (charges: number, day: string): void => {
    standing += charges;
    const tenths = Math.floor((standing / Math.max(1, total)) * 10);
    if (tenths > told) log(`${tenths * 10} % of the past stands, up to ${day}`);
    told = Math.max(told, tenths);
  };
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const prepare = async (database: Database, { seed, days, nowMs, log }: FillOptions): Promise<Filling | undefined> => {
  const known = await inSystem(database, readPastRun);
  if (!known && (days === 0 || (await inSystem(database, (tx) => hasEarlierOrders(tx, new Date(nowMs() - HOUR_MS)))))) return undefined;
  const run = known ?? { seed, days, untilMs: nowMs() };
  const [sites, parties] = await inSystem(database, async (tx) => [await pastPlaces(tx), await pastParties(tx)] as const);
  const planned = planPast(networkOf(sites, parties), run);
  if (!known)
    await inSystem(database, (tx) =>
      beginPast(
        tx,
        run,
        planned.map(({ day, stationId, charges }) => ({ day, stationId, chargeCount: charges.length })),
      ),
    );
  return {
    database,
    log,
    run,
    places: new Map(sites.map((site) => [`${site.cpCode}/${site.gunNumber}`, site])),
    parties: new Map(parties.map((party) => [partyKey(party), party])),
    planned: new Map(planned.map((part) => [`${part.day} ${part.stationId}`, part])),
  };
};

const planOf = ({ planned }: Filling, { day, stationId }: OpenPart): readonly PlannedCharge[] => planned.get(`${day} ${stationId}`)?.charges ?? [];

/** Parts in their order, in pieces of so many days: what all charges of a transaction share is written once, and they follow one another in time at all stations. */
const togetherOf = (parts: readonly OpenPart[]): readonly (readonly OpenPart[])[] => {
  const days = [...new Set(parts.map(({ day }) => day))];
  const pieces = Array.from(
    { length: Math.ceil(days.length / DAYS_TOGETHER) },
    (_, piece) => new Set(days.slice(piece * DAYS_TOGETHER, (piece + 1) * DAYS_TOGETHER)),
  );
  return pieces.map((piece) => parts.filter(({ day }) => piece.has(day)));
};

interface EnteredParts {
  readonly parts: readonly OpenPart[];
  readonly orders: number;
}

/** Enters parts in one transaction, and each by itself if that fails. What cannot be entered is told and left open, and the others follow. */
const enterTogether = async (filling: GroupFilling, parts: readonly OpenPart[]): Promise<EnteredParts> => {
  try {
    return { parts, orders: (await enterAtOnce(filling, parts)).orders.length };
  } catch (error) {
    // Those that the failed transaction stored are gone.
    filling.snapshotIds.clear();
    const [part] = parts;
    if (parts.length <= 1) {
      filling.log(`${part?.day} of station ${part?.stationId} could not be entered: ${error instanceof Error ? error.message : String(error)}`);
      return { parts: [], orders: 0 };
    }
  }
  const done: EnteredParts[] = [];
  for (const part of parts) done.push(await enterTogether(filling, [part]));
  return { parts: done.flatMap((each) => each.parts), orders: done.reduce((sum, { orders }) => sum + orders, 0) };
};

const enterAtOnce = async (filling: GroupFilling, parts: readonly OpenPart[]): Promise<EnteredCharges> => {
  const { database, run, log } = filling;
  const toEnter = parts.map((part): PartToEnter => ({
    ...part,
    charges: planOf(filling, part).flatMap((charge) => finished(filling, charge) ?? []),
  }));
  const entered = await inSystem(
    database,
    async (tx) => {
      const orders = await enterParts(tx, {
        parts: toEnter,
        untilMs: run.untilMs,
        actor: ACTOR,
        tariffOf: (charge) => tariffOf(tx, charge, filling),
        rechargeOf: rechargeFor,
      });
      await enterUnplugs(tx, unplugsOf(orders));
      return orders;
    },
    { idempotent: true },
  );
  const [refused] = entered.refused;
  if (refused)
    log(`${entered.refused.length} charges of ${parts[0]?.day} were refused, the first by ${refused.refusal} ${JSON.stringify(refused.args)}`);
  return entered;
};

const unplugsOf = ({ orders }: EnteredCharges): readonly Unplug[] =>
  orders.flatMap(({ charge: { report }, orderId }) => (report.kind === 'charged' ? { orderId, atMs: report.unpluggedAtMs } : []));

const finished = ({ places, parties }: Filling, planned: PlannedCharge): RefundedCharge | undefined => {
  const site = places.get(`${planned.gun.cpCode}/${planned.gun.gunNumber}`);
  const party = parties.get(planned.driver.key);
  if (!site || !party) return undefined;
  const { requestedAtMs, by, startSource, strategy, refundShare } = planned;
  const refundReason = site.zone === 'Europe/Berlin' ? 'Kulanz: Ladevorgang unterbrochen' : '充电中断补偿';
  return { site, party, requestedAtMs, by, startSource, strategy, report: reportOf(planned), refundShare, refundReason };
};

const reportOf = (planned: PlannedCharge): RefundedCharge['report'] => {
  const { startResult, startAtMs, stopAtMs, unpluggedAtMs, startMeterDwh, energyDwh, startSoc, stopSoc, slotEnergyDwh, stopReason, vin } = planned;
  if (startResult !== startResults.success) return { kind: 'failed', result: startResult, atMs: startAtMs, meterDwh: startMeterDwh };
  return {
    kind: 'charged',
    startAtMs,
    stopAtMs,
    unpluggedAtMs: unpluggedAtMs ?? stopAtMs,
    startMeterDwh,
    energyDwh,
    startSoc,
    stopSoc,
    slotEnergyDwh,
    stopReason,
    vin,
  };
};

/** The prices at the time of the charge. What they are depends only on how long ago it was, because a snapshot has the prices of all months. */
const tariffOf = async (tx: Tx, { site, requestedAtMs }: FinishedCharge, { run, snapshotIds }: GroupFilling): Promise<string | undefined> => {
  const { rateRuleId, zone, currency } = site;
  if (rateRuleId === null) return undefined;
  const step = formerPrices.findIndex(({ beforeDays }) => requestedAtMs < run.untilMs - beforeDays * DAY_MS);
  const key = `${rateRuleId} ${zone} ${step}`;
  const known = snapshotIds.get(key);
  if (known !== undefined) return known;
  const frozen = await freezeFormerTariff(tx, { rateRuleId, zone, currency, atMs: requestedAtMs }, formerPrices[step]?.percents ?? {});
  if (frozen) snapshotIds.set(key, frozen.snapshotId);
  return frozen?.snapshotId;
};

const CREDIT_CARD = 3;
const WECHAT = 2;
const CASH = 0;

const rechargeFor = ({ currency, wallet, mainPartType: type }: Party) => {
  const amounts = currency === 'EUR' ? rechargeAmounts.rhein : rechargeAmounts.huadong;
  const isCompany = wallet.ownerType === 'customer' && type !== mainPartType.phoneUser;
  const amount = isCompany
    ? amounts.company
    : wallet.ownerType === 'customer'
      ? amounts.person
      : wallet.ownerType === 'card'
        ? amounts.card
        : amounts.car;
  return {
    leastCents: BigInt(amounts.low) * 100n,
    amountCents: centsOf(amount) * (isCompany ? 1n : RECHARGE_TIMES),
    payMethod: isCompany ? CREDIT_CARD : currency === 'EUR' ? CASH : WECHAT,
  } as const;
};

const centsOf = (amount: string): bigint => {
  const parsed = parseScaled(amount, 2);
  if (typeof parsed !== 'bigint') throw new Error(`${amount} is no amount`);
  return parsed;
};
