import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What is judged of a page that was judged in full with another look or at another width: the rules that can find otherwise now. */
export const rulesOf = { all: [], look: ['color-contrast', 'link-in-text-block'], width: ['scrollable-region-focusable'] } as const;

/** What a person with poor eyes or without a mouse would stumble over, once nothing moves any more: in all of the page, or in a part whose frame was judged before. */
export const axeViolations = async (page: Page, part = 'html', rules: readonly string[] = []): Promise<readonly string[]> => {
  await animationsFinished(page);
  // Half a megabyte, and a page that is only gone through keeps it.
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(`(() => { ${axe.source} })()`);
  return page.evaluate<readonly string[]>(axeCallOf(part, rules.length > 0 ? rules : TAGS));
};

/** WCAG 2.1 A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** A text, since the page's own `axe` is no value of ours. What passed is not asked for, which would cost as much again. */
const axeCallOf = (part: string, runOnly: readonly string[]): string =>
  `axe.run('${part}', { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`;

/** Colours are judged once nothing moves any more; what moves for ever is no reason to wait. */
const animationsFinished = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().endTime) < 5_000);
    await Promise.allSettled(passing.map((one) => one.finished));
  });
