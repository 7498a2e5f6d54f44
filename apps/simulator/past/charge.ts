import { startSource, strategyType } from '#engines/order/codes.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { Rng } from '#engines/protocol/codec/kind.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { startResult } from '#engines/protocol/codes.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { cutAtSlots, SLOT_COUNT } from '#engines/time/slots.ts';
import { between, pickOne, pickWeighted, seedOf, wholeBetween } from '../model/random.ts';
import { energyFactor } from './demand.ts';
import type { PastDriver, PastGun } from './network.ts';

/** What happened from the request to the end. Energy in 0.1 Wh. */
export interface PastCharge {
  readonly requestedAtMs: number;
  readonly by: 'answer' | 'command';
  readonly startSource: number;
  readonly strategy: Strategy;
  /** Whether it started, or why it failed. */
  readonly startResult: number;
  readonly startAtMs: number;
  readonly stopAtMs: number;
  /** When the driver took the cable out; null where the start failed. */
  readonly unpluggedAtMs: number | null;
  readonly energyDwh: number;
  readonly startSoc: number | null;
  readonly stopSoc: number | null;
  readonly slotEnergyDwh: readonly number[] | null;
  readonly stopReason: number;
  readonly vin: string | null;
  /** The share of the bill that an operator gives back later; null for most. */
  readonly refundShare: number | null;
}

interface Arrival {
  readonly gun: PastGun;
  readonly driver: PastDriver;
  readonly atMs: number;
  readonly zone: string;
  /** 1 to 12. */
  readonly month: number;
}

const FAILURE_SHARE = 0.03;
const FAULT_SHARE = 0.012;
const REFUND_SHARE = 0.007;
const FAULT_REFUND_SHARE = 0.35;
/** Faults of BMS, insulation and contactors. */
const startFaults = [161, 163, 170, 182] as const;
const stopFaults = [stopReason.emergencyStop, stopReason.powerLoss, stopReason.restarted] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The mean of the power over a charge, relative to the highest. */
const TAPER = { dc: 0.7, ac1: 0.94, ac3: 0.94 } as const;
const DWH_PER_WH = 10;
const AC_HOURS_MAX = 9;

/** One charge of a driver at a gun. */
export const chargeOf = (rng: Rng, arrival: Arrival): PastCharge => {
  const { gun, driver, atMs, zone, month } = arrival;
  const start = startOf(rng, arrival);
  const startAtMs = atMs + wholeBetween(rng, 9, 38) * 1_000;
  const vin = gun.kind === 'dc' && driver.vin !== '' ? driver.vin : null;
  const shared = { ...start, requestedAtMs: atMs, startAtMs, vin, refundShare: null };
  if (rng() < FAILURE_SHARE)
    return {
      ...shared,
      strategy: { type: strategyType.untilFull },
      startResult: pickOne(rng, startFaults) ?? startFaults[0],
      stopAtMs: startAtMs,
      unpluggedAtMs: null,
      energyDwh: 0,
      startSoc: null,
      stopSoc: null,
      slotEnergyDwh: null,
      stopReason: 0,
    };
  const power = powerOf(gun, driver) * TAPER[gun.kind] * between(rng, 0.9, 1);
  const startSoc = wholeBetween(rng, 12, gun.kind === 'dc' ? 55 : 70);
  const wantedSoc = wholeBetween(rng, Math.max(startSoc + 8, 60), 97);
  const isFault = rng() < FAULT_SHARE;
  const wantedWh = (driver.model.capacityWh * (wantedSoc - startSoc) * energyFactor(month)) / 100;
  const longestWh = power * (gun.kind === 'dc' ? 1.6 : AC_HOURS_MAX * between(rng, 0.4, 1));
  const energyWh = Math.min(wantedWh, longestWh) * (isFault ? between(rng, 0.05, 0.7) : 1);
  const energyDwh = Math.max(1_000, Math.round(energyWh * DWH_PER_WH));
  const stopAtMs = startAtMs + Math.max(2 * MINUTE_MS, Math.round((energyDwh / DWH_PER_WH / power) * HOUR_MS));
  const stopSoc = Math.min(100, Math.round(startSoc + (energyDwh / DWH_PER_WH / driver.model.capacityWh) * 100 * (gun.kind === 'dc' ? 0.97 : 0.9)));
  const ending = isFault
    ? { strategy: { type: strategyType.untilFull } as const, stopReason: pickOne(rng, stopFaults) ?? stopReason.powerLoss }
    : endingOf(rng, { energyDwh, stopSoc });
  return {
    ...shared,
    ...ending,
    startResult: startResult.success,
    stopAtMs,
    unpluggedAtMs: stopAtMs + (ending.stopReason === stopReason.unplugged ? 0 : stayMs(gun, startAtMs)),
    energyDwh,
    // A single-phase car does not tell its battery.
    startSoc: gun.kind === 'dc' ? startSoc : null,
    stopSoc: gun.kind === 'dc' ? stopSoc : null,
    slotEnergyDwh: gun.protocol === 'ocpp16' ? null : slotsOf({ startAtMs, stopAtMs, energyDwh, zone }),
    refundShare: rng() < (isFault ? FAULT_REFUND_SHARE : REFUND_SHARE) ? between(rng, 0.1, 0.6) : null,
  };
};

