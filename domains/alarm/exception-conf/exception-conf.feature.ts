import { feature } from '#kit/resource/feature.ts';
import { exceptionConfLabels, exceptionConfRefusals } from './exception-conf.labels.ts';
import { exceptionConf, exceptionConfApi } from './exception-conf.ts';

export const exceptionConfFeature = feature({
  name: 'exceptionConf',
  lookup: { offered: true },
  endpointTitles: { getExceptionConf: ['查看生效配置', '查看生效設定', 'read what applies'] },
  resource: exceptionConf,
  api: exceptionConfApi,
  labels: exceptionConfLabels,
  refusals: exceptionConfRefusals,
  rights: { read: 'station', write: 'tenant' },
  menu: [
    {
      path: '/monitor/exception-conf',
      component: 'alarm/ExceptionConfList',
      title: ['异常配置', '異常設定', 'Exception settings'],
      icon: 'setting',
      group: 'monitor',
      order: 40,
      allow: 'exceptionConf:list',
    },
  ],
});
