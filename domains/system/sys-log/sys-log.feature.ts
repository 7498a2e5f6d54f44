import { feature } from '#kit/resource/feature.ts';
import { logWords, sysLogLabels } from './sys-log.labels.ts';
import { sysLog, sysLogApi } from './sys-log.ts';

export const sysLogFeature = feature({
  name: 'sysLog',
  resource: sysLog,
  api: sysLogApi,
  labels: sysLogLabels,
  rights: { read: 'tenant', write: 'platform' },
  menu: [
    {
      path: '/system/oper-log',
      component: 'system/OperationLog',
      title: logWords.operations,
      icon: 'audit',
      group: 'system',
      order: 80,
      allow: 'sysLog:list',
    },
    {
      path: '/system/login-log',
      component: 'system/SignInLog',
      title: logWords.signIns,
      icon: 'login',
      group: 'system',
      order: 81,
      allow: 'sysLog:list',
    },
  ],
});