/** How long a car stays after its charge: most leave a fast gun soon, and where a charge takes hours some come back late. */
const stayMs = (gun: PastGun, startAtMs: number): number => {
  const rng = seededRng(seedOf(`stay ${gun.cpCode}/${gun.gunNumber}`, startAtMs));
  const { meanMs, longestMs } = STAY[gun.kind === 'dc' ? 'fast' : 'slow'];
  return Math.min(longestMs, Math.round(-Math.log(1 - rng()) * meanMs));
};
const STAY = {
  fast: { meanMs: 7 * MINUTE_MS, longestMs: HOUR_MS },
  slow: { meanMs: 40 * MINUTE_MS, longestMs: 5 * HOUR_MS },
} as const;

/** How the driver starts, which depends on what the pile can ask. */
const startOf = (rng: Rng, { gun, driver }: Arrival): Pick<PastCharge, 'by' | 'startSource'> => {
  const atPile = (source: number) => ({ by: 'answer', startSource: source }) as const;
  const afar = (source: number) => ({ by: 'command', startSource: source }) as const;
  if (gun.protocol === 'v1.0' || driver.by === 'company') return afar(startSource.platform);
  switch (driver.by) {
    case 'card':
      return rng() < 0.9 ? atPile(startSource.card) : afar(startSource.platform);
    case 'car':
      return gun.protocol === 'native' && gun.kind === 'dc' ? atPile(startSource.vin) : afar(startSource.platform);
    case 'phone':
      return afar(rng() < 0.7 ? startSource.app : startSource.weChat);
  }
};

/** The power at the beginning of a charge. */
const powerOf = ({ kind, maxW }: PastGun, { model }: PastDriver): number => {
  if (kind === 'dc') return Math.min(maxW, model.dcMaxA * model.cells * 3.4);
  return Math.min(maxW, (kind === 'ac3' ? model.acPhases : 1) * model.acMaxA * 230);
};

const endingOf = (
  rng: Rng,
  { energyDwh, stopSoc }: { readonly energyDwh: number; readonly stopSoc: number },
): Pick<PastCharge, 'strategy' | 'stopReason'> => {
  switch (pickWeighted(rng, endings)) {
    case 'energy':
      return { strategy: { type: strategyType.byEnergy, energyDwh: Math.ceil(energyDwh / 100) * 100 }, stopReason: stopReason.energyReached };
    case 'soc':
      return { strategy: { type: strategyType.bySoc, soc: Math.max(1, stopSoc) }, stopReason: stopReason.socReached };
    case 'unplugged':
      return { strategy: { type: strategyType.untilFull }, stopReason: stopReason.unplugged };
    case 'remote':
      return { strategy: { type: strategyType.untilFull }, stopReason: stopReason.remote };
    default:
      return { strategy: { type: strategyType.untilFull }, stopReason: stopReason.manual };
  }
};
const endings = [
  [22, 'energy'],
  [30, 'soc'],
  [18, 'unplugged'],
  [16, 'remote'],
  [14, 'manual'],
] as const;

/** The energy by half hour of the local day, as a pile counts it: more at the beginning than at the end. The sum is exact. */
const slotsOf = ({
  startAtMs,
  stopAtMs,
  energyDwh,
  zone,
}: {
  startAtMs: number;
  stopAtMs: number;
  energyDwh: number;
  zone: string;
}): readonly number[] => {
  const slots = Array.from({ length: SLOT_COUNT }, () => 0);
  const lasted = stopAtMs - startAtMs;
  /** The share of the energy that was delivered by an instant, while the power falls by a third from start to stop. */
  const shareBy = (atMs: number): number => {
    const part = (atMs - startAtMs) / lasted;
    return part * 1.2 - part * part * 0.2;
  };
  let deliveredDwh = 0;
  for (const { slot, toMs } of cutAtSlots({ fromMs: startAtMs, toMs: stopAtMs, zone })) {
    const byThenDwh = toMs >= stopAtMs ? energyDwh : Math.round(energyDwh * shareBy(toMs));
    slots[slot] = (slots[slot] ?? 0) + byThenDwh - deliveredDwh;
    deliveredDwh = byThenDwh;
  }
  return slots;
};
