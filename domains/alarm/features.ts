export { exceptionConfFeature } from './exception-conf/exception-conf.feature.ts';
export { exceptionRecordFeature } from './exception-record/exception-record.feature.ts';
