import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions } from 'playwright-core';

/** A connection, and how many times slower than this machine the processor is. */
export interface NetworkProfile {
  readonly name: string;
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
  readonly slowdown: number;
}

export const slow4G = { name: 'a phone, slow 4G', latencyMs: 150, bytesPerSecond: 200_000, slowdown: 4 } as const;

/** The screen of a phone, for `measureLoad`. */
export const PHONE_SCREEN = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** What a first load of a page has fetched until its largest paint, and when that was. */
export interface PageLoad {
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

/** Loads a page without a cache and waits until `selector` is there. */
export const measureLoad = async (browser: Browser, url: string, { selector: shows, profile: place, ...options }: PageVisit): Promise<PageLoad> => {
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
  const load = await page.evaluate<PageLoad>(READ_PAINT);
  await context.close();
  return load;
};

const LIMIT_ROUNDS = 5;

/** The paint time of a page of the same bytes. Random hexadecimal text in a comment barely compresses. */
export const barePaintMs = async (browser: Browser, { cssBytes, otherBytes }: PageLoad, profile: NetworkProfile): Promise<number> => {
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
  for (let round = 0; round < LIMIT_ROUNDS; round += 1)
    times.push((await measureLoad(browser, `http://127.0.0.1:${port}/`, { selector: '#shown', profile })).paintMs);
  server.closeAllConnections();
  server.close();
  return times.toSorted((one, other) => one - other)[Math.floor(LIMIT_ROUNDS / 2)] ?? Number.NaN;
};

/** The loads from the quickest paint to the slowest, and the one in their midst. */
export const sortedByPaint = (loads: readonly PageLoad[]): { readonly sorted: readonly PageLoad[]; readonly median: PageLoad } => {
  const sorted = loads.toSorted((one, other) => one.paintMs - other.paintMs);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) throw new Error('nothing was measured');
  return { sorted, median };
};
