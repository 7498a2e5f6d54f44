/**
 * A big screen for an hour beside the demo network: `npm run build && npm run bench:big-screen -- [--minutes 60]`. A browser opens it by its own
 * address and turns from view to view. Each minute its connections are counted, and the memory of its process is read each three seconds. What the page
 * holds after a collection of garbage is compared with the same after its first five minutes: DevTools are attached for these two moments, and at no other
 * time, because a wall has none. Then the frames of each view are counted while its panels appear, the server is started anew, and at last started without
 * anyone who simulates the network, so that nothing changes. The limit, measured in the same run: the processor time of a page that shows only a clock.
 * Exits 1 if a limit is missed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { signIn } from '#apps/simulator/demo/api.ts';
import { custLanguage } from '#domains/customer/resources.ts';
import { bigScreenApi } from '#domains/insight/resources.ts';
import { tenantApi } from '#domains/network/resources.ts';
import type { HeapUse } from './browser/held-memory.ts';
import { openKiosk } from './browser/kiosk.ts';
import type { Kiosk } from './browser/kiosk.ts';
import { startDemo } from './demo-product.ts';
import type { Demo } from './demo-product.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const LIMITS = { growth: 0.1, framesEachS: 55, restShare: 0.1, backMs: 30_000 } as const;
/** Views differ in what they draw, and each holds more while it appears, so samples are taken in all parts of a turn. */
const SAMPLE_MS = 3_000;
const SAMPLES_EACH_MINUTE = 60_000 / SAMPLE_MS;
/** Minutes, in each of which the page has turned to each of its three views. */
const COMPARED = 5;
/** After a collection the browser gives memory back within seconds. */
const COLLECTED_MS = 10_000;
/** After a restart, until nothing of it goes on. */
const SETTLED_MS = 60_000;
const TURN_S = 20;
const REST_MS = 60_000;
const ANIMATED_MS = 2_000;
const MB = 1024 * 1024;

interface Minute {
  /** The mean of its samples. */
  readonly pageBytes: number;
  readonly connections: number;
}

