/**
 * How soon a list is shown to a browser without a cache, on a desktop and on a phone, beside the demo network: `npm run build && npm run
 * bench:first-page`. The limit, measured in the same run: a page of the same bytes in one stylesheet and one script, which draws one word.
 */
import { openBrowser } from '#kit/test/browser.ts';
import { barePaintMs, measureLoad, slow4G, sortedByPaint } from './browser/page-load.ts';
import type { NetworkProfile, PageLoad } from './browser/page-load.ts';
import { signInToDemo, startDemo } from './demo-product.ts';

const PAGES = ['/network/station', '/network/pile'] as const;
const ROUNDS = 5;
/** With the target for the largest paint. */
const PROFILES: readonly (NetworkProfile & { readonly targetMs: number })[] = [
  { name: 'a desktop, 10 Mbit/s', latencyMs: 20, bytesPerSecond: 1_250_000, slowdown: 1, targetMs: 800 },
  { ...slow4G, targetMs: 2_800 },
];
/** The latest time of the first paint on the desktop, even if it shows only that the page is loading. */
const FIRST_PAINT_MAX_MS = 150;

const demo = await startDemo();
const { origin } = demo;
const browser = await openBrowser('measurement');
try {
  const storageState = await signInToDemo(browser, origin);
  const metLimits: boolean[] = [];
  for (const place of PROFILES) metLimits.push(await meetsLimits(place, storageState));
  process.exitCode = metLimits.includes(false) ? 1 : 0;
} finally {
  await browser.close();
  await demo.stop();
}

/** Measures ten first loads with one profile; true if they met their limits. */
async function meetsLimits(profile: (typeof PROFILES)[number], storageState: Awaited<ReturnType<typeof signInToDemo>>): Promise<boolean> {
  const loads: PageLoad[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const page of PAGES)
      loads.push(await measureLoad(browser, `${origin}/#${page}`, { selector: '.co-table tbody tr[data-row-key]', storageState, profile }));
  const { sorted, median } = sortedByPaint(loads);
  const firsts = loads.map(({ firstMs }) => firstMs).toSorted((one, other) => one - other);
  const firstMs = firsts[Math.floor(firsts.length / 2)] ?? Number.NaN;
  const limitMs = await barePaintMs(browser, median, profile);
  console.log(`${profile.name}: largest paint of ${loads.length} first loads ${sorted.map(({ paintMs }) => paintMs.toFixed(0)).join(', ')} ms`);
  console.log(
    `  ${median.requests} requests, ${((median.cssBytes + median.otherBytes) / 1024).toFixed(0)} KiB; the same bytes in two files ${limitMs.toFixed(0)} ms`,
  );
  const isMet = median.paintMs <= profile.targetMs && (profile.slowdown > 1 || firstMs <= FIRST_PAINT_MAX_MS);
  console.log(
    `  first paint ${firstMs.toFixed(0)} ms; largest, median ${median.paintMs.toFixed(0)} ms, ${(median.paintMs / limitMs).toFixed(1)} of the limit, of ${profile.targetMs} ms: ${isMet ? 'kept' : 'missed'}`,
  );
  return isMet;
}
