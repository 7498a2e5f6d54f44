import type { Page } from 'playwright-core';
import { domains } from '#apps/domains.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { advancedWords } from '#kit/web/advanced/words.ts';

/** Every call that answers a list of rows and takes an advanced query; what pickers ask while somebody types is no list. */
const lists = new Map(
  domains
    .flatMap(({ features }) => features.flatMap(({ api }) => Object.values(api)))
    .filter(({ listOf, queryOf, output, input }) => (queryOf || (listOf && output.form === 'page')) && !('keyword' in input))
    .map(({ path }) => [`${BASE_PATH}${path}`, path]),
);

/**
 * Watches which lists a page asks for. What it answers is called after each page was drawn, and tells the lists without a builder of advanced
 * queries: as many have to stand there as lists were asked for.
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