const demo = await startDemo();
const kiosk = await openKiosk(`${demo.origin}${await screenPath(demo)}`);
const openedMs = performance.now();
try {
  const missed = await measure();
  console.log(missed.length === 0 ? 'within all limits' : `missed: ${missed.join(', ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await kiosk.close();
  await demo.stop();
}

async function measure(): Promise<readonly string[]> {
  const missed = [...(await measureHour(kiosk))];
  const browser = await kiosk.attach();
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the browser shows no page');
  missed.push(...(await measureFrames(page)), ...(await measureReturn(page)));
  await connectedAgain(page, () => demo.restart('--empty'));
  await sleep(SETTLED_MS);
  const restShare = await cpuShare(REST_MS);
  await page.goto('about:blank');
  await page.setContent('<p></p><script>setInterval(() => { document.querySelector("p").textContent = new Date().toISOString(); }, 1000)</script>');
  const clockShare = await cpuShare(REST_MS);
  console.log(`at rest      ${percent(restShare)} of a core in all processes of the browser, ${percent(clockShare)} with only a clock`);
  await browser.close();
  return restShare < LIMITS.restShare ? missed : [...missed, 'rest'];
}

/** The address of a screen of the demo that shows all views by turns. */
async function screenPath({ origin }: Demo): Promise<string> {
  const api = await signIn({ url: origin, username: 'huadong', password: 'ChargeOps#2026' });
  const [tenant] = await api.listAll(tenantApi.list);
  if (!tenant) throw new Error('the demo has no tenant');
  await api.call(bigScreenApi.add, {
    tenantId: tenant.tenantId,
    screenName: 'Wall',
    stationId: null,
    views: [1, 2, 3],
    turnS: TURN_S,
    screenLanguage: custLanguage.items.zhCN.value,
  });
  const { records } = await api.call(bigScreenApi.list, {});
  const { path } = await api.call(bigScreenApi.newKey, { bigScreenId: records[0]?.bigScreenId ?? '', days: 1 });
  return path;
}

/** Files of the page are fetched over connections that end within the first minutes; the stream of events alone stays. */
async function measureHour(wall: Kiosk): Promise<readonly string[]> {
  const first = await measureMinutes(wall, COMPARED);
  const heldFirst = await readHeld(wall);
  const later = await measureMinutes(wall, Number(values.minutes) - COMPARED - 1);
  const heldLast = await readHeld(wall);
  const [firstBytes, lastBytes] = [first, later.slice(-COMPARED)].map((part) => meanOf(part.map(({ pageBytes }) => pageBytes)));
  console.log(`process      means of five minutes: the first ${megabytes(firstBytes ?? 0)} MB, the last ${megabytes(lastBytes ?? 0)} MB`);
  const isOne = later.every(({ connections }) => connections === 1);
  return [...compareHeld(heldFirst, heldLast), ...(isOne ? [] : ['connections'])];
}

async function measureMinutes({ pageBytes, connections }: Kiosk, count: number): Promise<readonly Minute[]> {
  const minutes: Minute[] = [];
  while (minutes.length < count) {
    const minute = { pageBytes: await meanOfMinute(pageBytes), connections: await connections(port()) };
    minutes.push(minute);
    const at = ((performance.now() - openedMs) / 60_000).toFixed(1).padStart(5);
    console.log(`${at} min    process of the page ${megabytes(minute.pageBytes)} MB, ${minute.connections} connections`);
  }
  return minutes;
}

async function meanOfMinute(pageBytes: Kiosk['pageBytes']): Promise<number> {
  const samples: number[] = [];
  for (const begunMs = performance.now(); samples.length < SAMPLES_EACH_MINUTE;) {
    await sleep(begunMs + (samples.length + 1) * SAMPLE_MS - performance.now());
    samples.push(await pageBytes());
  }
  return meanOf(samples);
}

function meanOf(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

interface HeldMemory {
  readonly processBytes: number;
  readonly heap: HeapUse;
}

/**
 * After a collection of garbage, when the browser has given back what it gives back. The heap is told beside the process that has it: it is a tenth of it,
 * and depends on the view that is shown and on how much there is to show.
 */
async function readHeld({ collected, pageBytes }: Kiosk): Promise<HeldMemory> {
  const heap = await collected();
  await sleep(COLLECTED_MS);
  return { processBytes: await meanOfMinute(pageBytes), heap };
}

function compareHeld(first: HeldMemory, last: HeldMemory): readonly string[] {
  for (const [name, { processBytes, heap }] of [['after five minutes', first] as const, ['at the end', last] as const])
    console.log(
      `held         ${name}, after a collection: process ${megabytes(processBytes)} MB; scripts ${megabytes(heap.scriptBytes)} MB, document ${megabytes(heap.documentBytes)} MB`,
    );
  const growth = last.processBytes / first.processBytes - 1;
  console.log(`grown by     ${percent(growth)}`);
  return growth > LIMITS.growth ? ['memory'] : [];
}

function port(): number {
  return Number(new URL(demo.origin).port);
}

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(2);
}

/** Frames each second while the panels of a view appear, the fewest of all views. */
async function measureFrames(page: Page): Promise<readonly string[]> {
  const found: number[] = [];
  const views = page.locator('nav button');
  for (let round = 0; round < 2; round += 1)
    for (let at = 0; at < (await views.count()); at += 1) {
      const frames = page.evaluate<number>(
        `new Promise((resolve) => { let count = 0; const begun = performance.now(); const next = (now) => { count += 1; now - begun < ${ANIMATED_MS} ? requestAnimationFrame(next) : resolve(count * 1000 / (now - begun)); }; requestAnimationFrame(next); })`,
      );
      await views.nth(at).click();
      found.push(await frames);
    }
  console.log(`frames       ${found.map((each) => each.toFixed(1)).join(', ')} each second while a view appears`);
  return Math.min(...found) < LIMITS.framesEachS ? ['frames'] : [];
}

async function measureReturn(page: Page): Promise<readonly string[]> {
  let attempts = 0;
  page.on('request', (request) => void (attempts += Number(request.url().includes('/events'))));
  let listeningMs = 0;
  await connectedAgain(page, async () => {
    await demo.restart();
    listeningMs = performance.now();
  });
  const backMs = performance.now() - listeningMs;
  // A whole browser opens another connection beforehand, and closes it unused.
  await sleep(SETTLED_MS);
  const connections = await kiosk.connections(port());
  console.log(`back         ${backMs.toFixed(0)} ms after the server listens, the ${attempts}. attempt; ${connections} connections`);
  return backMs > LIMITS.backMs || connections !== 1 ? ['return'] : [];
}

/** A screen that lost its connection says as of when its picture is. */
async function connectedAgain(page: Page, restart: () => Promise<void>): Promise<void> {
  const lost = page.locator('main.is-lost').waitFor({ state: 'attached' });
  await restart();
  await lost;
  await page.locator('main:not(.is-lost)').waitFor();
}

/** Of a core, by all processes of the browser. */
async function cpuShare(forMs: number): Promise<number> {
  const before = await kiosk.cpuS();
  await sleep(forMs);
  return ((await kiosk.cpuS()) - before) / (forMs / 1_000);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
