import { describe, expect, test } from 'vitest';
import { dayText, localDate } from '#engines/time/calendar.ts';
import { carModels } from '../model/car.ts';
import { stations } from '../demo/data/places.ts';
import { isHoliday } from './demand.ts';
import { demoMeterDwh, type PastDriver, type PastGun, type PastNetwork } from './network.ts';
import { planPast, type PlannedCharge } from './plan.ts';
import { pastPlaces } from './places.ts';

const HOUR_MS = 3_600_000;
const [model] = carModels;
if (!model) throw new Error('there is no model of car');

const guns: readonly PastGun[] = stations.flatMap((station) =>
  station.piles.flatMap((group, index) =>
    Array.from({ length: group.count * group.gunCount }, (_, at): PastGun => {
      const cpCode = `${station.code}-${index}-${Math.floor(at / group.gunCount)}`;
      const { kind, protocol } = group;
      return {
        stationId: station.key,
        cpCode,
        gunNumber: (at % group.gunCount) + 1,
        kind,
        protocol,
        maxW: (group.kilowatt * 1_000) / group.gunCount,
        lastMeterDwh: demoMeterDwh(cpCode),
      };
    }),
  ),
);
const network: PastNetwork = {
  stations: stations.map(({ key, tenant, place }) => ({ stationId: key, tenantId: tenant, zone: place.timezone, ...pastPlaces(place.stationName) })),
  guns,
  drivers: ['huadong', 'rhein'].flatMap((tenantId) =>
    Array.from({ length: 25 }, (_, n): PastDriver => ({
      key: `${tenantId} ${n}`,
      tenantId,
      area: tenantId === 'rhein' ? 'rhein' : n % 8 < 4 ? 'west' : 'south',
      by: (['card', 'phone', 'car', 'company'] as const)[n % 4] ?? 'card',
      vin: n % 4 === 3 ? '' : `LX${n}`,
      model,
      weight: 1 + (n % 3),
      isShared: n % 4 === 3,
    })),
  ),
};
const untilMs = Date.UTC(2026, 10, 27, 8, 30);

