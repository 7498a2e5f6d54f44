import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What a person with poor eyes or without a mouse would stumble over, once nothing moves any more. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  await atRest(page);
  await page.evaluate(axe.source);
  return page.evaluate<readonly string[]>(JUDGE);
};

/** A text, since the page's own `axe` is no value of ours. */
const JUDGE = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`;

/** Colours are judged once nothing moves any more; what moves for ever is no reason to wait. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().endTime) < 5_000);
    await Promise.allSettled(passing.map((one) => one.finished));
  });
