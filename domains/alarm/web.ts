import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'alarm/AlarmMeasureBoard': () => import('./alarm-measure/alarm-measure.web.tsx').then((page) => ({ default: page.AlarmMeasureBoard })),
  'alarm/ExceptionConfList': () => import('./exception-conf/exception-conf.web.tsx').then((page) => ({ default: page.ExceptionConfList })),
  'alarm/ExceptionRecordList': () => import('./exception-record/exception-record.web.tsx').then((page) => ({ default: page.ExceptionRecordList })),
  'alarm/IncidentList': () => import('./incident/incident.web.tsx').then((page) => ({ default: page.IncidentList })),
  'alarm/MaintenanceList': () => import('./maintenance/maintenance.web.tsx').then((page) => ({ default: page.MaintenanceList })),
  'alarm/OpenAlarmBoard': () => import('./open-alarm/open-alarm.web.tsx').then((page) => ({ default: page.OpenAlarmBoard })),
  'alarm/WarningConfList': () => import('./warning-conf/warning-conf.web.tsx').then((page) => ({ default: page.WarningConfList })),
  'alarm/WarningAccountList': () => import('./warning-account/warning-account.web.tsx').then((page) => ({ default: page.WarningAccountList })),
  'alarm/WarningLogList': () => import('./warning-log/warning-log.web.tsx').then((page) => ({ default: page.WarningLogList })),
};

export const loadAlarmBell = () => import('./open-alarm/alarm-bell.web.tsx').then((bell) => bell.AlarmBell);
export const loadAlarmsAtHome = () => import('./open-alarm/alarm-panels.web.tsx').then((panels) => panels.AlarmsAtHome);
export const loadStationParts = () => import('./station-parts.web.ts').then((parts) => parts.stationParts);
export const loadPileParts = () => import('./pile-parts.web.ts').then((parts) => parts.pileParts);
export const loadAcknowledgePage = () => import('./ack-link/acknowledge-page.web.tsx').then((page) => page.AcknowledgePage);
