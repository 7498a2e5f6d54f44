import { describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '#kit/test/patience.ts';
import { startPlatform } from '../testing/platform.ts';
import { LatencyHistogram } from './latency-histogram.ts';
import { runFleet } from './fleet.ts';

describe('a fleet', () => {
  it.each(['native', 'ocpp16'] as const)('charges car after car over %s, and its journal is what the platform has', async (protocol) => {
    const platform = await startPlatform();
    const latencies = new LatencyHistogram();
    const piles = Array.from({ length: 6 }, (_, n) => platform.pile({ protocol, cpCode: `CP0000000${n}`, gunCount: 2, latencies }));
    const fleet = runFleet({
      piles,
      charges: 40,
      chargeMs: [20, 60],
      restMs: [0, 10],
      untilAcknowledged: true,
      visitor: (pile, gunNumber) => ({ by: 'card', account: `${pile.facts.cpCode}${gunNumber}` }),
    });
    const { charges, refusals, journal } = await fleet.done;
    expect(charges).toBe(40);
    expect([...refusals]).toEqual([]);
    expect(journal).toHaveLength(40);
    expect(platform.backend.endRecords.size).toBe(40);
    for (const entry of journal) {
      const [record] = platform.backend.endRecords.get(protocol === 'native' ? entry.orderNo : String(entry.transactionId)) ?? [];
      expect(record).toBeDefined();
      expect(Math.abs((record?.stopMeterDwh ?? 0) - (entry.stopMeterDwh ?? 0))).toBeLessThanOrEqual(protocol === 'native' ? 0 : 5);
      expect(record?.slotEnergyDwh).toEqual(protocol === 'native' ? entry.slotDwh : undefined);
    }
    expect(latencies.count).toBeGreaterThan(120);
    expect(latencies.unansweredCount).toBe(0);
  });

  it('stops when it is told to, and counts who was refused', async () => {
    const platform = await startPlatform();
    platform.backend.accountResult = 2;
    const piles = [platform.pile({ protocol: 'native' })];
    const fleet = runFleet({ piles, chargeMs: [10, 10], restMs: [0, 1], visitor: () => ({ by: 'card', account: 'C1' }) });
    await piles[0]?.waitFor(() => (fleet.result().refusals.get(2) ?? 0) > 0, PATIENCE_MS);
    fleet.stop();
    const sum = await fleet.done;
    expect(sum.charges).toBe(0);
    expect(sum.journal).toEqual([]);
  });
});

describe('a latency histogram', () => {
  it('knows within what time a share of the answers came, to a tenth', () => {
    const latencies = new LatencyHistogram();
    for (let ms = 1; ms <= 1_000; ms += 1) latencies.answered(ms);
    latencies.unanswered();
    expect(latencies.count).toBe(1_000);
    expect(latencies.unansweredCount).toBe(1);
    expect(Math.abs(latencies.quantileMs(0.5) / 500 - 1)).toBeLessThan(0.12);
    expect(Math.abs(latencies.quantileMs(0.95) / 950 - 1)).toBeLessThan(0.12);
    latencies.reset();
    expect(latencies.quantileMs(0.5)).toBe(0);
  });
});
