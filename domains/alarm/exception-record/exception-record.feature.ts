import { feature } from '#kit/resource/feature.ts';
import { exceptionRecordLabels, exceptionRecordRefusals, exceptionRecordWords } from './exception-record.labels.ts';
import { exceptionRecord, exceptionRecordApi } from './exception-record.ts';

export const exceptionRecordFeature = feature({
  name: 'exceptionRecord',
  resource: exceptionRecord,
  api: exceptionRecordApi,
  labels: exceptionRecordLabels,
  endpointTitles: {
    acknowledge: exceptionRecordWords.acknowledge,
    solve: exceptionRecordWords.solve,
    shelve: exceptionRecordWords.shelve,
    unshelve: exceptionRecordWords.unshelve,
  },
  inputLabels: { solveRemark: exceptionRecordWords.remark },
  refusals: exceptionRecordRefusals,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/exception-record',
      component: 'alarm/ExceptionRecordList',
      title: ['异常记录', '異常記錄', 'Exceptions'],
      icon: 'alert',
      group: 'monitor',
      order: 20,
      allow: 'exceptionRecord:list',
    },
  ],
});
