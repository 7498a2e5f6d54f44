import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'alarm/ExceptionConfList': () => import('./exception-conf/exception-conf.web.tsx').then((page) => ({ default: page.ExceptionConfList })),
  'alarm/ExceptionRecordList': () => import('./exception-record/exception-record.web.tsx').then((page) => ({ default: page.ExceptionRecordList })),
  'alarm/IncidentList': () => import('./incident/incident.web.tsx').then((page) => ({ default: page.IncidentList })),
  'alarm/WarningConfList': () => import('./warning-conf/warning-conf.web.tsx').then((page) => ({ default: page.WarningConfList })),
  'alarm/WarningAccountList': () => import('./warning-account/warning-account.web.tsx').then((page) => ({ default: page.WarningAccountList })),
  'alarm/WarningLogList': () => import('./warning-log/warning-log.web.tsx').then((page) => ({ default: page.WarningLogList })),
};