const seeds = [1, 77];
describe.each(seeds)('the past of seed %i', (seed) => {
  const parts = planPast(network, { seed, days: 400, untilMs });
  const charges = parts.flatMap((part) => part.charges.map((charge) => ({ ...charge, day: part.day })));

  test('has a hundred charges on each whole day, and more from year to year', () => {
    const perDay = new Map<string, number>();
    for (const { day } of charges) perDay.set(day, (perDay.get(day) ?? 0) + 1);
    const days = [...perDay].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    expect(days).toHaveLength(401);
    expect(Math.min(...days.slice(0, -1))).toBeGreaterThanOrEqual(100);
    const mean = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean(days.slice(-60, -1))).toBeGreaterThan(1.15 * mean(days.slice(0, 60)));
  });

  test('serves one car at a time at each gun, and one charge of each driver', () => {
    const overlaps = (keyOf: (charge: PlannedCharge) => string | undefined): number => {
      const ends = new Map<string, number>();
      return charges
        .toSorted((a, b) => a.requestedAtMs - b.requestedAtMs)
        .filter((charge) => {
          const key = keyOf(charge);
          if (key === undefined) return false;
          const isOverlap = (ends.get(key) ?? 0) > charge.requestedAtMs;
          ends.set(key, charge.stopAtMs);
          return isOverlap;
        }).length;
    };
    expect(overlaps(({ gun }) => `${gun.cpCode}/${gun.gunNumber}`)).toBe(0);
    expect(overlaps(({ driver }) => (driver.isShared ? undefined : driver.key))).toBe(0);
  });

  test('frees each gun after its charge and before the next, and cars stay longer where they charge slowly', () => {
    for (const gun of guns) {
      const own = charges.filter((charge) => charge.gun === gun).toSorted((a, b) => a.startAtMs - b.startAtMs);
      const wrong = own.filter(({ startResult, stopAtMs, unpluggedAtMs }, index) => {
        if (startResult !== 0 || unpluggedAtMs === null) return startResult === 0 || unpluggedAtMs !== null;
        return unpluggedAtMs < stopAtMs || unpluggedAtMs >= (own[index + 1]?.requestedAtMs ?? untilMs);
      });
      expect(wrong).toEqual([]);
    }
    const stays = (isFast: boolean) =>
      charges.flatMap(({ gun, stopAtMs, unpluggedAtMs }) =>
        unpluggedAtMs !== null && (gun.kind === 'dc') === isFast ? unpluggedAtMs - stopAtMs : [],
      );
    const meanMs = (of: readonly number[]): number => of.reduce((sum, ms) => sum + ms, 0) / of.length;
    expect(meanMs(stays(true))).toBeGreaterThan(60_000);
    expect(meanMs(stays(false))).toBeGreaterThan(2 * meanMs(stays(true)));
  });

  test('runs the meters without a gap to what they show now', () => {
    for (const gun of guns) {
      const own = charges.filter((charge) => charge.gun === gun).toSorted((a, b) => a.startAtMs - b.startAtMs);
      const next = [...own.slice(1).map(({ startMeterDwh }) => startMeterDwh), gun.lastMeterDwh];
      expect(own.map(({ startMeterDwh, energyDwh }) => startMeterDwh + energyDwh)).toEqual(own.length === 0 ? [] : next);
      expect(own[0]?.startMeterDwh ?? 0).toBeGreaterThanOrEqual(0);
    }
  });

  test('delivers what its guns can, and tells each half hour exactly', () => {
    for (const { gun, energyDwh, startAtMs, stopAtMs, slotEnergyDwh } of charges) {
      expect(energyDwh / 10).toBeLessThanOrEqual((gun.maxW * (stopAtMs - startAtMs + 1_000)) / HOUR_MS);
      expect(slotEnergyDwh?.reduce((sum, energy) => sum + energy, 0) ?? energyDwh).toBe(energyDwh);
    }
  });

  test('is over by its end, on the days that it names', () => {
    expect(Math.max(...charges.map(({ stopAtMs }) => stopAtMs))).toBeLessThan(untilMs);
    for (const { day, stationId, charges: own } of parts) {
      const zone = network.stations.find((station) => station.stationId === stationId)?.zone ?? '';
      expect(new Set(own.map(({ requestedAtMs }) => dayText(localDate(requestedAtMs, zone))))).toEqual(new Set(own.length > 0 ? [day] : []));
    }
  });

  test('has failed starts, faults and refunds, and holidays that differ', () => {
    const share = (of: (charge: PlannedCharge) => boolean): number => charges.filter(of).length / charges.length;
    expect(share(({ startResult }) => startResult !== 0)).toBeCloseTo(0.03, 2);
    expect(share(({ stopReason }) => stopReason >= 160)).toBeCloseTo(0.012, 2);
    expect(share(({ refundShare }) => refundShare !== null)).toBeCloseTo(0.011, 2);
    const office = parts.filter(({ stationId }) => stationId === 'zhangjiang');
    const mean = (some: typeof office): number => some.reduce((sum, part) => sum + part.charges.length, 0) / some.length;
    const off = office.filter(({ day }) => isHoliday({ text: day }, 'Asia/Shanghai'));
    expect(off.length).toBeGreaterThan(10);
    expect(mean(off)).toBeLessThan(0.7 * mean(office));
  });
});

test('the same arguments give the same past', () => {
  expect(planPast(network, { seed: 3, days: 5, untilMs })).toEqual(planPast(network, { seed: 3, days: 5, untilMs }));
  expect(planPast(network, { seed: 4, days: 5, untilMs })).not.toEqual(planPast(network, { seed: 3, days: 5, untilMs }));
});
