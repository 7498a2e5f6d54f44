import { openBrowser } from '#kit/test/browser.ts';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../lists/bench-database.ts';
import type { ServerProgram } from '../lists/bench-database.ts';

const LIMIT_MS = 1_000;
const ROUNDS = 5;
/** A server that has just started plans each statement once on each connection of its pool. */
const ROUNDS_BEFORE = 5;

/** A page, and what is in it when it is drawn; nothing may be left that waits. */
const DASHBOARDS = [
  { name: 'start page', route: '/dashboard/analysis', drawn: '.hd-board tbody td a' },
  { name: 'operation analytics', route: '/statistics/operation', drawn: '.op-board .op-heat' },
  { name: 'statistics of parties', route: '/statistics/order-data', drawn: '.co-table tbody tr[data-row-key]' },
  { name: 'statistics of piles', route: '/statistics/pile-data', drawn: '.co-table tbody tr[data-row-key]' },
] as const;

/**
 * Goes to each dashboard by a click, in a browser that has loaded the scripts before and on a server that has been used, and draws it. Returns what took
 * longer than the limit.
 */
export const measureDashboards = async ({ url }: ServerProgram): Promise<readonly string[]> => {
  const { origin } = new URL(url);
  const browser = await openBrowser('measurement');
  const missed: string[] = [];
  try {
    for (const username of ['admin', 'bench-tenant', 'bench-station']) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
      const page = await context.newPage();
      await signIn(page, origin, username);
      for (let round = 0; username === 'admin' && round < ROUNDS_BEFORE; round += 1)
        for (const { route, drawn } of DASHBOARDS) await drawMs(page, { origin, route, drawn });
      for (const { name, route, drawn } of DASHBOARDS) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) times.push(await drawMs(page, { origin, route, drawn }));
        const sorted = times.toSorted((one, other) => one - other);
        const medianMs = sorted[Math.floor(ROUNDS / 2)] ?? Number.NaN;
        console.log(`${username}: ${name} drawn after ${sorted.map((ms) => ms.toFixed(0)).join(', ')} ms of ${LIMIT_MS} ms`);
        if (medianMs >= LIMIT_MS) missed.push(`${username} ${name}`);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return missed;
};

const signIn = async (page: Page, origin: string, username: string): Promise<void> => {
  await page.goto(origin);
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.co-menu').first().waitFor();
};

/** Runs in the page: clicks on a link to the route, and waits until the page is drawn and nothing in it waits. */
const CLICK = `(async ({ route, drawn }) => {
  const link = Object.assign(document.createElement('a'), { href: '#' + route });
  document.body.append(link);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const begunMs = performance.now();
  link.click();
  const isDrawn = () => {
    const pane = [...document.querySelectorAll('.co-pane')].find((each) => each.style.display !== 'none');
    return pane?.querySelector(drawn) && !pane.querySelector('.ant-skeleton, .ant-spin-spinning');
  };
  while (!isDrawn() && performance.now() - begunMs < 20000) await frame();
  await frame();
  return performance.now() - begunMs;
})`;

/** A page that has just been loaded, with nothing in its memory but scripts, and the menu. */
const drawMs = async (
  page: Page,
  { origin, route, drawn }: { readonly origin: string; readonly route: string; readonly drawn: string },
): Promise<number> => {
  await page.goto(`${origin}/#/system/software`);
  await page.reload();
  await page.locator('.co-pane:visible .ant-skeleton').first().waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  return page.evaluate<number>(`${CLICK}(${JSON.stringify({ route, drawn })})`);
};
