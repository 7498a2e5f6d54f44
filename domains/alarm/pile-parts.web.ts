import { Skeleton } from 'antd';
import { createElement } from 'react';
import type { PileParts } from '#domains/network/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { pileTimelineWords } from './pile-timeline/pile-timeline.labels.ts';
import { pileTimelineApi } from './pile-timeline/pile-timeline.ts';

const waiting = createElement(Skeleton, { active: true });

/** What this domain adds to the page of piles. */
export const pileParts: PileParts = {
  tabs: [
    {
      key: 'alarms',
      label: pileTimelineWords.tab,
      allow: pileTimelineApi.timeline.allow,
      Body: lazyComponent(() => import('./pile-timeline/pile-timeline.web.tsx').then((tab) => tab.PileAlarms), waiting),
    },
  ],
};
