import type { PileParts } from '#domains/network/web.ts';
import { pilePolicyApi, policyWords } from './pile-policy/pile-policy.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

/** The parts that this domain adds to the page of piles. */
export const pileParts: PileParts = {
  actions: [
    {
      key: 'setRateRule',
      label: policyWords.set,
      short: policyWords.rates,
      allow: pilePolicyApi.setRateRule.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./pile-policy/pile-policy.web.tsx').then((dialog) => dialog.SetRateRule)),
    },
  ],
};
