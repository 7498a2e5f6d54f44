import type { Pages } from '#kit/web/pages.ts';
import { dict } from './dict/dict.ts';

export const pages: Pages = {
  'system/DictPage': () => import('./dict/dict-page.web.tsx').then((page) => ({ default: page.DictPage })),
};

export const nouns = [dict];
