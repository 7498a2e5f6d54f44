import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules to run on a page on which all rules have passed before: those whose result depends on the colours (`look`) or on the width. */
export const rulesOf = { all: [], look: ['color-contrast', 'link-in-text-block'], width: ['scrollable-region-focusable'] } as const;

/** The violations of WCAG 2.1 A and AA on a page, a line for each rule, after its animations have ended. `part` is the selector of the element to check. */
export const axeViolations = async (page: Page, part = 'html', rules: readonly string[] = []): Promise<readonly string[]> => {
  await animationsFinished(page);
  // The script has half a megabyte; a page keeps it until it loads another document.
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(`(() => { ${axe.source} })()`);
  return page.evaluate<readonly string[]>(axeCallOf(part, rules.length > 0 ? rules : TAGS));
};

/** WCAG 2.1 A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** The call as text, because `axe` exists only in the page. Without `resultTypes` axe also describes every element that passed. */
const axeCallOf = (part: string, runOnly: readonly string[]): string =>
  `axe.run('${part}', { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`;

/** Waits for the animations that end: while they run, colours differ from the final ones. */
const animationsFinished = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().endTime) < 5_000);
    await Promise.allSettled(passing.map((one) => one.finished));
  });
