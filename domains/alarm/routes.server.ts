export { exceptionConfRoutes } from './exception-conf/exception-conf.server.ts';
export { exceptionRecordRoutes } from './exception-record/exception-record.server.ts';
