import type { Rng } from '#engines/protocol/codec/kind.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { dayStartMs, dayText, localDate } from '#engines/time/calendar.ts';
import { pickWeighted, seedOf } from '../model/random.ts';
import { chargeOf, type PastCharge } from './charge.ts';
import { chargesOfDay, dayFactor, hourWeights, isHoliday, type PastDay } from './demand.ts';
import type { PastDriver, PastGun, PastNetwork, PastStation } from './network.ts';

/** A charge of the past with its place, its driver and the meter at its start, 0.1 Wh. */
export interface PlannedCharge extends PastCharge {
  readonly gun: PastGun;
  readonly driver: PastDriver;
  readonly startMeterDwh: number;
}

/** What happened at one station on one of its local days, oldest first. */
export interface PastPart {
  readonly day: string;
  readonly stationId: string;
  readonly charges: readonly PlannedCharge[];
}

export interface PastSpan {
  readonly seed: number;
  /** How many whole days before the one that contains `untilMs`. */
  readonly days: number;
  /** Everything of the past is over by then. */
  readonly untilMs: number;
}

/**
 * The past of a network, day by day and station by station, oldest first: the same for the same arguments. A gun and a driver serve one charge at a time,
 * and the meters of the guns run without a gap to the values that they show now.
 */
export const planPast = (network: PastNetwork, span: PastSpan): readonly PastPart[] => {
  const street: Street = { rng: seededRng(seedOf('past', span.seed)), span, busyUntilMs: new Map() };
  const days = Array.from({ length: span.days + 1 }, (_, index) => ({ back: span.days - index, progress: span.days === 0 ? 1 : index / span.days }));
  const drafts = days.flatMap(({ back, progress }) => dayOf(network, street, { back, progress }));
  return withLaterCharges(drafts, span.untilMs - MARGIN_MS);
};

interface Street {
  readonly rng: Rng;
  readonly span: PastSpan;
  /** By gun and by driver. */
  readonly busyUntilMs: Map<string, number>;
}

type DraftCharge = Omit<PlannedCharge, 'startMeterDwh'>;
interface DraftPart extends Omit<PastPart, 'charges'> {
  readonly charges: readonly DraftCharge[];
}

interface StationDay {
  readonly station: PastStation;
  readonly day: PastDay;
  readonly startsAtMs: number;
  readonly isHoliday: boolean;
}

const dayOf = (
  { stations, guns, drivers }: PastNetwork,
  street: Street,
  { back, progress }: { readonly back: number; readonly progress: number },
) => {
  const places = stations.map((station): StationDay => stationDay(station, street.span.untilMs, { back, progress }));
  const [first] = places;
  if (!first) return [];
  const total = chargesOfDay(first.day, street.rng);
  const weights = places.map(({ station, day, isHoliday: free }) => station.weight * dayFactor(station.surroundings, day, free));
  const sum = weights.reduce((left, weight) => left + weight, 0);
  return places.map((place, index): DraftPart => {
    const arrivals = arrivalsOf(street.rng, place, Math.ceil((total * (weights[index] ?? 0)) / sum));
    const at = guns.filter(({ stationId }) => stationId === place.station.stationId);
    const known = drivers.filter(({ tenantId, area }) => tenantId === place.station.tenantId && area === place.station.area);
    const charges = arrivals.flatMap((atMs) => visit(street, { place, guns: at, drivers: known, atMs }) ?? []);
    return { day: place.day.text, stationId: place.station.stationId, charges };
  });
};

const stationDay = (station: PastStation, untilMs: number, { back, progress }: { readonly back: number; readonly progress: number }): StationDay => {
  const { zone } = station;
  const { day, ...month } = localDate(untilMs, zone);
  const startsAtMs = dayStartMs({ ...month, day: day - back }, zone);
  const date = localDate(startsAtMs, zone);
  const text = dayText(date);
  const weekday = new Date(`${text}T00:00:00Z`).getUTCDay();
  return { station, startsAtMs, day: { text, weekday, month: date.month, progress }, isHoliday: isHoliday({ text }, zone) };
};

