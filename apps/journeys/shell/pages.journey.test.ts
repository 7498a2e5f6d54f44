import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations, rulesOf } from '../testing/axe.ts';
import { watchAdvancedQueries } from '../testing/advanced-queries.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite, Visitor } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.each([
  { look: 'light', locale: 'zh_TW' },
  { look: 'dark', locale: 'zh_CN' },
])('the pages of the menu and a form, $look, $locale, at a desk and as wide as a phone', async ({ look, locale }) => {
  // Without tabs: pages in hidden tabs would be checked again with each page.
  const settings = { DEFAULT_DARK_MODE: look, BROWSER_LANG: locale, DEFAULT_MULTI_PAGE: 'false' };
  // The dark look goes through the pages of the platform's administrator.
  const who = look === 'dark' ? { username: 'admin', password: site.product.adminPassword } : tenantPerson;
  const visitor = await site.enter(who, '/network/station', { viewport: DESK, hasTouch: true, settings });
  const { page, pageFaults } = visitor;
  await page.locator('.co-list').waitFor();
  const paths = await menuPaths(visitor);
  expect(paths.length).toBeGreaterThan(10);
  const problems: string[] = [];
  const unasked = watchAdvancedQueries(page);
  // Colours are those of the kit: of the pages that have passed in the other look every second one is looked at again.
  for (const path of paths.filter((one, at) => !passed.has(one) || at % 2 === 0)) {
    await page.goto(`${site.product.url}/#${path}`);
    await page.waitForFunction((address) => location.hash.startsWith(`#${address}`) && !document.querySelector('main .ant-skeleton'), path);
    const seen = await lookedAt(visitor, { rules: passed.has(path) ? rulesOf.look : rulesOf.all });
    passed.add(path);
    for (const problem of [...seen, ...(await unasked())]) problems.push(`${path}: ${problem}`);
  }
  await page.goto(`${site.product.url}/#/network/station`);
  await page.locator('.co-pane:visible').getByRole('button', { name: '新增' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  for (const problem of await problemsOf(visitor)) problems.push(`a form: ${problem}`);
  expect(problems).toEqual([]);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

/** The pages that have passed all rules in one look; in the other only what depends on colours can differ. */
const passed = new Set<string>();

/** The problems at a desk, and those of the same page when it is as wide as a phone: there only what depends on the width can differ. */
const lookedAt = async (visitor: Visitor, { rules }: Pick<CheckedPart, 'rules'>): Promise<readonly string[]> => {
  const atDesk = await problemsOf(visitor, { part: 'main', rules });
  await visitor.page.setViewportSize(PHONE);
  await visitor.page.locator('.co-crumbs-phone').waitFor();
  const onPhone = await problemsOf(visitor, { part: 'main', rules: rulesOf.width });
  await visitor.page.setViewportSize(DESK);
  await visitor.page.locator('.co-crumbs-phone').waitFor({ state: 'detached' });
  return [...atDesk, ...onPhone.map((problem) => `on a phone: ${problem}`)];
};

/** The addresses of all pages of the signed-in user, also of those that no menu shows. */
const menuPaths = ({ page }: Visitor): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}') as { token: string };
    const answer = await fetch('/jeecg-boot/sys/permission/getUserPermissionByToken', { headers: { 'X-Access-Token': token } });
    interface Node {
      readonly path: string;
      readonly children?: readonly Node[];
    }
    const { result } = (await answer.json()) as { result: { menu: readonly Node[] } };
    const leaves = (nodes: readonly Node[]): readonly string[] =>
      nodes.flatMap((node) => (node.children ? leaves(node.children) : node.path.includes(':') ? [] : [node.path]));
    // The gallery has its own journey, and exhibits that never finish loading.
    return leaves(result.menu).filter((path) => path !== '/dashboard/analysis' && path !== '/system/gallery');
  });

interface CheckedPart {
  /** The selector of the element to check; the document by default. */
  readonly part?: string;
  readonly rules?: readonly string[] | undefined;
}

/** Warnings on the page, a page wider than the window, and violations of WCAG. */
const problemsOf = async ({ page }: Visitor, { part, rules }: CheckedPart = {}): Promise<readonly string[]> => {
  const trouble = page.locator('.co-notice:is(.co-notice-warn, .co-notice-bad):visible');
  if (await trouble.count()) return [(await trouble.first().innerText()).replaceAll('\n', ' ')];
  const tooWide = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
  return [...(tooWide > 0 ? [`${tooWide} px wider than the screen`] : []), ...(await axeViolations(page, part, rules))];
};
