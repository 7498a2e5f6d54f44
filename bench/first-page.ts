/**
 * How soon a list is shown to a browser without a cache, on a desktop and on a phone, beside the demo network: `npm run build && npm run
 * bench:first-page`. The limit, measured in the same run: a page of the same bytes in one stylesheet and one script, which draws one word.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '#kit/test/browser.ts';
import { signInToDemo, startDemo } from './demo-product.ts';

const PAGES = ['/network/station', '/network/pile'] as const;
const ROUNDS = 5;
/** A connection, how many times slower than this machine the processor is, and the target for the largest paint. */
interface NetworkProfile {
  readonly name: string;
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
  readonly slowdown: number;
  readonly targetMs: number;
}
const PROFILES: readonly NetworkProfile[] = [
  { name: 'a desktop, 10 Mbit/s', latencyMs: 20, bytesPerSecond: 1_250_000, slowdown: 1, targetMs: 800 },
  { name: 'a phone, slow 4G', latencyMs: 150, bytesPerSecond: 200_000, slowdown: 4, targetMs: 2_800 },
];
/** The latest time of the first paint on the desktop, even if it shows only that the page is loading. */
const FIRST_PAINT_MAX_MS = 150;

interface Load {
  readonly firstMs: number;
  readonly paintMs: number;
  readonly requests: number;
  readonly cssBytes: number;
  readonly otherBytes: number;
}

/** Runs in the page, when the expected element is there: reads the largest paint, and what was fetched until then. */
const READ_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  const paintMs = list.getEntries().at(-1).startTime;
  const [{ startTime: firstMs }] = performance.getEntriesByName('first-contentful-paint');
  const fetched = performance.getEntriesByType('resource').filter((each) => each.startTime < paintMs);
  const bytes = (some) => some.reduce((sum, each) => sum + each.encodedBodySize, 0);
  const css = fetched.filter((each) => each.name.endsWith('.css'));
  resolve({ firstMs, paintMs, requests: fetched.length, cssBytes: bytes(css), otherBytes: bytes(fetched) - bytes(css) });
}).observe({ type: 'largest-contentful-paint', buffered: true }))`;

interface PageVisit extends BrowserContextOptions {
  readonly selector: string;
  readonly profile: NetworkProfile;
}

const measureLoad = async (browser: Browser, url: string, { selector: shows, profile: place, ...options }: PageVisit): Promise<Load> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const speed = { downloadThroughput: place.bytesPerSecond, uploadThroughput: place.bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: place.latencyMs, ...speed });
  await session.send('Emulation.setCPUThrottlingRate', { rate: place.slowdown });
  await page.goto(url);
  await page.locator(shows).first().waitFor();
  // A larger paint may follow the first row.
  await page.waitForTimeout(500);
  const load = await page.evaluate<Load>(READ_PAINT);
  await context.close();
  return load;
};

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
async function meetsLimits(profile: NetworkProfile, storageState: Awaited<ReturnType<typeof signInToDemo>>): Promise<boolean> {
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const page of PAGES)
      loads.push(await measureLoad(browser, `${origin}/#${page}`, { selector: '.co-table tbody tr[data-row-key]', storageState, profile }));
  const sorted = loads.toSorted((one, other) => one.paintMs - other.paintMs);
  const [median = loads[0]] = sorted.slice(Math.floor(sorted.length / 2));
  if (!median) throw new Error('nothing was measured');
  const firsts = loads.map(({ firstMs }) => firstMs).toSorted((one, other) => one - other);
  const firstMs = firsts[Math.floor(firsts.length / 2)] ?? Number.NaN;
  const limitMs = await barePaintMs(median, profile);
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

/** The paint time of a page of the same bytes. Random hexadecimal text in a comment barely compresses. */
async function barePaintMs({ cssBytes, otherBytes }: Load, profile: NetworkProfile): Promise<number> {
  const incompressibleComment = (bytes: number) => `/*${randomBytes(bytes / 2).toString('hex')}*/`;
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html', '<!doctype html><link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>'],
    '/a.css': ['text/css', incompressibleComment(cssBytes)],
    '/a.js': [
      'text/javascript',
      `${incompressibleComment(otherBytes)}document.body.innerHTML = '<p id="shown">A word that stands for the page</p>';`,
    ],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.setHeader('content-type', type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push((await measureLoad(browser, `http://127.0.0.1:${port}/`, { selector: '#shown', profile })).paintMs);
  server.closeAllConnections();
  server.close();
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}
