/**
 * How long it takes to go from one kept page to another among twenty, beside the demo network: `npm run build && npm run bench:tabs`. The limit,
 * measured in the same run: the time the browser needs to display the same pane again by its style alone.
 */
import { openBrowser } from '#kit/test/browser.ts';
import { signInToDemo, startDemo } from './demo-product.ts';

const KEPT = 20;
const ROUNDS = 5;
/** From the click on a tab to the frame that shows its page, median of all tabs. */
const SWITCH_MAX_MS = 100;

/** Runs in the page: the quickest of some switches to each tab, and the quickest display of its pane by its style alone, in milliseconds. */
const MEASURE = `(async (rounds) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const links = [...document.querySelectorAll('.co-tab > a')].slice(1);
  const shownPane = () => [...document.querySelectorAll('.co-pane')].find((pane) => pane.style.display !== 'none');
  const [switches, bare] = [links.map(() => Infinity), links.map(() => Infinity)];
  for (let round = 0; round < rounds; round += 1)
    for (const [place, link] of links.entries()) {
      const before = shownPane();
      const begun = performance.now();
      link.click();
      while (shownPane() === before && performance.now() - begun < 2000) await frame();
      await frame();
      switches[place] = Math.min(switches[place], performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 150));
      const pane = shownPane();
      const { display } = pane.style;
      pane.style.display = 'none';
      await frame();
      await frame();
      const shownAgain = performance.now();
      pane.style.display = display;
      await frame();
      await frame();
      bare[place] = Math.min(bare[place], performance.now() - shownAgain);
    }
  return { switches, bare };
})`;

const demo = await startDemo();
const browser = await openBrowser('measurement');
try {
  const storageState = await signInToDemo(browser, demo.origin);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', storageState });
  const page = await context.newPage();
  await page.goto(demo.origin);
  // The home page links to every page of the menu.
  const links = page.locator('main a[href*="#/"]');
  await links.nth(KEPT).waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => new URL(String(Reflect.get(link, 'href'))).hash));
  const kept = [...new Set(paths)].slice(0, KEPT);
  if (kept.length < KEPT) throw new Error(`only ${kept.length} pages`);
  for (const hash of kept) {
    await page.goto(`${demo.origin}/${hash}`);
    await page.locator('.co-pane:visible .ant-skeleton').first().waitFor({ state: 'hidden' });
  }
  await page.waitForLoadState('networkidle');
  const { switches, bare } = await page.evaluate<{ readonly switches: readonly number[]; readonly bare: readonly number[] }>(`${MEASURE}(${ROUNDS})`);
  const median = medianOf(switches);
  const limit = medianOf(bare);
  const isMet = median <= SWITCH_MAX_MS;
  console.log(
    `going to one of ${switches.length} kept pages: median ${median.toFixed(0)} ms, slowest ${Math.max(...switches).toFixed(0)} ms, of ${SWITCH_MAX_MS} ms; by style alone ${limit.toFixed(0)} ms, ratio ${(median / limit).toFixed(1)}: ${isMet ? 'kept' : 'missed'}`,
  );
  process.exitCode = isMet ? 0 : 1;
} finally {
  await browser.close();
  await demo.stop();
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
