import { createScreenReader } from '#domains/insight/server.ts';
import { openDatabase } from '#kit/db/index.ts';
import { testAddress } from '#kit/test/template.ts';
import type { BenchDatabase } from '../lists/bench-database.ts';
import { timed } from '../lists/measure.ts';

const LIMIT_MS = 200;
const READS = 40;
const PARTS = [
  { name: 'the largest tenant', tenantId: '1', stationId: null },
  { name: 'a small tenant', tenantId: '20', stationId: null },
  { name: 'a station', tenantId: '1', stationId: '1' },
] as const;

/** Reads what a big screen shows, without what other screens have read. Returns what reached the limit. */
export const measureScreens = async (bench: BenchDatabase): Promise<readonly string[]> => {
  const missed: string[] = [];
  const database = openDatabase({ url: await testAddress(bench.database().url) });
  for (const { name, ...part } of PARTS) {
    const read = () => createScreenReader({ database, clock: () => new Date() }).read(part);
    await read();
    const { p50Ms, p95Ms } = await timed(READS, read);
    console.log(`big screen of ${name}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`);
    if (p95Ms >= LIMIT_MS) missed.push(`screen of ${name}`);
  }
  await database.close();
  return missed;
};
