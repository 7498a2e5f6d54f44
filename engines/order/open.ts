import type { EndRecord, StartResult } from '#engines/protocol/device.ts';
import { endRecordFact, recordRefusal } from './admit/end-record.ts';
import { refuseDevice } from './admit/binding.ts';
import { admitStartResult } from './admit/start-result.ts';
import { SESSION_MAX_MS } from './bounds.ts';
import { orderType, type Party, startSource, type StopCause, strategyType } from './codes.ts';
import type { CreatedFact, OrderFact } from './facts.ts';
import { begunAtMs } from './rules/clock.ts';
import { holdAtStart, type HoldTerms } from './rules/hold.ts';
import { onlyCreated, orderFactsOf } from './merge.ts';
import type { Situation } from './situation.ts';
import { decideStart, type StartObstacle, type StartSituation } from './rules/start-decision.ts';
import type { Strategy } from './rules/strategy.ts';
import { accept, exception, refused, type OrderEffect, type Verdict } from './verdict.ts';
import { project } from './view.ts';
import { accountType, startRequestResult } from '../protocol/codes.ts';

/** The frozen terms of a new order. */
export interface OrderTerms {
  readonly chargingOrderNo: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly startSource: number;
  readonly party: Party;
  readonly strategy: Strategy;
  readonly ratedPowerW: number;
  /** Set where the pile started by itself and reports since when; otherwise the creation counts. */
  readonly startedAtMs?: number;
}

export interface Opening {
  readonly start: StartSituation;
  readonly hold: Omit<HoldTerms, 'strategy'>;
  readonly nowMs: number;
}

/** Transition row 1: a new order at state 0 with its hold, or the reason against it (args `result`: the code sent to the pile). */
export const openOrder = (terms: OrderTerms, { start, hold, nowMs }: Opening): Verdict => {
  const { result, obstacle } = decideStart(start);
  if (obstacle !== null) return refused('start.refused', { args: { result, obstacle } });
  const holdResult = holdAtStart({ ...hold, strategy: terms.strategy });
  if ('missingCents' in holdResult)
    return refused('money.insufficient', { args: { result: startRequestResult.insufficient, missingCents: holdResult.missingCents } });
  const { startedAtMs, ...frozen } = terms;
  const created: CreatedFact = {
    kind: 'created',
    ...frozen,
    orderType: orderType.online,
    notBeforeMs: begunAtMs(startedAtMs ?? nowMs, nowMs),
    atMs: nowMs,
  };
  return accept([created], holdResult.cents > 0n ? [{ do: 'hold', toCents: holdResult.cents }] : []);
};

/** What the caller knows about an end record whose order is unknown. */
export interface UnknownOrder {
  readonly chargingOrderNo: string;
  /** The owner of the card or VIN in the record; null when unknown. */
  readonly party: Party | null;
  readonly ratedPowerW: number;
}

/** An end record without an order becomes an offline order at state 3 where somebody can be billed, otherwise an orphan at 9. */
export const openFromEndRecord = (record: EndRecord, { chargingOrderNo, party, ratedPowerW }: UnknownOrder, situation: Situation): Verdict => {
  const { nowMs: atMs, pile } = situation;
  if (!pile.authenticated) return refuseDevice('device.unauthenticated', pile.cpCode);
  if (!pile.epochIsCurrent) return refuseDevice('device.staleEpoch', pile.cpCode);
  const startAtMs = record.startAtMs ?? record.stopAtMs;
  const refusal = recordRefusal(record, {
    startAtMs,
    startMeterDwh: record.startMeterDwh ?? null,
    ratedPowerW: record.startAtMs === undefined ? Number.MAX_SAFE_INTEGER : ratedPowerW,
  });
  if (refusal) return refuseDevice(refusal, record.digest);
  const created: CreatedFact = {
    kind: 'created',
    chargingOrderNo,
    cpCode: pile.cpCode,
    gunNumber: record.gunNumber,
    party,
    ratedPowerW,
    atMs,
    orderType: record.orderType === orderType.recalled ? orderType.recalled : orderType.offline,
    startSource: record.startSource ?? offlineSource(record),
    strategy: { type: 9 },
    // A stored order can be days old, but one that ends in the future or far in the past shows that the clock was wrong.
    notBeforeMs: begunAtMs(startAtMs, atMs, record.stopAtMs - startAtMs),
  };
  const fact = endRecordFact(onlyCreated(created), record, situation);
  const orphan: readonly OrderFact[] =
    party === null
      ? [{ kind: 'flagOpened', flag: 'orphan', sinceMs: record.stopAtMs, detail: record.account?.account ?? record.vin ?? '', atMs }]
      : [];
  return accept([created, fact, ...orphan], openingEffects([created, fact, ...orphan]));
};

