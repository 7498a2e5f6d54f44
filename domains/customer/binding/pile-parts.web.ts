import { Skeleton } from 'antd';
import { createElement } from 'react';
import type { PileParts } from '#domains/network/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { bindingWords } from './binding.labels.ts';
import { pileBindingApi } from '../pile-binding/pile-binding.ts';

const waiting = createElement(Skeleton, { active: true });

/** The parts that this domain adds to the page of piles. */
export const pileParts: PileParts = {
  tabs: [
    {
      key: 'bindings',
      label: bindingWords.boundHere,
      allow: pileBindingApi.list.allow,
      Body: lazyComponent(() => import('../pile-binding/pile-bindings.web.tsx').then((tab) => tab.PileBindings), waiting),
    },
  ],
  actions: [
    {
      key: 'bind',
      label: bindingWords.bindHere,
      short: bindingWords.bindHere,
      allow: pileBindingApi.bind.allow,
      on: 'one',
      Dialog: lazyComponent(() => import('../pile-binding/pile-bindings.web.tsx').then((dialog) => dialog.BindToPile)),
    },
  ],
};
