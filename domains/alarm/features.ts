export { exceptionConfFeature } from './exception-conf/exception-conf.feature.ts';
export { exceptionDayFeature } from './exception-day/exception-day.feature.ts';
export { exceptionRecordFeature } from './exception-record/exception-record.feature.ts';
export { incidentFeature } from './incident/incident.feature.ts';
export { warningAccountFeature } from './warning-account/warning-account.feature.ts';
export { warningConfFeature } from './warning-conf/warning-conf.feature.ts';
export { warningLogFeature } from './warning-log/warning-log.feature.ts';
