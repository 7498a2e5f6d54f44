import { feature } from '#kit/resource/feature.ts';
import { accessConfigInputLabels, accessConfigLabels, accessConfigRefusals, accessConfigWords } from './access-config.labels.ts';
import { accessConfig, accessConfigApi } from './access-config.ts';

export const accessConfigFeature = feature({
  name: 'accessConfig',
  lookup: { offered: true },
  resource: accessConfig,
  api: accessConfigApi,
  labels: accessConfigLabels,
  inputLabels: accessConfigInputLabels,
  endpointTitles: {
    rotateKeys: accessConfigWords.rotateKeys,
    endOldKeys: accessConfigWords.endOldKeys,
    stations: accessConfigWords.stations,
    setStations: accessConfigWords.setStations,
  },
  refusals: accessConfigRefusals,
  rights: { read: 'tenant', write: 'tenant', otherRights: { keys: 'tenant' } },
  menu: [
    {
      path: '/partner/access-config',
      component: 'partner/AccessConfigList',
      title: ['接入配置', '接入設定', 'Access configurations'],
      icon: 'api',
      group: 'partner',
      order: 10,
      allow: 'accessConfig:list',
    },
  ],
});
