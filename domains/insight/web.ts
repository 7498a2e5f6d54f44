import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'insight/BigScreenList': () => import('./big-screen/big-screen.web.tsx').then((page) => ({ default: page.BigScreenList })),
};
