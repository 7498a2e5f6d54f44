export { exceptionConfApi } from './exception-conf/exception-conf.ts';
export { exceptionRecordApi } from './exception-record/exception-record.ts';
export { alarm } from './domain.ts';
