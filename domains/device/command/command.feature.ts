import { feature } from '#kit/resource/feature.ts';
import { deviceCommandLabels } from './command.labels.ts';
import { deviceCommand, deviceCommandApi } from './command.ts';

export const deviceCommandFeature = feature({
  name: 'deviceCommand',
  resource: deviceCommand,
  api: deviceCommandApi,
  labels: deviceCommandLabels,
  rights: { read: 'station', write: 'station', otherRights: { parameter: 'agent', operate: 'station', recall: 'station', whiteList: 'station' } },
  menu: [
    {
      path: '/device/command',
      component: 'device/CommandList',
      title: ['平台指令', '平台指令', 'Commands'],
      icon: 'send',
      group: 'device',
      order: 30,
      allow: 'deviceCommand:list',
    },
  ],
});