const HOUR_MS = 3_600_000;

/** When cars come, by the hours of the day, oldest first. */
const arrivalsOf = (rng: Rng, { station, day, startsAtMs, isHoliday: free }: StationDay, count: number): readonly number[] => {
  const isWorkday = day.weekday >= 1 && day.weekday <= 5 && !free;
  const weighted = hourWeights(station.surroundings, isWorkday).map((weight, hour) => [weight, hour] as const);
  const arrivals = Array.from({ length: count }, () => startsAtMs + Math.round(((pickWeighted(rng, weighted) ?? 12) + rng()) * HOUR_MS));
  return arrivals.toSorted((a, b) => a - b);
};

/** Who cannot charge at once waits, or comes again later. */
const WAIT_MS = 13 * 60_000;
const WAITS_MAX = 8;
/** Between two cars at a gun, and between two charges of a driver. */
const PAUSE_MS = 4 * 60_000;
const MARGIN_MS = 5 * 60_000;
/** From the one car's leaving to the next one's request. */
const CHANGE_MS = 60_000;

interface VisitPlace {
  readonly place: StationDay;
  readonly guns: readonly PastGun[];
  readonly drivers: readonly PastDriver[];
  readonly atMs: number;
}

const visit = (street: Street, { place, guns, drivers, atMs }: VisitPlace): DraftCharge | undefined => {
  const { rng, busyUntilMs, span } = street;
  const { zone } = place.station;
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const cameMs = atMs + waits * WAIT_MS;
    if (dayText(localDate(cameMs, zone)) !== place.day.text) return undefined;
    const gun = pickWeighted(
      rng,
      guns.filter((free) => (busyUntilMs.get(gunKey(free)) ?? 0) < cameMs).map((free) => [pullOf[free.kind], free] as const),
    );
    const driver = pickWeighted(
      rng,
      drivers.filter(({ key }) => (busyUntilMs.get(key) ?? 0) < cameMs).map((free) => [free.weight, free] as const),
    );
    if (!gun || !driver) continue;
    const charge = chargeOf(rng, { gun, driver, atMs: cameMs, zone, month: place.day.month });
    if (charge.stopAtMs > span.untilMs - MARGIN_MS) return undefined;
    busyUntilMs.set(gunKey(gun), charge.stopAtMs + PAUSE_MS);
    if (!driver.isShared) busyUntilMs.set(driver.key, charge.stopAtMs + PAUSE_MS);
    return { ...charge, gun, driver };
  }
  return undefined;
};

/** Most cars want to go on soon. */
const pullOf = { dc: 3, ac1: 1, ac3: 1 } as const;

const gunKey = ({ cpCode, gunNumber }: Pick<PastGun, 'cpCode' | 'gunNumber'>): string => `${cpCode}/${gunNumber}`;

/**
 * What depends on the charges after it: the meter, which is known now, and the cable, which is out before the next car comes. From the newest to the
 * oldest.
 */
const withLaterCharges = (drafts: readonly DraftPart[], untilMs: number): readonly PastPart[] => {
  const meters = new Map<string, number>();
  const nextRequestsMs = new Map<string, number>();
  return drafts
    .toReversed()
    .map(({ charges, ...part }): PastPart => ({
      ...part,
      charges: charges
        .toSorted((a, b) => b.startAtMs - a.startAtMs)
        .map((charge): PlannedCharge => {
          const key = gunKey(charge.gun);
          const startMeterDwh = (meters.get(key) ?? charge.gun.lastMeterDwh) - charge.energyDwh;
          meters.set(key, startMeterDwh);
          const nextMs = nextRequestsMs.get(key);
          const freeByMs = nextMs === undefined ? untilMs : nextMs - CHANGE_MS;
          nextRequestsMs.set(key, charge.requestedAtMs);
          return { ...charge, startMeterDwh, unpluggedAtMs: charge.unpluggedAtMs === null ? null : Math.min(charge.unpluggedAtMs, freeByMs) };
        })
        .toReversed(),
    }))
    .toReversed();
};
