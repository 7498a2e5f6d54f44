import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'power/PowerControlList': () => import('./power-control/power-control.web.tsx').then((page) => ({ default: page.PowerControlList })),
};

/** Loaded with the page of piles. */
export const loadPileParts = () => import('./pile-parts.web.ts').then((parts) => parts.pileParts);
