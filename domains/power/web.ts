import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'power/PowerControlList': () => import('./power-control/power-control.web.tsx').then((page) => ({ default: page.PowerControlList })),
  'power/PowerKeyList': () => import('./power-key/power-key.web.tsx').then((page) => ({ default: page.PowerKeyList })),
  'power/PowerLimitList': () => import('./power-limit/power-limit.web.tsx').then((page) => ({ default: page.PowerLimitList })),
};

/** Loaded when it is first drawn. */
export const SiteLimits = lazyComponent(() => import('./power-limit/site-limits.web.tsx').then((part) => part.SiteLimits));

/** Loaded with the page of piles. */
export const loadPileParts = () => import('./pile-parts.web.ts').then((parts) => parts.pileParts);
