import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'marketing/CommentList': () => import('./comment/comment.web.tsx').then((page) => ({ default: page.CommentList })),
  'marketing/StationTagList': () => import('./station-tag/station-tag.web.tsx').then((page) => ({ default: page.StationTagList })),
};
