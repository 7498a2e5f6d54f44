export { exceptionConfRoutes } from './exception-conf/exception-conf.server.ts';
export { exceptionDayRoutes } from './exception-day/exception-day.server.ts';
export { exceptionRecordRoutes } from './exception-record/exception-record.server.ts';
export { incidentRoutes } from './incident/incident.server.ts';
export { warningAccountRoutes } from './warning-account/warning-account.server.ts';
export { warningConfRoutes } from './warning-conf/warning-conf.server.ts';
export { warningLogRoutes } from './warning-log/warning-log.server.ts';
