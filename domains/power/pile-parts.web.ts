import type { PileParts } from '#domains/network/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { pilePowerApi, pilePowerWords } from './pile-power/pile-power.ts';

/** The parts that this domain adds to the page of piles. */
export const pileParts: PileParts = {
  actions: [
    {
      key: 'setPowerControl',
      label: pilePowerWords.set,
      short: pilePowerWords.power,
      allow: pilePowerApi.setPowerControl.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./pile-power/pile-power.web.tsx').then((dialog) => dialog.SetPowerControl)),
    },
  ],
};
