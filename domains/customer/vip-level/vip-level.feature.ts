import { feature } from '#kit/resource/feature.ts';
import { vipLevelLabels, vipLevelRefusals } from './vip-level.labels.ts';
import { vipLevel, vipLevelApi } from './vip-level.ts';

export const vipLevelFeature = feature({
  name: 'vipLevel',
  lookup: { offered: true },
  resource: vipLevel,
  api: vipLevelApi,
  labels: vipLevelLabels,
  refusals: vipLevelRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/customer/vip-level',
      component: 'customer/VipLevelList',
      title: ['VIP等级', 'VIP等級', 'VIP levels'],
      icon: 'crown',
      group: 'customer',
      order: 50,
      allow: 'vipLevel:list',
    },
  ],
});
