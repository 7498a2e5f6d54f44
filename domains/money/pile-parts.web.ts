import type { PileParts } from '#domains/network/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { payConfWords } from './pay-conf/pay-conf.labels.ts';
import { payConfApi } from './pay-conf/pay-conf.ts';

/** The parts that this domain adds to the page of piles. */
export const pileParts: PileParts = {
  actions: [
    {
      key: 'setPayConf',
      label: payConfWords.setPayConf,
      short: payConfWords.payConfShort,
      allow: payConfApi.setPayConf.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./pay-conf/set-pay-conf.web.tsx').then((dialog) => dialog.SetPayConf)),
    },
  ],
};
