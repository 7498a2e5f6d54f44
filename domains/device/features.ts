import { domain } from '#kit/resource/feature.ts';
import { messageLogFeature } from './message-log/message-log.feature.ts';
import { deviceCommandFeature } from './command/command.feature.ts';
import { parameterFeature } from './parameter/parameter.feature.ts';
import { payQrFeature } from './pay-qr/pay-qr.feature.ts';
import { ratesFeature } from './rates/rates.feature.ts';
import { plainFeature } from './plain/plain.feature.ts';

export const device = domain('device', [messageLogFeature, deviceCommandFeature, parameterFeature, payQrFeature, ratesFeature, plainFeature], {
  menuGroups: [{ name: 'device', title: ['设备运维', '設備運維', 'Devices'], icon: 'tool', order: 70 }],
});
