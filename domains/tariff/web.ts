import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'tariff/RateAliasPage': () => import('./rate-alias/rate-alias.web.tsx').then((page) => ({ default: page.RateAliasPage })),
  'tariff/RateRuleList': () => import('./rate-rule/rate-rule.web.tsx').then((page) => ({ default: page.RateRuleList })),
};

/** Loaded with the page of piles. */
export const loadPileParts = () => import('./pile-parts.web.ts').then((parts) => parts.pileParts);
