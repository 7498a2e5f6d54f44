import { feature } from '#kit/resource/feature.ts';
import { configInputLabels, configRefusals } from './config.labels.ts';
import { configApi } from './config.ts';

export const configFeature = feature({
  name: 'config',
  api: configApi,
  inputLabels: configInputLabels,
  refusals: configRefusals,
  endpointTitles: { reset: ['恢复默认', '恢復預設', 'reset'], restore: ['恢复', '還原', 'restore'] },
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/system/config',
      component: 'system/ConfigPage',
      title: ['系统配置', '系統設定', 'Settings'],
      icon: 'control',
      group: 'system',
      order: 55,
      allow: 'config:list',
    },
  ],
});
