import type { Page } from 'playwright-core';
import { domains } from '#apps/domains.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { advancedWords } from '#kit/web/advanced/words.ts';

/** The addresses of all endpoints that answer a list and take an advanced query, without those that pickers call with a keyword. */
const lists = new Map(
  domains
    .flatMap(({ features }) => features.flatMap(({ api }) => Object.values(api)))
    .filter(({ listOf, queryOf, output, input }) => (queryOf || (listOf && output.form === 'page')) && !('keyword' in input))
    .map(({ path }) => [`${BASE_PATH}${path}`, path]),
);

/**
 * Notes the lists that a page requests. Call the result after each page was drawn: when the page has fewer buttons for advanced queries than it
 * requested lists, it returns a line for each of these lists.
 */
export const watchAdvancedQueries = (page: Page): (() => Promise<readonly string[]>) => {
  const requested = new Set<string>();
  page.on('request', (request) => {
    const list = lists.get(new URL(request.url()).pathname);
    if (list !== undefined) requested.add(list);
  });
  const builders = page.locator(advancedWords.title.map((name) => `main button[aria-label="${name}"]:visible`).join(', '));
  return async () => {
    const requestedLists = [...requested];
    requested.clear();
    return (await builders.count()) < requestedLists.length ? requestedLists.map((list) => `no builder of advanced queries for ${list}`) : [];
  };
};
