import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'alarm/ExceptionConfList': () => import('./exception-conf/exception-conf.web.tsx').then((page) => ({ default: page.ExceptionConfList })),
  'alarm/ExceptionRecordList': () => import('./exception-record/exception-record.web.tsx').then((page) => ({ default: page.ExceptionRecordList })),
};
