import type { Pages } from '#kit/web/pages.ts';
import { rateRule } from './rate-rule/rate-rule.ts';

export const pages: Pages = {
  'tariff/RateRuleList': () => import('./rate-rule/rate-rule.web.tsx').then((page) => ({ default: page.RateRuleList })),
};

export const nouns = [rateRule];
