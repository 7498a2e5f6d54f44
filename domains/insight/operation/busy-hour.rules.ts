import type { BusyPart } from './operation.ts';

/** A list takes so many values of a filter. */
const IDS_MAX = 200;

/** How long guns of a tenant or of a station charged in an hour. */
export interface BusyUnit {
  readonly unitId: bigint;
  readonly busyMs: bigint;
}

/** The clock of one of its stations. */
export interface UnitClock {
  readonly unitId: bigint;
  readonly timezone: string;
}

/**
 * The busy time of an hour by clock. An hour of several clocks is not one span of time, so the orders of each are listed by themselves: by the tenants or the
 * stations with this clock. No filter of the list finds those of a tenant whose stations have several.
 */
export const busyByClock = (units: readonly BusyUnit[], clocks: readonly UnitClock[], filterBy: 'tenantId' | 'stationId'): readonly BusyPart[] => {
  const zones = [...new Set(clocks.map(({ timezone }) => timezone))].toSorted();
  const [only] = zones.length === 1 ? zones : [];
  const zoneOfUnit = new Map<bigint, string | null>();
  for (const { unitId, timezone } of clocks) zoneOfUnit.set(unitId, zoneOfUnit.has(unitId) ? null : timezone);
  const zoneOf = ({ unitId }: BusyUnit): string | null => only ?? zoneOfUnit.get(unitId) ?? null;
  return [...zones, null].flatMap((timezone): readonly BusyPart[] => {
    const own = units.filter((unit) => zoneOf(unit) === timezone);
    if (own.length === 0) return [];
    const busyMs = own.reduce((sum, unit) => sum + Number(unit.busyMs), 0);
    if (timezone === null || (only === undefined && own.length > IDS_MAX)) return [{ busyMs, orders: null }];
    return [{ busyMs, orders: { timezone, filter: only === undefined ? { [filterBy]: own.map(({ unitId }) => String(unitId)).join(',') } : {} } }];
  });
};
