import { lazy } from 'react';
import type { PileParts } from '#domains/network/web.ts';
import type { Pages } from '#kit/web/pages.ts';
import { pilePolicyApi, policyWords } from './pile-policy/pile-policy.ts';
import { rateRule } from './rate-rule/rate-rule.ts';

export const pages: Pages = {
  'tariff/RateRuleList': () => import('./rate-rule/rate-rule.web.tsx').then((page) => ({ default: page.RateRuleList })),
};

export const nouns = [rateRule];

export const pileParts: PileParts = {
  actions: [
    {
      key: 'setRateRule',
      label: policyWords.set,
      short: policyWords.rates,
      allow: pilePolicyApi.setRateRule.allow,
      on: 'both',
      Dialog: lazy(() => import('./pile-policy/pile-policy.web.tsx').then((dialog) => ({ default: dialog.SetRateRule }))),
    },
  ],
};
