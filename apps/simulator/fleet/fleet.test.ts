import { describe, expect, it } from 'vitest';
import { startPlatform } from '../testing/platform.ts';
import { LatencyGauge } from './gauge.ts';
import { runFleet } from './fleet.ts';

describe('a fleet', () => {
  it.each(['native', 'ocpp16'] as const)('charges car after car over %s, and its journal is what the platform has', async (protocol) => {
    const platform = await startPlatform();
    const gauge = new LatencyGauge();
    const piles = Array.from({ length: 6 }, (_, n) => platform.pile({ protocol, cpCode: `CP0000000${n}`, gunCount: 2, gauge }));
    const fleet = runFleet({
      piles,
      charges: 40,
      chargeMs: [20, 60],
      restMs: [0, 10],
      untilTaken: true,
      visitor: (pile, gunNumber) => ({ by: 'card', account: `${pile.facts.cpCode}${gunNumber}` }),
    });
    const { charges, refusals, journal } = await fleet.done;
    expect(charges).toBe(40);
    expect([...refusals]).toEqual([]);
    expect(journal).toHaveLength(40);
    expect(platform.backend.ended.size).toBe(40);
    for (const entry of journal) {
      const [record] = platform.backend.ended.get(protocol === 'native' ? entry.orderNo : String(entry.transactionId)) ?? [];
      expect(record).toBeDefined();
      expect(Math.abs((record?.stopMeterDwh ?? 0) - (entry.stopMeterDwh ?? 0))).toBeLessThanOrEqual(protocol === 'native' ? 0 : 5);
      expect(record?.slotEnergyDwh).toEqual(protocol === 'native' ? entry.slotDwh : undefined);
    }
    expect(gauge.count).toBeGreaterThan(120);
    expect(gauge.silent).toBe(0);
  });

  it('stops when it is told to, and counts who was refused', async () => {
    const platform = await startPlatform();
    platform.backend.accountResult = 2;
    const piles = [platform.pile({ protocol: 'native' })];
    const fleet = runFleet({ piles, chargeMs: [10, 10], restMs: [0, 1], visitor: () => ({ by: 'card', account: 'C1' }) });
    await piles[0]?.waitFor(() => (fleet.sum().refusals.get(2) ?? 0) > 0, 5_000);
    fleet.stop();
    const sum = await fleet.done;
    expect(sum.charges).toBe(0);
    expect(sum.journal).toEqual([]);
  });
});

describe('a gauge', () => {
  it('knows within what time a share of the answers came, to a tenth', () => {
    const gauge = new LatencyGauge();
    for (let ms = 1; ms <= 1_000; ms += 1) gauge.answered(ms);
    gauge.unanswered();
    expect(gauge.count).toBe(1_000);
    expect(gauge.silent).toBe(1);
    expect(Math.abs(gauge.within(0.5) / 500 - 1)).toBeLessThan(0.12);
    expect(Math.abs(gauge.within(0.95) / 950 - 1)).toBeLessThan(0.12);
    gauge.reset();
    expect(gauge.within(0.5)).toBe(0);
  });
});
