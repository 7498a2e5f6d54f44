export { ackLinkApi } from './ack-link/ack-link.ts';
export { exceptionConfApi, exceptionLevel, exceptionType } from './exception-conf/exception-conf.ts';
export { exceptionRecord, exceptionRecordApi } from './exception-record/exception-record.ts';
export { incidentApi } from './incident/incident.ts';
export { maintenanceApi } from './maintenance/maintenance.ts';
export { openAlarmApi } from './open-alarm/open-alarm.ts';
export { pileTimelineApi } from './pile-timeline/pile-timeline.ts';
export { warningAccountApi } from './warning-account/warning-account.ts';
export { alarm } from './domain.ts';