/** What is known of a gun that charges without an order, at the time an order is created for it. */
export interface FoundCharging extends Omit<UnknownOrder, 'party'> {
  readonly cpCode: string;
  readonly gunNumber: number;
  /** First and last report, by the platform's clock. */
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly energyDwh: number | null;
  /** The reason for stopping it and the person who requests the stop; null where it may continue until its record arrives. */
  readonly stop: { readonly cause: StopCause; readonly by: string | null } | null;
}

/** Creates an offline order at state 9 for a gun that charges without an order (engines/pile/ghost.ts). The start of the charge is unknown. */
export const openFoundCharging = (ghost: FoundCharging, nowMs: number): Verdict => {
  const { sinceMs, lastMs, energyDwh, stop, ...terms } = ghost;
  const created: CreatedFact = {
    kind: 'created',
    ...terms,
    party: null,
    orderType: orderType.offline,
    startSource: startSource.unknown,
    strategy: { type: 9 },
    notBeforeMs: sinceMs - SESSION_MAX_MS,
    atMs: nowMs,
  };
  const progress = { firstAtMs: sinceMs, lastAtMs: lastMs, heardMs: lastMs, flowHeardMs: lastMs, energyDwh, meterDwh: null, soc: null };
  const stops: readonly OrderFact[] = stop === null ? [] : [{ kind: 'stopRequested', ...stop, atMs: nowMs }];
  const facts: readonly OrderFact[] = [
    created,
    { kind: 'flagOpened', flag: 'ghost', sinceMs, detail: '', atMs: nowMs },
    { kind: 'progress', ...progress },
    ...stops,
  ];
  const effects: readonly OrderEffect[] = stop === null ? [] : [{ do: 'sendStop', cause: stop.cause }];
  return accept(facts, [exception('ghost', '', true), ...effects]);
};

/** A start that a pile reported after the fact, and why it was refused. */
export interface RefusedStart extends Omit<UnknownOrder, 'party'> {
  readonly startReport: StartResult;
  /** The card or account as the pile names it. */
  readonly idTag: string;
  readonly obstacle: StartObstacle;
  /** The result code sent to the pile. */
  readonly result: number;
}

/**
 * Creates an order at state 9 with everything the start reported. Samples and the end record are assigned to it, and it is billed
 * once a payer is found.
 */
export const openRefusedStart = (refusedStart: RefusedStart, situation: Situation): Verdict => {
  const { startReport, idTag, obstacle, result, ...terms } = refusedStart;
  const { nowMs: atMs, pile } = situation;
  const created: CreatedFact = {
    kind: 'created',
    ...terms,
    cpCode: pile.cpCode,
    gunNumber: startReport.gunNumber,
    party: null,
    orderType: orderType.online,
    startSource: startReport.startSource,
    strategy: { type: strategyType.untilFull },
    notBeforeMs: begunAtMs(startReport.fromStore ? startReport.startAtMs : atMs, atMs),
    atMs,
  };
  const detail = { says: 'startRefused', idTag, obstacle, result } as const;
  const flag: OrderFact = { kind: 'flagOpened', flag: 'startRefused', sinceMs: atMs, detail, atMs };
  const set = orderFactsOf([created, flag]);
  const started = set && admitStartResult(set, startReport, situation);
  if (!started?.ok) return started ?? refused('order.wrongState');
  return accept([created, flag, ...started.facts], [exception('startRefused', detail, true), ...started.effects]);
};

const openingEffects = (facts: readonly OrderFact[]): readonly OrderEffect[] => {
  const set = orderFactsOf(facts);
  if (!set) return [];
  const view = project(set);
  const flagged = view.abnormalReason === null ? [] : [exception(view.abnormalReason, '', true)];
  return [...flagged, ...(view.settleDue ? [{ do: 'settle' } as const] : [])];
};

const offlineSource = ({ account, vin }: EndRecord): number => {
  if (account?.accountType === accountType.card) return startSource.offlineCard;
  return account?.accountType === accountType.vin || vin !== undefined ? startSource.offlineVin : startSource.offlineOther;
};
