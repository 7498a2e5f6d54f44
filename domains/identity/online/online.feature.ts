import { feature } from '#kit/resource/feature.ts';
import { onlineLabels, onlineRefusals } from './online.labels.ts';
import { online, onlineApi } from './online.ts';

export const onlineFeature = feature({
  name: 'online',
  endpointTitles: { endMine: ['退出其他设备', '登出其他裝置', 'sign out another device of their own'] },
  resource: online,
  api: onlineApi,
  labels: onlineLabels,
  refusals: onlineRefusals,
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/system/online',
      component: 'identity/OnlineList',
      title: ['在线用户', '線上使用者', 'Who is online'],
      icon: 'team',
      group: 'system',
      order: 15,
      allow: 'online:list',
    },
  ],
});
