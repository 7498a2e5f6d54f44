import { admit } from '#engines/order/admit.ts';
import type { OrderEvent } from '#engines/order/admit.ts';
import { orderType } from '#engines/order/codes.ts';
import { gunState, pileState } from '#engines/pile/codes.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import { laterFacts, merge, orderFactsOf } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { openOrder } from '#engines/order/open.ts';
import { capCentsOf } from '#engines/order/rules/strategy.ts';
import type { Situation } from '#engines/order/situation.ts';
import type { OrderRefusal, RefusalArgs, RefusedVerdict, Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import { commandResult, startResult } from '#engines/protocol/codes.ts';
import type { TariffSnapshot } from '#engines/tariff/schedule.ts';
import { billedOf, priceUsage } from '../order/settlement/price-usage.rules.ts';
import type { ComputedBill } from '../order/settlement/price-usage.rules.ts';
import type { FinishedCharge } from './finished-charge.ts';

/** What is known at the time of the charge besides its reports. */
export interface ChargeTerms {
  readonly orderNo: string;
  /** 16 characters. */
  readonly commandId: string;
  /** SHA-256 of the end record, in hexadecimal digits. */
  readonly digest: string;
  readonly tariff: TariffSnapshot | undefined;
  /** Whether the party may charge at this place. */
  readonly isAdmittedHere: boolean;
  /** What the party can spend before it, minor units. */
  readonly availableCents: bigint;
  /** The gun's meter at the end of the charge before; null when unknown. */
  readonly lastStopMeterDwh: number | null;
}

export interface JudgedCharge {
  readonly ok: true;
  readonly facts: readonly OrderFact[];
  readonly view: OrderView;
  readonly computed: ComputedBill | null;
  /** Null where the start failed. */
  readonly endRecord: EndRecord | null;
}

export interface RefusedCharge {
  readonly ok: false;
  readonly refusal: OrderRefusal;
  readonly args: RefusalArgs;
}

const REPLY_MS = 1_500;
const RECORD_MS = 2_000;
const SETTLE_MS = 3_500;
const DEADLINE_MS = 45_000;

/**
 * Judges a finished charge by the rules of orders, event by event at the instants at which they happened, from the request to the settlement. What the
 * effects of the events would have changed for a time (commands, holds, the state of the gun) is over and left out.
 */
export const judgeCharge = (charge: FinishedCharge, terms: ChargeTerms): JudgedCharge | RefusedCharge => {
  const opening = open(charge, terms);
  const opened = opening.ok ? orderFactsOf(opening.facts) : null;
  if (!opening.ok || !opened) return refusedCharge(opening);
  const { facts, refusal } = admitAll(opened, reportedEvents(charge, terms), { charge, terms });
  if (refusal) return refusedCharge(refusal);
  const before = project(facts);
  const computed = terms.tariff === undefined ? null : priceUsage(before, { tariff: terms.tariff, samples: [], vip: charge.party.vipDiscounts });
  const settle = { event: { kind: 'settle', billed: computed && billedOf(computed) }, atMs: overAtMs(charge) + SETTLE_MS } as const;
  const settled = admitAll(facts, [settle], { charge, terms });
  if (settled.refusal) return refusedCharge(settled.refusal);
  return {
    ok: true,
    facts: [settled.facts.created, ...laterFacts(settled.facts)],
    view: project(settled.facts),
    computed,
    endRecord: endRecordOf(charge, terms),
  };
};

/** When the charge was over at its pile. */
export const overAtMs = ({ report }: FinishedCharge): number => (report.kind === 'charged' ? report.stopAtMs : report.atMs);

interface DatedEvent {
  readonly event: OrderEvent;
  readonly atMs: number;
}

const refusedCharge = (verdict: Verdict): RefusedCharge =>
  verdict.ok ? { ok: false, refusal: 'order.wrongState', args: {} } : { ok: false, refusal: verdict.refusal, args: verdict.args };

const open = (
  { site, party, startSource, strategy, requestedAtMs }: FinishedCharge,
  { orderNo, tariff, availableCents, isAdmittedHere }: ChargeTerms,
): Verdict => {
  const { cpCode, gunNumber, ratedPowerW, accountMinAmountCents, currency } = site;
  const cap = capCentsOf(strategy) ?? 0n;
  return openOrder(
    {
      chargingOrderNo: orderNo,
      cpCode,
      gunNumber,
      startSource,
      party: { mainPartType: party.mainPartType, mainPartId: party.mainPartId },
      strategy,
      ratedPowerW,
    },
    {
      start: {
        pile: { cpWorkStat: pileState.normal, isPlaceOpen: true, hasRatePolicy: tariff !== undefined, currency },
        gun: { gunWorkStat: gunState.plugged, reservedForParty: false, hasLiveOrder: false, isOutOfService: false },
        mustBePlugged: true,
        account: {
          isEnabled: party.state !== 'disabled',
          isLockedByErrors: party.isLockedByErrors,
          isLocked: party.state === 'locked',
          passwordMatches: null,
          isAdmittedHere,
          hasLiveOrder: false,
          currency: party.currency,
          availableCents,
          owedCents: 0n,
        },
        neededCents: cap > accountMinAmountCents ? cap : accountMinAmountCents,
      },
      hold: { accountMinAmountCents, availableCents, prepaidCents: null },
      nowMs: requestedAtMs,
    },
  );
};

const admitAll = (
  opened: OrderFacts,
  events: readonly DatedEvent[],
  { charge, terms }: { readonly charge: FinishedCharge; readonly terms: ChargeTerms },
): { readonly facts: OrderFacts; readonly refusal?: RefusedVerdict } => {
  let facts = opened;
  for (const { event, atMs } of events) {
    const verdict = admit(facts, event, situationAt(atMs, charge.site.cpCode, terms.lastStopMeterDwh));
    if (!verdict.ok) return { facts, refusal: verdict };
    facts = merge(facts, verdict.facts);
  }
  return { facts };
};

/** The pile is connected, and its gun serves nobody else. */
const situationAt = (nowMs: number, cpCode: string, lastStopMeterDwh: number | null): Situation => ({
  nowMs,
  pile: { cpCode, authenticated: true, epochIsCurrent: true, liveEpoch: 1, offlineSinceMs: null, marksStored: true },
  lastStopMeterDwh,
  gunWorkStat: gunState.plugged,
  gunTaken: false,
  money: null,
});

const reportedEvents = (charge: FinishedCharge, terms: ChargeTerms): readonly DatedEvent[] => {
  const { site, party, by, startSource, requestedAtMs, report } = charge;
  const { orderNo: chargingOrderNo, commandId } = terms;
  const { gunNumber } = site;
  const payer = { mainPartType: party.mainPartType, mainPartId: party.mainPartId };
  const start: DatedEvent = {
    event: { kind: 'start', by, commandId, deadlineMs: requestedAtMs + DEADLINE_MS, party: payer },
    atMs: requestedAtMs,
  };
  const sent: readonly DatedEvent[] =
    by === 'answer'
      ? []
      : [
          { event: { kind: 'startSending' }, atMs: requestedAtMs },
          { event: { kind: 'startReply', commandId, result: commandResult.success }, atMs: requestedAtMs + REPLY_MS },
        ];
  const shared = { kind: 'startResult', chargingOrderNo, gunNumber, startSource, fromStore: false } as const;
  if (report.kind === 'failed')
    return [
      start,
      ...sent,
      { event: { ...shared, startResult: report.result, startAtMs: report.atMs, startMeterDwh: report.meterDwh }, atMs: report.atMs },
    ];
  const { startAtMs, startMeterDwh, startSoc, vin, stopAtMs } = report;
  const started: DatedEvent = {
    event: {
      ...shared,
      startResult: startResult.success,
      startAtMs,
      startMeterDwh,
      ...(startSoc !== null && { startSoc }),
      ...(vin !== null && { vin }),
    },
    atMs: startAtMs,
  };
  const ended = endRecordOf(charge, terms);
  return [start, ...sent, started, ...(ended ? [{ event: ended, atMs: stopAtMs + RECORD_MS }] : [])];
};

/** The pile's record of the charge; null where the start failed. */
const endRecordOf = ({ site, startSource, report }: FinishedCharge, { orderNo: chargingOrderNo, digest }: ChargeTerms): EndRecord | null => {
  if (report.kind === 'failed') return null;
  const { startAtMs, stopAtMs, startMeterDwh, energyDwh, startSoc, stopSoc, slotEnergyDwh, stopReason, vin } = report;
  return {
    kind: 'endRecord',
    chargingOrderNo,
    gunNumber: site.gunNumber,
    orderType: orderType.online,
    startSource,
    startAtMs,
    stopAtMs,
    startMeterDwh,
    stopMeterDwh: startMeterDwh + energyDwh,
    energyDwh,
    stopReason,
    checkCode: 'ok',
    digest,
    fromStore: false,
    ...(startSoc !== null && { startSoc }),
    ...(stopSoc !== null && { stopSoc }),
    ...(slotEnergyDwh && { slotEnergyDwh }),
    ...(vin !== null && { vin }),
  };
};
