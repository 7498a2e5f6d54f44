import { feature } from '#kit/resource/feature.ts';
import { protocolCodes } from '../protocol.codes.ts';
import { messageDirection, messageLogApi, messageLogLabels, messageLogRefusals } from './message-log.ts';
import { messageLogRetention } from './retention.ts';

export const messageLogFeature = feature({
  name: 'messageLog',
  api: messageLogApi,
  inputLabels: messageLogLabels,
  refusals: messageLogRefusals,
  codes: [messageDirection, ...protocolCodes],
  jobs: [messageLogRetention],
  rights: { read: 'station', write: 'platform' },
  menu: [
    {
      path: '/device/message-log',
      component: 'device/MessageLog',
      title: ['通信日志', '通訊日誌', 'Communication log'],
      icon: 'message',
      group: 'device',
      order: 20,
      allow: 'messageLog:list',
    },
  ],
});
